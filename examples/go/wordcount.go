// Counts the words of its input: maps, sorting, buffered input.
//
//	purlin run examples/go/wordcount.go < README.md
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
)

func main() {
	counts := map[string]int{}
	words := bufio.NewScanner(os.Stdin)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		if word := strings.Trim(strings.ToLower(words.Text()), ".,:;!?"); word != "" {
			counts[word]++
		}
	}
	all := make([]string, 0, len(counts))
	for word := range counts {
		all = append(all, word)
	}
	sort.Slice(all, func(i, j int) bool {
		if counts[all[i]] != counts[all[j]] {
			return counts[all[i]] > counts[all[j]]
		}
		return all[i] < all[j]
	})
	for _, word := range all[:min(5, len(all))] {
		fmt.Printf("%4d %s\n", counts[word], word)
	}
}

// Stdin:
// The quick brown fox jumps over the lazy dog.
// The dog sleeps; the fox, it runs.
// Output:
//    4 the
//    2 dog
//    2 fox
//    1 brown
//    1 it
