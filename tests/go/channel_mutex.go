// A channel of one token as a lock, and one as a semaphore with counting of who is inside.
package main

import "fmt"

func main() {
	lock := make(chan bool, 1)
	done := make(chan bool)
	total := 0
	for i := 0; i < 50; i++ {
		go func(by int) {
			for j := 0; j < 20; j++ {
				lock <- true
				t := total
				t += by
				total = t
				<-lock
			}
			done <- true
		}(i)
	}
	for i := 0; i < 50; i++ {
		<-done
	}
	fmt.Println(total)
	sem := make(chan int, 3)
	inside, most := 0, 0
	for i := 0; i < 10; i++ {
		go func() {
			sem <- i
			lock <- true
			inside++
			if inside > most {
				most = inside
			}
			<-lock
			lock <- true
			inside--
			<-lock
			<-sem
			done <- true
		}()
	}
	for i := 0; i < 10; i++ {
		<-done
	}
	fmt.Println(inside, most <= 3, len(sem))
}

// Output:
// 24500
// 0 true 0
