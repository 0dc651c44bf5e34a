package main

import "sync"

func main() {
	defer func() { println("not recovered", recover()) }()
	var m sync.Mutex
	m.Unlock()
}

// Exit: 2
// Stderr:
// fatal error: sync: unlock of unlocked mutex
// goroutine 1 [running]:
