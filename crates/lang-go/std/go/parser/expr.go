package parser

import (
	"go/ast"
	"go/token"
)

func (p *parser) expr() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("Expression")()
	}
	return p.binaryExpr(nil, token.LowestPrec+1)
}

// rhs is an expression where "=" is an error for "==".
func (p *parser) rhs() ast.Expr {
	old := p.inRhs
	p.inRhs = true
	x := p.expr()
	p.inRhs = old
	return x
}

// list is a list of expressions, on the right side of an assignment or elsewhere.
func (p *parser) list(inRhs bool) (list []ast.Expr) {
	if p.mode&Trace != 0 {
		defer p.trace("ExpressionList")()
	}
	old := p.inRhs
	p.inRhs = inRhs
	list = append(list, p.expr())
	for p.got(token.COMMA) {
		list = append(list, p.expr())
	}
	p.inRhs = old
	return
}

// operator is the current token as a binary operator.
func (p *parser) operator() (token.Token, int) {
	op := p.tok
	if p.inRhs && op == token.ASSIGN {
		op = token.EQL
	}
	return op, op.Precedence()
}

// binaryExpr parses an expression of operators of at least this precedence, whose first operand may be parsed already.
func (p *parser) binaryExpr(x ast.Expr, precedence int) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("BinaryExpr")()
	}
	if x == nil {
		x = p.unaryExpr()
	}
	depth := p.nesting
	defer func() { p.nesting = depth }()
	for {
		p.nest()
		op, prec := p.operator()
		if prec < precedence {
			return x
		}
		pos := p.expect(op)
		y := p.binaryExpr(nil, prec+1)
		x = &ast.BinaryExpr{X: x, OpPos: pos, Op: op, Y: y}
	}
}

func (p *parser) unaryExpr() ast.Expr {
	p.nest()
	defer p.unnest()
	if p.mode&Trace != 0 {
		defer p.trace("UnaryExpr")()
	}
	pos, op := p.pos, p.tok
	switch op {
	case token.ADD, token.SUB, token.NOT, token.XOR, token.AND, token.TILDE:
		p.next()
		return &ast.UnaryExpr{OpPos: pos, Op: op, X: p.unaryExpr()}
	case token.ARROW:
		p.next()
		x := p.unaryExpr()
		if t, ok := x.(*ast.ChanType); ok {
			p.turnChan(t, pos)
			return x
		}
		return &ast.UnaryExpr{OpPos: pos, Op: op, X: x}
	case token.MUL:
		p.next()
		return &ast.StarExpr{Star: pos, X: p.unaryExpr()}
	}
	return p.primaryExpr(nil)
}

// turnChan makes a type of an arrow and the type of a channel after it, as in <-chan T. The arrow of a channel of
// channels belongs to the inner one: <-chan<- chan T is <-chan (<-chan T).
func (p *parser) turnChan(t *ast.ChanType, arrow token.Pos) {
	dir, ok := ast.SEND, true
	for ok && dir == ast.SEND {
		if t.Dir == ast.RECV {
			p.expected(t.Arrow, "'chan'")
		}
		arrow, t.Begin, t.Arrow = t.Arrow, arrow, arrow
		dir, t.Dir = t.Dir, ast.RECV
		t, ok = t.Value.(*ast.ChanType)
	}
	if dir == ast.SEND {
		p.expected(arrow, "channel type")
	}
}

// primaryExpr parses an operand, which may be parsed already, and what follows it.
func (p *parser) primaryExpr(x ast.Expr) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("PrimaryExpr")()
	}
	if x == nil {
		x = p.operand()
	}
	depth := p.nesting
	defer func() { p.nesting = depth }()
	for {
		p.nest()
		switch p.tok {
		case token.PERIOD:
			p.next()
			x = p.selector(x)
		case token.LBRACK:
			x = p.indexOrSlice(x)
		case token.LPAREN:
			x = p.call(x)
		case token.LBRACE:
			t := ast.Unparen(x)
			if !p.canBeLiteral(t) {
				return x
			}
			if t != x {
				p.error(t.Pos(), "cannot parenthesize type in composite literal")
			}
			x = p.literalValue(x)
		default:
			return x
		}
	}
}

// canBeLiteral reports whether a brace after a type begins a composite literal, and not the block of a statement.
func (p *parser) canBeLiteral(t ast.Expr) bool {
	switch t.(type) {
	case *ast.BadExpr, *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return p.level >= 0
	case *ast.ArrayType, *ast.StructType, *ast.MapType:
		return true
	}
	return false
}

func (p *parser) operand() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("Operand")()
	}
	switch p.tok {
	case token.IDENT:
		return p.ident()
	case token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING:
		return p.literal()
	case token.LPAREN:
		lparen := p.pos
		p.next()
		p.level++
		x := p.rhs()
		p.level--
		return &ast.ParenExpr{Lparen: lparen, X: x, Rparen: p.expect(token.RPAREN)}
	case token.FUNC:
		return p.funcTypeOrLit()
	}
	if t := p.tryType(); t != nil {
		return t
	}
	pos := p.pos
	p.expected(pos, "operand")
	p.advance(stmtStart)
	return &ast.BadExpr{From: pos, To: p.pos}
}

func (p *parser) funcTypeOrLit() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("FuncTypeOrLit")()
	}
	t := p.funcType()
	if p.tok != token.LBRACE {
		return t
	}
	p.level++
	body := p.body()
	p.level--
	return &ast.FuncLit{Type: t, Body: body}
}

// selector parses what follows a period.
func (p *parser) selector(x ast.Expr) ast.Expr {
	switch p.tok {
	case token.IDENT:
		if p.mode&Trace != 0 {
			defer p.trace("Selector")()
		}
		return &ast.SelectorExpr{X: x, Sel: p.ident()}
	case token.LPAREN:
		if p.mode&Trace != 0 {
			defer p.trace("TypeAssertion")()
		}
		lparen := p.expect(token.LPAREN)
		var t ast.Expr
		if p.tok == token.TYPE {
			p.next()
		} else {
			t = p.typ()
		}
		return &ast.TypeAssertExpr{X: x, Type: t, Lparen: lparen, Rparen: p.expect(token.RPAREN)}
	}
	pos := p.pos
	p.expected(pos, "selector or type assertion")
	if p.tok != token.RBRACE {
		p.next()
	}
	return &ast.SelectorExpr{X: x, Sel: &ast.Ident{NamePos: pos, Name: "_"}}
}

// indexOrSlice parses an index, the bounds of a slice, or type arguments.
func (p *parser) indexOrSlice(x ast.Expr) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("parseIndexOrSliceOrInstance")()
	}
	lbrack := p.expect(token.LBRACK)
	if p.tok == token.RBRACK {
		p.expected(p.pos, "operand")
		rbrack := p.pos
		p.next()
		return &ast.IndexExpr{X: x, Lbrack: lbrack, Index: &ast.BadExpr{From: rbrack, To: rbrack}, Rbrack: rbrack}
	}
	p.level++
	var args []ast.Expr
	var bounds [3]ast.Expr
	var colons [2]token.Pos
	n := 0
	if p.tok != token.COLON {
		bounds[0] = p.rhs()
	}
	switch p.tok {
	case token.COLON:
		for p.tok == token.COLON && n < len(colons) {
			colons[n] = p.pos
			n++
			p.next()
			if p.tok != token.COLON && p.tok != token.RBRACK && p.tok != token.EOF {
				bounds[n] = p.rhs()
			}
		}
	case token.COMMA:
		args = append(args, bounds[0])
		for p.got(token.COMMA) {
			if p.tok != token.RBRACK && p.tok != token.EOF {
				args = append(args, p.typ())
			}
		}
	}
	p.level--
	rbrack := p.expect(token.RBRACK)
	if n == 0 {
		if len(args) == 0 {
			args = bounds[:1]
		}
		return index(x, lbrack, args, rbrack)
	}
	if n == 2 {
		if bounds[1] == nil {
			p.error(colons[0], "middle index required in 3-index slice")
			bounds[1] = &ast.BadExpr{From: colons[0] + 1, To: colons[1]}
		}
		if bounds[2] == nil {
			p.error(colons[1], "final index required in 3-index slice")
			bounds[2] = &ast.BadExpr{From: colons[1] + 1, To: rbrack}
		}
	}
	return &ast.SliceExpr{X: x, Lbrack: lbrack, Low: bounds[0], High: bounds[1], Max: bounds[2], Slice3: n == 2, Rbrack: rbrack}
}

func (p *parser) call(fun ast.Expr) *ast.CallExpr {
	if p.mode&Trace != 0 {
		defer p.trace("CallOrConversion")()
	}
	lparen := p.expect(token.LPAREN)
	p.level++
	var list []ast.Expr
	var ellipsis token.Pos
	for p.tok != token.RPAREN && p.tok != token.EOF && !ellipsis.IsValid() {
		list = append(list, p.rhs())
		if p.tok == token.ELLIPSIS {
			ellipsis = p.pos
			p.next()
		}
		if !p.atComma("argument list", token.RPAREN) {
			break
		}
		p.next()
	}
	p.level--
	rparen := p.expectClosing(token.RPAREN, "argument list")
	return &ast.CallExpr{Fun: fun, Lparen: lparen, Args: list, Ellipsis: ellipsis, Rparen: rparen}
}

// literalValue parses the elements of a composite literal of a type, which may be nil.
func (p *parser) literalValue(t ast.Expr) ast.Expr {
	p.nest()
	defer p.unnest()
	if p.mode&Trace != 0 {
		defer p.trace("LiteralValue")()
	}
	lbrace := p.expect(token.LBRACE)
	var elts []ast.Expr
	p.level++
	if p.tok != token.RBRACE {
		elts = p.elements()
	}
	p.level--
	rbrace := p.expectClosing(token.RBRACE, "composite literal")
	return &ast.CompositeLit{Type: t, Lbrace: lbrace, Elts: elts, Rbrace: rbrace}
}

func (p *parser) elements() (list []ast.Expr) {
	if p.mode&Trace != 0 {
		defer p.trace("ElementList")()
	}
	for p.tok != token.RBRACE && p.tok != token.EOF {
		list = append(list, p.element())
		if !p.atComma("composite literal", token.RBRACE) {
			break
		}
		p.next()
	}
	return
}

func (p *parser) element() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("Element")()
	}
	x := p.value()
	if p.tok == token.COLON {
		colon := p.pos
		p.next()
		x = &ast.KeyValueExpr{Key: x, Colon: colon, Value: p.value()}
	}
	return x
}

func (p *parser) value() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("Element")()
	}
	if p.tok == token.LBRACE {
		return p.literalValue(nil)
	}
	return p.expr()
}
