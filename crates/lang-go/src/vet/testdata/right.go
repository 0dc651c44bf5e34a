package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

type guarded struct {
	mu sync.Mutex
	n  int
}

type list []*guarded

type point struct{ X, Y int }

func (p point) String() string { return "p" }

type failure struct{ why string }

func (f *failure) Error() string { return f.why }

type shape struct{ name string }

func (s shape) Format(f fmt.State, verb rune) {}

type tree struct {
	Left, Right *tree
	N           int `json:"n,omitempty" xml:"n"`
	Other       int `json:"-"`
	x           int `json:"-"`
}

var handler func()

func variadic(format string, args ...any) { fmt.Printf(format, args...) }

func Show[T any](x T) { fmt.Printf("%v %T\n", x, x) }

func make_() *guarded { return &guarded{} }

func main() {
	g := make_()
	all := list{g, &guarded{n: 1}}
	for i, x := range all {
		fmt.Printf("%d %d %v\n", i, x.n, x)
	}
	for i := range all {
		all[i].n++
	}
	var any1 any = point{}
	var err error = &failure{"x"}
	fmt.Printf("%s %v %d %+v %#v %T\n", point{}, point{}, point{}, any1, any1, any1)
	fmt.Printf("%s %q %v %x\n", err, err, err, err)
	fmt.Printf("%d %s %t\n", shape{}, shape{}, 1 == 1)
	fmt.Printf("%s %x %s %d\n", []byte("a"), "b", [2]byte{}, []byte{1})
	fmt.Printf("%d %v %p %x\n", &any1, g, g, g)
	fmt.Printf("%5.2f %-8s|%+d %08b %*d %.*f\n", 1.5, "x", 1, 5, 3, 4, 2, 2.5)
	fmt.Printf("%[2]*[1]d %[1]q 100%%\n", 'A', 8)
	fmt.Printf("%t %c %U %q\n", true, 'x', 'x', 'x')
	fmt.Printf("%s %v\n", []string{"a"}, map[string][]int{})
	fmt.Printf("%s\n", strings.Split("a", ","))
	fmt.Printf("%v %v\n", nil, err)
	fmt.Println("100%", "5 % of it", fmt.Sprintf("%v", &tree{}))
	fmt.Fprintln(os.Stderr, "a")
	if err := fmt.Errorf("a: %w, %w", err, errors.New("b")); err != nil {
		fmt.Println(err)
	}
	if handler == nil || g.n == 1 || g.n == 2 || g.n != 3 {
		handler = func() {}
	}
	a, b := 1, 2
	a, b = b, a
	all[0], all[1] = all[1], all[0]
	m := map[string]int{}
	m["a"] = m["a"]
	_ = string(rune(a)) + string('x') + string([]byte{65})
	p := *new(point)
	_, _ = p, b
	variadic("%d", 1)
	Show(1)
}
