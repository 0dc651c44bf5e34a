// Panics in deferred functions replace or follow the first one; recovering ends the newest.
package main

import "fmt"

func replaced() (r interface{}) {
	defer func() { r = recover() }()
	defer func() { panic("second") }()
	panic("first")
}

func inside() (s string) {
	defer func() { s += fmt.Sprint(" outer:", recover()) }()
	defer func() {
		defer func() { s += fmt.Sprint("inner:", recover()) }()
		panic("second")
	}()
	panic("first")
}

func repanic() (r interface{}) {
	defer func() { r = recover() }()
	func() {
		defer func() {
			e := recover()
			panic(fmt.Sprint("again ", e))
		}()
		panic("original")
	}()
	return "unreachable"
}

func chain(n int) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint(n, "<", r)
			if n > 0 {
				panic(s)
			}
		}
	}()
	if n == 3 {
		panic("bottom")
	}
	return chain(n + 1)
}

func callsDuringPanic() {
	defer func() { fmt.Println("got", recover()) }()
	defer func() {
		fmt.Println("deferred calls a function that recovers its own panic:", replaced())
	}()
	panic("still alive")
}

func runtimeInDeferred() {
	defer func() {
		fmt.Println(recover())
	}()
	defer func() {
		var m map[string]int
		m["a"] = 1
	}()
	var p *struct{ x int }
	p.x = 1
}

func order() {
	defer fmt.Println("one")
	defer func() {
		defer fmt.Println("two a")
		defer func() { recover() }()
		defer fmt.Println("two b")
		panic("in two")
	}()
	defer fmt.Println("three")
}

func main() {
	fmt.Println(replaced())
	fmt.Println(inside())
	fmt.Println(repanic())
	fmt.Println(chain(0))
	callsDuringPanic()
	runtimeInDeferred()
	order()
}

// Output:
// second
// inner:second outer:first
// again original
// 0<1<2<3<bottom
// deferred calls a function that recovers its own panic: second
// got still alive
// assignment to entry in nil map
// three
// two b
// two a
// one
