// mandelbrot n: over an n by n grid, the number of steps (at most 50) until a point escapes, with
// cx = 3*col/n-2, cy = 2*row/n-1 and escape at r*r+i*i > 4; prints the sum of the counts.
// Check: n = 100 prints 173482, n = 200 prints 692665. Default 5000; the Benchmarks Game uses 16000.
package main

import (
	"fmt"
	"os"
	"strconv"
)

const maxIterations = 50

func escapeCount(cx, cy float64) int {
	var r, i float64
	count := 0
	for count < maxIterations {
		r2 := r * r
		i2 := i * i
		if r2+i2 > 4 {
			break
		}
		i = 2*r*i + cy
		r = r2 - i2 + cx
		count++
	}
	return count
}

func main() {
	n := 5000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	sum := 0
	for row := 0; row < n; row++ {
		cy := 2*float64(row)/float64(n) - 1
		for col := 0; col < n; col++ {
			cx := 3*float64(col)/float64(n) - 2
			sum += escapeCount(cx, cy)
		}
	}
	fmt.Println(sum)
}
