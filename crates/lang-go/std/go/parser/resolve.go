package parser

import (
	"fmt"
	"go/ast"
	"go/token"
)

// resolver finds out what identifiers denote, as far as that can be told from one file. It visits the tree in the order of scopes.
type resolver struct {
	report     func(token.Pos, string) // may be nil
	file       *token.File
	pkg, top   *ast.Scope
	unresolved []*ast.Ident
	labels     *ast.Scope     // of the function
	targets    [][]*ast.Ident // labels used in the function, and those around it
}

// pending marks an identifier that was looked for and not found, until the end.
var pending = new(ast.Object)

// resolve sets the objects of a file's identifiers, its scope, and what is not declared in it.
func resolve(f *ast.File, file *token.File, report func(token.Pos, string)) {
	scope := ast.NewScope(nil)
	r := &resolver{report: report, file: file, pkg: scope, top: scope}
	for _, d := range f.Decls {
		ast.Walk(r, d)
	}
	left := r.unresolved[:0]
	for _, id := range r.unresolved {
		if id.Obj = scope.Lookup(id.Name); id.Obj == nil {
			left = append(left, id)
		}
	}
	f.Scope = scope
	f.Unresolved = left
}

func (r *resolver) open()  { r.top = ast.NewScope(r.top) }
func (r *resolver) close() { r.top = r.top.Outer }

func (r *resolver) openLabels() {
	r.labels = ast.NewScope(r.labels)
	r.targets = append(r.targets, nil)
}

// closeLabels resolves the labels that are used in a function.
func (r *resolver) closeLabels() {
	n := len(r.targets) - 1
	for _, id := range r.targets[n] {
		if id.Obj = r.labels.Lookup(id.Name); id.Obj == nil && r.report != nil {
			r.report(id.Pos(), fmt.Sprintf("label %s undefined", id.Name))
		}
	}
	r.targets = r.targets[:n]
	r.labels = r.labels.Outer
}

func (r *resolver) declare(decl, data any, scope *ast.Scope, kind ast.ObjKind, ids ...*ast.Ident) {
	for _, id := range ids {
		obj := &ast.Object{Kind: kind, Name: id.Name, Decl: decl, Data: data}
		// The names of type parameters of a receiver denote nothing themselves.
		if _, ok := decl.(*ast.Ident); !ok {
			id.Obj = obj
		}
		if id.Name == "_" {
			continue
		}
		if alt := scope.Insert(obj); alt != nil && r.report != nil {
			prev := ""
			if pos := alt.Pos(); pos.IsValid() {
				prev = fmt.Sprintf("\n\tprevious declaration at %v", r.file.Position(pos))
			}
			r.report(id.Pos(), fmt.Sprintf("%s redeclared in this block%s", id.Name, prev))
		}
	}
}

// shortVars declares the new variables of a short declaration.
func (r *resolver) shortVars(decl *ast.AssignStmt) {
	fresh := 0
	for _, x := range decl.Lhs {
		id, ok := x.(*ast.Ident)
		if !ok {
			continue
		}
		obj := &ast.Object{Kind: ast.Var, Name: id.Name, Decl: decl}
		id.Obj = obj
		if id.Name != "_" {
			if alt := r.top.Insert(obj); alt != nil {
				id.Obj = alt
			} else {
				fresh++
			}
		}
	}
	if fresh == 0 && r.report != nil {
		r.report(decl.Lhs[0].Pos(), "no new variables on left side of :=")
	}
}

// use resolves an identifier, or keeps it for later if that is wanted.
func (r *resolver) use(id *ast.Ident, keep bool) {
	if id.Obj != nil || id.Name == "_" {
		return
	}
	for s := r.top; s != nil; s = s.Outer {
		if obj := s.Lookup(id.Name); obj != nil {
			if _, ok := obj.Decl.(*ast.Ident); !ok {
				id.Obj = obj
			}
			return
		}
	}
	if keep {
		id.Obj = pending
		r.unresolved = append(r.unresolved, id)
	}
}

func (r *resolver) exprs(list []ast.Expr) {
	for _, x := range list {
		ast.Walk(r, x)
	}
}

func (r *resolver) stmts(list []ast.Stmt) {
	for _, s := range list {
		ast.Walk(r, s)
	}
}

// walk visits nodes that are not nil.
func (r *resolver) walk(list ...ast.Node) {
	for _, n := range list {
		if n != nil {
			ast.Walk(r, n)
		}
	}
}

// expr and stmt are an expression or a statement as a node, which is nil if that is.
func expr(x ast.Expr) ast.Node {
	if x == nil {
		return nil
	}
	return x
}

func stmt(s ast.Stmt) ast.Node {
	if s == nil {
		return nil
	}
	return s
}

// Visit visits expressions and statements; declarations are for decl.
func (r *resolver) Visit(node ast.Node) ast.Visitor {
	switch n := node.(type) {
	case *ast.Ident:
		r.use(n, true)
	case *ast.FuncLit:
		r.open()
		r.funcType(n.Type)
		r.body(n.Body)
		r.close()
	case *ast.SelectorExpr:
		ast.Walk(r, n.X)
		// What is selected is not resolved, unless X is unknown; names in other packages are not known here.
	case *ast.StructType:
		r.open()
		r.fields(n.Fields, ast.Var)
		r.close()
	case *ast.FuncType:
		r.open()
		r.funcType(n)
		r.close()
	case *ast.CompositeLit:
		if n.Type != nil {
			ast.Walk(r, n.Type)
		}
		for _, x := range n.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				// A key may be the name of a field: it is resolved only if it is declared here.
				if id, ok := kv.Key.(*ast.Ident); ok {
					r.use(id, false)
				} else {
					ast.Walk(r, kv.Key)
				}
				ast.Walk(r, kv.Value)
			} else {
				ast.Walk(r, x)
			}
		}
	case *ast.InterfaceType:
		r.open()
		r.fields(n.Methods, ast.Fun)
		r.close()
	default:
		return r.visitStmt(node)
	}
	return nil
}

func (r *resolver) visitStmt(node ast.Node) ast.Visitor {
	switch n := node.(type) {
	case *ast.LabeledStmt:
		r.declare(n, nil, r.labels, ast.Lbl, n.Label)
		ast.Walk(r, n.Stmt)
	case *ast.AssignStmt:
		r.exprs(n.Rhs)
		if n.Tok == token.DEFINE {
			r.shortVars(n)
		} else {
			r.exprs(n.Lhs)
		}
	case *ast.BranchStmt:
		if n.Label != nil && n.Tok != token.FALLTHROUGH {
			at := len(r.targets) - 1
			r.targets[at] = append(r.targets[at], n.Label)
		}
	case *ast.BlockStmt:
		r.open()
		r.stmts(n.List)
		r.close()
	case *ast.IfStmt:
		r.open()
		r.walk(stmt(n.Init), n.Cond, n.Body, stmt(n.Else))
		r.close()
	case *ast.CaseClause:
		r.exprs(n.List)
		r.open()
		r.stmts(n.Body)
		r.close()
	case *ast.SwitchStmt:
		r.open()
		r.walk(stmt(n.Init))
		if n.Tag != nil {
			// A variable of the initializer is in another scope than what the tag uses.
			if n.Init != nil {
				r.open()
				defer r.close()
			}
			ast.Walk(r, n.Tag)
		}
		r.stmts(n.Body.List)
		r.close()
	case *ast.TypeSwitchStmt:
		r.open()
		r.walk(stmt(n.Init))
		r.open()
		r.walk(n.Assign)
		r.stmts(n.Body.List)
		r.close()
		r.close()
	case *ast.CommClause:
		r.open()
		r.walk(stmt(n.Comm))
		r.stmts(n.Body)
		r.close()
	case *ast.SelectStmt:
		r.stmts(n.Body.List)
	case *ast.ForStmt:
		r.open()
		r.walk(stmt(n.Init), expr(n.Cond), stmt(n.Post), n.Body)
		r.close()
	case *ast.RangeStmt:
		r.rangeStmt(n)
	case *ast.GenDecl:
		r.genDecl(n)
	case *ast.FuncDecl:
		r.funcDecl(n)
	default:
		return r
	}
	return nil
}

func (r *resolver) rangeStmt(n *ast.RangeStmt) {
	r.open()
	ast.Walk(r, n.X)
	var lhs []ast.Expr
	if n.Key != nil {
		lhs = append(lhs, n.Key)
	}
	if n.Value != nil {
		lhs = append(lhs, n.Value)
	}
	if len(lhs) > 0 {
		if n.Tok == token.DEFINE {
			// The declaration is a statement of its own, so that objects have one.
			as := &ast.AssignStmt{Lhs: lhs, Tok: token.DEFINE, TokPos: n.TokPos, Rhs: []ast.Expr{&ast.UnaryExpr{Op: token.RANGE, X: n.X}}}
			r.shortVars(as)
		} else {
			r.exprs(lhs)
		}
	}
	ast.Walk(r, n.Body)
	r.close()
}

// genDecl resolves a declaration. The scope of type parameters lasts to the end of the declaration, as in Go's own parser: types after them in
// the same parentheses are declared in it.
func (r *resolver) genDecl(n *ast.GenDecl) {
	defer func(top *ast.Scope) { r.top = top }(r.top)
	for i, spec := range n.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			kind := ast.Var
			if n.Tok == token.CONST {
				kind = ast.Con
			} else if n.Tok != token.VAR {
				continue
			}
			r.exprs(s.Values)
			if s.Type != nil {
				ast.Walk(r, s.Type)
			}
			r.declare(s, i, r.top, kind, s.Names...)
		case *ast.TypeSpec:
			// A type's scope begins at its name.
			r.declare(s, nil, r.top, ast.Typ, s.Name)
			if s.TypeParams != nil {
				r.open()
				r.typeParams(s.TypeParams)
			}
			ast.Walk(r, s.Type)
		}
	}
}

func (r *resolver) funcDecl(n *ast.FuncDecl) {
	r.open()
	r.receiver(n.Recv)
	if n.Type.TypeParams != nil {
		r.typeParams(n.Type.TypeParams)
	}
	r.resolveFields(n.Type.Params)
	r.resolveFields(n.Type.Results)
	r.declareFields(n.Recv, ast.Var)
	r.declareFields(n.Type.Params, ast.Var)
	r.declareFields(n.Type.Results, ast.Var)
	r.body(n.Body)
	r.close()
	if n.Recv == nil && n.Name.Name != "init" {
		r.declare(n, nil, r.pkg, ast.Fun, n.Name)
	}
}

// receiver resolves a receiver's type, of which type parameters are declared.
func (r *resolver) receiver(recv *ast.FieldList) {
	if recv == nil || len(recv.List) == 0 {
		return
	}
	typ := recv.List[0].Type
	if ptr, ok := typ.(*ast.StarExpr); ok {
		typ = ptr.X
	}
	var base ast.Expr
	var args []ast.Expr
	switch t := typ.(type) {
	case *ast.IndexExpr:
		base, args = t.X, []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		base, args = t.X, t.Indices
	default:
		base = typ
	}
	for _, x := range args {
		if id, ok := x.(*ast.Ident); ok {
			r.declare(id, nil, r.top, ast.Typ, id)
		} else {
			ast.Walk(r, x)
		}
	}
	ast.Walk(r, base)
	for _, f := range recv.List[1:] {
		if f.Type != nil {
			ast.Walk(r, f.Type)
		}
	}
}

func (r *resolver) body(b *ast.BlockStmt) {
	if b == nil {
		return
	}
	r.openLabels()
	r.stmts(b.List)
	r.closeLabels()
}

// funcType resolves a type's parameters and declares them in the current scope.
func (r *resolver) funcType(t *ast.FuncType) {
	r.resolveFields(t.Params)
	r.resolveFields(t.Results)
	r.declareFields(t.Params, ast.Var)
	r.declareFields(t.Results, ast.Var)
}

func (r *resolver) fields(list *ast.FieldList, kind ast.ObjKind) {
	r.resolveFields(list)
	r.declareFields(list, kind)
}

func (r *resolver) resolveFields(list *ast.FieldList) {
	if list != nil {
		for _, f := range list.List {
			if f.Type != nil {
				ast.Walk(r, f.Type)
			}
		}
	}
}

func (r *resolver) declareFields(list *ast.FieldList, kind ast.ObjKind) {
	if list != nil {
		for _, f := range list.List {
			r.declare(f, nil, r.top, kind, f.Names...)
		}
	}
}

// typeParams declares type parameters before their constraints are resolved.
func (r *resolver) typeParams(list *ast.FieldList) {
	r.declareFields(list, ast.Typ)
	r.resolveFields(list)
}
