// Words of a text: counted, wrapped, justified, sorted, indexed and turned into columns.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type word struct {
	text  string
	count int
	lines []int
}

type index struct {
	byText map[string]*word
	order  []*word
}

func (ix *index) add(text string, line int) {
	w, ok := ix.byText[text]
	if !ok {
		w = &word{text: text}
		ix.byText[text] = w
		ix.order = append(ix.order, w)
	}
	w.count++
	if n := len(w.lines); n == 0 || w.lines[n-1] != line {
		w.lines = append(w.lines, line)
	}
}

func sortWords(ws []*word, less func(a, b *word) bool) {
	for i := 1; i < len(ws); i++ {
		for j := i; j > 0 && less(ws[j], ws[j-1]); j-- {
			ws[j], ws[j-1] = ws[j-1], ws[j]
		}
	}
}

func wrap(words []string, width int) (lines []string) {
	line := ""
	for _, w := range words {
		if line != "" && len(line)+1+len(w) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

func justify(line string, width int) string {
	words := strings.Fields(line)
	gaps := len(words) - 1
	if gaps == 0 {
		return line
	}
	room := width - len(strings.Join(words, ""))
	var b strings.Builder
	for i, w := range words {
		b.WriteString(w)
		if i < gaps {
			n := room / gaps
			if i < room%gaps {
				n++
			}
			b.WriteString(strings.Repeat(" ", n))
		}
	}
	return b.String()
}

func title(s string) string {
	up := true
	return strings.Map(func(r rune) rune {
		if up && r >= 'a' && r <= 'z' {
			r -= 'a' - 'A'
		}
		up = r == ' '
		return r
	}, s)
}

func isPalindrome(s string) bool {
	var letters []rune
	for _, r := range strings.ToLower(s) {
		if r >= 'a' && r <= 'z' {
			letters = append(letters, r)
		}
	}
	for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
		if letters[i] != letters[j] {
			return false
		}
	}
	return true
}

func roman(n int) (s string) {
	for _, d := range []struct {
		v int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.v; n -= d.v {
			s += d.s
		}
	}
	return
}

func main() {
	ix := &index{byText: map[string]*word{}}
	var all []string
	in := bufio.NewScanner(os.Stdin)
	for line := 1; in.Scan(); line++ {
		for _, w := range strings.FieldsFunc(in.Text(), func(r rune) bool { return strings.ContainsRune(" ,.;", r) }) {
			ix.add(strings.ToLower(w), line)
			all = append(all, w)
		}
	}
	sortWords(ix.order, func(a, b *word) bool { return a.count > b.count || a.count == b.count && a.text < b.text })
	for i, w := range ix.order[:6] {
		fmt.Printf("%-4s %-8s|%3d| %v\n", roman(i+1), w.text, w.count, w.lines)
	}
	for _, l := range wrap(all, 30) {
		fmt.Printf("|%s|\n", justify(l, 30))
	}
	fmt.Println(title("the quick brown fox"), isPalindrome("A man, a plan, a canal: Panama"), isPalindrome("no"))
	fmt.Println(roman(1994), roman(3888), len(ix.order), len(all))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for i, w := range ix.order {
		fmt.Fprintf(out, "%-10s", w.text)
		if i%5 == 4 {
			fmt.Fprintln(out, "|")
		}
	}
	fmt.Fprintln(out, "|")
}

// Stdin:
// One virtual machine carries many languages, as a purlin carries rafters.
// It runs source code inside your program; it is bounded, and it is fast.
// The same source, the same result, on every machine.

// Output:
// I    it      |  3| [2]
// II   carries |  2| [1]
// III  is      |  2| [2]
// IV   machine |  2| [1 3]
// V    same    |  2| [3]
// VI   source  |  2| [2 3]
// |One  virtual  machine  carries|
// |many  languages  as  a  purlin|
// |carries rafters It runs source|
// |code inside your program it is|
// |bounded  and  it  is  fast The|
// |same source the same result on|
// |every                  machine|
// The Quick Brown Fox true false
// MCMXCIV MMMDCCCLXXXVIII 26 34
// it        carries   is        machine   same      |
// source    the       a         and       as        |
// bounded   code      every     fast      inside    |
// languages many      on        one       program   |
// purlin    rafters   result    runs      virtual   |
// your      |
