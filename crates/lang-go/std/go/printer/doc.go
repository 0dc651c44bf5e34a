package printer

import (
	"go/ast"
	"go/doc/comment"
	"strings"
)

// formatDoc is a doc comment in the standard format: its text, and then its directives.
func formatDoc(list []*ast.Comment) []*ast.Comment {
	slash := list[0].Slash
	if len(list) == 1 && strings.HasPrefix(list[0].Text, "/*") {
		text := list[0].Text
		if !strings.Contains(text, "\n") || allStars(text) {
			return list
		}
		if text = text[2 : len(text)-2]; text == "" {
			return list
		}
		return []*ast.Comment{{Slash: slash, Text: "/*\n" + formatText(text) + "*/"}}
	}
	var b strings.Builder
	var directives []*ast.Comment
	for _, c := range list {
		text, ok := strings.CutPrefix(c.Text, "//")
		if !ok {
			return list
		}
		if isDirective(text) {
			directives = append(directives, c)
			continue
		}
		b.WriteString(strings.TrimPrefix(text, " "))
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return list
	}
	var out []*ast.Comment
	add := func(text string) { out = append(out, &ast.Comment{Slash: slash, Text: text}) }
	for line := range strings.Lines(formatText(b.String())) {
		switch line = strings.TrimSuffix(line, "\n"); {
		case line == "" || line[0] == '\t':
			add("//" + line)
		default:
			add("// " + line)
		}
	}
	if len(directives) > 0 {
		add("//")
		for _, c := range directives {
			add(c.Text)
		}
	}
	return out
}

func formatText(text string) string {
	var p comment.Parser
	var pr comment.Printer
	return string(pr.Comment(p.Parse(text)))
}

// isDirective reports whether a comment, without "//", is a directive.
func isDirective(c string) bool {
	if strings.HasPrefix(c, "line ") || strings.HasPrefix(c, "extern ") || strings.HasPrefix(c, "export ") {
		return true
	}
	name := func(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }
	colon := strings.IndexByte(c, ':')
	if colon <= 0 || colon+1 >= len(c) || !name(c[colon+1]) {
		return false
	}
	for i := range colon {
		if !name(c[i]) {
			return false
		}
	}
	return true
}

// allStars reports whether each line but the first begins with a star.
func allStars(text string) bool {
	for i := range len(text) {
		if text[i] != '\n' {
			continue
		}
		rest := strings.TrimLeft(text[i+1:], " \t")
		if rest == "" || rest[0] != '*' {
			return false
		}
	}
	return true
}
