package doc

import (
	"go/ast"
	"go/token"
	"strings"
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

var (
	predeclaredTypes = setOf("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 " +
		"int64 rune string uint uint8 uint16 uint32 uint64 uintptr")
	predeclaredFuncs = setOf("append cap clear close complex copy delete imag len make max min new panic print println " +
		"real recover")
	predeclaredConstants = setOf("false iota nil true")
)

// IsPredeclared reports whether s is the name of something that is predeclared.
func IsPredeclared(s string) bool {
	return predeclaredTypes[s] || predeclaredFuncs[s] || predeclaredConstants[s]
}

// exports takes from a declaration what is not exported, and tells whether something is left.
func (r *reader) exports(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.GenDecl:
		if d.Tok == token.CONST {
			typeOmitted(d.Specs)
		}
		d.Specs = among(d.Specs, r.exportsSpec)
		return len(d.Specs) > 0
	case *ast.FuncDecl:
		return token.IsExported(d.Name.Name)
	}
	return false
}

// typeOmitted gives constants the type that they have from one before them which is not exported.
func typeOmitted(specs []ast.Spec) {
	var last ast.Expr
	for _, spec := range specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if spec.Type == nil && len(spec.Values) == 0 && last != nil {
			spec.Type = typeAt(last, spec.Pos())
		}
		last = spec.Type
		for _, id := range spec.Names {
			if token.IsExported(id.Name) {
				last = nil
			}
		}
	}
}

// typeAt returns a copy of the name of a type at another place.
func typeAt(x ast.Expr, pos token.Pos) ast.Expr {
	switch x := x.(type) {
	case *ast.Ident:
		return &ast.Ident{Name: x.Name, NamePos: pos}
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			return &ast.SelectorExpr{X: &ast.Ident{Name: id.Name, NamePos: pos}, Sel: ast.NewIdent(x.Sel.Name)}
		}
	}
	return nil
}

func (r *reader) exportsSpec(spec ast.Spec) bool {
	switch s := spec.(type) {
	case *ast.ImportSpec:
		return true
	case *ast.ValueSpec:
		exported := false
		for _, id := range s.Names {
			exported = exported || token.IsExported(id.Name)
		}
		if !exported {
			return false
		}
		if len(s.Values) > 0 || s.Type == nil {
			// The names have to stay beside their values, or beside those of iota.
			for i, id := range s.Names {
				if !token.IsExported(id.Name) {
					s.Names[i] = &ast.Ident{NamePos: id.NamePos, Name: "_"}
				}
			}
		} else {
			s.Names = exportedNames(s.Names)
		}
		r.exportsType(nil, s.Type)
		return true
	case *ast.TypeSpec:
		if token.IsExported(s.Name.Name) {
			r.exportsType(r.lookup(s.Name.Name), s.Type)
			return true
		}
		if IsPredeclared(s.Name.Name) {
			r.shadowed[s.Name.Name] = true
		}
	}
	return false
}

func exportedNames(list []*ast.Ident) []*ast.Ident {
	return among(list, func(id *ast.Ident) bool { return token.IsExported(id.Name) })
}

// exportsType takes from a type what is not exported.
func (r *reader) exportsType(parent *namedType, x ast.Expr) {
	switch t := x.(type) {
	case *ast.ParenExpr:
		r.exportsType(nil, t.X)
	case *ast.StarExpr:
		r.exportsType(nil, t.X)
	case *ast.UnaryExpr:
		if t.Op == token.TILDE {
			r.exportsType(nil, t.X)
		}
	case *ast.BinaryExpr:
		if t.Op == token.OR {
			r.exportsType(nil, t.X)
			r.exportsType(nil, t.Y)
		}
	case *ast.ArrayType:
		r.exportsType(nil, t.Elt)
	case *ast.StructType:
		if r.exportsFields(parent, t.Fields, nil) {
			t.Incomplete = true
		}
	case *ast.FuncType:
		for _, list := range []*ast.FieldList{t.TypeParams, t.Params, t.Results} {
			if list != nil {
				for _, f := range list.List {
					r.exportsType(nil, f.Type)
				}
			}
		}
	case *ast.InterfaceType:
		if r.exportsFields(parent, t.Methods, t) {
			t.Incomplete = true
		}
	case *ast.MapType:
		r.exportsType(nil, t.Key)
		r.exportsType(nil, t.Value)
	case *ast.ChanType:
		r.exportsType(nil, t.Value)
	}
}

// exportsFields takes fields or methods from a list, and tells whether there were some.
func (r *reader) exportsFields(parent *namedType, fields *ast.FieldList, in *ast.InterfaceType) (removed bool) {
	if fields == nil {
		return false
	}
	n := len(fields.List)
	fields.List = among(fields.List, func(f *ast.Field) bool {
		if len(f.Names) > 0 {
			names := len(f.Names)
			f.Names = exportedNames(f.Names)
			removed = removed || len(f.Names) < names
			if len(f.Names) == 0 {
				return false
			}
		} else if !r.keepsEmbedded(r.embed(parent, f.Type), in) {
			return false
		}
		r.exportsType(nil, f.Type)
		return true
	})
	return removed || len(fields.List) < n
}

// keepsEmbedded tells whether an embedded type is shown. What looks predeclared in an interface may yet be declared.
func (r *reader) keepsEmbedded(name string, in *ast.InterfaceType) bool {
	switch {
	case name == "":
		return in != nil // an element of a union
	case token.IsExported(name):
		return true
	case in != nil && predeclaredTypes[name]:
		r.embedded[name] = append(r.embedded[name], in)
		return true
	}
	return false
}
