package main

func spin(n int) int {
	for {
		n++
	}
	return n
}

func main() { println(spin(0)) }
