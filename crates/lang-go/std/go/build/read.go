package build

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// others is the list of the files with an ending that is not Go's.
func (p *Package) others(name string) *[]string {
	switch filepath.Ext(name) {
	case ".c":
		return &p.CFiles
	case ".cc", ".cpp", ".cxx":
		return &p.CXXFiles
	case ".m":
		return &p.MFiles
	case ".h", ".hh", ".hpp", ".hxx":
		return &p.HFiles
	case ".f", ".F", ".for", ".f90":
		return &p.FFiles
	case ".s", ".S", ".sx":
		return &p.SFiles
	case ".swig":
		return &p.SwigFiles
	case ".swigcxx":
		return &p.SwigCXXFiles
	case ".syso":
		return &p.SysoFiles
	}
	return nil
}

func isSource(name string) bool {
	return filepath.Ext(name) == ".go" || new(Package).others(name) != nil
}

// A reading is a package that is being read.
type reading struct {
	*Package
	context *Context
	mode    ImportMode
	files   *token.FileSet
	tags    map[string]bool
	first   string // the file that gave the package its name
	comment string // and the one that gave it its path
	bad     error  // the first
	imports, testImports, xTestImports,
	embeds, testEmbeds, xTestEmbeds map[string][]token.Position
}

func (r *reading) fail(name string, err error) {
	if r.bad == nil {
		r.bad = err
	}
	if !slices.Contains(r.InvalidGoFiles, name) {
		r.InvalidGoFiles = append(r.InvalidGoFiles, name)
	}
}

// read reads the files of a package whose folder was found.
func (ctxt *Context) read(p *Package, mode ImportMode) error {
	list, err := ctxt.list(p.Dir)
	if err != nil {
		return err
	}
	r := &reading{Package: p, context: ctxt, mode: mode, files: token.NewFileSet(), tags: map[string]bool{}}
	for _, m := range []*map[string][]token.Position{
		&r.imports, &r.testImports, &r.xTestImports, &r.embeds, &r.testEmbeds, &r.xTestEmbeds,
	} {
		*m = map[string][]token.Position{}
	}
	for _, info := range list {
		if info.IsDir() || info.Mode()&fs.ModeSymlink != 0 && ctxt.isDir(ctxt.join(p.Dir, info.Name())) {
			continue
		}
		r.file(info.Name())
	}
	p.AllTags = sorted(r.tags)
	p.Imports, p.ImportPos = sorted(r.imports), r.imports
	p.TestImports, p.TestImportPos = sorted(r.testImports), r.testImports
	p.XTestImports, p.XTestImportPos = sorted(r.xTestImports), r.xTestImports
	p.EmbedPatterns, p.EmbedPatternPos = sorted(r.embeds), r.embeds
	p.TestEmbedPatterns, p.TestEmbedPatternPos = sorted(r.testEmbeds), r.testEmbeds
	p.XTestEmbedPatterns, p.XTestEmbedPatternPos = sorted(r.xTestEmbeds), r.xTestEmbeds
	// Assembly is of no use to cgo where there is none.
	if len(p.CgoFiles) == 0 {
		other := slices.DeleteFunc(slices.Clone(p.SFiles), func(name string) bool { return !strings.HasSuffix(name, ".S") })
		p.IgnoredOtherFiles = append(p.IgnoredOtherFiles, other...)
		p.SFiles = slices.DeleteFunc(p.SFiles, func(name string) bool { return strings.HasSuffix(name, ".S") })
	}
	if r.bad == nil && len(p.GoFiles)+len(p.CgoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
		r.bad = &NoGoError{p.Dir}
	}
	return r.bad
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// file reads one file and puts it where it belongs.
func (r *reading) file(name string) {
	text, match, err := r.context.match(r.Dir, name, r.tags)
	switch {
	case err != nil && strings.HasSuffix(name, ".go"):
		r.fail(name, err)
		return
	case err != nil, strings.HasPrefix(name, "_"), strings.HasPrefix(name, "."):
		return
	}
	if !strings.HasSuffix(name, ".go") {
		if list := r.others(name); list != nil && match {
			*list = append(*list, name)
		} else if list != nil {
			r.IgnoredOtherFiles = append(r.IgnoredOtherFiles, name)
		}
		return
	}
	if !match {
		r.IgnoredGoFiles = append(r.IgnoredGoFiles, name)
		return
	}
	tree, err := parser.ParseFile(r.files, r.context.join(r.Dir, name), text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		r.fail(name, err)
		if tree == nil || tree.Name == nil {
			return
		}
	}
	if tree.Name.Name == "documentation" {
		r.IgnoredGoFiles = append(r.IgnoredGoFiles, name)
		return
	}
	r.goFile(name, text, tree)
}

func (r *reading) goFile(name string, text []byte, tree *ast.File) {
	isTest := strings.HasSuffix(name, "_test.go")
	pkg := tree.Name.Name
	isXTest := isTest && strings.HasSuffix(pkg, "_test") && r.Name != pkg
	pkg = strings.TrimSuffix(pkg, map[bool]string{true: "_test"}[isXTest])
	if r.Name == "" {
		r.Name, r.first = pkg, name
	} else if pkg != r.Name {
		r.fail(name, &MultiplePackageError{r.Dir, []string{r.Name, pkg}, []string{r.first, name}})
	}
	if tree.Doc != nil && r.Doc == "" && !isTest {
		r.Doc = doc.Synopsis(tree.Doc.Text())
	}
	if r.mode&ImportComment != 0 {
		r.importComment(name, text, tree)
	}
	usesCgo := false
	for _, spec := range tree.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); path == "C" {
			if usesCgo = true; isTest {
				r.fail(name, fmt.Errorf("use of cgo in test %s not supported", r.context.join(r.Dir, name)))
			}
		}
	}
	files, imports, embeds, directives := &r.GoFiles, r.imports, r.embeds, &r.Directives
	switch {
	case isXTest:
		files, imports, embeds, directives = &r.XTestGoFiles, r.xTestImports, r.xTestEmbeds, &r.XTestDirectives
	case isTest:
		files, imports, embeds, directives = &r.TestGoFiles, r.testImports, r.testEmbeds, &r.TestDirectives
	case usesCgo:
		r.tags["cgo"] = true
		if !r.context.CgoEnabled {
			r.IgnoredGoFiles = append(r.IgnoredGoFiles, name)
			return
		}
		files = &r.CgoFiles
	}
	*files = append(*files, name)
	r.note(name, text, tree, imports, embeds, directives)
}

// note takes down what a file imports, which files it embeds, and what it tells tools.
func (r *reading) note(name string, text []byte, tree *ast.File, imports, embeds map[string][]token.Position,
	directives *[]Directive) {
	embedding := false
	for _, spec := range tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			r.fail(name, fmt.Errorf("%s: invalid import path", r.files.Position(spec.Pos())))
			continue
		}
		imports[path] = append(imports[path], r.files.Position(spec.Pos()))
		embedding = embedding || path == "embed"
	}
	for _, group := range tree.Comments {
		for _, c := range group.List {
			if c.Pos() < tree.Package && strings.HasPrefix(c.Text, "//go:") {
				*directives = append(*directives, Directive{c.Text, r.files.Position(c.Pos())})
			}
			if c.Pos() < tree.Package && strings.TrimSpace(c.Text) == "//go:binary-only-package" {
				r.BinaryOnly = true
			}
		}
	}
	if embedding {
		r.embedded(name, text, embeds)
	}
}

// embedded reads the comments that name files to be embedded, which may stand anywhere in a file.
func (r *reading) embedded(name string, text []byte, embeds map[string][]token.Position) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, r.context.join(r.Dir, name), text, parser.ParseComments)
	if err != nil {
		// What the compiler will say is not said here.
		return
	}
	for _, group := range tree.Comments {
		for _, c := range group.List {
			rest, ok := strings.CutPrefix(c.Text, "//go:embed")
			if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
				continue
			}
			for at := files.Position(c.Pos()); ; {
				trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
				at.Column += len(c.Text) - len(trimmed) - (at.Column - files.Position(c.Pos()).Column)
				if trimmed == "" {
					break
				}
				pattern, after, err := patternOf(trimmed)
				if err != nil {
					r.fail(name, fmt.Errorf("%s: invalid quoted string in //go:embed: %s", at, trimmed))
					break
				}
				at.Offset = files.Position(c.Pos()).Offset + at.Column - files.Position(c.Pos()).Column
				embeds[pattern] = append(embeds[pattern], at)
				rest = after
			}
		}
	}
}

// patternOf takes the first pattern, in quotes or not.
func patternOf(text string) (pattern, rest string, err error) {
	if text[0] == '"' || text[0] == '`' {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return "", "", err
		}
		pattern, err = strconv.Unquote(quoted)
		return pattern, text[len(quoted):], err
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:], nil
}

// importComment reads the comment behind a package clause that says which path the package has.
func (r *reading) importComment(name string, text []byte, tree *ast.File) {
	end := r.files.Position(tree.Name.End()).Offset
	line, _, _ := strings.Cut(string(text[end:]), "\n")
	line = strings.TrimSpace(line)
	comment, ok := strings.CutPrefix(line, "//")
	if !ok {
		if comment, ok = strings.CutPrefix(line, "/*"); !ok {
			return
		}
		comment, _, _ = strings.Cut(comment, "*/")
	}
	quoted, ok := strings.CutPrefix(strings.TrimSpace(comment), "import ")
	if !ok {
		return
	}
	path, err := strconv.Unquote(strings.TrimSpace(quoted))
	switch {
	case err != nil:
		err = errors.Join(fmt.Errorf("%s:%d: cannot parse import comment", r.context.join(r.Dir, name),
			r.files.Position(tree.Name.End()).Line))
		r.fail(name, err)
	case r.ImportComment == "":
		r.ImportComment, r.comment = path, name
	case r.ImportComment != path:
		r.fail(name, fmt.Errorf("found import comments %q (%s) and %q (%s) in %s", r.ImportComment, r.comment, path, name,
			r.Dir))
	}
}
