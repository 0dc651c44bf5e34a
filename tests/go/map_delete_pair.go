// What delete gets may be one call that has both, also where it is deferred or goes on elsewhere; a key made of bytes is kept
// where it is put in, and only looked at where it is taken out.
package main

import "fmt"

var m = map[string]int{"a": 1, "b": 2, "c": 3}

func pair() (map[string]int, string) { return m, "a" }

func anyPair() (map[any]int, int) { return map[any]int{1: 1}, 1 }

func deferred() {
	defer delete(pair())
	m["a"] = 7
	fmt.Println(len(m))
}

func main() {
	delete(pair())
	fmt.Println(len(m), m["a"])
	deferred()
	fmt.Println(len(m), m["a"])
	delete(anyPair())
	key := []byte("b")
	m[string(key)]++
	key[0] = 'c'
	fmt.Println(m["b"], m[string(key)])
	defer func() { fmt.Println(len(m)) }()
	defer delete(m, string(key))
	key[0] = 'x'
}

// Output:
// 2 0
// 3
// 2 0
// 3 3
// 1
