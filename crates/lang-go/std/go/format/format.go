// Package format formats source text of Go in the standard style.
package format

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"slices"
	"strings"
)

// normalizeNumbers is a flag of package go/printer that is not exported.
const normalizeNumbers = 1 << 30

var config = printer.Config{Mode: printer.UseSpaces | printer.TabIndent | normalizeNumbers, Tabwidth: 8}

const parserMode = parser.ParseComments | parser.SkipObjectResolution

// Node formats what a printer.Config can print, with the imports of a file in order. The node is not changed.
func Node(dst io.Writer, fset *token.FileSet, node any) error {
	file, ok := node.(*ast.File)
	var commented *printer.CommentedNode
	if c, is := node.(*printer.CommentedNode); is {
		commented = c
		file, ok = c.Node.(*ast.File)
	}
	if ok && unsorted(file) {
		// Sorting changes the file and its positions, so that a copy is sorted, which is the file parsed from its text.
		var text bytes.Buffer
		if err := config.Fprint(&text, fset, file); err != nil {
			return err
		}
		copied, err := parser.ParseFile(fset, "", text.Bytes(), parserMode)
		if err != nil {
			return fmt.Errorf("format.Node internal error (%s)", err)
		}
		ast.SortImports(fset, copied)
		node = copied
		if commented != nil {
			node = &printer.CommentedNode{Node: copied, Comments: commented.Comments}
		}
	}
	return config.Fprint(dst, fset, node)
}

// unsorted reports whether a file has several imports in parentheses.
func unsorted(file *ast.File) bool {
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			return false
		}
		if d.Lparen.IsValid() {
			return true
		}
	}
	return false
}

// Source formats a file, a list of declarations, or a list of statements. The latter two keep the space before and after them, and the indentation of their first line.
func Source(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, adjust, indent, err := parse(fset, src)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if adjust == nil {
		ast.SortImports(fset, file)
		if err := config.Fprint(&text, fset, file); err != nil {
			return nil, err
		}
		return text.Bytes(), nil
	}
	return partial(fset, file, src, adjust, indent)
}

// parse parses a file, and if that fails the parts of one. Of those, adjust cuts off what had to be added; indent is how much the text is indented more than it was.
func parse(fset *token.FileSet, src []byte) (file *ast.File, adjust func(src []byte, indent int) []byte, indent int, err error) {
	file, err = parser.ParseFile(fset, "", src, parserMode)
	if err == nil || !strings.Contains(err.Error(), "expected 'package'") {
		return
	}
	const pkg = "package p;"
	file, err = parser.ParseFile(fset, "", slices.Concat([]byte(pkg), src), parserMode)
	if err == nil {
		adjust = func(src []byte, indent int) []byte {
			return bytes.TrimSpace(src[indent+len("package p\n"):])
		}
		return
	}
	if !strings.Contains(err.Error(), "expected declaration") {
		return
	}
	const open, closing = "package p; func _() {", "\n\n}"
	file, err = parser.ParseFile(fset, "", slices.Concat([]byte(open), src, []byte(closing)), parserMode)
	if err == nil {
		adjust = func(src []byte, indent int) []byte {
			indent = max(0, indent)
			src = src[2*indent+len("package p\n\nfunc _() {"):]
			src = src[:len(src)-len("}\n")]
			return bytes.TrimSpace(src)
		}
		indent = -1
	}
	return
}

// partial formats what is no file.
func partial(fset *token.FileSet, file *ast.File, src []byte, adjust func([]byte, int) []byte, more int) ([]byte, error) {
	// The space before the text is kept: empty lines, and the indentation of the first line.
	i, j := 0, 0
	for j < len(src) && isSpace(src[j]) {
		if src[j] == '\n' {
			i = j + 1
		}
		j++
	}
	result := append([]byte(nil), src[:i]...)
	indent, hasSpace := 0, false
	for _, b := range src[i:j] {
		switch b {
		case ' ':
			hasSpace = true
		case '\t':
			indent++
		}
	}
	if indent == 0 && hasSpace {
		indent = 1
	}
	for range indent {
		result = append(result, '\t')
	}
	cfg := config
	cfg.Indent = indent + more
	var text bytes.Buffer
	if err := cfg.Fprint(&text, fset, file); err != nil {
		return nil, err
	}
	out := adjust(text.Bytes(), cfg.Indent)
	if len(out) == 0 {
		return src, nil
	}
	result = append(result, out...)
	end := len(src)
	for end > 0 && isSpace(src[end-1]) {
		end--
	}
	return append(result, src[end:]...), nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }
