package main

func main() { print("not a golden file") }
