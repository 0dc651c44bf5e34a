package gob

import (
	"encoding"
	"errors"
	"io"
	"math"
	"math/bits"
	"reflect"
)

// maxDepth is how deep decoded values may be nested; deeper ones come from streams that are meant to exhaust the
// stack.
const maxDepth = 250000

// maxRoom is how many bytes a slice of large elements gets before there is one of them.
const maxRoom = 10 << 20

func (dec *Decoder) uint() uint64 {
	pos := dec.pos
	if pos >= len(dec.data) {
		fail(io.EOF)
	}
	first := dec.data[pos]
	pos++
	if first <= 0x7f {
		dec.pos = pos
		return uint64(first)
	}
	n := -int(int8(first))
	if n > 8 {
		fail(errBadUint)
	}
	dec.pos = pos
	if left := len(dec.data) - pos; left < n {
		failf("invalid uint data length %d: exceeds input size %d", n, left)
	}
	var x uint64
	for _, b := range dec.data[pos : pos+n] {
		x = x<<8 | uint64(b)
	}
	dec.pos = pos + n
	return x
}

// length reads the size of what follows in the message, and tells whether it is there.
func (dec *Decoder) length() (n int, ok bool) {
	n = int(dec.uint())
	dec.announced = n
	if n < 0 || dec.left() < n || maxMessage <= n {
		return 0, false
	}
	return n, true
}

// take returns the next bytes, which are the message's.
func (dec *Decoder) take(n int) []byte {
	dec.pos += n
	return dec.data[dec.pos-n : dec.pos : dec.pos]
}

func (dec *Decoder) outOfRange() {
	name := ""
	for _, part := range dec.place.parts {
		name = part + name
	}
	fail(errors.New(`value for "` + name + dec.place.name + `" out of range`))
}

func (dec *Decoder) enter() {
	dec.depth++
	if dec.depth > maxDepth {
		fail(errNesting)
	}
}

// top decodes a value with no other around it; the zero Value means that it is skipped.
func (dec *Decoder) top(id typeId, v reflect.Value) {
	dec.enter()
	outer := dec.place
	if !v.IsValid() {
		p := dec.skipPlan(id)
		if p.kind == opStruct {
			dec.skipStruct(p)
		} else {
			dec.single()
			dec.skip(p)
		}
	} else {
		u := mustUserType(v.Type())
		p := dec.planOf(id, u)
		v = allocated(v)
		if p.kind == opStruct {
			if w := dec.wires[id]; p.kept == 0 && p.typ.NumField() > 0 && w != nil && len(w.StructT.Field) > 0 {
				failf("type mismatch: no fields matched compiling decoder for %s", p.typ.Name())
			}
			dec.structure(p, v)
		} else {
			dec.place = place{name: u.user.String()}
			dec.single()
			dec.value(p, v)
		}
	}
	dec.place = outer
	dec.depth--
}

func (dec *Decoder) single() {
	if dec.uint() != 0 {
		failf("decode: corrupted data: non-zero delta for singleton")
	}
}

// allocated follows pointers, and sets those that are nil.
func allocated(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}

// delta reads the difference of numbers before a field, and returns the field's number; negative at the end.
func (dec *Decoder) delta(p *decPlan, last int) int {
	delta := int(dec.uint())
	if delta < 0 {
		failf("decode: corrupted data: negative delta")
	}
	if delta == 0 {
		return -1
	}
	if last >= len(p.fields)-delta {
		fail(errRange)
	}
	return last + delta
}

func (dec *Decoder) structure(p *decPlan, v reflect.Value) {
	dec.enter()
	outer := dec.place
	dec.place.parts = outer.parts[len(outer.parts):]
	for last := -1; dec.pos < len(dec.data); {
		n := dec.delta(p, last)
		if n < 0 {
			break
		}
		last = n
		f := &p.fields[n]
		if f.plan.skip {
			dec.skip(f.plan)
			continue
		}
		var field reflect.Value
		if len(f.index) == 1 {
			field = v.Field(f.index[0])
		} else {
			field = v.FieldByIndex(f.index)
		}
		if f.plan.indir > 0 {
			field = allocated(field)
		}
		dec.place.name = f.name
		dec.value(f.plan, field)
	}
	dec.place = outer
	dec.depth--
}

// value decodes a value that is there.
func (dec *Decoder) value(p *decPlan, v reflect.Value) {
	switch p.kind {
	case opBool:
		v.SetBool(dec.uint() != 0)
	case opInt:
		x := signed(dec.uint())
		if p.bits < 64 && x<<(64-p.bits)>>(64-p.bits) != x {
			dec.outOfRange()
		}
		v.SetInt(x)
	case opUint:
		x := dec.uint()
		if p.bits < 64 && x>>p.bits != 0 {
			dec.outOfRange()
		}
		v.SetUint(x)
	case opFloat:
		v.SetFloat(dec.float(p.bits))
	case opComplex:
		re := dec.float(p.bits / 2)
		im := dec.float(p.bits / 2)
		v.SetComplex(complex(re, im))
	case opString:
		v.SetString(string(dec.text(v)))
	case opStruct:
		dec.structure(p, v)
	default:
		dec.composite(p, v)
	}
}

// text reads bytes after their number.
func (dec *Decoder) text(v reflect.Value) []byte {
	n, ok := dec.length()
	if !ok {
		failf("bad %s slice length: %d", v.Type(), n)
	}
	return dec.take(n)
}

func (dec *Decoder) float(size int) float64 {
	f := math.Float64frombits(bits.ReverseBytes64(dec.uint()))
	if size == 32 {
		if a := math.Abs(f); math.MaxFloat32 < a && a <= math.MaxFloat64 {
			dec.outOfRange()
		}
	}
	return f
}

// composite is value for what consists of other values.
func (dec *Decoder) composite(p *decPlan, v reflect.Value) {
	dec.enter()
	switch p.kind {
	case opBytes:
		data := dec.text(v)
		if v.Cap() < len(data) {
			v.Set(reflect.MakeSlice(v.Type(), len(data), len(data)))
		} else {
			v.SetLen(len(data))
		}
		copy(v.Bytes(), data)
	case opSlice:
		dec.slice(p, v)
	case opArray:
		if dec.uint() != uint64(p.len) {
			failf("length mismatch in decodeArray")
		}
		dec.elements(p, v, p.len)
	case opMap:
		dec.mapping(p, v)
	case opInterface:
		dec.interfaceValue(v)
	case opExternal:
		dec.external(p, v)
	}
	dec.depth--
}

func (dec *Decoder) slice(p *decPlan, v reflect.Value) {
	count := dec.uint()
	size := uint64(p.typ.Elem().Size())
	bytes := count * size
	n := int(count)
	if n < 0 || bytes > maxMessage || size > 0 && bytes/size != count {
		failf("%s slice too big: %d elements of %d bytes", p.typ.Elem(), count, size)
	}
	if v.Cap() < n {
		// An element has a byte at least, so that more than what is left of the message is there only if
		// descriptions of types are between elements. Large elements get memory as they come.
		room := min(n, max(dec.left(), 4096/max(int(size), 1)))
		if size > 16 {
			room = min(room, max(1, maxRoom/int(size)))
		}
		v.Set(reflect.MakeSlice(p.typ, room, room))
	} else {
		v.SetLen(n)
	}
	dec.elements(p, v, n)
}

func (dec *Decoder) elements(p *decPlan, v reflect.Value, n int) {
	dec.place.parts = append(dec.place.parts, "element of ")
	if p.elem.indir > 0 || p.elem.user != nil || v.Len() < n || !dec.basics(p.elem, v) {
		for i := range n {
			if dec.pos == len(dec.data) {
				tooShort(v, n)
			}
			if i >= v.Len() {
				v.Grow(1)
				v.SetLen(min(v.Cap(), n))
			}
			x := v.Index(i)
			if p.elem.indir > 0 {
				x = allocated(x)
			}
			dec.value(p.elem, x)
		}
	}
	dec.place.parts = dec.place.parts[:len(dec.place.parts)-1]
}

// mustHave fails if nothing is left of a message that must have more of n elements.
func (dec *Decoder) mustHave(v reflect.Value, n int) {
	if dec.pos == len(dec.data) {
		tooShort(v, n)
	}
}

// tooShort fails. As in Go the error names a type without a name of its own and of a basic kind, but not bytes.
func tooShort(v reflect.Value, n int) {
	what := ""
	if v.IsValid() && (v.Kind() == reflect.Array || v.Type().Name() == "") {
		elem := v.Type().Elem()
		if k := elem.Kind(); elem.PkgPath() == "" && k != reflect.Uint8 && (k <= reflect.Complex128 || k == reflect.String) {
			what = elem.Name() + " "
		}
	}
	failf("decoding %sarray or slice: length exceeds input size (%d elements)", what, n)
}

// basics decodes the elements of lists of the commonest types, without a value of package reflect for each.
func (dec *Decoder) basics(elem *decPlan, v reflect.Value) bool {
	if v.Kind() == reflect.Array {
		v = v.Slice(0, v.Len())
	}
	if !v.CanInterface() {
		return false
	}
	switch s := v.Interface().(type) {
	case []string:
		for i := range s {
			dec.mustHave(v, len(s))
			size, ok := dec.length()
			if !ok {
				failf("length of string exceeds input size (%d bytes)", dec.announced)
			}
			s[i] = string(dec.take(size))
		}
	case []int:
		for i := range s {
			dec.mustHave(v, len(s))
			s[i] = int(signed(dec.uint()))
		}
	case []int64:
		for i := range s {
			dec.mustHave(v, len(s))
			s[i] = signed(dec.uint())
		}
	case []int32:
		for i := range s {
			dec.mustHave(v, len(s))
			x := signed(dec.uint())
			if int64(int32(x)) != x {
				dec.outOfRange()
			}
			s[i] = int32(x)
		}
	case []uint64:
		for i := range s {
			dec.mustHave(v, len(s))
			s[i] = dec.uint()
		}
	case []float64:
		for i := range s {
			dec.mustHave(v, len(s))
			s[i] = dec.float(64)
		}
	case []float32:
		for i := range s {
			dec.mustHave(v, len(s))
			s[i] = float32(dec.float(32))
		}
	default:
		return false
	}
	return true
}

func (dec *Decoder) mapping(p *decPlan, v reflect.Value) {
	n := int(dec.uint())
	if v.IsNil() {
		v.Set(reflect.MakeMapWithSize(p.typ, max(0, min(n, dec.left()))))
	}
	key := reflect.New(p.typ.Key()).Elem()
	elem := reflect.New(p.typ.Elem()).Elem()
	for range n {
		if dec.pos == len(dec.data) {
			fail(io.EOF)
		}
		dec.entry(p.key, key, "key of ")
		dec.entry(p.elem, elem, "element of ")
		v.SetMapIndex(key, elem)
		key.SetZero()
		elem.SetZero()
	}
}

// entry decodes a key or an element of a map. For numbers the place is the map itself.
func (dec *Decoder) entry(p *decPlan, v reflect.Value, part string) {
	if p.indir > 0 {
		v = allocated(v)
	}
	if p.kind < opSlice || p.kind > opMap {
		dec.value(p, v)
		return
	}
	dec.place.parts = append(dec.place.parts, part)
	dec.value(p, v)
	dec.place.parts = dec.place.parts[:len(dec.place.parts)-1]
}

func (dec *Decoder) interfaceValue(v reflect.Value) {
	n := dec.uint()
	if n > 1<<31 {
		failf("invalid type name length %d", n)
	}
	if n > uint64(dec.left()) {
		failf("invalid type name length %d: exceeds input size", n)
	}
	name := string(dec.take(int(n)))
	if name == "" {
		v.SetZero()
		return
	}
	if len(name) > 1024 {
		failf("name too long (%d bytes): %.20q...", len(name), name)
	}
	t, ok := typesByName[name]
	if !ok {
		failf("name not registered for interface: %q", name)
	}
	id := dec.typeSequence(true)
	if id < 0 {
		fail(dec.err)
	}
	dec.uint() // the size of the value
	x := reflect.New(t).Elem()
	dec.top(id, x)
	if !t.AssignableTo(v.Type()) {
		failf("%s is not assignable to type %s", t, v.Type())
	}
	v.Set(x)
}

// external gives a type that reads itself its bytes. Methods run without the mutex.
func (dec *Decoder) external(p *decPlan, v reflect.Value) {
	n, ok := dec.length()
	if !ok {
		failf("GobDecoder: length too large for buffer")
	}
	data := dec.take(n)
	if p.addr {
		v = v.Addr()
	}
	x := v.Interface()
	var err error
	mutex.Unlock()
	func() {
		defer mutex.Lock()
		if p.user.dec == byGob {
			err = x.(GobDecoder).GobDecode(data)
		} else {
			err = x.(encoding.BinaryUnmarshaler).UnmarshalBinary(data)
		}
	}()
	if err != nil {
		fail(err)
	}
}

// skip reads a value that is not wanted.
func (dec *Decoder) skip(p *decPlan) {
	dec.enter()
	switch p.kind {
	case opUint:
		dec.uint()
	case opComplex:
		dec.uint()
		dec.uint()
	case opBytes:
		n, ok := dec.length()
		if !ok {
			failf("slice length too large")
		}
		dec.take(n)
	case opExternal:
		n, ok := dec.length()
		if !ok {
			failf("GobDecoder: length too large for buffer")
		}
		dec.take(n)
	case opArray:
		if dec.uint() != uint64(p.len) {
			failf("length mismatch in ignoreArray")
		}
		dec.skipElements(p, p.len)
	case opSlice:
		dec.skipElements(p, int(dec.uint()))
	case opMap:
		for range int(dec.uint()) {
			if dec.pos == len(dec.data) {
				fail(io.EOF)
			}
			dec.skip(p.key)
			dec.skip(p.elem)
		}
	case opStruct:
		dec.skipStruct(p)
	case opInterface:
		dec.skipInterface()
	}
	dec.depth--
}

func (dec *Decoder) skipElements(p *decPlan, n int) {
	for range n {
		dec.mustHave(reflect.Value{}, n)
		dec.skip(p.elem)
	}
}

func (dec *Decoder) skipStruct(p *decPlan) {
	for last := -1; dec.pos < len(dec.data); {
		n := dec.delta(p, last)
		if n < 0 {
			break
		}
		last = n
		dec.skip(p.fields[n].plan)
	}
}

func (dec *Decoder) skipInterface() {
	n, ok := dec.length()
	if !ok {
		failf("bad interface encoding: name too large for buffer")
	}
	dec.take(n)
	// Of an interface without a value nothing follows, and compiled Go looks for a type all the same: what it
	// refuses is refused.
	id := dec.typeSequence(true)
	if id < 0 {
		fail(dec.err)
	}
	n, ok = dec.length()
	if !ok {
		failf("bad interface encoding: data length too large for buffer")
	}
	dec.take(n)
}
