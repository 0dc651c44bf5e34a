// What a search found last is assigned to without another search: deleting, clearing, growing and equal keys that differ must
// not be missed.
package main

import (
	"fmt"
	"math"
)

func counts() {
	m := map[int]int{}
	for i := 0; i < 50; i++ {
		m[i%7]++
		m[i%7] += i
		if i%5 == 0 {
			delete(m, i%7)
			m[i%7] -= 1
		}
		if i == 33 {
			clear(m)
			m[0]++
		}
	}
	fmt.Println(m, len(m))
}

// The key is found, then the map grows, then the key is assigned.
func growing() {
	m := map[int]int{1: 10}
	for i := 0; i < 300; i++ {
		v := m[1]
		m[1000+i] = i
		m[1] = v + 1
	}
	fmt.Println(m[1], len(m))
}

func deleted() {
	m := map[int]string{0: "zero", 5: "five"}
	_ = m[0]
	delete(m, 0)
	m[0] += "again"
	_ = m[5]
	delete(m, 5)
	delete(m, 0)
	m[5] += "new"
	m[0] += "newer"
	fmt.Println(m, len(m))
	for k, v := range m {
		fmt.Println(k, v)
	}
	// All that is left of an entry that was deleted is zeros, which is a key.
	big := map[uint64]int{}
	for i := uint64(0); i < 20; i++ {
		big[i] = int(i)
	}
	_ = big[0]
	delete(big, 0)
	_, ok := big[0]
	fmt.Println(ok, len(big))
	big[0]++
	fmt.Println(big[0], len(big))
}

func floats() {
	zero := 0.0
	minus := math.Copysign(0, -1)
	m := map[float64]int{zero: 1}
	_ = m[zero]
	m[minus] = 2
	for k := range m {
		fmt.Println(len(m), math.Signbit(k))
	}
	nan := math.NaN()
	_ = m[nan]
	m[nan]++
	m[nan]++
	fmt.Println(len(m))
}

type pair struct {
	a int
	b string
}

func general() {
	m := map[pair]int{}
	var e any = 1
	any1 := map[any]int{}
	for i := 0; i < 20; i++ {
		m[pair{i % 3, "x"}]++
		any1[e]++
		any1["one"] += 2
	}
	fmt.Println(m, any1[1], any1["one"])
	defer func() {
		fmt.Println(recover())
		fmt.Println(len(any1))
	}()
	any1[[]int{1}]++
}

// Strings that differ in one byte, of every length at which they are compared in another way.
func strings() {
	m := map[string]int{}
	text := []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	for n := 0; n <= len(text); n++ {
		m[string(text[:n])]++
		for i := 0; i < n; i++ {
			text[i] ^= 0x80
			if m[string(text[:n])] != 0 {
				fmt.Println("found what is not there", n, i)
			}
			if v, ok := m[string(text[:n])]; ok {
				fmt.Println("there", v)
			}
			text[i] ^= 0x80
		}
		m[string(text[:n])]++
	}
	sum := 0
	for _, v := range m {
		sum += v
	}
	fmt.Println(len(m), sum)
}

// A key that was made of bytes is the map's own.
func keys() {
	m := map[string]int{}
	b := []byte("key0")
	for i := 0; i < 12; i++ {
		b[3] = byte('0' + i%3)
		if m[string(b)] == 0 {
			m[string(b)] = 100
		}
		m[string(b)]++
	}
	b[0] = 'X'
	fmt.Println(m)
}

func values(m map[int]int) (r int) {
	delete(m, 1)
	for i := 100; i < 140; i++ {
		m[i] = i
	}
	return 5
}

func order() {
	m := map[int]int{1: 7}
	m[1] += values(m)
	fmt.Println(m[1], len(m))
	defer func() { fmt.Println(recover(), len(m)) }()
	z := 0
	m[2] /= z
}

func none() {
	var m map[string]int
	fmt.Println(m["a"], len(m))
	defer func() { fmt.Println(recover()) }()
	m["a"]++
}

func small() {
	for n := 0; n <= 9; n++ {
		m := map[int]int{}
		for i := 0; i < n; i++ {
			m[i*i-3] = i
		}
		for i := 0; i < n; i += 2 {
			delete(m, i*i-3)
		}
		sum := 0
		for k := -4; k < 70; k++ {
			if v, ok := m[k]; ok {
				sum += v*100 + 1
			}
		}
		fmt.Print(sum, " ")
	}
	fmt.Println()
}

func main() {
	counts()
	growing()
	deleted()
	floats()
	general()
	strings()
	keys()
	order()
	none()
	small()
}

// Output:
// map[0:92 1:81 2:83 3:-1 4:87 5:47 6:126] 7
// 310 301
// map[0:newer 5:new] 2
// 5 new
// 0 newer
// false 19
// 1 20
// 1 true
// 3
// map[{0 x}:7 {1 x}:7 {2 x}:6] 20 40
// runtime error: hash of unhashable type []int
// 2
// 53 106
// map[key0:104 key1:104 key2:104]
// 5 41
// runtime error: integer divide by zero 41
// 0 0
// assignment to entry in nil map
// 0 0 101 101 402 402 903 903 1604 1604
