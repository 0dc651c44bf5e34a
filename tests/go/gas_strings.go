package main

// What strings and maps cost: concatenation, conversion, comparison, iteration, hashing, growing.

type key struct {
	name string
	at   int
}

func main() {
	text := ""
	for i := range 50 {
		text += string(rune('a'+i%26)) + "·"
	}
	runes := 0
	for _, r := range text {
		if r > 127 {
			runes++
		}
	}
	println(len(text), runes, text[:10] == "a·b·c·d·", text < "b")

	bytes := []byte(text)
	bytes[0] = 'Z'
	println(string(bytes)[0], len([]rune(text)))

	counts := map[string]int{}
	for i := range len(text) - 3 {
		counts[text[i:i+3]]++
	}
	seen := map[key]bool{{"x", 1}: true}
	numbers := map[int]int{}
	for i := range 200 {
		seen[key{text[:i%9], i}] = i%2 == 0
		numbers[i*i] = i
	}
	delete(numbers, 4)
	sum := 0
	for k, v := range numbers {
		sum += k - v
	}
	_, missing := numbers[4]
	println(len(counts), len(seen), sum, missing)

	var boxed any = key{"y", 2}
	println(boxed == any(key{"y", 2}), boxed == any("y"))
}

// Gas: 27712
// Stderr:
// 150 50 false true
// 90 100
// 78 201 2626798 false
// true false
