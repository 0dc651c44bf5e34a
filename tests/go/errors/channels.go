// Channel directions.
package main

func main() {
	c := make(chan int)
	var r <-chan int = c
	var s chan<- int = c
	r <- 1    // ERROR "cannot send to receive-only channel .*r"
	_ = <-s   // ERROR "cannot receive from send-only channel .*s"
	close(r)  // ERROR "cannot close receive-only channel .*r"
	c <- "a"  // ERROR "cannot use .a. .*as int value in send"
	c = r     // ERROR "cannot use r"
	r = s     // ERROR "cannot use s"
	var x string = <-c // ERROR "cannot use <-c"
	_ = x
	5 <- 1    // ERROR "cannot send to non-channel .*5"
}
