package main

import "sync"

func main() {
	c := sync.NewCond(new(sync.Mutex))
	c.L.Lock()
	c.Wait()
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [sync.Cond.Wait]:
