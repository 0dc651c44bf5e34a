// Calls with the wrong number or kind of arguments.
package main

import "fmt"

func f(a int, b string) int   { return a }
func v(a int, rest ...string) {}
func none()                   {}

type T struct{}

func (t *T) p() {}

func main() {
	f(1)               // ERROR "not enough arguments in call to f"
	f(1, "a", 2)       // ERROR "too many arguments in call to f"
	f("a", 1)          // ERROR "cannot use .a. .*as int value" "cannot use 1 .*as string value"
	v()                // ERROR "not enough arguments in call to v"
	v(1, "a", 2)       // ERROR "cannot use 2 .*as string value"
	v(1, []string{}...)
	v(1, "a", []string{}...) // ERROR "too many arguments|have \(number, string, ...\[\]string\)"
	f(1, "a"...)       // ERROR "have \(...string\)|non-variadic"
	x := none()        // ERROR "used as value"
	_ = x
	5()                // ERROR "cannot call (non-function )?5"
	T{}.p()            // ERROR "cannot call pointer method p on T"
	fmt.Println(f)
	f                  // ERROR "is not used"
	f(1, "a") + 1      // ERROR "is not used"
	len([]int{})       // ERROR "is not used"
	_ = len(5)         // ERROR "invalid argument: 5"
	_ = cap(map[int]int{}) // ERROR "invalid argument"
	_ = append(1, 2)   // ERROR "invalid (argument|append)"
	_ = append([]int{}, "a") // ERROR "cannot use .a."
	_ = make(int)      // ERROR "cannot make int"
	_ = make([]int)    // ERROR "expects 2 or 3 arguments"
	_ = make([]int, -1) // ERROR "must not be negative"
	_ = make([]int, 5, 2) // ERROR "length and capacity swapped"
	_ = new(5)[0]      // ERROR "invalid operation|cannot index|is not a type"
	delete([]int{}, 1) // ERROR "invalid argument|is not a map"
	copy([]int{}, []string{}) // ERROR "invalid argument|different element types"
	close(5)           // ERROR "invalid operation|cannot close non-channel"
	defer 5            // ERROR "expression in defer must be function call"
	go f               // ERROR "expression in go must be function call"
	defer len("a")     // ERROR "discards result"
	main.x()           // ERROR "main.x undefined|undefined"
}
