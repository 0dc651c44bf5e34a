package main

import _ "example.com/cycle/a"

func main() {}
