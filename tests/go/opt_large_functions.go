// A long switch, long expressions and deep nesting in one function.
package main

import "fmt"

type vm struct {
	stack []int
	pc    int
	out   []int
}

func (m *vm) push(x int) { m.stack = append(m.stack, x) }
func (m *vm) pop() int {
	x := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return x
}

func (m *vm) run(code []int) (steps int) {
	for m.pc = 0; m.pc < len(code); steps++ {
		op := code[m.pc]
		m.pc++
		switch op {
		case 0:
			m.push(code[m.pc])
			m.pc++
		case 1:
			m.push(m.pop() + m.pop())
		case 2:
			m.push(m.pop() * m.pop())
		case 3:
			a := m.pop()
			m.push(m.pop() - a)
		case 4:
			m.push(m.stack[len(m.stack)-1])
		case 5:
			m.out = append(m.out, m.pop())
		case 6:
			target := code[m.pc]
			m.pc++
			if m.pop() != 0 {
				m.pc = target
			}
		case 7:
			return
		case 8:
			a, b := m.pop(), m.pop()
			m.push(a)
			m.push(b)
		case 9:
			if m.pop() < m.pop() {
				m.push(1)
			} else {
				m.push(0)
			}
		case 10, 11, 12:
			m.push(op * 10)
		case 13:
			m.pop()
		case 14:
			n := m.pop()
			m.push(m.stack[len(m.stack)-1-n])
		default:
			panic(fmt.Sprint("bad op ", op, " at ", m.pc-1))
		}
	}
	return
}

func expr(a, b, c, d int) int {
	return ((a+b)*(c-d)^((a<<2|b)&^c))%((d*d+1)*(a*a+1)) + ((a-b)*(b-c)*(c-d)*(d-a))/(1+(a&b|c&d)) - -(-(-a ^ b) + ^(c - ^d)) + (a + (b + (c + (d + (a * (b + (c * (d + 1))))))))
}

func deep(a, b, c, d int) string {
	if a > 0 {
		if b > 0 {
			if c > 0 {
				if d > 0 {
					for i := 0; i < 3; i++ {
						switch {
						case i == 1:
							for j := range 4 {
								if j == 2 {
									if a == b {
										return fmt.Sprint("deep ", i, j)
									}
								}
							}
						}
					}
					return "loops done"
				} else if d == 0 {
					return "d0"
				}
				return "d-"
			}
			return "c-"
		}
		return "b-"
	}
	return "a-"
}

func main() {
	m := &vm{}
	// 10 down to 1, then their squares
	steps := m.run([]int{0, 10, 4, 4, 2, 5, 0, 1, 3, 4, 6, 2, 7})
	fmt.Println(steps, m.out)
	m = &vm{}
	steps = m.run([]int{10, 11, 12, 1, 8, 9, 5, 7, 99})
	fmt.Println(steps, m.out)
	func() {
		defer func() { fmt.Println(recover()) }()
		m.run([]int{0, 5, 77})
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		(&vm{}).run([]int{1})
	}()
	t := 0
	for i := -5; i < 5; i++ {
		for j := -5; j < 5; j++ {
			t = t*3 + expr(i, j, i*j, i-j)
		}
	}
	fmt.Println(t)
	for _, v := range [][4]int{{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, -1}, {1, 1, 1, 1}, {2, 1, 1, 1}} {
		fmt.Print(deep(v[0], v[1], v[2], v[3]), ", ")
	}
	fmt.Println(".")
}

// Exit: 2
// Stderr:
// panic: runtime error: integer divide by zero
// goroutine 1 [running]:

// Output:
// 81 [100 81 64 49 36 25 16 9 4 1]
// 7 [1]
// bad op 77 at 2
// runtime error: index out of range [-1]
