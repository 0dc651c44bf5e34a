// Package greet greets.
package greet

import (
	"fmt"

	"example.com/hello/internal/words"
	"example.org/punct"
)

var word = words.First()

func init() {
	fmt.Println("init greet")
}

// Hello greets someone.
func Hello(name string) string {
	return word + " " + name + punct.Bang + system
}
