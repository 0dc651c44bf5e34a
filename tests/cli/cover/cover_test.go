package cover

import (
	"testing"

	"example.com/cover/sub"
)

func TestGrade(t *testing.T) {
	for _, n := range []int{-1, 101, 95, 85, 75, 3, 3} {
		Grade(n)
	}
	sub.F(3)
}

func TestLoops(t *testing.T) {
	Loops([]int{1, 2, 3, 4})
	handler(3)
	(&T{}).Inc()
	Empty()
}

func TestChan(t *testing.T) {
	defer func() { recover() }()
	Chan(make(chan int, 1), 3.5)
}

func TestGen(t *testing.T) {
	Gen(1, 1)
	Gen("a", "b")
}
