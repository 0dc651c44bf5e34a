package main

func main() {
	var all [][]byte
	for {
		all = append(all, make([]byte, 1<<20))
	}
}
