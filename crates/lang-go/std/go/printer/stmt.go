package printer

import (
	"go/ast"
	"go/token"
)

// stmts prints statements, each on a line. Clauses are not indented: each of them begins a new section.
func (p *printer) stmts(list []ast.Stmt, indents int, beforeBrace bool) {
	if indents > 0 {
		p.space(indent)
	}
	line := 0
	first := true
	for i, s := range list {
		if _, empty := s.(*ast.EmptyStmt); empty {
			continue
		}
		if len(p.output) > 0 {
			p.breakLine(p.lineOf(s.Pos()), 1, nothing, first || indents == 0 || p.linesSince(line) > 0)
		}
		p.linePtr = &line
		p.stmt(s, beforeBrace && i == len(list)-1)
		for t, ok := s.(*ast.LabeledStmt); ok; t, ok = t.Stmt.(*ast.LabeledStmt) {
			line++ // A label stands on a line of its own.
		}
		first = false
	}
	if indents > 0 {
		p.space(unindent)
	}
}

func (p *printer) block(b *ast.BlockStmt, indents int) {
	p.tokenAt(b.Lbrace, token.LBRACE)
	p.stmts(b.List, indents, true)
	p.breakLine(p.lineOf(b.Rbrace), 1, nothing, true)
	p.tokenAt(b.Rbrace, token.RBRACE)
}

func isTypeName(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isTypeName(x.X)
	}
	return false
}

// unparen removes parentheses, unless a composite literal in them needs some.
func unparen(x ast.Expr) ast.Expr {
	paren, ok := x.(*ast.ParenExpr)
	if !ok {
		return x
	}
	strip := true
	ast.Inspect(paren.X, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParenExpr:
			return false
		case *ast.CompositeLit:
			if isTypeName(n.Type) {
				strip = false
			}
			return false
		}
		return true
	})
	if strip {
		return unparen(paren.X)
	}
	return x
}

// header prints what stands between a keyword and a block.
func (p *printer) header(isFor bool, init ast.Stmt, x ast.Expr, post ast.Stmt) {
	p.space(blank)
	if init == nil && post == nil {
		if x != nil {
			p.expr(unparen(x))
			p.space(blank)
		}
		return
	}
	if init != nil {
		p.stmt(init, false)
	}
	p.words(token.SEMICOLON)
	needsBlank := false
	if x != nil {
		p.expr(unparen(x))
		needsBlank = true
	}
	if isFor {
		p.words(token.SEMICOLON)
		needsBlank = false
		if post != nil {
			p.stmt(post, false)
			needsBlank = true
		}
	}
	if needsBlank {
		p.space(blank)
	}
}

// isTall reports whether a list has several elements of several lines, or one that begins on another line than the last one ends.
func (p *printer) isTall(list []ast.Expr) bool {
	if len(list) < 2 {
		return false
	}
	line := p.lineOf(list[0].Pos())
	if line <= 0 || p.lineOf(list[len(list)-1].End()) <= line {
		return false
	}
	n := 0
	for _, x := range list {
		begin, end := p.lineOf(x.Pos()), p.lineOf(x.End())
		if line < begin {
			return true
		}
		if begin < end {
			n++
		}
		line = end
	}
	return n > 1
}

// stmt prints a statement, which may be the last one before a brace.
func (p *printer) stmt(stmt ast.Stmt, beforeBrace bool) {
	p.at(stmt.Pos())
	switch s := stmt.(type) {
	case *ast.BadStmt:
		p.text("BadStmt")
	case *ast.DeclStmt:
		p.decl(s.Decl)
	case *ast.EmptyStmt:
	case *ast.LabeledStmt:
		p.labeled(s, beforeBrace)
	case *ast.ExprStmt:
		p.expr0(s.X, 1)
	case *ast.SendStmt:
		p.expr0(s.Chan, 1)
		p.space(blank)
		p.at(s.Arrow)
		p.words(token.ARROW)
		p.expr0(s.Value, 1)
	case *ast.IncDecStmt:
		p.expr0(s.X, 2)
		p.tokenAt(s.TokPos, s.Tok)
	case *ast.AssignStmt:
		depth := 1
		if len(s.Lhs) > 1 && len(s.Rhs) > 1 {
			depth++
		}
		p.exprList(s.Pos(), s.Lhs, depth, 0, s.TokPos, false)
		p.space(blank)
		p.at(s.TokPos)
		p.words(s.Tok)
		p.exprList(s.TokPos, s.Rhs, depth, 0, token.NoPos, false)
	case *ast.GoStmt:
		p.words(token.GO)
		p.expr(s.Call)
	case *ast.DeferStmt:
		p.words(token.DEFER)
		p.expr(s.Call)
	case *ast.ReturnStmt:
		p.token(token.RETURN)
		if s.Results == nil {
			break
		}
		p.space(blank)
		if p.isTall(s.Results) {
			p.space(indent)
			p.exprList(token.NoPos, s.Results, 1, noIndent, token.NoPos, false)
			p.space(unindent)
		} else {
			p.exprList(token.NoPos, s.Results, 1, 0, token.NoPos, false)
		}
	case *ast.BranchStmt:
		p.token(s.Tok)
		if s.Label != nil {
			p.space(blank)
			p.expr(s.Label)
		}
	case *ast.BlockStmt:
		p.block(s, 1)
	case *ast.IfStmt:
		p.ifStmt(s, beforeBrace)
	case *ast.CaseClause:
		if s.List != nil {
			p.words(token.CASE)
			p.exprList(s.Pos(), s.List, 1, 0, s.Colon, false)
		} else {
			p.token(token.DEFAULT)
		}
		p.tokenAt(s.Colon, token.COLON)
		p.stmts(s.Body, 1, beforeBrace)
	case *ast.CommClause:
		if s.Comm != nil {
			p.words(token.CASE)
			p.stmt(s.Comm, false)
		} else {
			p.token(token.DEFAULT)
		}
		p.tokenAt(s.Colon, token.COLON)
		p.stmts(s.Body, 1, beforeBrace)
	default:
		p.compound(s)
	}
}

func (p *printer) labeled(s *ast.LabeledStmt, beforeBrace bool) {
	p.space(unindent)
	p.expr(s.Label)
	p.tokenAt(s.Colon, token.COLON)
	p.space(indent)
	if e, empty := s.Stmt.(*ast.EmptyStmt); !empty {
		p.breakLine(p.lineOf(s.Stmt.Pos()), 1, nothing, true)
	} else if !beforeBrace {
		p.space(newline)
		p.tokenAt(e.Pos(), token.SEMICOLON)
		return
	}
	p.stmt(s.Stmt, beforeBrace)
}

func (p *printer) ifStmt(s *ast.IfStmt, beforeBrace bool) {
	p.token(token.IF)
	p.header(false, s.Init, s.Cond, nil)
	p.block(s.Body, 1)
	if s.Else == nil {
		return
	}
	p.space(blank)
	p.words(token.ELSE)
	switch s.Else.(type) {
	case *ast.BlockStmt, *ast.IfStmt:
		p.stmt(s.Else, beforeBrace)
	default:
		// No parser makes such a tree.
		p.token(token.LBRACE)
		p.space(indent, formfeed)
		p.stmt(s.Else, true)
		p.space(unindent, formfeed)
		p.token(token.RBRACE)
	}
}

// compound prints the statements with a keyword and a block.
func (p *printer) compound(stmt ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.SwitchStmt:
		p.token(token.SWITCH)
		p.header(false, s.Init, s.Tag, nil)
		p.block(s.Body, 0)
	case *ast.TypeSwitchStmt:
		p.token(token.SWITCH)
		if s.Init != nil {
			p.space(blank)
			p.stmt(s.Init, false)
			p.token(token.SEMICOLON)
		}
		p.space(blank)
		p.stmt(s.Assign, false)
		p.space(blank)
		p.block(s.Body, 0)
	case *ast.SelectStmt:
		p.words(token.SELECT)
		if len(s.Body.List) == 0 && !p.commentBefore(p.place(s.Body.Rbrace)) {
			p.tokenAt(s.Body.Lbrace, token.LBRACE)
			p.tokenAt(s.Body.Rbrace, token.RBRACE)
		} else {
			p.block(s.Body, 0)
		}
	case *ast.ForStmt:
		p.token(token.FOR)
		p.header(true, s.Init, s.Cond, s.Post)
		p.block(s.Body, 1)
	case *ast.RangeStmt:
		p.words(token.FOR)
		if s.Key != nil {
			p.expr(s.Key)
			if s.Value != nil {
				p.at(s.Value.Pos())
				p.words(token.COMMA)
				p.expr(s.Value)
			}
			p.space(blank)
			p.at(s.TokPos)
			p.words(s.Tok)
		}
		p.words(token.RANGE)
		p.expr(unparen(s.X))
		p.space(blank)
		p.block(s.Body, 1)
	default:
		panic("unreachable")
	}
}
