package main

func main() {
	select {}
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [select (no cases)]:
