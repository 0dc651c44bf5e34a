package reflect

import (
	"internal/raw"
	"unsafe"
)

func (v Value) Call(in []Value) []Value {
	v.mustBe(Func, "Call")
	v.mustBeExported("reflect.Value.Call")
	return v.call("Call", in, 0)
}

// CallSlice calls a function with its last argument, which is variadic, as a slice.
func (v Value) CallSlice(in []Value) []Value {
	v.mustBe(Func, "CallSlice")
	v.mustBeExported("reflect.Value.CallSlice")
	return v.call("CallSlice", in, 0)
}

// handOn lets recover work in a function that is called in place of another one, if that was deferred.
func handOn(from, to int) {
	if raw.TakeDeferring(from) {
		raw.SetDeferring(to)
	}
}

// call calls a function; in place of the one with the number from, if that is not 0.
func (v Value) call(op string, in []Value, from int) []Value {
	t := v.typ
	var first unsafe.Pointer
	var number int
	if v.flag&flagMethod != 0 {
		t, first, number = v.receiver(op)
	} else {
		first = v.pointer()
		if first == nil {
			panic("reflect.Value.Call: call of nil function")
		}
	}
	t.parts()
	in = t.arguments(op, in)
	if t.made {
		return t.checkResults(funcAt(first)(t.converted(op, in)))
	}
	if v.flag&flagMethod == 0 {
		number = raw.FuncOf(first)
	}
	size := 0
	for _, p := range t.in {
		size += p.frameSize()
	}
	for _, r := range t.out {
		size += r.frameSize()
	}
	frame := unsafe.Pointer(&nothing)
	if size > 0 {
		frame = raw.NewWords(size / 8)
	}
	place := 0
	for i, p := range t.in {
		x := in[i]
		if x.flag == 0 || x.flag&flagRO != 0 {
			x.mustBeExported("reflect.Value." + op)
		}
		if x.typ != p || x.flag&flagMethod != 0 {
			x = x.assignTo("reflect.Value.Call", p)
		}
		x.store(raw.Add(frame, place))
		place += p.frameSize()
	}
	if t.adapter == 0 {
		t.adapter = raw.Adapter(t.num)
	}
	if from != 0 {
		handOn(from, number)
	}
	raw.Apply(t.adapter, number, first, frame)
	if len(t.out) == 0 {
		return nil
	}
	out := make([]Value, len(t.out))
	for i, r := range t.out {
		out[i] = at(r, raw.Add(frame, place), 0)
		place += r.frameSize()
	}
	return out
}

// arguments checks arguments, and makes a slice of those that are variadic.
func (t *rtype) arguments(op string, in []Value) []Value {
	n := len(t.in)
	if op == "CallSlice" {
		if !t.variadic {
			panic("reflect: CallSlice of non-variadic function")
		}
		if len(in) < n {
			panic("reflect: CallSlice with too few input arguments")
		}
		if len(in) > n {
			panic("reflect: CallSlice with too many input arguments")
		}
	} else {
		if t.variadic {
			n--
		}
		if len(in) < n {
			panic("reflect: Call with too few input arguments")
		}
		if !t.variadic && len(in) > n {
			panic("reflect: Call with too many input arguments")
		}
	}
	for i := range in {
		if in[i].flag == 0 {
			panic("reflect: " + op + " using zero Value argument")
		}
	}
	for i := range n {
		if x := in[i]; x.typ != t.in[i] || x.flag&flagMethod != 0 {
			if xt := x.Type().common(); !xt.assignable(t.in[i]) {
				panic("reflect: " + op + " using " + xt.String() + " as type " + t.in[i].String())
			}
		}
	}
	if op == "CallSlice" || !t.variadic {
		return in
	}
	rest := MakeSlice(t.in[n], len(in)-n, len(in)-n)
	elem := t.in[n].elemType()
	for i, x := range in[n:] {
		if xt := x.Type().common(); !xt.assignable(elem) {
			panic("reflect: cannot use " + xt.String() + " as type " + elem.String() + " in " + op)
		}
		rest.Index(i).Set(x)
	}
	return append(append(make([]Value, 0, n+1), in[:n]...), rest)
}

// converted are arguments as values of the parameters' types.
func (t *rtype) converted(op string, in []Value) []Value {
	out := make([]Value, len(in))
	for i, x := range in {
		x.mustBeExported("reflect.Value." + op)
		out[i] = x.assignTo("reflect.Value.Call", t.in[i])
	}
	return out
}

// receiver is the type of a method, the word of its receiver, and its number.
func (v Value) receiver(op string) (t *rtype, first unsafe.Pointer, number int) {
	i := int(v.flag >> flagMethodShift)
	m := &v.typ.selectable()[i]
	t = typeAt(m.typ)
	if v.typ.kind == Interface {
		if m.pkg != "" {
			panic("reflect: " + op + " of unexported method")
		}
		held := raw.LoadAny(v.ptr)
		if held == nil {
			panic("reflect: Method on nil interface value")
		}
		dynamic := typeOf(held)
		i, _ := dynamic.methodIndex(m.name)
		return t, raw.WordOf(held), dynamic.methodNumber(i)
	}
	switch {
	case v.typ.made:
		field := v.typ.fields[v.typ.from]
		inner := Value{field.typ, raw.Add(v.ptr, field.offset), v.flag&(flagIndir|flagAddr) | field.flag}
		return inner.MethodByName(m.name).receiver(op)
	case v.typ.direct:
		if v.flag&flagIndir != 0 {
			first = loadWord(v.typ.kind, v.ptr)
		} else {
			first = v.ptr
		}
	case v.flag&flagAddr != 0:
		first = v.typ.new()
		raw.Move(first, v.ptr, v.typ.size)
	default:
		first = v.ptr
	}
	return t, first, v.typ.methodNumber(i)
}

// methodNumber is the number of the function of the i-th exported method of a type that is no interface.
func (t *rtype) methodNumber(i int) int {
	m := &t.exported[i]
	if m.number == 0 {
		m.number = raw.Method(t.num, i)
	}
	return m.number
}

// selectable are the methods that Method selects from by their numbers: of interfaces all.
func (t *rtype) selectable() []method {
	if t.kind == Interface {
		return t.methodList()
	}
	return t.exportedMethods()
}

// methodIndex is the place of a method among those.
func (t *rtype) methodIndex(name string) (int, bool) {
	methods := t.selectable()
	i, j := 0, len(methods)
	for i < j {
		if m := (i + j) / 2; methods[m].name < name {
			i = m + 1
		} else {
			j = m
		}
	}
	return i, i < len(methods) && methods[i].name == name
}

// methodType is the type of a method value.
func (v Value) methodType() *rtype {
	return typeAt(v.typ.selectable()[int(v.flag>>flagMethodShift)].typ)
}

// bound is a method value as a function. As in Go, what is addressable is looked at when the function is called.
func (v Value) bound() Value {
	t := v.methodType()
	maker := raw.Maker(t.num)
	closure := raw.Closure(maker, func(frame unsafe.Pointer) {
		_, first, number := v.receiver("Call")
		handOn(maker, number)
		raw.Apply(raw.Adapter(t.num), number, first, frame)
	})
	return Value{t, closure, v.flag&flagRO | flag(Func)}
}

// Methods ------------------------------------------------------------------------------------------------------

func (v Value) NumMethod() int {
	if v.typ == nil {
		wrongKind("NumMethod", Invalid)
	}
	if v.flag&flagMethod != 0 {
		return 0
	}
	return v.typ.NumMethod()
}

func (v Value) Method(i int) Value {
	if v.typ == nil {
		wrongKind("Method", Invalid)
	}
	if v.flag&flagMethod != 0 || uint(i) >= uint(len(v.typ.selectable())) {
		panic("reflect: Method index out of range")
	}
	if v.kind() == Interface && v.IsNil() {
		panic("reflect: Method on nil interface value")
	}
	f := v.flag.ro() | v.flag&(flagIndir|flagAddr) | flag(Func) | flag(i)<<flagMethodShift | flagMethod
	return Value{v.typ, v.ptr, f}
}

func (v Value) MethodByName(name string) Value {
	if v.typ == nil {
		wrongKind("MethodByName", Invalid)
	}
	if v.flag&flagMethod != 0 {
		return Value{}
	}
	i, ok := v.typ.methodIndex(name)
	if !ok {
		return Value{}
	}
	return v.Method(i)
}

func (t *rtype) NumMethod() int {
	return len(t.selectable())
}

func (t *rtype) Method(i int) Method {
	if t.kind == Interface {
		methods := t.methodList()
		if uint(i) >= uint(len(methods)) {
			panic("reflect: Method index out of range")
		}
		m := methods[i]
		return Method{Name: m.name, PkgPath: m.pkg, Type: typeAt(m.typ), Index: i}
	}
	methods := t.exportedMethods()
	if uint(i) >= uint(len(methods)) {
		panic("reflect: Method index out of range")
	}
	m := &methods[i]
	if m.full == nil {
		f := typeAt(m.typ)
		f.parts()
		m.full = funcOf(append([]*rtype{t}, f.in...), f.out, f.variadic)
	}
	var call func(in []Value) []Value
	call = func(in []Value) []Value {
		op := "Call"
		if m.full.variadic {
			op = "CallSlice"
		}
		return in[0].Method(i).call(op, in[1:], numberOf(call))
	}
	return Method{Name: m.name, Type: m.full, Func: makeFunc(m.full, call), Index: i}
}

func (t *rtype) MethodByName(name string) (Method, bool) {
	if i, ok := t.methodIndex(name); ok {
		return t.Method(i), true
	}
	return Method{}, false
}

// Making functions ---------------------------------------------------------------------------------------------

// MakeFunc is a function of a type that calls fn.
func MakeFunc(typ Type, fn func(args []Value) (results []Value)) Value {
	if typ.Kind() != Func {
		panic("reflect: call of MakeFunc with non-Func type")
	}
	return makeFunc(typ.common(), fn)
}

// makeFunc is a function value. Of a type that the program has not got, it is fn itself.
func makeFunc(t *rtype, fn func([]Value) []Value) Value {
	t.parts()
	if t.made {
		return Value{t, raw.LoadPointer(unsafe.Pointer(&fn)), flag(Func)}
	}
	maker := raw.Maker(t.num)
	closure := raw.Closure(maker, func(frame unsafe.Pointer) {
		place := 0
		in := make([]Value, len(t.in))
		for i, p := range t.in {
			in[i] = at(p, raw.Add(frame, place), 0)
			place += p.frameSize()
		}
		handOn(maker, numberOf(fn))
		for i, x := range t.checkResults(fn(in)) {
			x.assignTo("reflect.MakeFunc", t.out[i]).store(raw.Add(frame, place))
			place += t.out[i].frameSize()
		}
	})
	return Value{t, closure, flag(Func)}
}

// numberOf is the number of a function.
func numberOf(fn func([]Value) []Value) int {
	return raw.FuncOf(raw.LoadPointer(unsafe.Pointer(&fn)))
}

// funcAt is a function that is a value of a type that the program has not got.
func funcAt(p unsafe.Pointer) (fn func([]Value) []Value) {
	raw.StorePointer(unsafe.Pointer(&fn), p)
	return
}

// checkResults checks what a function gave that MakeFunc made.
func (t *rtype) checkResults(out []Value) []Value {
	if len(out) != len(t.out) {
		panic("reflect: wrong return count from function created by MakeFunc")
	}
	for i := range out {
		if out[i].typ == nil {
			panic("reflect: function created by MakeFunc using closure returned zero Value")
		}
		if out[i].flag&flagRO != 0 {
			panic("reflect: function created by MakeFunc using closure returned value obtained from unexported field")
		}
	}
	return out
}
