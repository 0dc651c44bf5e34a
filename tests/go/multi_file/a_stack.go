package main

import "fmt"

var second = log("stack.second", third*2)

func init() { fmt.Println("init stack") }

type stack struct{ items []int }

func newStack() *stack { return &stack{} }

func (s *stack) push(v int) { s.items = append(s.items, v) }

func (s *stack) pop() int {
	v := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v
}
