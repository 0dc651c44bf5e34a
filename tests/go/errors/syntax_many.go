// More errors than are shown unless all are asked for.
package main

func main() {
	s := []int{}
	_ = s[::]  // ERROR "middle index required in 3-index slice" "final index required in 3-index slice"
	_ = s[1::] // ERROR "middle index required in 3-index slice" "final index required in 3-index slice"
	_ = s[:1:] // ERROR "final index required in 3-index slice"
	_ = s[::1] // ERROR "middle index required in 3-index slice"
	_ = s[::]  // ERROR "middle index required in 3-index slice" "final index required in 3-index slice"
	_ = s[1::] // ERROR "middle index required in 3-index slice" "final index required in 3-index slice"
	_ = s[:1:] // ERROR "final index required in 3-index slice"
	_ = s[::1] // ERROR "middle index required in 3-index slice"
}
