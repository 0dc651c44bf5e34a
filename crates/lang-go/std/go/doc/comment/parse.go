package comment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parser has what a comment cannot tell: words to be set in italics, with an address or without, what names are packages, and what
// names are declared in the package.
type Parser struct {
	Words         map[string]string
	LookupPackage func(name string) (importPath string, ok bool)
	LookupSym     func(recv, name string) (ok bool)
}

// standard has the packages of the standard library whose paths have but one element.
var standard = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`bufio bytes cmp context crypto embed encoding errors expvar flag fmt hash html image io iter
		log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing time
		unicode unique unsafe weak`) {
		standard[name] = true
	}
}

// DefaultLookupPackage knows the packages of the standard library whose paths have but one element.
func DefaultLookupPackage(name string) (importPath string, ok bool) {
	if standard[name] {
		return name, true
	}
	return "", false
}

// parser has the comment that is parsed, and the first definition of each link.
type parser struct {
	*Parser
	doc   *Doc
	lines []string
	open  []bool // See findOpen.
	links map[string]*LinkDef
}

// Parse parses a comment without its marks.
func (p *Parser) Parse(text string) *Doc {
	d := parser{Parser: p, doc: new(Doc), lines: unindent(strings.Split(text, "\n")), links: make(map[string]*LinkDef)}
	d.findOpen()
	d.blocks()
	// Texts are parsed when all definitions of links are known. Those of headings are plain.
	for _, b := range d.doc.Content {
		switch b := b.(type) {
		case *List:
			for _, item := range b.Items {
				for _, c := range item.Content {
					d.parse(&c.(*Paragraph).Text)
				}
			}
		case *Paragraph:
			d.parse(&b.Text)
		}
	}
	return d.doc
}

func (d *parser) parse(text *[]Text) { *text = d.linked(string((*text)[0].(Plain))) }

func space(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

func indented(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }

// unindent removes the space that all lines begin with, and empty lines at the beginning and the end. Lines of space are empty.
func unindent(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return nil
	}
	prefix := space(lines[0])
	for _, line := range lines[1:] {
		if line != "" {
			n := 0
			for n < len(prefix) && n < len(line) && prefix[n] == line[n] {
				n++
			}
			prefix = prefix[:n]
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			out[i] = line[len(prefix):]
		}
	}
	return out
}

// findOpen finds the lines that are not indented but belong to the indented line after them: those that end with a brace or a backslash, and
// items of a list that goes on there, after more such items or none.
func (d *parser) findOpen() {
	n := len(d.lines)
	d.open = make([]bool, n)
	for i := n - 2; i >= 0; i-- {
		line, next := d.lines[i], d.lines[i+1]
		switch {
		case indented(line) || line == "" || next == "":
		case isItem(line):
			d.open[i] = !indented(next) && isItem(next) && d.open[i+1] || indented(next) && !isItem(next)
		default:
			d.open[i] = (strings.HasSuffix(line, "{") || strings.HasSuffix(line, "\\")) && indented(next) && !isItem(next)
		}
	}
}

func (d *parser) blocks() {
	lines := d.lines
	for i := 0; i < len(lines); {
		if lines[i] == "" {
			i++
			continue
		}
		start := i
		if !indented(lines[i]) && !d.open[i] {
			for i++; i < len(lines) && lines[i] != "" && !indented(lines[i]) && !d.open[i]; i++ {
			}
			d.paragraph(start, i)
			continue
		}
		i = d.indentedEnd(i)
		end := i
		for lines[end-1] == "" {
			end--
		}
		if isItem(lines[start]) {
			d.list(start, end)
		} else {
			d.code(start, end)
		}
	}
}

// indentedEnd is the end of an indented block. A closing brace belongs to it; items of a list that is not indented go on.
func (d *parser) indentedEnd(i int) int {
	open := !indented(d.lines[i]) && isItem(d.lines[i])
	for i++; i < len(d.lines); i++ {
		line := d.lines[i]
		switch {
		case line == "":
			if open {
				open = i+1 < len(d.lines) && indented(d.lines[i+1])
			}
		case indented(line):
		case strings.HasPrefix(line, "}") && d.lines[i-1] != "":
			return i + 1
		case open && isItem(line) && d.lines[i-1] != "":
		default:
			return i
		}
	}
	return i
}

func (d *parser) add(b Block) { d.doc.Content = append(d.doc.Content, b) }

// code adds lines as code, without the indentation that they share, and without lines of "$" at its ends.
func (d *parser) code(start, end int) {
	lines := unindent(d.lines[start:end])
	if len(lines) == 0 {
		return
	}
	d.add(&Code{Text: strings.Join(lines, "\n") + "\n"})
}

// marker is the number, and the text after the mark, of an item of a list.
func marker(line string) (number, rest string, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" {
		return
	}
	c, n := utf8.DecodeRuneInString(line)
	switch {
	case c == '•' || c == '*' || c == '+' || c == '-':
		rest = line[n:]
	case '0' <= c && c <= '9':
		for n < len(line) && '0' <= line[n] && line[n] <= '9' {
			n++
		}
		if n >= len(line) || line[n] != '.' && line[n] != ')' {
			return
		}
		number, rest = line[:n], line[n+1:]
	default:
		return
	}
	if !indented(rest) || strings.TrimSpace(rest) == "" {
		return "", "", false
	}
	return number, rest, true
}

func isItem(line string) bool {
	_, _, ok := marker(line)
	return ok
}

// list adds a list. In one with numbers, a line with another mark is text, and the other way round.
func (d *parser) list(start, end int) {
	l := &List{ForceBlankBefore: start > 0 && d.lines[start-1] == ""}
	d.add(l)
	var item *ListItem
	var text []string
	flush := func() {
		if len(text) > 0 {
			if b := d.textOrLinks(text); b != nil {
				item.Content = append(item.Content, b)
			}
			text = nil
		}
	}
	for i := start; i < end; i++ {
		line := d.lines[i]
		number, rest, ok := marker(line)
		if ok && (item == nil || (item.Number == "") == (number == "")) {
			if item != nil {
				flush()
			}
			item = &ListItem{Number: number}
			l.Items = append(l.Items, item)
			line = rest
		}
		if line = strings.TrimSpace(line); line == "" {
			l.ForceBlankBetween = true
			flush()
		} else {
			text = append(text, line)
		}
	}
	flush()
}

// paragraph adds a paragraph, a heading, or definitions of links.
func (d *parser) paragraph(start, end int) {
	lines := d.lines[start:end]
	if len(lines) == 1 {
		if line := lines[0]; d.isOldHeading(start) {
			d.add(&Heading{Text: []Text{Plain(strings.TrimSpace(line))}})
			return
		} else if isHeading(line) {
			d.add(&Heading{Text: []Text{Plain(strings.TrimSpace(line[1:]))}})
			return
		}
	}
	if b := d.textOrLinks(lines); b != nil {
		d.add(b)
	}
}

// textOrLinks is a paragraph, or nil for definitions of links, which are noted.
func (d *parser) textOrLinks(lines []string) Block {
	var defs []*LinkDef
	for _, line := range lines {
		def := parseLink(line)
		if def == nil {
			return &Paragraph{Text: []Text{Plain(strings.Join(lines, "\n"))}}
		}
		defs = append(defs, def)
	}
	for _, def := range defs {
		d.doc.Links = append(d.doc.Links, def)
		if d.links[def.Text] == nil {
			d.links[def.Text] = def
		}
	}
	return nil
}

func isHeading(line string) bool {
	return len(line) >= 2 && line[0] == '#' && (line[1] == ' ' || line[1] == '\t') && strings.TrimSpace(line) != "#"
}

// isOldHeading reports whether a line between paragraphs looks like a heading: it begins with an upper-case letter, ends with a letter or digit, and has
// no punctuation but apostrophes in "'s" and periods within words.
func (d *parser) isOldHeading(at int) bool {
	all := d.lines
	if at <= 0 || all[at-1] != "" || at+2 >= len(all) || all[at+1] != "" || indented(all[at+2]) {
		return false
	}
	line := strings.TrimSpace(all[at])
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	if !unicode.IsLetter(first) || !unicode.IsUpper(first) || !unicode.IsLetter(last) && !unicode.IsDigit(last) ||
		strings.ContainsAny(line, ";:!?+*/=[]{}_^°&§~%#@<\">\\") {
		return false
	}
	for rest, found := line, true; found; {
		if _, rest, found = strings.Cut(rest, "'"); found && rest != "s" && !strings.HasPrefix(rest, "s ") {
			return false
		}
	}
	for rest, found := line, true; found; {
		if _, rest, found = strings.Cut(rest, "."); found && (rest == "" || strings.HasPrefix(rest, " ")) {
			return false
		}
	}
	return true
}

// parseLink is the definition of a link, or nil.
func parseLink(line string) *LinkDef {
	if line == "" || line[0] != '[' {
		return nil
	}
	i := strings.Index(line, "]:")
	if i < 0 || i+3 >= len(line) || line[i+2] != ' ' && line[i+2] != '\t' {
		return nil
	}
	url := strings.TrimSpace(line[i+3:])
	j := strings.Index(url, "://")
	if j < 0 || !isScheme(url[:j]) {
		return nil
	}
	return &LinkDef{Text: line[1:i], URL: url}
}
