// Package template is text/template for HTML: what actions write is escaped for the place where it is written, be it
// text, an attribute, a URL, a script or a style. Authors of templates are trusted, and data are not.
//
// When a template is first executed, its text is read as a browser would read it, and functions that escape are added
// to the pipelines of its actions.
package template

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// htmlChars returns replacements of characters that mean something in HTML.
func htmlChars(nul, named, numbered string) *charset {
	set := &charset{0: nul, '&': "&amp;", '<': "&lt;", '>': "&gt;"}
	if !strings.Contains(named, "&") {
		set['&'] = ""
	}
	for _, c := range []byte(numbered) {
		set[c] = fmt.Sprintf("&#%d;", c)
	}
	return set
}

const (
	htmlNumbered     = "\"'+"
	unquotedNumbered = htmlNumbered + "\t\n\v\f\r =`"
)

// The sets without ampersands are for what is HTML already.
var (
	htmlTextChars      = htmlChars("\ufffd", "&<>", htmlNumbered)
	htmlKnownChars     = htmlChars("\ufffd", "<>", htmlNumbered)
	unquotedTextChars  = htmlChars("&#xfffd;", "&<>", unquotedNumbered)
	unquotedKnownChars = htmlChars("&#xfffd;", "<>", unquotedNumbered)
)

// inHTML replaces characters. Without quotes some that are none are encoded too, as not all browsers take them.
func (set *charset) inHTML(s string, quoted bool) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		repl := ""
		if r < utf8.RuneSelf {
			repl = set[r]
		} else if !quoted && (0xfdd0 <= r && r <= 0xfdef || 0xfff0 <= r && r <= 0xffff) {
			repl = fmt.Sprintf("&#x%x;", r)
		}
		if repl != "" {
			b.WriteString(s[done:i])
			b.WriteString(repl)
			done = i + n
		}
		i += n
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func htmlEscaper(args ...any) string {
	s, c := textOf(args)
	if c == isHTML {
		return s
	}
	return htmlTextChars.inHTML(s, true)
}

func rcdataEscaper(args ...any) string {
	s, c := textOf(args)
	if c == isHTML {
		return htmlKnownChars.inHTML(s, true)
	}
	return htmlTextChars.inHTML(s, true)
}

func attrEscaper(args ...any) string {
	s, c := textOf(args)
	if c == isHTML {
		return htmlKnownChars.inHTML(withoutTags(s), true)
	}
	return htmlTextChars.inHTML(s, true)
}

// unquotedEscaper never writes nothing, as the next attribute would be taken for the value.
func unquotedEscaper(args ...any) string {
	s, c := textOf(args)
	if s == "" {
		return unsafe
	}
	if c == isHTML {
		return unquotedKnownChars.inHTML(withoutTags(s), false)
	}
	return unquotedTextChars.inHTML(s, false)
}

func commentEscaper(args ...any) string { return "" }

// attrNameFilter lets through names of attributes whose values are just text.
func attrNameFilter(args ...any) string {
	s, c := textOf(args)
	if c == isHTMLAttr {
		return s
	}
	s = strings.ToLower(s)
	if s == "" || attrContent(s) != plain {
		return unsafe
	}
	for i := range len(s) {
		if !isAlnum(s[i]) {
			return unsafe
		}
	}
	return s
}

// withoutTags returns the text in HTML, without tags and comments.
func withoutTags(s string) string {
	var b strings.Builder
	c := context{}
	i := 0
	for i < len(s) {
		if c.delim != noDelim {
			end := strings.IndexAny(s[i:], delimEnds[c.delim])
			if end < 0 {
				break
			}
			i += end
			if c.delim != delimSpaceOrTagEnd {
				i++
			}
			c = context{state: stateTag, element: c.element}
			continue
		}
		// Scripts and styles are left out: they end with their end tags alone.
		next, n := c, 0
		if c.element != elementNone && !c.state.isInTag() {
			if n = c.endTag(s[i:]); n == 0 {
				next = context{}
			}
		} else {
			next, n = c.after(s[i:])
		}
		if c.state == stateText || c.state == stateRCDATA {
			b.WriteString(beforeTag(s[i:i+n], c.state != next.state))
		}
		c = next
		i += n
	}
	if i < len(s) && (c.state == stateText || c.state == stateRCDATA) {
		b.WriteString(s[i:])
	}
	return b.String()
}

// beforeTag returns a text up to its last <, if it has gone into a tag or a comment.
func beforeTag(s string, left bool) string {
	if left {
		if i := strings.LastIndexByte(s, '<'); i >= 0 {
			return s[:i]
		}
	}
	return s
}

// attrContent tells what the value of an attribute is. Names have lower case.
func attrContent(name string) content {
	if rest, ok := strings.CutPrefix(name, "data-"); ok {
		name = rest
	} else if space, rest, ok := strings.Cut(name, ":"); ok {
		if space == "xmlns" {
			return isURL
		}
		name = rest
	}
	if c, ok := attrContents[name]; ok {
		return c
	}
	if strings.HasPrefix(name, "on") {
		return isJS
	}
	if strings.Contains(name, "src") || strings.Contains(name, "uri") || strings.Contains(name, "url") {
		return isURL
	}
	return plain
}

// attrContents has the attributes that are not just text, and those of which the rules of attrContent would say so.
var attrContents = func() map[string]content {
	list := map[string]content{"srclang": plain, "srcset": isSrcset, "style": isCSS}
	for _, name := range strings.Fields(urlAttrs) {
		list[name] = isURL
	}
	for _, name := range strings.Fields(unsafeAttrs) {
		list[name] = isUnsafe
	}
	return list
}()

const (
	urlAttrs = "action archive background cite classid codebase data formaction href icon longdesc manifest poster " +
		"profile src usemap xmlns"

	// The values of these attributes change what an element does.
	unsafeAttrs = "accept-charset async challenge charset content crossorigin defer enctype form formenctype formmethod " +
		"formnovalidate http-equiv keytype language method novalidate pattern rel sandbox srcdoc type value"
)
