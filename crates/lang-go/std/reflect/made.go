package reflect

import (
	"internal/raw"
	"internal/rt"
	"math"
	"strconv"
)

// made are the types that the program has not got, by what they are made of.
var made = map[string]*rtype{}

// ident names a type in the names of types that are made of it.
func (t *rtype) ident() string {
	if t.id == "" {
		t.id = strconv.Itoa(t.num)
	}
	return t.id
}

// make is the type that is made of those that id names; fill describes it when it is new.
func newType(id string, k Kind, fill func(t *rtype)) *rtype {
	if t := made[id]; t != nil {
		return t
	}
	t := &rtype{kind: k, id: "(" + id + ")", direct: isDirect(k), comparable: true, known: true, listed: true, size: 8, made: true}
	made[id] = t
	fill(t)
	return t
}

// find is the type of the program with these parts, or nil.
func find(k Kind, elem *rtype, more int) *rtype {
	if elem.made {
		return nil
	}
	if n := raw.Find(int(k), elem.num, more); n != 0 {
		return typeAt(n)
	}
	return nil
}

func PointerTo(t Type) Type { return t.common().pointer() }
func PtrTo(t Type) Type     { return PointerTo(t) }

func madePointer(elem *rtype) *rtype {
	return newType("*"+elem.ident(), Pointer, func(t *rtype) {
		t.elem, t.text = elem, "*"+elem.String()
	})
}

// found remembers what was looked for.
var found = map[string]*rtype{}

func sliceOf(elem *rtype) *rtype {
	id := "[]" + elem.ident()
	if t := found[id]; t != nil {
		return t
	}
	t := find(Slice, elem, 0)
	if t == nil {
		t = newType(id, Slice, func(t *rtype) {
			t.elem, t.text, t.size, t.comparable = elem, "[]"+elem.String(), 24, false
		})
	}
	found[id] = t
	return t
}

func SliceOf(t Type) Type { return sliceOf(t.common()) }

func ArrayOf(length int, elem Type) Type {
	if length < 0 {
		panic("reflect: negative length passed to ArrayOf")
	}
	e := elem.common()
	if e.size > 0 && length > math.MaxInt/e.size {
		panic("reflect.ArrayOf: array size would exceed virtual address space")
	}
	if t := find(Array, e, length); t != nil {
		return t
	}
	n := strconv.Itoa(length)
	return newType("["+n+"]"+e.ident(), Array, func(t *rtype) {
		t.elem, t.len, t.text = e, length, "["+n+"]"+e.String()
		t.size, t.comparable = length*e.size, e.comparable
	})
}

func MapOf(key, elem Type) Type {
	k, e := key.common(), elem.common()
	if !k.comparable {
		panic("reflect.MapOf: invalid key type " + k.String())
	}
	id := "map[" + k.ident() + "]" + e.ident()
	if t := found[id]; t != nil {
		return t
	}
	var t *rtype
	if !k.made {
		t = find(Map, e, k.num)
	}
	if t == nil {
		t = newType(id, Map, func(t *rtype) {
			t.key, t.elem, t.text, t.comparable = k, e, "map["+k.String()+"]"+e.String(), false
		})
	}
	found[id] = t
	return t
}

func ChanOf(dir ChanDir, t Type) Type {
	e := t.common()
	if e.size >= 1<<16 {
		panic("reflect.ChanOf: element size too large")
	}
	text := ""
	switch dir {
	case SendDir:
		text = "chan<- " + e.String()
	case RecvDir:
		text = "<-chan " + e.String()
	case BothDir:
		text = "chan " + e.String()
		if e.kind == Chan && !e.named && e.direction() == RecvDir {
			text = "chan (" + e.String() + ")"
		}
	default:
		panic("reflect.ChanOf: invalid dir")
	}
	if t := find(Chan, e, int(dir)); t != nil {
		return t
	}
	return newType("chan"+strconv.Itoa(int(dir))+e.ident(), Chan, func(t *rtype) { t.elem, t.dir, t.text = e, dir, text })
}

// FuncOf is a type of functions.
func FuncOf(in, out []Type, variadic bool) Type {
	if variadic && (len(in) == 0 || in[len(in)-1].Kind() != Slice) {
		panic("reflect.FuncOf: last arg of variadic func must be slice")
	}
	return funcOf(commons(in), commons(out), variadic)
}

func commons(list []Type) []*rtype {
	out := make([]*rtype, len(list))
	for i, t := range list {
		out[i] = t.common()
	}
	return out
}

func funcOf(in, out []*rtype, variadic bool) *rtype {
	id := "func("
	for _, t := range in {
		id += t.ident() + ","
	}
	id += ")"
	for _, t := range out {
		id += t.ident() + ","
	}
	if variadic {
		id += "..."
	}
	if t := found[id]; t != nil {
		return t
	}
	t := searched(Func, func(t *rtype) bool {
		t.parts()
		return t.variadic == variadic && sameLists(t.in, in, true) && sameLists(t.out, out, true)
	})
	if t == nil {
		t = newType(id, Func, func(t *rtype) {
			t.in, t.out, t.variadic, t.comparable = in, out, variadic, false
			t.text = "func" + signatureText(in, out, variadic)
		})
	}
	found[id] = t
	return t
}

func signatureText(in, out []*rtype, variadic bool) string {
	s := "("
	for i, t := range in {
		if i > 0 {
			s += ", "
		}
		if variadic && i == len(in)-1 {
			s += "..." + t.elemType().String()
		} else {
			s += t.String()
		}
	}
	s += ")"
	switch len(out) {
	case 0:
		return s
	case 1:
		return s + " " + out[0].String()
	}
	s += " ("
	for i, t := range out {
		if i > 0 {
			s += ", "
		}
		s += t.String()
	}
	return s + ")"
}

// searched is the first type of the program of a kind, without a name, that is the one.
func searched(k Kind, is func(t *rtype) bool) *rtype {
	for n := 1; n <= raw.Count(); n++ {
		if Kind(rt.Kind(n)) == k && !rt.Named(n) {
			if t := typeAt(n); is(t) {
				return t
			}
		}
	}
	return nil
}

// StructOf is a struct type. It has the methods of one embedded field for reflection only.
func StructOf(fields []StructField) Type {
	list := make([]field, len(fields))
	id, text, pkg := "struct{", "struct {", ""
	seen := map[string]bool{}
	promoted, from := []method(nil), 0
	offset, align, comparable := 0, 1, true
	for i, f := range fields {
		if f.Name == "" {
			panic("reflect.StructOf: field " + strconv.Itoa(i) + " has no name")
		}
		if !isName(f.Name) {
			panic("reflect.StructOf: field " + strconv.Itoa(i) + " has invalid name")
		}
		if f.Type == nil {
			panic("reflect.StructOf: field " + strconv.Itoa(i) + " has no type")
		}
		t := f.Type.common()
		private := f.PkgPath != ""
		if c := f.Name[0]; !private && ('a' <= c && c <= 'z' || c == '_') {
			panic("reflect.StructOf: field \"" + f.Name + "\" is unexported but missing PkgPath")
		}
		if private {
			if f.Anonymous {
				panic("reflect.StructOf: field \"" + f.Name + "\" is anonymous but has PkgPath set")
			}
			if pkg == "" {
				pkg = f.PkgPath
			} else if pkg != f.PkgPath {
				panic("reflect.Struct: fields with different PkgPath " + pkg + " and " + f.PkgPath)
			}
		}
		if n := t.NumMethod(); f.Anonymous && n > 0 {
			if i > 0 && t.kind != Interface {
				panic("reflect: embedded type with methods not implemented if type is not first field")
			}
			promoted, from = t.selectable(), i
		}
		if seen[f.Name] && f.Name != "_" {
			panic("reflect.StructOf: duplicate field " + f.Name)
		}
		seen[f.Name] = true
		g := &list[i]
		g.name, g.tag, g.pkg, g.typ, g.embedded = f.Name, string(f.Tag), f.PkgPath, t, f.Anonymous
		g.flag = flag(t.kind)
		if private {
			g.flag |= readOnly(f.Anonymous)
		}
		a := t.Align()
		offset = (offset + a - 1) / a * a
		g.offset = offset
		if offset += t.size; offset < 0 || g.offset < 0 {
			panic("reflect.StructOf: struct size would exceed virtual address space")
		}
		align = max(align, a)
		comparable = comparable && t.comparable
		text += fieldText(g, i)
		id += g.pkg + " " + fieldText(g, 0) + t.ident() + ";"
	}
	if len(fields) > 0 {
		text += " "
		if last := &list[len(list)-1]; last.typ.size == 0 && offset > 0 {
			offset++
		}
	}
	text += "}"
	size := (offset + align - 1) / align * align
	if t := found[id]; t != nil {
		return t
	}
	like := &rtype{kind: Struct, known: true, fields: list}
	t := searched(Struct, func(t *rtype) bool { return sameFields(t, like, true) })
	if t == nil {
		t = newType(id, Struct, func(t *rtype) {
			t.fields, t.size, t.comparable, t.text, t.path = list, size, comparable, text, pkg
			t.promote(promoted, from)
		})
	}
	found[id] = t
	return t
}

// promote gives a struct the methods of an embedded field.
func (t *rtype) promote(methods []method, from int) {
	t.methods, t.from = methods, from
	for _, m := range methods {
		if m.pkg == "" {
			t.exported = append(t.exported, m)
		}
	}
}

func fieldText(f *field, i int) string {
	s := " "
	if i > 0 {
		s = "; "
	}
	if !f.embedded {
		s += f.name + " "
	}
	s += f.typ.String()
	if f.tag != "" {
		s += " " + strconv.Quote(f.tag)
	}
	return s
}

func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// registered are types that were made, by their numbers.
var registered = map[int]*rtype{}

// number is the number of a type. The runtime learns of one that was made when a value of it is to leave this package.
func (t *rtype) number() int {
	if t.num == 0 {
		t.register()
	}
	return t.num
}

func (t *rtype) register() {
	elem, more := 0, t.len
	if t.elem != nil {
		elem = t.elem.number()
	}
	if t.key != nil {
		more = t.key.number()
	}
	var parts []int
	var names []string
	for i := range t.fields {
		f := &t.fields[i]
		flags := 0
		if f.pkg == "" {
			flags = 1
		}
		if f.embedded {
			flags |= 2
		}
		parts = append(parts, f.typ.number(), f.offset, flags)
		names = append(names, f.name, f.tag)
	}
	t.num = raw.MakeType(int(t.kind), t.text, t.size, t.comparable, elem, more, parts, names)
	if t.num == 0 {
		panic("reflect: the program has made too many types, or one that is too large")
	}
	if t.kind == Map {
		t.mapNumber = raw.MadeMap(t.num)
	}
	registered[t.num] = t
}
