// mandelbrot n, written for speed: two points of a row at a time, so that the steps of one do not wait for each other; the
// squares are kept for the next step. Same results as mandelbrot.go.
package main

import (
	"fmt"
	"os"
	"strconv"
)

const maxIterations = 50

// step continues the iteration of one point from its present state.
func step(r, i, cx, cy float64, count int) int {
	for count < maxIterations {
		r2, i2 := r*r, i*i
		if r2+i2 > 4 {
			break
		}
		i = 2*r*i + cy
		r = r2 - i2 + cx
		count++
	}
	return count
}

// escapeCounts is the sum of the counts of two points.
func escapeCounts(ax, bx, cy float64) int {
	var ar, ai, br, bi, ar2, ai2, br2, bi2 float64
	count := 0
	for count < maxIterations && ar2+ai2 <= 4 && br2+bi2 <= 4 {
		ai = 2*ar*ai + cy
		bi = 2*br*bi + cy
		ar = ar2 - ai2 + ax
		br = br2 - bi2 + bx
		ar2, ai2 = ar*ar, ai*ai
		br2, bi2 = br*br, bi*bi
		count++
	}
	return step(ar, ai, ax, cy, count) + step(br, bi, bx, cy, count)
}

func main() {
	n := 5000
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	sum := 0
	for row := 0; row < n; row++ {
		cy := 2*float64(row)/float64(n) - 1
		col := 0
		for ; col+1 < n; col += 2 {
			sum += escapeCounts(3*float64(col)/float64(n)-2, 3*float64(col+1)/float64(n)-2, cy)
		}
		if col < n {
			sum += step(0, 0, 3*float64(col)/float64(n)-2, cy, 0)
		}
	}
	fmt.Println(sum)
}
