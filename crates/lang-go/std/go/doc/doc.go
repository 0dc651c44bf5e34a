// Package doc extracts the documentation of a package from its syntax trees.
package doc

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/token"
	"strings"
)

// Package is the documentation of a package.
type Package struct {
	Doc        string
	Name       string
	ImportPath string
	Imports    []string
	Filenames  []string
	Notes      map[string][]*Note

	// Bugs has the bodies of the notes that are marked BUG.
	//
	// Deprecated: Notes has them.
	Bugs []string

	Consts []*Value
	Types  []*Type
	Vars   []*Value
	Funcs  []*Func

	// Examples are those of the package itself, by name, if NewFromFiles was given files of tests.
	Examples []*Example

	importByName map[string]string // with an empty path for names of several packages
	symbols      map[string]bool
}

// Value is the documentation of a declaration of variables or constants.
type Value struct {
	Doc   string
	Names []string // in the order of the declaration
	Decl  *ast.GenDecl

	order int
}

// Type is the documentation of a type, and of what belongs to it.
type Type struct {
	Doc  string
	Name string
	Decl *ast.GenDecl

	Consts  []*Value // mostly of this type
	Vars    []*Value // mostly of this type
	Funcs   []*Func  // that return this type
	Methods []*Func  // with those of embedded types

	// Examples are those of the type, by name.
	Examples []*Example
}

// Func is the documentation of a function or a method.
type Func struct {
	Doc  string
	Name string
	Decl *ast.FuncDecl

	// These are of methods.
	Recv  string // the receiver, with a star and type parameters
	Orig  string // the receiver of the declaration
	Level int    // how deep the type is embedded whose method it is

	// Examples are those of the function or the method, by name.
	Examples []*Example
}

// Note is a comment that begins with a marker: "MARKER(uid): body".
type Note struct {
	Pos, End token.Pos // of the comment
	UID      string
	Body     string
}

// Mode controls New and NewFromFiles.
type Mode int

const (
	// AllDecls is for declarations that are not exported too.
	AllDecls Mode = 1 << iota

	// AllMethods is for all methods of embedded types, not just those of types that are not exported.
	AllMethods

	// PreserveAST keeps bodies and comments in the trees.
	PreserveAST
)

// New returns the documentation of a package, whose tree it may change.
func New(pkg *ast.Package, importPath string, mode Mode) *Package {
	r := newReader(mode)
	r.read(pkg)
	r.methodSets()
	r.cleanUp()
	p := &Package{
		Doc:          r.doc,
		Name:         pkg.Name,
		ImportPath:   importPath,
		Imports:      sortedKeys(r.imports),
		Filenames:    r.filenames,
		Notes:        r.notes,
		Bugs:         bodies(r.notes["BUG"]),
		Consts:       valuesOf(r.values, token.CONST),
		Types:        r.sortedTypes(),
		Vars:         valuesOf(r.values, token.VAR),
		Funcs:        sortedFuncs(r.funcs, true),
		importByName: r.importByName,
		symbols:      map[string]bool{},
	}
	p.addSymbols()
	return p
}

// NewFromFiles returns the documentation of the package that files make up, whose trees it may change. Examples in
// files of tests are found by their names. The one extra argument there may be is a Mode.
func NewFromFiles(fset *token.FileSet, files []*ast.File, importPath string, opts ...any) (*Package, error) {
	var mode Mode
	switch len(opts) {
	case 0:
	case 1:
		m, ok := opts[0].(Mode)
		if !ok {
			panic("doc.NewFromFiles: option argument type must be doc.Mode")
		}
		mode = m
	default:
		panic("doc.NewFromFiles: there must not be more than 1 option argument")
	}
	if fset == nil {
		panic("doc.NewFromFiles: no token.FileSet provided (fset == nil)")
	}
	var tests []*ast.File
	sources := map[string]*ast.File{}
	for i, f := range files {
		place := fset.File(f.Pos())
		if place == nil {
			return nil, fmt.Errorf("file files[%d] is not found in the provided file set", i)
		}
		switch name := place.Name(); {
		case strings.HasSuffix(name, "_test.go"):
			tests = append(tests, f)
		case strings.HasSuffix(name, ".go"):
			sources[name] = f
		default:
			return nil, fmt.Errorf("file files[%d] filename %q does not have a .go extension", i, name)
		}
	}
	// Names that are not declared are no error.
	pkg, _ := ast.NewPackage(fset, sources, simpleImporter, nil)
	p := New(pkg, importPath, mode)
	p.classify(Examples(tests...))
	return p, nil
}

// simpleImporter takes the last part of a path for the name of the package.
func simpleImporter(imports map[string]*ast.Object, path string) (*ast.Object, error) {
	pkg := imports[path]
	if pkg == nil {
		pkg = ast.NewObj(ast.Pkg, path[strings.LastIndex(path, "/")+1:])
		pkg.Data = ast.NewScope(nil) // it is needed by dot-imports
		imports[path] = pkg
	}
	return pkg, nil
}

// Parser returns a parser for comments of the package, which knows what links can lead to.
func (p *Package) Parser() *comment.Parser {
	return &comment.Parser{LookupPackage: p.lookupPackage, LookupSym: p.lookupSym}
}

func (p *Package) lookupPackage(name string) (path string, ok bool) {
	if path, ok := p.importByName[name]; ok {
		return path, path != ""
	}
	if name != "" && name == p.Name {
		return "", true // the package itself
	}
	return comment.DefaultLookupPackage(name)
}

func (p *Package) lookupSym(recv, name string) bool {
	if recv != "" {
		name = recv + "." + name
	}
	return p.symbols[name]
}

// Printer returns a printer for comments of the package.
func (p *Package) Printer() *comment.Printer {
	return &comment.Printer{}
}

// HTML returns the text of a comment as HTML.
func (p *Package) HTML(text string) []byte { return p.Printer().HTML(p.Parser().Parse(text)) }

// Markdown returns the text of a comment as Markdown.
func (p *Package) Markdown(text string) []byte { return p.Printer().Markdown(p.Parser().Parse(text)) }

// Text returns the text of a comment as plain text, in lines of 80 characters.
func (p *Package) Text(text string) []byte { return p.Printer().Text(p.Parser().Parse(text)) }

// addSymbols notes what links can lead to.
func (p *Package) addSymbols() {
	p.addValues(p.Consts)
	p.addValues(p.Vars)
	p.addFuncs(p.Funcs)
	for _, t := range p.Types {
		p.symbols[t.Name] = true
		p.addValues(t.Consts)
		p.addValues(t.Vars)
		p.addFuncs(t.Funcs)
		p.addFuncs(t.Methods)
		if len(t.Decl.Specs) == 0 {
			continue
		}
		spec, ok := t.Decl.Specs[0].(*ast.TypeSpec)
		if !ok {
			continue
		}
		list, _ := fieldsOf(spec.Type)
		for _, f := range list {
			for _, name := range f.Names {
				p.symbols[t.Name+"."+name.Name] = true
			}
		}
	}
}

func (p *Package) addValues(list []*Value) {
	for _, v := range list {
		for _, name := range v.Names {
			p.symbols[name] = true
		}
	}
}

func (p *Package) addFuncs(list []*Func) {
	for _, f := range list {
		name := f.Name
		if f.Recv != "" {
			recv, _, _ := strings.Cut(strings.TrimPrefix(f.Recv, "*"), "[")
			name = recv + "." + name
		}
		p.symbols[name] = true
	}
}
