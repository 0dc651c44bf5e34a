// A String method that prints itself recurses through fmt.
package main

import "fmt"

type t struct{ n int }

func (x t) String() string { return fmt.Sprint("t: ", x) }

func main() {
	fmt.Println(t{1})
}

// Flags: --stack=1M --memory=256M
// Trap: StackOverflow
