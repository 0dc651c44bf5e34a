// Values that share their parts are larger than the memory they take; comparing them costs what is looked at.
package main

func main() {
	var x, y any = 1, 1
	for i := 0; i < 20; i++ {
		x = [2]any{x, x}
		y = [2]any{y, y}
	}
	println(x == y)
	m := map[any]int{}
	for {
		m[x]++
	}
}

// Flags: --gas=20000000
// Trap: OutOfGas
