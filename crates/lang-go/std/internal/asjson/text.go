package asjson

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// plain reports whether a byte below utf8.RuneSelf stands for itself in a string.
func plain(c byte, html bool) bool {
	return c >= ' ' && c != '"' && c != '\\' && (!html || c != '<' && c != '>' && c != '&')
}

// AppendString appends s as a JSON string; what is not UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string, html bool) []byte {
	return append(AppendEscaped(append(b, '"'), s, html), '"')
}

// AppendEscaped does the same without the quotes.
func AppendEscaped(b []byte, s string, html bool) []byte {
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if plain(c, html) {
				i++
				continue
			}
			b = appendEscape(append(b, s[done:i]...), c)
			i++
			done = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[done:i]...), `\ufffd`...)
			done = i + n
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[done:i]...), `\u202`...)
			b = append(b, hexDigits[r&15])
			done = i + n
		}
		i += n
	}
	return append(b, s[done:]...)
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// maxDepth is how deep arrays and objects may be nested.
const maxDepth = 10000

// reader checks a JSON text and appends it without its spaces.
type reader struct {
	in   []byte
	at   int
	b    []byte
	html bool
	// Closing marks of what is open.
	open []byte
}

// compact appends a JSON text without spaces; with html, '<', '>', '&', U+2028 and U+2029 in it are escaped.
func compact(b, in []byte, html bool) ([]byte, error) {
	r := &reader{in: in, b: b, html: html}
	if e := r.text(); e != "" {
		return b, failure(e)
	}
	return r.b, nil
}

func (r *reader) space() {
	for r.at < len(r.in) {
		switch r.in[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// unexpected is the message for the byte that comes next.
func (r *reader) unexpected(where string) string {
	c := byte(' ') // stands for the end within a number, a word or an escape
	if r.at < len(r.in) {
		c = r.in[r.at]
	} else if !strings.HasPrefix(where, "in ") && !strings.HasPrefix(where, "after decimal point") {
		return "unexpected end of JSON input"
	}
	shown := ""
	switch c {
	case '\'':
		shown = `'\''`
	case '"':
		shown = `'"'`
	default:
		q := strconv.Quote(string(rune(c)))
		shown = "'" + q[1:len(q)-1] + "'"
	}
	return "invalid character " + shown + " " + where
}

// peek is the next byte, or 0.
func (r *reader) peek() byte {
	if r.at < len(r.in) {
		return r.in[r.at]
	}
	return 0
}

func (r *reader) take() {
	r.b = append(r.b, r.in[r.at])
	r.at++
}

// text reads the whole text without recursion and returns a message, or "".
func (r *reader) text() string {
	for {
		r.space()
		opened, e := r.begin()
		if e != "" {
			return e
		}
		if opened {
			continue
		}
		done, e := r.end()
		if e != "" || done {
			return e
		}
	}
}

// begin reads a scalar, an empty array or object, or what stands before the first value of one.
func (r *reader) begin() (opened bool, e string) {
	switch c := r.peek(); {
	case c == '{' || c == '[':
		if len(r.open) == maxDepth {
			return false, r.unexpected("exceeded max depth")
		}
		r.take()
		r.space()
		r.open = append(r.open, c+2)
		if r.peek() == c+2 {
			return false, "" // end reads it
		}
		if c == '{' {
			return true, r.key()
		}
		return true, ""
	case c == '"':
		return false, r.string()
	case c == '-' || '0' <= c && c <= '9':
		return false, r.number()
	case c == 't':
		return false, r.word("true")
	case c == 'f':
		return false, r.word("false")
	case c == 'n':
		return false, r.word("null")
	}
	return false, r.unexpected("looking for beginning of value")
}

func (r *reader) key() string {
	if r.peek() != '"' {
		return r.unexpected("looking for beginning of object key string")
	}
	if e := r.string(); e != "" {
		return e
	}
	r.space()
	if r.peek() != ':' {
		return r.unexpected("after object key")
	}
	r.take()
	return ""
}

// end reads what stands after a value, up to where another one begins.
func (r *reader) end() (done bool, e string) {
	for {
		r.space()
		if len(r.open) == 0 {
			if r.at < len(r.in) {
				return false, r.unexpected("after top-level value")
			}
			return true, ""
		}
		closing := r.open[len(r.open)-1]
		switch r.peek() {
		case closing:
			r.take()
			r.open = r.open[:len(r.open)-1]
			continue
		case ',':
			r.take()
			if closing == '}' {
				r.space()
				return false, r.key()
			}
			return false, ""
		}
		if closing == '}' {
			return false, r.unexpected("after object key:value pair")
		}
		return false, r.unexpected("after array element")
	}
}

func (r *reader) word(w string) string {
	for i := range len(w) {
		if r.peek() != w[i] {
			return r.unexpected("in literal " + w + " (expecting '" + w[i:i+1] + "')")
		}
		r.take()
	}
	return ""
}

func (r *reader) digits() bool {
	from := r.at
	for '0' <= r.peek() && r.peek() <= '9' {
		r.take()
	}
	return r.at > from
}

func (r *reader) number() string {
	if r.peek() == '-' {
		r.take()
	}
	if r.peek() == '0' {
		r.take()
	} else if !r.digits() {
		return r.unexpected("in numeric literal")
	}
	if r.peek() == '.' {
		r.take()
		if !r.digits() {
			return r.unexpected("after decimal point in numeric literal")
		}
	}
	if r.peek()|0x20 == 'e' {
		r.take()
		if c := r.peek(); c == '+' || c == '-' {
			r.take()
		}
		if !r.digits() {
			return r.unexpected("in exponent of numeric literal")
		}
	}
	return ""
}

func (r *reader) string() string {
	r.take()
	for r.at < len(r.in) {
		switch c := r.in[r.at]; {
		case c == '"':
			r.take()
			return ""
		case c == '\\':
			if e := r.escape(); e != "" {
				return e
			}
		case c < ' ':
			return r.unexpected("in string literal")
		case r.html && (c == '<' || c == '>' || c == '&'):
			r.b = append(r.b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			r.at++
		case r.html && c == 0xe2 && r.at+2 < len(r.in) && r.in[r.at+1] == 0x80 && r.in[r.at+2]&^1 == 0xa8:
			r.b = append(append(r.b, `\u202`...), hexDigits[r.in[r.at+2]&15])
			r.at += 3
		default:
			r.take()
		}
	}
	return r.unexpected("")
}

func (r *reader) escape() string {
	r.take()
	switch r.peek() {
	case 'b', 'f', 'n', 'r', 't', '\\', '/', '"':
		r.take()
		return ""
	case 'u':
		r.take()
		for range 4 {
			c := r.peek()
			if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f') {
				return r.unexpected("in \\u hexadecimal character escape")
			}
			r.take()
		}
		return ""
	}
	return r.unexpected("in string escape code")
}
