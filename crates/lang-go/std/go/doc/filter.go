package doc

import "go/ast"

// Filter tells whether a name is wanted.
type Filter func(string) bool

func (f Filter) matchFields(fields *ast.FieldList) bool {
	if fields == nil {
		return false
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			if f(name.Name) {
				return true
			}
		}
	}
	return false
}

func (f Filter) matchDecl(d *ast.GenDecl) bool {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if f(name.Name) {
					return true
				}
			}
		case *ast.TypeSpec:
			if f(spec.Name.Name) {
				return true
			}
			switch t := spec.Type.(type) {
			case *ast.StructType:
				if f.matchFields(t.Fields) {
					return true
				}
			case *ast.InterfaceType:
				if f.matchFields(t.Methods) {
					return true
				}
			}
		}
	}
	return false
}

// among returns the elements that are wanted.
func among[T any](list []T, wanted func(T) bool) []T {
	kept := list[:0]
	for _, x := range list {
		if wanted(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

func (f Filter) values(list []*Value) []*Value {
	return among(list, func(v *Value) bool { return f.matchDecl(v.Decl) })
}

func (f Filter) funcs(list []*Func) []*Func {
	return among(list, func(fn *Func) bool { return f(fn.Name) })
}

func (f Filter) types(list []*Type) []*Type {
	return among(list, func(t *Type) bool {
		if f.matchDecl(t.Decl) {
			return true
		}
		t.Consts = f.values(t.Consts)
		t.Vars = f.values(t.Vars)
		t.Funcs = f.funcs(t.Funcs)
		t.Methods = f.funcs(t.Methods)
		return len(t.Consts)+len(t.Vars)+len(t.Funcs)+len(t.Methods) > 0
	})
}

// Filter leaves what f accepts: of a type all, if f accepts its name or a field, and otherwise what belongs to it.
func (p *Package) Filter(f Filter) {
	p.Consts = f.values(p.Consts)
	p.Vars = f.values(p.Vars)
	p.Types = f.types(p.Types)
	p.Funcs = f.funcs(p.Funcs)
	p.Doc = ""
}
