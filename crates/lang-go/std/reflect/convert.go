package reflect

import (
	"internal/raw"
	"math"
	"strconv"
	"unsafe"
)

func (t *rtype) ConvertibleTo(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.ConvertibleTo")
	}
	return conversion(t, u.common()) != nil
}

// CanConvert tells whether Convert would not panic.
func (v Value) CanConvert(t Type) bool {
	from := v.Type()
	if !from.ConvertibleTo(t) {
		return false
	}
	if from.Kind() == Slice {
		switch {
		case t.Kind() == Array:
			return t.Len() <= v.Len()
		case t.Kind() == Pointer && t.Elem().Kind() == Array:
			return t.Elem().Len() <= v.Len()
		}
	}
	return true
}

func (v Value) Convert(t Type) Value {
	if v.flag&flagMethod != 0 {
		v = v.bound()
	}
	if v.flag == 0 {
		wrongKind("Convert", Invalid)
	}
	convert := conversion(v.typ, t.common())
	if convert == nil {
		panic("reflect.Value.Convert: value of type " + v.typ.String() + " cannot be converted to type " + t.String())
	}
	return convert(v, t.common())
}

// What groups of kinds a conversion is between.
const (
	otherKind = iota
	intKind
	uintKind
	floatKind
	complexKind
)

func group(k Kind) int {
	switch {
	case Int <= k && k <= Int64:
		return intKind
	case Uint <= k && k <= Uintptr:
		return uintKind
	case k == Float32 || k == Float64:
		return floatKind
	case k == Complex64 || k == Complex128:
		return complexKind
	}
	return otherKind
}

// conversion is the function that converts values of one type to another, nil if there is none.
func conversion(from, to *rtype) func(Value, *rtype) Value {
	a, b := group(from.kind), group(to.kind)
	switch {
	case a == complexKind || b == complexKind:
		if a == b {
			return convertComplex
		}
	case a != otherKind && b != otherKind:
		return convertNumber
	case to.kind == String && (a == intKind || a == uintKind):
		return convertRune
	case from.kind == String && to.kind == Slice && !to.elemType().named:
		switch to.elem.kind {
		case Uint8:
			return func(v Value, t *rtype) Value { return madeBytes([]byte(v.String()), t, v.flag.ro()) }
		case Int32:
			return func(v Value, t *rtype) Value { return madeRunes([]rune(v.String()), t, v.flag.ro()) }
		}
	case from.kind == Slice && to.kind == String && !from.elemType().named:
		switch from.elem.kind {
		case Uint8:
			return func(v Value, t *rtype) Value { return madeString(string(v.Bytes()), t, v.flag.ro()) }
		case Int32:
			return func(v Value, t *rtype) Value { return madeString(string(v.runes()), t, v.flag.ro()) }
		}
	case from.kind == Slice && to.kind == Pointer && to.elemType().kind == Array && from.elemType() == to.elem.elemType():
		return convertToArrayPointer
	case from.kind == Slice && to.kind == Array && from.elemType() == to.elemType():
		return convertToArray
	case from.kind == Chan && to.kind == Chan && from.direction() == BothDir && from.elemType() == to.elemType() &&
		!(from.hasName() && to.hasName()):
		return convertDirect
	}
	if sameUnderlying(from, to, false) {
		return convertDirect
	}
	if from.kind == Pointer && to.kind == Pointer && !from.named && !to.named &&
		sameUnderlying(from.elemType(), to.elemType(), false) {
		return convertDirect
	}
	if to.kind == Interface && from.implements(to) {
		return func(v Value, t *rtype) Value {
			if v.kind() == Interface && v.IsNil() {
				zero := Zero(t)
				zero.flag |= v.flag.ro()
				return zero
			}
			p := raw.NewWords(2)
			raw.StoreAny(p, v.held())
			return at(t, p, v.flag.ro())
		}
	}
	return nil
}

// convertDirect takes a value for one of another type.
func convertDirect(v Value, t *rtype) Value {
	if v.flag&flagAddr != 0 {
		return copied(t, v.ptr, v.flag.ro())
	}
	return Value{t, v.ptr, v.flag.ro() | v.flag&flagIndir | flag(t.kind)}
}

func convertNumber(v Value, t *rtype) Value {
	var bits uint64
	from, to := group(v.kind()), group(t.kind)
	switch {
	case to == floatKind && from == floatKind && v.kind() == Float32 && t.kind == Float32:
		return Value{t, v.word(), v.flag.ro() | flag(Float32)} // quiet bits stay as they are
	case to == floatKind:
		x := 0.0
		switch from {
		case intKind:
			x = float64(v.Int())
			if t.kind == Float32 {
				x = float64(float32(v.Int()))
			}
		case uintKind:
			x = float64(v.Uint())
			if t.kind == Float32 {
				x = float64(float32(v.Uint()))
			}
		default:
			x = v.Float()
		}
		bits = math.Float64bits(x)
		if t.kind == Float32 {
			bits = uint64(math.Float32bits(float32(x)))
		}
	case from == intKind:
		bits = uint64(v.Int())
	case from == uintKind:
		bits = v.Uint()
	case to == intKind:
		bits = uint64(int64(v.Float()))
	default:
		bits = uint64(v.Float())
	}
	return Value{t, raw.Word(cut(bits, t.kind)), v.flag.ro() | flag(t.kind)}
}

// cut is an integer as a word of interfaces.
func cut(bits uint64, k Kind) uint64 {
	switch k {
	case Int8:
		return uint64(int8(bits))
	case Int16:
		return uint64(int16(bits))
	case Int32:
		return uint64(int32(bits))
	case Uint8:
		return uint64(uint8(bits))
	case Uint16:
		return uint64(uint16(bits))
	case Uint32:
		return uint64(uint32(bits))
	}
	return bits
}

func convertComplex(v Value, t *rtype) Value {
	p := t.new()
	x := Value{t, p, flagIndir | flagAddr | flag(t.kind)}
	x.SetComplex(v.Complex())
	return at(t, p, v.flag.ro())
}

// convertRune makes a string of a code point.
func convertRune(v Value, t *rtype) Value {
	s := "\uFFFD"
	if v.CanInt() {
		if x := v.Int(); int64(rune(x)) == x {
			s = string(rune(x))
		}
	} else if x := v.Uint(); uint64(rune(x)) == x {
		s = string(rune(x))
	}
	return madeString(s, t, v.flag.ro())
}

func madeString(s string, t *rtype, f flag) Value {
	p := raw.NewWords(2)
	raw.StoreString(p, s)
	return at(t, p, f)
}

func madeBytes(b []byte, t *rtype, f flag) Value {
	p := raw.NewWords(3)
	raw.StoreBytes(p, b)
	return at(t, p, f)
}

func madeRunes(r []rune, t *rtype, f flag) Value {
	return newSlice(t, unsafe.Pointer(unsafe.SliceData(r)), len(r), cap(r), f)
}

// runes are the elements of a slice of runes.
func (v Value) runes() (r []rune) {
	raw.StoreSlice(unsafe.Pointer(&r), v.header())
	return
}

func convertToArrayPointer(v Value, t *rtype) Value {
	n, s := t.elemType().len, v.header()
	if n > s.Len {
		panic("reflect: cannot convert slice with length " + strconv.Itoa(s.Len) + " to pointer to array with length " +
			strconv.Itoa(n))
	}
	return Value{t, s.Data, v.flag.ro() | flag(Pointer)}
}

func convertToArray(v Value, t *rtype) Value {
	s := v.header()
	if t.len > s.Len {
		panic("reflect: cannot convert slice with length " + strconv.Itoa(s.Len) + " to array with length " +
			strconv.Itoa(t.len))
	}
	if t.size == 0 {
		return at(t, t.new(), v.flag.ro())
	}
	return copied(t, s.Data, v.flag.ro())
}
