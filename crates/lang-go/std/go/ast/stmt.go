package ast

import "go/token"

// BadStmt is what could not be parsed as a statement.
type BadStmt struct {
	From, To token.Pos
}

func (x *BadStmt) Pos() token.Pos { return x.From }
func (x *BadStmt) End() token.Pos { return x.To }
func (*BadStmt) stmtNode()        {}

// DeclStmt is a declaration in a function.
type DeclStmt struct {
	Decl Decl
}

func (x *DeclStmt) Pos() token.Pos { return x.Decl.Pos() }
func (x *DeclStmt) End() token.Pos { return x.Decl.End() }
func (*DeclStmt) stmtNode()        {}

// EmptyStmt is an empty statement. Implicit says that its semicolon is not in the source.
type EmptyStmt struct {
	Semicolon token.Pos
	Implicit  bool
}

func (x *EmptyStmt) Pos() token.Pos { return x.Semicolon }
func (x *EmptyStmt) End() token.Pos {
	if x.Implicit {
		return x.Semicolon
	}
	return x.Semicolon + 1
}

func (*EmptyStmt) stmtNode() {}

// LabeledStmt is a statement with a label.
type LabeledStmt struct {
	Label *Ident
	Colon token.Pos
	Stmt  Stmt
}

func (x *LabeledStmt) Pos() token.Pos { return x.Label.Pos() }
func (x *LabeledStmt) End() token.Pos { return x.Stmt.End() }
func (*LabeledStmt) stmtNode()        {}

// ExprStmt is an expression as a statement.
type ExprStmt struct {
	X Expr
}

func (x *ExprStmt) Pos() token.Pos { return x.X.Pos() }
func (x *ExprStmt) End() token.Pos { return x.X.End() }
func (*ExprStmt) stmtNode()        {}

// SendStmt is Chan <- Value.
type SendStmt struct {
	Chan  Expr
	Arrow token.Pos
	Value Expr
}

func (x *SendStmt) Pos() token.Pos { return x.Chan.Pos() }
func (x *SendStmt) End() token.Pos { return x.Value.End() }
func (*SendStmt) stmtNode()        {}

// IncDecStmt is X++ or X--.
type IncDecStmt struct {
	X      Expr
	TokPos token.Pos
	Tok    token.Token
}

func (x *IncDecStmt) Pos() token.Pos { return x.X.Pos() }
func (x *IncDecStmt) End() token.Pos { return x.TokPos + 2 }
func (*IncDecStmt) stmtNode()        {}

// AssignStmt is an assignment or a short declaration of variables.
type AssignStmt struct {
	Lhs    []Expr
	TokPos token.Pos
	Tok    token.Token
	Rhs    []Expr
}

func (x *AssignStmt) Pos() token.Pos { return x.Lhs[0].Pos() }
func (x *AssignStmt) End() token.Pos { return x.Rhs[len(x.Rhs)-1].End() }
func (*AssignStmt) stmtNode()        {}

// GoStmt is a go statement.
type GoStmt struct {
	Go   token.Pos
	Call *CallExpr
}

func (x *GoStmt) Pos() token.Pos { return x.Go }
func (x *GoStmt) End() token.Pos { return x.Call.End() }
func (*GoStmt) stmtNode()        {}

// DeferStmt is a defer statement.
type DeferStmt struct {
	Defer token.Pos
	Call  *CallExpr
}

func (x *DeferStmt) Pos() token.Pos { return x.Defer }
func (x *DeferStmt) End() token.Pos { return x.Call.End() }
func (*DeferStmt) stmtNode()        {}

// ReturnStmt is a return statement.
type ReturnStmt struct {
	Return  token.Pos
	Results []Expr
}

func (x *ReturnStmt) Pos() token.Pos { return x.Return }
func (x *ReturnStmt) End() token.Pos {
	if n := len(x.Results); n > 0 {
		return x.Results[n-1].End()
	}
	return x.Return + 6
}

func (*ReturnStmt) stmtNode() {}

// BranchStmt is break, continue, goto or fallthrough.
type BranchStmt struct {
	TokPos token.Pos
	Tok    token.Token
	Label  *Ident
}

func (x *BranchStmt) Pos() token.Pos { return x.TokPos }
func (x *BranchStmt) End() token.Pos {
	if x.Label != nil {
		return x.Label.End()
	}
	return token.Pos(int(x.TokPos) + len(x.Tok.String()))
}

func (*BranchStmt) stmtNode() {}

// BlockStmt is a list of statements in braces. Rbrace is not valid if it is missing.
type BlockStmt struct {
	Lbrace token.Pos
	List   []Stmt
	Rbrace token.Pos
}

func (x *BlockStmt) Pos() token.Pos { return x.Lbrace }
func (x *BlockStmt) End() token.Pos {
	if x.Rbrace.IsValid() {
		return x.Rbrace + 1
	}
	if n := len(x.List); n > 0 {
		return x.List[n-1].End()
	}
	return x.Lbrace + 1
}

func (*BlockStmt) stmtNode() {}

// IfStmt is an if statement.
type IfStmt struct {
	If   token.Pos
	Init Stmt
	Cond Expr
	Body *BlockStmt
	Else Stmt
}

func (x *IfStmt) Pos() token.Pos { return x.If }
func (x *IfStmt) End() token.Pos {
	if x.Else != nil {
		return x.Else.End()
	}
	return x.Body.End()
}

func (*IfStmt) stmtNode() {}

// CaseClause is a clause of a switch; List is nil for default.
type CaseClause struct {
	Case  token.Pos
	List  []Expr
	Colon token.Pos
	Body  []Stmt
}

func (x *CaseClause) Pos() token.Pos { return x.Case }
func (x *CaseClause) End() token.Pos {
	if n := len(x.Body); n > 0 {
		return x.Body[n-1].End()
	}
	return x.Colon + 1
}

func (*CaseClause) stmtNode() {}

// SwitchStmt is a switch on values.
type SwitchStmt struct {
	Switch token.Pos
	Init   Stmt
	Tag    Expr
	Body   *BlockStmt
}

func (x *SwitchStmt) Pos() token.Pos { return x.Switch }
func (x *SwitchStmt) End() token.Pos { return x.Body.End() }
func (*SwitchStmt) stmtNode()        {}

// TypeSwitchStmt is a switch on types; Assign is x := y.(type) or y.(type).
type TypeSwitchStmt struct {
	Switch token.Pos
	Init   Stmt
	Assign Stmt
	Body   *BlockStmt
}

func (x *TypeSwitchStmt) Pos() token.Pos { return x.Switch }
func (x *TypeSwitchStmt) End() token.Pos { return x.Body.End() }
func (*TypeSwitchStmt) stmtNode()        {}

// CommClause is a clause of a select; Comm is nil for default.
type CommClause struct {
	Case  token.Pos
	Comm  Stmt
	Colon token.Pos
	Body  []Stmt
}

func (x *CommClause) Pos() token.Pos { return x.Case }
func (x *CommClause) End() token.Pos {
	if n := len(x.Body); n > 0 {
		return x.Body[n-1].End()
	}
	return x.Colon + 1
}

func (*CommClause) stmtNode() {}

// SelectStmt is a select statement.
type SelectStmt struct {
	Select token.Pos
	Body   *BlockStmt
}

func (x *SelectStmt) Pos() token.Pos { return x.Select }
func (x *SelectStmt) End() token.Pos { return x.Body.End() }
func (*SelectStmt) stmtNode()        {}

// ForStmt is a for statement without range.
type ForStmt struct {
	For  token.Pos
	Init Stmt
	Cond Expr
	Post Stmt
	Body *BlockStmt
}

func (x *ForStmt) Pos() token.Pos { return x.For }
func (x *ForStmt) End() token.Pos { return x.Body.End() }
func (*ForStmt) stmtNode()        {}

// RangeStmt is a for statement with range. Tok is ILLEGAL if there is no Key.
type RangeStmt struct {
	For        token.Pos
	Key, Value Expr
	TokPos     token.Pos
	Tok        token.Token
	Range      token.Pos
	X          Expr
	Body       *BlockStmt
}

func (x *RangeStmt) Pos() token.Pos { return x.For }
func (x *RangeStmt) End() token.Pos { return x.Body.End() }
func (*RangeStmt) stmtNode()        {}
