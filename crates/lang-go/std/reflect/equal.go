package reflect

import (
	"internal/raw"
	"unsafe"
)

// visit is a comparison that has begun; meeting it again, it is taken for true.
type visit struct {
	a, b unsafe.Pointer
	t    *rtype
}

// comparison is one call of DeepEqual. What was visited is noted only after a while, since most values are small.
type comparison struct {
	count   int
	visited map[visit]bool
}

const manyVisits = 64

// DeepEqual tells whether values are equal, and what they lead to.
func DeepEqual(x, y any) bool {
	if x == nil || y == nil {
		return x == y
	}
	v, w := ValueOf(x), ValueOf(y)
	if v.typ != w.typ {
		return false
	}
	var c comparison
	if v.flag&flagIndir != 0 {
		return c.equal(v.typ, v.ptr, w.ptr)
	}
	switch v.kind() {
	case Pointer:
		return c.pointers(v.typ, v.ptr, w.ptr)
	case Map:
		return c.maps(v.typ, v.ptr, w.ptr)
	case Func:
		return v.ptr == nil && w.ptr == nil
	case Float32, Float64:
		return v.Float() == w.Float()
	}
	return v.ptr == w.ptr
}

// begun notes a comparison; true if it was noted before.
func (c *comparison) begun(t *rtype, a, b unsafe.Pointer) bool {
	if c.count++; c.count < manyVisits {
		return false
	}
	v := visit{a, b, t}
	if c.visited[v] {
		return true
	}
	if c.visited == nil {
		c.visited = map[visit]bool{}
	}
	c.visited[v] = true
	return false
}

// equal compares values of type t in memory.
func (c *comparison) equal(t *rtype, a, b unsafe.Pointer) bool {
	switch t.kind {
	case Bool, Int8, Uint8:
		return raw.LoadUint8(a) == raw.LoadUint8(b)
	case Int16, Uint16:
		return raw.LoadUint16(a) == raw.LoadUint16(b)
	case Int32, Uint32:
		return raw.LoadUint32(a) == raw.LoadUint32(b)
	case Int, Int64, Uint, Uint64, Uintptr:
		return raw.LoadUint64(a) == raw.LoadUint64(b)
	case Float32:
		return raw.LoadFloat32(a) == raw.LoadFloat32(b)
	case Float64:
		return raw.LoadFloat64(a) == raw.LoadFloat64(b)
	case Complex64:
		return raw.LoadComplex64(a) == raw.LoadComplex64(b)
	case Complex128:
		return raw.LoadComplex128(a) == raw.LoadComplex128(b)
	case String:
		return raw.LoadString(a) == raw.LoadString(b)
	case Chan, UnsafePointer:
		return raw.LoadPointer(a) == raw.LoadPointer(b)
	case Func:
		return raw.LoadPointer(a) == nil && raw.LoadPointer(b) == nil
	case Pointer:
		return c.pointers(t, raw.LoadPointer(a), raw.LoadPointer(b))
	case Map:
		return c.maps(t, raw.LoadPointer(a), raw.LoadPointer(b))
	case Interface:
		return c.interfaces(raw.LoadAny(a), raw.LoadAny(b))
	case Array:
		return c.elements(t.elemType(), a, b, t.len)
	case Slice:
		return c.slices(t, raw.LoadSlice(a), raw.LoadSlice(b))
	case Struct:
		fields := t.structFields()
		for i := range fields {
			f := &fields[i]
			if !c.equal(f.typ, raw.Add(a, f.offset), raw.Add(b, f.offset)) {
				return false
			}
		}
	}
	return true
}

func (c *comparison) pointers(t *rtype, a, b unsafe.Pointer) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	return c.begun(t, a, b) || c.equal(t.elemType(), a, b)
}

func (c *comparison) interfaces(a, b any) bool {
	t := raw.TypeOf(a)
	if t != raw.TypeOf(b) {
		return false
	}
	if t == 0 {
		return true
	}
	d, p, q := typeAt(t), raw.WordOf(a), raw.WordOf(b)
	if !d.direct {
		return p == q && d.kind != Struct && d.kind != Array && d.kind != Complex64 && d.kind != Complex128 ||
			c.begun(d, p, q) || c.equal(d, p, q)
	}
	v, w := Value{d, p, flag(d.kind)}, Value{d, q, flag(d.kind)}
	switch d.kind {
	case Pointer:
		return c.pointers(d, p, q)
	case Map:
		return c.maps(d, p, q)
	case Func:
		return p == nil && q == nil
	case Float32, Float64:
		return v.Float() == w.Float()
	}
	return p == q
}

func (c *comparison) slices(t *rtype, a, b raw.SliceHeader) bool {
	if (a.Data == nil) != (b.Data == nil) || a.Len != b.Len {
		return false
	}
	if a.Data == b.Data {
		return true
	}
	elem := t.elemType()
	if !elem.direct || elem.kind == Pointer || elem.kind == Map {
		if c.begun(t, a.Data, b.Data) {
			return true
		}
	}
	return c.elements(elem, a.Data, b.Data, a.Len)
}

// elements compares values in a row; integers by their bytes.
func (c *comparison) elements(t *rtype, a, b unsafe.Pointer, n int) bool {
	if k := t.kind; k <= Uintptr {
		bytes := n * t.size
		return bytes == 0 || string(unsafeBytes(a, bytes)) == string(unsafeBytes(b, bytes))
	}
	for ; n > 0; n-- {
		if !c.equal(t, a, b) {
			return false
		}
		a, b = raw.Add(a, t.size), raw.Add(b, t.size)
	}
	return true
}

func (c *comparison) maps(t *rtype, a, b unsafe.Pointer) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || mapLen(a) != mapLen(b) {
		return false
	}
	if c.begun(t, a, b) {
		return true
	}
	key, elem, number := t.keyType(), t.elemType(), t.mapNo()
	var it raw.MapIter
	raw.MapBegin(&it, number, a)
	for {
		k, x := raw.MapNext(&it, number)
		if k == nil {
			return true
		}
		k0, k1 := at(key, k, 0).mapKey()
		y := raw.MapFind(number, b, k0, k1)
		if y == nil || !c.equal(elem, x, y) {
			return false
		}
	}
}
