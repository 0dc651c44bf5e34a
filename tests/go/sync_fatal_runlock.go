package main

import "sync"

func main() {
	defer func() { println("not recovered", recover()) }()
	var m sync.RWMutex
	m.RUnlock()
}

// Exit: 2
// Stderr:
// fatal error: sync: RUnlock of unlocked RWMutex
// goroutine 1 [running]:
