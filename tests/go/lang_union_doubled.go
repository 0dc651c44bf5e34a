package main

import "fmt"

type U0 interface {
	~int | ~string
}

type U1 interface {
	U0 | U0
}

type U2 interface {
	U1 | U1
}

type U3 interface {
	U2 | U2
}

type U4 interface {
	U3 | U3
}

type U5 interface {
	U4 | U4
}

type U6 interface {
	U5 | U5
}

type U7 interface {
	U6 | U6
}

type U8 interface {
	U7 | U7
}

type U9 interface {
	U8 | U8
}

type U10 interface {
	U9 | U9
}

// sum is over a constraint that names each of two terms a thousand times.
func sum[P U10](list ...P) P {
	var total P
	for _, x := range list {
		total += x
	}
	return total
}

func main() {
	fmt.Println(sum(1, 2, 3), sum("a", "b"))
}

// Output:
// 6 ab
