package main

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"io/ioutil"
	"strings"
)

type c64 complex64
type c128 complex128

func main() {
	var a c64
	var b c128
	n, err := fmt.Sscan("(1+2i) (3.5e1-4i)", &a, &b)
	fmt.Println(n, err, a, b)
	n, err = fmt.Sscanf("1+2i;-4i", "%v;%v", &a, &b)
	fmt.Println(n, err, a, b)
	n, err = fmt.Sscanf("1", "%d", &a)
	fmt.Println(n, err)
	data, err := ioutil.ReadAll(strings.NewReader("all"))
	fmt.Println(string(data), err)
	fmt.Fprint(ioutil.Discard, "x")
	rc := ioutil.NopCloser(bytes.NewReader(nil))
	fmt.Println(rc.Close())
	_, err = ioutil.ReadFile("/nonexistent/x")
	fmt.Println(err != nil)

	seed := maphash.MakeSeed()
	type key struct {
		s string
		v any
		f float64
	}
	x, y := key{"a", [2]any{1, 'c'}, 0}, key{"a", [2]any{1, 'c'}, 0}
	y.f *= -1
	fmt.Println(maphash.Comparable(seed, x) == maphash.Comparable(seed, y), maphash.Comparable(seed, x) == maphash.Comparable(maphash.MakeSeed(), x))
	fmt.Println(maphash.Comparable(seed, 1) == maphash.Comparable(seed, 2), maphash.Comparable(seed, &x) == maphash.Comparable(seed, &x), maphash.Comparable(seed, &x) == maphash.Comparable(seed, &y))
	var h maphash.Hash
	h.SetSeed(seed)
	maphash.WriteComparable(&h, "s")
	maphash.WriteComparable(&h, 1i)
	one := h.Sum64()
	h.Reset()
	maphash.WriteComparable(&h, "s")
	maphash.WriteComparable(&h, 1i)
	fmt.Println(one == h.Sum64())
	func() {
		defer func() { fmt.Println(recover()) }()
		maphash.Comparable(seed, any([]int{}))
	}()
}

// Output:
// 2 <nil> (1+2i) (35-4i)
// 1 syntax error scanning complex number (1+2i) (35-4i)
// 0 bad verb '%d' for complex
// all <nil>
// <nil>
// true
// true false
// false true false
// true
// runtime error: hash of unhashable type []int
