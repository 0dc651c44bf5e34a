package reflect

import (
	"internal/rt"
	"strconv"
)

func unquoted(s string) (string, bool) {
	value, err := strconv.Unquote(s)
	return value, err == nil
}

// Value is a value to be looked at. What interfaces hold is seen as such, so a Value is of kind Interface only if
// that is nil.
type Value struct {
	v      any
	t      int  // the static type, if it is that of an interface or v is nil
	hidden bool // got through an unexported field
}

// ValueError is what methods panic with that are called on a Value of the wrong kind.
type ValueError struct {
	Method string
	Kind   Kind
}

func (e *ValueError) Error() string {
	if e.Kind == Invalid {
		return "reflect: call of " + e.Method + " on zero Value"
	}
	return "reflect: call of " + e.Method + " on " + e.Kind.String() + " Value"
}

func ValueOf(i any) Value { return Value{v: i, t: rt.TypeOf(i)} }

// Indirect is what a pointer points to, and any other value itself.
func Indirect(v Value) Value {
	if v.Kind() == Pointer {
		return v.Elem()
	}
	return v
}

// part is a value whose static type is t.
func (v Value) part(part any, t int, exported bool) Value {
	return Value{part, t, v.hidden || !exported}
}

// isInterface tells that the static type is an interface.
func (v Value) isInterface() bool { return v.t != 0 && rt.Kind(v.t) == rt.Interface }

func (v Value) IsValid() bool { return v.t != 0 }

func (v Value) Kind() Kind {
	if v.t == 0 {
		return Invalid
	}
	return kindOf(v.t)
}

func (v Value) Type() Type {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.Type", Invalid})
	}
	return rtype(v.t)
}

func (v Value) must(method string, kinds ...Kind) Kind {
	k := v.Kind()
	for _, want := range kinds {
		if k == want {
			return k
		}
	}
	panic(&ValueError{"reflect.Value." + method, k})
}

func (v Value) CanInterface() bool {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.CanInterface", Invalid})
	}
	return !v.hidden
}

func (v Value) Interface() any {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.Interface", Invalid})
	}
	if v.hidden {
		panic("reflect.Value.Interface: cannot return value obtained from unexported field or method")
	}
	return rt.Copy(v.v)
}

// Nothing can be set or has an address.
func (v Value) CanSet() bool  { return false }
func (v Value) CanAddr() bool { return false }

func (v Value) CanInt() bool     { k := v.Kind(); return Int <= k && k <= Int64 }
func (v Value) CanUint() bool    { k := v.Kind(); return Uint <= k && k <= Uintptr }
func (v Value) CanFloat() bool   { k := v.Kind(); return k == Float32 || k == Float64 }
func (v Value) CanComplex() bool { k := v.Kind(); return k == Complex64 || k == Complex128 }

func (v Value) Bool() bool {
	v.must("Bool", Bool)
	return rt.Uint(v.v) != 0
}

func (v Value) Int() int64 {
	v.must("Int", Int, Int8, Int16, Int32, Int64)
	return rt.Int(v.v)
}

func (v Value) Uint() uint64 {
	v.must("Uint", Uint, Uint8, Uint16, Uint32, Uint64, Uintptr)
	return rt.Uint(v.v)
}

func (v Value) Float() float64 {
	v.must("Float", Float32, Float64)
	return rt.Float(v.v)
}

func (v Value) Complex() complex128 {
	v.must("Complex", Complex64, Complex128)
	return complex(rt.Complex(v.v))
}

// String is the string, or a description of a value that is none.
func (v Value) String() string {
	switch v.Kind() {
	case String:
		return rt.String(v.v)
	case Invalid:
		return "<invalid Value>"
	}
	return "<" + rt.TypeName(v.t) + " Value>"
}

func (v Value) Bytes() []byte {
	if k := v.must("Bytes", Slice, Array); k == Slice && rt.Kind(rt.Elem(v.t)) != rt.Uint8 {
		panic("reflect.Value.Bytes of non-byte slice")
	}
	return rt.Bytes(v.v)
}

func (v Value) Len() int {
	v.must("Len", Slice, Array, String, Map)
	return rt.Len(v.v)
}

func (v Value) Cap() int {
	v.must("Cap", Slice, Array)
	return rt.Cap(v.v)
}

func (v Value) IsNil() bool {
	v.must("IsNil", Chan, Func, Interface, Map, Pointer, Slice, UnsafePointer)
	return v.v == nil || !v.isInterface() && rt.IsNil(v.v)
}

// IsZero tells whether a value is what a variable holds from the start.
func (v Value) IsZero() bool {
	switch v.Kind() {
	case Invalid:
		panic(&ValueError{"reflect.Value.IsZero", Invalid})
	case String:
		return rt.Len(v.v) == 0
	case Complex64, Complex128:
		re, im := rt.Complex(v.v)
		return re == 0 && im == 0
	case Array:
		for i := range v.Len() {
			if !v.Index(i).IsZero() {
				return false
			}
		}
		return true
	case Struct:
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				return false
			}
		}
		return true
	case Chan, Func, Interface, Map, Pointer, Slice, UnsafePointer:
		return v.IsNil()
	}
	return rt.Uint(v.v) == 0
}

func (v Value) Pointer() uintptr {
	v.must("Pointer", Chan, Func, Map, Pointer, Slice, String, UnsafePointer)
	return rt.Pointer(v.v)
}

func (v Value) UnsafePointer() uintptr { return v.Pointer() }

// Elem is what an interface holds or a pointer points to; the zero Value if that is nil.
func (v Value) Elem() Value {
	if v.must("Elem", Interface, Pointer) == Interface {
		return Value{v.v, rt.TypeOf(v.v), v.hidden}
	}
	if rt.IsNil(v.v) {
		return Value{}
	}
	return v.part(rt.Deref(v.v), rt.Elem(v.t), true)
}

func (v Value) NumField() int {
	v.must("NumField", Struct)
	return rt.NumField(v.t)
}

func (v Value) Field(i int) Value {
	v.must("Field", Struct)
	if i < 0 || i >= rt.NumField(v.t) {
		panic("reflect: Field index out of range")
	}
	return v.part(rt.Field(v.v, i), rt.FieldType(v.t, i), rt.FieldExported(v.t, i))
}

func (v Value) FieldByName(name string) Value {
	v.must("FieldByName", Struct)
	for i := range rt.NumField(v.t) {
		if rt.FieldName(v.t, i) == name {
			return v.Field(i)
		}
	}
	return Value{}
}

func (v Value) NumMethod() int {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.NumMethod", Invalid})
	}
	return rtype(v.t).NumMethod()
}

func (v Value) Index(i int) Value {
	k := v.must("Index", Array, Slice, String)
	if i < 0 || i >= rt.Len(v.v) {
		panic("reflect: " + k.String() + " index out of range")
	}
	if k == String {
		return ValueOf(rt.String(v.v)[i])
	}
	return v.part(rt.Index(v.v, i), rt.Elem(v.t), true)
}

func (v Value) MapKeys() []Value {
	v.must("MapKeys", Map)
	entries := rt.Entries(v.v)
	keys := make([]Value, 0, len(entries)/2)
	for i := 0; i < len(entries); i += 2 {
		keys = append(keys, v.part(entries[i], rt.Key(v.t), true))
	}
	return keys
}

// MapIndex is the value of a key, the zero Value if the map has no such key.
func (v Value) MapIndex(key Value) Value {
	v.must("MapIndex", Map)
	entries := rt.Entries(v.v)
	for i := 0; i < len(entries); i += 2 {
		if entries[i] == key.v {
			return v.part(entries[i+1], rt.Elem(v.t), true)
		}
	}
	return Value{}
}

// MapIter walks over the entries that a map had when its first was asked for.
type MapIter struct {
	m       Value
	entries []any
	at      int
}

func (v Value) MapRange() *MapIter {
	v.must("MapRange", Map)
	return &MapIter{m: v, at: -2}
}

func (it *MapIter) Next() bool {
	if it.at < 0 {
		it.entries = rt.Entries(it.m.v)
	}
	it.at += 2
	return it.at < len(it.entries)
}

func (it *MapIter) Key() Value   { return it.m.part(it.entries[it.at], rt.Key(it.m.t), true) }
func (it *MapIter) Value() Value { return it.m.part(it.entries[it.at+1], rt.Elem(it.m.t), true) }

// Swapper exchanges elements of a slice.
func Swapper(slice any) func(i, j int) {
	v := ValueOf(slice)
	if v.Kind() != Slice {
		panic(&ValueError{"Swapper", v.Kind()})
	}
	n := v.Len()
	return func(i, j int) {
		if uint(i) >= uint(n) || uint(j) >= uint(n) {
			panic("reflect: slice index out of range")
		}
		rt.Swap(slice, i, j)
	}
}
