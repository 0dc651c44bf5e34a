package ast

import (
	"cmp"
	"go/token"
	"slices"
	"strconv"
)

// SortImports sorts the imports of each group of lines without an empty one between them, and removes those that are there twice.
func SortImports(fset *token.FileSet, f *File) {
	removed := false
	for _, d := range f.Decls {
		d, ok := d.(*GenDecl)
		if !ok || d.Tok != token.IMPORT {
			break
		}
		if !d.Lparen.IsValid() {
			continue
		}
		var specs []Spec
		start := 0
		for i, s := range d.Specs {
			if i > start && lineOf(fset, s.Pos()) > 1+lineOf(fset, d.Specs[i-1].End()) {
				specs = append(specs, sortSpecs(fset, f, d, d.Specs[start:i])...)
				start = i
			}
		}
		specs = append(specs, sortSpecs(fset, f, d, d.Specs[start:])...)
		removed = removed || len(specs) < len(d.Specs)
		d.Specs = specs
		if len(specs) > 0 {
			last := lineOf(fset, specs[len(specs)-1].Pos())
			for line := lineOf(fset, d.Rparen); line > last+1; line-- {
				fset.File(d.Rparen).MergeLine(line - 1)
			}
		}
	}
	if removed {
		f.Imports = f.Imports[:0]
		for _, d := range f.Decls {
			if d, ok := d.(*GenDecl); ok && d.Tok == token.IMPORT {
				for _, s := range d.Specs {
					f.Imports = append(f.Imports, s.(*ImportSpec))
				}
			}
		}
	}
}

// lineOf is a line of the file as it is, whatever directives say.
func lineOf(fset *token.FileSet, pos token.Pos) int { return fset.PositionFor(pos, false).Line }

func importPath(s Spec) string {
	path, err := strconv.Unquote(s.(*ImportSpec).Path.Value)
	if err != nil {
		return ""
	}
	return path
}

func importName(s Spec) string {
	if name := s.(*ImportSpec).Name; name != nil {
		return name.Name
	}
	return ""
}

func importComment(s Spec) string {
	if c := s.(*ImportSpec).Comment; c != nil {
		return c.Text()
	}
	return ""
}

// sortSpecs sorts one group, with its comments, and gives each import the position of the one that was at its place.
func sortSpecs(fset *token.FileSet, f *File, d *GenDecl, specs []Spec) []Spec {
	if len(specs) <= 1 {
		return specs
	}
	type span struct{ start, end token.Pos }
	places := make([]span, len(specs))
	for i, s := range specs {
		places[i] = span{s.Pos(), s.End()}
	}
	type attached struct {
		left  bool // the comment is before its import
		group *CommentGroup
	}
	comments := make(map[*ImportSpec][]attached)
	from, to := commentsOf(fset, f, d, places[0].start, places[len(places)-1].end)
	at := 0
	for _, g := range f.Comments[from:to] {
		for at+1 < len(specs) && places[at+1].start <= g.Pos() {
			at++
		}
		left := false
		if at == 0 && places[at].start > g.Pos() {
			left = true
		} else if at+1 < len(specs) && lineOf(fset, places[at].start)+1 == lineOf(fset, g.Pos()) {
			at++
			left = true
		}
		s := specs[at].(*ImportSpec)
		comments[s] = append(comments[s], attached{left, g})
	}
	slices.SortFunc(specs, func(a, b Spec) int {
		return cmp.Or(
			cmp.Compare(importPath(a), importPath(b)),
			cmp.Compare(importName(a), importName(b)),
			cmp.Compare(importComment(a), importComment(b)),
		)
	})
	kept := specs[:0]
	for i, s := range specs {
		if i+1 < len(specs) && importPath(s) == importPath(specs[i+1]) && importName(s) == importName(specs[i+1]) &&
			s.(*ImportSpec).Comment == nil {
			// What follows the parenthesis stays on its line.
			if line := lineOf(fset, s.Pos()); line < lineOf(fset, d.Rparen) {
				fset.File(s.Pos()).MergeLine(line)
			}
			continue
		}
		kept = append(kept, s)
	}
	for i, s := range kept {
		s := s.(*ImportSpec)
		if s.Name != nil {
			s.Name.NamePos = places[i].start
		}
		s.Path.ValuePos = places[i].start
		s.Path.ValueEnd = token.NoPos
		s.EndPos = places[i].end
		for _, a := range comments[s] {
			for _, c := range a.group.List {
				if a.left {
					c.Slash = places[i].start - 1
				} else {
					c.Slash = places[i].end
				}
			}
		}
	}
	slices.SortFunc(f.Comments[from:to], func(a, b *CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return kept
}

// commentsOf is the range of the file's comments that stand on the lines of a group of imports.
func commentsOf(fset *token.FileSet, f *File, d *GenDecl, start, end token.Pos) (from, to int) {
	file := fset.File(start)
	line := lineOf(fset, start)
	first := file.LineStart(line)
	if d.Lparen >= first {
		first = d.Lparen
	}
	after := token.Pos(file.Base() + file.Size())
	if line := lineOf(fset, end); line < file.LineCount() {
		after = file.LineStart(line + 1)
	}
	from = len(f.Comments)
	for i, g := range f.Comments {
		if g.End() > after {
			break
		}
		if g.Pos() < first {
			continue
		}
		from = min(from, i)
		to = i + 1
	}
	if from >= to {
		return 0, 0
	}
	return
}
