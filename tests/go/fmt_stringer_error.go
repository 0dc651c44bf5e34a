// String and Error methods are honoured by the right verbs, at any depth, and panics in them are caught.
package main

import "fmt"

type val struct{ n int }

func (v val) String() string { return fmt.Sprintf("val<%d>", v.n) }

type ptr struct{ n int }

func (p *ptr) String() string { return fmt.Sprintf("ptr<%d>", p.n) }

type both int

func (both) String() string { return "string" }
func (both) Error() string  { return "error" }

type wrap struct {
	V val
	P *ptr
	v val
	E error
}

type bad int

func (b bad) String() string {
	if b == 0 {
		panic("zero is bad")
	}
	return "ok"
}

type recur struct{ next *recur }

func (r *recur) String() string {
	if r == nil {
		return "end"
	}
	return "r->" + r.next.String()
}

type goer int

func (goer) GoString() string { return "GO!" }

type text string

func (t text) String() string { return "T(" + string(t) + ")" }

type embeds struct {
	val
	extra int
}

func main() {
	v, p := val{1}, ptr{2}
	fmt.Println(v, &v, p, &p)
	fmt.Printf("%v %s %d %+v %#v %q %x\n", v, v, v, v, v, v, v)
	fmt.Printf("%10v|%-10s|%10.3s\n", v, v, v)
	fmt.Println(both(1), []both{2, 3}, map[both]val{1: {4}})
	fmt.Println([]val{{1}, {2}}, []*ptr{}, [1]val{}, map[string]val{"k": {3}})
	fmt.Printf("%v %+v\n", wrap{V: v, v: val{8}}, wrap{V: v, E: both(1)})
	fmt.Println(bad(1), bad(0))
	fmt.Printf("%s|%d|%v\n", bad(0), bad(0), []bad{0, 1})
	fmt.Println(&recur{&recur{nil}})
	fmt.Printf("%#v %v %#v\n", goer(1), goer(1), []goer{2})
	fmt.Printf("%s %v %q %x %d\n", text("a"), text("b"), text("c"), text("d"), []text{"e"})
	fmt.Println(embeds{v, 5})
	var np *ptr
	var nr *recur
	fmt.Println(np == nil, nr)
	fmt.Printf("%v %s\n", np, np)
	var nv *val
	fmt.Printf("%v %+v\n", nv, nv)
	var e error = both(0)
	fmt.Println(e, fmt.Sprint(e, 1), fmt.Errorf("wrapped: %v %d", e, 3))
	fmt.Println(interface{}(v), []interface{}{v, &p, both(0), "x"})
	var s fmt.Stringer = &p
	fmt.Println(s, s.String())
}

// Output:
// val<1> val<1> {2} ptr<2>
// val<1> val<1> {1} val<1> main.val{n:1} "val<1>" 76616c3c313e
//     val<1>|val<1>    |       val
// error [error error] map[error:val<4>]
// [val<1> val<2>] [] [val<0>] map[k:val<3>]
// {val<1> <nil> {8} <nil>} {V:val<1> P:<nil> v:{n:0} E:error}
// ok %!v(PANIC=String method: zero is bad)
// %!s(PANIC=String method: zero is bad)|0|[%!v(PANIC=String method: zero is bad) ok]
// r->r->end
// GO! 1 []main.goer{GO!}
// T(a) T(b) "T(c)" 54286429 [%!d(main.text=e)]
// val<1>
// true end
// <nil> <nil>
// <nil> <nil>
// error error 1 wrapped: error 3
// val<1> [val<1> ptr<2> error x]
// ptr<2> ptr<2>
