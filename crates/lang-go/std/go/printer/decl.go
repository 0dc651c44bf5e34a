package printer

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// typeColumns reports for each specification whether it has a column for a type: in a run of those with values it has, if one of the run has a type.
func typeColumns(specs []ast.Spec) []bool {
	columns := make([]bool, len(specs))
	start, typed := -1, false
	finish := func(end int) {
		if start >= 0 && typed {
			for i := start; i < end; i++ {
				columns[i] = true
			}
		}
		start = -1
	}
	for i, s := range specs {
		s := s.(*ast.ValueSpec)
		if s.Values == nil {
			finish(i)
		} else if start < 0 {
			start, typed = i, false
		}
		typed = typed || s.Type != nil
	}
	finish(len(specs))
	return columns
}

// valueSpec prints one of several specifications, in columns.
func (p *printer) valueSpec(s *ast.ValueSpec, typeColumn bool) {
	p.comment(s.Doc)
	p.identList(s.Names, false)
	skipped := 3
	if s.Type != nil || typeColumn {
		p.space(vtab)
		skipped--
	}
	if s.Type != nil {
		p.expr(s.Type)
	}
	if s.Values != nil {
		p.space(vtab)
		p.words(token.ASSIGN)
		p.exprList(token.NoPos, s.Values, 1, 0, token.NoPos, false)
		skipped--
	}
	if s.Comment != nil {
		for range skipped {
			p.space(vtab)
		}
		p.comment(s.Comment)
	}
}

// importPath is the literal of a path in double quotes, if it can have them.
func importPath(lit *ast.BasicLit) *ast.BasicLit {
	if lit.Kind != token.STRING {
		return lit
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil || s == "" {
		return lit
	}
	for _, r := range s {
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^{|}`\uFFFD", r) {
			return lit
		}
	}
	if s = strconv.Quote(s); s == lit.Value {
		return lit
	}
	return &ast.BasicLit{ValuePos: lit.ValuePos, Kind: token.STRING, Value: s}
}

// spec prints one of n specifications.
func (p *printer) spec(spec ast.Spec, n int, indented bool) {
	switch s := spec.(type) {
	case *ast.ImportSpec:
		p.comment(s.Doc)
		if s.Name != nil {
			p.expr(s.Name)
			p.space(blank)
		}
		p.expr(importPath(s.Path))
		p.comment(s.Comment)
		p.at(s.EndPos)
	case *ast.ValueSpec:
		p.comment(s.Doc)
		p.identList(s.Names, indented)
		if s.Type != nil {
			p.space(blank)
			p.expr(s.Type)
		}
		if s.Values != nil {
			p.space(blank)
			p.words(token.ASSIGN)
			p.exprList(token.NoPos, s.Values, 1, 0, token.NoPos, false)
		}
		p.comment(s.Comment)
	case *ast.TypeSpec:
		p.comment(s.Doc)
		p.expr(s.Name)
		if s.TypeParams != nil {
			p.params(s.TypeParams, typeParams)
		}
		if n == 1 {
			p.space(blank)
		} else {
			p.space(vtab)
		}
		if s.Assign.IsValid() {
			p.words(token.ASSIGN)
		}
		p.expr(s.Type)
		p.comment(s.Comment)
	default:
		panic("unreachable")
	}
}

func (p *printer) genDecl(d *ast.GenDecl) {
	p.comment(d.Doc)
	p.at(d.Pos())
	p.words(d.Tok)
	if !d.Lparen.IsValid() && len(d.Specs) == 1 {
		p.spec(d.Specs[0], 1, true)
		return
	}
	p.tokenAt(d.Lparen, token.LPAREN)
	if n := len(d.Specs); n > 0 {
		p.space(indent, formfeed)
		var columns []bool
		if n > 1 && (d.Tok == token.CONST || d.Tok == token.VAR) {
			columns = typeColumns(d.Specs)
		}
		line := 0
		for i, s := range d.Specs {
			if i > 0 {
				p.breakLine(p.lineOf(s.Pos()), 1, nothing, p.linesSince(line) > 0)
			}
			p.linePtr = &line
			if columns != nil {
				p.valueSpec(s.(*ast.ValueSpec), columns[i])
			} else {
				p.spec(s, n, false)
			}
		}
		p.space(unindent, formfeed)
	}
	p.tokenAt(d.Rparen, token.RPAREN)
}

// sizeWriter counts bytes, and notes whether there is a newline.
type sizeWriter struct {
	size    int
	newline bool
}

func (w *sizeWriter) Write(b []byte) (int, error) {
	for _, c := range b {
		w.newline = w.newline || isNewline(c)
	}
	w.size += len(b)
	return len(b), nil
}

// size is the size of a node on one line, or more than the limit if it does not fit. Sizes are kept, since nodes in nodes are asked for again and again.
func (p *printer) size(n ast.Node, limit int) int {
	if size, ok := p.sizes[n]; ok {
		return size
	}
	p.sizes[n] = limit + 1
	var w sizeWriter
	if err := (&Config{Mode: RawFormat}).fprint(&w, p.fset, n, p.sizes); err != nil {
		return limit + 1
	}
	if w.size <= limit && !w.newline {
		p.sizes[n] = w.size
		return w.size
	}
	return limit + 1
}

// bodySize is the size of a body on one line, or more than the limit if it should not be on one.
func (p *printer) bodySize(b *ast.BlockStmt, limit int) int {
	if b.Pos().IsValid() && b.Rbrace.IsValid() && p.lineOf(b.Pos()) != p.lineOf(b.Rbrace) || len(b.List) > 5 {
		return limit + 1
	}
	size := p.commentsSize(p.place(b.Rbrace))
	for i, s := range b.List {
		if size > limit {
			break
		}
		if i > 0 {
			size += 2
		}
		size += p.size(s, limit)
	}
	return size
}

// funcBody prints a body, on the line of its header if both are small.
func (p *printer) funcBody(headerSize int, sep white, b *ast.BlockStmt) {
	if b == nil {
		return
	}
	defer func(level int) { p.level = level }(p.level)
	p.level = 0
	const limit = 100
	if headerSize+p.bodySize(b, limit) > limit {
		if sep != nothing {
			p.space(blank)
		}
		p.block(b, 1)
		return
	}
	p.space(sep)
	p.tokenAt(b.Lbrace, token.LBRACE)
	if len(b.List) > 0 {
		p.space(blank)
		for i, s := range b.List {
			if i > 0 {
				p.words(token.SEMICOLON)
			}
			p.stmt(s, i == len(b.List)-1)
		}
		p.space(blank)
	}
	p.toggle(noExtraLinebreak)
	p.tokenAt(b.Rbrace, token.RBRACE)
	p.toggle(noExtraLinebreak)
}

// distance is how many columns have been written since a column, if pos is on this line.
func (p *printer) distance(pos token.Pos, column int) int {
	if pos.IsValid() && p.pos.IsValid() && p.lineOf(pos) == p.pos.Line {
		return p.out.Column - column
	}
	return infinity
}

func (p *printer) funcDecl(d *ast.FuncDecl) {
	p.comment(d.Doc)
	p.at(d.Pos())
	p.words(token.FUNC)
	start := p.out.Column - len("func ")
	if d.Recv != nil {
		p.params(d.Recv, funcParams)
		p.space(blank)
	}
	p.expr(d.Name)
	p.signature(d.Type)
	p.funcBody(p.distance(d.Pos(), start), vtab, d.Body)
}

func (p *printer) decl(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.BadDecl:
		p.at(d.Pos())
		p.text("BadDecl")
	case *ast.GenDecl:
		p.genDecl(d)
	case *ast.FuncDecl:
		p.funcDecl(d)
	default:
		panic("unreachable")
	}
}

// decls prints declarations, with an empty line before one that has a comment or is of another kind than the last one.
func (p *printer) decls(list []ast.Decl) {
	tok := token.ILLEGAL
	for _, d := range list {
		prev := tok
		tall := false
		switch d := d.(type) {
		case *ast.GenDecl:
			tok = d.Tok
		case *ast.FuncDecl:
			tok = token.FUNC
			tall = !d.Pos().IsValid() || !d.End().IsValid() || p.lineOf(d.Pos()) != p.lineOf(d.End())
		default:
			tok = token.ILLEGAL
		}
		if len(p.output) > 0 {
			least := 1
			if prev != tok || docOf(d) != nil {
				least = 2
			}
			p.breakLine(p.lineOf(d.Pos()), least, nothing, tall)
		}
		p.decl(d)
	}
}
