package main

func main() { undefinedThing() }

// TypeCheckError:
// golden/types.go:3:15: undefined: undefinedThing
