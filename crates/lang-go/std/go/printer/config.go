// Package printer prints syntax trees of Go in the standard format.
package printer

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"text/tabwriter"
)

// Mode is a set of flags.
type Mode uint

const (
	RawFormat Mode = 1 << iota // Columns are not aligned.
	TabIndent                  // Indentation consists of tabs, even if UseSpaces is set.
	UseSpaces                  // Columns are aligned with spaces.
	SourcePos                  // There are //line directives with the positions in the source.
)

// normalizeNumbers is a flag for package go/format: prefixes and exponents of numbers are in lower case.
const normalizeNumbers Mode = 1 << 30

// Config is how to print.
type Config struct {
	Mode     Mode
	Tabwidth int
	Indent   int // of all lines
}

// CommentedNode is a node with comments, of which those in its range are printed.
type CommentedNode struct {
	Node     any
	Comments []*ast.CommentGroup
}

// Fprint prints an expression, statement, declaration, specification or file, a list of statements or declarations, or a CommentedNode.
func (cfg *Config) Fprint(output io.Writer, fset *token.FileSet, node any) error {
	return cfg.fprint(output, fset, node, make(map[ast.Node]int))
}

// Fprint prints a node with tabs of width 8.
func Fprint(output io.Writer, fset *token.FileSet, node any) error {
	return (&Config{Tabwidth: 8}).Fprint(output, fset, node)
}

func (cfg *Config) fprint(output io.Writer, fset *token.FileSet, node any, sizes map[ast.Node]int) error {
	p := printer{Config: *cfg, fset: fset, sizes: sizes, cachedPos: -1}
	p.pos = token.Position{Line: 1, Column: 1}
	p.out = p.pos
	p.spaces = p.spaceArray[:0]
	if err := p.node(node); err != nil {
		return err
	}
	p.impliedSemi = false
	p.flush(token.Position{Offset: infinity, Line: infinity}, token.EOF)
	if p.err != nil {
		return p.err
	}
	p.fixBuildLines()
	if cfg.Mode&RawFormat != 0 {
		_, err := output.Write(trim(p.output))
		return err
	}
	width, pad, flags := cfg.Tabwidth, byte('\t'), tabwriter.DiscardEmptyColumns
	if cfg.Mode&UseSpaces != 0 {
		pad = ' '
	}
	if cfg.Mode&TabIndent != 0 {
		width = 0
		flags |= tabwriter.TabIndent
	}
	var aligned bytes.Buffer
	w := tabwriter.NewWriter(&aligned, width, cfg.Tabwidth, 1, pad, flags)
	w.Write(p.output)
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := output.Write(trim(aligned.Bytes()))
	return err
}

// trim removes escapes and, where it is not escaped, space at the ends of lines, and turns vertical tabs and form feeds into tabs and newlines.
func trim(text []byte) []byte {
	to := make([]byte, 0, len(text))
	end := 0 // of what is kept in any case
	escaped := false
	for _, b := range text {
		switch {
		case b == tabwriter.Escape:
			escaped = !escaped
			end = len(to)
			continue
		case escaped:
			end = len(to) + 1
		case b == '\n' || b == '\f':
			to = append(to[:end], '\n')
			end = len(to)
			continue
		case b == '\v':
			b = '\t'
		case b != ' ' && b != '\t':
			end = len(to) + 1
		}
		to = append(to, b)
	}
	return to[:end]
}

// node prints what Fprint is given.
func (p *printer) node(node any) error {
	original := node
	var comments []*ast.CommentGroup
	if c, ok := node.(*CommentedNode); ok {
		node, comments = c.Node, c.Comments
	}
	if comments != nil {
		n, ok := node.(ast.Node)
		if !ok {
			return fmt.Errorf("go/printer: unsupported node type %T", original)
		}
		p.comments = inRange(n, comments)
	} else if f, ok := node.(*ast.File); ok {
		p.comments = f.Comments
	}
	p.ownComments = p.comments == nil
	p.nextComment()
	switch n := node.(type) {
	case ast.Expr:
		p.expr(n)
	case ast.Stmt:
		if _, ok := n.(*ast.LabeledStmt); ok {
			p.indent = 1 // The label takes it away.
		}
		p.stmt(n, false)
	case ast.Decl:
		p.decl(n)
	case ast.Spec:
		p.spec(n, 1, false)
	case []ast.Stmt:
		for _, s := range n {
			if _, ok := s.(*ast.LabeledStmt); ok {
				p.indent = 1
			}
		}
		p.stmts(n, 0, false)
	case []ast.Decl:
		p.decls(n)
	case *ast.File:
		p.comment(n.Doc)
		p.at(n.Pos())
		p.token(token.PACKAGE)
		p.space(blank)
		p.expr(n.Name)
		p.decls(n.Decls)
		p.space(newline)
	default:
		return fmt.Errorf("go/printer: unsupported node type %T", original)
	}
	return nil
}

// inRange has the comments in a node, and those that belong to it before and after.
func inRange(n ast.Node, comments []*ast.CommentGroup) []*ast.CommentGroup {
	from, to := n.Pos(), n.End()
	if doc := docOf(n); doc != nil {
		from = doc.Pos()
	}
	if last := lastComment(n); last != nil {
		to = max(to, last.End())
	}
	i := 0
	for i < len(comments) && comments[i].End() < from {
		i++
	}
	j := i
	for j < len(comments) && comments[j].Pos() < to {
		j++
	}
	if i == j {
		return nil
	}
	return comments[i:j]
}

func docOf(n ast.Node) *ast.CommentGroup {
	switch n := n.(type) {
	case *ast.Field:
		return n.Doc
	case *ast.ImportSpec:
		return n.Doc
	case *ast.ValueSpec:
		return n.Doc
	case *ast.TypeSpec:
		return n.Doc
	case *ast.GenDecl:
		return n.Doc
	case *ast.FuncDecl:
		return n.Doc
	case *ast.File:
		return n.Doc
	}
	return nil
}

func lastComment(n ast.Node) *ast.CommentGroup {
	switch n := n.(type) {
	case *ast.Field:
		return n.Comment
	case *ast.ImportSpec:
		return n.Comment
	case *ast.ValueSpec:
		return n.Comment
	case *ast.TypeSpec:
		return n.Comment
	case *ast.GenDecl:
		if len(n.Specs) > 0 {
			return lastComment(n.Specs[len(n.Specs)-1])
		}
	case *ast.File:
		if len(n.Comments) > 0 {
			return n.Comments[len(n.Comments)-1]
		}
	}
	return nil
}
