package ast

import (
	"go/token"
	"maps"
	"slices"
)

// Filter reports whether a name is kept.
type Filter func(string) bool

// trimmer takes names out of declarations. For exports, it also takes names out of the types of what is kept.
type trimmer struct {
	keep    Filter
	exports bool
}

// FileExports leaves but what is exported in a file, and reports whether there is anything. The comments of the file stay.
func FileExports(src *File) bool { return trimmer{IsExported, true}.file(src) }

// PackageExports leaves but what is exported in a package, and reports whether there is anything.
//
// Deprecated: See Package.
func PackageExports(pkg *Package) bool { return trimmer{IsExported, true}.pkg(pkg) }

// FilterDecl takes names out of a declaration, also those of fields and methods, and reports whether any are left.
func FilterDecl(decl Decl, f Filter) bool { return trimmer{f, false}.decl(decl) }

// FilterFile takes names out of a file's declarations, and all imports, and reports whether any are left. The comments of the file stay.
func FilterFile(src *File, f Filter) bool { return trimmer{f, false}.file(src) }

// FilterPackage takes names out of a package's declarations, and reports whether any are left.
//
// Deprecated: See Package.
func FilterPackage(pkg *Package, f Filter) bool { return trimmer{f, false}.pkg(pkg) }

func (t trimmer) pkg(pkg *Package) (any bool) {
	for _, f := range pkg.Files {
		any = t.file(f) || any
	}
	return
}

func (t trimmer) file(src *File) bool {
	src.Decls = kept(src.Decls, t.decl)
	return len(src.Decls) > 0
}

// kept has the elements of a list that are kept, in its memory.
func kept[T any](list []T, keep func(T) bool) []T {
	n := 0
	for _, x := range list {
		if keep(x) {
			list[n] = x
			n++
		}
	}
	return list[:n]
}

func (t trimmer) decl(decl Decl) bool {
	switch d := decl.(type) {
	case *GenDecl:
		d.Specs = kept(d.Specs, t.spec)
		return len(d.Specs) > 0
	case *FuncDecl:
		return t.keep(d.Name.Name)
	}
	return false
}

func (t trimmer) idents(list []*Ident) []*Ident {
	return kept(list, func(x *Ident) bool { return t.keep(x.Name) })
}

func (t trimmer) spec(spec Spec) bool {
	switch s := spec.(type) {
	case *ValueSpec:
		s.Names = t.idents(s.Names)
		s.Values = kept(s.Values, t.elem)
		if len(s.Names) > 0 {
			if t.exports {
				t.typ(s.Type)
			}
			return true
		}
	case *TypeSpec:
		if t.keep(s.Name.Name) {
			if t.exports {
				t.typ(s.Type)
			}
			return true
		}
		// A type is kept for the names in it.
		return !t.exports && t.typ(s.Type)
	}
	return false
}

// elem reports whether an element of a composite literal is kept: one whose key is a name may be taken out.
func (t trimmer) elem(x Expr) bool {
	if kv, ok := x.(*KeyValueExpr); ok {
		if key, ok := kv.Key.(*Ident); ok && !t.keep(key.Name) {
			return false
		}
		x = kv.Value
	}
	if lit, ok := x.(*CompositeLit); ok {
		n := len(lit.Elts)
		if lit.Elts = kept(lit.Elts, t.elem); len(lit.Elts) < n {
			lit.Incomplete = true
		}
	}
	return true
}

// embeddedName is the name of an embedded field.
func embeddedName(x Expr) *Ident {
	switch t := x.(type) {
	case *Ident:
		return t
	case *SelectorExpr:
		if _, ok := t.X.(*Ident); ok {
			return t.Sel
		}
	case *StarExpr:
		return embeddedName(t.X)
	}
	return nil
}

// fields reports whether fields were taken out.
func (t trimmer) fields(fields *FieldList) (removed bool) {
	if fields == nil {
		return false
	}
	n := len(fields.List)
	fields.List = kept(fields.List, func(f *Field) bool {
		if len(f.Names) == 0 {
			name := embeddedName(f.Type)
			if name == nil || !t.keep(name.Name) {
				return false
			}
		} else {
			n := len(f.Names)
			f.Names = t.idents(f.Names)
			removed = removed || len(f.Names) < n
			if len(f.Names) == 0 {
				return false
			}
		}
		if t.exports {
			t.typ(f.Type)
		}
		return true
	})
	return removed || len(fields.List) < n
}

func (t trimmer) params(fields *FieldList) (any bool) {
	if fields != nil {
		for _, f := range fields.List {
			any = t.typ(f.Type) || any
		}
	}
	return
}

// typ takes names out of a type, and reports whether any are left.
func (t trimmer) typ(typ Expr) bool {
	switch x := typ.(type) {
	case *Ident:
		return t.keep(x.Name)
	case *ParenExpr:
		return t.typ(x.X)
	case *ArrayType:
		return t.typ(x.Elt)
	case *StructType:
		if t.fields(x.Fields) {
			x.Incomplete = true
		}
		return len(x.Fields.List) > 0
	case *FuncType:
		params, results := t.params(x.Params), t.params(x.Results)
		return params || results
	case *InterfaceType:
		if t.fields(x.Methods) {
			x.Incomplete = true
		}
		return len(x.Methods.List) > 0
	case *MapType:
		key, value := t.typ(x.Key), t.typ(x.Value)
		return key || value
	case *ChanType:
		return t.typ(x.Value)
	}
	return false
}

// MergeMode is a set of flags of MergePackageFiles.
//
// Deprecated: See Package.
type MergeMode uint

const (
	FilterFuncDuplicates       MergeMode = 1 << iota // Of functions of one name, one is kept.
	FilterUnassociatedComments                       // Comments that belong to no node are left out.
	FilterImportDuplicates                           // Of imports of one path, one is kept.
)

// funcName is a function's name, with the type of its receiver.
func funcName(f *FuncDecl) string {
	if f.Recv != nil && len(f.Recv.List) == 1 {
		t := f.Recv.List[0].Type
		if star, ok := t.(*StarExpr); ok {
			t = star.X
		}
		if id, ok := t.(*Ident); ok {
			return id.Name + "." + f.Name.Name
		}
	}
	return f.Name.Name
}

// MergePackageFiles makes one file of all files of a package, in the order of their names.
//
// Deprecated: See Package.
func MergePackageFiles(pkg *Package, mode MergeMode) *File {
	merged := &File{Name: NewIdent(pkg.Name), Scope: pkg.Scope}
	var docs []*Comment
	funcs := make(map[string]int)
	paths := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(pkg.Files)) {
		f := pkg.Files[name]
		if f.Doc != nil {
			if len(docs) > 0 {
				docs = append(docs, &Comment{token.NoPos, "//"})
			}
			docs = append(docs, f.Doc.List...)
			merged.Package = max(merged.Package, f.Package)
		}
		merged.FileEnd = max(merged.FileEnd, f.FileEnd)
		for _, d := range f.Decls {
			if fun, ok := d.(*FuncDecl); ok && mode&FilterFuncDuplicates != 0 {
				name := funcName(fun)
				if at, ok := funcs[name]; ok {
					// One with documentation is kept, at its place.
					if old := merged.Decls[at]; old == nil || old.(*FuncDecl).Doc != nil {
						continue
					}
					merged.Decls[at] = nil
				} else {
					funcs[name] = len(merged.Decls)
				}
			}
			merged.Decls = append(merged.Decls, d)
		}
		for _, imp := range f.Imports {
			if mode&FilterImportDuplicates == 0 || !paths[imp.Path.Value] {
				paths[imp.Path.Value] = true
				merged.Imports = append(merged.Imports, imp)
			}
		}
		if mode&FilterUnassociatedComments == 0 {
			merged.Comments = append(merged.Comments, f.Comments...)
		}
	}
	if docs != nil {
		merged.Doc = &CommentGroup{docs}
	}
	merged.Decls = kept(merged.Decls, func(d Decl) bool { return d != nil })
	return merged
}
