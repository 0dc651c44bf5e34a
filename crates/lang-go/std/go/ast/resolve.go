package ast

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strconv"
)

// Importer is the object of the package with a path: of the map if it is there, and else it is put there.
//
// Deprecated: See Package.
type Importer func(imports map[string]*Object, path string) (pkg *Object, err error)

// builder makes a package, and has its errors.
type builder struct {
	fset   *token.FileSet
	errors scanner.ErrorList
}

func (b *builder) errorf(pos token.Pos, format string, args ...any) {
	b.errors.Add(b.fset.Position(pos), fmt.Sprintf(format, args...))
}

// declare declares an object, which must not be declared in either scope.
func (b *builder) declare(scope, other *Scope, obj *Object) {
	alt := scope.Insert(obj)
	if alt == nil && other != nil {
		alt = other.Lookup(obj.Name)
	}
	if alt == nil {
		return
	}
	prev := ""
	if pos := alt.Pos(); pos.IsValid() {
		prev = fmt.Sprintf("\n\tprevious declaration at %s", b.fset.Position(pos))
	}
	b.errorf(obj.Pos(), "%s redeclared in this block%s", obj.Name, prev)
}

// NewPackage makes a package of files, and resolves what is not resolved in them, by the other files, and by what the importer knows and the universe
// has, which may be nil. The error is a scanner.ErrorList. Files of other packages are ignored, with an error.
//
// Deprecated: See Package.
func NewPackage(fset *token.FileSet, files map[string]*File, importer Importer, universe *Scope) (*Package, error) {
	b := builder{fset: fset}
	pkg := &Package{Scope: NewScope(universe), Imports: make(map[string]*Object), Files: files}
	for _, f := range files {
		if name := f.Name.Name; pkg.Name == "" {
			pkg.Name = name
		} else if name != pkg.Name {
			b.errorf(f.Package, "package %s; expected %s", name, pkg.Name)
			continue
		}
		if f.Scope != nil {
			for _, obj := range f.Scope.Objects {
				b.declare(pkg.Scope, universe, obj)
			}
		}
	}
	for _, f := range files {
		if f.Name.Name != pkg.Name {
			continue
		}
		scope := NewScope(pkg.Scope)
		if !b.imports(f, scope, pkg, importer) {
			// What the universe has might be hidden by an import.
			pkg.Scope.Outer = nil
		}
		left := f.Unresolved[:0]
		for _, id := range f.Unresolved {
			if !lookup(scope, id) {
				b.errorf(id.Pos(), "undeclared name: %s", id.Name)
				left = append(left, id)
			}
		}
		f.Unresolved = left
		pkg.Scope.Outer = universe
	}
	b.errors.Sort()
	return pkg, b.errors.Err()
}

func lookup(scope *Scope, id *Ident) bool {
	for ; scope != nil; scope = scope.Outer {
		if obj := scope.Lookup(id.Name); obj != nil {
			id.Obj = obj
			return true
		}
	}
	return false
}

// imports declares a file's imports, and reports whether all are known.
func (b *builder) imports(f *File, scope *Scope, pkg *Package, importer Importer) (all bool) {
	all = true
	for _, spec := range f.Imports {
		if importer == nil {
			all = false
			continue
		}
		path, _ := strconv.Unquote(spec.Path.Value)
		imported, err := importer(pkg.Imports, path)
		if err != nil {
			b.errorf(spec.Path.Pos(), "could not import %s (%s)", path, err)
			all = false
			continue
		}
		name := imported.Name
		if spec.Name != nil {
			name = spec.Name.Name
		}
		switch name {
		case "_":
		case ".":
			for _, obj := range imported.Data.(*Scope).Objects {
				b.declare(scope, pkg.Scope, obj)
			}
		default:
			obj := NewObj(Pkg, name)
			obj.Decl = spec
			obj.Data = imported.Data
			b.declare(scope, pkg.Scope, obj)
		}
	}
	return
}
