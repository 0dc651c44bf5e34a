package words

import "fmt"

// First is called while packages are initialised.
func First() string {
	fmt.Println("init words")
	return "hello"
}
