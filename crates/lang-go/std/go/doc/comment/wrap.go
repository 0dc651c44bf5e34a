package comment

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// textPrinter prints text; width is negative if lines have no limit.
type textPrinter struct {
	bytes.Buffer
	prefix, codePrefix string
	width              int
}

// Text is the comment as text, in lines of a limited width.
func (p *Printer) Text(d *Doc) []byte {
	t := &textPrinter{prefix: p.TextPrefix, codePrefix: p.TextCodePrefix, width: p.TextWidth}
	if t.codePrefix == "" {
		t.codePrefix = t.prefix + "\t"
	}
	if t.width == 0 {
		t.width = 80 - utf8.RuneCountInString(t.prefix)
	}
	for i, block := range d.Content {
		if i > 0 && blankBefore(block) {
			t.WriteString(t.prefix)
			t.endLine()
		}
		t.block(block)
	}
	first := true
	for _, def := range d.Links {
		if def.Used {
			if first {
				t.endLine()
				first = false
			}
			t.WriteString("[" + def.Text + "]: " + def.URL + "\n")
		}
	}
	return t.Bytes()
}

// endLine ends a line, without space at its end.
func (t *textPrinter) endLine() {
	n := t.Len()
	for n > 0 && (t.Bytes()[n-1] == ' ' || t.Bytes()[n-1] == '\t') {
		n--
	}
	t.Truncate(n)
	t.WriteByte('\n')
}

func (t *textPrinter) block(block Block) {
	switch x := block.(type) {
	case *Paragraph:
		t.WriteString(t.prefix)
		t.text("", x.Text)
	case *Heading:
		t.WriteString(t.prefix + "# ")
		t.text("", x.Text)
	case *Code:
		for line := range strings.Lines(x.Text) {
			if line = strings.TrimSuffix(line, "\n"); line != "" {
				t.WriteString(t.codePrefix + line)
			}
			t.endLine()
		}
	case *List:
		loose := x.BlankBetween()
		for i, item := range x.Items {
			if i > 0 && loose {
				t.WriteString(t.prefix)
				t.endLine()
			}
			t.WriteString(t.prefix)
			if item.Number == "" {
				t.WriteString("  - ")
			} else {
				t.WriteString(" " + item.Number + ". ")
			}
			for j, c := range item.Content {
				if j > 0 {
					t.endLine()
					t.WriteString(t.prefix + "    ")
				}
				t.text("    ", c.(*Paragraph).Text)
			}
		}
	}
}

// text prints a paragraph, whose lines but the first are indented.
func (t *textPrinter) text(indent string, text []Text) {
	var b strings.Builder
	writeText(&b, text)
	words := strings.Fields(b.String())
	ends := []int{len(words)}
	if t.width >= 0 && len(words) > 0 {
		ends = wrap(words, t.width-utf8.RuneCountInString(indent))
	}
	start := 0
	for i, end := range ends {
		if i > 0 {
			t.WriteString(t.prefix + indent)
		}
		t.WriteString(strings.Join(words[start:end], " "))
		t.endLine()
		start = end
	}
}

// cost is what a division into lines costs: first, the squares of what is over the limit; second, the squares of what is free at the ends of
// lines but the last one, and the penalties of breaks.
type cost struct{ over, free int64 }

func (a cost) compare(b cost) int {
	return cmp.Or(cmp.Compare(a.over, b.over), cmp.Compare(a.free, b.free))
}

// penalty is the cost of a break after a word: a break after punctuation is better.
func penalty(word string) int64 {
	switch word[len(word)-1] {
	case '.', ',', ':', ';':
		return 0
	}
	return 64
}

// wrapper finds the cheapest division of words into lines.
type wrapper struct {
	words []string
	limit int
	total []int  // the size of the words before each, with a blank after each
	best  []cost // of the words before each
}

// upTo is the cost of the words before j if the last line begins at i.
func (w *wrapper) upTo(i, j int) cost {
	c := w.best[i]
	size := w.total[j] - 1 - w.total[i]
	square := int64(w.limit-size) * int64(w.limit-size)
	switch {
	case size > w.limit:
		return cost{c.over + square, c.free + penalty(w.words[j-1])}
	case j == len(w.words):
		return c
	}
	return cost{c.over, c.free + square + penalty(w.words[j-1])}
}

// useless reports whether a last line that begins at b is never better than both others: where it begins to be better than one at a, one at c is
// as good. a < b < c.
func (w *wrapper) useless(a, b, c int) bool {
	n := len(w.words)
	k := c + sort.Search(n+1-c, func(k int) bool { return w.upTo(a, k+c).compare(w.upTo(b, k+c)) > 0 })
	return k > n || w.upTo(c, k).compare(w.upTo(b, k)) <= 0
}

// wrap divides words into lines at the least cost, and has the index of the word after each line. The algorithm is that of Hirschberg and Larmore,
// The Least Weight Subsequence Problem (1987), which keeps a queue of the beginnings of the last line that can be best later.
func wrap(words []string, limit int) []int {
	n := len(words)
	w := &wrapper{words, limit, make([]int, n+1), make([]cost, 1, n+1)}
	for i, word := range words {
		w.total[i+1] = w.total[i] + utf8.RuneCountInString(word) + 1
	}
	from := make([]int, n+1)
	queue := []int{0}
	for j := 1; j < n; j++ {
		from[j] = queue[0]
		w.best = append(w.best, w.upTo(queue[0], j))
		for len(queue) > 1 && w.useless(queue[len(queue)-2], queue[len(queue)-1], j) {
			queue = queue[:len(queue)-1]
		}
		queue = append(queue, j)
		for len(queue) > 1 && w.upTo(queue[0], j+1).compare(w.upTo(queue[1], j+1)) >= 0 {
			queue = queue[1:]
		}
	}
	from[n] = queue[0]
	var ends []int
	for j := n; j > 0; j = from[j] {
		ends = append(ends, j)
	}
	slices.Reverse(ends)
	return ends
}
