package main

func main() {
	println("cafÃ© naïve")
}
