// A loop of ten million rounds that moves between the tiers at every poll does not grow the stack.
package main

func main() {
	x := 0
	for i := 0; i < 10000000; i++ {
		x = x*3 + i
	}
	println(x)
}

// Flags: --stack=256K
// Stderr:
// 96402427292488000
