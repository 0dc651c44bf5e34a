package main

// What loops around loops cost that keep a place in memory going, also where they stop in the middle.

type state struct {
	seed, turns, last int
}

var global = state{seed: 42}

//go:noinline
func (s *state) draw(table []int, n int) {
	for i := 0; i < n; i++ {
		s.seed = (s.seed*3877 + 29573) % 139968
		j := 0
		for table[j] <= s.seed {
			j++
			s.turns = s.turns*3%1009 + j
		}
		s.last = s.last*5%1009 + j
	}
}

//go:noinline
func draw(table []int, n int) (sum int) {
	for i := 0; i < n; i++ {
		global.seed = (global.seed*3877 + 29573) % 139968
		for j := 0; table[j] <= global.seed; j++ {
			sum += j
		}
	}
	return
}

func stopped(s *state, table []int) {
	defer func() { println(recover() != nil, s.seed, s.turns, s.last, global.seed) }()
	s.draw(table, 200)
	println(draw(table, 200))
}

func main() {
	table := []int{20000, 50000, 90000, 120000, 139968}
	s := &state{seed: 7}
	stopped(s, table)
	stopped(s, table[:4])
	stopped(&global, table)
	stopped(&global, table[:3])
	done := make(chan bool)
	for id := range 3 {
		go func() {
			mine := &state{seed: id}
			mine.draw(table, 3000)
			println(mine.seed, mine.turns, mine.last)
			done <- true
		}()
		<-done
	}
}

// Gas: 746510
// Stderr:
// 372
// false 72767 431 1003 119554
// true 139448 949 111 119554
// 411
// false 105714 123 567 105714
// true 104608 781 819 104608
// 108456 1007 500
// 82825 536 138
// 57194 1000 901
