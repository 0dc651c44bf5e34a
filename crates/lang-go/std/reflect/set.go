package reflect

import (
	"internal/raw"
	"unsafe"
)

// assignTo is the value as one of a type that it can be assigned to.
func (v Value) assignTo(context string, to *rtype) Value {
	if v.flag&flagMethod != 0 {
		v = v.bound()
	}
	t := v.typ
	if t == to {
		return v
	}
	if t.directlyAssignable(to) {
		return Value{to, v.ptr, v.flag}
	}
	if to.kind == Interface && t.implements(to) {
		if t.kind == Interface && v.IsNil() {
			return Zero(to)
		}
		p := raw.NewWords(2)
		raw.StoreAny(p, v.held())
		return Value{to, p, v.flag.ro() | flagIndir | flag(Interface)}
	}
	panic(context + ": value of type " + t.text0() + " is not assignable to type " + to.text0())
}

func (t *rtype) text0() string { return t.String() }

func (v Value) Set(x Value) {
	v.mustBeAssignable("Set")
	x.mustBeExported("reflect.Value.Set")
	if v.kind() == Interface {
		// The usual case, without memory for the interface.
		if x.flag&flagMethod == 0 && x.typ.implements(v.typ) {
			raw.StoreAny(v.ptr, x.held())
			return
		}
	}
	x.assignTo("reflect.Set", v.typ).store(v.ptr)
}

func (v Value) SetZero() {
	v.mustBeAssignable("SetZero")
	v.clear()
}

// clear writes the zero value, by accesses as those of programs.
func (v Value) clear() {
	t := v.typ
	switch {
	case t.direct:
		storeWord(t.kind, v.ptr, nil)
	case t.kind == String:
		raw.StoreString(v.ptr, "")
	case t.kind == Interface:
		raw.StoreAny(v.ptr, nil)
	case t.kind == Slice:
		raw.StoreSlice(v.ptr, raw.SliceHeader{})
	case t.size != 0:
		raw.Clear(v.ptr, t.size)
	}
}

func (v Value) SetBool(x bool) {
	v.mustBeAssignable("SetBool")
	v.mustBe(Bool, "SetBool")
	b := uint8(0)
	if x {
		b = 1
	}
	raw.StoreUint8(v.ptr, b)
}

func (v Value) SetInt(x int64) {
	v.mustBeAssignable("SetInt")
	switch v.kind() {
	case Int, Int64:
		raw.StoreUint64(v.ptr, uint64(x))
	case Int32:
		raw.StoreUint32(v.ptr, uint32(x))
	case Int16:
		raw.StoreUint16(v.ptr, uint16(x))
	case Int8:
		raw.StoreUint8(v.ptr, uint8(x))
	default:
		wrongKind("SetInt", v.kind())
	}
}

func (v Value) SetUint(x uint64) {
	v.mustBeAssignable("SetUint")
	switch v.kind() {
	case Uint, Uint64, Uintptr:
		raw.StoreUint64(v.ptr, x)
	case Uint32:
		raw.StoreUint32(v.ptr, uint32(x))
	case Uint16:
		raw.StoreUint16(v.ptr, uint16(x))
	case Uint8:
		raw.StoreUint8(v.ptr, uint8(x))
	default:
		wrongKind("SetUint", v.kind())
	}
}

func (v Value) SetFloat(x float64) {
	v.mustBeAssignable("SetFloat")
	switch v.kind() {
	case Float64:
		raw.StoreFloat64(v.ptr, x)
	case Float32:
		raw.StoreFloat32(v.ptr, float32(x))
	default:
		wrongKind("SetFloat", v.kind())
	}
}

func (v Value) SetComplex(x complex128) {
	v.mustBeAssignable("SetComplex")
	switch v.kind() {
	case Complex128:
		raw.StoreComplex128(v.ptr, x)
	case Complex64:
		raw.StoreComplex64(v.ptr, complex64(x))
	default:
		wrongKind("SetComplex", v.kind())
	}
}

func (v Value) SetString(x string) {
	v.mustBeAssignable("SetString")
	v.mustBe(String, "SetString")
	raw.StoreString(v.ptr, x)
}

func (v Value) SetBytes(x []byte) {
	v.mustBeAssignable("SetBytes")
	v.mustBe(Slice, "SetBytes")
	if v.typ.elemType().kind != Uint8 {
		panic("reflect.Value.SetBytes of non-byte slice")
	}
	raw.StoreBytes(v.ptr, x)
}

// SetPointer sets an unsafe.Pointer, which nothing follows.
func (v Value) SetPointer(x unsafe.Pointer) {
	v.mustBeAssignable("SetPointer")
	v.mustBe(UnsafePointer, "SetPointer")
	raw.StorePointer(v.ptr, x)
}

func (v Value) SetLen(n int) {
	v.mustBeAssignable("SetLen")
	v.mustBe(Slice, "SetLen")
	s := v.header()
	if uint(n) > uint(s.Cap) {
		panic("reflect: slice length out of range in SetLen")
	}
	raw.StoreSlice(v.ptr, raw.SliceHeader{s.Data, n, s.Cap})
}

func (v Value) SetCap(n int) {
	v.mustBeAssignable("SetCap")
	v.mustBe(Slice, "SetCap")
	s := v.header()
	if n < s.Len || n > s.Cap {
		panic("reflect: slice capacity out of range in SetCap")
	}
	raw.StoreSlice(v.ptr, raw.SliceHeader{s.Data, s.Len, n})
}

func (v Value) Grow(n int) {
	v.mustBeAssignable("Grow")
	v.mustBe(Slice, "Grow")
	if n < 0 {
		panic("reflect.Value.Grow: negative len")
	}
	s := v.header()
	if s.Len+n < 0 {
		panic("reflect.Value.Grow: slice overflow")
	}
	if s.Len+n > s.Cap {
		raw.StoreSlice(v.ptr, grown(v.typ.elemType(), s, n))
	}
}

// grown has room for n more elements.
func grown(elem *rtype, s raw.SliceHeader, n int) raw.SliceHeader {
	need := s.Len + n
	if need <= s.Cap {
		return s
	}
	if !elem.made {
		data, cap := raw.Grow(s.Data, s.Len, s.Cap, need, elem.class)
		return raw.SliceHeader{data, s.Len, cap}
	}
	cap := max(need, 2*s.Cap)
	data := elem.newArray(cap)
	raw.Move(data, s.Data, s.Len*elem.size)
	return raw.SliceHeader{data, s.Len, cap}
}

// Clear empties a map, or makes the elements of a slice zero.
func (v Value) Clear() {
	switch v.kind() {
	case Slice:
		s := v.header()
		if n := s.Len * v.typ.elemType().size; n != 0 {
			raw.Clear(s.Data, n)
		}
	case Map:
		raw.MapClear(v.typ.mapNo(), v.pointer())
	default:
		panic(&ValueError{"reflect.Value.Clear", v.kind()})
	}
}

// Making -------------------------------------------------------------------------------------------------------

func New(typ Type) Value {
	if typ == nil {
		panic("reflect: New(nil)")
	}
	t := typ.common()
	return Value{t.pointer(), t.new(), flag(Pointer)}
}

// NewAt would make a pointer of memory that may be of any type.
func NewAt(typ Type, p unsafe.Pointer) Value {
	if p == nil {
		return Zero(PointerTo(typ))
	}
	panic("reflect.NewAt is not supported here: it could take memory for what it is not")
}

// SliceAt would make a slice of memory that may be of any type.
func SliceAt(typ Type, p unsafe.Pointer, n int) Value {
	if n == 0 && p == nil {
		return Zero(SliceOf(typ))
	}
	panic("reflect.SliceAt is not supported here: it could take memory for what it is not")
}

func Zero(typ Type) Value {
	if typ == nil {
		panic("reflect: Zero(nil)")
	}
	t := typ.common()
	if t.direct {
		return Value{t, nil, flag(t.kind)}
	}
	return at(t, t.new(), 0)
}

func MakeSlice(typ Type, len, cap int) Value {
	if typ.Kind() != Slice {
		panic("reflect.MakeSlice of non-slice type")
	}
	if len < 0 {
		panic("reflect.MakeSlice: negative len")
	}
	if cap < 0 {
		panic("reflect.MakeSlice: negative cap")
	}
	if len > cap {
		panic("reflect.MakeSlice: len > cap")
	}
	t := typ.common()
	elem := t.elemType()
	if elem.size != 0 && cap > (1<<47)/elem.size {
		_ = make([]byte, 1<<47+cap)
	}
	return newSlice(t, elem.newArray(cap), len, cap, 0)
}

// extended has room for n more elements, and is that much longer.
func (v Value) extended(n int) Value {
	s := grown(v.typ.elemType(), v.header(), n)
	return newSlice(v.typ, s.Data, s.Len+n, s.Cap, v.flag.ro())
}

func Append(s Value, x ...Value) Value {
	s.mustBe2(Slice)
	s.mustBeExported("unknown method")
	n := s.Len()
	s = s.extended(len(x))
	for i, v := range x {
		s.Index(n + i).Set(v)
	}
	return s
}

// mustBe2 is what functions that are no methods ask for, of which Go does not tell the name.
func (f flag) mustBe2(k Kind) {
	if f.kind() != k {
		panic(&ValueError{"unknown method", f.kind()})
	}
}

func AppendSlice(s, t Value) Value {
	s.mustBe2(Slice)
	t.mustBe2(Slice)
	s.mustBeExported("unknown method")
	t.mustBeExported("unknown method")
	if s.typ.elemType() != t.typ.elemType() {
		panic("reflect.AppendSlice: " + s.typ.elemType().String() + " != " + t.typ.elemType().String())
	}
	from := t.header()
	n := s.Len()
	s = s.extended(from.Len)
	if elem := s.typ.elemType(); elem.size != 0 && from.Len != 0 {
		raw.Move(raw.Add(s.header().Data, n*elem.size), from.Data, from.Len*elem.size)
	}
	return s
}

func Copy(dst, src Value) int {
	dk, sk := dst.kind(), src.kind()
	if dk != Array && dk != Slice {
		panic(&ValueError{"reflect.Copy", dk})
	}
	if dk == Array && dst.flag&(flagRO|flagAddr) != flagAddr {
		dst.notAssignable("unknown method")
	}
	dst.mustBeExported("unknown method")
	text := false
	if sk != Array && sk != Slice {
		text = sk == String && dst.typ.elemType().kind == Uint8
		if !text {
			panic(&ValueError{"reflect.Copy", sk})
		}
	}
	src.mustBeExported("unknown method")
	if !text && dst.typ.elemType() != src.typ.elemType() {
		panic("reflect.Copy: " + dst.typ.elem.String() + " != " + src.typ.elem.String())
	}
	to, from := dst.elements(), src.elements()
	n := min(to.Len, from.Len)
	if size := dst.typ.elemType().size; size != 0 && n != 0 {
		raw.Move(to.Data, from.Data, n*size)
	}
	return n
}

// elements are where elements or bytes lie.
func (v Value) elements() raw.SliceHeader {
	switch v.kind() {
	case Array:
		return raw.SliceHeader{v.ptr, v.typ.len, v.typ.len}
	case String:
		n := len(raw.LoadString(v.ptr))
		return raw.SliceHeader{raw.LoadPointer(v.ptr), n, n}
	}
	return v.header()
}

// Swapper exchanges elements of a slice.
func Swapper(slice any) func(i, j int) {
	v := ValueOf(slice)
	if v.kind() != Slice {
		panic(&ValueError{"Swapper", v.Kind()})
	}
	s, size := v.header(), v.typ.elemType().size
	temp := v.typ.elem.new()
	return func(i, j int) {
		if uint(i) >= uint(s.Len) || uint(j) >= uint(s.Len) {
			panic("reflect: slice index out of range")
		}
		if size == 0 {
			return
		}
		a, b := raw.Add(s.Data, i*size), raw.Add(s.Data, j*size)
		raw.Move(temp, a, size)
		raw.Move(a, b, size)
		raw.Move(b, temp, size)
	}
}
