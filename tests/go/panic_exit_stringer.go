// An uncaught value with a String method: the runtime prints through it.
package main

type level int

func (l level) String() string { return "level!" }

type box struct{ n int }

func (b box) String() string { return "a box" }

func main() {
	defer func() {
		panic(box{1})
	}()
	panic(level(3))
}

// Exit: 2
// Stderr:
// panic: level!
// 	panic: a box
// goroutine 1 [running]:
