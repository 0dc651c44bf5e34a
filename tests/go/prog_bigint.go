// Big integers by hand: factorials, powers and Fibonacci numbers in decimal.
package main

import (
	"fmt"
	"strings"
)

type big []uint32 // base 10^9, least first

const base = 1000000000

func from(n uint64) (b big) {
	for ; n > 0; n /= base {
		b = append(b, uint32(n%base))
	}
	return
}

func (a big) add(b big) (c big) {
	carry := uint32(0)
	for i := 0; i < len(a) || i < len(b) || carry > 0; i++ {
		if i < len(a) {
			carry += a[i]
		}
		if i < len(b) {
			carry += b[i]
		}
		c = append(c, carry%base)
		carry /= base
	}
	return
}

func (a big) mul(b big) big {
	c := make(big, len(a)+len(b)+1)
	for i, x := range a {
		carry := uint64(0)
		for j := 0; j < len(b) || carry > 0; j++ {
			t := uint64(c[i+j]) + carry
			if j < len(b) {
				t += uint64(x) * uint64(b[j])
			}
			c[i+j] = uint32(t % base)
			carry = t / base
		}
	}
	for len(c) > 0 && c[len(c)-1] == 0 {
		c = c[:len(c)-1]
	}
	return c
}

func (a big) divSmall(d uint32) (q big, r uint32) {
	q = make(big, len(a))
	rem := uint64(0)
	for i := len(a) - 1; i >= 0; i-- {
		cur := rem*base + uint64(a[i])
		q[i] = uint32(cur / uint64(d))
		rem = cur % uint64(d)
	}
	for len(q) > 0 && q[len(q)-1] == 0 {
		q = q[:len(q)-1]
	}
	return q, uint32(rem)
}

func (a big) String() string {
	if len(a) == 0 {
		return "0"
	}
	var s strings.Builder
	fmt.Fprint(&s, a[len(a)-1])
	for i := len(a) - 2; i >= 0; i-- {
		fmt.Fprintf(&s, "%09d", a[i])
	}
	return s.String()
}

func pow(x uint64, n int) big {
	r, b := from(1), from(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.mul(b)
		}
		b = b.mul(b)
	}
	return r
}

func main() {
	f := from(1)
	for i := uint64(2); i <= 100; i++ {
		f = f.mul(from(i))
		if i%25 == 0 {
			fmt.Println(i, f)
		}
	}
	zeros := 0
	for q, r := f.divSmall(10); r == 0; q, r = q.divSmall(10) {
		zeros++
	}
	fmt.Println(zeros, pow(2, 200), pow(3, 0), from(0), from(0).add(from(5)))
	a, b := from(0), from(1)
	for i := 0; i < 1000; i++ {
		a, b = b, a.add(b)
	}
	fmt.Println(a)
	_, r := pow(7, 300).divSmall(1000007)
	fmt.Printf("%d %v %s\n", r, len(pow(2, 10000).String()), pow(10, 20))
}

// Output:
// 25 15511210043330985984000000
// 50 30414093201713378043612608166064768844377641568960512000000000000
// 75 24809140811395398091946477116594033660926243886570122837795894512655842677572867409443815424000000000000000000
// 100 93326215443944152681699238856266700490715968264381621468592963895217599993229915608941463976156518286253697920827223758251185210916864000000000000000000000000
// 24 1606938044258990275541962092341162602522202993782792835301376 1 0 5
// 43466557686937456435688527675040625802564660517371780402481729089536555417949051890403879840079255169295922593080322634775209689623239873322471161642996440906533187938298969649928516003704476137795166849228875
// 587449 3011 100000000000000000000
