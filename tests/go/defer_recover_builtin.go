package main

import "fmt"

func expect(want any) {
	if got := recover(); got != want {
		fmt.Println("recovered", got, "instead of", want)
	}
}

// A deferred recover works as one that is called in the function that defers it.
func inDeferred() (r string) {
	defer func() { r = fmt.Sprint("then ", recover()) }()
	defer func() {
		defer recover()
	}()
	panic(1)
}

// In a function that nothing deferred it does nothing.
func direct() (r string) {
	defer func() { r = fmt.Sprint("then ", recover()) }()
	defer recover()
	panic(2)
}

// While another panic runs it, it does nothing either.
func otherPanic() (r string) {
	defer func() { r += fmt.Sprint(" then ", recover()) }()
	defer func() {
		defer func() { r = fmt.Sprint("inner ", recover()) }()
		defer recover()
		panic(4)
	}()
	panic(3)
}

// The inner panic is over when it runs.
func afterInner() (r string) {
	defer func() { r = fmt.Sprint("then ", recover()) }()
	defer func() {
		defer recover()
		defer expect(6)
		panic(6)
	}()
	panic(5)
}

func withOthers() (r string) {
	c := make(chan int)
	defer func() { r = fmt.Sprint("then ", recover()) }()
	defer func() {
		defer recover()
		defer close(c)
		for range 3 {
			defer func() {}()
		}
	}()
	panic(7)
}

func main() {
	fmt.Println(inDeferred())
	fmt.Println(direct())
	fmt.Println(otherPanic())
	fmt.Println(afterInner())
	fmt.Println(withOthers())
}

// Output:
// then <nil>
// then 2
// inner 4 then 3
// then <nil>
// then <nil>
