package comment

import (
	"bytes"
	"strings"
)

// Printer has what is to be known to print a comment. A HeadingLevel of 0 is 3; the functions have defaults, as methods of their
// arguments. TextPrefix stands before each line of text, and TextCodePrefix, by default with a tab more, before one of code.
// TextWidth is the width of lines in characters, without their prefix: 0 is 80 with it, and less than 0 is no limit.
type Printer struct {
	HeadingLevel   int
	HeadingID      func(h *Heading) string
	DocLinkURL     func(link *DocLink) string
	DocLinkBaseURL string
	TextPrefix     string
	TextCodePrefix string
	TextWidth      int
}

func blankBefore(b Block) bool {
	if l, ok := b.(*List); ok {
		return l.BlankBefore()
	}
	return true
}

// Comment is the comment in the standard format, without its marks.
func (p *Printer) Comment(d *Doc) []byte {
	var b bytes.Buffer
	for i, block := range d.Content {
		if i > 0 && blankBefore(block) {
			b.WriteByte('\n')
		}
		commentBlock(&b, block)
	}
	for _, used := range []bool{true, false} {
		first := true
		for _, def := range d.Links {
			if def.Used != used {
				continue
			}
			if first {
				b.WriteByte('\n')
				first = false
			}
			b.WriteString("[" + def.Text + "]: " + def.URL + "\n")
		}
	}
	return b.Bytes()
}

func commentBlock(b *bytes.Buffer, block Block) {
	switch x := block.(type) {
	case *Paragraph:
		commentText(b, "", x.Text)
		b.WriteByte('\n')
	case *Heading:
		b.WriteString("# ")
		commentText(b, "", x.Text)
		b.WriteByte('\n')
	case *Code:
		for line := range strings.Lines(x.Text) {
			if line != "\n" {
				b.WriteByte('\t')
			}
			b.WriteString(line)
		}
	case *List:
		loose := x.BlankBetween()
		for i, item := range x.Items {
			if i > 0 && loose {
				b.WriteByte('\n')
			}
			if item.Number == "" {
				b.WriteString("  - ")
			} else {
				b.WriteString(" " + item.Number + ". ")
			}
			for j, c := range item.Content {
				if j > 0 {
					b.WriteString("\n    ")
				}
				commentText(b, "    ", c.(*Paragraph).Text)
				b.WriteByte('\n')
			}
		}
	}
}

func commentText(b *bytes.Buffer, indent string, text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			b.WriteString(strings.ReplaceAll(string(t), "\n", "\n"+indent))
		case Italic:
			b.WriteString(strings.ReplaceAll(string(t), "\n", "\n"+indent))
		case *Link:
			if t.Auto {
				commentText(b, indent, t.Text)
			} else {
				bracketed(b, indent, t.Text)
			}
		case *DocLink:
			bracketed(b, indent, t.Text)
		}
	}
}

func bracketed(b *bytes.Buffer, indent string, text []Text) {
	b.WriteByte('[')
	commentText(b, indent, text)
	b.WriteByte(']')
}
