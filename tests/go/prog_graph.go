// Graph algorithms over adjacency maps and slices: search, shortest paths, ordering, components.
package main

import "fmt"

type edge struct{ to, cost int }
type graph map[int][]edge

func (g graph) add(a, b, cost int) {
	g[a] = append(g[a], edge{b, cost})
	if g[b] == nil {
		g[b] = []edge{}
	}
}

func (g graph) bfs(from int) []int {
	seen := map[int]bool{from: true}
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		for _, e := range g[queue[i]] {
			if !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	return queue
}

func (g graph) shortest(from int) map[int]int {
	dist := map[int]int{from: 0}
	done := map[int]bool{}
	for {
		best, at := 1<<62, -1
		for v, d := range dist {
			if !done[v] && (d < best || d == best && v < at) {
				best, at = d, v
			}
		}
		if at < 0 {
			return dist
		}
		done[at] = true
		for _, e := range g[at] {
			if d, ok := dist[e.to]; !ok || best+e.cost < d {
				dist[e.to] = best + e.cost
			}
		}
	}
}

func (g graph) order(n int) (out []int, cycle bool) {
	state := make([]byte, n)
	var visit func(int)
	visit = func(v int) {
		switch state[v] {
		case 1:
			cycle = true
			return
		case 2:
			return
		}
		state[v] = 1
		for _, e := range g[v] {
			visit(e.to)
		}
		state[v] = 2
		out = append(out, v)
	}
	for v := 0; v < n; v++ {
		visit(v)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return
}

func (g graph) components(n int) (count int, of []int) {
	index, low := make([]int, n), make([]int, n)
	on := make([]bool, n)
	of = make([]int, n)
	var stack []int
	next := 1
	var strong func(int)
	strong = func(v int) {
		index[v], low[v] = next, next
		next++
		stack = append(stack, v)
		on[v] = true
		for _, e := range g[v] {
			if index[e.to] == 0 {
				strong(e.to)
				low[v] = min(low[v], low[e.to])
			} else if on[e.to] {
				low[v] = min(low[v], index[e.to])
			}
		}
		if low[v] == index[v] {
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[w] = false
				of[w] = count
				if w == v {
					break
				}
			}
			count++
		}
	}
	for v := 0; v < n; v++ {
		if index[v] == 0 {
			strong(v)
		}
	}
	return
}

func floyd(n int, g graph) [][]int {
	const far = 1 << 30
	d := make([][]int, n)
	for i := range d {
		d[i] = make([]int, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = far
			}
		}
		for _, e := range g[i] {
			d[i][e.to] = min(d[i][e.to], e.cost)
		}
	}
	for k := range d {
		for i := range d {
			for j := range d {
				if d[i][k]+d[k][j] < d[i][j] {
					d[i][j] = d[i][k] + d[k][j]
				}
			}
		}
	}
	return d
}

func main() {
	g := graph{}
	const n = 40
	for i := 0; i < n; i++ {
		g.add(i, (i*7+3)%n, i%5+1)
		g.add(i, (i*i+1)%n, i%3+2)
	}
	fmt.Println(g.bfs(0))
	dist := g.shortest(0)
	fmt.Println(dist)
	d := floyd(n, g)
	for v, x := range dist {
		if d[0][v] != x {
			fmt.Println("differs at", v)
		}
	}
	count, of := g.components(n)
	fmt.Println(count, of)
	_, cycle := g.order(n)
	dag := graph{}
	for i := 0; i < 12; i++ {
		for j := i + 1; j < 12; j++ {
			if (i*5+j*3)%4 == 0 {
				dag.add((i*5)%12, (j*5)%12, 1)
			}
		}
	}
	order, dagCycle := dag.order(12)
	fmt.Println(cycle, order, dagCycle)
}

// Output:
// [0 3 1 24 10 2 11 17 33 21 5 34 30 38 26 37 13 29 25 22 14 6 18 9]
// map[0:0 1:2 2:5 3:1 5:9 6:19 9:20 10:3 11:10 13:9 14:13 17:7 18:16 21:6 22:14 24:5 25:15 26:13 29:14 30:8 33:4 34:8 37:11 38:10]
// 7 [1 0 0 1 2 0 0 3 4 0 0 1 3 0 0 5 4 0 0 4 2 0 0 2 1 0 0 6 5 0 0 2 6 0 0 4 5 0 0 5]
// true [10 6 5 3 11 7 2 1 9 0 8 4] false
