package main

import (
	"fmt"
	str "strings"
)

const version = "v1"

var third = log("more.third", 10)

func init() { fmt.Println("init more") }

func (s *stack) size() int { return len(s.items) }

func (s *stack) String() string {
	return str.Repeat("#", len(s.items)) + fmt.Sprint(s.items)
}

func log(name string, v int) int {
	fmt.Println(name, v)
	return v
}

type shape interface{ area() int }
type rect struct{ w, h int }
type circle int

func (r rect) area() int   { return r.w * r.h }
func (c circle) area() int { return 3 * int(c) * int(c) }

func describe(s shape) string {
	switch s := s.(type) {
	case rect:
		return fmt.Sprintf("rect %dx%d", s.w, s.h)
	case circle:
		return fmt.Sprint("circle ", int(s))
	}
	return "?"
}
