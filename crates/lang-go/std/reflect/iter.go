package reflect

import (
	"internal/raw"
	"iter"
)

// ranged tells whether a function type is one that range loops call, with so many values.
func (t *rtype) ranged(n int) bool {
	if t.kind != Func {
		return false
	}
	t.parts()
	if len(t.in) != 1 || len(t.out) != 0 || t.variadic {
		return false
	}
	y := t.in[0]
	if y.kind != Func {
		return false
	}
	y.parts()
	return len(y.in) == n && len(y.out) == 1 && y.out[0].kind == Bool && !y.variadic
}

func (t *rtype) CanSeq() bool {
	switch t.kind {
	case Int8, Int16, Int32, Int64, Int, Uint8, Uint16, Uint32, Uint64, Uint, Uintptr, Array, Slice, Chan, String, Map:
		return true
	case Func:
		return t.ranged(1)
	case Pointer:
		return t.elemType().kind == Array
	}
	return false
}

func (t *rtype) CanSeq2() bool {
	switch t.kind {
	case Array, Slice, String, Map:
		return true
	case Func:
		return t.ranged(2)
	case Pointer:
		return t.elemType().kind == Array
	}
	return false
}

// Seq gives what a range loop over the value gives for one variable.
func (v Value) Seq() iter.Seq[Value] {
	if v.flag != 0 && v.Type().common().ranged(1) {
		return func(yield func(Value) bool) {
			v.Call([]Value{MakeFunc(v.Type().In(0), func(in []Value) []Value {
				return []Value{ValueOf(yield(in[0])).Convert(v.Type().In(0).Out(0))}
			})})
		}
	}
	switch k := v.kind(); {
	case Int <= k && k <= Uintptr:
		return v.numbers
	case k == Pointer && v.typ.elemType().kind == Array:
		return indices(v.typ.elem.len)
	case k == Array, k == Slice:
		return func(yield func(Value) bool) { indices(v.Len())(yield) }
	case k == String:
		return func(yield func(Value) bool) {
			for i := range v.String() {
				if !yield(ValueOf(i)) {
					return
				}
			}
		}
	case k == Map:
		return func(yield func(Value) bool) {
			for it := v.MapRange(); it.Next(); {
				if !yield(it.Key()) {
					return
				}
			}
		}
	case k == Chan:
		return func(yield func(Value) bool) {
			for x, ok := v.Recv(); ok; x, ok = v.Recv() {
				if !yield(x) {
					return
				}
			}
		}
	}
	panic("reflect: " + v.Type().String() + " cannot produce iter.Seq[Value]")
}

func indices(n int) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := range n {
			if !yield(ValueOf(i)) {
				return
			}
		}
	}
}

// numbers gives those from 0 on, of the value's own type.
func (v Value) numbers(yield func(Value) bool) {
	most := uint64(0)
	if !v.CanInt() {
		most = v.Uint()
	} else if n := v.Int(); n > 0 {
		most = uint64(n)
	}
	for i := uint64(0); i < most; i++ {
		if !yield(Value{v.typ, raw.Word(i), flag(v.kind())}) {
			return
		}
	}
}

// Seq2 gives what a range loop over the value gives for two variables.
func (v Value) Seq2() iter.Seq2[Value, Value] {
	if v.flag != 0 && v.Type().common().ranged(2) {
		return func(yield func(Value, Value) bool) {
			v.Call([]Value{MakeFunc(v.Type().In(0), func(in []Value) []Value {
				return []Value{ValueOf(yield(in[0], in[1])).Convert(v.Type().In(0).Out(0))}
			})})
		}
	}
	switch k := v.kind(); {
	case k == Pointer && v.typ.elemType().kind == Array:
		return func(yield func(Value, Value) bool) { v.Elem().pairs(yield) }
	case k == Array, k == Slice:
		return v.pairs
	case k == String:
		return func(yield func(Value, Value) bool) {
			for i, r := range v.String() {
				if !yield(ValueOf(i), ValueOf(r)) {
					return
				}
			}
		}
	case k == Map:
		return func(yield func(Value, Value) bool) {
			for it := v.MapRange(); it.Next(); {
				if !yield(it.Key(), it.Value()) {
					return
				}
			}
		}
	}
	panic("reflect: " + v.Type().String() + " cannot produce iter.Seq2[Value, Value]")
}

func (v Value) pairs(yield func(Value, Value) bool) {
	for i := range v.Len() {
		if !yield(ValueOf(i), v.Index(i)) {
			return
		}
	}
}

// Fields gives the fields of a struct with their values.
func (v Value) Fields() iter.Seq2[StructField, Value] {
	t := v.Type()
	if t.Kind() != Struct {
		panic("reflect: Fields of non-struct type " + t.String())
	}
	return func(yield func(StructField, Value) bool) {
		for i := range v.NumField() {
			if !yield(t.Field(i), v.Field(i)) {
				return
			}
		}
	}
}

// Methods gives the methods of a value's type, and them as values.
func (v Value) Methods() iter.Seq2[Method, Value] {
	return func(yield func(Method, Value) bool) {
		t := v.Type()
		for i := range v.NumMethod() {
			if !yield(t.Method(i), v.Method(i)) {
				return
			}
		}
	}
}

func (t *rtype) Methods() iter.Seq[Method] {
	return func(yield func(Method) bool) {
		for i := range t.NumMethod() {
			if !yield(t.Method(i)) {
				return
			}
		}
	}
}
