package main

func scale(n int) int { return n*1 + 0 }

func main() {
	println(scale(3))
}
