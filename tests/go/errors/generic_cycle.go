package main

func f[T any](n int) { // ERROR "instantiation cycle"
	if n > 0 {
		f[[]T](n - 1)
	}
}

func main() { f[int](3) }
