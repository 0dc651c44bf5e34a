package main

// Nobody uses up a time slice, and yet the clock is looked at.
func main() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for x := range ping {
			pong <- x + 1
		}
	}()
	for x := 0; ; {
		ping <- x
		x = <-pong
	}
}

// Flags: --timeout=100ms
// Trap: Deadline
