// A negative shift count panics with its own message.
package main

import "fmt"

func shift(x, n int) (result int, err interface{}) {
	defer func() { err = recover() }()
	return x << n, nil
}

func shiftRight(x uint8, n int8) (result uint8, err interface{}) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error).Error()
		}
	}()
	result = 7
	result = x >> n
	return
}

func main() {
	fmt.Println(shift(1, 3))
	fmt.Println(shift(1, -1))
	fmt.Println(shiftRight(200, 3))
	fmt.Println(shiftRight(200, -3))
	x := -1
	x <<= -x
	fmt.Println(x)
	fmt.Println(1 << x)
}

// Exit: 2
// Stderr:
// panic: runtime error: negative shift amount
// goroutine 1 [running]:

// Output:
// 8 <nil>
// 0 runtime error: negative shift amount
// 25 <nil>
// 7 runtime error: negative shift amount
// -2
