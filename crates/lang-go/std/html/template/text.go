package template

import (
	"fmt"
	"strings"
	"text/template/parse"
)

// text returns the context after a text. Comments are left out of it, and what could be taken for a tag where there
// is none is escaped.
func (a *analysis) text(c context, n *parse.TextNode) context {
	s := string(n.Text)
	e := editor{source: s}
	for i := 0; i < len(s); {
		next, size := c.after(s[i:])
		end := i + size
		switch {
		case c.state == stateText || c.state == stateRCDATA:
			e.escapeTags(i, i+len(beforeTag(s[i:end], next.state != c.state)))
		case c.state.isComment() && c.delim == noDelim:
			// A comment is a blank in a style and a script; with an end of a line inside it is one.
			switch c.state {
			case stateJSBlockCmt:
				if strings.ContainsAny(s[e.done:end], "\n\r\u2028\u2029") {
					e.replace(e.done, end, "\n")
				} else {
					e.replace(e.done, end, " ")
				}
			case stateCSSBlockCmt:
				e.replace(e.done, end, " ")
			default:
				e.replace(e.done, end, "")
			}
		}
		if next.state != c.state && next.state.isComment() && next.delim == noDelim {
			begin := end - len(commentSigns[next.state])
			e.replace(begin, end, "")
		}
		if c.state.isScriptLiteral() {
			e.escapeScriptTags(i, end)
		}
		if end == i && next == c {
			panic(fmt.Sprintf("infinite loop from %v to %v on %q..%q", c, next, s[:i], s[i:]))
		}
		c, i = next, end
	}
	if e.done > 0 && c.state != stateError {
		if !c.state.isComment() || c.delim != noDelim {
			e.out.WriteString(s[e.done:])
		}
		if _, ok := a.texts[n]; ok {
			shared(n)
		}
		a.texts[n] = []byte(e.out.String())
	}
	return c
}

// commentSigns has what begins comments.
var commentSigns = [...]string{
	stateHTMLCmt: "<!--", stateJSBlockCmt: "/*", stateJSLineCmt: "//", stateJSHTMLOpenCmt: "<!--",
	stateJSHTMLCloseCmt: "-->", stateCSSBlockCmt: "/*", stateCSSLineCmt: "//", stateDead: "",
}

// An editor copies a text with replacements.
type editor struct {
	source string
	done   int // how much of the source is in out
	out    strings.Builder
}

func (e *editor) replace(begin, end int, s string) {
	if begin > e.done {
		e.out.WriteString(e.source[e.done:begin])
	}
	e.out.WriteString(s)
	e.done = end
}

// escapeTags escapes each < in a part of a text, except for that of a DOCTYPE.
func (e *editor) escapeTags(begin, end int) {
	for i := begin; i < end; i++ {
		if e.source[i] == '<' && !isPrefixFold(e.source[i:], "<!DOCTYPE") {
			e.replace(i, i+1, "&lt;")
		}
	}
}

func isPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// escapeScriptTags escapes tags of scripts, and the beginning of comments, in a part of a literal of JavaScript.
func (e *editor) escapeScriptTags(begin, end int) {
	s := e.source[begin:end]
	for i := range s {
		if s[i] == '<' && (isPrefixFold(s[i:], "<script") || isPrefixFold(s[i:], "</script") ||
			strings.HasPrefix(s[i:], "<!--")) {
			e.replace(begin+i, begin+i+1, `\x3C`)
		}
	}
}
