// Comparing deeply nested interfaces must not overflow the host's stack.
package main

type box struct{ inside interface{} }

func nest(depth int) interface{} {
	var x interface{} = 1
	for i := 0; i < depth; i++ {
		x = box{x}
	}
	return x
}

func main() {
	a, b := nest(3000000), nest(3000000)
	println(a == b)
}

// Flags: --stack=1M --memory=1G
// Trap: StackOverflow
