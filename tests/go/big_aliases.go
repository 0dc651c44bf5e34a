// Results of package big go where the operands are.
package main

import (
	"fmt"
	"math/big"
	"math/rand"
)

func number(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic(s)
	}
	return n
}

func main() {
	texts := []string{"0", "1", "-1", "2", "-7", "12345678901234567890123", "-98765432109876543210987654321"}
	for _, x := range texts {
		for _, m := range texts {
			for _, y := range []int64{0, 1, 2, 3, 77} {
				modulus := number(m)
				fresh := new(big.Int).Exp(number(x), big.NewInt(y), modulus)
				aliased := number(m)
				aliased.Exp(number(x), big.NewInt(y), aliased)
				base := number(x)
				base.Exp(base, big.NewInt(y), number(m))
				if fresh.Cmp(aliased) != 0 || fresh.Cmp(base) != 0 || modulus.Cmp(number(m)) != 0 {
					fmt.Println("differs", x, y, m, fresh, aliased, base)
				}
			}
		}
		n := number(x)
		fmt.Println(x, n.Rand(rand.New(rand.NewSource(1)), n).Cmp(new(big.Int).Rand(rand.New(rand.NewSource(1)), number(x))))
	}
	for _, buf := range [][]byte{
		{1, 0x2a, 0x20, 0x20, 0x20, 0x20, 0, 0x20, 0x20, 0x20, 0, 0x20, 0x20, 0x20, 0x20, 0, 0, 0, 0, 0xc},
		{1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		{1, 2, 0, 0, 0, 0},
		{1, 2, 0},
		{2, 2, 0, 0, 0, 0},
		{},
	} {
		fmt.Println(new(big.Float).GobDecode(buf))
		err := big.NewFloat(1).GobDecode(buf)
		fmt.Println(err != nil)
	}
}

// Output:
// 0 0
// 1 0
// -1 0
// 2 0
// -7 0
// 12345678901234567890123 0
// -98765432109876543210987654321 0
// Float.GobDecode: msb not set in last word 0x20 of 0x.20202020000000000cp+2105376
// true
// Float.GobDecode: nonzero finite number with empty mantissa
// true
// Float.GobDecode: buffer too small for finite form float
// true
// Float.GobDecode: buffer too small
// true
// Float.GobDecode: encoding version 2 not supported
// true
// <nil>
// false
