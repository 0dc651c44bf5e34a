// An uncaught value with an Error method.
package main

type failure struct{ code int }

func (f *failure) Error() string { return "failure with\ntwo lines" }

func main() {
	panic(&failure{3})
}

// Exit: 2
// Stderr:
// panic: failure with
// 	two lines
// goroutine 1 [running]:
