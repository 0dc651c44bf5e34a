package main

import (
	"fmt"
	"os"
)

func main() { fmt.Println("hello", os.Args[1:]) }

// Args: a b
// Output:
// hello [a b]
