package parser

import (
	"fmt"
	"go/ast"
	"go/token"
)

func (p *parser) stmts() (list []ast.Stmt) {
	if p.mode&Trace != 0 {
		defer p.trace("StatementList")()
	}
	for p.tok != token.CASE && p.tok != token.DEFAULT && p.tok != token.RBRACE && p.tok != token.EOF {
		list = append(list, p.stmt())
	}
	return
}

// closing takes a closing brace; the position is not valid if there is none.
func (p *parser) closing() (pos token.Pos) {
	if p.tok == token.RBRACE {
		pos = p.pos
	} else {
		p.expected(p.pos, "'}'")
	}
	p.next()
	return
}

// body parses the body of a function.
func (p *parser) body() *ast.BlockStmt {
	if p.mode&Trace != 0 {
		defer p.trace("Body")()
	}
	lbrace := p.expect(token.LBRACE)
	list := p.stmts()
	return &ast.BlockStmt{Lbrace: lbrace, List: list, Rbrace: p.closing()}
}

func (p *parser) block() *ast.BlockStmt {
	if p.mode&Trace != 0 {
		defer p.trace("BlockStmt")()
	}
	lbrace := p.expect(token.LBRACE)
	list := p.stmts()
	return &ast.BlockStmt{Lbrace: lbrace, List: list, Rbrace: p.closing()}
}

// What simpleStmt accepts besides.
const (
	basic = iota
	labelOk
	rangeOk
)

// simpleStmt parses a simple statement, and reports whether it is the clause of a range, whose X is then a unary expression.
func (p *parser) simpleStmt(mode int) (s ast.Stmt, isRange bool) {
	if p.mode&Trace != 0 {
		defer p.trace("SimpleStmt")()
	}
	x := p.list(false)
	pos, tok := p.pos, p.tok
	switch tok {
	case token.DEFINE, token.ASSIGN, token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN, token.QUO_ASSIGN, token.REM_ASSIGN,
		token.AND_ASSIGN, token.OR_ASSIGN, token.XOR_ASSIGN, token.SHL_ASSIGN, token.SHR_ASSIGN, token.AND_NOT_ASSIGN:
		p.next()
		var y []ast.Expr
		if mode == rangeOk && p.tok == token.RANGE && (tok == token.DEFINE || tok == token.ASSIGN) {
			y = p.rangeClause()
			isRange = true
		} else {
			y = p.list(true)
		}
		return &ast.AssignStmt{Lhs: x, TokPos: pos, Tok: tok, Rhs: y}, isRange
	}
	if len(x) > 1 {
		p.expected(x[0].Pos(), "1 expression")
	}
	switch tok {
	case token.COLON:
		p.next()
		if label, ok := x[0].(*ast.Ident); ok && mode == labelOk {
			return &ast.LabeledStmt{Label: label, Colon: pos, Stmt: p.stmt()}, false
		}
		p.error(pos, "illegal label declaration")
		return &ast.BadStmt{From: x[0].Pos(), To: pos + 1}, false
	case token.ARROW:
		p.next()
		return &ast.SendStmt{Chan: x[0], Arrow: pos, Value: p.rhs()}, false
	case token.INC, token.DEC:
		p.next()
		return &ast.IncDecStmt{X: x[0], TokPos: pos, Tok: tok}, false
	}
	return &ast.ExprStmt{X: x[0]}, false
}

func (p *parser) rangeClause() []ast.Expr {
	pos := p.pos
	p.next()
	return []ast.Expr{&ast.UnaryExpr{OpPos: pos, Op: token.RANGE, X: p.rhs()}}
}

// callOf parses the call of a go or defer statement; it is nil if there is none.
func (p *parser) callOf(what string) *ast.CallExpr {
	x := p.rhs()
	if t := ast.Unparen(x); t != x {
		p.error(x.Pos(), fmt.Sprintf("expression in %s must not be parenthesized", what))
		x = t
	}
	if call, ok := x.(*ast.CallExpr); ok {
		return call
	}
	if _, bad := x.(*ast.BadExpr); !bad {
		p.error(x.End(), fmt.Sprintf("expression in %s must be function call", what))
	}
	return nil
}

func (p *parser) goStmt() ast.Stmt {
	if p.mode&Trace != 0 {
		defer p.trace("GoStmt")()
	}
	pos := p.expect(token.GO)
	call := p.callOf("go")
	p.expectSemi()
	if call == nil {
		return &ast.BadStmt{From: pos, To: pos + 2}
	}
	return &ast.GoStmt{Go: pos, Call: call}
}

func (p *parser) deferStmt() ast.Stmt {
	if p.mode&Trace != 0 {
		defer p.trace("DeferStmt")()
	}
	pos := p.expect(token.DEFER)
	call := p.callOf("defer")
	p.expectSemi()
	if call == nil {
		return &ast.BadStmt{From: pos, To: pos + 5}
	}
	return &ast.DeferStmt{Defer: pos, Call: call}
}

func (p *parser) returnStmt() *ast.ReturnStmt {
	if p.mode&Trace != 0 {
		defer p.trace("ReturnStmt")()
	}
	pos := p.expect(token.RETURN)
	var x []ast.Expr
	if p.tok != token.SEMICOLON && p.tok != token.RBRACE {
		x = p.list(true)
	}
	p.expectSemi()
	return &ast.ReturnStmt{Return: pos, Results: x}
}

func (p *parser) branchStmt(tok token.Token) *ast.BranchStmt {
	if p.mode&Trace != 0 {
		defer p.trace("BranchStmt")()
	}
	pos := p.expect(tok)
	var label *ast.Ident
	if tok == token.GOTO || tok != token.FALLTHROUGH && p.tok == token.IDENT {
		label = p.ident()
	}
	p.expectSemi()
	return &ast.BranchStmt{TokPos: pos, Tok: tok, Label: label}
}

// condition is the expression of a statement, which should be nothing else.
func (p *parser) condition(s ast.Stmt, want string) ast.Expr {
	if s == nil {
		return nil
	}
	if x, ok := s.(*ast.ExprStmt); ok {
		return x.X
	}
	found := "simple statement"
	if _, ok := s.(*ast.AssignStmt); ok {
		found = "assignment"
	}
	p.error(s.Pos(), fmt.Sprintf("expected %s, found %s (missing parentheses around composite literal?)", want, found))
	return &ast.BadExpr{From: s.Pos(), To: s.End()}
}

// simple is simpleStmt for the head of a statement.
func (p *parser) simple() ast.Stmt {
	s, _ := p.simpleStmt(basic)
	return s
}

func (p *parser) ifHeader() (init ast.Stmt, cond ast.Expr) {
	if p.tok == token.LBRACE {
		p.error(p.pos, "missing condition in if statement")
		return nil, &ast.BadExpr{From: p.pos, To: p.pos}
	}
	level := p.level
	p.level = -1
	if p.tok != token.SEMICOLON {
		if p.got(token.VAR) {
			p.error(p.pos, "var declaration not allowed in if initializer")
		}
		init = p.simple()
	}
	var s ast.Stmt
	var semi token.Pos
	var lit string
	if p.tok != token.LBRACE {
		if p.tok == token.SEMICOLON {
			semi, lit = p.pos, p.lit
			p.next()
		} else {
			p.expect(token.SEMICOLON)
		}
		if p.tok != token.LBRACE {
			s = p.simple()
		}
	} else {
		s, init = init, nil
	}
	if s != nil {
		cond = p.condition(s, "boolean expression")
	} else if semi.IsValid() {
		if lit == "\n" {
			p.error(semi, "unexpected newline, expecting { after if clause")
		} else {
			p.error(semi, "missing condition in if statement")
		}
	}
	if cond == nil {
		cond = &ast.BadExpr{From: p.pos, To: p.pos}
	}
	p.level = level
	return
}

func (p *parser) ifStmt() *ast.IfStmt {
	p.nest()
	defer p.unnest()
	if p.mode&Trace != 0 {
		defer p.trace("IfStmt")()
	}
	s := &ast.IfStmt{If: p.expect(token.IF)}
	s.Init, s.Cond = p.ifHeader()
	s.Body = p.block()
	if !p.got(token.ELSE) {
		p.expectSemi()
		return s
	}
	switch p.tok {
	case token.IF:
		s.Else = p.ifStmt()
	case token.LBRACE:
		s.Else = p.block()
		p.expectSemi()
	default:
		p.expected(p.pos, "if statement or block")
		s.Else = &ast.BadStmt{From: p.pos, To: p.pos}
	}
	return s
}

func (p *parser) caseClause() *ast.CaseClause {
	if p.mode&Trace != 0 {
		defer p.trace("CaseClause")()
	}
	c := &ast.CaseClause{Case: p.pos}
	if p.got(token.CASE) {
		c.List = p.list(true)
	} else {
		p.expect(token.DEFAULT)
	}
	c.Colon = p.expect(token.COLON)
	c.Body = p.stmts()
	return c
}

func isGuard(x ast.Expr) bool {
	a, ok := x.(*ast.TypeAssertExpr)
	return ok && a.Type == nil
}

// isTypeSwitch reports whether a statement is x.(type) or v := x.(type).
func (p *parser) isTypeSwitch(s ast.Stmt) bool {
	switch t := s.(type) {
	case *ast.ExprStmt:
		return isGuard(t.X)
	case *ast.AssignStmt:
		if len(t.Lhs) == 1 && len(t.Rhs) == 1 && isGuard(t.Rhs[0]) {
			if t.Tok == token.ASSIGN {
				p.error(t.TokPos, "expected ':=', found '='")
				return true
			}
			return t.Tok == token.DEFINE
		}
	}
	return false
}

func (p *parser) switchStmt() ast.Stmt {
	if p.mode&Trace != 0 {
		defer p.trace("SwitchStmt")()
	}
	pos := p.expect(token.SWITCH)
	var init, tag ast.Stmt
	if p.tok != token.LBRACE {
		level := p.level
		p.level = -1
		if p.tok != token.SEMICOLON {
			tag = p.simple()
		}
		if p.got(token.SEMICOLON) {
			init, tag = tag, nil
			if p.tok != token.LBRACE {
				tag = p.simple()
			}
		}
		p.level = level
	}
	types := p.isTypeSwitch(tag)
	body := &ast.BlockStmt{Lbrace: p.expect(token.LBRACE)}
	for p.tok == token.CASE || p.tok == token.DEFAULT {
		body.List = append(body.List, p.caseClause())
	}
	body.Rbrace = p.expect(token.RBRACE)
	p.expectSemi()
	if types {
		return &ast.TypeSwitchStmt{Switch: pos, Init: init, Assign: tag, Body: body}
	}
	return &ast.SwitchStmt{Switch: pos, Init: init, Tag: p.condition(tag, "switch expression"), Body: body}
}

func (p *parser) commClause() *ast.CommClause {
	if p.mode&Trace != 0 {
		defer p.trace("CommClause")()
	}
	c := &ast.CommClause{Case: p.pos}
	if p.got(token.CASE) {
		c.Comm = p.communication()
	} else {
		p.expect(token.DEFAULT)
	}
	c.Colon = p.expect(token.COLON)
	c.Body = p.stmts()
	return c
}

func (p *parser) communication() ast.Stmt {
	lhs := p.list(false)
	pos, tok := p.pos, p.tok
	switch tok {
	case token.ARROW:
		if len(lhs) > 1 {
			p.expected(lhs[0].Pos(), "1 expression")
		}
		p.next()
		return &ast.SendStmt{Chan: lhs[0], Arrow: pos, Value: p.rhs()}
	case token.ASSIGN, token.DEFINE:
		if len(lhs) > 2 {
			p.expected(lhs[0].Pos(), "1 or 2 expressions")
			lhs = lhs[:2]
		}
		p.next()
		return &ast.AssignStmt{Lhs: lhs, TokPos: pos, Tok: tok, Rhs: []ast.Expr{p.rhs()}}
	}
	if len(lhs) > 1 {
		p.expected(lhs[0].Pos(), "1 expression")
	}
	return &ast.ExprStmt{X: lhs[0]}
}

func (p *parser) selectStmt() *ast.SelectStmt {
	if p.mode&Trace != 0 {
		defer p.trace("SelectStmt")()
	}
	pos := p.expect(token.SELECT)
	body := &ast.BlockStmt{Lbrace: p.expect(token.LBRACE)}
	for p.tok == token.CASE || p.tok == token.DEFAULT {
		body.List = append(body.List, p.commClause())
	}
	body.Rbrace = p.expect(token.RBRACE)
	p.expectSemi()
	return &ast.SelectStmt{Select: pos, Body: body}
}

func (p *parser) forStmt() ast.Stmt {
	if p.mode&Trace != 0 {
		defer p.trace("ForStmt")()
	}
	pos := p.expect(token.FOR)
	var init, cond, post ast.Stmt
	isRange := false
	if p.tok != token.LBRACE {
		level := p.level
		p.level = -1
		if p.tok != token.SEMICOLON {
			if p.tok == token.RANGE {
				cond = &ast.AssignStmt{Rhs: p.rangeClause()}
				isRange = true
			} else {
				cond, isRange = p.simpleStmt(rangeOk)
			}
		}
		if !isRange && p.got(token.SEMICOLON) {
			init, cond = cond, nil
			if p.tok != token.SEMICOLON {
				cond = p.simple()
			}
			p.expectSemi()
			if p.tok != token.LBRACE {
				post = p.simple()
			}
		}
		p.level = level
	}
	body := p.block()
	p.expectSemi()
	if !isRange {
		return &ast.ForStmt{For: pos, Init: init, Cond: p.condition(cond, "boolean or range expression"), Post: post, Body: body}
	}
	as := cond.(*ast.AssignStmt)
	s := &ast.RangeStmt{For: pos, TokPos: as.TokPos, Tok: as.Tok, Range: as.Rhs[0].Pos(), X: as.Rhs[0].(*ast.UnaryExpr).X, Body: body}
	switch n := len(as.Lhs); n {
	case 0:
	case 1:
		s.Key = as.Lhs[0]
	case 2:
		s.Key, s.Value = as.Lhs[0], as.Lhs[1]
	default:
		p.expected(as.Lhs[n-1].Pos(), "at most 2 expressions")
		return &ast.BadStmt{From: pos, To: body.End()}
	}
	return s
}

func (p *parser) stmt() ast.Stmt {
	p.nest()
	defer p.unnest()
	if p.mode&Trace != 0 {
		defer p.trace("Statement")()
	}
	switch p.tok {
	case token.CONST, token.TYPE, token.VAR:
		return &ast.DeclStmt{Decl: p.decl(stmtStart)}
	case token.IDENT, token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING, token.FUNC, token.LPAREN,
		token.LBRACK, token.STRUCT, token.MAP, token.CHAN, token.INTERFACE,
		token.ADD, token.SUB, token.MUL, token.AND, token.XOR, token.ARROW, token.NOT:
		s, _ := p.simpleStmt(labelOk)
		if _, labeled := s.(*ast.LabeledStmt); !labeled {
			p.expectSemi()
		}
		return s
	case token.GO:
		return p.goStmt()
	case token.DEFER:
		return p.deferStmt()
	case token.RETURN:
		return p.returnStmt()
	case token.BREAK, token.CONTINUE, token.GOTO, token.FALLTHROUGH:
		return p.branchStmt(p.tok)
	case token.LBRACE:
		s := p.block()
		p.expectSemi()
		return s
	case token.IF:
		return p.ifStmt()
	case token.SWITCH:
		return p.switchStmt()
	case token.SELECT:
		return p.selectStmt()
	case token.FOR:
		return p.forStmt()
	case token.SEMICOLON:
		s := &ast.EmptyStmt{Semicolon: p.pos, Implicit: p.lit == "\n"}
		p.next()
		return s
	case token.RBRACE:
		return &ast.EmptyStmt{Semicolon: p.pos, Implicit: true}
	}
	pos := p.pos
	p.expected(pos, "statement")
	p.advance(stmtStart)
	return &ast.BadStmt{From: pos, To: p.pos}
}
