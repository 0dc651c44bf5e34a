package main

func main() {}

// Output:
