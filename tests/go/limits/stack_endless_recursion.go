// Endless recursion overflows the stack that was granted.
package main

func f(n int) int { return f(n+1) + 1 }

func main() {
	println(f(0))
}

// Flags: --stack=1M
// Trap: StackOverflow
