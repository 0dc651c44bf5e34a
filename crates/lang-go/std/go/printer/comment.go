package printer

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"strings"
)

// comment makes a comment of a node the next one, if nodes have the comments.
func (p *printer) comment(g *ast.CommentGroup) {
	if g == nil || !p.ownComments {
		return
	}
	if p.comments == nil {
		p.comments = make([]*ast.CommentGroup, 1)
	} else if p.next < len(p.comments) {
		p.flush(p.place(g.List[0].Pos()), token.ILLEGAL)
		p.comments = p.comments[:1]
	}
	p.comments[0] = g
	p.next = 0
	if p.offset == infinity {
		p.nextComment()
	}
}

// lineComment makes a text a comment.
func (p *printer) lineComment(text string) {
	p.comment(&ast.CommentGroup{List: []*ast.Comment{{Slash: token.NoPos, Text: text}}})
}

// writeComments writes the comments before the next token, and white space. A line break is written after them at most once;
// it reports whether there was one, and whether a form feed is lost.
func (p *printer) writeComments(next token.Position, tok token.Token) (wroteNewline, droppedFeed bool) {
	var last *ast.Comment
	for p.commentBefore(next) {
		list := p.current.List
		isDoc := p.lastTok != token.IMPORT && p.place(p.current.Pos()).Column == 1 && p.place(p.current.End()+1) == next
		if isDoc {
			list = formatDoc(list)
			if len(list) == 0 {
				p.commentPrefix(p.place(p.current.Pos()), next, last, tok)
				p.pos, p.last = next, next
				p.nextComment()
				return p.commentSuffix(false)
			}
		}
		for _, c := range list {
			p.commentPrefix(p.place(c.Pos()), next, last, tok)
			p.writeComment(c)
			last = c
		}
		if isDoc {
			last = p.current.List[len(p.current.List)-1]
			p.pos = p.place(last.End())
			p.last = p.pos
		}
		p.nextComment()
	}
	if last == nil {
		return
	}
	needsBreak := false
	if p.mode&noExtraBlank == 0 && last.Text[1] == '*' && p.lineOf(last.Pos()) == next.Line && tok != token.COMMA &&
		(tok != token.RPAREN || p.prevOpen == token.LPAREN) && (tok != token.RBRACK || p.prevOpen == token.LBRACK) {
		if p.hasBreak() && p.mode&noExtraLinebreak == 0 && p.level == 0 {
			needsBreak = true
		} else {
			p.writeByte(' ', 1)
		}
	}
	if last.Text[1] == '/' || tok == token.EOF || tok == token.RBRACE && p.mode&noExtraLinebreak == 0 {
		needsBreak = true
	}
	return p.commentSuffix(needsBreak)
}

// hasBreak reports whether a line break is to be written.
func (p *printer) hasBreak() bool {
	for _, w := range p.spaces {
		if w == newline || w == formfeed {
			return true
		}
	}
	return false
}

// commentPrefix writes what is between the last text, or the last comment, and a comment.
func (p *printer) commentPrefix(pos, next token.Position, prev *ast.Comment, tok token.Token) {
	switch {
	case len(p.output) == 0:
	case pos.IsValid() && pos.Filename != p.last.Filename:
		p.writeByte('\f', maxNewlines)
	case pos.Line == p.last.Line && (prev == nil || prev.Text[1] != '/'):
		p.sameLine(pos, next, prev)
	default:
		p.newLine(pos, next, prev, tok)
	}
}

// sameLine writes the space before a comment on the line of what is before it: the tabs that there are, or one, or a blank if more follows.
func (p *printer) sameLine(pos, next token.Position, prev *ast.Comment) {
	separated := false
	if prev == nil {
		n := 0
	scan:
		for i, w := range p.spaces {
			switch w {
			case blank:
				p.spaces[i] = nothing
			case vtab:
				separated = true
			case indent:
			default:
				n = i
				break scan
			}
		}
		p.writeSpaces(n)
	}
	if separated {
		return
	}
	if pos.Line == next.Line {
		p.writeByte(' ', 1)
	} else {
		p.writeByte('\t', 1)
	}
}

// newLine writes the line breaks before a comment on a line of its own.
func (p *printer) newLine(pos, next token.Position, prev *ast.Comment, tok token.Token) {
	dropped := false
	n := 0
scan:
	for i, w := range p.spaces {
		switch w {
		case blank, vtab:
			p.spaces[i] = nothing
			continue
		case indent:
			continue
		case unindent:
			// An indentation ends before the comment if more end after it, or the comment stands where the next token does, unless
			// that is a brace: a comment at the end of a block belongs to it.
			if i+1 < len(p.spaces) && p.spaces[i+1] == unindent || tok != token.RBRACE && pos.Column == next.Column {
				continue
			}
		case newline, formfeed:
			p.spaces[i] = nothing
			dropped = prev == nil
		}
		n = i
		break scan
	}
	p.writeSpaces(n)
	breaks := 0
	if pos.IsValid() && p.last.IsValid() {
		breaks = max(0, pos.Line-p.last.Line)
	}
	if p.indent == 0 && dropped {
		breaks++
	}
	if breaks == 0 && prev != nil && prev.Text[1] == '/' {
		breaks = 1
	}
	if breaks > 0 {
		p.writeByte('\f', min(breaks, maxNewlines))
	}
}

// commentSuffix writes the white space after comments, with at most one line break.
func (p *printer) commentSuffix(needsBreak bool) (wroteNewline, droppedFeed bool) {
	for i, w := range p.spaces {
		switch w {
		case blank, vtab:
			p.spaces[i] = nothing
		case newline, formfeed:
			if needsBreak {
				needsBreak = false
				wroteNewline = true
			} else {
				droppedFeed = droppedFeed || w == formfeed
				p.spaces[i] = nothing
			}
		}
	}
	p.writeSpaces(len(p.spaces))
	if needsBreak {
		p.writeByte('\n', 1)
		wroteNewline = true
	}
	return
}

func trimRight(s string) string { return strings.TrimRight(s, " \t\n\v\f\r") }

// writeComment writes one comment; the lines of a general comment are indented anew.
func (p *printer) writeComment(c *ast.Comment) {
	text := c.Text
	pos := p.place(c.Pos())
	if strings.HasPrefix(text, "//line ") && (!pos.IsValid() || pos.Column == 1) {
		// A directive has to begin its line.
		defer func(indent int) { p.indent = indent }(p.indent)
		p.indent = 0
	}
	if text[1] == '/' {
		if constraint.IsGoBuild(text) {
			p.goBuild = append(p.goBuild, len(p.output))
		} else if constraint.IsPlusBuild(text) {
			p.plusBuild = append(p.plusBuild, len(p.output))
		}
		p.writeString(pos, trimRight(text), true)
		return
	}
	lines := strings.Split(text, "\n")
	if pos.IsValid() && pos.Column == 1 && p.indent > 0 {
		// The comment will be indented: its other lines are, too, so that the result is the same when it is printed again.
		for i := range lines[1:] {
			lines[i+1] = "   " + lines[i+1]
		}
	}
	cutPrefix(lines)
	for i, line := range lines {
		if i > 0 {
			p.writeByte('\f', 1)
			pos = p.pos
		}
		if line != "" {
			p.writeString(pos, trimRight(line), true)
		}
	}
}

func isBlank(s string) bool {
	for i := range len(s) {
		if s[i] > ' ' {
			return false
		}
	}
	return true
}

// whitePrefix is the longest common prefix of space and stars.
func whitePrefix(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] && (a[i] <= ' ' || a[i] == '*') {
		i++
	}
	return a[:i]
}

// cutPrefix removes from all lines of a general comment but the first the indentation that they share, as far as it is not the text's
// relative to the opening of the comment. Stars at the beginnings of all lines stay aligned.
func cutPrefix(lines []string) {
	if len(lines) < 2 {
		return
	}
	last := len(lines) - 1
	prefix, found := "", false
	for i, line := range lines[1:last] {
		switch {
		case isBlank(line):
			lines[i+1] = ""
		case !found:
			prefix, found = whitePrefix(line, line), true
		default:
			prefix = whitePrefix(prefix, line)
		}
	}
	if !found {
		prefix = whitePrefix(lines[last], lines[last])
	}
	before, _, stars := strings.Cut(prefix, "*")
	if stars {
		prefix = strings.TrimSuffix(before, " ")
	} else {
		prefix = cutText(prefix, lines[0])
	}
	closing := "*/"
	if before, _, _ := strings.Cut(lines[last], closing); isBlank(before) {
		if stars {
			closing = " */"
		}
		lines[last] = prefix + closing
	} else {
		prefix = whitePrefix(prefix, lines[last])
	}
	for i := range lines {
		if i > 0 && lines[i] != "" {
			lines[i] = lines[i][len(prefix):]
		}
	}
}

// cutText removes from a prefix what indents the text relative to the opening of the comment: the space after that on the first line, with two blanks or nothing
// for the opening itself, or, if there is nothing else, up to three blanks or a tab.
func cutText(prefix, first string) string {
	if isBlank(first[2:]) {
		n := len(prefix)
		for range 3 {
			if n > 0 && prefix[n-1] == ' ' {
				n--
			}
		}
		if n == len(prefix) && n > 0 && prefix[n-1] == '\t' {
			n--
		}
		return prefix[:n]
	}
	n := 2
	for n < len(first) && first[n] <= ' ' {
		n++
	}
	if n > 2 && first[2] == '\t' {
		return strings.TrimSuffix(prefix, first[2:n])
	}
	return strings.TrimSuffix(prefix, "  "+first[2:n])
}
