package template

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// textOf returns what fmt.Print makes of the arguments, each as print in a template shows it.
func textOf(args []any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = arg
		if x, ok := printable(reflect.ValueOf(arg)); ok {
			shown[i] = x
		}
	}
	return fmt.Sprint(shown...)
}

// htmlEscapes has the characters that mean something in HTML.
var htmlEscapes = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;")

// HTMLEscape writes b, escaped for HTML.
func HTMLEscape(w io.Writer, b []byte) {
	io.WriteString(w, HTMLEscapeString(string(b)))
}

// HTMLEscapeString returns s, escaped for HTML.
func HTMLEscapeString(s string) string {
	if !strings.ContainsAny(s, "'\"&<>\x00") {
		return s
	}
	return htmlEscapes.Replace(s)
}

// HTMLEscaper returns the text of its arguments, escaped for HTML.
func HTMLEscaper(args ...any) string {
	return HTMLEscapeString(textOf(args))
}

// isPlainJS reports whether a string constant of JavaScript may contain the character as it is.
func isPlainJS(r rune) bool {
	switch r {
	case '\\', '\'', '"', '<', '>', '&', '=':
		return false
	}
	return r >= ' ' && (r < utf8.RuneSelf || unicode.IsPrint(r))
}

// JSEscape writes b, escaped for a string constant of JavaScript.
func JSEscape(w io.Writer, b []byte) {
	io.WriteString(w, JSEscapeString(string(b)))
}

// JSEscapeString returns s, escaped for a string constant of JavaScript.
func JSEscapeString(s string) string {
	done := 0 // how much of s is in b
	var b strings.Builder
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		if !isPlainJS(r) {
			b.WriteString(s[done:i])
			switch r {
			case '\\', '\'', '"':
				b.WriteByte('\\')
				b.WriteByte(byte(r))
			default:
				fmt.Fprintf(&b, "\\u%04X", r)
			}
			done = i + width
		}
		i += width
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// JSEscaper returns the text of its arguments, escaped for a string constant of JavaScript.
func JSEscaper(args ...any) string {
	return JSEscapeString(textOf(args))
}
