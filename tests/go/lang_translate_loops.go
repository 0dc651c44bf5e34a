// Loops that store what a table has for each byte, at every length around those where many are done at once: in place, into another
// row, over rows that overlap, over the table itself; bounds that fail in the middle; others that run meanwhile.
package main

import "fmt"

var table [256]byte

var tables struct {
	name  string
	upper [256]byte
	short [200]byte
}

//go:noinline
func inPlace(b []byte) {
	for i, c := range b {
		b[i] = table[c]
	}
}

//go:noinline
func into(to []byte, from string) {
	for i := 0; i < len(from); i++ {
		to[i] = tables.upper[from[i]]
	}
}

//go:noinline
func between(to, from []byte, lo, hi, k int) {
	for i := lo; i < hi; i++ {
		to[i+k] = table[from[i]]
	}
}

//go:noinline
func local(b []byte, by byte) {
	var rotated [256]byte
	for i := range rotated {
		rotated[i] = byte(i) + by
	}
	for i := range b {
		b[i] = rotated[b[i]]
	}
}

//go:noinline
func pointed(t *[256]byte, b []byte) {
	for i := range b {
		b[i] = t[b[i]]
	}
}

// Entries that are not stored as they are, bytes that are not looked up as they are.
//
//go:noinline
func almost(b []byte) (sum int) {
	for i := range b {
		b[i] = table[b[i]^1]
	}
	for i := range b {
		b[i] = table[b[i]] + 1
	}
	for i := range b {
		sum += int(table[b[i]])
	}
	for i := range b {
		b[i] = table[table[b[i]]]
	}
	for i := range b {
		if b[i] < 200 {
			b[i] = tables.short[b[i]]
		}
	}
	return
}

func overrun(to, from []byte, n int) (failed any) {
	defer func() { failed = recover() }()
	between(to, from, 0, n, 0)
	return
}

func reset() {
	for i := range table {
		table[i] = byte(i*7 + 3)
		tables.upper[i] = byte(i)
		if 'a' <= i && i <= 'z' {
			tables.upper[i] -= 'a' - 'A'
		}
	}
	for i := range tables.short {
		tables.short[i] = byte(i ^ 85)
	}
}

func bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*i*31 + i + n)
	}
	return b
}

func sum(b []byte) (n int) {
	for _, c := range b {
		n = (n*31 + int(c)) % 1000003
	}
	return
}

func together() {
	done := make(chan int)
	for g := 1; g <= 3; g++ {
		go func() {
			mine := bytes(1<<15 + g)
			for range 4 {
				inPlace(mine)
			}
			done <- sum(mine)
		}()
	}
	fmt.Println(<-done + <-done + <-done)
}

func main() {
	reset()
	hash := 0
	for n := 0; n < 300; n++ {
		b := bytes(n)
		inPlace(b)
		to := make([]byte, n+2)
		into(to, string(b))
		between(to, b, n/3, n, 2)
		local(b, byte(n))
		pointed(&tables.upper, b)
		hash = (hash*31 + sum(b) + sum(to) + almost(b)) % 1000003
		if n%37 == 0 {
			fmt.Println(n, sum(b), sum(to), hash)
		}
	}
	for k := -70; k <= 70; k += 7 {
		b := bytes(400)
		between(b, b, 100, 300, k)
		fmt.Println(k, sum(b))
	}
	for _, at := range []int{0, 1, 100, 255} {
		between(table[:], bytes(256), 0, 256-at, at)
		fmt.Println(sum(table[:]))
		reset()
		inPlace(table[at:])
		fmt.Println(sum(table[:]))
		reset()
	}
	b := bytes(100)
	fmt.Println(overrun(b, b[:90], 100), sum(b))
	fmt.Println(overrun(b[:95], b, 100), sum(b))
	fmt.Println(overrun(b, b, 1<<62), sum(b))
	text := []byte("Hello, wörld: the quick brown fox jumps over the lazy dog, 0123456789 times and then some more.")
	into(text, string(text))
	fmt.Println(string(text))
	together()
}

// Output:
// 0 0 0 0
// 37 273384 973191 266833
// 74 418415 120280 811872
// 111 64132 964412 667026
// 148 553200 209352 963877
// 185 929604 954443 455118
// 222 876489 253839 310462
// 259 200417 301547 962765
// 296 853398 210147 449503
// -70 839548
// -63 806393
// -56 911022
// -49 772705
// -42 222326
// -35 186265
// -28 599424
// -21 359659
// -14 519548
// -7 635966
// 0 256961
// 7 856745
// 14 654951
// 21 338477
// 28 203842
// 35 508888
// 42 788922
// 49 166609
// 56 716633
// 63 974911
// 70 841781
// 120110
// 972867
// 594306
// 697847
// 320911
// 640536
// 398901
// 399129
// runtime error: index out of range [90] with length 90 188692
// runtime error: index out of range [95] with length 95 456912
// runtime error: index out of range [100] with length 100 569150
// HELLO, WöRLD: THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG, 0123456789 TIMES AND THEN SOME MORE.
// 992227
