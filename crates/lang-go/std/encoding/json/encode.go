package json

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"internal/jsontext"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// failure carries an error out of the encoder by a panic, which nothing else sees.
type failure struct{ err error }

func fail(err error) { panic(failure{err}) }

// maxFree is the number of nested pointers, maps and slices until cycles are looked for.
const maxFree = 1000

type encoder struct {
	b     []byte
	html  bool
	depth int
	seen  map[seenKey]struct{}
}

type seenKey struct {
	at  uintptr
	len int
	typ reflect.Type
}

// appendValue appends the encoding of v to b; with html it is escaped for HTML. If there is an error, it gives no bytes.
func appendValue(b []byte, v any, html bool) (out []byte, err error) {
	e := &encoder{b: b, html: html}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(failure)
			if !ok {
				panic(r)
			}
			out, err = nil, f.err
		}
	}()
	e.any(v)
	return e.b, nil
}

func (e *encoder) text(s string) { e.b = append(e.b, s...) }

// value encodes v; quoted is for a field's option string.
func (e *encoder) value(v reflect.Value, quoted bool) {
	if !v.IsValid() {
		e.text("null")
		return
	}
	t := v.Type()
	p := planOf(t)
	switch {
	case p.pointerMarshals && v.CanAddr():
		e.marshal(v.Addr(), t)
	case p.marshals:
		e.marshal(v, t)
	case p.pointerText && v.CanAddr():
		e.marshalText(v.Addr(), t)
	case p.marshalsText:
		e.marshalText(v, t)
	default:
		e.kind(v, t, p, quoted)
	}
}

func isNil(v reflect.Value) bool {
	k := v.Kind()
	return (k == reflect.Pointer || k == reflect.Interface) && v.IsNil()
}

// marshal calls a method of v, which is of type t or points to one.
func (e *encoder) marshal(v reflect.Value, t reflect.Type) {
	if isNil(v) {
		e.text("null")
		return
	}
	m, ok := v.Interface().(Marshaler)
	if !ok {
		e.text("null")
		return
	}
	out, err := m.MarshalJSON()
	if err == nil {
		var b []byte
		if b, err = appendCompact(e.b, out, e.html); err == nil {
			e.b = b
			return
		}
	}
	fail(&MarshalerError{t, err, "MarshalJSON"})
}

func (e *encoder) marshalText(v reflect.Value, t reflect.Type) {
	if isNil(v) {
		e.text("null")
		return
	}
	m, ok := v.Interface().(encoding.TextMarshaler)
	if !ok {
		e.text("null")
		return
	}
	out, err := m.MarshalText()
	if err != nil {
		fail(&MarshalerError{t, err, "MarshalText"})
	}
	e.b = jsontext.AppendString(e.b, string(out), e.html)
}

func (e *encoder) kind(v reflect.Value, t reflect.Type, p *plan, quoted bool) {
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64:
		if quoted {
			e.b = append(e.b, '"')
			e.number(v)
			e.b = append(e.b, '"')
			return
		}
		e.number(v)
	case reflect.String:
		e.string(v, t, quoted)
	case reflect.Interface:
		if v.IsNil() {
			e.text("null")
			return
		}
		e.value(v.Elem(), false)
	case reflect.Pointer:
		if v.IsNil() {
			e.text("null")
			return
		}
		e.enter(v, 0)
		e.value(v.Elem(), quoted)
		e.leave(v, 0)
	case reflect.Struct:
		e.structure(v, p)
	case reflect.Map:
		e.mapping(v, t)
	case reflect.Slice:
		e.slice(v, t)
	case reflect.Array:
		e.elements(v)
	default:
		fail(&UnsupportedTypeError{t})
	}
}

func (e *encoder) string(v reflect.Value, t reflect.Type, quoted bool) {
	s := v.String()
	switch {
	case t == numberType:
		if s == "" {
			s = "0"
		}
		if !isNumber(s) {
			fail(fmt.Errorf("json: invalid number literal %q", s))
		}
		if quoted {
			s = `"` + s + `"`
		}
		e.text(s)
	case quoted:
		e.b = jsontext.AppendString(e.b, string(jsontext.AppendString(nil, s, e.html)), false)
	default:
		e.b = jsontext.AppendString(e.b, s, e.html)
	}
}

func (e *encoder) number(v reflect.Value) {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		e.b = strconv.AppendBool(e.b, v.Bool())
	case k <= reflect.Int64:
		e.b = strconv.AppendInt(e.b, v.Int(), 10)
	case k <= reflect.Uintptr:
		e.b = strconv.AppendUint(e.b, v.Uint(), 10)
	default:
		f, bits := v.Float(), 64
		if k == reflect.Float32 {
			bits = 32
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			fail(&UnsupportedValueError{v, strconv.FormatFloat(f, 'g', -1, bits)})
		}
		e.b = jsontext.AppendFloat(e.b, f, bits)
	}
}

// enter notes a reference that encloses what is encoded next, once there are so many that there may be a cycle.
func (e *encoder) enter(v reflect.Value, n int) {
	e.depth++
	if e.depth <= maxFree {
		return
	}
	key := seenKey{v.Pointer(), n, v.Type()}
	if _, ok := e.seen[key]; ok {
		fail(&UnsupportedValueError{v, "encountered a cycle via " + v.Type().String()})
	}
	if e.seen == nil {
		e.seen = map[seenKey]struct{}{}
	}
	e.seen[key] = struct{}{}
}

func (e *encoder) leave(v reflect.Value, n int) {
	if e.depth > maxFree {
		delete(e.seen, seenKey{v.Pointer(), n, v.Type()})
	}
	e.depth--
}

// isBytes tells whether slices with elements of type t are encoded in base64.
func isBytes(t reflect.Type) bool {
	if t.Kind() != reflect.Uint8 {
		return false
	}
	p := planOf(t)
	return !p.pointerMarshals && !p.pointerText
}

func (e *encoder) slice(v reflect.Value, t reflect.Type) {
	if v.IsNil() {
		e.text("null")
		return
	}
	if isBytes(t.Elem()) {
		e.b = append(e.b, '"')
		e.b = append(base64.StdEncoding.AppendEncode(e.b, v.Bytes()), '"')
		return
	}
	e.enter(v, v.Len())
	e.elements(v)
	e.leave(v, v.Len())
}

func (e *encoder) elements(v reflect.Value) {
	e.b = append(e.b, '[')
	for i, n := 0, v.Len(); i < n; i++ {
		if i > 0 {
			e.b = append(e.b, ',')
		}
		e.value(v.Index(i), false)
	}
	e.b = append(e.b, ']')
}

type entry struct {
	key   string
	value reflect.Value
}

func (e *encoder) mapping(v reflect.Value, t reflect.Type) {
	switch k := t.Key().Kind(); {
	case k == reflect.String, reflect.Int <= k && k <= reflect.Uintptr:
	case !t.Key().Implements(textMarshalerType):
		fail(&UnsupportedTypeError{t})
	}
	if v.IsNil() {
		e.text("null")
		return
	}
	e.enter(v, 0)
	entries := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		entries = append(entries, entry{keyText(it.Key(), t), it.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	e.b = append(e.b, '{')
	for i, each := range entries {
		if i > 0 {
			e.b = append(e.b, ',')
		}
		e.b = append(jsontext.AppendString(e.b, each.key, e.html), ':')
		e.value(each.value, false)
	}
	e.b = append(e.b, '}')
	e.leave(v, 0)
}

// keyText is the text of a map's key.
func keyText(k reflect.Value, t reflect.Type) string {
	kind := k.Kind()
	if kind == reflect.String {
		return k.String()
	}
	if m, ok := k.Interface().(encoding.TextMarshaler); ok {
		if kind == reflect.Pointer && k.IsNil() {
			return ""
		}
		text, err := m.MarshalText()
		if err != nil {
			fail(fmt.Errorf("json: encoding error for type %q: %q", t.String(), err.Error()))
		}
		return string(text)
	}
	if kind <= reflect.Int64 {
		return strconv.FormatInt(k.Int(), 10)
	}
	return strconv.FormatUint(k.Uint(), 10)
}

func (e *encoder) structure(v reflect.Value, p *plan) {
	first := true
	for i := range p.fields() {
		if e.member(v, &p.list[i], first) {
			first = false
		}
	}
	if first {
		e.b = append(e.b, '{')
	}
	e.b = append(e.b, '}')
}

// member encodes a field of a struct, unless it is left out. The first one begins the object.
func (e *encoder) member(v reflect.Value, f *field, first bool) bool {
	fv, ok := f.in(v)
	if !ok || f.omitEmpty && isEmpty(fv) || f.omitZero && f.isZero(fv) {
		return false
	}
	if first {
		e.b = append(e.b, '{')
	} else {
		e.b = append(e.b, ',')
	}
	if e.html {
		e.text(f.keyHTML)
	} else {
		e.text(f.key)
	}
	e.value(fv, f.quoted)
	return true
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32,
		reflect.Float64, reflect.Interface, reflect.Pointer:
		return v.IsZero()
	}
	return false
}

// isNumber tells whether s is a number of JSON.
func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	sc := scanner{}
	for i := range len(s) {
		if e := sc.next(s[i]); e != within {
			return false
		}
	}
	return sc.end() == nil
}
