// A piece of a program, which is compiled as often as the size says, under other names: what compiling takes.
package main

import "os"

type record_N struct {
	name  string
	score float64
	next  *record_N
}

func sum_N(list *record_N, bonus int) (total float64) {
	for at := list; at != nil; at = at.next {
		if len(at.name) > bonus {
			total += at.score * float64(bonus)
			continue
		}
		switch {
		case at.score > 10:
			total += 1
		case at.score > 5:
			total -= float64(len(at.name))
		default:
			total *= 2
		}
	}
	return total
}

func sort_N(values []int) {
	for i := 1; i < len(values); i++ {
		for k := i; k > 0 && values[k] < values[k-1]; k-- {
			values[k], values[k-1] = values[k-1], values[k]
		}
	}
}

func check_N() {
	list := &record_N{"a", 11, &record_N{"bcd", 2, nil}}
	values := []int{3, 1, 2}
	sort_N(values)
	if sum_N(list, 2) != 5 || values[0] != 1 || values[2] != 3 {
		os.Exit(1)
	}
}
