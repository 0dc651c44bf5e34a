// words: a script of a screen: counts words and prints them in order.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

const text = "the quick brown fox jumps over the lazy dog and the dog sleeps on"

func main() {
	counts := map[string]int{}
	for _, word := range append(strings.Fields(text), os.Args[1:]...) {
		counts[strings.ToLower(word)]++
	}
	words := make([]string, 0, len(counts))
	for word := range counts {
		words = append(words, word)
	}
	sort.Strings(words)
	for _, word := range words {
		fmt.Printf("%-6s %d\n", word, counts[word])
	}
}
