package main

import (
	"fmt"

	"example.com/hello/greet"
)

func init() {
	fmt.Println("init main")
}

func main() {
	fmt.Println(greet.Hello("module"))
}
