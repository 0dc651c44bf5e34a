package main

func main() {
	s := 0
	for i := range 1000 {
		s += i
	}
	if s != 499500 {
		panic(s)
	}
}

// Gas: 1
