package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A problem is an error that a compiler has found, at an offset of a file.
type problem struct {
	offset  int
	message string
}

// blank takes a part of a file out and leaves its lines, so that what follows stays where it was.
func blank(text []byte, from, to int) {
	for i := from; i < to && i < len(text); i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// removed says which names are gone, and why.
type removed map[string]string

// The name of a declaration that is gone explains the errors where it was used.
var undefinedName = regexp.MustCompile(`undefined: (\w+)`)

func (r removed) reason(message string) string {
	if found := undefinedName.FindStringSubmatch(message); found != nil && r[found[1]] != "" {
		return r[found[1]]
	}
	if path, ok := strings.CutPrefix(message, "could not import "); ok {
		return "needs package " + strings.Fields(path)[0]
	}
	return "compile error: " + message
}

// dropAt takes the declarations out in which the problems are, and reports whether there were some.
func dropAt(text []byte, problems []problem, gone removed) (bool, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "x.go", text, parser.ParseComments)
	if err != nil {
		return false, err
	}
	offset := func(p token.Pos) int { return files.Position(p).Offset }
	any := false
	for _, p := range problems {
		for _, decl := range tree.Decls {
			if p.offset < offset(decl.Pos()) || p.offset > offset(decl.End()) {
				continue
			}
			from, to, names := part(decl, p.offset, offset)
			for _, name := range names {
				if gone[name] == "" && !strings.HasSuffix(p.message, "imported and not used") {
					gone[name] = gone.reason(p.message)
				}
			}
			any = any || len(bytes.TrimSpace(text[from:to])) > 0
			blank(text, from, to)
			if doc := docOf(decl); doc != nil && from == offset(decl.Pos()) {
				// A directive without its declaration is an error.
				blank(text, offset(doc.Pos()), offset(doc.End()))
			}
		}
	}
	return any, nil
}

func docOf(decl ast.Decl) *ast.CommentGroup {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return decl.Doc
	case *ast.GenDecl:
		return decl.Doc
	}
	return nil
}

// part is the smallest piece of a declaration that can go, and the names that go with it.
func part(decl ast.Decl, at int, offset func(token.Pos) int) (from, to int, names []string) {
	from, to = offset(decl.Pos()), offset(decl.End())
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			names = append(names, decl.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			inside := at >= offset(spec.Pos()) && at <= offset(spec.End())
			if decl.Tok != token.CONST && decl.Lparen.IsValid() {
				if !inside {
					continue
				}
				return offset(spec.Pos()), offset(spec.End()), declared(spec)
			}
			names = append(names, declared(spec)...)
		}
		if decl.Tok != token.CONST && decl.Lparen.IsValid() {
			return 0, 0, nil
		}
	}
	return from, to, names
}

func declared(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.ImportSpec:
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names = append(names, name)
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			names = append(names, name.Name)
		}
	case *ast.TypeSpec:
		names = append(names, spec.Name.Name)
	}
	return names
}

var reported = regexp.MustCompile(`^(.*?\.go):(\d+):(\d+): (.*)$`)

// A dropped names what went, file by file, and the files that are no tests but have errors.
type dropped struct {
	Names removed  `json:"names"`
	Other []string `json:"other"`
	Any   bool     `json:"any"`
}

// dropReported takes the declarations out that a compiler complained about. The folder keeps in mind what
// went before and why.
func dropReported(dir string, errors io.Reader) (*dropped, error) {
	d := &dropped{Names: removed{}}
	memory := filepath.Join(dir, "dropped.json")
	if text, err := os.ReadFile(memory); err == nil {
		if err := json.Unmarshal(text, &d.Names); err != nil {
			return nil, err
		}
	}
	byFile := map[string][]problem{}
	texts := map[string][]byte{}
	lines := bufio.NewScanner(errors)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		found := reported.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		path := found[1]
		if !strings.HasSuffix(path, "_test.go") {
			d.Other = append(d.Other, lines.Text())
			continue
		}
		if texts[path] == nil {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			texts[path] = text
		}
		line, _ := strconv.Atoi(found[2])
		column, _ := strconv.Atoi(found[3])
		byFile[path] = append(byFile[path], problem{lineStart(texts[path], line) + column - 1, found[4]})
	}
	for path, problems := range byFile {
		any, err := dropAt(texts[path], problems, d.Names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		d.Any = d.Any || any
		if err := os.WriteFile(path, texts[path], 0o644); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(d.Names)
	if err != nil {
		return nil, err
	}
	return d, os.WriteFile(memory, text, 0o644)
}

func lineStart(text []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
	}
	return at
}
