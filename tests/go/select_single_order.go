// A select with one case evaluates what receives only when there is a value, as one with several does.
package main

import "fmt"

var x, y int
var ok bool
var m = map[string]int{}
var list []int

func chan1(c chan int) chan int {
	fmt.Print("channel ")
	list = []int{0, 0}
	return c
}

func to(p *int) *int {
	fmt.Print("left ")
	return p
}

func key() string {
	fmt.Print("key ")
	return "k"
}

func flag() *bool {
	fmt.Print("flag ")
	return &ok
}

type pair struct {
	a string
	b [3]int
}

func main() {
	c := make(chan int, 9)
	for n := range 9 {
		c <- n + 1
	}
	select {
	case *to(&x) = <-chan1(c):
		fmt.Println(x)
	}
	select {
	case *to(&x), *flag() = <-chan1(c):
		fmt.Println(x, ok)
	}
	select {
	case m[key()] = <-chan1(c):
		fmt.Println(m)
	}
	select {
	case m[key()], ok = (<-chan1(c)):
		fmt.Println(m, ok)
	}
	// What is to the left of the channel is not there before the channel is evaluated.
	list = nil
	select {
	case list[1] = <-chan1(c):
		fmt.Println(list)
	}
	list = nil
	select {
	case list[1], ok = <-chan1(c):
		fmt.Println(list, ok)
	}
	select {
	case x, y := <-chan1(c):
		fmt.Println(x, y)
	}
	select {
	case x = <-chan1(c):
		fmt.Println(x)
	}
	select {
	case _, *flag() = <-chan1(c):
		fmt.Println(ok)
	}
	pairs := make(chan pair, 2)
	pairs <- pair{"p", [3]int{1, 2, 3}}
	var got [2]pair
	i := 0
	select {
	case got[i] = <-pairs:
		fmt.Println(got)
	}
	close(pairs)
	var any1 [1]any
	select {
	case any1[i], ok = <-pairs:
		fmt.Println(any1, ok)
	}
	func() {
		defer func() { fmt.Println(recover(), len(c)) }()
		c <- 1
		var none []int
		select {
		case none[i] = <-c:
		}
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		for {
			select {
			case *to(nil) = <-chan1(pairsOf(3)):
				break
			}
		}
	}()
}

func pairsOf(n int) chan int {
	c := make(chan int, 1)
	c <- n
	return c
}

// Output:
// channel left 1
// channel left flag 2 true
// channel key map[k:3]
// channel key map[k:4] true
// channel [0 5]
// channel [0 6] true
// channel 7 true
// channel 8
// channel flag true
// [{p [1 2 3]} { [0 0 0]}]
// [{ [0 0 0]}] false
// runtime error: index out of range [0] with length 0 0
// channel left runtime error: invalid memory address or nil pointer dereference
