package reflect

import (
	"internal/raw"
	"internal/rt"
	"math"
	"unsafe"
)

// flag says what a Value is besides its type.
type flag uintptr

const (
	flagKindMask flag = 1<<5 - 1
	flagStickyRO flag = 1 << 5 // got through a field that is not exported and not embedded
	flagEmbedRO  flag = 1 << 6 // got through an embedded field that is not exported
	flagIndir    flag = 1 << 7 // ptr is the value's address
	flagAddr     flag = 1 << 8 // which is that of a variable
	flagMethod   flag = 1 << 9 // a method of the value, by its index

	flagMethodShift = 10
	flagRO          = flagStickyRO | flagEmbedRO
)

// Value is a value. One in memory that is not addressable does not change any more.
type Value struct {
	typ *rtype
	ptr unsafe.Pointer
	flag
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

func (f flag) kind() Kind { return Kind(f & flagKindMask) }

// ro is what parts of a read-only value are.
func (f flag) ro() flag {
	if f&flagRO != 0 {
		return flagStickyRO
	}
	return 0
}

func wrongKind(method string, k Kind) { panic(&ValueError{"reflect.Value." + method, k}) }

func (f flag) mustBe(k Kind, method string) {
	if f.kind() != k {
		wrongKind(method, f.kind())
	}
}

func (f flag) mustBeExported(method string) {
	if f == 0 {
		panic(&ValueError{method, Invalid})
	}
	if f&flagRO != 0 {
		panic("reflect: " + method + " using value obtained using unexported field")
	}
}

func (f flag) mustBeAssignable(method string) {
	if f&flagRO != 0 || f&flagAddr == 0 {
		f.notAssignable("reflect.Value." + method)
	}
}

func (f flag) notAssignable(method string) {
	f.mustBeExported(method)
	panic("reflect: " + method + " using unaddressable value")
}

func ValueOf(i any) Value {
	if i == nil {
		return Value{}
	}
	t := typeOf(i)
	f := flag(t.kind)
	if !t.direct {
		f |= flagIndir
	}
	return Value{t, raw.WordOf(i), f}
}

// Indirect is what a pointer points to, and any other value itself.
func Indirect(v Value) Value {
	if v.Kind() == Pointer {
		return v.Elem()
	}
	return v
}

// at is a value of type t in memory that does not change.
func at(t *rtype, p unsafe.Pointer, f flag) Value {
	return Value{t, p, f | flagIndir | flag(t.kind)}
}

// copied is a copy of what is at p.
func copied(t *rtype, p unsafe.Pointer, f flag) Value {
	f |= flag(t.kind)
	if t.direct {
		return Value{t, loadWord(t.kind, p), f}
	}
	to := t.new()
	raw.Move(to, p, t.size)
	return Value{t, to, f | flagIndir}
}

// loadWord is the value at p of a kind that is a word of interfaces.
func loadWord(k Kind, p unsafe.Pointer) unsafe.Pointer {
	switch k {
	case Bool, Uint8:
		return raw.Word(uint64(raw.LoadUint8(p)))
	case Int8:
		return raw.Word(uint64(raw.LoadInt8(p)))
	case Int16:
		return raw.Word(uint64(raw.LoadInt16(p)))
	case Int32:
		return raw.Word(uint64(raw.LoadInt32(p)))
	case Uint16:
		return raw.Word(uint64(raw.LoadUint16(p)))
	case Uint32:
		return raw.Word(uint64(raw.LoadUint32(p)))
	case Int, Int64, Uint, Uint64, Uintptr:
		return raw.Word(raw.LoadUint64(p))
	case Float32:
		return raw.Word(uint64(math.Float32bits(raw.LoadFloat32(p))))
	case Float64:
		return raw.Word(math.Float64bits(raw.LoadFloat64(p)))
	}
	return raw.LoadPointer(p)
}

// storeWord writes a value that is a word of interfaces.
func storeWord(k Kind, p, word unsafe.Pointer) {
	switch k {
	case Bool, Int8, Uint8:
		raw.StoreUint8(p, uint8(raw.Bits(word)))
	case Int16, Uint16:
		raw.StoreUint16(p, uint16(raw.Bits(word)))
	case Int32, Uint32:
		raw.StoreUint32(p, uint32(raw.Bits(word)))
	case Int, Int64, Uint, Uint64, Uintptr:
		raw.StoreUint64(p, raw.Bits(word))
	case Float32:
		raw.StoreFloat32(p, math.Float32frombits(uint32(raw.Bits(word))))
	case Float64:
		raw.StoreFloat64(p, math.Float64frombits(raw.Bits(word)))
	default:
		raw.StorePointer(p, word)
	}
}

// word is the value of a kind that is a word of interfaces.
func (v Value) word() unsafe.Pointer {
	if v.flag&flagIndir != 0 {
		return loadWord(v.kind(), v.ptr)
	}
	return v.ptr
}

// pointer is the value of a kind that is an address.
func (v Value) pointer() unsafe.Pointer {
	if v.flag&flagIndir != 0 {
		return raw.LoadPointer(v.ptr)
	}
	return v.ptr
}

// address is where the value lies, which must not be written there.
func (v Value) address() unsafe.Pointer {
	if v.flag&flagIndir != 0 {
		if v.ptr == nil {
			return unsafe.Pointer(&nothing)
		}
		return v.ptr
	}
	p := raw.NewWords(1)
	storeWord(v.kind(), p, v.ptr)
	return p
}

// store writes the value to memory for its type.
func (v Value) store(p unsafe.Pointer) {
	if v.flag&flagIndir == 0 {
		storeWord(v.kind(), p, v.ptr)
	} else if v.typ.direct {
		storeWord(v.kind(), p, loadWord(v.kind(), v.ptr))
	} else if v.typ.size != 0 {
		raw.Move(p, v.ptr, v.typ.size)
	}
}

func (v Value) IsValid() bool { return v.flag != 0 }
func (v Value) Kind() Kind    { return v.kind() }

func (v Value) Type() Type {
	if v.flag == 0 {
		wrongKind("Type", Invalid)
	}
	if v.flag&flagMethod != 0 {
		return v.methodType()
	}
	return v.typ
}

func (v Value) CanInterface() bool {
	if v.flag == 0 {
		wrongKind("CanInterface", Invalid)
	}
	return v.flag&flagRO == 0
}

func (v Value) Interface() any {
	if v.flag == 0 {
		wrongKind("Interface", Invalid)
	}
	if v.flag&flagRO != 0 {
		panic("reflect.Value.Interface: cannot return value obtained from unexported field or method")
	}
	return v.held()
}

// held is the value as an interface.
func (v Value) held() any {
	if v.flag&flagMethod != 0 {
		v = v.bound()
	}
	t := v.typ
	if v.flag&flagIndir == 0 {
		return raw.Any(t.number(), v.ptr)
	}
	switch {
	case t.kind == Interface:
		return raw.LoadAny(v.ptr)
	case t.direct:
		return raw.Any(t.number(), loadWord(t.kind, v.ptr))
	case v.flag&flagAddr != 0:
		p := t.new()
		raw.Move(p, v.ptr, t.size)
		return raw.Any(t.number(), p)
	}
	return raw.Any(t.number(), v.ptr)
}

// TypeAssert is v.Interface().(T).
func TypeAssert[T any](v Value) (T, bool) {
	if v.flag == 0 {
		panic(&ValueError{"reflect.TypeAssert", Invalid})
	}
	if v.flag&flagRO != 0 {
		panic("reflect: TypeAssert using value obtained using unexported field")
	}
	x, ok := v.held().(T)
	return x, ok
}

func (v Value) CanSet() bool  { return v.flag&(flagAddr|flagRO) == flagAddr }
func (v Value) CanAddr() bool { return v.flag&flagAddr != 0 }

func (v Value) CanInt() bool     { k := v.kind(); return Int <= k && k <= Int64 }
func (v Value) CanUint() bool    { k := v.kind(); return Uint <= k && k <= Uintptr }
func (v Value) CanFloat() bool   { k := v.kind(); return k == Float32 || k == Float64 }
func (v Value) CanComplex() bool { k := v.kind(); return k == Complex64 || k == Complex128 }

func (v Value) Addr() Value {
	if v.flag&flagAddr == 0 {
		panic("reflect.Value.Addr of unaddressable value")
	}
	return Value{v.typ.pointer(), v.ptr, v.flag&flagRO | flag(Pointer)}
}

func (v Value) UnsafeAddr() uintptr {
	if v.typ == nil {
		wrongKind("UnsafeAddr", Invalid)
	}
	if v.flag&flagAddr == 0 {
		panic("reflect.Value.UnsafeAddr of unaddressable value")
	}
	return shown(v.ptr)
}

func (v Value) Bool() bool {
	v.mustBe(Bool, "Bool")
	if v.flag&flagIndir != 0 {
		return raw.LoadUint8(v.ptr) != 0
	}
	return raw.Bits(v.ptr) != 0
}

func (v Value) Int() int64 {
	k := v.kind()
	if v.flag&flagIndir == 0 && Int <= k && k <= Int64 {
		return int64(raw.Bits(v.ptr))
	}
	switch k {
	case Int, Int64:
		return raw.LoadInt64(v.ptr)
	case Int8:
		return int64(raw.LoadInt8(v.ptr))
	case Int16:
		return int64(raw.LoadInt16(v.ptr))
	case Int32:
		return int64(raw.LoadInt32(v.ptr))
	}
	panic(&ValueError{"reflect.Value.Int", k})
}

func (v Value) Uint() uint64 {
	k := v.kind()
	if v.flag&flagIndir == 0 && Uint <= k && k <= Uintptr {
		return raw.Bits(v.ptr)
	}
	switch k {
	case Uint, Uint64, Uintptr:
		return raw.LoadUint64(v.ptr)
	case Uint8:
		return uint64(raw.LoadUint8(v.ptr))
	case Uint16:
		return uint64(raw.LoadUint16(v.ptr))
	case Uint32:
		return uint64(raw.LoadUint32(v.ptr))
	}
	panic(&ValueError{"reflect.Value.Uint", k})
}

func (v Value) Float() float64 {
	switch v.kind() {
	case Float64:
		if v.flag&flagIndir != 0 {
			return raw.LoadFloat64(v.ptr)
		}
		return math.Float64frombits(raw.Bits(v.ptr))
	case Float32:
		if v.flag&flagIndir != 0 {
			return float64(raw.LoadFloat32(v.ptr))
		}
		return float64(math.Float32frombits(uint32(raw.Bits(v.ptr))))
	}
	panic(&ValueError{"reflect.Value.Float", v.kind()})
}

func (v Value) Complex() complex128 {
	switch v.kind() {
	case Complex64:
		return complex128(raw.LoadComplex64(v.ptr))
	case Complex128:
		return raw.LoadComplex128(v.ptr)
	}
	panic(&ValueError{"reflect.Value.Complex", v.kind()})
}

// String is the string, or a description of a value that is none.
func (v Value) String() string {
	switch v.kind() {
	case String:
		return raw.LoadString(v.ptr)
	case Invalid:
		return "<invalid Value>"
	}
	return "<" + v.Type().String() + " Value>"
}

func (v Value) Bytes() []byte {
	switch v.kind() {
	case Slice:
		if v.typ.elemType().kind != Uint8 {
			panic("reflect.Value.Bytes of non-byte slice")
		}
		return raw.LoadBytes(v.ptr)
	case Array:
		if v.typ.elemType().kind != Uint8 {
			panic("reflect.Value.Bytes of non-byte array")
		}
		if v.flag&flagAddr == 0 {
			panic("reflect.Value.Bytes of unaddressable byte array")
		}
		return unsafeBytes(v.ptr, v.typ.len)
	}
	panic(&ValueError{"reflect.Value.Bytes", v.kind()})
}

// unsafeBytes are n bytes of memory.
func unsafeBytes(p unsafe.Pointer, n int) []byte {
	header := raw.SliceHeader{p, n, n}
	return raw.LoadBytes(unsafe.Pointer(&header))
}

func (v Value) header() raw.SliceHeader { return raw.LoadSlice(v.ptr) }

func (v Value) Len() int {
	switch v.kind() {
	case Slice:
		return v.header().Len
	case String:
		return len(raw.LoadString(v.ptr))
	case Map:
		return mapLen(v.pointer())
	case Array:
		return v.typ.len
	case Chan:
		return raw.ChanLen(v.pointer())
	case Pointer:
		if v.typ.elemType().kind == Array {
			return v.typ.elem.len
		}
		panic("reflect: call of reflect.Value.Len on ptr to non-array Value")
	}
	panic(&ValueError{"reflect.Value.Len", v.kind()})
}

func (v Value) Cap() int {
	switch v.kind() {
	case Slice:
		return v.header().Cap
	case Array:
		return v.typ.len
	case Chan:
		return raw.ChanCap(v.pointer())
	case Pointer:
		if v.typ.elemType().kind == Array {
			return v.typ.elem.len
		}
		panic("reflect: call of reflect.Value.Cap on ptr to non-array Value")
	}
	panic(&ValueError{"reflect.Value.Cap", v.kind()})
}

func (v Value) IsNil() bool {
	switch v.kind() {
	case Chan, Func, Map, Pointer, UnsafePointer:
		return v.flag&flagMethod == 0 && v.pointer() == nil
	case Interface:
		return raw.LoadUint64(v.ptr) == 0
	case Slice:
		return v.header().Data == nil
	}
	panic(&ValueError{"reflect.Value.IsNil", v.kind()})
}

// shown is an address as a program may see it.
func shown(p unsafe.Pointer) uintptr { return rt.Pointer(p) }

func (v Value) Pointer() uintptr {
	switch v.kind() {
	case Func:
		// A program counter, as package runtime has them: all closures of one function have the same.
		if p := v.identity(); p != nil {
			return uintptr(raw.FuncOf(p)+1) << 32
		}
		return 0
	case Slice, String, Pointer, Chan, Map, UnsafePointer:
		return shown(v.identity())
	}
	panic(&ValueError{"reflect.Value.Pointer", v.kind()})
}

func (v Value) UnsafePointer() unsafe.Pointer {
	switch v.kind() {
	case Slice, String, Pointer, Chan, Map, UnsafePointer, Func:
		return v.identity()
	}
	panic(&ValueError{"reflect.Value.UnsafePointer", v.kind()})
}

// identity is the address that a value is.
func (v Value) identity() unsafe.Pointer {
	switch v.kind() {
	case Slice, String:
		return raw.LoadPointer(v.ptr)
	case Func:
		if v.flag&flagMethod != 0 {
			return unsafe.Pointer(&nothing)
		}
	}
	return v.pointer()
}

// InterfaceData are the words of an interface, which tell nothing.
func (v Value) InterfaceData() [2]uintptr {
	v.mustBe(Interface, "InterfaceData")
	if v.IsNil() {
		return [2]uintptr{}
	}
	held := raw.LoadAny(v.ptr)
	return [2]uintptr{uintptr(raw.TypeOf(held)), shown(raw.WordOf(held))}
}

// Elem is what an interface holds or a pointer points to; the zero Value if that is nil.
func (v Value) Elem() Value {
	switch v.kind() {
	case Pointer:
		p := v.pointer()
		if p == nil {
			return Value{}
		}
		t := v.typ.elem
		if t == nil {
			t = v.typ.elemType()
		}
		return Value{t, p, v.flag&flagRO | flagIndir | flagAddr | flag(t.kind)}
	case Interface:
		held := ValueOf(raw.LoadAny(v.ptr))
		if held.flag != 0 {
			held.flag |= v.flag.ro()
		}
		return held
	}
	panic(&ValueError{"reflect.Value.Elem", v.kind()})
}

func (v Value) NumField() int {
	v.mustBe(Struct, "NumField")
	return len(v.typ.structFields())
}

func (v Value) Field(i int) Value {
	if v.kind() != Struct {
		wrongKind("Field", v.kind())
	}
	fields := v.typ.fields
	if uint(i) >= uint(len(fields)) {
		if fields = v.typ.structFields(); uint(i) >= uint(len(fields)) {
			panic("reflect: Field index out of range")
		}
	}
	f := &fields[i]
	// A field that is not exported makes the value read-only; one that is exported does so in a read-only value
	// unless it was promoted.
	return Value{f.typ, raw.Add(v.ptr, f.offset), v.flag&(flagStickyRO|flagIndir|flagAddr) | f.flag}
}

func (v Value) Index(i int) Value {
	switch v.kind() {
	case Slice:
		s := v.header()
		if uint(i) >= uint(s.Len) {
			panic("reflect: slice index out of range")
		}
		t := v.typ.elem
		if t == nil {
			t = v.typ.elemType()
		}
		return Value{t, raw.Add(s.Data, i*t.size), flagAddr | flagIndir | v.flag.ro() | flag(t.kind)}
	case Array:
		if uint(i) >= uint(v.typ.len) {
			panic("reflect: array index out of range")
		}
		t := v.typ.elemType()
		return Value{t, raw.Add(v.ptr, i*t.size), v.flag&(flagIndir|flagAddr) | v.flag.ro() | flag(t.kind)}
	case String:
		s := raw.LoadString(v.ptr)
		if uint(i) >= uint(len(s)) {
			panic("reflect: string index out of range")
		}
		b := ValueOf(s[i])
		b.flag |= v.flag.ro()
		return b
	}
	panic(&ValueError{"reflect.Value.Index", v.kind()})
}

func (v Value) Slice(i, j int) Value {
	var cap int
	var data unsafe.Pointer
	t := v.typ
	switch v.kind() {
	case Array:
		if v.flag&flagAddr == 0 {
			panic("reflect.Value.Slice: slice of unaddressable array")
		}
		cap, data = t.len, v.ptr
		t = sliceOf(t.elemType())
	case Slice:
		s := v.header()
		cap, data = s.Cap, s.Data
	case String:
		s := raw.LoadString(v.ptr)
		if i < 0 || j < i || j > len(s) {
			panic("reflect.Value.Slice: string slice index out of bounds")
		}
		p := raw.NewWords(2)
		raw.StoreString(p, s[i:j])
		return at(t, p, v.flag&^flagAddr)
	default:
		wrongKind("Slice", v.kind())
	}
	if i < 0 || j < i || j > cap {
		panic("reflect.Value.Slice: slice index out of bounds")
	}
	return sliced(t, data, i, j, cap, v.flag)
}

func (v Value) Slice3(i, j, k int) Value {
	var cap int
	var data unsafe.Pointer
	t := v.typ
	switch v.kind() {
	case Array:
		if v.flag&flagAddr == 0 {
			panic("reflect.Value.Slice3: slice of unaddressable array")
		}
		cap, data = t.len, v.ptr
		t = sliceOf(t.elemType())
	case Slice:
		s := v.header()
		cap, data = s.Cap, s.Data
	default:
		wrongKind("Slice3", v.kind())
	}
	if i < 0 || j < i || k < j || k > cap {
		panic("reflect.Value.Slice3: slice index out of bounds")
	}
	return sliced(t, data, i, j, k, v.flag)
}

// sliced are elements i to j of memory, with room up to k.
func sliced(t *rtype, data unsafe.Pointer, i, j, k int, f flag) Value {
	if k > i {
		data = raw.Add(data, i*t.elemType().size)
	}
	return newSlice(t, data, j-i, k-i, f.ro())
}

func newSlice(t *rtype, data unsafe.Pointer, len, cap int, f flag) Value {
	p := raw.NewWords(3)
	raw.StoreSlice(p, raw.SliceHeader{data, len, cap})
	return at(t, p, f)
}

func (v Value) OverflowComplex(x complex128) bool {
	switch v.kind() {
	case Complex64, Complex128:
		return v.typ.OverflowComplex(x)
	}
	panic(&ValueError{"reflect.Value.OverflowComplex", v.kind()})
}

func (v Value) OverflowFloat(x float64) bool {
	switch v.kind() {
	case Float32, Float64:
		return v.typ.OverflowFloat(x)
	}
	panic(&ValueError{"reflect.Value.OverflowFloat", v.kind()})
}

func (v Value) OverflowInt(x int64) bool {
	if !v.CanInt() {
		wrongKind("OverflowInt", v.kind())
	}
	return v.typ.OverflowInt(x)
}

func (v Value) OverflowUint(x uint64) bool {
	if !v.CanUint() {
		wrongKind("OverflowUint", v.kind())
	}
	return v.typ.OverflowUint(x)
}
