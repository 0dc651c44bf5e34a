package main

// What calls cost: direct, through closures, methods and interfaces, deferred, and what panics cost that are recovered.

type shape interface{ area() int }

type square struct{ side int }

type box struct {
	square
	height int
}

func (s square) area() int { return s.side * s.side }

func (b *box) volume() int { return b.area() * b.height }

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func counter() func() int {
	n := 0
	return func() int { n++; return n }
}

func guarded(i int, list []int) (result int) {
	defer func() {
		if recover() != nil {
			result = -1
		}
	}()
	return list[i]
}

func variadic(list ...int) int { return len(list) }

func main() {
	println(fib(12))
	next := counter()
	for range 10 {
		next()
	}
	println(next())

	shapes := []shape{square{2}, &box{square{3}, 4}}
	total := 0
	for range 10 {
		for _, s := range shapes {
			total += s.area()
			switch s := s.(type) {
			case *box:
				total += s.volume()
			case square:
				total += s.side
			}
		}
	}
	println(total)

	method := shapes[1].area
	println(method(), square.area(square{5}), variadic(1, 2, 3), variadic())
	println(guarded(1, []int{4, 5}), guarded(7, []int{4, 5}))
	for i := range 3 {
		defer println(i)
	}
}

// Gas: 7178
// Stderr:
// 144
// 11
// 510
// 9 25 3 0
// 5 -1
// 2
// 1
// 0
