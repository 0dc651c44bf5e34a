package comment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// linked parses a text with links in brackets.
func (d *parser) linked(text string) []Text {
	var out []Text
	wrote := 0
	start := -1
	var name []byte
	for i := range len(text) {
		c := text[i]
		if c == '\n' || c == '\t' {
			c = ' '
		}
		switch c {
		case '[':
			// The name of a link goes on after a bracket that was never closed, as in Go.
			start = i
			continue
		case ']':
			if start >= 0 {
				var t Text
				inner := text[start+1 : i]
				if def := d.links[string(name)]; def != nil {
					def.Used = true
					t = &Link{Text: d.plain(nil, inner, false), URL: def.URL}
				} else if link := d.docLink(inner, text[:start], text[i+1:]); link != nil {
					link.Text = d.plain(nil, inner, false)
					t = link
				}
				if t != nil {
					out = append(d.plain(out, text[wrote:start], true), t)
					wrote = i + 1
				}
			}
			start = -1
			name = name[:0]
		}
		if start >= 0 {
			name = append(name, c)
		}
	}
	return d.plain(out, text[wrote:], true)
}

// atEdge reports whether this character can stand beside a link to documentation.
func atEdge(c rune) bool { return unicode.IsPunct(c) || c == ' ' || c == '\t' || c == '\n' }

// docLink is the link to documentation of this name, between these texts, or nil.
func (d *parser) docLink(text, before, after string) *DocLink {
	if before != "" {
		if c, _ := utf8.DecodeLastRuneInString(before); !atEdge(c) {
			return nil
		}
	}
	if after != "" {
		if c, _ := utf8.DecodeRuneInString(after); !atEdge(c) {
			return nil
		}
	}
	pkg, name, ok := splitName(strings.TrimPrefix(text, "*"))
	recv := ""
	if ok {
		pkg, recv, _ = splitName(pkg)
	}
	if pkg != "" {
		if pkg, ok = d.lookupPackage(pkg); !ok {
			return nil
		}
	} else if d.LookupSym == nil || !d.LookupSym(recv, name) {
		return nil
	}
	return &DocLink{ImportPath: pkg, Recv: recv, Name: name}
}

// splitName cuts the last name from a text, if it begins with an upper-case letter.
func splitName(text string) (before, name string, ok bool) {
	i := strings.LastIndex(text, ".")
	name = text[i+1:]
	if c, _ := utf8.DecodeRuneInString(name); ident(name) != name || !unicode.IsUpper(c) {
		return text, "", false
	}
	if i >= 0 {
		before = text[:i]
	}
	return before, name, true
}

func (d *parser) lookupPackage(pkg string) (string, bool) {
	if strings.Contains(pkg, "/") {
		return pkg, isImportPath(pkg)
	}
	if d.LookupPackage != nil {
		if path, ok := d.LookupPackage(pkg); ok {
			return path, true
		}
	}
	return DefaultLookupPackage(pkg)
}

func isImportPath(path string) bool {
	if !utf8.ValidString(path) || path == "" || path[0] == '-' {
		return false
	}
	for elem := range strings.SplitSeq(path, "/") {
		if elem == "" || elem[0] == '.' || elem[len(elem)-1] == '.' {
			return false
		}
		for i := range len(elem) {
			if !isAlnum(elem[i]) && strings.IndexByte("-.~_+", elem[i]) < 0 {
				return false
			}
		}
	}
	return true
}

// ident is the identifier that a text begins with, or empty.
func ident(s string) string {
	for i, c := range s {
		if !unicode.IsLetter(c) && c != '_' && (i == 0 || !unicode.IsDigit(c)) {
			return s[:i]
		}
	}
	return s
}

// plain parses a text without brackets. URLs and words become links if auto is true; two single quotes become a double one.
func (d *parser) plain(out []Text, s string, auto bool) []Text {
	var b strings.Builder
	wrote := 0
	flush := func(i int) {
		b.WriteString(s[wrote:i])
		if b.Len() > 0 {
			out = append(out, Plain(b.String()))
			b.Reset()
		}
	}
	for i := 0; i < len(s); {
		t := s[i:]
		if auto {
			if url := autoURL(t); url != "" {
				flush(i)
				out = append(out, &Link{Auto: true, Text: []Text{Plain(url)}, URL: url})
				i += len(url)
				wrote = i
				continue
			}
			if id := ident(t); id != "" {
				url, ok := d.Words[id]
				if ok {
					flush(i)
					if url == "" {
						out = append(out, Italic(id))
					} else {
						out = append(out, &Link{Auto: true, Text: []Text{Italic(id)}, URL: url})
					}
					wrote = i + len(id)
				}
				i += len(id)
				continue
			}
		}
		switch {
		case strings.HasPrefix(t, "```"):
			// Three marks belong together. Whether more do is looked up as far from here as here is from
			// the beginning, as in Go.
			i += 3
			for i < len(t) && t[i] == '`' {
				i++
			}
		case strings.HasPrefix(t, "``"), strings.HasPrefix(t, "''"):
			b.WriteString(s[wrote:i])
			if t[0] == '`' {
				b.WriteRune('“')
			} else {
				b.WriteRune('”')
			}
			i += 2
			wrote = i
		default:
			i++
		}
	}
	flush(len(s))
	return out
}

func isAlnum(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isScheme(s string) bool {
	switch s {
	case "file", "ftp", "gopher", "http", "https", "mailto", "nntp":
		return true
	}
	return false
}

func isHost(c byte) bool { return isAlnum(c) || strings.IndexByte("_@-.[]:", c) >= 0 }

func isPunct(c byte) bool { return strings.IndexByte(".,:;?!", c) >= 0 }

func isPath(c byte) bool { return isAlnum(c) || strings.IndexByte("$'()*+&#=@~_/-[]{}%.,:;?!", c) >= 0 }

// autoURL is the URL that a text begins with, or empty. It does not end with punctuation, and its brackets match.
func autoURL(s string) string {
	i := strings.IndexByte(s[:min(len(s), 7)], ':')
	if i < 3 || !strings.HasPrefix(s[i:], "://") || !isScheme(s[:i]) {
		return ""
	}
	i += len("://")
	if i >= len(s) || !isHost(s[i]) || isPunct(s[i]) {
		return ""
	}
	end := i + 1
	for i = end; i < len(s) && isHost(s[i]); i++ {
		if !isPunct(s[i]) {
			end = i + 1
		}
	}
	var closing []byte
	for i = end; i < len(s) && isPath(s[i]); i++ {
		c := s[i]
		if isPunct(c) {
			continue
		}
		switch c {
		case '(':
			closing = append(closing, ')')
		case '[', '{':
			closing = append(closing, c+2)
		case ')', ']', '}':
			if len(closing) == 0 || closing[len(closing)-1] != c {
				return s[:end]
			}
			closing = closing[:len(closing)-1]
		}
		if len(closing) == 0 {
			end = i + 1
		}
	}
	return s[:end]
}
