// Package asjson encodes values as encoding/json does, for packages that log or show values.
//
// A field or value of type json.Number is taken for the string that it is.
package asjson

import (
	"encoding"
	"encoding/base64"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// marshaler is json.Marshaler.
type marshaler interface {
	MarshalJSON() ([]byte, error)
}

var (
	marshalerType     = reflect.TypeOf((*marshaler)(nil)).Elem()
	textMarshalerType = reflect.TypeOf((*encoding.TextMarshaler)(nil)).Elem()
)

// failure carries an error out of the encoder by a panic, which nothing else sees.
type failure string

func (e failure) Error() string { return string(e) }

// wrapped is the error of a method of a value.
type wrapped struct {
	text string
	err  error
}

func (e *wrapped) Error() string { return e.text }
func (e *wrapped) Unwrap() error { return e.err }

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

// Append appends the encoding of v to b; with html, '<', '>' and '&' are escaped. What is appended where it fails means
// nothing.
func Append(b []byte, v any, html bool) (out []byte, err error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case string:
		return AppendString(b, v, html), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return b, unsupportedValue(strconv.FormatFloat(v, 'g', -1, 64))
		}
		return AppendFloat(b, v, 64), nil
	}
	e := &encoder{b: b, html: html}
	defer func() {
		if r := recover(); r != nil {
			switch r := r.(type) {
			case failure:
				out, err = b, r
			case *wrapped:
				out, err = b, r
			default:
				panic(r)
			}
		}
	}()
	e.value(reflect.ValueOf(v), false)
	return e.b, nil
}

func unsupportedValue(what string) failure { return failure("json: unsupported value: " + what) }

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
	out, err := v.Interface().(marshaler).MarshalJSON()
	if err == nil {
		e.b, err = compact(e.b, out, e.html)
	}
	if err != nil {
		panic(&wrapped{"json: error calling MarshalJSON for type " + t.String() + ": " + err.Error(), err})
	}
}

func (e *encoder) marshalText(v reflect.Value, t reflect.Type) {
	if isNil(v) {
		e.text("null")
		return
	}
	out, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		panic(&wrapped{"json: error calling MarshalText for type " + t.String() + ": " + err.Error(), err})
	}
	e.b = AppendString(e.b, string(out), e.html)
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
		if quoted {
			e.b = AppendString(e.b, string(AppendString(nil, v.String(), e.html)), false)
			return
		}
		e.b = AppendString(e.b, v.String(), e.html)
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
		panic(failure("json: unsupported type: " + t.String()))
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
			panic(unsupportedValue(strconv.FormatFloat(f, 'g', -1, bits)))
		}
		e.b = AppendFloat(e.b, f, bits)
	}
}

// AppendFloat appends a finite number as ECMAScript does, but for the zero that begins a small exponent.
func AppendFloat(b []byte, f float64, bits int) []byte {
	form, size := byte('f'), math.Abs(f)
	if size != 0 {
		if bits == 64 && (size < 1e-6 || size >= 1e21) ||
			bits == 32 && (float32(size) < 1e-6 || float32(size) >= 1e21) {
			form = 'e'
		}
	}
	b = strconv.AppendFloat(b, f, form, -1, bits)
	if n := len(b); form == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// enter notes a reference that encloses what is encoded next, once there are so many that there may be a cycle.
func (e *encoder) enter(v reflect.Value, n int) {
	e.depth++
	if e.depth <= maxFree {
		return
	}
	key := seenKey{v.Pointer(), n, v.Type()}
	if _, ok := e.seen[key]; ok {
		panic(unsupportedValue("encountered a cycle via " + v.Type().String()))
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

func (e *encoder) slice(v reflect.Value, t reflect.Type) {
	if v.IsNil() {
		e.text("null")
		return
	}
	if t.Elem().Kind() == reflect.Uint8 {
		if p := planOf(t.Elem()); !p.pointerMarshals && !p.pointerText {
			e.b = append(e.b, '"')
			e.b = append(base64.StdEncoding.AppendEncode(e.b, v.Bytes()), '"')
			return
		}
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
		panic(failure("json: unsupported type: " + t.String()))
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
		e.b = append(AppendString(e.b, each.key, e.html), ':')
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
			panic(&wrapped{"json: encoding error for type " + strconv.Quote(t.String()) + ": " + strconv.Quote(err.Error()), err})
		}
		return string(text)
	}
	if kind <= reflect.Int64 {
		return strconv.FormatInt(k.Int(), 10)
	}
	return strconv.FormatUint(k.Uint(), 10)
}

func (e *encoder) structure(v reflect.Value, p *plan) {
	next := byte('{')
	for i := range p.fields() {
		f := &p.list[i]
		fv, ok := f.in(v)
		if !ok || f.omitEmpty && isEmpty(fv) || f.omitZero && isZero(fv) {
			continue
		}
		e.b = append(e.b, next)
		next = ','
		if e.html {
			e.text(f.keyHTML)
		} else {
			e.text(f.key)
		}
		e.value(fv, f.quoted)
	}
	if next == '{' {
		e.b = append(e.b, '{')
	}
	e.b = append(e.b, '}')
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// isZero asks the method IsZero where there is one.
func isZero(v reflect.Value) bool {
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
		return true
	}
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	if v.CanAddr() {
		if z, ok := v.Addr().Interface().(interface{ IsZero() bool }); ok {
			return z.IsZero()
		}
	}
	return v.IsZero()
}
