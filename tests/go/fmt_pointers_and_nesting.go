// Pointers to composites at the top level print through; below it they are addresses.
package main

import "fmt"

type node struct {
	v    int
	next *node
}
type inner struct{ a, b interface{} }
type outer struct {
	in inner
	m  map[string]inner
	s  []interface{}
	e  error
	f  fmt.Stringer
}
type myErr struct{ code int }

func (e *myErr) Error() string { return fmt.Sprint("E", e.code) }

type temp float64

func (t temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

func isAddr(s string) bool {
	if len(s) < 3 || s[:2] != "0x" {
		return false
	}
	for _, c := range s[2:] {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

func main() {
	sl, arr, m, st := []int{1, 2}, [2]string{"a", "b"}, map[string]int{"k": 1}, node{v: 1}
	fmt.Println(&sl, &arr, &m, &st)
	fmt.Printf("%v %+v %d %q\n", &sl, &st, &sl, &arr)
	n, s, b := 5, "s", true
	for _, p := range []interface{}{&n, &s, &b, &st.next, make(chan int), func() {}} {
		str := fmt.Sprint(p)
		fmt.Print(isAddr(str), " ")
	}
	fmt.Println(isAddr(fmt.Sprintf("%p", &n)), isAddr(fmt.Sprintf("%p", sl)), isAddr(fmt.Sprintf("%p", m)))
	list := &node{1, &node{2, nil}}
	str := fmt.Sprintf("%v", list)
	fmt.Println(str[:5], isAddr(str[4:len(str)-1]), list.next)
	pp := &list
	fmt.Println(isAddr(fmt.Sprint(pp)), fmt.Sprint(*pp) == str)
	o := outer{in: inner{1, "x"}, m: map[string]inner{"b": {nil, 2.5}, "a": {[]int{1}, temp(3)}}, s: []interface{}{nil, 1, "t", temp(20.55)}, f: temp(1)}
	fmt.Printf("%v\n%+v\n", o, o)
	fmt.Printf("%v %v %v\n", o.e, &myErr{4}, []error{&myErr{5}, nil})
	var np *node
	var ni fmt.Stringer
	var ne *myErr
	fmt.Printf("%v %+v %v %s %d\n", np, np, ni, ni, np)
	fmt.Printf("%v %t\n", ne == nil, ne != nil)
	fmt.Printf("%v %v %v\n", struct{ p *int }{}, struct{ e error }{}, []*int{nil})
	fmt.Printf("%T %T %T %T %T\n", o, &o, o.m, o.s, o.f)
	fmt.Printf("%s %v %d\n", []string{"a", "b"}, []byte("hi"), []byte("hi"))
	fmt.Printf("%s %x %X %q\n", []byte("hi"), []byte("hi"), "hi", []byte("hi"))
	fmt.Printf("%x %x\n", []string{"ab", "c"}, [3]byte{1, 2, 255})
	fmt.Printf("%5d|%-5d|%05.1f|%+v\n", []int{1, 22}, map[int]int{1: 2}, []float64{1.25}, struct{ T temp }{5})
	fmt.Printf("%v %s\n", temp(2), temp(3))
	fmt.Printf("%.2f %6.1f %v\n", temp(2.345), temp(2.345), []temp{1, 2})
	fmt.Printf("%d %v %s\n", []interface{}{1, "a", nil}, []interface{}{1, "a", nil}, []interface{}{1, "a", nil})
	fmt.Printf("%v|%6v|%-6v|%06d\n", []bool{true}, true, false, -42)
	fmt.Printf("%c %c %U %q\n", []rune("hé"), 'x', []rune("h"), []rune("é"))
	fmt.Printf("%!|%d|%", 1)
	fmt.Println()
	fmt.Printf("%[3]v %[1]v %v %[5]v\n", "a", "b", "c")
	fmt.Printf("%[1]d %[1]x %[1]c %[1]q\n", 65)
	fmt.Printf("%-8s|%8s|%.3s|%-8.2s|%08s\n", "left", "right", "trunc", "both", "zero")
	fmt.Printf("%+d %+d % d % d %x %X %#o\n", 5, -5, 5, -5, -255, 3735928559, 8)
	fmt.Printf("%t %v %08b %o %O %#b\n", false, true, 5, 64, 64, 5)
	fmt.Printf("%e %E %g %G\n", 123456.789, 0.00001234, 1e-7, 1e20)
	fmt.Printf("%6.2f|%-8.3f|%+.1e|%g|%g\n", 3.14159, 2.0, 12345.0, 100000.0, 1000000.0)
	fmt.Printf("%3d%%|%c|%v\n", 50, 'é', 'é')
}

// Output:
// &[1 2] &[a b] &map[k:1] &{1 <nil>}
// &[1 2] &{v:1 next:<nil>} &[1 2] &["a" "b"]
// true true true true true true true true true
// &{1 0 true &{2 <nil>}
// true true
// {{1 x} map[a:{[1] 3} b:{<nil> 2.5}] [<nil> 1 t 20.55] <nil> 1}
// {in:{a:1 b:x} m:map[a:{a:[1] b:3} b:{a:<nil> b:2.5}] s:[<nil> 1 t 20.55] e:<nil> f:1}
// <nil> E4 [E5 <nil>]
// <nil> <nil> <nil> %!s(<nil>) 0
// true false
// {<nil>} {<nil>} [<nil>]
// main.outer *main.outer map[string]main.inner []interface {} main.temp
// [a b] [104 105] [104 105]
// hi 6869 6869 "hi"
// [6162 63] 0102ff
// [    1    22]|map[1    :2    ]|[001.2]|{T:5.0°}
// 2.0° 3.0°
// 2.35    2.3 [1.0° 2.0°]
// [1 %!d(string=a) <nil>] [1 a <nil>] [%!s(int=1) a <nil>]
// [true]|  true|false |-00042
// [h é] x [U+0068] ['é']
// %!!(int=1)|%!d(MISSING)|%!(NOVERB)
// c a b %!v(BADINDEX)
// 65 41 A 'A'
// left    |   right|tru|bo      |0000zero
// +5 -5  5 -5 -ff DEADBEEF 010
// false true 00000101 100 0o100 0b101
// 1.234568e+05 1.234000E-05 1e-07 1E+20
//   3.14|2.000   |+1.2e+04|100000|1e+06
//  50%|é|233
