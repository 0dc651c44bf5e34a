package comment

import (
	"bytes"
	"fmt"
	"strings"
)

func (p *Printer) level() int {
	if p.HeadingLevel <= 0 {
		return 3
	}
	return p.HeadingLevel
}

func (p *Printer) headingID(h *Heading) string {
	if p.HeadingID == nil {
		return h.DefaultID()
	}
	return p.HeadingID(h)
}

func (p *Printer) linkURL(link *DocLink) string {
	if p.DocLinkURL != nil {
		return p.DocLinkURL(link)
	}
	return link.DefaultURL(p.DocLinkBaseURL)
}

// HTML is the comment as HTML.
func (p *Printer) HTML(d *Doc) []byte {
	var b bytes.Buffer
	for _, block := range d.Content {
		p.htmlBlock(&b, block, false)
	}
	return b.Bytes()
}

var htmlEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&apos;", "<", "&lt;", ">", "&gt;")

// htmlBlock prints a block; in a list without empty lines, paragraphs have no tag.
func (p *Printer) htmlBlock(b *bytes.Buffer, block Block, tight bool) {
	switch x := block.(type) {
	case *Paragraph:
		if !tight {
			b.WriteString("<p>")
		}
		p.htmlText(b, x.Text)
		b.WriteByte('\n')
	case *Heading:
		fmt.Fprintf(b, "<h%d", p.level())
		if id := p.headingID(x); id != "" {
			b.WriteString(` id="` + htmlEscapes.Replace(id) + `"`)
		}
		b.WriteByte('>')
		p.htmlText(b, x.Text)
		fmt.Fprintf(b, "</h%d>\n", p.level())
	case *Code:
		b.WriteString("<pre>" + htmlEscapes.Replace(x.Text) + "</pre>\n")
	case *List:
		kind := "ol>\n"
		if x.Items[0].Number == "" {
			kind = "ul>\n"
		}
		b.WriteString("<" + kind)
		tight := !x.BlankBetween()
		next := "1"
		for _, item := range x.Items {
			b.WriteString("<li")
			if n := item.Number; n != "" {
				if n != next {
					b.WriteString(` value="` + htmlEscapes.Replace(n) + `"`)
				}
				next = increment(n)
			}
			b.WriteByte('>')
			for _, c := range item.Content {
				p.htmlBlock(b, c, tight)
			}
		}
		b.WriteString("</" + kind)
	}
}

// increment adds 1 to a number of any size.
func increment(s string) string {
	digits := []byte(s)
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] < '9' {
			digits[i]++
			return string(digits)
		}
		digits[i] = '0'
	}
	return "1" + string(digits)
}

func (p *Printer) htmlText(b *bytes.Buffer, text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			b.WriteString(htmlEscapes.Replace(string(t)))
		case Italic:
			b.WriteString("<i>" + htmlEscapes.Replace(string(t)) + "</i>")
		case *Link:
			b.WriteString(`<a href="` + htmlEscapes.Replace(t.URL) + `">`)
			p.htmlText(b, t.Text)
			b.WriteString("</a>")
		case *DocLink:
			url := p.linkURL(t)
			if url != "" {
				b.WriteString(`<a href="` + htmlEscapes.Replace(url) + `">`)
			}
			p.htmlText(b, t.Text)
			if url != "" {
				b.WriteString("</a>")
			}
		}
	}
}

// Markdown is the comment as Markdown.
func (p *Printer) Markdown(d *Doc) []byte {
	var b bytes.Buffer
	for i, block := range d.Content {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch x := block.(type) {
		case *Paragraph:
			p.markdownLine(&b, x.Text)
			b.WriteByte('\n')
		case *Heading:
			b.WriteString(strings.Repeat("#", p.level()) + " ")
			p.markdownLine(&b, x.Text)
			if id := p.headingID(x); id != "" {
				b.WriteString(" {#" + id + "}")
			}
			b.WriteByte('\n')
		case *Code:
			commentBlock(&b, x)
		case *List:
			p.markdownList(&b, x)
		}
	}
	return b.Bytes()
}

func (p *Printer) markdownList(b *bytes.Buffer, l *List) {
	loose := l.BlankBetween()
	for i, item := range l.Items {
		if i > 0 && loose {
			b.WriteByte('\n')
		}
		if item.Number != "" {
			b.WriteString(" " + item.Number + ". ")
		} else {
			b.WriteString("  - ")
		}
		for j, c := range item.Content {
			if j > 0 {
				b.WriteString("\n    ")
			}
			p.markdownLine(b, c.(*Paragraph).Text)
			b.WriteByte('\n')
		}
	}
}

// markdownLine prints a paragraph as one line, which must not be read as a heading or an item of a list.
func (p *Printer) markdownLine(b *bytes.Buffer, text []Text) {
	var raw bytes.Buffer
	p.markdownText(&raw, text)
	line := bytes.TrimSpace(raw.Bytes())
	if len(line) == 0 {
		return
	}
	switch c := line[0]; {
	case c == '+' || c == '-' || c == '*' || c == '#':
		b.WriteByte('\\')
	case '0' <= c && c <= '9':
		n := 1
		for n < len(line) && '0' <= line[n] && line[n] <= '9' {
			n++
		}
		if n < len(line) && (line[n] == '.' || line[n] == ')') {
			b.Write(line[:n])
			b.WriteByte('\\')
			line = line[n:]
		}
	}
	b.Write(line)
}

var markdownEscapes = strings.NewReplacer("\n", " ", "`", "\\`", "_", "\\_", "*", "\\*", "[", "\\[", "<", "\\<", "\\", "\\\\")

func (p *Printer) markdownText(b *bytes.Buffer, text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			b.WriteString(markdownEscapes.Replace(string(t)))
		case Italic:
			b.WriteString("*" + markdownEscapes.Replace(string(t)) + "*")
		case *Link:
			b.WriteByte('[')
			p.markdownText(b, t.Text)
			b.WriteString("](" + t.URL + ")")
		case *DocLink:
			url := p.linkURL(t)
			if url != "" {
				b.WriteByte('[')
			}
			p.markdownText(b, t.Text)
			if url != "" {
				b.WriteString("](" + url + ")")
			}
		}
	}
}
