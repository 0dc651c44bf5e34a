package main

import (
	"fmt"
	"runtime"
	"time"
)

func main() {
	go func() {
		time.Sleep(time.Millisecond)
		fmt.Println("still here")
	}()
	defer fmt.Println("deferred")
	runtime.Goexit()
}

// Exit: 2
// Stderr:
// fatal error: no goroutines (main called runtime.Goexit) - deadlock!

// Output:
// deferred
// still here
