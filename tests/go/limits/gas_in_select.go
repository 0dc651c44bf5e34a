package main

func main() {
	c, d := make(chan int), make(chan int, 1)
	for {
		select {
		case <-c:
		case d <- 1:
		default:
			<-d
		}
	}
}

// Flags: --gas=1000000
// Trap: OutOfGas
