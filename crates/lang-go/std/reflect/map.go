package reflect

import (
	"internal/raw"
	"unsafe"
)

// mapLen is the number of entries, which lies at the beginning of a map.
func mapLen(m unsafe.Pointer) int {
	if m == nil {
		return 0
	}
	return raw.LoadInt(m)
}

// mapKey is a key as maps take it: its bits, a string, or its address.
func (v Value) mapKey() (k0, k1 uint64) {
	switch v.kind() {
	case String:
		if v.flag&flagIndir != 0 {
			return raw.Bits(raw.LoadPointer(v.ptr)), uint64(len(raw.LoadString(v.ptr)))
		}
	case Complex64, Complex128, Interface, Struct, Array:
		return raw.Bits(v.address()), 0
	}
	return raw.Bits(v.word()), 0
}

// MapIndex is the value of a key, the zero Value if the map has no such key.
func (v Value) MapIndex(key Value) Value {
	v.mustBe(Map, "MapIndex")
	if t := v.typ.keyType(); key.typ != t || key.flag&flagMethod != 0 {
		if key.flag == 0 {
			panic(&ValueError{"reflect.Value.MapIndex", Invalid})
		}
		key = key.assignTo("reflect.Value.MapIndex", t)
	}
	k0, k1 := key.mapKey()
	p := raw.MapFind(v.typ.mapNo(), v.pointer(), k0, k1)
	if p == nil {
		return Value{}
	}
	return copied(v.typ.elemType(), p, (v.flag | key.flag).ro())
}

// SetMapIndex sets the value of a key, or takes the key away if elem is the zero Value.
func (v Value) SetMapIndex(key, elem Value) {
	v.mustBe(Map, "SetMapIndex")
	v.mustBeExported("reflect.Value.SetMapIndex")
	key.mustBeExported("reflect.Value.SetMapIndex")
	key = key.assignTo("reflect.Value.SetMapIndex", v.typ.keyType())
	m := v.pointer()
	if elem.typ == nil {
		k0, k1 := key.mapKey()
		raw.MapDelete(v.typ.mapNo(), m, k0, k1)
		return
	}
	elem.mustBeExported("reflect.Value.SetMapIndex")
	elem = elem.assignTo("reflect.Value.SetMapIndex", v.typ.elemType())
	k0, k1 := key.mapKey()
	elem.store(raw.MapAssign(v.typ.mapNo(), m, k0, k1))
}

func (v Value) MapKeys() []Value {
	v.mustBe(Map, "MapKeys")
	t, f := v.typ.keyType(), v.flag.ro()
	m := v.pointer()
	keys := make([]Value, 0, mapLen(m))
	if m == nil {
		return keys
	}
	var it raw.MapIter
	raw.MapBegin(&it, v.typ.mapNo(), m)
	for {
		key, _ := raw.MapNext(&it, v.typ.mapNo())
		if key == nil {
			return keys
		}
		keys = append(keys, copied(t, key, f))
	}
}

// MapIter walks over the entries of a map.
type MapIter struct {
	m          Value
	it         raw.MapIter
	key, value unsafe.Pointer
	begun      bool
}

func (v Value) MapRange() *MapIter {
	if v.kind() != Map {
		wrongKind("MapRange", v.kind())
	}
	return &MapIter{m: v}
}

func (it *MapIter) Next() bool {
	if !it.m.IsValid() {
		panic("MapIter.Next called on an iterator that does not have an associated map Value")
	}
	number := it.m.typ.mapNo()
	if !it.begun {
		it.begun = true
		raw.MapBegin(&it.it, number, it.m.pointer())
	} else if it.key == nil {
		panic("MapIter.Next called on exhausted iterator")
	}
	it.key, it.value = raw.MapNext(&it.it, number)
	return it.key != nil
}

func (it *MapIter) check(method string) {
	if !it.begun {
		panic("MapIter." + method + " called before Next")
	}
	if it.key == nil {
		panic("MapIter." + method + " called on exhausted iterator")
	}
}

func (it *MapIter) Key() Value {
	it.check("Key")
	return copied(it.m.typ.keyType(), it.key, it.m.flag.ro())
}

func (it *MapIter) Value() Value {
	it.check("Value")
	return copied(it.m.typ.elemType(), it.value, it.m.flag.ro())
}

func (it *MapIter) Reset(v Value) {
	if v.IsValid() {
		v.mustBe(Map, "MapRange")
	}
	*it = MapIter{m: v}
}

func (v Value) SetIterKey(it *MapIter) {
	v.setIter(it, "SetIterKey", "Key", "reflect.MapIter.SetKey")
}

func (v Value) SetIterValue(it *MapIter) {
	v.setIter(it, "SetIterValue", "Value", "reflect.MapIter.SetValue")
}

func (v Value) setIter(it *MapIter, method, part, context string) {
	if !it.begun {
		panic("reflect: Value." + method + " called before Next")
	}
	if it.key == nil {
		panic("reflect: Value." + method + " called on exhausted iterator")
	}
	v.mustBeAssignable(method)
	t, p := it.m.typ.keyType(), it.key
	if part == "Value" {
		t, p = it.m.typ.elemType(), it.value
	}
	x := Value{t, p, it.m.flag&flagRO | flagIndir | flag(t.kind)}
	x.mustBeExported("reflect.Value." + method)
	x.assignTo(context, v.typ).store(v.ptr)
}

func MakeMap(typ Type) Value { return MakeMapWithSize(typ, 0) }

func MakeMapWithSize(typ Type, n int) Value {
	if typ.Kind() != Map {
		panic("reflect.MakeMapWithSize of non-map type")
	}
	t := typ.common()
	return Value{t, raw.MapNew(t.mapNo(), n), flag(Map)}
}

// mapNo is the number of a map type that its operations take.
func (t *rtype) mapNo() int {
	if t.num == 0 {
		t.number()
	}
	return t.mapNumber
}
