package main

import "os"

func main() {
	if os.Getenv("PURLIN_TEST_NAME") == "" {
		panic("no name")
	}
}
