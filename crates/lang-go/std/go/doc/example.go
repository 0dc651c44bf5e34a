package doc

import (
	"cmp"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Example is an example function in a file of tests.
type Example struct {
	Name        string // what it is an example of, with a suffix
	Suffix      string // without its _; NewFromFiles sets it
	Doc         string
	Code        ast.Node
	Play        *ast.File // a program, nil if the example is none by itself
	Comments    []*ast.CommentGroup
	Output      string // what it should print
	Unordered   bool
	EmptyOutput bool // it should print nothing
	Order       int  // in the file
}

// Examples returns the examples in files of tests, by name. One is a program by itself if it is in a package whose
// name ends in _test, and uses but other packages and declarations of its file. If a file has declarations, one
// example, and no tests, the example is the file.
func Examples(testFiles ...*ast.File) []*Example {
	var list []*Example
	for _, file := range testFiles {
		list = append(list, examplesIn(file)...)
	}
	slices.SortFunc(list, func(a, b *Example) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func examplesIn(file *ast.File) []*Example {
	var list []*Example
	tests := false
	decls := 0 // without imports
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok != token.IMPORT {
			decls++
			continue
		}
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil {
			continue
		}
		decls++
		name := f.Name.Name
		if isTest(name, "Test") || isTest(name, "Benchmark") || isTest(name, "Fuzz") {
			tests = true
			continue
		}
		if !isTest(name, "Example") || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() > 0 || f.Body == nil {
			continue
		}
		e := &Example{
			Name:     name[len("Example"):],
			Doc:      f.Doc.Text(),
			Code:     f.Body,
			Play:     playFunc(file, f),
			Comments: file.Comments,
			Order:    len(list),
		}
		var has bool
		e.Output, e.Unordered, has = outputOf(f.Body, file.Comments)
		e.EmptyOutput = has && e.Output == ""
		list = append(list, e)
	}
	if !tests && decls > 1 && len(list) == 1 {
		list[0].Code = file
		list[0].Play = playFile(file)
	}
	return list
}

// isTest tells whether a name begins with a prefix, after which there is no lower case.
func isTest(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok || rest == "" {
		return ok
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return !unicode.IsLower(r)
}

var outputPrefix = regexp.MustCompile(`(?i)^[[:space:]]*(unordered )?output:`)

// outputOf returns what the last comment in a function says that the function prints.
func outputOf(b *ast.BlockStmt, groups []*ast.CommentGroup) (output string, unordered, ok bool) {
	_, last := lastComment(b, groups)
	if last == nil {
		return "", false, false
	}
	text := last.Text()
	m := outputPrefix.FindStringSubmatchIndex(text)
	if m == nil {
		return "", false, false
	}
	text = strings.TrimLeft(text[m[1]:], " ")
	return strings.TrimPrefix(text, "\n"), m[2] != -1, true
}

func lastComment(b *ast.BlockStmt, groups []*ast.CommentGroup) (i int, last *ast.CommentGroup) {
	for j, g := range groups {
		if g.Pos() < b.Pos() {
			continue
		}
		if g.End() > b.End() {
			break
		}
		i, last = j, g
	}
	return i, last
}

// classify gives the examples to what they are of. The suffix of a name is as short as it can be.
func (p *Package) classify(examples []*Example) {
	if len(examples) == 0 {
		return
	}
	places := map[string]*[]*Example{"": &p.Examples}
	funcs := func(list []*Func) {
		for _, f := range list {
			if token.IsExported(f.Name) {
				places[f.Name] = &f.Examples
			}
		}
	}
	funcs(p.Funcs)
	for _, t := range p.Types {
		if !token.IsExported(t.Name) {
			continue
		}
		places[t.Name] = &t.Examples
		funcs(t.Funcs)
		for _, m := range t.Methods {
			if token.IsExported(m.Name) {
				recv, _, _ := strings.Cut(strings.TrimPrefix(m.Recv, "*"), "[")
				places[recv+"_"+m.Name] = &m.Examples
			}
		}
	}
	for _, e := range examples {
		for i := len(e.Name); i >= 0; i = strings.LastIndexByte(e.Name[:i], '_') {
			prefix, suffix := e.Name[:i], ""
			if i < len(e.Name) {
				suffix = e.Name[i+1:]
				if r, _ := utf8.DecodeRuneInString(suffix); !unicode.IsLower(r) {
					continue
				}
			}
			if place := places[prefix]; place != nil {
				e.Suffix = suffix
				*place = append(*place, e)
				break
			}
		}
	}
	for _, place := range places {
		slices.SortStableFunc(*place, func(a, b *Example) int { return cmp.Compare(a.Suffix, b.Suffix) })
	}
}
