// Package parser makes syntax trees of source text of Go.
package parser

import (
	"bytes"
	"errors"
	"go/ast"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Mode is a set of flags.
type Mode uint

const (
	PackageClauseOnly    Mode             = 1 << iota // Parsing stops after the package clause.
	ImportsOnly                                       // Parsing stops after the imports.
	ParseComments                                     // Comments are kept.
	Trace                                             // What is parsed is printed.
	DeclarationErrors                                 // Errors of declarations are reported.
	SpuriousErrors                                    // The older name of AllErrors.
	SkipObjectResolution                              // Identifiers are not resolved.
	AllErrors            = SpuriousErrors             // All errors are reported, not only the first 10 on different lines.
)

// source is the text given as a string, bytes or reader, or of the file.
func source(filename string, src any) ([]byte, error) {
	switch s := src.(type) {
	case nil:
		return os.ReadFile(filename)
	case string:
		return []byte(s), nil
	case []byte:
		return s, nil
	case *bytes.Buffer:
		if s != nil {
			return s.Bytes(), nil
		}
	case io.Reader:
		return io.ReadAll(s)
	}
	return nil, errors.New("invalid source")
}

// bailout is the panic that ends a parse.
type bailout struct {
	pos token.Pos
	msg string
}

// finish is to be deferred: it takes note of why the parse ended, unless that is the end of the text.
func (p *parser) finish(e any) {
	if e == nil {
		return
	}
	end, ok := e.(bailout)
	if !ok {
		panic(e)
	}
	if end.msg != "" {
		p.errors.Add(p.file.Position(end.pos), end.msg)
	}
}

// ParseFile parses a file. The text is src, if that is a string, []byte or io.Reader, and the file's if src is nil. If it cannot be
// read, there is no tree; if it has errors, they are a scanner.ErrorList, and the tree has what could be parsed.
func ParseFile(fset *token.FileSet, filename string, src any, mode Mode) (f *ast.File, err error) {
	if fset == nil {
		panic("parser.ParseFile: no token.FileSet provided (fset == nil)")
	}
	text, err := source(filename, src)
	if err != nil {
		return nil, err
	}
	file := fset.AddFile(filename, -1, len(text))
	var p parser
	defer func() {
		p.finish(recover())
		if f == nil {
			f = &ast.File{Name: new(ast.Ident), Scope: ast.NewScope(nil)}
		}
		f.FileStart = token.Pos(file.Base())
		f.FileEnd = file.End()
		p.errors.Sort()
		err = p.errors.Err()
	}()
	p.init(file, text, mode)
	f = p.parseFile()
	return
}

// ParseDir parses the files of a folder whose names end in .go, and that pass the filter unless it is nil. The error is the first one.
//
// Deprecated: ParseDir knows nothing of build tags.
func ParseDir(fset *token.FileSet, path string, filter func(fs.FileInfo) bool, mode Mode) (pkgs map[string]*ast.Package, first error) {
	list, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	pkgs = make(map[string]*ast.Package)
	for _, d := range list {
		if d.IsDir() || !strings.HasSuffix(d.Name(), ".go") {
			continue
		}
		if filter != nil {
			info, err := d.Info()
			if err != nil {
				return nil, err
			}
			if !filter(info) {
				continue
			}
		}
		filename := filepath.Join(path, d.Name())
		src, err := ParseFile(fset, filename, nil, mode)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		pkg := pkgs[src.Name.Name]
		if pkg == nil {
			pkg = &ast.Package{Name: src.Name.Name, Files: make(map[string]*ast.File)}
			pkgs[src.Name.Name] = pkg
		}
		pkg.Files[filename] = src
	}
	return
}

// ParseExprFrom parses an expression or type. The arguments are as for ParseFile.
func ParseExprFrom(fset *token.FileSet, filename string, src any, mode Mode) (expr ast.Expr, err error) {
	if fset == nil {
		panic("parser.ParseExprFrom: no token.FileSet provided (fset == nil)")
	}
	text, err := source(filename, src)
	if err != nil {
		return nil, err
	}
	var p parser
	defer func() {
		p.finish(recover())
		p.errors.Sort()
		err = p.errors.Err()
	}()
	p.init(fset.AddFile(filename, -1, len(text)), text, mode)
	expr = p.rhs()
	if p.tok == token.SEMICOLON && p.lit == "\n" {
		p.next()
	}
	p.expect(token.EOF)
	return
}

// ParseExpr parses an expression or type. Positions are relative to a file of its own.
func ParseExpr(x string) (ast.Expr, error) {
	return ParseExprFrom(token.NewFileSet(), "", []byte(x), 0)
}
