// The next counter is all that is left of a counter while an inner loop runs: code that begins in that loop knows no more.
package main

import "fmt"

func main() {
	list := make([]int, 60)
	sum := 0
	for i := 0; i < 59; i++ {
		next := i + 1
		for k := 0; k < 5; k++ {
			sum += k ^ list[k]
		}
		list[next] = sum & 255
	}
	fmt.Println(sum, list)
}

// Output:
// 17358 [0 10 30 76 198 254 54 110 166 222 22 78 134 190 246 46 102 158 214 14 70 126 182 238 38 94 150 206 6 62 118 174 230 30 86 142 198 254 54 110 166 222 22 78 134 190 246 46 102 158 214 14 70 126 182 238 38 94 150 206]
