// Packages testing/fstest, testing/iotest and testing/quick.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing/fstest"
	"testing/iotest"
	"testing/quick"
)

func main() {
	m := fstest.MapFS{
		"hello":             {Data: []byte("hello, world\n")},
		"a/b/c":             {Data: []byte("deep"), Mode: 0644},
		"a/d":               {Mode: fs.ModeDir | 0755},
		"a/link":            {Data: []byte("b/c"), Mode: fs.ModeSymlink | 0777},
		"fortune/k/ken.txt": {Data: []byte("If a program is too slow, it must have a loop.\n")},
	}
	fmt.Println(fstest.TestFS(m, "hello", "a/b/c", "a/d", "fortune/k/ken.txt"))
	fmt.Println(fstest.TestFS(m, "nope"))
	fmt.Println(fstest.TestFS(m))
	b, err := m.ReadFile("a/link")
	fmt.Println(string(b), err)
	fmt.Println(m.ReadLink("a/link"))
	fmt.Println(m.ReadLink("hello"))
	fmt.Println(m.Open("/x"))
	fmt.Println(m.Stat("nope"))
	list, err := m.ReadDir("a")
	fmt.Println(list, err)
	fmt.Println(m.Glob("a/*"))
	s, err := m.Sub("a")
	fmt.Println(err)
	fmt.Println(fs.ReadFile(s, "b/c"))
	fmt.Println(iotest.TestReader(strings.NewReader("hello world"), []byte("hello world")))
	fmt.Println(iotest.TestReader(strings.NewReader("hello world"), []byte("hello")))
	var out bytes.Buffer
	w := iotest.TruncateWriter(&out, 4)
	fmt.Println(w.Write([]byte("abcdef")))
	fmt.Println(out.String())
	r := iotest.DataErrReader(strings.NewReader("abc"))
	buf := make([]byte, 2)
	for i := 0; i < 3; i++ {
		n, err := r.Read(buf)
		fmt.Println(n, err)
	}
	_, err = io.ReadAll(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("abc"))))
	fmt.Println(err, errors.Is(err, iotest.ErrTimeout))
	fmt.Println(quick.Check(func(a int, s string, m map[string]int8, p *float64, x struct {
		A, B uint16
		C    []int
	}) bool {
		return a == a
	}, nil))
	fmt.Println(quick.Check(func(a int) int { return a }, nil))
	fmt.Println(quick.Check(3, nil))
	fmt.Println(quick.Check(func(a chan int) bool { return true }, nil))
	err = quick.Check(func(a uint8) bool { return false }, nil)
	var ce *quick.CheckError
	fmt.Println(errors.As(err, &ce), ce.Count, len(ce.In))
	fmt.Println(quick.CheckEqual(func(a int) int { return a + a }, func(a int) int { return 2 * a }, nil))
}

// Output:
// <nil>
// TestFS found errors:
// expected but not found: nope
// TestFS found errors:
// expected empty file system but found files:
// a
// a/b
// a/b/c
// a/d
// a/link
// fortune
// fortune/k
// fortune/k/ken.txt
// hello
// deep <nil>
// b/c <nil>
//  readlink hello: invalid argument
// <nil> open /x: file does not exist
// <nil> open nope: file does not exist
// [dr-xr-xr-x 0 0001-01-01 00:00:00 b/ drwxr-xr-x 0 0001-01-01 00:00:00 d/ Lrwxrwxrwx 3 0001-01-01 00:00:00 link] <nil>
// [a/b a/d a/link] <nil>
// <nil>
// [100 101 101 112] <nil>
// <nil>
// ReadAll(small amounts) = "hello world"
// 	want "hello"
// 6 <nil>
// abcd
// 2 <nil>
// 1 EOF
// 0 EOF
// timeout true
// <nil>
// function does not return a bool
// argument is not a function
// cannot create arbitrary value of type chan int for argument 0
// true 1 1
// <nil>
