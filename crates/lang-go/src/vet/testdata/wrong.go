package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
)

type T struct {
	mu sync.Mutex
	n  int
}

type tagged struct {
	A int `json:"a"`
	B int `json:b`
	C int `json:"c" xml`
	d int `json:"d"`
	E int `json:"a"`
	F int `json:"f,omitempty"x:"y"`
}

func byValue(t T) int { return t.n }
func (t T) method()   {}

func f() T { var t T; return t }

type P struct{ x, y int }

func (p P) String() string { return "p" }

type E struct{}

func (e *E) Error() string { return "" }

func main() {
	x := 5
	name := "n"
	fmt.Printf("%d\n", name)
	fmt.Printf("%s %d\n", name)
	fmt.Printf("%s\n", name, x)
	fmt.Printf("hello\n", x)
	fmt.Printf("%z\n", x)
	fmt.Printf("%", x)
	fmt.Printf("%[2]d %[1]d %d\n", x, x)
	fmt.Printf("%[3]d\n", x, x)
	fmt.Printf("%*d\n", name, x)
	fmt.Printf("%-010d %+q % x %#o\n", x, x, name, x)
	fmt.Printf("%#t %+t\n", true, true)
	fmt.Printf("%v %w\n", x, errors.New("a"))
	_ = fmt.Errorf("%w", x)
	_ = fmt.Errorf("%w %w", errors.New("x"), &E{})
	fmt.Printf("%s %d\n", P{}, P{})
	fmt.Printf("%s\n", main)
	fmt.Printf("%s %v\n", []int{1}, []int{1})
	fmt.Printf("%s\n", []string{"a"})
	fmt.Printf("%d %s\n", &x, &x)
	fmt.Printf("%t %f %e %s\n", 1, 2, "x", 3.5)
	fmt.Printf("%c %U %q\n", 3.5, "a", 2.5)
	fmt.Printf("%p %p\n", x, &x)
	fmt.Printf("%s\n", map[string]int{})
	fmt.Printf("%s\n", struct{ a int }{1})
	fmt.Printf("%x %X\n", 1.5, true)
	var any1 any = 5
	fmt.Printf("%d %s\n", any1, any1)
	fmt.Printf(name)
	fmt.Printf(name, x)
	fmt.Println("a %d", x)
	fmt.Println("a\n")
	fmt.Print("a %d\n", x)
	fmt.Fprintf(os.Stderr, "%d\n", "x")
	log.Printf("%d", "x")
	_ = fmt.Sprintf("%s", x)
	fmt.Sprintf("%d", x)
	errors.New("x")
	x = x
	name, x = name, 5
	var t T
	t2 := t
	_ = t2
	byValue(t)
	var ts []T
	for _, v := range ts {
		_ = v.n
	}
	if x == 1 || x == 1 {
	}
	if x != 1 || x != 2 {
	}
	if x == 1 && x == 2 {
	}
	if f == nil {
	}
	if t.method != nil {
	}
	_ = string(x)
	p := &t
	t3 := *p
	_ = t3
	_ = []T{t}
	fn := func(m sync.Mutex) {}
	fn(t.mu)
	defer fmt.Println(t)
	var e error = &E{}
	e.Error()
}
