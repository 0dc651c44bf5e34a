// Package reflect looks at values by their types. It only looks: nothing can be set or called through it.
package reflect

import "internal/rt"

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
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind" + decimal(int(k))
}

func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

// kindOf is the kind of a type by its number.
func kindOf(t int) Kind {
	k := Kind(rt.Kind(t))
	if (k == Int64 || k == Uint64) && rt.Word(t) {
		k -= 4
	}
	return k
}

// Type is a type; types are equal if they are the same.
type Type interface {
	Name() string
	PkgPath() string
	String() string
	Kind() Kind
	Size() uintptr
	Bits() int
	Elem() Type
	Key() Type
	Len() int
	NumField() int
	Field(i int) StructField
	FieldByName(name string) (StructField, bool)
	NumMethod() int
	Method(i int) Method
	MethodByName(name string) (Method, bool)
	Comparable() bool
	Implements(u Type) bool
	AssignableTo(u Type) bool
	number() int
}

// StructField describes a field.
type StructField struct {
	Name      string
	PkgPath   string
	Type      Type
	Tag       StructTag
	Index     []int
	Anonymous bool
}

func (f StructField) IsExported() bool { return f.PkgPath == "" }

// Method names a method.
type Method struct {
	Name  string
	Index int
}

func (m Method) IsExported() bool { return true }

// rtype is the number of a type.
type rtype int

// TypeOf is the type of a value, nil for nil.
func TypeOf(i any) Type {
	if i == nil {
		return nil
	}
	return rtype(rt.TypeOf(i))
}

// typeOf is the type with that number, nil for that of nil.
func typeOf(t int) Type {
	if t == 0 {
		return nil
	}
	return rtype(t)
}

func (t rtype) number() int      { return int(t) }
func (t rtype) String() string   { return rt.TypeName(int(t)) }
func (t rtype) Kind() Kind       { return kindOf(int(t)) }
func (t rtype) Size() uintptr    { return uintptr(rt.Size(int(t))) }
func (t rtype) Comparable() bool { return rt.Comparable(int(t)) }

// isBasic tells types that have a name without being defined by a program.
func (t rtype) isBasic() bool {
	k := t.Kind()
	return k != Invalid && k <= Complex128 || k == String || k == UnsafePointer
}

func (t rtype) Name() string {
	if !rt.Named(int(t)) && !t.isBasic() {
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

func (t rtype) PkgPath() string {
	if !rt.Named(int(t)) {
		return ""
	}
	name := t.String()
	for i := 0; i < len(name) && name[i] != '['; i++ {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return ""
}

func (t rtype) must(what string, kinds ...Kind) {
	k := t.Kind()
	for _, want := range kinds {
		if k == want {
			return
		}
	}
	panic("reflect: " + what + " of type " + t.String())
}

func (t rtype) Bits() int {
	if k := t.Kind(); k < Int || k > Complex128 {
		panic("reflect: Bits of non-arithmetic Type " + t.String())
	}
	return rt.Size(int(t)) * 8
}

func (t rtype) Elem() Type {
	t.must("Elem", Array, Chan, Map, Pointer, Slice)
	return typeOf(rt.Elem(int(t)))
}

func (t rtype) Key() Type {
	t.must("Key of non-map type", Map)
	return typeOf(rt.Key(int(t)))
}

func (t rtype) Len() int {
	t.must("Len of non-array type", Array)
	return rt.TypeLen(int(t))
}

func (t rtype) NumField() int {
	t.must("NumField of non-struct type", Struct)
	return rt.NumField(int(t))
}

func (t rtype) Field(i int) StructField {
	t.must("Field of non-struct type", Struct)
	if i < 0 || i >= rt.NumField(int(t)) {
		panic("reflect: Field index out of bounds")
	}
	f := StructField{
		Name:      rt.FieldName(int(t), i),
		Type:      typeOf(rt.FieldType(int(t), i)),
		Tag:       StructTag(rt.FieldTag(int(t), i)),
		Index:     []int{i},
		Anonymous: rt.FieldEmbedded(int(t), i),
	}
	if !rt.FieldExported(int(t), i) {
		if f.PkgPath = t.PkgPath(); f.PkgPath == "" {
			f.PkgPath = "main"
		}
	}
	return f
}

func (t rtype) FieldByName(name string) (StructField, bool) {
	for i := range t.NumField() {
		if rt.FieldName(int(t), i) == name {
			return t.Field(i), true
		}
	}
	return StructField{}, false
}

func (t rtype) NumMethod() int { return len(rt.Methods(int(t))) }

func (t rtype) Method(i int) Method {
	names := rt.Methods(int(t))
	if i < 0 || i >= len(names) {
		panic("reflect: Method index out of range")
	}
	return Method{names[i], i}
}

func (t rtype) MethodByName(name string) (Method, bool) {
	for i, n := range rt.Methods(int(t)) {
		if n == name {
			return Method{n, i}, true
		}
	}
	return Method{}, false
}

func (t rtype) Implements(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	return rt.Implements(int(t), u.number())
}

func (t rtype) AssignableTo(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.AssignableTo")
	}
	return t == u || u.Kind() == Interface && rt.Implements(int(t), u.number())
}

// StructTag is what stands behind a field: key:"value" pairs.
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
