package reflect

import (
	"errors"
	"internal/raw"
)

func (t *rtype) FieldByIndex(index []int) StructField {
	if t.kind != Struct {
		panic("reflect: FieldByIndex of non-struct type " + t.String())
	}
	var f StructField
	u := t
	for i, n := range index {
		if i > 0 {
			if u.kind == Pointer && u.elemType().kind == Struct {
				u = u.elem
			}
		}
		f = u.Field(n)
		u = f.Type.common()
	}
	f.Index = append([]int(nil), index...)
	return f
}

func (t *rtype) FieldByName(name string) (StructField, bool) {
	if t.kind != Struct {
		panic("reflect: FieldByName of non-struct type " + t.String())
	}
	return t.fieldByName(name)
}

// fieldByName looks at the fields of the struct before those of embedded ones.
func (t *rtype) fieldByName(name string) (StructField, bool) {
	embedded := false
	for i := range t.structFields() {
		if t.fields[i].name == name && name != "" {
			return t.Field(i), true
		}
		embedded = embedded || t.fields[i].embedded
	}
	if !embedded {
		return StructField{}, false
	}
	return t.findField(func(n string) bool { return n == name })
}

func (t *rtype) FieldByNameFunc(match func(string) bool) (StructField, bool) {
	if t.kind != Struct {
		panic("reflect: FieldByNameFunc of non-struct type " + t.String())
	}
	return t.findField(match)
}

// level is an embedded struct, and the way to it.
type level struct {
	typ   *rtype
	index []int
}

// findField finds the one field that matches at the least depth.
func (t *rtype) findField(match func(string) bool) (result StructField, ok bool) {
	next := []level{{typ: t}}
	nextCount := map[*rtype]int(nil)
	visited := map[*rtype]bool{}
	for len(next) > 0 {
		current, count := next, nextCount
		next, nextCount = nil, nil
		for _, scan := range current {
			u := scan.typ
			if visited[u] {
				continue
			}
			visited[u] = true
			for i := range u.structFields() {
				f := &u.fields[i]
				inner := (*rtype)(nil)
				if f.embedded {
					inner = f.typ
					if inner.kind == Pointer {
						inner = inner.elemType()
					}
				}
				if match(f.name) {
					if count[u] > 1 || ok {
						// Two at one depth hide each other.
						return StructField{}, false
					}
					result, ok = u.Field(i), true
					result.Index = append(append([]int(nil), scan.index...), i)
					continue
				}
				if ok || inner == nil || inner.kind != Struct {
					continue
				}
				if nextCount[inner] > 0 {
					nextCount[inner] = 2
					continue
				}
				if nextCount == nil {
					nextCount = map[*rtype]int{}
				}
				nextCount[inner] = 1
				if count[u] > 1 {
					nextCount[inner] = 2
				}
				next = append(next, level{inner, append(append([]int(nil), scan.index...), i)})
			}
		}
		if ok {
			break
		}
	}
	return
}

func (v Value) FieldByIndex(index []int) Value {
	if len(index) == 1 {
		return v.Field(index[0])
	}
	v.mustBe(Struct, "FieldByIndex")
	for i, n := range index {
		if i > 0 && v.kind() == Pointer && v.typ.elemType().kind == Struct {
			if v.IsNil() {
				panic("reflect: indirection through nil pointer to embedded struct")
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v
}

func (v Value) FieldByIndexErr(index []int) (Value, error) {
	if len(index) == 1 {
		return v.Field(index[0]), nil
	}
	v.mustBe(Struct, "FieldByIndexErr")
	for i, n := range index {
		if i > 0 && v.kind() == Pointer && v.typ.elemType().kind == Struct {
			if v.IsNil() {
				return Value{}, errors.New("reflect: indirection through nil pointer to embedded struct field " +
					v.typ.elem.Name())
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v, nil
}

func (v Value) FieldByName(name string) Value {
	v.mustBe(Struct, "FieldByName")
	t := v.typ
	for i := range t.structFields() {
		if t.fields[i].name == name && name != "" {
			return v.Field(i)
		}
	}
	if f, ok := t.fieldByName(name); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

func (v Value) FieldByNameFunc(match func(string) bool) Value {
	v.mustBe(Struct, "FieldByNameFunc")
	if f, ok := v.typ.findField(match); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

// VisibleFields are the fields of a struct, and those of embedded structs that can be selected from it.
func VisibleFields(typ Type) []StructField {
	if typ == nil {
		panic("reflect: VisibleFields(nil)")
	}
	if typ.Kind() != Struct {
		panic("reflect.VisibleFields of non-struct type")
	}
	w := &visible{named: map[string]int{}, visiting: map[*rtype]bool{}}
	w.walk(typ.common(), nil)
	out := w.fields[:0]
	for _, f := range w.fields {
		if f.Name != "" {
			out = append(out, f)
		}
	}
	return out
}

// visible collects fields; those that others hide have lost their names.
type visible struct {
	fields   []StructField
	named    map[string]int
	visiting map[*rtype]bool
}

func (w *visible) walk(t *rtype, index []int) {
	if w.visiting[t] {
		return
	}
	w.visiting[t] = true
	for i := range t.structFields() {
		f := t.Field(i)
		f.Index = append(append([]int(nil), index...), i)
		add := true
		if old, ok := w.named[f.Name]; ok {
			switch was := len(w.fields[old].Index); {
			case len(f.Index) == was:
				w.fields[old].Name = ""
				add = false
			case len(f.Index) < was:
				w.fields[old].Name = ""
			default:
				add = false
			}
		}
		if add {
			w.named[f.Name] = len(w.fields)
			w.fields = append(w.fields, f)
		}
		if f.Anonymous {
			u := f.Type.common()
			if u.kind == Pointer {
				u = u.elemType()
			}
			if u.kind == Struct {
				w.walk(u, f.Index)
			}
		}
	}
	delete(w.visiting, t)
}

// Zero, comparing ----------------------------------------------------------------------------------------------

// IsZero tells whether a value is what a variable holds from the start.
func (v Value) IsZero() bool {
	switch v.kind() {
	case Invalid:
		wrongKind("IsZero", Invalid)
	case Float32, Float64:
		return v.Float() == 0
	case Complex64, Complex128:
		return v.Complex() == 0
	case String:
		return raw.LoadString(v.ptr) == ""
	case Array:
		for i := range v.typ.len {
			if !v.Index(i).IsZero() {
				return false
			}
		}
		return true
	case Struct:
		for i := range v.typ.structFields() {
			if !v.Field(i).IsZero() && v.typ.fields[i].name != "_" {
				return false
			}
		}
		return true
	case Chan, Func, Interface, Map, Pointer, Slice, UnsafePointer:
		return v.IsNil()
	}
	return raw.Bits(v.word()) == 0
}

// Comparable tells whether comparing the value does not panic.
func (v Value) Comparable() bool {
	switch v.kind() {
	case Invalid:
		return false
	case Interface:
		return v.IsNil() || v.Elem().Comparable()
	case Array:
		switch v.typ.elemType().kind {
		case Interface, Array, Struct:
			for i := range v.typ.len {
				if !v.Index(i).Comparable() {
					return false
				}
			}
			return true
		}
		return v.typ.comparable
	case Struct:
		for i := range v.typ.structFields() {
			if !v.Field(i).Comparable() {
				return false
			}
		}
		return true
	}
	return v.typ.comparable
}

// Equal is v == u, where interfaces are what they hold.
func (v Value) Equal(u Value) bool {
	if v.kind() == Interface {
		v = v.Elem()
	}
	if u.kind() == Interface {
		u = u.Elem()
	}
	if !v.IsValid() || !u.IsValid() {
		return v.IsValid() == u.IsValid()
	}
	if v.kind() != u.kind() || v.Type() != u.Type() {
		return false
	}
	switch v.kind() {
	case Bool, Int, Int8, Int16, Int32, Int64, Uint, Uint8, Uint16, Uint32, Uint64, Uintptr,
		Chan, Pointer, UnsafePointer:
		return v.word() == u.word()
	case Float32, Float64:
		return v.Float() == u.Float()
	case Complex64, Complex128:
		return v.Complex() == u.Complex()
	case String:
		return raw.LoadString(v.ptr) == raw.LoadString(u.ptr)
	case Array:
		if v.typ.len == 0 {
			if !v.typ.elemType().comparable {
				panic("reflect.Value.Equal: values of type " + v.typ.elem.String() + " are not comparable")
			}
			return true
		}
		for i := range v.typ.len {
			if !v.Index(i).Equal(u.Index(i)) {
				return false
			}
		}
		return true
	case Struct:
		for i := range v.typ.structFields() {
			if !v.Field(i).Equal(u.Field(i)) {
				return false
			}
		}
		return true
	}
	panic("reflect.Value.Equal: values of type " + v.Type().String() + " are not comparable")
}
