// Generators of random numbers: xorshift, PCG-like 128-bit products by halves, Mersenne twister, and a shuffle.
package main

import "fmt"

type source interface{ next() uint64 }

type xorshift struct{ s uint64 }

func (x *xorshift) next() uint64 {
	x.s ^= x.s << 13
	x.s ^= x.s >> 7
	x.s ^= x.s << 17
	return x.s
}

type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func mul64(a, b uint64) (hi, lo uint64) {
	const m = 1<<32 - 1
	a0, a1, b0, b1 := a&m, a>>32, b&m, b>>32
	t := a1*b0 + a0*b0>>32
	w := t&m + a0*b1
	return a1*b1 + t>>32 + w>>32, a * b
}

type wyrand struct{ s uint64 }

func (w *wyrand) next() uint64 {
	w.s += 0xa0761d6478bd642f
	hi, lo := mul64(w.s, w.s^0xe7037ed1a0b428db)
	return hi ^ lo
}

type twister struct {
	state [624]uint32
	i     int
}

func newTwister(seed uint32) *twister {
	t := &twister{i: 624}
	t.state[0] = seed
	for i := 1; i < 624; i++ {
		t.state[i] = 1812433253*(t.state[i-1]^t.state[i-1]>>30) + uint32(i)
	}
	return t
}

func (t *twister) next() uint64 {
	if t.i == 624 {
		for i := range t.state {
			y := t.state[i]&0x80000000 | t.state[(i+1)%624]&0x7fffffff
			t.state[i] = t.state[(i+397)%624] ^ y>>1
			if y&1 != 0 {
				t.state[i] ^= 0x9908b0df
			}
		}
		t.i = 0
	}
	y := t.state[t.i]
	t.i++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return uint64(y ^ y>>18)
}

func shuffle(a []int, s source) {
	for i := len(a) - 1; i > 0; i-- {
		j := s.next() % uint64(i+1)
		a[i], a[j] = a[j], a[i]
	}
}

func pi(s source, n int) float64 {
	in := 0
	for i := 0; i < n; i++ {
		x := float64(s.next()>>11) / (1 << 53)
		y := float64(s.next()>>11) / (1 << 53)
		if x*x+y*y < 1 {
			in++
		}
	}
	return 4 * float64(in) / float64(n)
}

func main() {
	sm := splitmix(1)
	for _, s := range []source{&xorshift{88172645463325252}, &sm, &wyrand{7}, newTwister(5489)} {
		var last uint64
		for i := 0; i < 1000; i++ {
			last = s.next()
		}
		a := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		shuffle(a, s)
		var buckets [8]int
		for i := 0; i < 8000; i++ {
			buckets[s.next()&7]++
		}
		fmt.Println(last, a, buckets)
	}
	fmt.Println(pi(&xorshift{1234567}, 20000), pi(&wyrand{1}, 20000))
	fmt.Println(mul64(1<<63, 6))
	fmt.Println(mul64(1<<64-1, 1<<64-1))
}

// Output:
// 1363160026601443621 [1 3 10 6 4 8 9 7 5 2] [1016 1027 1054 1037 979 971 978 938]
// 16652223113169424311 [9 1 5 4 6 3 2 8 10 7] [990 980 990 1014 1011 978 1009 1028]
// 12777040938387437277 [8 10 3 6 2 9 4 7 1 5] [966 1029 1027 997 942 1044 970 1025]
// 1341017984 [5 7 3 9 10 6 1 2 4 8] [982 1027 1027 950 1016 972 1012 1014]
// 3.1458 3.1492
// 3 0
// 18446744073709551614 1
