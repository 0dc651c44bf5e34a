package parser

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/scanner"
	"go/token"
	"strings"
)

// parser has the state of a parse: the current token, and the comments around it.
type parser struct {
	file    *token.File
	src     []byte
	errors  scanner.ErrorList
	scanner scanner.Scanner
	mode    Mode
	indent  int // of the trace

	comments []*ast.CommentGroup
	lead     *ast.CommentGroup // the comments that end on the line before the current token
	line     *ast.CommentGroup // the comments that follow the last token on its line
	top      bool              // before the package clause
	version  string            // the version of Go that a constraint there asks for

	pos token.Pos
	tok token.Token
	lit string

	syncPos token.Pos // where the last recovery ended,
	syncs   int       // and how many ended there

	level   int  // parentheses around an expression; negative in the head of a statement
	inRhs   bool // "=" is taken for "=="
	nesting int

	imports []*ast.ImportSpec
}

func (p *parser) init(file *token.File, src []byte, mode Mode) {
	p.file = file
	p.src = src
	p.mode = mode
	p.top = true
	p.scanner.Init(file, src, p.errors.Add, scanner.ScanComments)
	p.next()
}

// maxNesting limits how deep syntax can nest.
const maxNesting = 1e5

// nest enters a construct, which is left by taking 1 from nesting.
func (p *parser) nest() {
	if p.nesting++; p.nesting > maxNesting {
		p.error(p.pos, "exceeded max nesting depth")
		panic(bailout{})
	}
}

func (p *parser) unnest() { p.nesting-- }

// scan is the next token, or comment if comments are kept.
func (p *parser) scan() {
	if p.mode&Trace != 0 && p.pos.IsValid() {
		p.traceToken()
	}
	for {
		p.pos, p.tok, p.lit = p.scanner.Scan()
		if p.tok != token.COMMENT {
			p.top = false
			return
		}
		if p.top && strings.HasPrefix(p.lit, "//go:build") {
			if x, err := constraint.Parse(p.lit); err == nil {
				p.version = constraint.GoVersion(x)
			}
		}
		if p.mode&ParseComments != 0 {
			return
		}
	}
}

// lineOf is a line of the file as it is.
func (p *parser) lineOf(pos token.Pos) int { return p.file.PositionFor(pos, false).Line }

// group takes comments that are at most n lines apart, and is their group and the line where it ends.
func (p *parser) group(n int) (group *ast.CommentGroup, end int) {
	end = p.lineOf(p.pos)
	group = new(ast.CommentGroup)
	for p.tok == token.COMMENT && p.lineOf(p.pos) <= end+n {
		end = p.lineOf(p.pos)
		if p.lit[1] == '*' {
			end += strings.Count(p.lit, "\n")
		}
		group.List = append(group.List, &ast.Comment{Slash: p.pos, Text: p.lit})
		p.scan()
	}
	p.comments = append(p.comments, group)
	return
}

// next is the next token that is no comment. It takes note of the comments between.
func (p *parser) next() {
	p.lead, p.line = nil, nil
	before := p.pos
	p.scan()
	if p.tok != token.COMMENT {
		return
	}
	if p.lineOf(p.pos) == p.lineOf(before) {
		comment, end := p.group(0)
		if p.lineOf(p.pos) != end || p.tok == token.SEMICOLON || p.tok == token.EOF {
			p.line = comment
		}
	}
	end := -1
	var comment *ast.CommentGroup
	for p.tok == token.COMMENT {
		comment, end = p.group(1)
	}
	if end+1 == p.lineOf(p.pos) {
		p.lead = comment
	}
}

// error reports one error a line, and not many, unless all are wanted.
func (p *parser) error(pos token.Pos, msg string) {
	if p.mode&Trace != 0 {
		defer p.trace("error: " + msg)()
	}
	place := p.file.Position(pos)
	if p.mode&AllErrors == 0 {
		n := len(p.errors)
		if n > 0 && p.errors[n-1].Pos.Line == place.Line {
			return
		}
		if n > 10 {
			panic(bailout{})
		}
	}
	p.errors.Add(place, msg)
}

// expected reports what was expected and, if that is at the current token, what there is.
func (p *parser) expected(pos token.Pos, what string) {
	msg := "expected " + what
	if pos == p.pos {
		switch {
		case p.tok == token.SEMICOLON && p.lit == "\n":
			msg += ", found newline"
		case p.tok.IsLiteral():
			msg += ", found " + p.lit
		default:
			msg += ", found '" + p.tok.String() + "'"
		}
	}
	p.error(pos, msg)
}

// expect takes a token, which should be this one, and is its position.
func (p *parser) expect(tok token.Token) token.Pos {
	pos := p.pos
	if p.tok != tok {
		p.expected(pos, "'"+tok.String()+"'")
	}
	p.next()
	return pos
}

// expectClosing is expect for the end of a list, after which a comma may be missing.
func (p *parser) expectClosing(tok token.Token, context string) token.Pos {
	if p.tok != tok && p.tok == token.SEMICOLON && p.lit == "\n" {
		p.error(p.pos, "missing ',' before newline in "+context)
		p.next()
	}
	return p.expect(tok)
}

// expectSemi takes a semicolon, which need not be before a closing parenthesis or brace, and is the comment after what it ends.
func (p *parser) expectSemi() (comment *ast.CommentGroup) {
	switch p.tok {
	case token.RPAREN, token.RBRACE:
	case token.COMMA, token.SEMICOLON:
		if p.tok == token.COMMA {
			p.expected(p.pos, "';'")
		}
		if p.lit == ";" {
			p.next()
			return p.line
		}
		comment = p.line
		p.next()
	default:
		p.expected(p.pos, "';'")
		p.advance(stmtStart)
	}
	return
}

// atComma reports whether the list goes on: after a comma or, with an error, without one.
func (p *parser) atComma(context string, follow token.Token) bool {
	if p.tok == token.COMMA {
		return true
	}
	if p.tok == follow {
		return false
	}
	msg := "missing ','"
	if p.tok == token.SEMICOLON && p.lit == "\n" {
		msg += " before newline"
	}
	p.error(p.pos, msg+" in "+context)
	return true
}

func set(toks ...token.Token) (s [128]bool) {
	for _, tok := range toks {
		s[tok] = true
	}
	return
}

// The tokens where recovery may end.
var (
	stmtStart = set(token.BREAK, token.CONST, token.CONTINUE, token.DEFER, token.FALLTHROUGH, token.FOR, token.GO, token.GOTO,
		token.IF, token.RETURN, token.SELECT, token.SWITCH, token.TYPE, token.VAR)
	declStart = set(token.IMPORT, token.CONST, token.TYPE, token.VAR)
	exprEnd   = set(token.COMMA, token.COLON, token.SEMICOLON, token.RPAREN, token.RBRACK, token.RBRACE)
)

// advance skips tokens up to one of a set. Where it has ended often without progress it skips that too.
func (p *parser) advance(to [128]bool) {
	for ; p.tok != token.EOF; p.next() {
		if !to[p.tok] {
			continue
		}
		if p.pos == p.syncPos && p.syncs < 10 {
			p.syncs++
			return
		}
		if p.pos > p.syncPos {
			p.syncPos = p.pos
			p.syncs = 0
			return
		}
	}
}

// got takes a token if it is this one.
func (p *parser) got(tok token.Token) bool {
	if p.tok == tok {
		p.next()
		return true
	}
	return false
}

func (p *parser) ident() *ast.Ident {
	pos, name := p.pos, "_"
	if p.tok == token.IDENT {
		name = p.lit
		p.next()
	} else {
		p.expect(token.IDENT)
	}
	return &ast.Ident{NamePos: pos, Name: name}
}

func (p *parser) identList() (list []*ast.Ident) {
	if p.mode&Trace != 0 {
		defer p.trace("IdentList")()
	}
	list = append(list, p.ident())
	for p.got(token.COMMA) {
		list = append(list, p.ident())
	}
	return
}

// end is where the current token ends, which is a literal. A raw string may be longer in the source, by its carriage returns.
func (p *parser) end() token.Pos {
	if p.tok == token.STRING && p.lit[0] == '`' {
		from := p.file.Offset(p.pos) + 1
		if n := bytes.IndexByte(p.src[from:], '`'); n >= 0 {
			return p.file.Pos(from + n + 1)
		}
		return p.file.End()
	}
	return p.pos + token.Pos(len(p.lit))
}

// literal is the current token as a literal.
func (p *parser) literal() *ast.BasicLit {
	x := &ast.BasicLit{ValuePos: p.pos, ValueEnd: p.end(), Kind: p.tok, Value: p.lit}
	p.next()
	return x
}

// trace prints that the parse of something begins, and is a function that prints that it ends.
func (p *parser) trace(what string) func() {
	p.print(what, "(")
	p.indent++
	return func() {
		p.indent--
		p.print(")")
	}
}

func (p *parser) print(a ...any) {
	pos := p.file.Position(p.pos)
	fmt.Printf("%5d:%3d: %s", pos.Line, pos.Column, strings.Repeat(". ", p.indent))
	fmt.Println(a...)
}

func (p *parser) traceToken() {
	switch s := p.tok.String(); {
	case p.tok.IsLiteral():
		p.print(s, p.lit)
	case p.tok.IsOperator(), p.tok.IsKeyword():
		p.print("\"" + s + "\"")
	default:
		p.print(s)
	}
}
