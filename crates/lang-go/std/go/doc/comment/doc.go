// Package comment parses doc comments of Go and prints them as comments, text, HTML and Markdown.
package comment

import (
	"strings"
)

// Doc is a comment: its blocks, and its definitions of links.
type Doc struct {
	Content []Block
	Links   []*LinkDef
}

// LinkDef is a line "[Text]: URL". Used says whether a link of the comment has this text.
type LinkDef struct {
	Text string
	URL  string
	Used bool
}

// Block is *Code, *Heading, *List or *Paragraph.
type Block interface{ block() }

type Heading struct {
	Text []Text
}

type Paragraph struct {
	Text []Text
}

// Code is text that is indented in the comment. Each of its lines ends with a newline; the first and the last one are not empty.
type Code struct {
	Text string
}

// List is a list of which all items have numbers or none has. The parser sets a flag where there is an empty line in the comment.
type List struct {
	Items             []*ListItem
	ForceBlankBefore  bool
	ForceBlankBetween bool
}

// ListItem is an item, with its number if it has one. Its blocks are paragraphs.
type ListItem struct {
	Number  string
	Content []Block
}

func (*Heading) block()   {}
func (*Paragraph) block() {}
func (*Code) block()      {}
func (*List) block()      {}

// BlankBefore reports whether an empty line stands before the list.
func (l *List) BlankBefore() bool { return l.ForceBlankBefore || l.BlankBetween() }

// BlankBetween reports whether empty lines stand between the items: if one of them has several paragraphs.
func (l *List) BlankBetween() bool {
	if l.ForceBlankBetween {
		return true
	}
	for _, item := range l.Items {
		if len(item.Content) != 1 {
			return true
		}
	}
	return false
}

// Text is Plain, Italic, *Link or *DocLink.
type Text interface{ text() }

type Plain string

type Italic string

// Link is a link to a URL, which stands in the text if Auto is true.
type Link struct {
	Auto bool
	Text []Text
	URL  string
}

// DocLink is a link to a package, or to a name in it or in this one.
type DocLink struct {
	Text       []Text
	ImportPath string
	Recv       string
	Name       string
}

func (Plain) text()    {}
func (Italic) text()   {}
func (*Link) text()    {}
func (*DocLink) text() {}

// DefaultURL is the address of the documentation, where baseURL stands before the paths of packages.
func (l *DocLink) DefaultURL(baseURL string) string {
	url, slash := "", ""
	if l.ImportPath != "" {
		if strings.HasSuffix(baseURL, "/") {
			slash = "/"
			url = baseURL + l.ImportPath
		} else {
			url = baseURL + "/" + l.ImportPath
		}
		if l.Name == "" {
			return url + slash
		}
	}
	if l.Recv != "" {
		return url + slash + "#" + l.Recv + "." + l.Name
	}
	return url + slash + "#" + l.Name
}

// DefaultID is "hdr-" and the text, in which what is no ASCII letter or digit is an underscore.
func (h *Heading) DefaultID() string {
	var b strings.Builder
	writeText(&b, h.Text)
	s := strings.TrimSpace(b.String())
	if s == "" {
		return ""
	}
	b.Reset()
	b.WriteString("hdr-")
	for _, c := range s {
		if c < 0x80 && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z') {
			b.WriteRune(c)
		} else {
			b.WriteByte('_')
		}
	}
	return b.String()
}

// writeText writes a text as one line.
func writeText(b *strings.Builder, text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			b.WriteString(strings.ReplaceAll(string(t), "\n", " "))
		case Italic:
			b.WriteString(strings.ReplaceAll(string(t), "\n", " "))
		case *Link:
			writeText(b, t.Text)
		case *DocLink:
			writeText(b, t.Text)
		}
	}
}
