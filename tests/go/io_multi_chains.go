// Readers and writers made of others are as flat as they can be, and forget what they have read.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
)

// counting notes how deep the stack is when it is read from or written to.
type counting struct {
	io.Reader
	depth int
}

func depth() int {
	var pcs [1000]uintptr
	return runtime.Callers(0, pcs[:])
}

func (c *counting) Read(p []byte) (int, error) {
	c.depth = depth()
	return c.Reader.Read(p)
}

func (c *counting) Write(p []byte) (int, error) {
	c.depth = depth()
	return len(p), nil
}

// failing is a writer that takes some bytes and then fails.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return f.left, errors.New("full")
	}
	f.left -= len(p)
	return len(p), nil
}

func main() {
	one := &counting{Reader: strings.NewReader("abc")}
	io.ReadAll(io.MultiReader(one))
	many := &counting{Reader: strings.NewReader("abc")}
	r := io.MultiReader(many)
	for range 100 {
		r = io.MultiReader(r)
	}
	io.ReadAll(r)
	fmt.Println(one.depth == many.depth)

	one, many = &counting{}, &counting{}
	io.WriteString(io.MultiWriter(one, io.Discard), "x")
	w := io.MultiWriter(many, io.Discard)
	for range 100 {
		w = io.MultiWriter(w)
	}
	io.WriteString(w, "x")
	fmt.Println(one.depth == many.depth)

	all := io.MultiReader(strings.NewReader("one "), io.MultiReader(strings.NewReader("two "), strings.NewReader("three")))
	var b bytes.Buffer
	n, err := all.(io.WriterTo).WriteTo(&b)
	fmt.Println(n, err, b.String())
	n, err = all.(io.WriterTo).WriteTo(&b)
	fmt.Println(n, err)
	rest, err := io.ReadAll(all)
	fmt.Printf("%q %v\n", rest, err)

	for left := range 12 {
		r := io.MultiReader(strings.NewReader("one "), strings.NewReader("two "), strings.NewReader("six"))
		n, err := io.Copy(&failing{left}, r)
		rest, _ := io.ReadAll(r)
		fmt.Printf("%d: %d %v %q\n", left, n, err, rest)
	}

	// Two chains that share a list take turns.
	a := io.MultiReader(strings.NewReader("1234"), strings.NewReader("5678"))
	c := io.MultiReader(a)
	buf := make([]byte, 3)
	for i := range 6 {
		from := a
		if i%2 == 1 {
			from = c
		}
		n, err := from.Read(buf)
		fmt.Printf("%q %v\n", buf[:n], err)
	}
	defer func() { fmt.Println(recover() == bytes.ErrTooLarge) }()
	bytes.NewBufferString("x").Grow(1<<63 - 1)
}

// Output:
// true
// true
// 13 <nil> one two three
// 0 <nil>
// "" <nil>
// 0: 0 full "one two six"
// 1: 1 full "ne two six"
// 2: 2 full "e two six"
// 3: 3 full " two six"
// 4: 4 full "two six"
// 5: 5 full "wo six"
// 6: 6 full "o six"
// 7: 7 full " six"
// 8: 8 full "six"
// 9: 9 full "ix"
// 10: 10 full "x"
// 11: 11 <nil> ""
// "123" <nil>
// "4" <nil>
// "567" <nil>
// "8" <nil>
// "" EOF
// "" EOF
// true
