package gob

import (
	"encoding"
	"math"
	"math/bits"
	"reflect"
)

// A buffer is a message that is being written.
type buffer struct {
	data []byte
}

func (b *buffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	return len(p), nil
}

func (b *buffer) uint(x uint64) {
	if x < 0x80 {
		b.data = append(b.data, byte(x))
		return
	}
	n := (bits.Len64(x) + 7) / 8
	b.data = append(b.data, byte(-n))
	for shift := 8 * (n - 1); shift >= 0; shift -= 8 {
		b.data = append(b.data, byte(x>>shift))
	}
}

func (b *buffer) int(i int64) {
	b.uint(zigzag(i))
}

func zigzag(i int64) uint64 {
	return uint64(i)<<1 ^ uint64(i>>63)
}

// floatBits returns a number whose low bytes hold the sign and the exponent, so that round numbers are short.
func floatBits(f float64) uint64 {
	return bits.ReverseBytes64(math.Float64bits(f))
}

func (b *buffer) string(s string) {
	b.uint(uint64(len(s)))
	b.data = append(b.data, s...)
}

func (b *buffer) bytes(s []byte) {
	b.uint(uint64(len(s)))
	b.data = append(b.data, s...)
}

type opKind uint8

const (
	opBool opKind = iota
	opInt
	opUint
	opFloat
	opComplex
	opString
	opBytes
	opSlice
	opArray
	opMap
	opStruct
	opInterface
	opExternal
)

// An encPlan is how values of a type are written.
type encPlan struct {
	kind   opKind
	indir  int // how many pointers lead to what is written
	typ    reflect.Type
	elem   *encPlan
	key    *encPlan
	fields []encodedField
	user   *userType // of a type that writes itself
}

type encodedField struct {
	index  int // in the Go type
	number int // in the description
	how    *encPlan
}

var encPlans = map[reflect.Type]*encPlan{}

// encPlanOf returns how values of a type are written. The mutex is held.
func encPlanOf(t reflect.Type) *encPlan {
	if e := encPlans[t]; e != nil {
		return e
	}
	var made []reflect.Type
	done := false
	defer func() {
		if !done {
			for _, t := range made {
				delete(encPlans, t)
			}
		}
	}()
	e := compileEncPlan(t, &made)
	done = true
	return e
}

// compileEncPlan is encPlanOf for a type within another; made has the types that are to be forgotten if
// one of them turns out not to be encodable.
func compileEncPlan(t reflect.Type, made *[]reflect.Type) *encPlan {
	if e := encPlans[t]; e != nil {
		return e
	}
	u := mustUserType(t)
	e := &encPlan{indir: u.indir, typ: u.base}
	encPlans[t] = e
	*made = append(*made, t)
	if u.enc != notExternal {
		e.kind, e.user, e.typ = opExternal, u, t
		e.indir = max(u.encDir, 0)
		for range e.indir {
			e.typ = e.typ.Elem()
		}
		if u.encDir < 0 {
			e.typ = reflect.PointerTo(t)
		}
		return e
	}
	switch base := u.base; base.Kind() {
	case reflect.Slice:
		e.kind = opSlice
		if base.Elem().Kind() == reflect.Uint8 {
			e.kind = opBytes
		} else {
			e.elem = compileEncPlan(base.Elem(), made)
		}
	case reflect.Array:
		e.kind = opArray
		e.elem = compileEncPlan(base.Elem(), made)
	case reflect.Map:
		e.kind = opMap
		e.key = compileEncPlan(base.Key(), made)
		e.elem = compileEncPlan(base.Elem(), made)
	case reflect.Struct:
		e.kind = opStruct
		e.addFields(made)
	case reflect.Interface:
		e.kind = opInterface
	default:
		e.kind = basicKind(base)
	}
	return e
}

// basicKind returns the operation of a basic type.
func basicKind(t reflect.Type) opKind {
	switch basicID(t) {
	case tBool:
		return opBool
	case tInt:
		return opInt
	case tUint:
		return opUint
	case tFloat:
		return opFloat
	case tComplex:
		return opComplex
	case tString:
		return opString
	}
	failf("can't happen: encode type %s", t)
	return 0
}

func (e *encPlan) addFields(made *[]reflect.Type) {
	t := e.typ
	for i := range t.NumField() {
		f := t.Field(i)
		if isSent(&f) {
			e.fields = append(e.fields, encodedField{i, len(e.fields), compileEncPlan(f.Type, made)})
		}
	}
	if t.NumField() > 0 && len(e.fields) == 0 {
		failf("type %s has no exported fields", t)
	}
}

// value writes a value as a field: the difference of numbers, and the value unless it is a zero. A negative
// difference means that the value is written whatever it is, and nothing before it.
func (enc *Encoder) value(b *buffer, e *encPlan, v reflect.Value, delta int) bool {
	always := delta < 0
	if delta == singleton {
		delta = 0
	}
	switch e.kind {
	case opBool:
		x := v.Bool()
		if !x && !always {
			return false
		}
		b.delta(delta)
		if x {
			b.data = append(b.data, 1)
		} else {
			b.data = append(b.data, 0)
		}
	case opInt:
		return b.number(zigzag(v.Int()), delta, always)
	case opUint:
		return b.number(v.Uint(), delta, always)
	case opFloat:
		f := v.Float()
		if f == 0 && !always {
			return false
		}
		b.delta(delta)
		b.uint(floatBits(f))
	case opComplex:
		c := v.Complex()
		if c == 0 && !always {
			return false
		}
		b.delta(delta)
		b.uint(floatBits(real(c)))
		b.uint(floatBits(imag(c)))
	case opString:
		s := v.String()
		if s == "" && !always {
			return false
		}
		b.delta(delta)
		b.string(s)
	case opBytes:
		s := v.Bytes()
		if len(s) == 0 && !always {
			return false
		}
		b.delta(delta)
		b.bytes(s)
	case opStruct:
		b.delta(delta)
		enc.structure(b, e, v)
	default:
		return enc.composite(b, e, v, delta, always)
	}
	return true
}

// composite is value for what is neither basic nor a struct.
func (enc *Encoder) composite(b *buffer, e *encPlan, v reflect.Value, delta int, always bool) bool {
	switch e.kind {
	case opSlice:
		if !always && v.Len() == 0 {
			return false
		}
		b.delta(delta)
		enc.list(b, e, v)
	case opArray:
		b.delta(delta)
		enc.list(b, e, v)
	case opMap:
		if !always && v.IsNil() {
			return false
		}
		b.delta(delta)
		enc.mapping(b, e, v)
	case opInterface:
		if !always && v.IsNil() {
			return false
		}
		b.delta(delta)
		enc.interfaceValue(b, v)
	case opExternal:
		if e.user.encDir < 0 {
			if !v.CanAddr() {
				failf("unaddressable value of type %s", e.typ)
			}
			v = v.Addr()
		}
		if !always && v.IsZero() {
			return false
		}
		b.delta(delta)
		enc.external(b, e, v)
	}
	return true
}

// These stand for differences of numbers of fields.
const (
	element   = -1 // none is written
	singleton = -2 // 0 is written, before a value that is no struct at the top level
)

func (b *buffer) delta(n int) {
	if n >= 0 {
		b.uint(uint64(n))
	}
}

func (b *buffer) number(x uint64, delta int, always bool) bool {
	if x == 0 && !always {
		return false
	}
	b.delta(delta)
	b.uint(x)
	return true
}

// through follows the pointers of a type; what it returns is not valid if one of them is nil.
func through(v reflect.Value, n int) reflect.Value {
	for range n {
		if v.IsNil() {
			return reflect.Value{}
		}
		v = v.Elem()
	}
	return v
}

func (enc *Encoder) structure(b *buffer, e *encPlan, v reflect.Value) {
	last := -1
	for i := range e.fields {
		f := &e.fields[i]
		field := v.Field(f.index)
		if f.how.indir > 0 {
			field = through(field, f.how.indir)
			if !field.IsValid() {
				continue
			}
		}
		if enc.value(b, f.how, field, f.number-last) {
			last = f.number
		}
	}
	b.data = append(b.data, 0)
}

func (enc *Encoder) list(b *buffer, e *encPlan, v reflect.Value) {
	n := v.Len()
	b.uint(uint64(n))
	if e.elem.user == nil && e.elem.indir == 0 && b.basics(v) {
		return
	}
	for i := range n {
		x := v.Index(i)
		if e.elem.indir > 0 {
			x = through(x, e.elem.indir)
			if !x.IsValid() {
				failf("encodeArray: nil element")
			}
		}
		enc.value(b, e.elem, x, element)
	}
}

// basics writes the elements of lists of the commonest types, without a value of package reflect for each.
func (b *buffer) basics(v reflect.Value) bool {
	if v.Kind() == reflect.Array {
		if !v.CanAddr() {
			return false
		}
		v = v.Slice(0, v.Len())
	}
	if !v.CanInterface() {
		return false
	}
	switch s := v.Interface().(type) {
	case []string:
		for _, x := range s {
			b.string(x)
		}
	case []int:
		for _, x := range s {
			b.uint(zigzag(int64(x)))
		}
	case []int32:
		for _, x := range s {
			b.uint(zigzag(int64(x)))
		}
	case []int64:
		for _, x := range s {
			b.uint(zigzag(x))
		}
	case []uint8:
		for _, x := range s {
			b.uint(uint64(x))
		}
	case []uint32:
		for _, x := range s {
			b.uint(uint64(x))
		}
	case []uint64:
		for _, x := range s {
			b.uint(x)
		}
	case []float64:
		for _, x := range s {
			b.uint(floatBits(x))
		}
	case []float32:
		for _, x := range s {
			b.uint(floatBits(float64(x)))
		}
	case []complex128:
		for _, x := range s {
			b.uint(floatBits(real(x)))
			b.uint(floatBits(imag(x)))
		}
	default:
		return false
	}
	return true
}

func (enc *Encoder) mapping(b *buffer, e *encPlan, v reflect.Value) {
	b.uint(uint64(v.Len()))
	for iter := v.MapRange(); iter.Next(); {
		enc.entry(b, e.key, iter.Key())
		enc.entry(b, e.elem, iter.Value())
	}
}

func (enc *Encoder) entry(b *buffer, e *encPlan, v reflect.Value) {
	if e.indir > 0 {
		v = through(v, e.indir)
		if !v.IsValid() {
			failf("encodeReflectValue: nil element")
		}
	}
	enc.value(b, e, v, element)
}

// interfaceValue writes what an interface holds: the name of its type, what is not known of the type, its number, and
// the value with its size before it, so that a reader can skip it.
func (enc *Encoder) interfaceValue(b *buffer, v reflect.Value) {
	if v.IsNil() {
		b.uint(0)
		return
	}
	v = v.Elem()
	if v.Kind() == reflect.Pointer && v.IsNil() {
		failf("gob: cannot encode nil pointer of type %s inside interface", v.Type())
	}
	u := mustUserType(v.Type())
	name, ok := namesByType[u.base]
	if !ok {
		failf("type not registered for interface: %s", u.base)
	}
	b.string(name)
	enc.describe(b, u)
	b.int(int64(enc.sent[u.base]))
	outer := enc.out
	enc.out = b
	var inner buffer
	enc.top(&inner, v, u)
	enc.out = outer
	enc.flush(b, &inner)
}

// external writes a value of a type that writes itself. Methods run without the mutex.
func (enc *Encoder) external(b *buffer, e *encPlan, v reflect.Value) {
	x := v.Interface()
	var data []byte
	var err error
	mutex.Unlock()
	func() {
		defer mutex.Lock()
		if e.user.enc == byGob {
			data, err = x.(GobEncoder).GobEncode()
		} else {
			data, err = x.(encoding.BinaryMarshaler).MarshalBinary()
		}
	}()
	if err != nil {
		fail(err)
	}
	b.bytes(data)
}

// top writes a value with no other around it.
func (enc *Encoder) top(b *buffer, v reflect.Value, u *userType) {
	e := encPlanOf(u.user)
	for range e.indir {
		v = reflect.Indirect(v)
	}
	if e.kind == opStruct {
		enc.structure(b, e, v)
		return
	}
	if e.kind != opExternal && !v.IsValid() {
		failf("encodeReflectValue: nil element")
	}
	enc.value(b, e, v, singleton)
}
