// Variadic functions: none, some, a slice passed on, nil, and interfaces.
package main

import "fmt"

func sum(xs ...int) (total int) {
	for _, x := range xs {
		total += x
	}
	return
}

func describe(prefix string, xs ...interface{}) string {
	return fmt.Sprint(prefix, len(xs), xs == nil, xs)
}

func modify(xs ...int) {
	if len(xs) > 0 {
		xs[0] = 100
	}
}

func pass(xs ...interface{}) int { return count(xs...) }
func wrap(xs ...interface{}) int { return count(xs) }
func count(xs ...interface{}) int {
	return len(xs)
}

type logger struct{ lines []string }

func (l *logger) log(format string, args ...interface{}) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func pair() (int, int) { return 3, 4 }

func main() {
	fmt.Println(sum(), sum(1), sum(1, 2, 3), sum([]int{4, 5}...), sum([]int{}...), sum(nil...))
	fmt.Println(sum(pair()))
	fmt.Println(describe("a"), describe("b", nil), describe("c", 1, "x", nil), describe("d", []interface{}{1, 2}...), describe("e", []interface{}{1, 2}))
	s := []int{1, 2}
	modify(s...)
	modify(s[0], s[1])
	fmt.Println(s)
	fmt.Println(pass(1, 2, 3), wrap(1, 2, 3), pass(), wrap())
	l := &logger{}
	l.log("%d-%s", 1, "one")
	l.log("none")
	f := l.log
	f("%v", []int{1})
	fmt.Printf("%q\n", l.lines)
	g := func(xs ...string) int { return len(xs) }
	fmt.Println(g(), g("a", "b"), append([]byte("x"), "yz"...))
	fmt.Printf("%T %T\n", sum, g)
	defer fmt.Println(sum(s...), "deferred")
	defer modify(s...)
	var v func(...int) int = sum
	fmt.Println(v(9, 9))
	println2 := fmt.Println
	n, err := println2("through", "a", "value")
	fmt.Println(n, err)
}

// Output:
// 0 1 6 9 0 0
// 7
// a0 true [] b1 false [<nil>] c3 false [1 x <nil>] d2 false [1 2] e1 false [[1 2]]
// [100 2]
// 3 1 0 1
// ["1-one" "none" "[1]"]
// 0 2 [120 121 122]
// func(...int) int func(...string) int
// 18
// through a value
// 16 <nil>
// 102 deferred
