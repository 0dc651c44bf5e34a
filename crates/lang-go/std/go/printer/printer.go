package printer

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"text/tabwriter"
)

const (
	maxNewlines = 2 // between lines that are not empty
	infinity    = 1 << 30
)

// white is white space, or a change of the indentation, that is to be printed before the next token: comments may come
// between, before or after it.
type white byte

const (
	nothing  = white(0)
	blank    = white(' ')
	vtab     = white('\v')
	newline  = white('\n')
	formfeed = white('\f')
	indent   = white('>')
	unindent = white('<')
)

// modes is what must not follow a general comment.
type modes uint

const (
	noExtraBlank modes = 1 << iota
	noExtraLinebreak
)

// printer has the text printed so far, for a tabwriter, and what is to come before the next token.
type printer struct {
	Config
	fset *token.FileSet

	output       []byte
	err          error // what cannot be printed
	indent       int
	level        int // of composite literals
	mode         modes
	endAlignment bool        // Columns end at the end of this line.
	impliedSemi  bool        // A newline here would be a semicolon.
	lastTok      token.Token // ILLEGAL for white space
	prevOpen     token.Token // "(" or "[" if that came last
	spaces       []white     // to be printed
	spaceArray   [16]white
	goBuild      []int // where in the output there are //go:build lines,
	plusBuild    []int // and // +build lines

	pos     token.Position // in the source, as if the output was that
	out     token.Position // in the output
	last    token.Position // pos after the last text
	linePtr *int           // to be set to the line of the next token

	comments    []*ast.CommentGroup
	ownComments bool // Nodes have the comments.

	next       int // index of the comment after the current one
	current    *ast.CommentGroup
	offset     int  // of the current comment in the source, or infinity
	hasNewline bool // the current comment has or needs one
	sizes      map[ast.Node]int
	cachedPos  token.Pos
	cachedLine int
}

func (p *printer) place(pos token.Pos) token.Position { return p.fset.PositionFor(pos, false) }

func (p *printer) lineOf(pos token.Pos) int {
	if pos != p.cachedPos {
		p.cachedPos = pos
		p.cachedLine = p.place(pos).Line
	}
	return p.cachedLine
}

// nextComment makes the next comment the current one.
func (p *printer) nextComment() {
	for p.next < len(p.comments) {
		c := p.comments[p.next]
		p.next++
		if len(c.List) > 0 {
			p.current = c
			p.offset = p.place(c.List[0].Pos()).Offset
			p.hasNewline = p.needsNewline(c.List)
			return
		}
	}
	p.offset = infinity
}

// needsNewline reports whether comments stand on several lines, or end with one.
func (p *printer) needsNewline(list []*ast.Comment) bool {
	line := p.lineOf(list[0].Pos())
	for _, c := range list {
		if p.lineOf(c.Pos()) != line || c.Text[1] == '/' {
			return true
		}
		for i := range len(c.Text) {
			if c.Text[i] == '\n' {
				return true
			}
		}
	}
	return false
}

// commentBefore reports whether the current comment is to be printed before what is at this place in the source.
func (p *printer) commentBefore(next token.Position) bool {
	return p.offset < next.Offset && (!p.impliedSemi || !p.hasNewline)
}

// commentsSize is the size of the comments before a place.
func (p *printer) commentsSize(next token.Position) int {
	defer func(next int, current *ast.CommentGroup, offset int, hasNewline bool) {
		p.next, p.current, p.offset, p.hasNewline = next, current, offset, hasNewline
	}(p.next, p.current, p.offset, p.hasNewline)
	size := 0
	for p.commentBefore(next) {
		for _, c := range p.current.List {
			size += len(c.Text)
		}
		p.nextComment()
	}
	return size
}

// linesSince is how many lines have been begun since this one.
func (p *printer) linesSince(line int) int { return p.out.Line - line }

func (p *printer) writeIndent() {
	n := p.Config.Indent + p.indent
	for range n {
		p.output = append(p.output, '\t')
	}
	p.pos.Offset += n
	p.pos.Column += n
	p.out.Column += n
}

// writeByte writes white space.
func (p *printer) writeByte(ch byte, n int) {
	if p.endAlignment {
		switch ch {
		case '\t', '\v':
			ch = ' '
		case '\n', '\f':
			ch = '\f'
			p.endAlignment = false
		}
	}
	if p.out.Column == 1 {
		p.writeIndent()
	}
	for range n {
		p.output = append(p.output, ch)
	}
	p.pos.Offset += n
	if ch == '\n' || ch == '\f' {
		p.pos.Line += n
		p.out.Line += n
		p.pos.Column, p.out.Column = 1, 1
		return
	}
	p.pos.Column += n
	p.out.Column += n
}

// writeString writes text that is at pos in the source, if that is valid. A literal is written as it is.
func (p *printer) writeString(pos token.Position, s string, literal bool) {
	if p.out.Column == 1 {
		if p.Mode&SourcePos != 0 {
			p.lineDirective(pos)
		}
		p.writeIndent()
	}
	if pos.IsValid() {
		p.pos = pos
	}
	if literal {
		p.output = append(p.output, tabwriter.Escape)
	}
	p.output = append(p.output, s...)
	lines, last := 0, 0
	for i := range len(s) {
		if s[i] == '\n' || s[i] == '\f' {
			lines++
			last = i
			p.endAlignment = true
		}
	}
	p.pos.Offset += len(s)
	if lines > 0 {
		p.pos.Line += lines
		p.out.Line += lines
		p.pos.Column = len(s) - last
		p.out.Column = len(s) - last
	} else {
		p.pos.Column += len(s)
		p.out.Column += len(s)
	}
	if literal {
		p.output = append(p.output, tabwriter.Escape)
	}
	p.last = p.pos
}

// lineDirective writes where the next line is from, unless that follows from the last one.
func (p *printer) lineDirective(pos token.Position) {
	if pos.IsValid() && (p.out.Line != pos.Line || p.out.Filename != pos.Filename) {
		if strings.ContainsAny(pos.Filename, "\r\n") && p.err == nil {
			p.err = fmt.Errorf("go/printer: source filename contains unexpected newline character: %q", pos.Filename)
		}
		p.output = append(p.output, tabwriter.Escape)
		p.output = fmt.Appendf(p.output, "//line %s:%d\n", pos.Filename, pos.Line)
		p.output = append(p.output, tabwriter.Escape)
		p.out.Filename, p.out.Line = pos.Filename, pos.Line
	}
}

// writeSpaces writes the first n of the white space that is to be written.
func (p *printer) writeSpaces(n int) {
	for i := 0; i < n; i++ {
		switch ch := p.spaces[i]; ch {
		case nothing:
		case indent:
			p.indent++
		case unindent:
			p.indent = max(0, p.indent-1)
		case newline, formfeed:
			// What follows a line break and then an unindent is a label: the break is for its indentation.
			if i+1 < n && p.spaces[i+1] == unindent {
				p.spaces[i], p.spaces[i+1] = unindent, formfeed
				i--
				continue
			}
			p.writeByte(byte(ch), 1)
		default:
			p.writeByte(byte(ch), 1)
		}
	}
	p.spaces = p.spaces[:copy(p.spaces, p.spaces[n:])]
}

// flush writes the comments before the next token, and all white space.
func (p *printer) flush(next token.Position, tok token.Token) (wroteNewline, droppedFeed bool) {
	if p.commentBefore(next) {
		return p.writeComments(next, tok)
	}
	p.writeSpaces(len(p.spaces))
	return
}

func (p *printer) at(pos token.Pos) {
	if pos.IsValid() {
		p.pos = p.place(pos)
	}
}

// space adds white space.
func (p *printer) space(list ...white) {
	for _, w := range list {
		p.opened()
		if w == nothing {
			continue
		}
		if len(p.spaces) == cap(p.spaces) {
			p.writeSpaces(len(p.spaces))
		}
		p.spaces = append(p.spaces, w)
		if w == newline || w == formfeed {
			p.impliedSemi = false
		}
		p.lastTok = token.ILLEGAL
	}
}

// toggle changes what must not follow comments.
func (p *printer) toggle(mode modes) {
	p.opened()
	p.mode ^= mode
}

// opened takes note of whether the last token was an opening one. White space does not matter.
func (p *printer) opened() {
	switch p.lastTok {
	case token.ILLEGAL:
	case token.LPAREN, token.LBRACK:
		p.prevOpen = p.lastTok
	default:
		p.prevOpen = token.ILLEGAL
	}
}

// ident, literal, token and text write a token each.
func (p *printer) ident(x *ast.Ident) {
	p.opened()
	p.lastTok = token.IDENT
	p.write(x.Name, false, true)
}

func (p *printer) literal(x *ast.BasicLit) {
	p.opened()
	p.lastTok = x.Kind
	p.write(x.Value, true, true)
}

func (p *printer) text(s string) {
	p.opened()
	p.lastTok = token.STRING
	p.write(s, true, true)
}

func (p *printer) token(tok token.Token) {
	p.opened()
	s := tok.String()
	if combine(p.lastTok, s[0]) {
		p.spaces = append(p.spaces[:0], blank)
	}
	p.lastTok = tok
	switch tok {
	case token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN, token.INC, token.DEC, token.RPAREN, token.RBRACK, token.RBRACE:
		p.write(s, false, true)
	default:
		p.write(s, false, false)
	}
}

// combine reports whether a token and one that starts with this letter would be read as another.
func combine(prev token.Token, next byte) bool {
	switch prev {
	case token.INT:
		return next == '.'
	case token.ADD:
		return next == '+'
	case token.SUB:
		return next == '-'
	case token.QUO:
		return next == '*'
	case token.LSS:
		return next == '-' || next == '<'
	case token.AND:
		return next == '&' || next == '^'
	}
	return false
}

// write writes the token that is at pos in the source, after comments, white space, and the empty lines of the source.
func (p *printer) write(data string, literal, impliedSemi bool) {
	next := p.pos
	wroteNewline, droppedFeed := p.flush(next, p.lastTok)
	if !p.impliedSemi {
		n := min(next.Line-p.pos.Line, maxNewlines)
		if wroteNewline && n == maxNewlines {
			n = maxNewlines - 1
		}
		if n > 0 {
			ch := byte('\n')
			if droppedFeed {
				ch = '\f'
			}
			p.writeByte(ch, n)
			impliedSemi = false
		}
	}
	if p.linePtr != nil {
		*p.linePtr = p.out.Line
		p.linePtr = nil
	}
	p.writeString(next, data, literal)
	p.impliedSemi = impliedSemi
}

// words writes tokens with blanks between them and at the end.
func (p *printer) words(toks ...token.Token) {
	for _, tok := range toks {
		p.token(tok)
		p.space(blank)
	}
}
