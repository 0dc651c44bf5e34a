// runtime.AddCleanup: which arguments it accepts, and that nothing is called while the object is alive.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

type file struct {
	fd   int
	name string
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		fmt.Printf("%s: %v (%T)\n", name, r, r)
	}()
	f()
}

func open(fd int) (*file, runtime.Cleanup) {
	f := &file{fd, fmt.Sprint("file", fd)}
	return f, runtime.AddCleanup(f, func(fd int) { fmt.Println("never while it is alive", fd) }, fd)
}

func main() {
	f, c := open(3)
	runtime.GC()
	fmt.Println(f.name)
	c.Stop()
	c.Stop()
	runtime.GC()
	fmt.Println(f.fd)

	try("nil pointer", func() { runtime.AddCleanup((*file)(nil), func(int) {}, 1) })
	try("the object itself", func() { runtime.AddCleanup(f, func(*file) {}, f) })
	try("another object", func() { runtime.AddCleanup(f, func(*file) {}, &file{}).Stop() })
	try("in an interface", func() { runtime.AddCleanup(f, func(any) {}, any(f)).Stop() })
	try("nil function", func() { runtime.AddCleanup(f, (func(string))(nil), "x").Stop() })
	try("a field", func() { runtime.AddCleanup(&f.name, func(error) {}, errors.ErrUnsupported).Stop() })
	try("several", func() {
		for i := range 3 {
			runtime.AddCleanup(f, func(struct{ a, b int }) {}, struct{ a, b int }{i, i}).Stop()
		}
	})
	var zero runtime.Cleanup
	zero.Stop()
	runtime.KeepAlive(f)
	fmt.Fprintln(os.Stdout, "done")
}

// Output:
// file3
// 3
// nil pointer: runtime.AddCleanup: ptr is nil (string)
// the object itself: runtime.AddCleanup: ptr is equal to arg, cleanup will never run (string)
// another object: <nil> (<nil>)
// in an interface: <nil> (<nil>)
// nil function: <nil> (<nil>)
// a field: <nil> (<nil>)
// several: <nil> (<nil>)
// done
