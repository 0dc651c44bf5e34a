// Division truncates towards zero, the remainder has the sign of the dividend, and MIN / -1 wraps.
package main

import "fmt"

func div8(a, b int8) (int8, int8)        { return a / b, a % b }
func div16(a, b int16) (int16, int16)    { return a / b, a % b }
func div32(a, b int32) (int32, int32)    { return a / b, a % b }
func div64(a, b int64) (int64, int64)    { return a / b, a % b }
func udiv8(a, b uint8) (uint8, uint8)    { return a / b, a % b }
func udiv64(a, b uint64) (q, r uint64)   { return a / b, a % b }
func udiv32(a, b uint32) (q, r uint32)   { return a / b, a % b }
func byConst(a int) (int, int, int, int) { return a / 8, a % 8, a / -3, a % 10 }

// A variable, so that the operands below are not known before the program runs.
var minusOne = -1

func main() {
	for _, a := range []int{7, -7} {
		for _, b := range []int{2, -2} {
			fmt.Println(a, b, a/b, a%b)
		}
	}
	fmt.Println(div8(-128, -1))
	fmt.Println(div16(-32768, -1))
	fmt.Println(div32(-2147483648, -1))
	fmt.Println(div64(-9223372036854775808, -1))
	fmt.Println(div8(-128, 1))
	fmt.Println(div8(-128, 127))
	fmt.Println(div64(-9223372036854775808, 10))
	fmt.Println(udiv8(255, 16))
	fmt.Println(udiv32(4294967295, 10))
	fmt.Println(udiv64(18446744073709551615, 10))
	fmt.Println(udiv64(18446744073709551615, 9223372036854775808))
	for _, a := range []int{0, 1, -1, 7, -7, 8, -8, 9, -9, 1<<62 + 5, -1 << 63} {
		fmt.Println(byConst(a))
	}
	fmt.Println(div8(-128, int8(minusOne)))
	fmt.Println(div16(-32768, int16(minusOne)))
	fmt.Println(div32(-2147483648, int32(minusOne)))
	fmt.Println(div64(-9223372036854775808, int64(minusOne)))
	fmt.Println(div64(7, int64(minusOne)))
	a, b := 17, 5
	a /= b
	b %= a
	fmt.Println(a, b)
}

// Output:
// 7 2 3 1
// 7 -2 -3 1
// -7 2 -3 -1
// -7 -2 3 -1
// -128 0
// -32768 0
// -2147483648 0
// -9223372036854775808 0
// -128 0
// -1 -1
// -922337203685477580 -8
// 15 15
// 429496729 5
// 1844674407370955161 5
// 1 9223372036854775807
// 0 0 0 0
// 0 1 0 1
// 0 -1 0 -1
// 0 7 -2 7
// 0 -7 2 -7
// 1 0 -2 8
// -1 0 2 -8
// 1 1 -3 9
// -1 -1 3 -9
// 576460752303423488 5 -1537228672809129303 9
// -1152921504606846976 0 3074457345618258602 -8
// -128 0
// -32768 0
// -2147483648 0
// -9223372036854775808 0
// -7 0
// 3 2
