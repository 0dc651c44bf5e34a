// A method of an embedded struct, called through an interface, fails: the wrapper in between is in no traceback.
package main

import "fmt"

type inner struct{ list []int }

func (in inner) at(n int) int { return in.list[n] }

type outer struct {
	name string
	inner
}

type finder interface{ at(n int) int }

type other struct{}

func (other) at(n int) int { return n }

func sum(f finder, n int) int {
	total := 0
	for i := 0; i < n; i++ {
		total += f.at(i)
	}
	return total
}

func main() {
	fmt.Println(sum(&other{}, 4))
	fmt.Println(sum(&outer{"o", inner{[]int{1, 2, 3}}}, 4))
}
