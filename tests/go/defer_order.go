// Deferred calls run last in, first out; their arguments are evaluated at the defer statement.
package main

import "fmt"

type res struct{ name string }

func (r res) close()   { fmt.Println("close", r.name) }
func (r *res) pclose() { fmt.Println("pclose", r.name) }

func arg(s string) string {
	fmt.Println("arg", s)
	return s
}

func get(s string) func(string) {
	fmt.Println("get", s)
	return func(t string) { fmt.Println("call", s, t) }
}

func loop() {
	for i := 0; i < 4; i++ {
		defer fmt.Println("loop", i)
		if i == 2 {
			return
		}
	}
}

func nested() {
	defer fmt.Println("nested end")
	defer func() {
		defer fmt.Println("inner deferred")
		fmt.Println("outer deferred")
	}()
	fmt.Println("nested body")
}

func conditional(b bool) (s string) {
	if b {
		defer func() { s += "+deferred" }()
	}
	return "body"
}

func values() (a int, b string, err error) {
	defer func(x int) {
		fmt.Println("saw", x, a, b, err)
		a *= 2
		b += "!"
	}(a)
	a = 1
	return 5, "five", fmt.Errorf("err")
}

func unnamed() int {
	x := 1
	defer func() { x = 100 }()
	return x
}

func blank() (_ int, n int) {
	defer func() { n++ }()
	return 7, 8
}

func main() {
	x := 1
	defer fmt.Println("x was", x)
	defer func() { fmt.Println("x is", x) }()
	x = 2
	defer get("g")(arg("h"))
	r := res{"first"}
	defer r.close()
	defer r.pclose()
	r.name = "second"
	loop()
	nested()
	fmt.Println(conditional(true), conditional(false))
	fmt.Println(values())
	fmt.Println(unnamed())
	fmt.Println(blank())
	var p *res = &res{"pointer"}
	defer p.pclose()
	p = &res{"changed"}
	m := map[string]int{"a": 1}
	defer delete(m, "a")
	defer print()
	func() {
		defer func() { fmt.Println(len(m)) }()
		m["b"] = 2
	}()
	fmt.Println("main ends")
}

// Output:
// get g
// arg h
// loop 2
// loop 1
// loop 0
// nested body
// outer deferred
// inner deferred
// nested end
// body+deferred body
// saw 0 5 five err
// 10 five! err
// 1
// 7 9
// 2
// main ends
// pclose pointer
// pclose second
// close first
// call g h
// x is 2
// x was 1
