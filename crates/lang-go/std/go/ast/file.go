package ast

import (
	"go/token"
	"strings"
)

// Comment is one comment, without the newline after it, and without carriage returns.
type Comment struct {
	Slash token.Pos
	Text  string
}

func (x *Comment) Pos() token.Pos { return x.Slash }
func (x *Comment) End() token.Pos { return token.Pos(int(x.Slash) + len(x.Text)) }

// CommentGroup is a sequence of comments with nothing between them, not even an empty line.
type CommentGroup struct {
	List []*Comment
}

func (x *CommentGroup) Pos() token.Pos { return x.List[0].Pos() }
func (x *CommentGroup) End() token.Pos { return x.List[len(x.List)-1].End() }

// Field is a field, a method, an embedded type, or parameters of one type. Names is nil for what has no name.
type Field struct {
	Doc     *CommentGroup
	Names   []*Ident
	Type    Expr
	Tag     *BasicLit
	Comment *CommentGroup
}

func (x *Field) Pos() token.Pos {
	if len(x.Names) > 0 {
		return x.Names[0].Pos()
	}
	if x.Type != nil {
		return x.Type.Pos()
	}
	return token.NoPos
}

func (x *Field) End() token.Pos {
	if x.Tag != nil {
		return x.Tag.End()
	}
	if x.Type != nil {
		return x.Type.End()
	}
	if n := len(x.Names); n > 0 {
		return x.Names[n-1].End()
	}
	return token.NoPos
}

// FieldList is a list of fields, in parentheses, braces or brackets.
type FieldList struct {
	Opening token.Pos
	List    []*Field
	Closing token.Pos
}

func (x *FieldList) Pos() token.Pos {
	if x.Opening.IsValid() {
		return x.Opening
	}
	if len(x.List) > 0 {
		return x.List[0].Pos()
	}
	return token.NoPos
}

func (x *FieldList) End() token.Pos {
	if x.Closing.IsValid() {
		return x.Closing + 1
	}
	if n := len(x.List); n > 0 {
		return x.List[n-1].End()
	}
	return token.NoPos
}

// File is a source file. Comments has all comments in their order, and those of Doc and Comment fields too.
type File struct {
	Doc                *CommentGroup
	Package            token.Pos
	Name               *Ident
	Decls              []Decl
	FileStart, FileEnd token.Pos
	Scope              *Scope
	Imports            []*ImportSpec
	Unresolved         []*Ident
	Comments           []*CommentGroup
	GoVersion          string
}

func (x *File) Pos() token.Pos { return x.Package }
func (x *File) End() token.Pos {
	if n := len(x.Decls); n > 0 {
		return x.Decls[n-1].End()
	}
	return x.Name.End()
}

// Package is the files of a package.
//
// Deprecated: A type checker knows what a package is.
type Package struct {
	Name    string
	Scope   *Scope
	Imports map[string]*Object
	Files   map[string]*File
}

func (*Package) Pos() token.Pos { return token.NoPos }
func (*Package) End() token.Pos { return token.NoPos }

// NumFields is how many parameters or fields there are, counting each name, and what has none.
func (x *FieldList) NumFields() int {
	n := 0
	if x != nil {
		for _, f := range x.List {
			n += max(1, len(f.Names))
		}
	}
	return n
}

// IsGenerated reports whether a comment before the package clause says that the file was generated.
func IsGenerated(file *File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Pos() > file.Package {
				return false
			}
			text := comment.Text
			if !strings.Contains(text, "// Code generated ") {
				continue
			}
			for line := range strings.SplitSeq(text, "\n") {
				rest, ok := strings.CutPrefix(line, "// Code generated ")
				if ok && strings.HasSuffix(rest, " DO NOT EDIT.") {
					return true
				}
			}
		}
	}
	return false
}
