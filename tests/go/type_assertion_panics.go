// The exact messages of failed assertions.
package main

import "fmt"

type walker interface{ walk() }
type runner interface {
	walk()
	run()
}
type man struct{}

func (man) walk() {}

type ptr struct{}

func (*ptr) walk() {}
func (*ptr) run()  {}

type myInt int

func try(f func()) {
	defer func() {
		err := recover().(error)
		fmt.Println(err)
	}()
	f()
}

func main() {
	var nothing interface{}
	var w walker
	var i interface{} = "text"
	var m interface{} = man{}
	try(func() { _ = nothing.(int) })
	try(func() { _ = nothing.(walker) })
	try(func() { _ = w.(man) })
	try(func() { _ = w.(runner) })
	try(func() { _ = i.(int) })
	try(func() { _ = i.(walker) })
	try(func() { _ = i.([]string) })
	try(func() { _ = i.(map[string]*man) })
	try(func() { _ = i.(func(int, ...string) (bool, error)) })
	try(func() { _ = m.(runner) })
	try(func() { _ = m.(*man) })
	try(func() { _ = m.(error) })
	try(func() { _ = interface{}(ptr{}).(walker) })
	try(func() { _ = interface{}(1).(myInt) })
	try(func() { _ = interface{}(myInt(1)).(int) })
	try(func() { w = man{}; _ = w.(*ptr) })
	try(func() { _ = interface{}(struct{ A int }{}).(struct{ B string }) })
	try(func() { _ = interface{}(make(chan int)).(<-chan int) })
	try(func() { _ = interface{}([3]int{}).([4]int) })
	try(func() { _ = interface{}(int32(1)).(uint8) })
	try(func() { w = nil; w.walk() })
	_ = i.(float64)
}

// Exit: 2
// Stderr:
// panic: interface conversion: interface {} is string, not float64
// goroutine 1 [running]:

// Output:
// interface conversion: interface {} is nil, not int
// interface conversion: interface is nil, not main.walker
// interface conversion: main.walker is nil, not main.man
// interface conversion: interface is nil, not main.runner
// interface conversion: interface {} is string, not int
// interface conversion: string is not main.walker: missing method walk
// interface conversion: interface {} is string, not []string
// interface conversion: interface {} is string, not map[string]*main.man
// interface conversion: interface {} is string, not func(int, ...string) (bool, error)
// interface conversion: main.man is not main.runner: missing method run
// interface conversion: interface {} is main.man, not *main.man
// interface conversion: main.man is not error: missing method Error
// interface conversion: main.ptr is not main.walker: missing method walk
// interface conversion: interface {} is int, not main.myInt
// interface conversion: interface {} is main.myInt, not int
// interface conversion: main.walker is main.man, not *main.ptr
// interface conversion: interface {} is struct { A int }, not struct { B string }
// interface conversion: interface {} is chan int, not <-chan int
// interface conversion: interface {} is [3]int, not [4]int
// interface conversion: interface {} is int32, not uint8
// runtime error: invalid memory address or nil pointer dereference
