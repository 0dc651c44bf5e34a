// Promotion of fields and methods through embedded structs, pointers and interfaces.
package main

import "fmt"

type base struct {
	id   int
	name string
}

func (b base) Describe() string    { return fmt.Sprintf("base %d %s", b.id, b.name) }
func (b *base) Rename(name string) { b.name = name }
func (b base) Kind() string        { return "base" }

type middle struct {
	base
	level int
}

func (m middle) Kind() string { return "middle of " + m.base.Kind() }

type top struct {
	*middle
	name string
	fmt.Stringer
}

type word string

func (w word) String() string { return "<" + string(w) + ">" }

type describer interface{ Describe() string }
type renamer interface {
	describer
	Rename(string)
}

type counter struct{ n int }

func (c *counter) add() int { c.n++; return c.n }

type left struct{ counter }
type right struct{ n string }
type both struct {
	left
	right
}

func main() {
	m := middle{base{1, "one"}, 3}
	fmt.Println(m.id, m.name, m.Describe(), m.Kind(), m.base.Kind())
	m.Rename("uno")
	fmt.Println(m.name, m)
	t := top{&m, "top", word("w")}
	t.Rename("dos")
	t.middle.base.id = 7
	fmt.Println(t.name, t.middle.name, m.name, m.id, t.Describe(), t.Kind(), t.level)
	fmt.Println(t.String(), t)
	var d describer = m
	m.Rename("later")
	fmt.Println(d.Describe())
	var r renamer = &m
	r.Rename("through")
	fmt.Println(m.Describe(), r.Describe())
	r = t
	r.Rename("top through")
	fmt.Println(m.name)
	_, ok := d.(renamer)
	fmt.Println(ok)
	var b both
	b.add()
	b.add()
	b.right.n = "r"
	f := b.add
	fmt.Println(b.left.n, b.n)
	fmt.Println(f())
	fmt.Println(b.counter.n)
	defer func() { fmt.Println(recover()) }()
	var broken top
	fmt.Println(broken.name == "", broken.middle == nil)
	fmt.Println(broken.Describe())
}

// Output:
// 1 one base 1 one middle of base base
// uno {{1 uno} 3}
// top dos dos 7 base 7 dos middle of base 3
// <w> <w>
// base 7 dos
// base 7 through base 7 through
// top through
// false
// 2 r
// 3
// 3
// true true
// runtime error: invalid memory address or nil pointer dereference
