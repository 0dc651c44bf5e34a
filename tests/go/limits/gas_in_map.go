// Map operations are charged, also when the map stays small.
package main

func main() {
	m := map[int]int{}
	for i := 0; ; i++ {
		m[i%10]++
		delete(m, (i+5)%10)
	}
}

// Flags: --gas=3000000
// Trap: OutOfGas
