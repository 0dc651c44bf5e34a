package printer

import (
	"go/ast"
	"go/token"
	"math"
	"unicode/utf8"
)

// breakLine writes line breaks up to a line of the source, but at least so many and not more than maxNewlines, with w before
// them; a section is ended by a form feed. It is how many there are, where a new section counts 2.
func (p *printer) breakLine(line, least int, w white, section bool) (breaks int) {
	n := max(min(line-p.pos.Line, maxNewlines), least)
	if n <= 0 {
		return 0
	}
	p.space(w)
	if section {
		p.space(formfeed)
		n--
		breaks = 2
	}
	breaks += n
	for range n {
		p.space(newline)
	}
	return
}

// listMode says how a list of expressions is printed.
type listMode uint

const (
	commaTerm listMode = 1 << iota // A comma may follow the last one.
	noIndent                       // The list is not indented if it has several lines.
)

const filteredFields = "contains filtered or unexported fields"

func (p *printer) identList(list []*ast.Ident, indented bool) {
	exprs := make([]ast.Expr, len(list))
	for i, x := range list {
		exprs[i] = x
	}
	mode := noIndent
	if indented {
		mode = 0
	}
	p.exprList(token.NoPos, exprs, 1, mode, token.NoPos, false)
}

// emptyList says that an empty list was not empty, if that is so.
func (p *printer) emptyList(prev, next token.Position, incomplete bool) {
	if !incomplete {
		return
	}
	if prev.IsValid() && prev.Line == next.Line {
		p.text("/* " + filteredFields + " */")
		return
	}
	p.space(newline, indent)
	p.text("// " + filteredFields)
	p.space(unindent, newline)
}

// exprList prints a list between two positions, with the line breaks of the source.
func (p *printer) exprList(prev0 token.Pos, list []ast.Expr, depth int, mode listMode, next0 token.Pos, incomplete bool) {
	prev, next := p.place(prev0), p.place(next0)
	if len(list) == 0 {
		p.emptyList(prev, next, incomplete)
		return
	}
	line := p.lineOf(list[0].Pos())
	if prev.IsValid() && prev.Line == line && line == p.lineOf(list[len(list)-1].End()) {
		for i, x := range list {
			if i > 0 {
				p.at(x.Pos())
				p.token(token.COMMA)
				p.space(blank)
			}
			p.expr0(x, depth)
		}
		if incomplete {
			p.token(token.COMMA)
			p.space(blank)
			p.text("/* " + filteredFields + " */")
		}
		return
	}
	w := indent
	if mode&noIndent != 0 {
		w = nothing
	}
	w = p.lines(list, depth, w, prev, next)
	indented := w == nothing && mode&noIndent == 0
	if mode&commaTerm != 0 && next.IsValid() && p.pos.Line < next.Line {
		p.token(token.COMMA)
		if incomplete {
			p.space(newline)
			p.text("// " + filteredFields)
		}
		if indented {
			p.space(unindent)
		}
		p.space(formfeed)
		return
	}
	if incomplete {
		p.token(token.COMMA)
		p.space(newline)
		p.text("// " + filteredFields)
		p.space(newline)
	}
	if indented {
		p.space(unindent)
	}
}

// sizes is what is known of the keys, or elements, of the lines of one section: their sizes decide whether they are aligned.
type sizes struct {
	logs  float64
	count int
}

// breaks reports whether an element of this size begins a new section after one of the other size, 0 for none: if they are not
// both small, and the ratio to the geometric mean of the section is above 2.5.
func (s *sizes) breaks(before, size int) bool {
	if before <= 0 || size <= 0 {
		return true
	}
	if s.count == 0 || before <= 40 && size <= 40 {
		return false
	}
	const r = 2.5
	ratio := float64(size) / math.Exp(s.logs/float64(s.count))
	return r*ratio <= 1 || r <= ratio
}

// lines prints a list on several lines. The first line break is preceded by w, which is the result as long as there is none.
func (p *printer) lines(list []ast.Expr, depth int, w white, prev, next token.Position) white {
	lastBreak := -1 // the index of the element after the last line break
	line := p.lineOf(list[0].Pos())
	if prev.IsValid() && prev.Line < line && p.breakLine(line, 0, w, true) > 0 {
		w = nothing
		lastBreak = 0
	}
	const limit = 1e6
	size := 0
	var section sizes
	prevLine := prev.Line
	for i, x := range list {
		line = p.lineOf(x.Pos())
		before := size
		size = p.size(x, limit)
		pair, isPair := x.(*ast.KeyValueExpr)
		if size <= limit && prev.IsValid() && next.IsValid() {
			if isPair {
				size = p.size(pair.Key, limit)
			}
		} else {
			size = 0
		}
		newSection := section.breaks(before, size)
		needsBreak := 0 < prevLine && prevLine < line
		if i > 0 {
			if !needsBreak {
				p.at(x.Pos())
			}
			p.token(token.COMMA)
			breaks := 0
			if needsBreak {
				breaks = p.breakLine(line, 0, w, newSection || lastBreak+1 < i)
			}
			if breaks > 0 {
				w = nothing
				lastBreak = i
			} else {
				p.space(blank)
			}
			if breaks > 1 {
				section = sizes{}
			}
		}
		if len(list) > 1 && isPair && size > 0 && needsBreak {
			p.expr(pair.Key)
			p.at(pair.Colon)
			p.token(token.COLON)
			p.space(vtab)
			p.expr(pair.Value)
		} else {
			p.expr0(x, depth)
		}
		if size > 0 {
			section.logs += math.Log(float64(size))
			section.count++
		}
		prevLine = line
	}
	return w
}

// Kinds of lists of parameters.
const (
	funcParams = iota
	funcTypeParams
	typeParams
)

func (p *printer) params(fields *ast.FieldList, kind int) {
	opening, closing := token.LPAREN, token.RPAREN
	if kind != funcParams {
		opening, closing = token.LBRACK, token.RBRACK
	}
	p.at(fields.Opening)
	p.token(opening)
	if len(fields.List) > 0 {
		prevLine := p.lineOf(fields.Opening)
		w := indent
		for i, f := range fields.List {
			begin, end := p.lineOf(f.Pos()), p.lineOf(f.End())
			needsBreak := 0 < prevLine && prevLine < begin
			if i > 0 {
				if !needsBreak {
					p.at(f.Pos())
				}
				p.token(token.COMMA)
			}
			if needsBreak && p.breakLine(begin, 0, w, true) > 0 {
				w = nothing
			} else if i > 0 {
				p.space(blank)
			}
			if len(f.Names) > 0 {
				p.identList(f.Names, w == indent)
				p.space(blank)
			}
			p.expr(ast.Unparen(f.Type))
			prevLine = end
		}
		if line := p.lineOf(fields.Closing); 0 < prevLine && prevLine < line {
			p.token(token.COMMA)
			p.breakLine(line, 0, nothing, true)
		} else if kind == typeParams && fields.NumFields() == 1 && combines(ast.Unparen(fields.List[0].Type)) {
			// Without a comma, [P *T] would be the length of an array.
			p.token(token.COMMA)
		}
		if w == nothing {
			p.space(unindent)
		}
	}
	p.at(fields.Closing)
	p.token(closing)
}

// combines reports whether a name and a type after it could be one expression.
func combines(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.StarExpr:
		return !isTypeElem(x.X)
	case *ast.BinaryExpr:
		return combines(x.X) && !isTypeElem(x.Y)
	case *ast.ParenExpr:
		return true
	}
	return false
}

// isTypeElem reports whether an expression can only be a type or a union.
func isTypeElem(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return true
	case *ast.UnaryExpr:
		return x.Op == token.TILDE
	case *ast.BinaryExpr:
		return isTypeElem(x.X) || isTypeElem(x.Y)
	case *ast.ParenExpr:
		return isTypeElem(x.X)
	}
	return false
}

func (p *printer) signature(t *ast.FuncType) {
	if t.TypeParams != nil {
		p.params(t.TypeParams, funcTypeParams)
	}
	if t.Params != nil {
		p.params(t.Params, funcParams)
	} else {
		p.token(token.LPAREN)
		p.token(token.RPAREN)
	}
	n := t.Results.NumFields()
	if n == 0 {
		return
	}
	p.space(blank)
	if n == 1 && t.Results.List[0].Names == nil {
		p.expr(ast.Unparen(t.Results.List[0].Type))
		return
	}
	p.params(t.Results, funcParams)
}

// isSmall reports whether a list of fields is one that fits on a line.
func (p *printer) isSmall(list []*ast.Field) bool {
	if len(list) != 1 {
		return false
	}
	f := list[0]
	if f.Tag != nil || f.Comment != nil {
		return false
	}
	const limit = 30
	size := 0
	for i, x := range f.Names {
		if i > 0 {
			size += len(", ")
		}
		if size += utf8.RuneCountInString(x.Name); size >= limit {
			break
		}
	}
	if size > 0 {
		size = 1 // only the blank after them counts
	}
	return size+p.size(f.Type, limit) <= limit
}

// fields prints the fields of a struct, or the elements of an interface.
func (p *printer) fields(fields *ast.FieldList, isStruct, incomplete bool) {
	hasComments := incomplete || p.commentBefore(p.place(fields.Closing))
	oneLine := fields.Opening.IsValid() && fields.Closing.IsValid() && p.lineOf(fields.Opening) == p.lineOf(fields.Closing)
	list := fields.List
	if !hasComments && oneLine {
		if len(list) == 0 {
			p.at(fields.Opening)
			p.token(token.LBRACE)
			p.at(fields.Closing)
			p.token(token.RBRACE)
			return
		}
		if p.isSmall(list) {
			p.smallFields(fields, isStruct)
			return
		}
	}
	p.space(blank)
	p.at(fields.Opening)
	p.token(token.LBRACE)
	p.space(indent)
	if hasComments || len(list) > 0 {
		p.space(formfeed)
	}
	line := 0
	for i, f := range list {
		if i > 0 {
			p.breakLine(p.lineOf(f.Pos()), 1, nothing, p.linesSince(line) > 0)
		}
		p.comment(f.Doc)
		p.linePtr = &line
		if isStruct {
			p.field(f, len(list) == 1)
			continue
		}
		p.element(f)
		p.comment(f.Comment)
	}
	if incomplete {
		if len(list) > 0 {
			p.space(formfeed)
		}
		p.flush(p.place(fields.Closing), token.RBRACE)
		if isStruct {
			p.lineComment("// " + filteredFields)
		} else {
			p.lineComment("// contains filtered or unexported methods")
		}
	}
	p.space(unindent, formfeed)
	p.at(fields.Closing)
	p.token(token.RBRACE)
}

func (p *printer) smallFields(fields *ast.FieldList, isStruct bool) {
	p.at(fields.Opening)
	p.token(token.LBRACE)
	p.space(blank)
	f := fields.List[0]
	if isStruct {
		for i, x := range f.Names {
			if i > 0 {
				p.token(token.COMMA)
				p.space(blank)
			}
			p.expr(x)
		}
		if len(f.Names) > 0 {
			p.space(blank)
		}
		p.expr(f.Type)
	} else {
		p.element(f)
	}
	p.space(blank)
	p.at(fields.Closing)
	p.token(token.RBRACE)
}

// element prints a method or an embedded type.
func (p *printer) element(f *ast.Field) {
	if len(f.Names) == 0 {
		p.expr(f.Type)
		return
	}
	p.expr(f.Names[0])
	p.signature(f.Type.(*ast.FuncType))
}

// field prints a field in columns: names, type, tag and comment.
func (p *printer) field(f *ast.Field, single bool) {
	sep := vtab
	if single {
		sep = blank
	}
	skipped := 2 // columns before the comment
	if len(f.Names) > 0 {
		p.identList(f.Names, false)
		p.space(sep)
		skipped = 1
	}
	p.expr(f.Type)
	if f.Tag != nil {
		if len(f.Names) > 0 && sep == vtab {
			p.space(sep)
		}
		p.space(sep)
		p.expr(f.Tag)
		skipped = 0
	}
	if f.Comment != nil {
		for range skipped {
			p.space(sep)
		}
		p.comment(f.Comment)
	}
}
