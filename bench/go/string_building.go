// string_building n reps: text of n numbered lines through strings.Builder, then read back: split by hand,
// numbers parsed, pieces compared and joined with +; prints lengths and sums.
// Check: equal to compiled Go. Default 20000 lines, 480 repetitions.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

func build(n, salt int) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		b.WriteString("line ")
		b.WriteString(strconv.Itoa(i + salt))
		b.WriteByte(':')
		b.WriteRune('λ')
		b.WriteByte('\n')
	}
	return b.String()
}

func readBack(text string) (sum, runes int, longest string) {
	start := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '\n' {
			continue
		}
		line := text[start:i]
		start = i + 1
		colon := strings.IndexByte(line, ':')
		v, err := strconv.Atoi(line[5:colon])
		if err != nil {
			continue
		}
		sum += v
		for _, r := range line {
			if r == 'λ' {
				runes++
			}
		}
		if joined := line[:4] + "-" + line[5:colon]; len(joined) > len(longest) || joined > longest {
			longest = joined
		}
	}
	return sum, runes, longest
}

func main() {
	n, reps := 20000, 480
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		reps, _ = strconv.Atoi(os.Args[2])
	}
	total, length := 0, 0
	last := ""
	for r := 0; r < reps; r++ {
		text := build(n, r)
		sum, runes, longest := readBack(text)
		total += sum + runes
		length += len(text)
		last = longest
	}
	fmt.Println(total, length, last)
}
