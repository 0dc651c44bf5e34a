package p

import (
	"fmt"
	. "math"
	_ "embed"
)

//go:noinline
func (r *T[P, _]) m(a, b int, c ...string) (x int, err error) { return a + b*2 - <-c, nil }
func g[K comparable, V ~int | ~[]byte](m map[K]V, _ func(int) chan<- int)

const (
	A, B = iota, "s\x41"
	C, D
	_ T = 1 << 'x'
	E
)

type (
	Arr [N * 2]int
	Gen[P *C,] struct {
		a, b int `tag`
		*fmt.Stringer
		Gen[P]
		c [4]int
	}
	Un[P *int | ~Q] = interface { m(); ~int | string; Gen[int] }
	Par[P (Q),] []P
)

var x, y = T{1: {2, 3}, a: &U{}}, [...]int{}
var z = func() int { go f(); defer g(x...); return x.(T).y[1:2:3] }()

func f() {
L:
	for i := 0; i < 10; i++ {
		if x := f(); x == (T{}) {
			continue L
		} else if y {
			break
		} else {
			goto End
		}
	}
	for range 10 {
		x, y[0] = y, x
	}
	for k, v := range m {
		s.n += v
		k--
	}
	for {
	}
	switch x := y.(type) {
	case nil, []int:
		c <- 1
	default:
		fallthru()
	}
	switch x := 1; {
	case x > 1:
		fallthrough
	case true:
	}
	select {
	case v, ok := <-c:
	case c <- 2:
	default:
		var a, b int = 1, 2
	}
End:
}
