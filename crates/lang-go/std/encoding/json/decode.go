package json

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// decoder decodes a text that is known to be valid.
type decoder struct {
	data      []byte
	at        int
	saved     error // the first error that is no reason to stop
	useNumber bool
	strict    bool // unknown fields are errors
	clean     bool // isStrict says so
	copied    bool // nothing else writes to data
	// The struct that is being decoded, and the path to its field.
	within reflect.Type
	path   []string
}

func (d *decoder) decode(v any) error {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return &InvalidUnmarshalError{reflect.TypeOf(v)}
	}
	d.skipSpace()
	if err := d.root(rv); err != nil {
		return d.placed(err)
	}
	return d.saved
}

// root decodes into what a pointer leads to.
func (d *decoder) root(rv reflect.Value) error {
	if d.clean && !decodesItself(rv.Type()) {
		if done, err := d.quickly(rv.Elem()); done {
			return err
		}
	}
	return d.plainly(rv)
}

// placed adds to an error where the value belongs that it is about.
func (d *decoder) placed(err error) error {
	e, ok := err.(*UnmarshalTypeError)
	if !ok || d.within == nil && len(d.path) == 0 {
		return err
	}
	e.Struct = ""
	if d.within != nil {
		e.Struct = d.within.Name()
	}
	path := d.path
	if e.Field != "" {
		path = append(path[:len(path):len(path)], e.Field)
	}
	e.Field = strings.Join(path, ".")
	return err
}

func (d *decoder) save(err error) {
	if d.saved == nil {
		d.saved = d.placed(err)
	}
}

// mismatch saves that a value does not fit a type.
func (d *decoder) mismatch(what string, t reflect.Type, offset int) {
	if d.saved == nil {
		d.save(&UnmarshalTypeError{Value: what, Type: t, Offset: int64(offset)})
	}
}

func (d *decoder) skipSpace() {
	for d.at < len(d.data) && isSpace(d.data[d.at]) {
		d.at++
	}
}

// peek is the byte at the current place.
func (d *decoder) peek() byte {
	if d.at < len(d.data) {
		return d.data[d.at]
	}
	panic("json: the text changed while it was decoded")
}

// stringEnd is the place after the string that begins at i.
func (d *decoder) stringEnd(i int) int {
	for i++; d.data[i] != '"'; i++ {
		if d.data[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// literal gives the string, number or word at the current place and goes on after it.
func (d *decoder) literal() []byte {
	from := d.at
	if d.peek() == '"' {
		d.at = d.stringEnd(from)
		return d.data[from:d.at]
	}
	for d.at < len(d.data) {
		switch d.data[d.at] {
		case ',', ']', '}', ' ', '\t', '\n', '\r':
			return d.data[from:d.at]
		}
		d.at++
	}
	return d.data[from:]
}

// skip passes over a value and gives its text.
func (d *decoder) skip() []byte {
	from := d.at
	if c := d.peek(); c != '{' && c != '[' {
		return d.literal()
	}
	for depth := 0; ; {
		switch d.peek() {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			d.at = d.stringEnd(d.at) - 1
		}
		d.at++
		if depth == 0 {
			return d.data[from:d.at]
		}
	}
}

// more steps over a comma to the next element or key; at the end it steps over the closing bracket.
func (d *decoder) more() bool {
	d.skipSpace()
	c := d.peek()
	d.at++
	if c != ',' {
		return false
	}
	d.skipSpace()
	return true
}

// enter steps over an opening bracket; it reports false for what is empty, which it steps over.
func (d *decoder) enter() bool {
	closing := d.peek() + 2
	d.at++
	d.skipSpace()
	if d.peek() == closing {
		d.at++
		return false
	}
	return true
}

// key reads the key of a member, and steps over the colon.
func (d *decoder) key() []byte {
	key := d.literal()
	d.skipSpace()
	d.at++
	d.skipSpace()
	return key
}

// value decodes the value at the current place into v. An error is a reason to stop.
func (d *decoder) value(v reflect.Value) error {
	if c := d.peek(); c == '{' || c == '[' {
		if done, err := d.quickly(v); done {
			return err
		}
	}
	return d.plainly(v)
}

// plainly decodes the value at the current place into v, step by step.
func (d *decoder) plainly(v reflect.Value) error {
	switch d.peek() {
	case '[':
		return d.array(v)
	case '{':
		return d.object(v)
	}
	item := d.literal()
	return d.store(item, v, false)
}

// settle follows pointers from v, and makes them, up to a value that decodes itself or one that is no pointer. For null
// it stops at the last pointer, which can be set to nil.
func settle(v reflect.Value, null bool) (Unmarshaler, encoding.TextUnmarshaler, reflect.Value) {
	addressed := reflect.Value{} // the value whose address v is
	if v.Kind() != reflect.Pointer && v.Type().Name() != "" && v.CanAddr() {
		addressed, v = v, v.Addr()
	}
	for {
		if v.Kind() == reflect.Interface && !v.IsNil() {
			e := v.Elem()
			if e.Kind() == reflect.Pointer && !e.IsNil() && (!null || e.Elem().Kind() == reflect.Pointer) {
				addressed, v = reflect.Value{}, e
				continue
			}
		}
		if v.Kind() != reflect.Pointer || null && v.CanSet() {
			return nil, nil, v
		}
		// An interface may hold its own address.
		if !v.IsNil() && v.Elem().Kind() == reflect.Interface {
			if inner := v.Elem().Elem(); inner.IsValid() && inner.Equal(v) {
				return nil, nil, v.Elem()
			}
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if v.Type().NumMethod() > 0 && v.CanInterface() {
			i := v.Interface()
			if u, ok := i.(Unmarshaler); ok {
				return u, nil, reflect.Value{}
			}
			if !null {
				if u, ok := i.(encoding.TextUnmarshaler); ok {
					return nil, u, reflect.Value{}
				}
			}
		}
		if addressed.IsValid() {
			v, addressed = addressed, reflect.Value{}
		} else {
			v = v.Elem()
		}
	}
}

func (d *decoder) array(v reflect.Value) error {
	u, text, to := settle(v, false)
	if u != nil {
		return u.UnmarshalJSON(d.skip())
	}
	k := reflect.Invalid
	if text == nil {
		v = to
		k = v.Kind()
	}
	switch k {
	case reflect.Interface:
		if v.NumMethod() == 0 {
			return d.setAny(v)
		}
	case reflect.Array, reflect.Slice:
		return d.elements(v, k == reflect.Slice)
	}
	d.mismatch("array", v.Type(), d.at+1)
	d.skip()
	return nil
}

// setAny decodes an array or object into an empty interface.
func (d *decoder) setAny(v reflect.Value) error {
	if !d.clean {
		v.Set(reflect.ValueOf(d.any()))
		return nil
	}
	var x any
	_, err := d.quickly(reflect.ValueOf(&x).Elem())
	v.Set(reflect.ValueOf(x))
	return err
}

// elements decodes an array into an array or slice. What a slice has room for is used again as it is.
func (d *decoder) elements(v reflect.Value, slice bool) error {
	i := 0
	for more := d.enter(); more; more = d.more() {
		if slice {
			if i >= v.Cap() {
				v.Grow(1)
			}
			if i >= v.Len() {
				v.SetLen(i + 1)
			}
		}
		if i < v.Len() {
			if err := d.value(v.Index(i)); err != nil {
				return err
			}
		} else {
			d.skip()
		}
		i++
	}
	if slice {
		if i == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		} else if i < v.Len() {
			v.SetLen(i)
		}
		return nil
	}
	for ; i < v.Len(); i++ {
		v.Index(i).SetZero()
	}
	return nil
}

func (d *decoder) object(v reflect.Value) error {
	u, text, to := settle(v, false)
	if u != nil {
		return u.UnmarshalJSON(d.skip())
	}
	k := reflect.Invalid
	if text == nil {
		v = to
		k = v.Kind()
	}
	switch k {
	case reflect.Interface:
		if v.NumMethod() == 0 {
			return d.setAny(v)
		}
	case reflect.Struct:
		return d.structure(v)
	case reflect.Map:
		key := v.Type().Key()
		if kk := key.Kind(); kk == reflect.String || reflect.Int <= kk && kk <= reflect.Uintptr ||
			reflect.PointerTo(key).Implements(textUnmarshalerType) {
			return d.mapping(v)
		}
	}
	d.mismatch("object", v.Type(), d.at+1)
	d.skip()
	return nil
}

func (d *decoder) structure(v reflect.Value) error {
	t := v.Type()
	p := planOf(t)
	for more := d.enter(); more; more = d.more() {
		if err := d.member(v, t, p); err != nil {
			return err
		}
	}
	return nil
}

// member decodes a key and its value into the field of v that it is for.
func (d *decoder) member(v reflect.Value, t reflect.Type, p *plan) error {
	within, depth := d.within, len(d.path)
	key, _ := unquote(d.key())
	f := p.find(key)
	if f == nil {
		if d.strict {
			d.save(fmt.Errorf("json: unknown field %q", key))
		}
		d.skip()
		return nil
	}
	fv, ok := d.fieldFor(v, f)
	d.within = t
	d.path = append(d.path, f.name)
	if err := d.intoField(fv, ok && f.quoted); err != nil {
		return err
	}
	d.within, d.path = within, d.path[:depth]
	return nil
}

// fieldFor finds a field in a struct, and makes the embedded structs that it is in. There is none where one cannot be
// set.
func (d *decoder) fieldFor(v reflect.Value, f *field) (reflect.Value, bool) {
	for n, i := range f.index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !v.CanSet() {
					d.save(fmt.Errorf("json: cannot set embedded pointer to unexported struct: %v", v.Type().Elem()))
					return reflect.Value{}, false
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		if n < len(f.index)-1 {
			d.path = append(d.path, v.Type().Field(i).Name)
		}
		v = v.Field(i)
	}
	return v, true
}

func (d *decoder) intoField(v reflect.Value, quoted bool) error {
	switch {
	case !v.IsValid():
		d.skip()
		return nil
	case !quoted:
		return d.value(v)
	}
	switch c := d.peek(); c {
	case 'n':
		return d.store(d.literal(), v, false)
	case '"':
		item, _ := unquote(d.literal())
		return d.store(item, v, true)
	}
	if item := d.skip(); item[0] == '-' || '0' <= item[0] && item[0] <= '9' {
		if _, err := d.number(string(item)); err != nil {
			d.save(err)
		}
	}
	d.save(fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal unquoted value into %v", v.Type()))
	return nil
}

func (d *decoder) mapping(v reflect.Value) error {
	t := v.Type()
	if v.IsNil() {
		v.Set(reflect.MakeMap(t))
	}
	within, depth := d.within, len(d.path)
	elem := reflect.New(t.Elem()).Elem()
	for more := d.enter(); more; more = d.more() {
		start := d.at
		quoted := d.key()
		elem.SetZero()
		if err := d.value(elem); err != nil {
			return err
		}
		key, err := d.mapKey(t.Key(), quoted, start)
		if err != nil {
			return err
		}
		if key.IsValid() {
			v.SetMapIndex(key, elem)
		}
		d.within, d.path = within, d.path[:depth]
	}
	return nil
}

// mapKey makes a key of a map from its text; there is none if it does not fit.
func (d *decoder) mapKey(t reflect.Type, quoted []byte, start int) (reflect.Value, error) {
	key := reflect.New(t).Elem()
	if reflect.PointerTo(t).Implements(textUnmarshalerType) {
		return key, d.store(quoted, key, true)
	}
	text, _ := unquote(quoted)
	s := string(text)
	switch k := t.Kind(); {
	case k == reflect.String:
		key.SetString(s)
		return key, nil
	case k <= reflect.Int64:
		n, err := strconv.ParseInt(s, 10, 64)
		if err == nil && !key.OverflowInt(n) {
			key.SetInt(n)
			return key, nil
		}
	default:
		n, err := strconv.ParseUint(s, 10, 64)
		if err == nil && !key.OverflowUint(n) {
			key.SetUint(n)
			return key, nil
		}
	}
	d.mismatch("number "+s, t, start+1)
	return reflect.Value{}, nil
}

// misused is the error of a quoted value that is none.
func misused(item []byte, t reflect.Type) error {
	return fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal %q into %v", item, t)
}

// store decodes a literal into v; quoted is for what stood in a string for a field with the option string.
func (d *decoder) store(item []byte, v reflect.Value, quoted bool) error {
	if len(item) == 0 {
		d.save(misused(item, v.Type()))
		return nil
	}
	u, text, to := settle(v, item[0] == 'n')
	if u != nil {
		return u.UnmarshalJSON(item)
	}
	if text != nil {
		return d.storeText(item, text, v.Type(), quoted)
	}
	v = to
	switch item[0] {
	case 'n':
		return d.storeNull(item, v, quoted)
	case 't', 'f':
		return d.storeBool(item, v, quoted)
	case '"':
		return d.storeString(item, v, quoted)
	}
	return d.storeNumber(item, v, quoted)
}

func (d *decoder) storeText(item []byte, to encoding.TextUnmarshaler, t reflect.Type, quoted bool) error {
	if item[0] == '"' {
		s, ok := unquote(item)
		if !ok {
			return misused(item, t)
		}
		return to.UnmarshalText(s)
	}
	if quoted {
		d.save(misused(item, t))
		return nil
	}
	what := "number"
	switch item[0] {
	case 'n':
		what = "null"
	case 't', 'f':
		what = "bool"
	}
	d.mismatch(what, t, d.at)
	return nil
}

func (d *decoder) storeNull(item []byte, v reflect.Value, quoted bool) error {
	if quoted && string(item) != "null" {
		d.save(misused(item, v.Type()))
		return nil
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
		v.SetZero()
	}
	return nil
}

func (d *decoder) storeBool(item []byte, v reflect.Value, quoted bool) error {
	value := item[0] == 't'
	if quoted && string(item) != "true" && string(item) != "false" {
		d.save(misused(item, v.Type()))
		return nil
	}
	switch k := v.Kind(); {
	case k == reflect.Bool:
		v.SetBool(value)
	case k == reflect.Interface && v.NumMethod() == 0:
		v.Set(reflect.ValueOf(value))
	case quoted && k != reflect.Interface:
		d.save(misused(item, v.Type()))
	default:
		d.mismatch("bool", v.Type(), d.at)
	}
	return nil
}

func (d *decoder) storeString(item []byte, v reflect.Value, quoted bool) error {
	s, ok := unquote(item)
	if !ok {
		return misused(item, v.Type())
	}
	switch v.Kind() {
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			break
		}
		b := make([]byte, base64.StdEncoding.DecodedLen(len(s)))
		n, err := base64.StdEncoding.Decode(b, s)
		if err != nil {
			d.save(err)
			return nil
		}
		v.SetBytes(b[:n])
		return nil
	case reflect.String:
		if v.Type() == numberType && !isNumber(string(s)) {
			return fmt.Errorf("json: invalid number literal, trying to unmarshal %q into Number", item)
		}
		v.SetString(string(s))
		return nil
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf(string(s)))
			return nil
		}
	}
	d.mismatch("string", v.Type(), d.at)
	return nil
}

func (d *decoder) storeNumber(item []byte, v reflect.Value, quoted bool) error {
	if c := item[0]; c != '-' && (c < '0' || c > '9') {
		return misused(item, v.Type())
	}
	s := string(item)
	switch k := v.Kind(); {
	case k == reflect.Interface:
		n, err := d.number(s)
		if err != nil {
			d.save(err)
		} else if v.NumMethod() != 0 {
			d.mismatch("number", v.Type(), d.at)
		} else {
			v.Set(reflect.ValueOf(n))
		}
		return nil
	case reflect.Int <= k && k <= reflect.Int64:
		n, err := strconv.ParseInt(s, 10, 64)
		if err == nil && !v.OverflowInt(n) {
			v.SetInt(n)
			return nil
		}
	case reflect.Uint <= k && k <= reflect.Uintptr:
		n, err := strconv.ParseUint(s, 10, 64)
		if err == nil && !v.OverflowUint(n) {
			v.SetUint(n)
			return nil
		}
	case k == reflect.Float32 || k == reflect.Float64:
		n, err := strconv.ParseFloat(s, v.Type().Bits())
		if err == nil && !v.OverflowFloat(n) {
			v.SetFloat(n)
			return nil
		}
	case k == reflect.String && v.Type() == numberType:
		v.SetString(s)
		return nil
	case quoted:
		return misused(item, v.Type())
	default:
		d.mismatch("number", v.Type(), d.at)
		return nil
	}
	d.mismatch("number "+s, v.Type(), d.at)
	return nil
}

// number is what an empty interface holds of a number.
func (d *decoder) number(s string) (any, error) {
	if d.useNumber {
		return Number(s), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, &UnmarshalTypeError{Value: "number " + s, Type: reflect.TypeFor[float64](), Offset: int64(d.at + 1)}
	}
	return f, nil
}

// any decodes the value at the current place for an empty interface.
func (d *decoder) any() any {
	switch d.peek() {
	case '[':
		list := []any{}
		for more := d.enter(); more; more = d.more() {
			list = append(list, d.any())
		}
		return list
	case '{':
		m := map[string]any{}
		for more := d.enter(); more; more = d.more() {
			key, _ := unquote(d.key())
			m[string(key)] = d.any()
		}
		return m
	}
	item := d.literal()
	switch item[0] {
	case 'n':
		return nil
	case 't', 'f':
		return item[0] == 't'
	case '"':
		s, _ := unquote(item)
		return string(s)
	}
	n, err := d.number(string(item))
	if err != nil {
		d.save(err)
	}
	return n
}
