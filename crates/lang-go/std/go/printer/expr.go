package printer

import (
	"go/ast"
	"go/token"
	"strings"
)

// operators reports whether there are operators of precedence 4 and 5 in a binary expression, and the highest precedence at which
// operands without blanks would be read as other tokens, such as "x / *y".
func operators(e *ast.BinaryExpr) (has4, has5 bool, problem int) {
	prec := e.Op.Precedence()
	has4, has5 = prec == 4, prec == 5
	add := func(x *ast.BinaryExpr) {
		h4, h5, pr := operators(x)
		has4, has5, problem = has4 || h4, has5 || h5, max(problem, pr)
	}
	if x, ok := e.X.(*ast.BinaryExpr); ok && x.Op.Precedence() >= prec {
		add(x)
	}
	switch y := e.Y.(type) {
	case *ast.BinaryExpr:
		if y.Op.Precedence() > prec {
			add(y)
		}
	case *ast.StarExpr:
		if e.Op == token.QUO {
			problem = 5
		}
	case *ast.UnaryExpr:
		switch e.Op.String() + y.Op.String() {
		case "/*", "&&", "&^":
			problem = 5
		case "++", "--":
			problem = max(problem, 4)
		}
	}
	return
}

// cutoff is the precedence from which on operators have no blanks around them. The depth is 1 for an expression that is in no other.
func cutoff(e *ast.BinaryExpr, depth int) int {
	has4, has5, problem := operators(e)
	switch {
	case problem > 0:
		return problem + 1
	case has4 && has5 && depth == 1:
		return 5
	case depth == 1:
		return 6
	}
	return 4
}

func (p *printer) binary(x *ast.BinaryExpr, outer, cutoff, depth int) {
	prec := x.Op.Precedence()
	if prec < outer {
		p.token(token.LPAREN)
		p.expr0(x, max(1, depth-1))
		p.token(token.RPAREN)
		return
	}
	blanks := prec < cutoff
	left := depth + 1
	if l, ok := x.X.(*ast.BinaryExpr); ok && l.Op.Precedence() == prec {
		left = depth
	}
	p.expr1(x.X, prec, left)
	if blanks {
		p.space(blank)
	}
	before, after := p.pos.Line, p.lineOf(x.Y.Pos())
	p.at(x.OpPos)
	p.token(x.Op)
	indented := false
	if before != after && before > 0 && after > 0 && p.breakLine(after, 1, indent, true) > 0 {
		indented = true
	} else if blanks {
		p.space(blank)
	}
	p.expr1(x.Y, prec+1, depth+1)
	if indented {
		p.space(unindent)
	}
}

func (p *printer) expr(x ast.Expr) { p.expr1(x, token.LowestPrec, 1) }

func (p *printer) expr0(x ast.Expr, depth int) { p.expr1(x, token.LowestPrec, depth) }

// tokenAt prints a token at its position.
func (p *printer) tokenAt(pos token.Pos, tok token.Token) {
	p.at(pos)
	p.token(tok)
}

// expr1 prints an expression, in parentheses if its precedence is below that of the operator that it is an operand of.
func (p *printer) expr1(expr ast.Expr, outer, depth int) {
	p.at(expr.Pos())
	switch x := expr.(type) {
	case *ast.BadExpr:
		p.text("BadExpr")
	case *ast.Ident:
		p.ident(x)
	case *ast.BinaryExpr:
		depth = max(1, depth)
		p.binary(x, outer, cutoff(x, depth), depth)
	case *ast.KeyValueExpr:
		p.expr(x.Key)
		p.tokenAt(x.Colon, token.COLON)
		p.space(blank)
		p.expr(x.Value)
	case *ast.StarExpr:
		if token.UnaryPrec < outer {
			p.token(token.LPAREN)
			p.token(token.MUL)
			p.expr(x.X)
			p.token(token.RPAREN)
		} else {
			p.token(token.MUL)
			p.expr(x.X)
		}
	case *ast.UnaryExpr:
		if token.UnaryPrec < outer {
			p.token(token.LPAREN)
			p.expr(x)
			p.token(token.RPAREN)
			return
		}
		p.token(x.Op)
		if x.Op == token.RANGE {
			p.space(blank)
		}
		p.expr1(x.X, token.UnaryPrec, depth)
	case *ast.BasicLit:
		if p.Mode&normalizeNumbers != 0 {
			x = normalized(x)
		}
		p.literal(x)
	case *ast.FuncLit:
		p.at(x.Type.Pos())
		p.token(token.FUNC)
		start := p.out.Column - len("func")
		p.signature(x.Type)
		p.funcBody(p.distance(x.Type.Pos(), start), blank, x.Body)
	case *ast.ParenExpr:
		if _, twice := x.X.(*ast.ParenExpr); twice {
			p.expr0(x.X, depth)
			return
		}
		p.token(token.LPAREN)
		p.expr0(x.X, max(1, depth-1))
		p.tokenAt(x.Rparen, token.RPAREN)
	case *ast.SelectorExpr:
		p.selector(x, depth, false)
	case *ast.Ellipsis:
		p.token(token.ELLIPSIS)
		if x.Elt != nil {
			p.expr(x.Elt)
		}
	case *ast.CompositeLit:
		p.composite(x, depth)
	case *ast.CallExpr:
		p.call(x, depth)
	case *ast.TypeAssertExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.SliceExpr:
		p.operand(x, depth)
	default:
		p.typ(x)
	}
}

// operand prints an expression that has something in parentheses or brackets after its operand.
func (p *printer) operand(expr ast.Expr, depth int) {
	switch x := expr.(type) {
	case *ast.TypeAssertExpr:
		p.expr1(x.X, token.HighestPrec, depth)
		p.token(token.PERIOD)
		p.tokenAt(x.Lparen, token.LPAREN)
		if x.Type != nil {
			p.expr(x.Type)
		} else {
			p.token(token.TYPE)
		}
		p.tokenAt(x.Rparen, token.RPAREN)
	case *ast.IndexExpr:
		p.expr1(x.X, token.HighestPrec, 1)
		p.tokenAt(x.Lbrack, token.LBRACK)
		p.expr0(x.Index, depth+1)
		p.tokenAt(x.Rbrack, token.RBRACK)
	case *ast.IndexListExpr:
		p.expr1(x.X, token.HighestPrec, 1)
		p.tokenAt(x.Lbrack, token.LBRACK)
		p.exprList(x.Lbrack, x.Indices, depth+1, commaTerm, x.Rbrack, false)
		p.tokenAt(x.Rbrack, token.RBRACK)
	case *ast.SliceExpr:
		p.expr1(x.X, token.HighestPrec, 1)
		p.tokenAt(x.Lbrack, token.LBRACK)
		p.bounds(x, depth)
		p.tokenAt(x.Rbrack, token.RBRACK)
	}
}

// bounds prints the bounds of a slice, with blanks around the colons if one of several bounds has an operator.
func (p *printer) bounds(x *ast.SliceExpr, depth int) {
	list := []ast.Expr{x.Low, x.High}
	if x.Max != nil {
		list = append(list, x.Max)
	}
	count, binary := 0, false
	for _, b := range list {
		if b != nil {
			count++
			_, is := b.(*ast.BinaryExpr)
			binary = binary || is
		}
	}
	blanks := depth <= 1 && count > 1 && binary
	for i, b := range list {
		if i > 0 {
			if list[i-1] != nil && blanks {
				p.space(blank)
			}
			p.token(token.COLON)
			if b != nil && blanks {
				p.space(blank)
			}
		}
		if b != nil {
			p.expr0(b, depth+1)
		}
	}
}

func (p *printer) call(x *ast.CallExpr, depth int) {
	if len(x.Args) > 1 {
		depth++
	}
	paren := false
	switch t := x.Fun.(type) {
	case *ast.FuncType:
		paren = true
	case *ast.ChanType:
		paren = t.Dir == ast.RECV
	}
	if paren {
		p.token(token.LPAREN)
	}
	indented := false
	if s, ok := x.Fun.(*ast.SelectorExpr); ok {
		indented = p.selector(s, depth, true)
	} else {
		p.expr1(x.Fun, token.HighestPrec, depth)
	}
	if paren {
		p.token(token.RPAREN)
	}
	p.tokenAt(x.Lparen, token.LPAREN)
	if x.Ellipsis.IsValid() {
		p.exprList(x.Lparen, x.Args, depth, 0, x.Ellipsis, false)
		p.tokenAt(x.Ellipsis, token.ELLIPSIS)
		if x.Rparen.IsValid() && p.lineOf(x.Ellipsis) < p.lineOf(x.Rparen) {
			p.token(token.COMMA)
			p.space(formfeed)
		}
	} else {
		p.exprList(x.Lparen, x.Args, depth, commaTerm, x.Rparen, false)
	}
	p.tokenAt(x.Rparen, token.RPAREN)
	if indented {
		p.space(unindent)
	}
}

// selector prints x.Sel, on two lines if the source has two. If it is of a method call, its arguments are to be indented, too, if the result is true.
func (p *printer) selector(x *ast.SelectorExpr, depth int, isMethod bool) bool {
	p.expr1(x.X, token.HighestPrec, depth)
	p.token(token.PERIOD)
	if line := p.lineOf(x.Sel.Pos()); p.pos.IsValid() && p.pos.Line < line {
		p.space(indent, newline)
		p.at(x.Sel.Pos())
		p.ident(x.Sel)
		if !isMethod {
			p.space(unindent)
		}
		return true
	}
	p.at(x.Sel.Pos())
	p.ident(x.Sel)
	return false
}

func (p *printer) composite(x *ast.CompositeLit, depth int) {
	if x.Type != nil {
		p.expr1(x.Type, token.HighestPrec, depth)
	}
	p.level++
	p.tokenAt(x.Lbrace, token.LBRACE)
	p.exprList(x.Lbrace, x.Elts, 1, commaTerm, x.Rbrace, x.Incomplete)
	// A line break after a comment would take a comma; comments that are alone have to be indented.
	mode := noExtraLinebreak
	if len(x.Elts) > 0 {
		mode |= noExtraBlank
	}
	p.space(indent, unindent)
	p.toggle(mode)
	p.tokenAt(x.Rbrace, token.RBRACE)
	p.toggle(mode)
	p.level--
}

func (p *printer) typ(expr ast.Expr) {
	switch x := expr.(type) {
	case *ast.ArrayType:
		p.token(token.LBRACK)
		if x.Len != nil {
			p.expr(x.Len)
		}
		p.token(token.RBRACK)
		p.expr(x.Elt)
	case *ast.StructType:
		p.token(token.STRUCT)
		p.fields(x.Fields, true, x.Incomplete)
	case *ast.FuncType:
		p.token(token.FUNC)
		p.signature(x)
	case *ast.InterfaceType:
		p.token(token.INTERFACE)
		p.fields(x.Methods, false, x.Incomplete)
	case *ast.MapType:
		p.token(token.MAP)
		p.token(token.LBRACK)
		p.expr(x.Key)
		p.token(token.RBRACK)
		p.expr(x.Value)
	case *ast.ChanType:
		switch x.Dir {
		case ast.SEND | ast.RECV:
			p.token(token.CHAN)
		case ast.RECV:
			p.token(token.ARROW)
			p.token(token.CHAN)
		case ast.SEND:
			p.token(token.CHAN)
			p.tokenAt(x.Arrow, token.ARROW)
		}
		p.space(blank)
		p.expr(x.Value)
	default:
		panic("unreachable")
	}
}

// normalized is a number with its prefix and exponent in lower case, and without leading zeros if it is imaginary.
func normalized(lit *ast.BasicLit) *ast.BasicLit {
	switch lit.Kind {
	case token.INT, token.FLOAT, token.IMAG:
	default:
		return lit
	}
	x := lit.Value
	if len(x) < 2 {
		return lit
	}
	lower := func(letter byte) {
		if i := strings.LastIndexByte(x, letter); i >= 0 {
			x = x[:i] + string(letter+'a'-'A') + x[i+1:]
		}
	}
	switch x[:2] {
	case "0X":
		x = "0x" + x[2:]
		lower('P')
	case "0x":
		lower('P')
	case "0O":
		x = "0o" + x[2:]
	case "0B":
		x = "0b" + x[2:]
	case "0o", "0b":
	default:
		if strings.IndexByte(x, 'E') >= 0 {
			lower('E')
		} else if x[len(x)-1] == 'i' && !strings.ContainsAny(x, ".e") {
			if x = strings.TrimLeft(x, "0_"); x == "i" {
				x = "0i"
			}
		}
	}
	return &ast.BasicLit{ValuePos: lit.ValuePos, Kind: lit.Kind, Value: x}
}
