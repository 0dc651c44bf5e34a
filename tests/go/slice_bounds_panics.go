// Every out-of-range access panics with its exact message.
package main

import "fmt"

func try(f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(error); ok {
			fmt.Println(e.Error())
			return
		}
		fmt.Println("no error:", r)
	}()
	f()
}

func main() {
	s := []int{1, 2, 3}
	a := [4]int{}
	str := "hello"
	five, minus, two, one := 5, -1, 2, 1
	var u8 uint8 = 200
	var u64 uint64 = 1 << 63
	try(func() { _ = s[five] })
	try(func() { _ = s[minus] })
	try(func() { s[five] = 1 })
	try(func() { s[3+minus+one]++ })
	try(func() { _ = a[five] })
	try(func() { _ = a[minus] })
	try(func() { _ = str[five] })
	try(func() { _ = s[u8] })
	try(func() { _ = s[u64] })
	try(func() { _ = s[five:] })
	try(func() { _ = s[:five] })
	try(func() { _ = s[two:one] })
	try(func() { _ = s[minus:] })
	try(func() { _ = s[:minus] })
	try(func() { _ = s[:2][:five] })
	try(func() { _ = s[0:1:five] })
	try(func() { _ = s[0:five:3] })
	try(func() { _ = s[two:one:3] })
	try(func() { _ = a[five:] })
	try(func() { _ = a[:five] })
	try(func() { _ = str[five+1:] })
	try(func() { _ = str[:five+1] })
	try(func() { _ = str[two:one] })
	try(func() { _ = make([]int, minus) })
	try(func() { _ = make([]int, two, one) })
	try(func() { _ = [2]int(s[:one]) })
	try(func() { _ = (*[4]int)(s) })
	try(func() { var n []int; _ = n[0*five] })
	try(func() { var p *[3]int; _ = p[one] })
	try(func() { var p *[3]int; fmt.Println(len(p)); _ = p[:] })
	try(func() { var n []int; fmt.Println(n[0:0] == nil) })
	try(func() { fmt.Println(s[3:], s[:0:0]) })
	fmt.Println(s[five])
}

// Exit: 2
// Stderr:
// panic: runtime error: index out of range [5] with length 3
// goroutine 1 [running]:

// Output:
// runtime error: index out of range [5] with length 3
// runtime error: index out of range [-1]
// runtime error: index out of range [5] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [5] with length 4
// runtime error: index out of range [-1]
// runtime error: index out of range [5] with length 5
// runtime error: index out of range [200] with length 3
// runtime error: index out of range [9223372036854775808] with length 3
// runtime error: slice bounds out of range [5:3]
// runtime error: slice bounds out of range [:5] with capacity 3
// runtime error: slice bounds out of range [2:1]
// runtime error: slice bounds out of range [-1:]
// runtime error: slice bounds out of range [:-1]
// runtime error: slice bounds out of range [:5] with capacity 3
// runtime error: slice bounds out of range [::5] with capacity 3
// runtime error: slice bounds out of range [:5:3]
// runtime error: slice bounds out of range [2:1:]
// runtime error: slice bounds out of range [5:4]
// runtime error: slice bounds out of range [:5] with length 4
// runtime error: slice bounds out of range [6:5]
// runtime error: slice bounds out of range [:6] with length 5
// runtime error: slice bounds out of range [2:1]
// runtime error: makeslice: len out of range
// runtime error: makeslice: cap out of range
// runtime error: cannot convert slice with length 1 to array or pointer to array with length 2
// runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// runtime error: index out of range [0] with length 0
// runtime error: invalid memory address or nil pointer dereference
// 3
// runtime error: invalid memory address or nil pointer dereference
// true
// no error: <nil>
// [] []
// no error: <nil>
