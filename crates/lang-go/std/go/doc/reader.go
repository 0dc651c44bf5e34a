package doc

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A methodSet has functions by name. One without a declaration stands for several that hide each other.
type methodSet map[string]*Func

// set adds a function, unless one of its name is documented.
func (set methodSet) set(d *ast.FuncDecl, preserve bool) {
	name := d.Name.Name
	if old := set[name]; old != nil && old.Doc != "" {
		return
	}
	f := &Func{Doc: d.Doc.Text(), Name: name, Decl: d}
	if d.Recv != nil {
		var t ast.Expr
		if len(d.Recv.List) == 1 {
			t = d.Recv.List[0].Type
		}
		f.Recv = receiver(t)
		f.Orig = f.Recv
	}
	set[name] = f
	if !preserve {
		d.Doc = nil
	}
}

// add adds an embedded method: of two the less deep one counts.
func (set methodSet) add(f *Func) {
	old := set[f.Name]
	if old == nil || f.Level < old.Level {
		set[f.Name] = f
	} else if f.Level == old.Level {
		set[f.Name] = &Func{Name: f.Name, Level: f.Level}
	}
}

// receiver returns the text of a receiver's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return "*" + receiver(x.X)
	case *ast.IndexExpr:
		return fmt.Sprintf("%s[%s]", receiver(x.X), receiverParam(x.Index))
	case *ast.IndexListExpr:
		names := make([]string, len(x.Indices))
		for i, index := range x.Indices {
			names[i] = receiverParam(index)
		}
		return fmt.Sprintf("%s[%s]", receiver(x.X), strings.Join(names, ", "))
	}
	return "BADRECV"
}

func receiverParam(x ast.Expr) string {
	if id, ok := x.(*ast.Ident); ok {
		return id.Name
	}
	return "BADPARAM"
}

// baseName returns the name of a type without stars, parentheses and arguments, and whether it is of another package.
func baseName(x ast.Expr) (name string, imported bool) {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name, false
	case *ast.SelectorExpr:
		if _, ok := x.X.(*ast.Ident); ok {
			return x.Sel.Name, true
		}
	case *ast.IndexExpr:
		return baseName(x.X)
	case *ast.IndexListExpr:
		return baseName(x.X)
	case *ast.ParenExpr:
		return baseName(x.X)
	case *ast.StarExpr:
		return baseName(x.X)
	}
	return "", false
}

// fieldsOf returns the fields of a struct, or the methods of an interface.
func fieldsOf(x ast.Expr) (list []*ast.Field, isStruct bool) {
	switch t := x.(type) {
	case *ast.StructType:
		if t.Fields != nil {
			list = t.Fields.List
		}
		return list, true
	case *ast.InterfaceType:
		if t.Methods != nil {
			list = t.Methods.List
		}
	}
	return list, false
}

// A namedType is what has been found of a type.
type namedType struct {
	doc        string
	name       string
	decl       *ast.GenDecl // nil before it has been seen
	isEmbedded bool
	isStruct   bool
	embedded   []*namedType
	byPointer  map[*namedType]bool // of those that are embedded

	values  []*Value
	funcs   methodSet
	methods methodSet
}

// A reader collects the documentation of a package.
type reader struct {
	mode         Mode
	doc          string
	filenames    []string
	notes        map[string][]*Note
	imports      map[string]bool
	dotImport    bool
	importByName map[string]string

	values   []*Value
	order    int // of values
	types    map[string]*namedType
	funcs    methodSet
	shadowed map[string]bool                 // predeclared names that the package declares
	embedded map[string][]*ast.InterfaceType // those that embed predeclared types, or types of their names
}

func newReader(mode Mode) *reader {
	return &reader{
		mode:         mode,
		notes:        map[string][]*Note{},
		imports:      map[string]bool{},
		importByName: map[string]string{},
		types:        map[string]*namedType{},
		funcs:        methodSet{},
		shadowed:     map[string]bool{},
		embedded:     map[string][]*ast.InterfaceType{},
	}
}

func (r *reader) preserves() bool { return r.mode&PreserveAST != 0 }

func (r *reader) isVisible(name string) bool {
	return r.mode&AllDecls != 0 || token.IsExported(name)
}

// lookup returns the type of a name, which is made if it is not there.
func (r *reader) lookup(name string) *namedType {
	if name == "" || name == "_" {
		return nil
	}
	t := r.types[name]
	if t == nil {
		t = &namedType{
			name: name, byPointer: map[*namedType]bool{}, funcs: methodSet{}, methods: methodSet{},
		}
		r.types[name] = t
	}
	return t
}

// embed notes an embedded field, and returns the name of its type.
func (r *reader) embed(parent *namedType, x ast.Expr) string {
	name, imported := baseName(x)
	if parent == nil || imported {
		return name
	}
	if t := r.lookup(name); t != nil {
		t.isEmbedded = true
		if _, ok := parent.byPointer[t]; !ok {
			parent.embedded = append(parent.embedded, t)
		}
		_, parent.byPointer[t] = x.(*ast.StarExpr)
	}
	return name
}

// read reads a package, its functions last, since they are looked at in the light of the types.
func (r *reader) read(pkg *ast.Package) {
	r.filenames = sortedKeys(pkg.Files)
	for _, name := range r.filenames {
		f := pkg.Files[name]
		if r.mode&AllDecls == 0 {
			f.Decls = among(f.Decls, r.exports)
		}
		r.readFile(f)
	}
	for _, name := range r.filenames {
		for _, d := range pkg.Files[name].Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				r.readFunc(d)
			}
		}
	}
}

func (r *reader) readFile(f *ast.File) {
	if f.Doc != nil {
		if r.doc != "" {
			r.doc += "\n"
		}
		r.doc += f.Doc.Text()
		if !r.preserves() {
			f.Doc = nil
		}
	}
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		switch d.Tok {
		case token.IMPORT:
			for _, spec := range d.Specs {
				if spec, ok := spec.(*ast.ImportSpec); ok {
					r.readImport(spec)
				}
			}
		case token.CONST, token.VAR:
			r.readValue(d)
		case token.TYPE:
			r.readTypes(d)
		}
	}
	r.readNotes(f.Comments)
	if !r.preserves() {
		f.Comments = nil
	}
}

func (r *reader) readImport(spec *ast.ImportSpec) {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return
	}
	r.imports[path] = true
	name := assumedName(path)
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if name == "." {
		r.dotImport = true
	}
	if old, ok := r.importByName[name]; !ok {
		r.importByName[name] = path
	} else if old != path {
		r.importByName[name] = "" // there are several
	}
}

// assumedName returns the name that a package probably has.
func assumedName(importPath string) string {
	base := path.Base(importPath)
	if strings.HasPrefix(base, "v") {
		if _, err := strconv.Atoi(base[1:]); err == nil {
			if dir := path.Dir(importPath); dir != "." {
				base = path.Base(dir)
			}
		}
	}
	base = strings.TrimPrefix(base, "go-")
	if i := strings.IndexFunc(base, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }); i >= 0 {
		base = base[:i]
	}
	return base
}

func (r *reader) readTypes(d *ast.GenDecl) {
	if len(d.Specs) == 1 && !d.Lparen.IsValid() {
		if spec, ok := d.Specs[0].(*ast.TypeSpec); ok {
			r.readType(d, spec)
		}
		return
	}
	// Each type of a group gets a declaration of its own.
	for _, spec := range d.Specs {
		if spec, ok := spec.(*ast.TypeSpec); ok {
			r.readType(&ast.GenDecl{Doc: d.Doc, TokPos: spec.Pos(), Tok: token.TYPE, Specs: []ast.Spec{spec}}, spec)
		}
	}
}

func (r *reader) readType(d *ast.GenDecl, spec *ast.TypeSpec) {
	t := r.lookup(spec.Name.Name)
	if t == nil {
		return
	}
	t.decl = d
	text := spec.Doc
	if text == nil {
		text = d.Doc
	}
	if !r.preserves() {
		spec.Doc, d.Doc = nil, nil
	}
	t.doc = text.Text()
	var list []*ast.Field
	list, t.isStruct = fieldsOf(spec.Type)
	for _, f := range list {
		if len(f.Names) == 0 {
			r.embed(t, f.Type)
		}
	}
}

// readValue reads a declaration of constants or variables. It belongs to a type if three quarters of them have it,
// and none has another.
func (r *reader) readValue(d *ast.GenDecl) {
	main, count, last := "", 0, ""
	specs := 0
	var names []string
	mixed := false
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		specs++
		for _, id := range spec.Names {
			names = append(names, id.Name)
		}
		name := ""
		if spec.Type != nil {
			if n, imported := baseName(spec.Type); !imported {
				name = n
			}
		} else if d.Tok == token.CONST && len(spec.Values) == 0 {
			name = last
		}
		if name != "" && !mixed {
			if main != "" && main != name {
				main, mixed = "", true
			} else {
				main = name
				count++
			}
		}
		last = name
	}
	if specs == 0 {
		return
	}
	values := &r.values
	if main != "" && r.isVisible(main) && count >= int(float64(len(d.Specs))*0.75) {
		if t := r.lookup(main); t != nil {
			values = &t.values
		}
	}
	*values = append(*values, &Value{Doc: d.Doc.Text(), Names: names, Decl: d, order: r.order})
	if !r.preserves() {
		d.Doc = nil
	}
	r.order++
}

// readFunc reads a function. One that returns a type of the package, and no other, belongs to the type.
func (r *reader) readFunc(d *ast.FuncDecl) {
	if !r.preserves() {
		d.Body = nil
	}
	if d.Recv != nil {
		if len(d.Recv.List) == 0 {
			return
		}
		name, imported := baseName(d.Recv.List[0].Type)
		if imported {
			return
		}
		if t := r.lookup(name); t != nil {
			t.methods.set(d, r.preserves())
		}
		return
	}
	var made *namedType
	count := 0
	if d.Type.Results != nil {
		for _, f := range d.Type.Results.List {
			x := f.Type
			if a, ok := x.(*ast.ArrayType); ok {
				x = a.Elt
			}
			name, imported := baseName(x)
			if imported || !r.isVisible(name) || predeclaredTypes[name] && r.types[name] == nil ||
				isTypeParam(name, d.Type.TypeParams) {
				continue
			}
			if t := r.lookup(name); t != nil {
				made = t
				count++
			}
		}
	}
	if count == 1 {
		made.funcs.set(d, r.preserves())
		return
	}
	r.funcs.set(d, r.preserves())
}

func isTypeParam(name string, list *ast.FieldList) bool {
	if list == nil {
		return false
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			if id.Name == name {
				return true
			}
		}
	}
	return false
}

var (
	noteInText    = regexp.MustCompile(`^[ \t]*([A-Z][A-Z]+)\(([^)]+)\):?`)
	noteInComment = regexp.MustCompile(`^/[/*][ \t]*([A-Z][A-Z]+)\(([^)]+)\):?`)
)

func (r *reader) readNotes(groups []*ast.CommentGroup) {
	for _, g := range groups {
		begin := -1
		for i, c := range g.List {
			if noteInComment.MatchString(c.Text) {
				if begin >= 0 {
					r.readNote(g.List[begin:i])
				}
				begin = i
			}
		}
		if begin >= 0 {
			r.readNote(g.List[begin:])
		}
	}
}

func (r *reader) readNote(list []*ast.Comment) {
	text := (&ast.CommentGroup{List: list}).Text()
	m := noteInText.FindStringSubmatchIndex(text)
	if m == nil {
		return
	}
	body := cleaned(text[m[1]:])
	if body == "" {
		return
	}
	marker := text[m[2]:m[3]]
	r.notes[marker] = append(r.notes[marker], &Note{
		Pos: list[0].Pos(), End: list[len(list)-1].End(), UID: text[m[4]:m[5]], Body: body,
	})
}

// cleaned returns a text with single blanks, and with its lines.
func cleaned(s string) string {
	var b strings.Builder
	last := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c == '\r' || c == '\t' {
			c = ' '
		}
		if c != ' ' || last != ' ' {
			b.WriteByte(c)
			last = c
		}
	}
	return strings.TrimSuffix(b.String(), " ")
}

func bodies(notes []*Note) (list []string) {
	for _, n := range notes {
		list = append(list, n.Body)
	}
	return list
}

// methodSets adds methods of embedded types, and removes from interfaces embedded types that only look predeclared.
func (r *reader) methodSets() {
	for _, name := range sortedKeys(r.types) {
		if t := r.types[name]; t.isStruct {
			r.embeddedMethods(t.methods, t, t.name, false, 1, map[*namedType]bool{})
		}
	}
	for _, name := range sortedKeys(r.embedded) {
		if !r.shadowed[name] {
			continue
		}
		for _, t := range r.embedded[name] {
			t.Methods.List = among(t.Methods.List, func(f *ast.Field) bool {
				if base, _ := baseName(f.Type); len(f.Names) == 0 && base == name {
					t.Incomplete = true
					return false
				}
				return true
			})
		}
	}
}

// embeddedMethods adds methods of types that are embedded in t. What is within a pointer has all of them.
func (r *reader) embeddedMethods(set methodSet, t *namedType, recv string, pointer bool, level int, within map[*namedType]bool) {
	within[t] = true
	for _, e := range t.embedded {
		byPointer := pointer || t.byPointer[e]
		for _, name := range sortedKeys(e.methods) {
			if m := e.methods[name]; m.Level == 0 {
				set.add(promoted(m, recv, byPointer, level))
			}
		}
		if !within[e] {
			r.embeddedMethods(set, e, recv, byPointer, level+1, within)
		}
	}
	delete(within, t)
}

// promoted returns a method with another receiver.
func promoted(f *Func, recv string, pointer bool, level int) *Func {
	if f.Decl == nil || f.Decl.Recv == nil || len(f.Decl.Recv.List) != 1 {
		return f
	}
	field := *f.Decl.Recv.List[0]
	pos := field.Type.Pos()
	id := &ast.Ident{NamePos: pos, Name: recv}
	var x ast.Expr = id
	if _, ok := field.Type.(*ast.StarExpr); ok && !pointer {
		id.NamePos++
		x = &ast.StarExpr{Star: pos, X: id}
	}
	field.Type = x
	fields := *f.Decl.Recv
	fields.List = []*ast.Field{&field}
	d := *f.Decl
	d.Recv = &fields
	g := *f
	g.Decl, g.Recv, g.Level = &d, receiver(x), level
	return &g
}

// cleanUp drops types that are not visible or not there. What belongs to a type that may be elsewhere is kept.
func (r *reader) cleanUp() {
	for _, name := range sortedKeys(r.types) {
		t := r.types[name]
		visible := r.isVisible(name)
		predeclared := predeclaredTypes[name]
		if t.decl == nil && (predeclared || visible && (t.isEmbedded || r.dotImport)) {
			r.values = append(r.values, t.values...)
			for name, f := range t.funcs {
				r.funcs[name] = f
			}
			if !predeclared {
				for name, m := range t.methods {
					if r.funcs[name] == nil {
						r.funcs[name] = m
					}
				}
			}
		}
		if t.decl == nil || !visible {
			delete(r.types, name)
		}
	}
}

func sortedKeys[T any](m map[string]T) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

func valuesOf(values []*Value, tok token.Token) []*Value {
	list := []*Value{}
	for _, v := range values {
		if v.Decl.Tok == tok {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b *Value) int {
		if c := strings.Compare(sortingName(a.Decl), sortingName(b.Decl)); c != 0 {
			return c
		}
		return a.order - b.order
	})
	return list
}

// sortingName returns the name by which a declaration is sorted, empty for groups.
func sortingName(d *ast.GenDecl) string {
	if len(d.Specs) == 1 {
		if spec, ok := d.Specs[0].(*ast.ValueSpec); ok {
			return spec.Names[0].Name
		}
	}
	return ""
}

func (r *reader) sortedTypes() []*Type {
	list := []*Type{}
	for _, name := range sortedKeys(r.types) {
		t := r.types[name]
		list = append(list, &Type{
			Doc:     t.doc,
			Name:    t.name,
			Decl:    t.decl,
			Consts:  valuesOf(t.values, token.CONST),
			Vars:    valuesOf(t.values, token.VAR),
			Funcs:   sortedFuncs(t.funcs, true),
			Methods: sortedFuncs(t.methods, r.mode&AllMethods != 0),
		})
	}
	return list
}

// sortedFuncs leaves out what is hidden, and unless all are wanted methods of embedded exported types.
func sortedFuncs(set methodSet, all bool) []*Func {
	list := []*Func{}
	for _, name := range sortedKeys(set) {
		f := set[name]
		if f.Decl != nil && (all || f.Level == 0 || !token.IsExported(strings.TrimPrefix(f.Orig, "*"))) {
			list = append(list, f)
		}
	}
	return list
}
