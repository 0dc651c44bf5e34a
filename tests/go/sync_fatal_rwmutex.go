package main

import "sync"

func main() {
	defer func() { println("not recovered", recover()) }()
	var m sync.RWMutex
	m.Unlock()
}

// Exit: 2
// Stderr:
// fatal error: sync: Unlock of unlocked RWMutex
// goroutine 1 [running]:
