// Calls of the guest's functions by the host, which adds up what they answer.
package main

// Step answers a word for two.
func Step(a, b int64) int64 { return a*3 + b }

// Name answers text for text.
func Name(text string) string { return "<" + text + ">" }

func main() {}
