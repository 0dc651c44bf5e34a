package main

// naïve
func main() {}
