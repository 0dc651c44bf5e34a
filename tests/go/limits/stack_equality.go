// What comparing deeply nested values has begun and not finished is bounded.
package main

type box struct {
	inside interface{}
	more   int
}

func nest(depth int) interface{} {
	var x interface{} = 1
	for i := 0; i < depth; i++ {
		x = box{inside: x}
	}
	return x
}

func main() {
	a, b := nest(3000000), nest(3000000)
	println(a == b)
}

// Flags: --stack=1M --memory=1G
// Trap: StackOverflow
