package template

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// slashAfter tells what a slash is after some text of a script.
func slashAfter(s string, before slash) slash {
	s = strings.TrimRight(s, " \t\n\f\r\u00a0\u2028\u2029")
	if s == "" {
		return before
	}
	n := len(s)
	switch c := s[n-1]; c {
	case '+', '-':
		// Two of them are an operator that follows its operand more often than it precedes one.
		if same := n - len(strings.TrimRight(s, s[n-1:])); same%2 == 0 {
			return slashDivOp
		}
		return slashRegexp
	case '.':
		if n > 1 && '0' <= s[n-2] && s[n-2] <= '9' {
			return slashDivOp
		}
		return slashRegexp
	case ',', '<', '>', '=', '*', '%', '&', '|', '^', '?', '!', '~', '(', '[', ':', ';', '{', '}':
		return slashRegexp
	}
	i := n
	for i > 0 && isScriptIdent(rune(s[i-1])) {
		i--
	}
	switch s[i:] {
	case "break", "case", "continue", "delete", "do", "else", "finally", "in", "instanceof", "return", "throw", "try",
		"typeof", "void":
		return slashRegexp
	}
	return slashDivOp
}

func isScriptIdent(r rune) bool {
	return r == '$' || r == '_' || r < utf8.RuneSelf && isAlnum(byte(r))
}

// isScriptType tells whether a script of a type is JavaScript or JSON.
func isScriptType(s string) bool {
	s, _, _ = strings.Cut(s, ";")
	switch strings.TrimSpace(strings.ToLower(s)) {
	case "", "application/ecmascript", "application/javascript", "application/json", "application/ld+json",
		"application/x-ecmascript", "application/x-javascript", "module", "text/ecmascript", "text/javascript",
		"text/javascript1.0", "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
		"text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript":
		return true
	}
	return false
}

var marshalerType = reflect.TypeFor[json.Marshaler]()

// harmlessComment changes what would end a comment, or the script around it.
func harmlessComment(s string) string {
	s = strings.ReplaceAll(s, "*/", "* /")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '<' && strings.HasPrefix(s[i:], "<!--"):
			b.WriteString(`\x3C`)
		case s[i] == '<' && isPrefixFold(s[i:], "<script"):
			b.WriteString(`\x3Cscript`)
			i += len("script")
		case s[i] == '<' && isPrefixFold(s[i:], "</script"):
			b.WriteString(`\x3C/script`)
			i += len("/script")
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// scriptValue writes a value as an expression of JavaScript.
func scriptValue(args ...any) string {
	var x any
	if len(args) == 1 {
		x = printable(args[0], marshalerType, errorType, stringerType)
		switch y := x.(type) {
		case JS:
			return string(y)
		case JSStr:
			return `"` + string(y) + `"`
		case json.Marshaler:
		case fmt.Stringer:
			x = y.String()
		}
	} else {
		shown := make([]any, len(args))
		for i, arg := range args {
			shown[i] = printable(arg, marshalerType, errorType, stringerType)
		}
		x = fmt.Sprint(shown...)
	}
	data, err := json.Marshal(x)
	if err != nil {
		return " /* " + harmlessComment(err.Error()) + " */null "
	}
	s := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(string(data))
	if s == "" {
		return " null "
	}
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	if isScriptIdent(first) || isScriptIdent(last) {
		return " " + s + " " // so that it does not become part of a name or a number beside it
	}
	return s
}

// A charset has replacements of characters below 128.
type charset [128]string

// scriptChars returns replacements for literals of JavaScript: all that means something in HTML, and more.
func scriptChars(codes, slashed string) *charset {
	set := &charset{}
	for c := range 32 {
		set[c] = fmt.Sprintf(`\u%04x`, c)
	}
	set['\t'], set['\n'], set['\f'], set['\r'] = `\t`, `\n`, `\f`, `\r`
	for _, c := range []byte(codes) {
		set[c] = fmt.Sprintf(`\u%04x`, c)
	}
	for _, c := range []byte(slashed) {
		set[c] = `\` + string(rune(c))
	}
	return set
}

var (
	scriptStringChars   = scriptChars("\"`&'+<>", `\/`)
	scriptKnownChars    = scriptChars("\"`&'+<>", "/")
	scriptTemplateChars = scriptChars("\"`&'+<>${}", `\/`)
	scriptRegexpChars   = scriptChars(`"&'+<>`, `\/$()*-.?[]^{|}`)
)

// in replaces characters in a literal of JavaScript, with those that JavaScript takes for ends of lines.
func (set *charset) in(s string) string {
	var b strings.Builder
	done := 0
	for i, r := range s {
		repl := ""
		switch {
		case r < utf8.RuneSelf:
			repl = set[r]
		case r == '\u2028':
			repl = `\u2028`
		case r == '\u2029':
			repl = `\u2029`
		}
		if repl != "" {
			b.WriteString(s[done:i])
			b.WriteString(repl)
			done = i + utf8.RuneLen(r)
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func scriptString(args ...any) string {
	s, c := textOf(args)
	if c == isJSStr {
		return scriptKnownChars.in(s)
	}
	return scriptStringChars.in(s)
}

func scriptTemplate(args ...any) string {
	s, _ := textOf(args)
	return scriptTemplateChars.in(s)
}

// scriptRegexp never writes nothing, as two slashes would begin a comment.
func scriptRegexp(args ...any) string {
	s, _ := textOf(args)
	if s == "" {
		return "(?:)"
	}
	return scriptRegexpChars.in(s)
}
