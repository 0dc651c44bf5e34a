// Interfaces: nil against a typed nil, comparison, comparison panics, assertions.
package main

import "fmt"

type speaker interface{ speak() string }
type dog struct{ name string }
type cat struct{ lives int }

func (d dog) speak() string { return d.name + " woofs" }
func (c *cat) speak() string {
	if c == nil {
		return "no cat"
	}
	return fmt.Sprint("meow ", c.lives)
}

type myErr struct{}

func (*myErr) Error() string { return "my error" }

func fails(yes bool) error {
	var e *myErr
	if yes {
		e = &myErr{}
	}
	return e
}

func compare(a, b interface{}) (res string) {
	defer func() {
		if r := recover(); r != nil {
			res = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprint(a == b)
}

func main() {
	var s speaker
	fmt.Println(s == nil)
	var c *cat
	s = c
	fmt.Println(s == nil, s.speak(), s == speaker(c), s.(*cat) == nil)
	fmt.Println(fails(true), fails(false) == nil, fails(false) != nil)
	s = dog{"rex"}
	d := dog{"rex"}
	fmt.Println(s == d, s == speaker(dog{"max"}), s != nil, d == s)
	fmt.Println(compare(1, 1), compare(1, 1.0), compare(1, int8(1)), compare("a", "a"), compare(nil, nil), compare(nil, 0))
	fmt.Println(compare([]int{1}, []int{1}), compare([]int{1}, 1), compare(map[int]int{}, map[int]int{}))
	fmt.Println(compare(func() {}, func() {}))
	fmt.Println(compare([1]interface{}{[]int{}}, [1]interface{}{[]int{}}))
	fmt.Println(compare(struct{ a interface{} }{1}, struct{ a interface{} }{1}))
	fmt.Println(compare(struct {
		n int
		f func()
	}{}, 3))
	x := 1
	fmt.Println(compare(&x, &x), compare(&x, new(int)))
	v, ok := s.(dog)
	_, ok2 := s.(*cat)
	w, ok3 := interface{}(5).(string)
	fmt.Println(v, ok, ok2, w == "", ok3)
	var any interface{} = s
	_, isSpeaker := any.(speaker)
	_, isStringer := any.(fmt.Stringer)
	fmt.Println(isSpeaker, isStringer)
	list := []speaker{dog{"a"}, &cat{9}, &dog{"p"}}
	for _, l := range list {
		fmt.Print(l.speak(), "; ")
	}
	fmt.Println(len(list))
	var e1, e2 interface{} = &cat{1}, &cat{1}
	fmt.Println(e1 == e2, e1 == e1)
	any = 3
	any = any.(int) + 1
	fmt.Println(any)
}

// Output:
// true
// false no cat true true
// my error false true
// true false true true
// true false false true true false
// panic: runtime error: comparing uncomparable type []int false panic: runtime error: comparing uncomparable type map[int]int
// panic: runtime error: comparing uncomparable type func()
// panic: runtime error: comparing uncomparable type []int
// true
// false
// true false
// {rex} true false true false
// true false
// a woofs; meow 9; p woofs; 3
// false true
// 4
