package doc

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// A player collects what an example needs to be a program.
type player struct {
	decls      map[*ast.Object]ast.Decl // of the file
	methods    map[string][]ast.Decl    // by the names of their receivers
	wanted     map[ast.Decl]bool
	objects    map[*ast.Object]bool
	unresolved map[string]bool
}

// playFunc returns the program of an example function, nil if it needs more than its file has.
func playFunc(file *ast.File, f *ast.FuncDecl) *ast.File {
	if !strings.HasSuffix(file.Name.Name, "_test") {
		return nil // it is part of the package
	}
	p := &player{
		decls: map[*ast.Object]ast.Decl{}, methods: map[string][]ast.Decl{}, wanted: map[ast.Decl]bool{},
		objects: map[*ast.Object]bool{}, unresolved: map[string]bool{},
	}
	p.declare(file)
	ast.Inspect(f.Body, p.visit)
	var decls []ast.Decl
	for _, d := range file.Decls {
		if p.wanted[d] {
			decls = append(decls, p.trimmed(d))
		}
	}
	for name := range p.unresolved {
		if IsPredeclared(name) {
			delete(p.unresolved, name)
		}
	}
	named, blank, ok := p.imports(file)
	if !ok {
		return nil
	}

	body := f.Body
	comments := commentsIn(file.Comments, blank, decls, body)
	if _, _, ok := outputOf(body, file.Comments); ok {
		body, comments = withoutOutput(body, comments)
	}
	all := []ast.Decl{&ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Rparen: 1, Specs: append(named, blank...)}}
	all = append(all, decls...)
	all = append(all, &ast.FuncDecl{
		Name: ast.NewIdent("main"),
		Type: &ast.FuncType{Func: f.Type.Func, Params: &ast.FieldList{}},
		Body: body,
	})
	slices.SortStableFunc(all, func(a, b ast.Decl) int { return cmp.Compare(a.Pos(), b.Pos()) })
	slices.SortFunc(comments, func(a, b *ast.CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return &ast.File{Name: ast.NewIdent("main"), Decls: all, Comments: comments}
}

// declare notes the declarations of a file.
func (p *player) declare(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.decls[d.Name.Obj] = d
			} else if len(d.Recv.List) == 1 {
				name, _ := baseName(d.Recv.List[0].Type)
				p.methods[name] = append(p.methods[name], d)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.decls[spec.Name.Obj] = d
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						p.decls[id.Obj] = d
					}
				}
			}
		}
	}
	delete(p.decls, nil)
}

// visit looks for names. Of selections only what is on the left counts, and of keys only the values.
func (p *player) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		if n.Obj == nil {
			if n.Name != "_" {
				p.unresolved[n.Name] = true
			}
		} else if d := p.decls[n.Obj]; d != nil {
			p.want(n.Obj, d)
		}
	case *ast.SelectorExpr:
		ast.Inspect(n.X, p.visit)
		return false
	case *ast.KeyValueExpr:
		ast.Inspect(n.Value, p.visit)
		return false
	}
	return true
}

// want notes a name that is needed, and looks at what its declaration needs.
func (p *player) want(o *ast.Object, d ast.Decl) {
	if p.objects[o] {
		return
	}
	p.objects[o] = true
	p.wanted[d] = true
	switch d := d.(type) {
	case *ast.FuncDecl:
		p.visitFunc(d)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if !p.needs(d, spec) {
				continue
			}
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.TypeParams != nil {
					p.visitFields(spec.TypeParams)
				}
				ast.Inspect(spec.Type, p.visitType)
				for _, m := range p.methods[spec.Name.Name] {
					if !p.wanted[m] {
						p.wanted[m] = true
						p.visitFunc(m.(*ast.FuncDecl))
					}
				}
			case *ast.ValueSpec:
				if spec.Type != nil {
					ast.Inspect(spec.Type, p.visit)
				}
				for i, x := range spec.Values {
					if len(spec.Values) != len(spec.Names) || usesIota(d) || p.objects[spec.Names[i].Obj] {
						ast.Inspect(x, p.visit)
					}
				}
			}
		}
	}
}

func (p *player) visitFunc(d *ast.FuncDecl) {
	for _, list := range []*ast.FieldList{d.Recv, d.Type.TypeParams, d.Type.Params, d.Type.Results} {
		if list != nil {
			p.visitFields(list)
		}
	}
	if d.Body != nil {
		ast.Inspect(d.Body, p.visit)
	}
}

func (p *player) visitFields(list *ast.FieldList) {
	for _, f := range list.List {
		ast.Inspect(f.Type, p.visitType)
	}
}

// visitType is visit within types, where the names of fields are no uses.
func (p *player) visitType(n ast.Node) bool {
	if f, ok := n.(*ast.Field); ok {
		ast.Inspect(f.Type, p.visitType)
		return false
	}
	return p.visit(n)
}

// needs tells whether a part of a declaration is needed. With iota all of it is, as it counts.
func (p *player) needs(d *ast.GenDecl, spec ast.Spec) bool {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return p.objects[spec.Name.Obj]
	case *ast.ValueSpec:
		if usesIota(d) {
			return true
		}
		for _, id := range spec.Names {
			if p.objects[id.Obj] {
				return true
			}
		}
	}
	return false
}

func usesIota(d *ast.GenDecl) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "iota" && id.Obj == nil {
			found = true
		}
		return !found
	})
	return d.Tok == token.CONST && found
}

// trimmed returns a declaration with the parts that are needed.
func (p *player) trimmed(d ast.Decl) ast.Decl {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return d
	}
	var specs []ast.Spec
	whole := len(g.Specs) > 0
	for _, spec := range g.Specs {
		if !p.needs(g, spec) {
			whole = false
			continue
		}
		part := spec
		if v, ok := spec.(*ast.ValueSpec); ok && !usesIota(g) {
			part = p.trimmedValues(v)
		}
		whole = whole && part == spec
		specs = append(specs, part)
	}
	if whole {
		return d
	}
	trimmed := *g
	trimmed.Specs = specs
	if len(specs) == 1 {
		trimmed.Lparen, trimmed.Rparen = token.NoPos, token.NoPos
	}
	return &trimmed
}

// trimmedValues returns the names that are needed, with their values, unless one value is for all names.
func (p *player) trimmedValues(spec *ast.ValueSpec) ast.Spec {
	if n := len(spec.Values); n != 0 && n != len(spec.Names) {
		return spec
	}
	trimmed := *spec
	trimmed.Names, trimmed.Values = nil, nil
	for i, id := range spec.Names {
		if p.objects[id.Obj] {
			trimmed.Names = append(trimmed.Names, id)
			if len(spec.Values) > 0 {
				trimmed.Values = append(trimmed.Values, spec.Values[i])
			}
		}
	}
	if len(trimmed.Names) == len(spec.Names) {
		return spec
	}
	return &trimmed
}

// imports returns the imports that are needed, and those for their effects; ok is false if a name is left over.
func (p *player) imports(file *ast.File) (named, blank []ast.Spec, ok bool) {
	starts := groupStarts(file.Imports)
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || path == "syscall/js" {
			continue
		}
		name := assumedName(path)
		if spec.Name != nil {
			name = spec.Name.Name
			if name == "." {
				return nil, nil, false // any name could be its
			}
		}
		if name != "_" && !p.unresolved[name] {
			continue
		}
		// Where a group of imports begins says where there are blank lines.
		copied := *spec
		copied.Path = &ast.BasicLit{Kind: token.STRING, Value: spec.Path.Value, ValuePos: startOf(spec, starts)}
		if name == "_" {
			blank = append(blank, &copied)
			continue
		}
		if copied.Name != nil {
			copied.Name = &ast.Ident{NamePos: copied.Path.ValuePos, Name: name}
		}
		named = append(named, &copied)
		delete(p.unresolved, name)
	}
	return named, blank, len(p.unresolved) == 0
}

// groupStarts returns the places of imports with a blank line before them.
func groupStarts(list []*ast.ImportSpec) (starts []token.Pos) {
	var end token.Pos
	for _, spec := range list {
		begin := spec.Pos()
		if spec.Doc != nil {
			begin = spec.Doc.Pos()
		}
		// Between imports of a group there are the end of a line and a tab.
		if end == 0 || begin-end > 2 {
			starts = append(starts, spec.Pos())
		}
		end = spec.End()
		if spec.Comment != nil {
			end = spec.Comment.End()
		}
	}
	return starts
}

func startOf(spec *ast.ImportSpec, starts []token.Pos) token.Pos {
	start := spec.Pos()
	for _, s := range starts {
		if s <= spec.Pos() {
			start = s
		}
	}
	return start
}

// commentsIn returns the comments of blank imports, before declarations and in a body.
func commentsIn(groups []*ast.CommentGroup, blank []ast.Spec, decls []ast.Decl, body *ast.BlockStmt) (list []*ast.CommentGroup) {
	for _, spec := range blank {
		if doc := spec.(*ast.ImportSpec).Doc; doc != nil {
			list = append(list, doc)
		}
	}
	for _, g := range groups {
		in := body.Pos() <= g.Pos() && g.End() <= body.End()
		for _, d := range decls {
			var doc *ast.CommentGroup
			switch d := d.(type) {
			case *ast.FuncDecl:
				doc = d.Doc
			case *ast.GenDecl:
				doc = d.Doc
			}
			in = in || g == doc
		}
		if in {
			list = append(list, g)
		}
	}
	return list
}

// withoutOutput returns a body that ends before the comment with its output.
func withoutOutput(body *ast.BlockStmt, comments []*ast.CommentGroup) (*ast.BlockStmt, []*ast.CommentGroup) {
	i, last := lastComment(body, comments)
	if last == nil || !outputPrefix.MatchString(last.Text()) {
		return body, comments
	}
	short := &ast.BlockStmt{Lbrace: body.Lbrace, List: body.List, Rbrace: last.Pos()}
	return short, slices.Delete(slices.Clone(comments), i, i+1)
}

// playFile returns the program of a file that is one example.
func playFile(file *ast.File) *ast.File {
	comments := file.Comments
	if len(comments) > 0 && strings.HasPrefix(comments[0].Text(), "Copyright") {
		comments = comments[1:]
	}
	var decls []ast.Decl
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !isTest(f.Name.Name, "Example") || f.Recv != nil {
			decls = append(decls, d)
			continue
		}
		main := *f
		main.Name = ast.NewIdent("main")
		if f.Body != nil {
			main.Body, comments = withoutOutput(f.Body, comments)
		}
		decls = append(decls, &main)
	}
	return &ast.File{Name: ast.NewIdent("main"), Package: file.Package, Decls: decls, Comments: comments}
}
