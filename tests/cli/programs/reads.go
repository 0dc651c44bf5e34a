package main

import (
	"fmt"
	"os"
)

func main() {
	text, err := os.ReadFile("programs/greeting.txt")
	fmt.Printf("%q %v\n", text, err != nil)
	fmt.Printf("%q\n", os.Getenv("PURLIN_TEST_NAME"))
}
