package ast

import (
	"fmt"
	"go/token"
	"strings"
)

// Scope has the objects declared in a block, and the scope around it.
//
// Deprecated: A type checker knows what is declared where.
type Scope struct {
	Outer   *Scope
	Objects map[string]*Object
}

func NewScope(outer *Scope) *Scope { return &Scope{outer, make(map[string]*Object, 4)} }

// Lookup looks only in this scope. The result is nil if there is no such name.
func (s *Scope) Lookup(name string) *Object { return s.Objects[name] }

// Insert declares an object, unless its name is declared here: then it is left as it is, and is the result.
func (s *Scope) Insert(obj *Object) (alt *Object) {
	if alt = s.Objects[obj.Name]; alt == nil {
		s.Objects[obj.Name] = obj
	}
	return
}

func (s *Scope) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "scope %p {", s)
	if s != nil && len(s.Objects) > 0 {
		b.WriteString("\n")
		for _, obj := range s.Objects {
			fmt.Fprintf(&b, "\t%s %s\n", obj.Kind, obj.Name)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// Object is what an identifier denotes, as far as that can be told without types. Decl is its declaration; Data is the scope of
// a package, or iota for a constant.
//
// Deprecated: A type checker knows what identifiers denote.
type Object struct {
	Kind ObjKind
	Name string
	Decl any
	Data any
	Type any
}

func NewObj(kind ObjKind, name string) *Object { return &Object{Kind: kind, Name: name} }

// Pos is where the name is declared, or not valid.
func (obj *Object) Pos() token.Pos {
	name := obj.Name
	switch d := obj.Decl.(type) {
	case *Field:
		return posOf(name, d.Names)
	case *ImportSpec:
		if d.Name != nil && d.Name.Name == name {
			return d.Name.Pos()
		}
		return d.Path.Pos()
	case *ValueSpec:
		return posOf(name, d.Names)
	case *TypeSpec:
		return posOf(name, []*Ident{d.Name})
	case *FuncDecl:
		return posOf(name, []*Ident{d.Name})
	case *LabeledStmt:
		return posOf(name, []*Ident{d.Label})
	case *AssignStmt:
		for _, x := range d.Lhs {
			if id, ok := x.(*Ident); ok && id.Name == name {
				return id.Pos()
			}
		}
	}
	return token.NoPos
}

func posOf(name string, names []*Ident) token.Pos {
	for _, id := range names {
		if id.Name == name {
			return id.Pos()
		}
	}
	return token.NoPos
}

// ObjKind says what an Object is.
type ObjKind int

const (
	Bad ObjKind = iota
	Pkg
	Con
	Typ
	Var
	Fun
	Lbl
)

var kindNames = [...]string{"bad", "package", "const", "type", "var", "func", "label"}

func (kind ObjKind) String() string { return kindNames[kind] }
