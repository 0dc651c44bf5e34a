// Instances that come out alike are one function; nothing shows it: not values, names, traces, recover or gas.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
)

type (
	userID  int
	orderID int
	user    struct{ id userID }
	order   struct {
		id    orderID
		total int
	}
)

func (u *user) String() string     { return fmt.Sprint("user ", int(u.id)) }
func (o *order) String() string    { return fmt.Sprint("order ", int(o.id), ":", o.total) }
func (u userID) Describe() string  { return fmt.Sprint("u", int(u)) }
func (o orderID) Describe() string { return fmt.Sprint("o", int(o)) }

type tree[T any] struct {
	less func(a, b T) bool
	root *node[T]
	size int
}

type node[T any] struct {
	value       T
	left, right *node[T]
}

func (t *tree[T]) insert(value T) {
	at := &t.root
	for *at != nil {
		if t.less(value, (*at).value) {
			at = &(*at).left
		} else {
			at = &(*at).right
		}
	}
	*at = &node[T]{value: value}
	t.size++
}

func (n *node[T]) walk(yield func(T) bool) bool {
	return n == nil || n.left.walk(yield) && yield(n.value) && n.right.walk(yield)
}

func (t *tree[T]) all() func(func(T) bool) {
	return func(yield func(T) bool) { t.root.walk(yield) }
}

// Two that call each other.
func even[T ~int](n T) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd[T ~int](n T) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}

// Alike but for what they call.
func describe[T fmt.Stringer](x T) string                 { return strings.ToUpper(x.String()) }
func number[T interface{ Describe() string }](x T) string { return x.Describe() }

func where[T any](x *T) string {
	pc, _, line, _ := runtime.Caller(0)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), " ", line)
}

func typeOf[T any](x T) string { return fmt.Sprintf("%T", x) }

func guarded[T any](p *T, f func(*T)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(fmt.Sprint("caught: ", r))
		}
	}()
	f(p)
	return nil
}

func deref[T any](p *T) T { return *p }

func first[S ~[]E, E any](s S) *E { return &s[0] }

func main() {
	users := tree[*user]{less: func(a, b *user) bool { return a.id < b.id }}
	orders := tree[*order]{less: func(a, b *order) bool { return a.total < b.total }}
	for i := range 8 {
		users.insert(&user{userID(i * 5 % 8)})
		orders.insert(&order{orderID(i), i * 3 % 8})
	}
	for u := range users.all() {
		fmt.Print(u, " ")
		if u.id == 5 {
			break
		}
	}
	fmt.Println(users.size)
	for o := range orders.all() {
		fmt.Print(o, " ")
	}
	fmt.Println(orders.size)

	fmt.Println(even(userID(10)), even(orderID(7)), odd(10), even(7))
	fmt.Println(describe(&user{7}), describe(&order{7, 1}))
	fmt.Println(number(userID(7)), number(orderID(7)))
	fmt.Println(where(&user{}), where(&order{}), where(new(int)))
	fmt.Println(typeOf(userID(1)), typeOf(orderID(1)), typeOf(1))

	ids, numbers := []userID{3, 1, 2}, []orderID{9, 8, 7}
	slices.Sort(ids)
	slices.Sort(numbers)
	fmt.Println(ids, numbers, slices.Index(ids, 3), slices.Index(numbers, 9), slices.Max(numbers))

	fmt.Println(guarded(&user{}, func(u *user) { panic(u) }))
	fmt.Println(guarded(&order{}, func(o *order) { panic(o) }))
	fmt.Println(guarded(nil, func(o *order) { o.total++ }))

	f, g := deref[userID], deref[orderID]
	id, no := userID(4), orderID(5)
	fmt.Println(f(&id), g(&no), any(f) != any(g))
	fmt.Println(*first(ids), *first(numbers))
	fmt.Println(guarded(&id, func(*userID) { fmt.Println(first([]orderID{})) }))
	first(ids[:0])
}

// Exit: 2
// Stderr:
// panic: runtime error: index out of range [0] with length 0
// goroutine 1 [running]:

// Output:
// user 0 user 1 user 2 user 3 user 4 user 5 8
// order 0:0 order 3:1 order 6:2 order 1:3 order 4:4 order 7:5 order 2:6 order 5:7 8
// true false false false
// USER 7 ORDER 7:1
// u7 o7
// main.where[...] 79 main.where[...] 79 main.where[...] 79
// main.userID main.orderID int
// [1 2 3] [7 8 9] 2 2 9
// caught: user 0
// caught: order 0:0
// caught: runtime error: invalid memory address or nil pointer dereference
// 4 5 true
// 1 7
// caught: runtime error: index out of range [0] with length 0
