package ast

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is what the comments say: without their marks, the first space of a line, directives, and spaces at the ends of lines. There are
// no empty lines but single ones between others. It ends in a newline unless it is empty.
func (g *CommentGroup) Text() string {
	if g == nil {
		return ""
	}
	var b strings.Builder
	empty := false // There was an empty line.
	add := func(line string) {
		line = strings.TrimRight(line, " \t\n\r")
		if line == "" {
			empty = true
			return
		}
		if empty && b.Len() > 0 {
			b.WriteByte('\n')
		}
		empty = false
		b.WriteString(line)
		b.WriteByte('\n')
	}
	for _, c := range g.List {
		text := c.Text[2:]
		if c.Text[1] == '*' {
			for line := range strings.SplitSeq(text[:len(text)-2], "\n") {
				add(line)
			}
			continue
		}
		if text != "" && text[0] == ' ' {
			text = text[1:]
		} else if isDirective(text) {
			continue
		}
		add(text)
	}
	return b.String()
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }

// isDirective reports whether a comment, without "//", is a directive.
func isDirective(c string) bool {
	if strings.HasPrefix(c, "line ") || strings.HasPrefix(c, "extern ") || strings.HasPrefix(c, "export ") {
		return true
	}
	colon := strings.IndexByte(c, ':')
	if colon <= 0 || colon+1 >= len(c) || !isLower(c[colon+1]) {
		return false
	}
	for i := range colon {
		if !isLower(c[i]) {
			return false
		}
	}
	return true
}

// Directive is a comment of the form //tool:name args. ArgsPos is where Args begins.
type Directive struct {
	Tool    string
	Name    string
	Args    string
	Slash   token.Pos
	ArgsPos token.Pos
}

// ParseDirective parses a comment of one line, which is at pos, and reports whether it is a directive.
func ParseDirective(pos token.Pos, c string) (Directive, bool) {
	text, ok := strings.CutPrefix(c, "//")
	if !ok || strings.HasPrefix(text, "line ") {
		return Directive{}, false
	}
	colon := strings.IndexByte(text, ':')
	if colon <= 0 || !isDirective(text) {
		return Directive{}, false
	}
	for i := range colon {
		if !isLower(text[i]) {
			return Directive{}, false
		}
	}
	rest := text[colon+1:]
	end := strings.IndexFunc(rest, unicode.IsSpace)
	if end < 0 {
		end = len(rest)
	}
	d := Directive{Tool: text[:colon], Name: rest[:end], Slash: pos}
	args := strings.TrimLeftFunc(rest[end:], unicode.IsSpace)
	d.ArgsPos = pos + token.Pos(len(c)-len(args))
	d.Args = strings.TrimRightFunc(args, unicode.IsSpace)
	return d, true
}

func (d *Directive) Pos() token.Pos { return d.Slash }
func (d *Directive) End() token.Pos { return token.Pos(int(d.ArgsPos) + len(d.Args)) }

// DirectiveArg is an argument of a directive, without quotes, and where it begins.
type DirectiveArg struct {
	Arg string
	Pos token.Pos
}

// ParseArgs splits Args into words and strings in quotes, which spaces separate.
func (d *Directive) ParseArgs() ([]DirectiveArg, error) {
	list := []DirectiveArg{} // not nil, even if there are none
	rest := d.Args
	for {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return list, nil
		}
		arg := DirectiveArg{Pos: d.ArgsPos + token.Pos(len(d.Args)-len(rest))}
		if rest[0] == '"' || rest[0] == '`' {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, fmt.Errorf("invalid quoted string in //%s:%s: %s", d.Tool, d.Name, rest)
			}
			arg.Arg, err = strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("invalid quoted string in //%s:%s: %s", d.Tool, d.Name, quoted)
			}
			rest = rest[len(quoted):]
			if rest != "" {
				if c, _ := utf8.DecodeRuneInString(rest); !unicode.IsSpace(c) {
					return nil, fmt.Errorf("invalid quoted string in //%s:%s: %s", d.Tool, d.Name, rest)
				}
			}
		} else {
			end := strings.IndexFunc(rest, unicode.IsSpace)
			if end < 0 {
				end = len(rest)
			}
			arg.Arg, rest = rest[:end], rest[end:]
		}
		list = append(list, arg)
	}
}
