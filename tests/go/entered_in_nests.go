// Loops within loops, each of which may be where native code takes over from the interpreter: what is computed further in is
// used further out, labels lead out of several at once, and what only the outer ones need waits meanwhile.
package main

import "fmt"

type node struct {
	value int
	next  *node
}

func list(n int) *node {
	var head *node
	for i := n; i > 0; i-- {
		head = &node{i, head}
	}
	return head
}

func sum(n *node) int {
	s := 0
	for ; n != nil; n = n.next {
		s += n.value
	}
	return s
}

//go:noinline
func touch(p *int, by int) int {
	*p += by
	return *p
}

// Three deep; what is kept in the outer two is only wanted when the inner ones are done.
func keeps(rounds int) int {
	total := 0
	for r := 0; r < rounds; r++ {
		long := list(r + 3)
		name := fmt.Sprint("r", r)
		for d := 1; d <= 3; d++ {
			check, last := 0, 0
			medium := list(d)
			for i := 0; i < d*4; i++ {
				last = sum(list(i % 5))
				check += last ^ i
			}
			total += check + last*sum(medium)
		}
		total = total*31%1000003 + sum(long) + len(name)
	}
	return total
}

// Labels lead out of one, two and three loops, and back to the middle of outer ones.
func leaves(n int) (string, float64) {
	trail, weight := "", 0.5
outer:
	for a := 0; ; a++ {
		mark := a * 7 % 5
	middle:
		for b := 0; b < n; b++ {
			seen := mark + b
			for c := 0; ; c++ {
				weight = weight*1.25 - float64(c)
				switch (a*n+b*3+c*5+seen)%11 + c/9*11 {
				case 1:
					continue middle
				case 3:
					mark++
					continue outer
				case 5:
					seen += c
					break middle
				case 8:
					if a > n {
						trail += fmt.Sprint("!", seen, mark)
						break outer
					}
				case 13:
					seen++
					break
				}
				if c > seen {
					break
				}
				mark = (mark + c) % 6
			}
			trail += fmt.Sprint(seen%10, " ")
		}
		if a > 3*n {
			break
		}
		trail += fmt.Sprint("|", mark, " ")
	}
	return trail, weight
}

// Pointers change places in the middle loop while the inner one runs over them.
func swaps(n int) int {
	x, y := 1, 2
	p, q := &x, &y
	sums := make([]int, 4)
	for a := 0; a < n; a++ {
		row := sums[a%4:]
		for b := 0; b < 3; b++ {
			for c := 0; c < 5; c++ {
				if touch(p, c)&1 == 0 {
					p, q = q, p
				}
			}
			row[0] += *q
			p, q = q, p
		}
		row[0] ^= *p
	}
	return sums[0]*7 + sums[1]*5 + sums[2]*3 + sums[3] + x - y
}

// A handler takes what the loops raised, with what they had come to.
func raises(n int) (text string) {
	row, depth := make([]int, 5), 0
	defer func() { text = fmt.Sprint(recover(), " ", depth, row) }()
	for a := 0; a < n; a++ {
		keep := list(a)
		for b := 0; b < 4; b++ {
			for c := 0; c <= b; c++ {
				depth++
				row[(a+b*c)%6] += depth
			}
		}
		depth += sum(keep)
	}
	return "never"
}

// Polls in several inner loops of one outer loop; the second needs what the first computed.
func siblings(n int) int {
	out := 0
	for a := 0; a < n; a++ {
		first, held := 1, list(3)
		for b := 0; b < 6; b++ {
			first = first*3 + b
		}
		second := []int{first % 10, a}
		for c := range second {
			for d := 0; d < 3; d++ {
				second[c] += first >> d & 7
			}
		}
		for held != nil {
			out += held.value * second[held.value%2]
			held = held.next
		}
	}
	return out
}

func climb(n int) int {
	if n < 2 {
		return n + 1
	}
	return climb(n-1)*2 - climb(n-2)
}

// What a turn of the middle loop found is wanted when that is done; the inner one has polls while it waits.
func found(n int) int {
	out := 0
	for r := 0; r < n; r++ {
		at, tries := 0, 0
		for {
			at = climb(tries%6 + r%3)
			weight := 0
			for i := 0; i < n; i++ {
				weight = weight*5%11 + i
			}
			tries++
			if tries+weight > r%5+7 {
				break
			}
		}
		out = (out + at*3) % 10007
	}
	return out
}

func main() {
	fmt.Println(found(3), found(12))
	fmt.Println(keeps(2), keeps(9))
	for n := 1; n < 6; n++ {
		fmt.Println(leaves(n))
	}
	fmt.Println(swaps(1), swaps(10))
	fmt.Println(raises(1))
	fmt.Println(raises(9))
	fmt.Println(siblings(7))
}

// Output:
// 27 72
// 135172 481064
// |0 |5  -17.626152396202087
// |0 |1 |3 0  -628.8008301159011
// |0 |2 1 0 !1 0 -156.6971620690947
// |0 |3 |4 |2 |1 |4 |0 |3 !4 4 -52793.79307749481
// |0 |2 |1 |3 |5 !1 1 -77.63098657195769
// 199 3979
// <nil> 10 [23 3 5 18 6]
// runtime error: index out of range [5] with length 5 16 [23 40 18 33 6]
// 742
