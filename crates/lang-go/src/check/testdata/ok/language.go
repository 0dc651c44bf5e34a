// Everything here is accepted.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	str "strings"
)

type (
	List struct {
		head *Node
		n    int
	}
	Node struct {
		next *Node
		val  any
	}
	T1 struct{ next *T2 }
	T2 T1
	I1 interface{ m() I2 }
	I2 interface{ I1 }
	F  func(F) F
	M  map[string]M
	S  []S
	C  chan C
	A  = []B
	B  struct{ a A }
)

const (
	c0 = iota
	c1
	_
	c3 = 1 << (10 * iota)
	c4
)

const (
	big   = 1 << 100
	small = big >> 99
	pi    = 3.14159265358979323846264338327950288
	hi    = "hé"
	r     = 'x'
	typed int8 = -128
	mask  = ^uint32(0)
)

var (
	a, b = pair()
	x    = y + 1
	y    = f()
	z    = [...]string{2: "two", "three", 0: "zero"}
	fact = func(n int) int {
		if n == 0 {
			return 1
		}
		return n
	}
)

func pair() (int, error) { return 1, nil }
func f() int             { return small }

type Shape interface {
	Area() float64
	fmt.Stringer
}

type Base struct{ name string }

func (b *Base) SetName(s string) { b.name = s }
func (b Base) Name() string      { return b.name }

type Square struct {
	Base
	side float64
}

func (s Square) Area() float64   { return s.side * s.side }
func (s Square) String() string  { return fmt.Sprintf("square %v", s.side) }
func variadic(p string, q ...int) (n int) { n = len(q); return }

type myErr struct{}

func (*myErr) Error() string { return "e" }

func mayFail() error {
	if len(os.Args) > 3 {
		return &myErr{}
	}
	return errors.New("x")
}

func named() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	n = 1
	return
}

func shifts(s uint, i int) {
	var _ = 1 << s
	var u8 uint8 = 1 << s
	var f float64 = float64(1 << 3)
	var w int64 = 1.0 << 33
	var k = uint64(1<<s) + 1<<63
	_, _, _, _ = u8, f, w, k
	_ = make([]int, 1<<s)
	_ = i<<1 == 1<<s
}

func control(v any, m map[string]int, ch chan int, arr *[4]int) (res string) {
outer:
	for i := range 10 {
		switch {
		case i > 3, i == 2:
			continue outer
		case i == 7:
			fallthrough
		default:
			break outer
		}
	}
	for k, v := range m {
		delete(m, k)
		_ = v
	}
	for i, c := range "héllo" {
		var _ int = i
		var _ rune = c
	}
	for i := range arr {
		arr[i]++
	}
	for range ch {
	}
	switch t := v.(type) {
	case nil:
		return "nil"
	case int, string:
		_ = t
	case error:
		return t.Error()
	case func() int:
		_ = t()
	}
	if n, ok := m["a"]; ok && n > 0 {
		res = "x"
	} else if e, ok := v.(error); ok {
		res = e.Error()
	}
	select {
	case n := <-ch:
		_ = n
	case n, ok := <-ch:
		_, _ = n, ok
	case ch <- 1:
	default:
	}
	goto end
end:
	return
}

func terminates(n int) int {
	for {
		if n > 3 {
			return 1
		}
	}
}

func panics() int { panic("x") }

func main() {
	var s Shape = Square{Base{"b"}, 2}
	sq := Square{side: 1}
	sq.SetName("n")
	_ = sq.Name()
	g := sq.Area
	h := Square.Area
	k := (*Base).SetName
	k(&sq.Base, "x")
	_ = g() + h(sq) + s.Area()
	var w io.Writer = os.Stdout
	fmt.Fprintf(w, "%d\n", len(z))
	var sb str.Builder
	sb.WriteString("x")
	p := &[]Node{{val: 1}, {nil, "a"}}
	q := []*Node{{val: 1}, nil}
	mm := map[[2]int]Base{{1, 2}: {"a"}}
	_, _, _ = p, q, mm
	bytes := append([]byte("abc"), "def"...)
	copy(bytes, "xyz")
	ints := append([]int(nil), 1, 2, 3)
	clear(ints)
	_ = min(1, 2.5, 'a')
	_ = max("a", "b")
	var cx complex128 = complex(1, 2)
	_ = real(cx) + imag(cx)
	_ = [2]int(ints)
	_ = (*[2]int)(ints)
	_ = string(bytes) + string(rune(65)) + string(hi[0])
	e := mayFail()
	var me *myErr
	_ = e == nil || e == me
	var arr [4]int
	_ = control(1, nil, make(chan int, 3), &arr)
	_, _ = named()
	_ = variadic("a") + variadic("b", 1, 2) + variadic("c", ints...)
	ptr := new(int)
	*ptr += c4
	num := new(42)
	*num = 3
	go func() {}()
	defer fmt.Println(a, b, x, fact(3))
	func() { _ = typed }()
	var fn func(int) (int, error)
	if fn != nil {
		if v, err := fn(c0 + c1); err == nil {
			_ = v
		}
	}
	struct1 := struct{ a, b int }{1, 2}
	struct2 := struct{ a, b int }{b: 2}
	_ = struct1 == struct2
	var anyv any = 3
	_ = anyv == 3 && anyv != "x"
	shifts(1, 2)
	println(terminates(4), panics, mask, r, pi)
}
