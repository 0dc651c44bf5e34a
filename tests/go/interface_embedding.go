// Interfaces made of interfaces, structs that embed interfaces, and conversion between them.
package main

import "fmt"

type reader interface{ read() string }
type writer interface{ write(string) int }
type closer interface{ close() error }
type readWriter interface {
	reader
	writer
}
type all interface {
	readWriter
	closer
	fmt.Stringer
	read() string
}

type file struct {
	data   []string
	closed bool
}

func (f *file) read() string {
	if len(f.data) == 0 {
		return ""
	}
	s := f.data[0]
	f.data = f.data[1:]
	return s
}
func (f *file) write(s string) int { f.data = append(f.data, s); return len(s) }
func (f *file) close() error {
	if f.closed {
		return fmt.Errorf("already closed")
	}
	f.closed = true
	return nil
}
func (f *file) String() string { return fmt.Sprintf("file%v", f.data) }

type counting struct {
	readWriter
	reads int
}

func (c *counting) read() string { c.reads++; return c.readWriter.read() }

type prefixed struct {
	writer
	prefix string
}

func (p prefixed) write(s string) int { return p.writer.write(p.prefix + s) }

type chain struct{ prefixed }

func copyAll(w writer, r reader) (n int) {
	for s := r.read(); s != ""; s = r.read() {
		n += w.write(s)
	}
	return
}

func main() {
	f := &file{}
	var a all = f
	a.write("one")
	var rw readWriter = a
	rw.write("two")
	var r reader = rw
	fmt.Println(a, r.read(), r.(closer).close(), r.(closer).close())
	fmt.Println(f.closed)
	c := &counting{readWriter: rw}
	dst := &file{}
	copied := copyAll(chain{prefixed{prefixed{dst, "b"}, "a"}}, c)
	fmt.Println(copied, dst, c.reads)
	_, ok := reader(c).(fmt.Stringer)
	_, ok2 := c.readWriter.(fmt.Stringer)
	fmt.Println(ok, ok2)
	var w writer = c
	fmt.Println(w.write("x"))
	fmt.Println(c.readWriter.(*file).data)
	fmt.Println(w.(readWriter).read())
	fmt.Println(c.reads)
	list := []interface{}{f, dst, c, chain{}, nil}
	for _, x := range list {
		_, isR := x.(reader)
		_, isW := x.(writer)
		_, isA := x.(all)
		fmt.Print(isR, isW, isA, " ")
	}
	fmt.Println(".")
	defer func() { fmt.Println("caught:", recover()) }()
	var empty chain
	empty.write("nil inside")
}

// Output:
// file[two] one <nil> already closed
// true
// 5 file[batwo] 2
// false true
// 1
// [x]
// x
// 3
// true true true true true true true true false false true false false false false .
// caught: runtime error: invalid memory address or nil pointer dereference
