package main

func text() string { return "from the other file\n" }
