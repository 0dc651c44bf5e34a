package reflect

import (
	"internal/raw"
	"internal/rt"
	"unsafe"
)

// rtype describes a type. What needs other types is found out when it is asked for.
type rtype struct {
	num        int  // the number of the type; 0 if it was made and nothing has asked for it
	made       bool // the program has no such type
	size       int
	class      int // of allocations
	kind       Kind
	direct     bool // an interface's word is the value itself
	named      bool
	comparable bool
	known      bool // in, out, variadic, fields
	listed     bool // methods
	variadic   bool
	len        int
	mapNumber  int
	dir        ChanDir
	elem, key  *rtype
	ptr        *rtype
	adapter    int
	in, out    []*rtype
	fields     []field
	methods    []method // all of them, sorted by name
	exported   []method
	from       int // the field that has the methods of a struct that was made
	text, path string
	id         string // what tells a type from others in the names of types that are made of it
}

type field struct {
	name, tag, pkg string
	typ            *rtype
	offset         int
	flag           flag // of a Value that is got through it
	embedded       bool
}

type method struct {
	name, pkg string
	signature int    // equal for methods of equal types
	typ       int    // the program's number of the type without receiver
	number    int    // of the function, or 0
	full      *rtype // with receiver
}

// types are those that have been met, by number.
var types []*rtype

// typeOf is the type of a value that is not nil.
func typeOf(i any) *rtype { return typeAt(raw.TypeOf(i)) }

// typeAt is the type with a number, which is not 0.
func typeAt(n int) *rtype {
	if uint(n) < uint(len(types)) {
		if t := types[n]; t != nil {
			return t
		}
	}
	return describe(n)
}

func describe(n int) *rtype {
	if types == nil {
		types = make([]*rtype, raw.Count()+1)
	}
	if n >= len(types) {
		return registered[n]
	}
	k := Kind(rt.Kind(n))
	if (k == Int64 || k == Uint64) && rt.Word(n) {
		k -= 4
	}
	t := &rtype{num: n, kind: k, size: rt.Size(n), class: raw.Class(n), named: rt.Named(n), comparable: rt.Comparable(n)}
	t.direct = isDirect(k)
	switch k {
	case Array:
		t.len = rt.TypeLen(n)
	case Map:
		t.mapNumber = raw.MapNumber(n)
	}
	types[n] = t
	return t
}

// isDirect tells kinds whose values are words of interfaces.
func isDirect(k Kind) bool {
	switch k {
	case Complex64, Complex128, Array, Interface, Slice, String, Struct:
		return false
	}
	return true
}

func (t *rtype) elemType() *rtype {
	if t.elem == nil {
		t.elem = typeAt(rt.Elem(t.num))
	}
	return t.elem
}

func (t *rtype) keyType() *rtype {
	if t.key == nil {
		t.key = typeAt(rt.Key(t.num))
	}
	return t.key
}

func (t *rtype) direction() ChanDir {
	if t.dir == 0 {
		t.dir = ChanDir(raw.Direction(t.num))
	}
	return t.dir
}

func (t *rtype) packagePath() string {
	if t.path == "" && !t.made {
		t.path = raw.Package(t.num)
	}
	return t.path
}

// parts finds out parameters and results of a function type.
func (t *rtype) parts() {
	if t.known {
		return
	}
	t.known = true
	for _, n := range raw.Params(t.num) {
		t.in = append(t.in, typeAt(n))
	}
	for _, n := range raw.Results(t.num) {
		t.out = append(t.out, typeAt(n))
	}
	t.variadic = raw.Variadic(t.num)
}

func (t *rtype) structFields() []field {
	if !t.known {
		t.findFields()
	}
	return t.fields
}

func (t *rtype) findFields() {
	t.known = true
	fields := make([]field, rt.NumField(t.num))
	for i := range fields {
		f := &fields[i]
		f.name, f.tag = rt.FieldName(t.num, i), rt.FieldTag(t.num, i)
		f.typ, f.offset = typeAt(rt.FieldType(t.num, i)), raw.Offset(t.num, i)
		f.flag = flag(f.typ.kind)
		f.embedded = rt.FieldEmbedded(t.num, i)
		if !rt.FieldExported(t.num, i) {
			f.pkg = t.packagePath()
			f.flag |= readOnly(f.embedded)
		}
	}
	t.fields = fields
}

// readOnly is the flag of values that are got through a field that is not exported.
func readOnly(embedded bool) flag {
	if embedded {
		return flagEmbedRO
	}
	return flagStickyRO
}

func (t *rtype) methodList() []method {
	if !t.listed {
		t.listed = true
		n := raw.Methods(t.num)
		for i := range n {
			m := method{name: raw.MethodName(t.num, i), pkg: raw.MethodPackage(t.num, i),
				signature: raw.MethodSignature(t.num, i), typ: raw.MethodType(t.num, i)}
			t.methods = append(t.methods, m)
			if m.pkg == "" {
				t.exported = append(t.exported, m)
			}
		}
	}
	return t.methods
}

func (t *rtype) exportedMethods() []method {
	if !t.listed {
		t.methodList()
	}
	return t.exported
}

// pointer is the type of pointers to t.
func (t *rtype) pointer() *rtype {
	if t.ptr == nil {
		n := 0
		if !t.made {
			n = raw.Find(int(Pointer), t.num, 0)
		}
		if n != 0 {
			t.ptr = typeAt(n)
		} else {
			t.ptr = madePointer(t)
		}
	}
	return t.ptr
}

// nothing is where values without size are.
var nothing uint64

// new is zeroed memory for a value.
func (t *rtype) new() unsafe.Pointer {
	if t.size == 0 {
		return unsafe.Pointer(&nothing)
	}
	if t.made {
		return raw.NewWords((t.size + 7) / 8)
	}
	return raw.New(t.num)
}

// newArray is zeroed memory for values in a row.
func (t *rtype) newArray(n int) unsafe.Pointer {
	if t.size == 0 {
		return unsafe.Pointer(&nothing)
	}
	if t.made {
		return raw.NewWords((t.size*n + 7) / 8)
	}
	return raw.NewArray(t.num, n)
}

// A frame has each argument and result at a multiple of eight bytes.
func (t *rtype) frameSize() int { return (t.size + 7) &^ 7 }
