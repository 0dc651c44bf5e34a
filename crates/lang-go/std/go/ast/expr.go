// Package ast has the types of syntax trees of Go, and functions that walk, filter and print them.
package ast

import "go/token"

// Node is a node of a tree: an expression, a statement, a declaration or a part of one.
type Node interface {
	Pos() token.Pos // of its first character
	End() token.Pos // of the character after it
}

// Expr is an expression or a type.
type Expr interface {
	Node
	exprNode()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmtNode()
}

// Decl is a declaration.
type Decl interface {
	Node
	declNode()
}

// ChanDir says what can be done with a channel: either or both.
type ChanDir int

const (
	SEND ChanDir = 1 << iota
	RECV
)

// BadExpr is what could not be parsed as an expression.
type BadExpr struct {
	From, To token.Pos
}

func (x *BadExpr) Pos() token.Pos { return x.From }
func (x *BadExpr) End() token.Pos { return x.To }
func (*BadExpr) exprNode()        {}

// Ident is an identifier. Obj is what it denotes, if that was resolved.
type Ident struct {
	NamePos token.Pos
	Name    string
	Obj     *Object
}

func (x *Ident) Pos() token.Pos { return x.NamePos }
func (x *Ident) End() token.Pos { return token.Pos(int(x.NamePos) + len(x.Name)) }
func (*Ident) exprNode()        {}

// BasicLit is a literal of a basic type, as in the source. ValueEnd is where it ends there.
type BasicLit struct {
	ValuePos token.Pos
	ValueEnd token.Pos
	Kind     token.Token
	Value    string
}

func (x *BasicLit) Pos() token.Pos { return x.ValuePos }
func (x *BasicLit) End() token.Pos {
	if x.ValueEnd.IsValid() {
		return x.ValueEnd
	}
	return token.Pos(int(x.ValuePos) + len(x.Value))
}

func (*BasicLit) exprNode() {}

// ParenExpr is an expression in parentheses.
type ParenExpr struct {
	Lparen token.Pos
	X      Expr
	Rparen token.Pos
}

func (x *ParenExpr) Pos() token.Pos { return x.Lparen }
func (x *ParenExpr) End() token.Pos {
	return x.Rparen + 1
}

func (*ParenExpr) exprNode() {}

// SelectorExpr is X.Sel.
type SelectorExpr struct {
	X   Expr
	Sel *Ident
}

func (x *SelectorExpr) Pos() token.Pos { return x.X.Pos() }
func (x *SelectorExpr) End() token.Pos { return x.Sel.End() }
func (*SelectorExpr) exprNode()        {}

// IndexExpr is X[Index], which may be an instance of a generic type or function.
type IndexExpr struct {
	X      Expr
	Lbrack token.Pos
	Index  Expr
	Rbrack token.Pos
}

func (x *IndexExpr) Pos() token.Pos { return x.X.Pos() }
func (x *IndexExpr) End() token.Pos { return x.Rbrack + 1 }
func (*IndexExpr) exprNode()        {}

// IndexListExpr is X[Indices] with several indices.
type IndexListExpr struct {
	X       Expr
	Lbrack  token.Pos
	Indices []Expr
	Rbrack  token.Pos
}

func (x *IndexListExpr) Pos() token.Pos { return x.X.Pos() }
func (x *IndexListExpr) End() token.Pos { return x.Rbrack + 1 }
func (*IndexListExpr) exprNode()        {}

// SliceExpr is X[Low:High] or, if Slice3, X[Low:High:Max].
type SliceExpr struct {
	X              Expr
	Lbrack         token.Pos
	Low, High, Max Expr
	Slice3         bool
	Rbrack         token.Pos
}

func (x *SliceExpr) Pos() token.Pos { return x.X.Pos() }
func (x *SliceExpr) End() token.Pos { return x.Rbrack + 1 }
func (*SliceExpr) exprNode()        {}

// TypeAssertExpr is X.(Type); Type is nil for X.(type).
type TypeAssertExpr struct {
	X      Expr
	Lparen token.Pos
	Type   Expr
	Rparen token.Pos
}

func (x *TypeAssertExpr) Pos() token.Pos { return x.X.Pos() }
func (x *TypeAssertExpr) End() token.Pos { return x.Rparen + 1 }
func (*TypeAssertExpr) exprNode()        {}

// CallExpr is a call or conversion.
type CallExpr struct {
	Fun      Expr
	Lparen   token.Pos
	Args     []Expr
	Ellipsis token.Pos
	Rparen   token.Pos
}

func (x *CallExpr) Pos() token.Pos { return x.Fun.Pos() }
func (x *CallExpr) End() token.Pos { return x.Rparen + 1 }
func (*CallExpr) exprNode()        {}

// StarExpr is *X, a value or a type.
type StarExpr struct {
	Star token.Pos
	X    Expr
}

func (x *StarExpr) Pos() token.Pos { return x.Star }
func (x *StarExpr) End() token.Pos { return x.X.End() }
func (*StarExpr) exprNode()        {}

// UnaryExpr is a unary operation, but for *X.
type UnaryExpr struct {
	OpPos token.Pos
	Op    token.Token
	X     Expr
}

func (x *UnaryExpr) Pos() token.Pos { return x.OpPos }
func (x *UnaryExpr) End() token.Pos { return x.X.End() }
func (*UnaryExpr) exprNode()        {}

// BinaryExpr is a binary operation.
type BinaryExpr struct {
	X     Expr
	OpPos token.Pos
	Op    token.Token
	Y     Expr
}

func (x *BinaryExpr) Pos() token.Pos { return x.X.Pos() }
func (x *BinaryExpr) End() token.Pos { return x.Y.End() }
func (*BinaryExpr) exprNode()        {}

// KeyValueExpr is Key: Value in a composite literal.
type KeyValueExpr struct {
	Key   Expr
	Colon token.Pos
	Value Expr
}

func (x *KeyValueExpr) Pos() token.Pos { return x.Key.Pos() }
func (x *KeyValueExpr) End() token.Pos { return x.Value.End() }
func (*KeyValueExpr) exprNode()        {}

// Ellipsis is "..." in a list of parameters or as the length of an array.
type Ellipsis struct {
	Ellipsis token.Pos
	Elt      Expr
}

func (x *Ellipsis) Pos() token.Pos { return x.Ellipsis }
func (x *Ellipsis) End() token.Pos {
	if x.Elt != nil {
		return x.Elt.End()
	}
	return x.Ellipsis + 3
}

func (*Ellipsis) exprNode() {}

// FuncLit is a function literal.
type FuncLit struct {
	Type *FuncType
	Body *BlockStmt
}

func (x *FuncLit) Pos() token.Pos { return x.Type.Pos() }
func (x *FuncLit) End() token.Pos { return x.Body.End() }
func (*FuncLit) exprNode()        {}

// CompositeLit is a composite literal. Type may be nil in another one. Incomplete says that elements were taken out.
type CompositeLit struct {
	Type       Expr
	Lbrace     token.Pos
	Elts       []Expr
	Rbrace     token.Pos
	Incomplete bool
}

func (x *CompositeLit) Pos() token.Pos {
	if x.Type != nil {
		return x.Type.Pos()
	}
	return x.Lbrace
}

func (x *CompositeLit) End() token.Pos { return x.Rbrace + 1 }
func (*CompositeLit) exprNode()        {}

// ArrayType is the type of an array or, if Len is nil, of a slice.
type ArrayType struct {
	Lbrack token.Pos
	Len    Expr
	Elt    Expr
}

func (x *ArrayType) Pos() token.Pos { return x.Lbrack }
func (x *ArrayType) End() token.Pos { return x.Elt.End() }
func (*ArrayType) exprNode()        {}

// StructType is the type of a struct. Incomplete says that fields were taken out.
type StructType struct {
	Struct     token.Pos
	Fields     *FieldList
	Incomplete bool
}

func (x *StructType) Pos() token.Pos { return x.Struct }
func (x *StructType) End() token.Pos { return x.Fields.End() }
func (*StructType) exprNode()        {}

// FuncType is the type of a function. Func is not valid if there is no keyword; lists may be nil.
type FuncType struct {
	Func       token.Pos
	TypeParams *FieldList
	Params     *FieldList
	Results    *FieldList
}

func (x *FuncType) Pos() token.Pos {
	if x.Func.IsValid() || x.Params == nil {
		return x.Func
	}
	return x.Params.Pos()
}

func (x *FuncType) End() token.Pos {
	if x.Results != nil {
		return x.Results.End()
	}
	return x.Params.End()
}

func (*FuncType) exprNode() {}

// InterfaceType is the type of an interface. Incomplete says that methods were taken out.
type InterfaceType struct {
	Interface  token.Pos
	Methods    *FieldList
	Incomplete bool
}

func (x *InterfaceType) Pos() token.Pos { return x.Interface }
func (x *InterfaceType) End() token.Pos { return x.Methods.End() }
func (*InterfaceType) exprNode()        {}

// MapType is the type of a map.
type MapType struct {
	Map   token.Pos
	Key   Expr
	Value Expr
}

func (x *MapType) Pos() token.Pos { return x.Map }
func (x *MapType) End() token.Pos { return x.Value.End() }
func (*MapType) exprNode()        {}

// ChanType is the type of a channel. Arrow is not valid if there is none.
type ChanType struct {
	Begin token.Pos
	Arrow token.Pos
	Dir   ChanDir
	Value Expr
}

func (x *ChanType) Pos() token.Pos { return x.Begin }
func (x *ChanType) End() token.Pos { return x.Value.End() }
func (*ChanType) exprNode()        {}

// NewIdent is an identifier without a position.
func NewIdent(name string) *Ident { return &Ident{token.NoPos, name, nil} }

// IsExported reports whether a name starts with an upper-case letter.
func IsExported(name string) bool { return token.IsExported(name) }

// IsExported reports whether the identifier starts with an upper-case letter.
func (id *Ident) IsExported() bool { return token.IsExported(id.Name) }

// String is the name, or "<nil>".
func (id *Ident) String() string {
	if id != nil {
		return id.Name
	}
	return "<nil>"
}

// Unparen is the expression without parentheses around it.
func Unparen(e Expr) Expr {
	for {
		paren, ok := e.(*ParenExpr)
		if !ok {
			return e
		}
		e = paren.X
	}
}
