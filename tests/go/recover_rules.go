// recover works only when called directly by a deferred function while that panic unwinds.
package main

import (
	"errors"
	"fmt"
)

func helper() interface{} { return recover() }

func direct() (r interface{}) {
	defer func() { r = recover() }()
	panic("direct")
}

func throughHelper() (r interface{}) {
	defer func() {
		r = recover()
	}()
	defer func() {
		if h := helper(); h != nil {
			fmt.Println("helper recovered", h)
		}
	}()
	panic("helper")
}

func nestedClosure() (r interface{}) {
	defer func() { r = recover() }()
	defer func() {
		func() {
			if n := recover(); n != nil {
				fmt.Println("nested recovered", n)
			}
		}()
	}()
	panic("nested")
}

func deferredHelper() (err error) {
	defer catch(&err)
	panic(errors.New("caught by a named function"))
}

func catch(err *error) {
	if r := recover(); r != nil {
		*err = r.(error)
	}
}

type guard struct{ last interface{} }

func (g *guard) done() { g.last = recover() }

func method(g *guard) int {
	defer g.done()
	var s []int
	return s[3]
}

func deferRecoverItself() (s string) {
	defer func() { s = fmt.Sprint("outer got ", recover()) }()
	defer recover()
	panic("defer recover()")
}

func deferDeferred() {
	defer func() {
		defer func() { fmt.Println("deferred in deferred:", recover()) }()
	}()
	panic("which one")
}

func noPanic() {
	defer func() { fmt.Println("no panic:", recover()) }()
}

func twice() {
	defer func() { fmt.Println("second:", recover()) }()
	defer func() { fmt.Println("first:", recover()) }()
	panic("once")
}

func goesOn() (n int) {
	defer func() { n *= 10 }()
	defer func() {
		recover()
		n = 4
	}()
	n = 1
	panic("x")
}

func loop() (count int) {
	for i := 0; i < 5; i++ {
		func() {
			defer func() {
				if recover() != nil {
					count++
				}
			}()
			if i%2 == 0 {
				panic(i)
			}
		}()
	}
	return
}

func main() {
	fmt.Println(recover())
	fmt.Println(direct(), throughHelper(), nestedClosure())
	fmt.Println(deferredHelper())
	g := &guard{}
	fmt.Println(method(g))
	fmt.Println(g.last)
	fmt.Println(deferRecoverItself())
	func() {
		defer func() { fmt.Println("and outside:", recover()) }()
		deferDeferred()
	}()
	noPanic()
	twice()
	fmt.Println(goesOn(), loop())
}

// Output:
// <nil>
// direct helper nested
// caught by a named function
// 0
// runtime error: index out of range [3] with length 0
// outer got defer recover()
// deferred in deferred: <nil>
// and outside: which one
// no panic: <nil>
// first: once
// second: <nil>
// 40 3
