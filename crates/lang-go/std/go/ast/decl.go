package ast

import "go/token"

// Spec is *ImportSpec, *ValueSpec or *TypeSpec.
type Spec interface {
	Node
	specNode()
}

// ImportSpec is the import of a package. EndPos, if not 0, is where it ends.
type ImportSpec struct {
	Doc     *CommentGroup
	Name    *Ident
	Path    *BasicLit
	Comment *CommentGroup
	EndPos  token.Pos
}

func (x *ImportSpec) Pos() token.Pos {
	if x.Name != nil {
		return x.Name.Pos()
	}
	return x.Path.Pos()
}

func (x *ImportSpec) End() token.Pos {
	if x.EndPos != 0 {
		return x.EndPos
	}
	return x.Path.End()
}

func (*ImportSpec) specNode() {}

// ValueSpec declares constants or variables.
type ValueSpec struct {
	Doc     *CommentGroup
	Names   []*Ident
	Type    Expr
	Values  []Expr
	Comment *CommentGroup
}

func (x *ValueSpec) Pos() token.Pos { return x.Names[0].Pos() }
func (x *ValueSpec) End() token.Pos {
	if n := len(x.Values); n > 0 {
		return x.Values[n-1].End()
	}
	if x.Type != nil {
		return x.Type.End()
	}
	return x.Names[len(x.Names)-1].End()
}

func (*ValueSpec) specNode() {}

// TypeSpec declares a type; Assign is the position of "=" of an alias.
type TypeSpec struct {
	Doc        *CommentGroup
	Name       *Ident
	TypeParams *FieldList
	Assign     token.Pos
	Type       Expr
	Comment    *CommentGroup
}

func (x *TypeSpec) Pos() token.Pos { return x.Name.Pos() }
func (x *TypeSpec) End() token.Pos { return x.Type.End() }
func (*TypeSpec) specNode()        {}

// BadDecl is what could not be parsed as a declaration.
type BadDecl struct {
	From, To token.Pos
}

func (x *BadDecl) Pos() token.Pos { return x.From }
func (x *BadDecl) End() token.Pos { return x.To }
func (*BadDecl) declNode()        {}

// GenDecl is an import, const, type or var declaration; Lparen is valid if it is in parentheses.
type GenDecl struct {
	Doc    *CommentGroup
	TokPos token.Pos
	Tok    token.Token
	Lparen token.Pos
	Specs  []Spec
	Rparen token.Pos
}

func (x *GenDecl) Pos() token.Pos { return x.TokPos }
func (x *GenDecl) End() token.Pos {
	if x.Rparen.IsValid() {
		return x.Rparen + 1
	}
	return x.Specs[0].End()
}

func (*GenDecl) declNode() {}

// FuncDecl is the declaration of a function or method; Body is nil if there is none.
type FuncDecl struct {
	Doc  *CommentGroup
	Recv *FieldList
	Name *Ident
	Type *FuncType
	Body *BlockStmt
}

func (x *FuncDecl) Pos() token.Pos { return x.Type.Pos() }
func (x *FuncDecl) End() token.Pos {
	if x.Body != nil {
		return x.Body.End()
	}
	return x.Type.End()
}

func (*FuncDecl) declNode() {}
