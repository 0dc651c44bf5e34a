package main

import (
	_ "example.com/broken/nothing"
	_ "example.net/other"
	_ "example.org/x/internal/secret"
	_ "plugin"
)

func main() {}
