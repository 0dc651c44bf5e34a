// Constant expressions that overflow, truncate or are not constant.
package main

const big = 1 << 64

var v = 1

const c1 = v          // ERROR "v .* is not constant"
const c2 int8 = 128   // ERROR "overflows int8|cannot use 128"
const c3 = len([]int{1}) // ERROR "is not constant"
const c4 uint = -1    // ERROR "overflows uint|cannot use -1"
const c5 = 10 / 0     // ERROR "division by zero"

func main() {
	var i int = big       // ERROR "overflows|cannot use big"
	var u uint8 = 1 << 8  // ERROR "overflows|cannot use 1 << 8"
	var f float32 = 1e39  // ERROR "overflows|cannot use 1e39"
	var j int = 1.5       // ERROR "truncated|cannot use 1.5"
	_ = int8(200)         // ERROR "overflows|cannot convert 200"
	_ = uint(-1)          // ERROR "overflows|cannot convert -1"
	_ = int(2.5)          // ERROR "truncated|cannot convert 2.5"
	_ = "abc"[3]          // ERROR "out of range|out of bounds"
	_ = [3]int{1, 2, 3, 4} // ERROR "out of bounds"
	_ = [3]int{5: 1}      // ERROR "out of bounds"
	_ = [3]int{}[3]       // ERROR "out of range|out of bounds"
	_ = []int{1, 2}[-1]   // ERROR "must not be negative"
	_ = []int{0: 1, 0: 2} // ERROR "duplicate index"
	_ = map[string]int{"a": 1, "a": 2} // ERROR "duplicate key"
	_ = "abc"[2:1]        // ERROR "invalid slice indices"
	_ = 1 << -1           // ERROR "negative shift count"
	var a [-1]int         // ERROR "invalid array length|must be non-negative"
	n := len(a)
	var b [n]int          // ERROR "array length n .*must be constant|invalid array length"
	_, _, _, _, _, _, _ = i, u, f, j, a, b, n
}
