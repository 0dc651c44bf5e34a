package doc

import (
	"go/doc/comment"
	"io"
	"strings"
	"unicode"
)

// IllegalPrefixes are beginnings of comments, in lower case, that are about rights and document nothing.
var IllegalPrefixes = []string{
	"copyright",
	"all rights",
	"author",
}

// firstSentence returns a text up to the first period with a blank after it, unless what is before the period is a
// single capital letter.
func firstSentence(s string) string {
	var before, last, c rune // what precedes
	for i, next := range s {
		if next == '\n' || next == '\r' || next == '\t' {
			next = ' '
		}
		if c == '。' || c == '．' || c == '.' && next == ' ' && (!unicode.IsUpper(last) || unicode.IsUpper(before)) {
			return s[:i]
		}
		before, last, c = last, c, next
	}
	return s
}

// Synopsis returns the first sentence of a text, with single blanks; nothing if the text is about rights.
func (p *Package) Synopsis(text string) string {
	text = firstSentence(text)
	lower := strings.ToLower(text)
	for _, prefix := range IllegalPrefixes {
		if strings.HasPrefix(lower, prefix) {
			return ""
		}
	}
	d := p.Parser().Parse(text)
	if len(d.Content) == 0 {
		return ""
	}
	if _, ok := d.Content[0].(*comment.Paragraph); !ok {
		return ""
	}
	d.Content = d.Content[:1]
	pr := p.Printer()
	pr.TextWidth = -1
	return strings.TrimSpace(string(pr.Text(d)))
}

// Synopsis is the method of Package, without links.
//
// Deprecated: the method knows links.
func Synopsis(text string) string {
	return new(Package).Synopsis(text)
}

// ToHTML writes the text of a comment as HTML. Words are set in italics, and linked if they have an address.
//
// Deprecated: the methods of Package know links.
func ToHTML(w io.Writer, text string, words map[string]string) {
	p := new(Package)
	parser := p.Parser()
	parser.Words = words
	w.Write(p.Printer().HTML(parser.Parse(text)))
}

// ToText writes the text of a comment in lines of a width.
//
// Deprecated: the methods of Package know links.
func ToText(w io.Writer, text string, prefix, codePrefix string, width int) {
	p := new(Package)
	pr := p.Printer()
	pr.TextPrefix, pr.TextCodePrefix, pr.TextWidth = prefix, codePrefix, width
	w.Write(pr.Text(p.Parser().Parse(text)))
}
