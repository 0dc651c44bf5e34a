// Keys are found by their addresses, which differ from run to run; what that takes does not show in gas.
package main

type node struct{ next *node }

func main() {
	of := map[*node]int{}
	held := map[any]*node{}
	var list *node
	for i := range 4000 {
		list = &node{list}
		of[list] = i
		held[list] = list.next
		held[i] = list
	}
	sum, walked := 0, 0
	for n := list; n != nil; n = held[n] {
		sum += of[n]
		walked++
	}
	println(len(of), len(held), sum, walked, held[3999] == list)
	for n := list; n != nil; n = n.next {
		delete(of, n)
	}
	println(len(of))
}

// Gas: 446241
// Stderr:
// 4000 8000 7998000 4000 true
// 0
