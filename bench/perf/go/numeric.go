// Matrices and bodies: floats, nested loops, fields, and loads that a loop does not change.
package main

import (
	"os"
	"strconv"
)

type body struct{ x, y, vx, vy, mass float64 }

func work(n int) int {
	bodies := []body{{0, 0, 0, 0, 8}, {4, 0, 0, 1, 1}, {0, 6, 1, 0, 1}, {-5, -5, 0, 0, 2}}
	var m, p [12][12]int
	for i := range m {
		for k := range m[i] {
			m[i][k] = (i*k + 1) % 5
		}
	}
	trace := 0
	for s := range n {
		for i := range bodies {
			a := &bodies[i]
			for k := i + 1; k < len(bodies); k++ {
				b := &bodies[k]
				dx, dy := a.x-b.x, a.y-b.y
				f := 0.001 / (dx*dx + dy*dy + 1)
				a.vx -= dx * b.mass * f
				a.vy -= dy * b.mass * f
				b.vx += dx * a.mass * f
				b.vy += dy * a.mass * f
			}
		}
		for i := range bodies {
			bodies[i].x += 0.001 * bodies[i].vx
			bodies[i].y += 0.001 * bodies[i].vy
		}
		if s%4 == 0 {
			for i := range p {
				for k := range p[i] {
					sum := 0
					for j := range m {
						sum += m[i][j] * m[j][k]
					}
					p[i][k] = sum
				}
			}
			trace += p[s%12][(s+5)%12]
		}
	}
	momentum := 0.0
	for _, b := range bodies {
		momentum += b.mass * b.vx
	}
	return trace + int(momentum*1000+0.5)
}

func expected(n int) int {
	trace := 0
	for s := 0; s < n; s += 4 {
		for j := range 12 {
			trace += (s%12*j + 1) % 5 * ((j*((s+5)%12) + 1) % 5)
		}
	}
	return trace + 1000
}

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	if got, want := work(n), expected(n); got != want {
		println("got", got, "want", want)
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
