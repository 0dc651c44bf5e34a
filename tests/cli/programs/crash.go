package main

import "fmt"

type list struct {
	value int
	next  *list
}

func last(l *list) int {
	for l.next != nil {
		l = l.next
	}
	return l.value
}

func main() {
	fmt.Println(last(&list{value: 1}))
	fmt.Println(last(nil))
}
