// An Error method that panics while the report is printed.
package main

type bad struct{}

func (bad) Error() string { panic("in Error") }

func main() {
	panic(bad{})
}

// Exit: 2
// Stderr:
// fatal error: panic while printing panic value: in Error
