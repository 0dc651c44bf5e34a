package main

import (
	"fmt"
	"sync"
)

func main() {
	var m sync.Mutex
	m.Lock()
	fmt.Println("locked")
	m.Lock()
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [sync.Mutex.Lock]:

// Output:
// locked
