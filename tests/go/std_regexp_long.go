package main

import (
	"fmt"
	"regexp"
	"strings"
)

// Texts beyond what a backtracker remembers, and patterns that are exponential for those that remember nothing.
func main() {
	text := strings.Repeat("a", 30000)
	fmt.Println(regexp.MustCompile(`(a*)*b`).MatchString(text))
	fmt.Println(regexp.MustCompile(`(x+x+)+y|a{3}$`).FindStringIndex(text))
	fmt.Println(regexp.MustCompile(`(?s)^(.*?)(a+)$`).FindStringSubmatchIndex(text))
	fmt.Println(regexp.MustCompile(`(a|aa)+?(b|$)`).FindStringSubmatchIndex(text[:3000]))
	long := regexp.MustCompile(`(a|aa)(a*)c?`)
	long.Longest()
	fmt.Println(long.FindStringSubmatchIndex(text))
	words := strings.Repeat("the quick brown fox; ", 500)
	fmt.Println(len(regexp.MustCompile(`\b\w*o\w*\b`).FindAllString(words, -1)))
	fmt.Println(len(regexp.MustCompile(`(\w+) (\w+)`).ReplaceAllString(words, "$2 $1")))
	fmt.Println(len(regexp.MustCompile(`[^ -~]|fox`).FindAllStringIndex(words+"\xff\u00e9", -1)))
	big := regexp.MustCompile(strings.Repeat("(a?b?)", 120) + "z")
	fmt.Println(big.MatchString(strings.Repeat("ab", 100)), len(big.FindStringSubmatch(strings.Repeat("ab", 100)+"z")))
}

// Output:
// false
// [29997 30000]
// [0 30000 0 0 0 30000]
// [0 3000 2999 3000 3000 3000]
// [0 30000 0 1 1 30000]
// 1000
// 10500
// 502
// false 121
