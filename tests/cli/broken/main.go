package main

import (
	_ "example.com/broken/nothing"
	_ "example.net/other"
	_ "example.org/x/internal/secret"
	_ "net/http"
)

func main() {}
