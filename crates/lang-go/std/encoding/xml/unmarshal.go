package xml

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// maxDepth bounds how deep the elements are that are read into values.
const maxDepth = 10000

var errDepth = errors.New("exceeded max depth")

// Unmarshal reads the first element of data into what v points to.
func Unmarshal(data []byte, v any) error {
	d := newDecoder()
	d.buf = data
	return d.Decode(v)
}

// Decode reads the next element into what v points to.
func (d *Decoder) Decode(v any) error { return d.DecodeElement(v, nil) }

// DecodeElement reads an element, of which the start may have been read already, into what v points to.
func (d *Decoder) DecodeElement(v any, start *StartElement) error {
	val := reflect.ValueOf(v)
	if val.Kind() != reflect.Pointer {
		return errors.New("non-pointer passed to Unmarshal")
	}
	if val.IsNil() {
		return errors.New("nil pointer passed to Unmarshal")
	}
	err := d.decode(val.Elem(), start)
	d.leave()
	return err
}

func (d *Decoder) decode(v reflect.Value, begun *StartElement) error {
	p := planOf(v.Type())
	if begun != nil {
		return d.value(v, p, begun.Name, begun.Attr)
	}
	for {
		if err := d.next(); err != nil {
			return err
		}
		if d.kind == start {
			return d.value(v, p, d.name, d.attrs)
		}
	}
}

// value reads an element after its start into v. The attributes may be gone when the next event is read.
func (d *Decoder) value(v reflect.Value, p *plan, name Name, attrs []Attr) error {
	if d.open > maxDepth {
		return errDepth
	}
	if p.kind == reflect.Interface && !v.IsNil() {
		if e := v.Elem(); e.Kind() == reflect.Pointer && !e.IsNil() {
			v, p = e, planOf(e.Type())
		}
	}
	if p.kind == reflect.Pointer {
		v, p = pointed(v, p)
	}
	if p.own|p.ptr != 0 && v.CanInterface() {
		if u, ok := receiver(v, p, unmarshals); ok {
			return d.valueItself(u.(Unmarshaler), StartElement{name, attrs}.Copy())
		}
		if u, ok := receiver(v, p, unmarshalsText); ok {
			mark, err := d.readText()
			if err == nil {
				err = u.(encoding.TextUnmarshaler).UnmarshalText(d.text[mark:])
			}
			d.text = d.text[:mark]
			return err
		}
	}
	switch p.kind {
	case reflect.Interface:
		return d.skip()
	case reflect.Slice:
		if !p.bytes {
			n := v.Len()
			v.Grow(1)
			v.SetLen(n + 1)
			err := d.value(v.Index(n), p.elemPlan(), name, attrs)
			if err != nil {
				v.SetLen(n)
			}
			return err
		}
	case reflect.Struct:
		if p.typ != nameType {
			return d.structure(v, p, name, attrs)
		}
		v.Set(reflect.ValueOf(name))
		return d.skip()
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64, reflect.Int, reflect.Int8, reflect.Int16,
		reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Uintptr:
	default:
		return errors.New("unknown type " + v.Type().String())
	}
	mark, err := d.readText()
	if err == nil {
		err = setText(v, p, d.text[mark:])
	}
	d.text = d.text[:mark]
	return err
}

// pointed returns what a pointer leads to, after it has been set if it was nil.
func pointed(v reflect.Value, p *plan) (reflect.Value, *plan) {
	if v.IsNil() {
		v.Set(reflect.New(p.typ.Elem()))
	}
	return v.Elem(), p.elemPlan()
}

// receiver returns v or its address as that which has a method.
func receiver(v reflect.Value, p *plan, m methods) (any, bool) {
	if p.own&m != 0 && v.CanInterface() {
		return v.Interface(), true
	}
	if p.ptr&m != 0 && v.CanAddr() {
		if a := v.Addr(); a.CanInterface() {
			return a.Interface(), true
		}
	}
	return nil, false
}

// valueItself lets a value read itself from the element.
func (d *Decoder) valueItself(u Unmarshaler, begun StartElement) error {
	d.fence()
	d.within++
	err := u.UnmarshalXML(d, begun)
	d.within--
	if err != nil {
		d.unfence()
		return err
	}
	if !d.unfence() {
		return fmt.Errorf("xml: %s.UnmarshalXML did not consume entire <%s> element", receiverName(u), begun.Name.Local)
	}
	return nil
}

// receiverName names the type of a receiver, in parentheses if it has no name.
func receiverName(v any) string {
	t := reflect.TypeOf(v)
	if t.Name() != "" {
		return t.String()
	}
	return "(" + t.String() + ")"
}

// readText reads up to the end of the element. Its text, without that of elements in it, is d.text from the
// mark.
func (d *Decoder) readText() (mark int, err error) {
	mark = len(d.text)
	for depth := 0; ; {
		if err := d.next(); err != nil {
			return mark, err
		}
		switch d.kind {
		case chars:
			if depth == 0 {
				d.text = append(d.text, d.data...)
			}
		case start:
			depth++
		case end:
			if depth == 0 {
				return mark, nil
			}
			depth--
		}
	}
}

// setText sets a value from text.
func setText(v reflect.Value, p *plan, text []byte) error {
	given := p
	if p.kind == reflect.Pointer {
		v, p = pointed(v, p)
	}
	switch p.kind {
	case reflect.String:
		v.SetString(string(text))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if len(text) == 0 {
			v.SetInt(0)
			return nil
		}
		n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, p.typ.Bits())
		if err != nil {
			return err
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if len(text) == 0 {
			v.SetUint(0)
			return nil
		}
		n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, p.typ.Bits())
		if err != nil {
			return err
		}
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		if len(text) == 0 {
			v.SetFloat(0)
			return nil
		}
		f, err := strconv.ParseFloat(string(bytes.TrimSpace(text)), p.typ.Bits())
		if err != nil {
			return err
		}
		v.SetFloat(f)
	case reflect.Bool:
		if len(text) == 0 {
			v.SetBool(false)
			return nil
		}
		b, err := strconv.ParseBool(string(bytes.TrimSpace(text)))
		if err != nil {
			return err
		}
		v.SetBool(b)
	case reflect.Slice:
		v.SetBytes(append([]byte{}, text...))
	default:
		return errors.New("cannot unmarshal into " + given.typ.String())
	}
	return nil
}

// attribute sets a value from an attribute.
func (d *Decoder) attribute(v reflect.Value, p *plan, a *Attr) error {
	if p.kind == reflect.Pointer {
		v, p = pointed(v, p)
	}
	if p.own|p.ptr != 0 {
		if u, ok := receiver(v, p, unmarshalsAttr); ok {
			return u.(UnmarshalerAttr).UnmarshalXMLAttr(*a)
		}
		if u, ok := receiver(v, p, unmarshalsText); ok {
			return u.(encoding.TextUnmarshaler).UnmarshalText([]byte(a.Value))
		}
	}
	switch {
	case p.kind == reflect.Slice && !p.bytes:
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		err := d.attribute(v.Index(n), p.elemPlan(), a)
		if err != nil {
			v.SetLen(n)
		}
		return err
	case p.kind == reflect.String:
		v.SetString(a.Value)
		return nil
	case p.typ == attrType:
		v.Set(reflect.ValueOf(*a))
		return nil
	}
	return setText(v, p, []byte(a.Value))
}

// structure reads an element into a struct.
func (d *Decoder) structure(v reflect.Value, p *plan, name Name, attrs []Attr) error {
	if err := d.begin(v, p, name, attrs); err != nil {
		return err
	}
	var own, any, note reflect.Value
	text, inner := p.textField(), p.first(asInner)
	if text != nil {
		own = text.of(v, true)
	}
	if f := p.first(asComment); f != nil {
		note = f.of(v, true)
	}
	anyField := p.first(asAny)
	if anyField != nil {
		any = anyField.of(v, true)
	}
	from := 0
	if inner != nil {
		from = d.startSaving()
	}
	mark := len(d.text)
	notes := []byte(nil)
	for {
		until := d.savedLen()
		if err := d.next(); err != nil {
			return d.abandon(err, mark, inner != nil)
		}
		switch d.kind {
		case chars:
			if text != nil {
				d.text = append(d.text, d.data...)
			}
		case comment:
			if note.IsValid() {
				notes = append(notes, d.data...)
			}
		case start:
			used, err := d.element(v, p, nil)
			if !used && err == nil {
				if anyField != nil {
					err = d.value(any, anyField.typePlan(), d.name, d.attrs)
				} else {
					err = d.skip()
				}
			}
			if err != nil {
				return d.abandon(err, mark, inner != nil)
			}
		case end:
			var saved []byte
			if inner != nil {
				saved = d.stopSaving(from, until)
			}
			return d.finish(v, p, own, note, mark, notes, saved)
		}
	}
}

// begin sets what the start of an element tells about a struct.
func (d *Decoder) begin(v reflect.Value, p *plan, name Name, attrs []Attr) error {
	if p.err != nil {
		return p.err
	}
	if f := p.xmlName; f != nil {
		if err := f.expect(name); err != nil {
			return err
		}
		if to := f.of(v, true); to.Type() == nameType {
			to.Set(reflect.ValueOf(name))
		}
	}
	for i := range attrs {
		if err := d.attributeOf(v, p, &attrs[i]); err != nil {
			return err
		}
	}
	return nil
}

// abandon forgets what was saved of an element that has an error.
func (d *Decoder) abandon(err error, mark int, saving bool) error {
	d.text = d.text[:mark]
	if saving {
		d.saving--
	}
	return err
}

// textField returns the first field for text or CDATA.
func (p *plan) textField() *field {
	a, b := p.marks[asText], p.marks[asCDATA]
	if a == 0 || b != 0 && b < a {
		a = b
	}
	if a == 0 {
		return nil
	}
	return &p.fields[a-1]
}

// finish sets the fields for text, comments and the inner text of an element at its end.
func (d *Decoder) finish(v reflect.Value, p *plan, own, note reflect.Value, mark int, notes, saved []byte) error {
	defer d.cut(mark)
	if own.IsValid() {
		tp := p.textField().typePlan()
		if u, ok := receiver(own, tp, unmarshalsText); ok {
			if err := u.(encoding.TextUnmarshaler).UnmarshalText(d.text[mark:]); err != nil {
				return err
			}
		} else if err := setText(own, tp, d.text[mark:]); err != nil {
			return err
		}
	}
	if note.IsValid() {
		if note.Kind() == reflect.Slice {
			note.Set(reflect.ValueOf(notes))
		} else {
			setRaw(note, notes)
		}
	}
	if f := p.first(asInner); f != nil {
		setRaw(f.of(v, true), saved)
	}
	return nil
}

func (d *Decoder) cut(mark int) { d.text = d.text[:mark] }

// setRaw sets a string or a slice to bytes that are the value's own.
func setRaw(v reflect.Value, b []byte) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(b))
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes(b)
		}
	}
}

// startSaving begins to save the input for an element, and returns where that begins in d.saved.
func (d *Decoder) startSaving() int {
	if d.saving == 0 {
		d.saved, d.saveFrom = nil, d.pos
	}
	d.saving++
	return d.savedLen()
}

// savedLen returns how much is saved, with what is still in the window.
func (d *Decoder) savedLen() int {
	if d.saving == 0 || d.given {
		return 0
	}
	return len(d.saved) + d.pos - d.saveFrom
}

// stopSaving returns what was saved, without the end of the element.
func (d *Decoder) stopSaving(from, until int) []byte {
	if !d.given {
		d.saveTo(d.pos)
	}
	d.saving--
	return bytes.Clone(d.saved[from:until])
}

// expect makes sure that an element has the name that the tag of XMLName asks for.
func (f *field) expect(name Name) error {
	if f.name != "" && f.name != name.Local {
		return UnmarshalError("expected element type <" + f.name + "> but have <" + name.Local + ">")
	}
	if f.space != "" && f.space != name.Space {
		have := name.Space
		if have == "" {
			have = "no name space"
		}
		return UnmarshalError("expected element <" + f.name + "> in name space " + f.space + " but have " + have)
	}
	return nil
}

// attributeOf sets the fields of a struct that an attribute is for.
func (d *Decoder) attributeOf(v reflect.Value, p *plan, a *Attr) error {
	used := false
	if first := p.marks[asAttr]; first > 0 {
		for i := first - 1; i < len(p.fields); i++ {
			f := &p.fields[i]
			if f.mode == asAttr && f.name == a.Name.Local && (f.space == "" || f.space == a.Name.Space) {
				if err := d.attribute(f.of(v, true), f.typePlan(), a); err != nil {
					return err
				}
				used = true
			}
		}
	}
	if f := p.first(asAnyAttr); !used && f != nil {
		return d.attribute(f.of(v, true), f.typePlan(), a)
	}
	return nil
}

// element reads an element, whose start is the event, into the field that it is for, if there is one. The
// parents are the elements around it within the element of the struct.
func (d *Decoder) element(v reflect.Value, p *plan, parents []string) (used bool, err error) {
	local, space := d.name.Local, d.name.Space
	n := len(parents)
	var within []string
	for i := range p.fields {
		f := &p.fields[i]
		if f.mode != asElement && f.mode != asAny || f.space != "" && f.space != space || len(f.parents) < n {
			continue
		}
		if n > 0 && !sameStart(f.parents, parents) {
			continue
		}
		if len(f.parents) == n {
			if f.name == local {
				return true, d.value(f.of(v, true), f.typePlan(), d.name, d.attrs)
			}
		} else if f.parents[n] == local {
			within = f.parents[:n+1]
			break
		}
	}
	if within == nil {
		return false, nil
	}
	for {
		if err := d.next(); err != nil {
			return true, err
		}
		switch d.kind {
		case start:
			used, err := d.element(v, p, within)
			if err == nil && !used {
				err = d.skip()
			}
			if err != nil {
				return true, err
			}
		case end:
			return true, nil
		}
	}
}

func sameStart(path, start []string) bool {
	for i, s := range start {
		if path[i] != s {
			return false
		}
	}
	return true
}
