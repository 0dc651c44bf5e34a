package main

import "sync"

func main() {
	var m sync.RWMutex
	m.RLock()
	m.Lock()
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [sync.RWMutex.Lock]:
