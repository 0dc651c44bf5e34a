// Package reflect looks at values by their types, changes them, and calls functions.
//
// A type is described by an rtype, which is made when the type is first met: types are equal if their rtypes are the
// same. A Value is an rtype, flags, and a word as interfaces hold it, or an address of memory.
package reflect

import (
	"internal/rt"
	"iter"
	"strconv"
)

// Kind is what a type is made of.
type Kind uint

const (
	Invalid Kind = iota
	Bool
	Int
	Int8
	Int16
	Int32
	Int64
	Uint
	Uint8
	Uint16
	Uint32
	Uint64
	Uintptr
	Float32
	Float64
	Complex64
	Complex128
	Array
	Chan
	Func
	Interface
	Map
	Pointer
	Slice
	String
	Struct
	UnsafePointer
)

const Ptr = Pointer

var kindNames = [...]string{"invalid", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16",
	"uint32", "uint64", "uintptr", "float32", "float64", "complex64", "complex128", "array", "chan", "func",
	"interface", "map", "ptr", "slice", "string", "struct", "unsafe.Pointer"}

func (k Kind) String() string {
	if uint(k) < uint(len(kindNames)) {
		return kindNames[k]
	}
	return "kind" + strconv.Itoa(int(k))
}

// ChanDir is which way values go through a channel.
type ChanDir int

const (
	RecvDir ChanDir = 1 << iota
	SendDir
	BothDir = RecvDir | SendDir
)

func (d ChanDir) String() string {
	switch d {
	case SendDir:
		return "chan<-"
	case RecvDir:
		return "<-chan"
	case BothDir:
		return "chan"
	}
	return "ChanDir" + strconv.Itoa(int(d))
}

// Type is a type. Types are equal if they are identical.
type Type interface {
	Align() int
	FieldAlign() int
	Method(i int) Method
	Methods() iter.Seq[Method]
	MethodByName(name string) (Method, bool)
	NumMethod() int
	Name() string
	PkgPath() string
	Size() uintptr
	String() string
	Kind() Kind
	Implements(u Type) bool
	AssignableTo(u Type) bool
	ConvertibleTo(u Type) bool
	Comparable() bool
	Bits() int
	ChanDir() ChanDir
	IsVariadic() bool
	Elem() Type
	Field(i int) StructField
	Fields() iter.Seq[StructField]
	FieldByIndex(index []int) StructField
	FieldByName(name string) (StructField, bool)
	FieldByNameFunc(match func(string) bool) (StructField, bool)
	In(i int) Type
	Ins() iter.Seq[Type]
	Key() Type
	Len() int
	NumField() int
	NumIn() int
	NumOut() int
	Out(i int) Type
	Outs() iter.Seq[Type]
	OverflowComplex(x complex128) bool
	OverflowFloat(x float64) bool
	OverflowInt(x int64) bool
	OverflowUint(x uint64) bool
	CanSeq() bool
	CanSeq2() bool
	common() *rtype
}

// StructField describes a field.
type StructField struct {
	Name      string
	PkgPath   string // of the package of a name that is not exported
	Type      Type
	Tag       StructTag
	Offset    uintptr
	Index     []int
	Anonymous bool
}

func (f StructField) IsExported() bool { return f.PkgPath == "" }

// Method describes a method.
type Method struct {
	Name    string
	PkgPath string // of the package of a name that is not exported
	Type    Type   // with the receiver, but for interfaces
	Func    Value  // takes the receiver first
	Index   int
}

func (m Method) IsExported() bool { return m.PkgPath == "" }

// TypeOf is the type of a value, nil for nil.
func TypeOf(i any) Type {
	if i == nil {
		return nil
	}
	return typeOf(i)
}

// TypeFor is the type T.
func TypeFor[T any]() Type { return TypeOf((*T)(nil)).Elem() }

func (t *rtype) common() *rtype { return t }

func (t *rtype) Kind() Kind       { return t.kind }
func (t *rtype) Size() uintptr    { return uintptr(t.size) }
func (t *rtype) Comparable() bool { return t.comparable }
func (t *rtype) FieldAlign() int  { return t.Align() }

func (t *rtype) Align() int {
	switch t.kind {
	case Struct:
		most := 1
		for i := range t.structFields() {
			most = max(most, t.fields[i].typ.Align())
		}
		return most
	case Array:
		return t.elemType().Align()
	case Complex64:
		return 4
	case Complex128, String, Interface, Slice:
		return 8
	}
	return max(t.size, 1)
}

func (t *rtype) String() string {
	if t.text == "" {
		t.text = rt.TypeName(t.num)
	}
	return t.text
}

// hasName tells types that were defined from those that are written out.
func (t *rtype) hasName() bool {
	return t.named || t.kind <= Complex128 || t.kind == String || t.kind == UnsafePointer
}

func (t *rtype) Name() string {
	if !t.hasName() {
		return ""
	}
	name := t.String()
	// The package ends before the type arguments.
	start := 0
	for i := 0; i < len(name) && name[i] != '['; i++ {
		if name[i] == '.' {
			start = i + 1
		}
	}
	return name[start:]
}

func (t *rtype) PkgPath() string {
	if !t.named {
		if t.kind == UnsafePointer {
			return "unsafe"
		}
		return ""
	}
	return t.packagePath()
}

func (t *rtype) Bits() int {
	if t.kind < Int || t.kind > Complex128 {
		panic("reflect: Bits of non-arithmetic Type " + t.String())
	}
	return t.size * 8
}

func (t *rtype) ChanDir() ChanDir {
	if t.kind != Chan {
		panic("reflect: ChanDir of non-chan type " + t.String())
	}
	return t.direction()
}

func (t *rtype) Elem() Type {
	switch t.kind {
	case Array, Chan, Map, Pointer, Slice:
		return t.elemType()
	}
	panic("reflect: Elem of invalid type " + t.String())
}

func (t *rtype) Key() Type {
	if t.kind != Map {
		panic("reflect: Key of non-map type " + t.String())
	}
	return t.keyType()
}

func (t *rtype) Len() int {
	if t.kind != Array {
		panic("reflect: Len of non-array type " + t.String())
	}
	return t.len
}

func (t *rtype) signature(what string) {
	if t.kind != Func {
		panic("reflect: " + what + " of non-func type " + t.String())
	}
	t.parts()
}

func (t *rtype) IsVariadic() bool {
	t.signature("IsVariadic")
	return t.variadic
}

func (t *rtype) NumIn() int {
	t.signature("NumIn")
	return len(t.in)
}

func (t *rtype) NumOut() int {
	t.signature("NumOut")
	return len(t.out)
}

func (t *rtype) In(i int) Type {
	t.signature("In")
	return t.in[i]
}

func (t *rtype) Out(i int) Type {
	t.signature("Out")
	return t.out[i]
}

func (t *rtype) Ins() iter.Seq[Type] {
	t.signature("Ins")
	return each(t.in)
}

func (t *rtype) Outs() iter.Seq[Type] {
	t.signature("Outs")
	return each(t.out)
}

func each(types []*rtype) iter.Seq[Type] {
	return func(yield func(Type) bool) {
		for _, t := range types {
			if !yield(t) {
				return
			}
		}
	}
}

func (t *rtype) NumField() int {
	if t.kind != Struct {
		panic("reflect: NumField of non-struct type " + t.String())
	}
	return len(t.structFields())
}

func (t *rtype) Field(i int) StructField {
	if t.kind != Struct {
		panic("reflect: Field of non-struct type " + t.String())
	}
	if i < 0 || i >= len(t.structFields()) {
		panic("reflect: Field index out of bounds")
	}
	f := &t.fields[i]
	return StructField{f.name, f.pkg, f.typ, StructTag(f.tag), uintptr(f.offset), []int{i}, f.embedded}
}

func (t *rtype) Fields() iter.Seq[StructField] {
	if t.kind != Struct {
		panic("reflect: Fields of non-struct type " + t.String())
	}
	return func(yield func(StructField) bool) {
		for i := range t.structFields() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func (t *rtype) must(is bool, method string) {
	if !is {
		panic("reflect: " + method + " of non-" + map[string]string{"OverflowComplex": "complex",
			"OverflowFloat": "float", "OverflowInt": "int", "OverflowUint": "uint"}[method] + " type " + t.String())
	}
}

func (t *rtype) OverflowComplex(x complex128) bool {
	t.must(t.kind == Complex64 || t.kind == Complex128, "OverflowComplex")
	return t.kind == Complex64 && (overflowsFloat32(real(x)) || overflowsFloat32(imag(x)))
}

func (t *rtype) OverflowFloat(x float64) bool {
	t.must(t.kind == Float32 || t.kind == Float64, "OverflowFloat")
	return t.kind == Float32 && overflowsFloat32(x)
}

func overflowsFloat32(x float64) bool {
	if x < 0 {
		x = -x
	}
	return 0x1.fffffep127 < x && x <= 0x1.fffffffffffffp1023
}

func (t *rtype) OverflowInt(x int64) bool {
	t.must(Int <= t.kind && t.kind <= Int64, "OverflowInt")
	unused := 64 - 8*t.size
	return x<<unused>>unused != x
}

func (t *rtype) OverflowUint(x uint64) bool {
	t.must(Uint <= t.kind && t.kind <= Uintptr, "OverflowUint")
	unused := 64 - 8*t.size
	return x<<unused>>unused != x
}

// Relations ----------------------------------------------------------------------------------------------------

func (t *rtype) Implements(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	return t.implements(u.common())
}

// implements tells whether t has all methods of an interface type.
func (t *rtype) implements(u *rtype) bool {
	want := u.methodList()
	if len(want) == 0 {
		return true
	}
	have := t.methodList()
	n := 0
	for i := range want {
		for n < len(have) && (have[n].name < want[i].name || have[n].name == want[i].name && have[n].pkg < want[i].pkg) {
			n++
		}
		if n == len(have) || have[n].name != want[i].name || have[n].pkg != want[i].pkg ||
			have[n].signature != want[i].signature {
			return false
		}
	}
	return true
}

func (t *rtype) AssignableTo(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.AssignableTo")
	}
	return t.assignable(u.common())
}

// assignable tells whether values of type t can be assigned to variables of type to.
func (t *rtype) assignable(to *rtype) bool {
	return t.directlyAssignable(to) || to.kind == Interface && t.implements(to)
}

// directlyAssignable is the same for values that stay as they are.
func (t *rtype) directlyAssignable(to *rtype) bool {
	if t == to {
		return true
	}
	if t.kind != to.kind || t.hasName() && to.hasName() {
		return false
	}
	if t.kind == Chan && t.direction() == BothDir && t.elemType() == to.elemType() {
		return true
	}
	return sameUnderlying(t, to, true)
}

// same tells whether types are identical, perhaps but for tags of fields.
func same(a, b *rtype, tags bool) bool {
	if tags || a == b {
		return a == b
	}
	if a.kind != b.kind || a.named || b.named {
		return false
	}
	return sameUnderlying(a, b, false)
}

// sameUnderlying tells whether underlying types are identical, perhaps but for tags of fields.
func sameUnderlying(a, b *rtype, tags bool) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Array:
		return a.len == b.len && same(a.elemType(), b.elemType(), tags)
	case Chan:
		return a.direction() == b.direction() && same(a.elemType(), b.elemType(), tags)
	case Map:
		return same(a.keyType(), b.keyType(), tags) && same(a.elemType(), b.elemType(), tags)
	case Pointer, Slice:
		return same(a.elemType(), b.elemType(), tags)
	case Func:
		a.parts()
		b.parts()
		return a.variadic == b.variadic && sameLists(a.in, b.in, tags) && sameLists(a.out, b.out, tags)
	case Interface:
		return len(a.methodList()) == len(b.methodList()) && a.implements(b)
	case Struct:
		return sameFields(a, b, tags)
	}
	return true
}

func sameLists(a, b []*rtype, tags bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i], tags) {
			return false
		}
	}
	return true
}

// sameFields compares the fields of structs. Of a defined type the run time knows its own package and not that where the
// struct was written out, so that only names are compared unless a type was made here.
func sameFields(a, b *rtype, tags bool) bool {
	if len(a.structFields()) != len(b.structFields()) {
		return false
	}
	for i := range a.fields {
		f, g := &a.fields[i], &b.fields[i]
		if f.name != g.name || (a.made || b.made) && f.pkg != g.pkg || f.embedded != g.embedded || tags && f.tag != g.tag ||
			!same(f.typ, g.typ, tags) {
			return false
		}
	}
	return true
}

// Tags ---------------------------------------------------------------------------------------------------------

// StructTag is the text after a field: pairs of a key and a quoted value.
type StructTag string

func (tag StructTag) Get(key string) string {
	value, _ := tag.Lookup(key)
	return value
}

func (tag StructTag) Lookup(key string) (value string, ok bool) {
	s := string(tag)
	for s != "" {
		for s != "" && s[0] == ' ' {
			s = s[1:]
		}
		i := 0
		for i < len(s) && s[i] > ' ' && s[i] != ':' && s[i] != '"' && s[i] != 0x7f {
			i++
		}
		if i == 0 || i+1 >= len(s) || s[i] != ':' || s[i+1] != '"' {
			break
		}
		name := s[:i]
		s = s[i+1:]
		i = 1
		for i < len(s) && s[i] != '"' {
			if s[i] == '\\' {
				i++
			}
			i++
		}
		if i >= len(s) {
			break
		}
		quoted := s[:i+1]
		s = s[i+1:]
		if name == key {
			return unquoted(quoted)
		}
	}
	return "", false
}

func unquoted(s string) (string, bool) {
	value, err := strconv.Unquote(s)
	return value, err == nil
}
