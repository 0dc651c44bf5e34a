package main

var sink []byte

func main() {
	for {
		sink = make([]byte, 1000)
	}
}
