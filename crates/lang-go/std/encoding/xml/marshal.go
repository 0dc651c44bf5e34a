package xml

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Marshal returns v as XML.
func Marshal(v any) ([]byte, error) {
	var enc Encoder
	return enc.marshal(v)
}

// MarshalIndent is Marshal with each element on a line.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	enc := Encoder{prefix: prefix, indent: indent}
	return enc.marshal(v)
}

func (enc *Encoder) marshal(v any) ([]byte, error) {
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return enc.buf, nil
}

// Encode writes a value, and flushes.
func (enc *Encoder) Encode(v any) error {
	if err := enc.value(reflect.ValueOf(v), nil, nil, nil); err != nil {
		return err
	}
	return enc.Flush()
}

// EncodeElement writes a value as an element with this start, and flushes.
func (enc *Encoder) EncodeElement(v any, start StartElement) error {
	if err := enc.value(reflect.ValueOf(v), nil, nil, &start); err != nil {
		return err
	}
	return enc.Flush()
}

// value writes a value as elements. Their name is that of the start, of the type, or of the field, if these
// are given. The plan may be nil.
func (enc *Encoder) value(v reflect.Value, p *plan, f *field, start *StartElement) error {
	if start != nil && start.Name.Local == "" {
		return fmt.Errorf("xml: EncodeElement of StartElement with missing name")
	}
	if !v.IsValid() || f != nil && f.omit && isEmpty(v) {
		return nil
	}
	if p == nil {
		p = planOf(v.Type())
	}
	for p.kind == reflect.Interface || p.kind == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
		if p.kind == reflect.Interface {
			p = planOf(v.Type())
		} else {
			p = p.elemPlan()
		}
	}
	if (p.own|p.ptr)&(marshals|marshalsText) != 0 {
		if m, ok := receiver(v, p, marshals); ok {
			return enc.valueItself(m.(Marshaler), p.startOf(f, start))
		}
		if m, ok := receiver(v, p, marshalsText); ok {
			return enc.textItself(m.(encoding.TextMarshaler), p.startOf(f, start))
		}
	}
	if (p.kind == reflect.Slice || p.kind == reflect.Array) && !p.bytes {
		for i := range v.Len() {
			if err := enc.value(v.Index(i), p.elemPlan(), f, start); err != nil {
				return err
			}
		}
		return nil
	}
	if p.err != nil {
		return p.err
	}
	return enc.element(v, p, f, start)
}

// element writes a value that is one element.
func (enc *Encoder) element(v reflect.Value, p *plan, f *field, start *StartElement) error {
	var name Name
	var attrs []Attr
	if start != nil {
		name = start.Name
		attrs = append(attrs, start.Attr...)
	} else if n := p.xmlName; n != nil {
		if n.name != "" {
			name = Name{n.space, n.name}
		} else if own := n.of(v, false); own.IsValid() {
			if given, ok := own.Interface().(Name); ok && given.Local != "" {
				name = given
			}
		}
	}
	if name.Local == "" && f != nil {
		name = Name{f.space, f.name}
	}
	if name.Local == "" {
		if name.Local = p.name; p.name == "" {
			return &UnsupportedTypeError{p.typ}
		}
	}
	attrs, err := enc.attributes(attrs, v, p)
	if err != nil {
		return err
	}
	// An element that says it has no name space leaves that of the element around it.
	if n := p.xmlName; n != nil && name.Space == "" && n.space == "" && n.name == "" && len(enc.tags) > 0 &&
		enc.tags[len(enc.tags)-1].Space != "" {
		attrs = append(attrs, Attr{Name{"", xmlnsName}, ""})
	}
	if err := enc.writeStart(name, attrs); err != nil {
		return err
	}
	if p.kind == reflect.Struct {
		err = enc.structure(v, p)
	} else {
		var ok bool
		enc.buf, ok = appendSimple(enc.buf, v, p)
		if !ok {
			err = &UnsupportedTypeError{p.typ}
		}
	}
	if err != nil {
		return err
	}
	if err := enc.writeEnd(name); err != nil {
		return err
	}
	return enc.status()
}

// startOf returns the start for a value that writes itself.
func (p *plan) startOf(f *field, start *StartElement) StartElement {
	switch {
	case start != nil:
		return start.Copy()
	case f != nil && f.name != "":
		return StartElement{Name: Name{f.space, f.name}}
	case p.typ.Name() != "":
		return StartElement{Name: Name{"", p.typ.Name()}}
	}
	return StartElement{Name: Name{"", p.typ.Elem().Name()}}
}

func (enc *Encoder) valueItself(m Marshaler, start StartElement) error {
	enc.tags = append(enc.tags, Name{})
	n := len(enc.tags)
	if err := m.MarshalXML(enc, start); err != nil {
		return err
	}
	if last := len(enc.tags); last > n {
		return fmt.Errorf("xml: %s.MarshalXML wrote invalid XML: <%s> not closed", receiverName(m), enc.tags[last-1].Local)
	}
	enc.tags = enc.tags[:n-1]
	return nil
}

func (enc *Encoder) textItself(m encoding.TextMarshaler, start StartElement) error {
	if err := enc.writeStart(start.Name, start.Attr); err != nil {
		return err
	}
	text, err := m.MarshalText()
	if err != nil {
		return err
	}
	enc.buf = appendEscaped(enc.buf, text, true)
	return enc.writeEnd(start.Name)
}

// attributes appends the attributes of a struct.
func (enc *Encoder) attributes(attrs []Attr, v reflect.Value, p *plan) ([]Attr, error) {
	if p.marks[asAttr] == 0 && p.marks[asAnyAttr] == 0 {
		return attrs, nil
	}
	for i := range p.fields {
		f := &p.fields[i]
		if f.mode != asAttr && f.mode != asAnyAttr {
			continue
		}
		own := f.of(v, false)
		if f.omit && (!own.IsValid() || isEmpty(own)) || own.Kind() == reflect.Interface && own.IsNil() {
			continue
		}
		var err error
		if attrs, err = enc.attribute(attrs, Name{f.space, f.name}, own, f.typePlan()); err != nil {
			return nil, err
		}
	}
	return attrs, nil
}

func (enc *Encoder) attribute(attrs []Attr, name Name, v reflect.Value, p *plan) ([]Attr, error) {
	if v.CanInterface() && (p.own|p.ptr)&(marshalsAttr|marshalsText) != 0 {
		if m, ok := receiver(v, p, marshalsAttr); ok {
			a, err := m.(MarshalerAttr).MarshalXMLAttr(name)
			if err == nil && a.Name.Local != "" {
				attrs = append(attrs, a)
			}
			return attrs, err
		}
		if m, ok := receiver(v, p, marshalsText); ok {
			text, err := m.(encoding.TextMarshaler).MarshalText()
			if err != nil {
				return nil, err
			}
			return append(attrs, Attr{name, string(text)}), nil
		}
	}
	switch p.kind {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return attrs, nil
		}
		v = v.Elem()
		p = planOf(v.Type())
	}
	if p.kind == reflect.Slice && !p.bytes {
		for i := range v.Len() {
			var err error
			if attrs, err = enc.attribute(attrs, name, v.Index(i), p.elemPlan()); err != nil {
				return nil, err
			}
		}
		return attrs, nil
	}
	if p.typ == attrType {
		return append(attrs, v.Interface().(Attr)), nil
	}
	if p.kind == reflect.String {
		return append(attrs, Attr{name, v.String()}), nil
	}
	text, ok := appendPlain(nil, v, p)
	if !ok {
		return nil, &UnsupportedTypeError{p.typ}
	}
	return append(attrs, Attr{name, string(text)}), nil
}

// appendSimple appends a value that is no struct as escaped text. False means that its type has no form.
func appendSimple(to []byte, v reflect.Value, p *plan) ([]byte, bool) {
	switch {
	case p.kind == reflect.String:
		return appendEscaped(to, v.String(), true), true
	case p.bytes:
		text, ok := appendPlain(nil, v, p)
		return appendEscaped(to, text, true), ok
	}
	return appendPlain(to, v, p)
}

// appendPlain appends the text of a value that is no struct.
func appendPlain(to []byte, v reflect.Value, p *plan) ([]byte, bool) {
	switch p.kind {
	case reflect.String:
		return append(to, v.String()...), true
	case reflect.Bool:
		return strconv.AppendBool(to, v.Bool()), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(to, v.Int(), 10), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(to, v.Uint(), 10), true
	case reflect.Float32, reflect.Float64:
		return strconv.AppendFloat(to, v.Float(), 'g', -1, p.typ.Bits()), true
	case reflect.Slice:
		if p.bytes {
			return append(to, v.Bytes()...), true
		}
	case reflect.Array:
		if p.bytes {
			for i := range v.Len() {
				to = append(to, byte(v.Index(i).Uint()))
			}
			return to, true
		}
	}
	return to, false
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64,
		reflect.Interface, reflect.Pointer:
		return v.IsZero()
	}
	return false
}

// structure writes what is in the element of a struct.
func (enc *Encoder) structure(v reflect.Value, p *plan) error {
	var within []string // the parents that are open
	for i := range p.fields {
		f := &p.fields[i]
		if f.mode == asAttr || f.mode == asAnyAttr {
			continue
		}
		own := f.of(v, false)
		if !own.IsValid() {
			continue // It is in an embedded pointer that is nil.
		}
		var err error
		done := true
		switch f.mode {
		case asText, asCDATA:
			if within, err = enc.leaveParents(within, f.parents); err == nil {
				err = enc.charData(own, f)
			}
		case asComment:
			if within, err = enc.leaveParents(within, f.parents); err == nil {
				err = enc.comment(own, v.Type())
			}
		case asInner:
			done = enc.inner(own)
		default:
			done = false
			if within, err = enc.leaveParents(within, f.parents); err == nil && len(f.parents) > len(within) {
				if own.Kind() != reflect.Pointer && own.Kind() != reflect.Interface || !own.IsNil() {
					for _, name := range f.parents[len(within):] {
						if err = enc.writeStart(Name{Local: name}, nil); err != nil {
							break
						}
					}
					within = f.parents
				}
			}
		}
		if err == nil && !done {
			err = enc.value(own, f.typePlan(), f, nil)
		}
		if err != nil {
			return err
		}
	}
	if _, err := enc.leaveParents(within, nil); err != nil {
		return err
	}
	return enc.status()
}

// leaveParents closes the parents that are open and are not those of the next field, and returns those that
// stay.
func (enc *Encoder) leaveParents(within, next []string) ([]string, error) {
	keep := 0
	for keep < len(within) && keep < len(next) && within[keep] == next[keep] {
		keep++
	}
	for i := len(within) - 1; i >= keep; i-- {
		if err := enc.writeEnd(Name{Local: within[i]}); err != nil {
			return nil, err
		}
	}
	return within[:keep], nil
}

// indirect returns what an interface or a pointer leads to.
func indirect(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return v
		}
		v = v.Elem()
	}
	return v
}

// charData writes a field as text or as CDATA.
func (enc *Encoder) charData(v reflect.Value, f *field) error {
	var text []byte
	if m, ok := receiver(v, f.typePlan(), marshalsText); ok {
		var err error
		if text, err = m.(encoding.TextMarshaler).MarshalText(); err != nil {
			return err
		}
	} else {
		v = indirect(v)
		if k := v.Kind(); k == reflect.Array || k == reflect.Interface || k == reflect.Pointer {
			return nil
		} else if k == reflect.Slice {
			b, ok := v.Interface().([]byte)
			if !ok {
				return nil
			}
			text = b
		} else if text, ok = appendPlain(nil, v, planOf(v.Type())); !ok {
			return nil
		}
	}
	if f.mode == asText {
		enc.buf = appendEscaped(enc.buf, text, true)
		return nil
	}
	if len(text) == 0 {
		return nil
	}
	// The mark of the end is divided between two sections.
	enc.buf = append(enc.buf, "<![CDATA["...)
	enc.buf = append(enc.buf, bytes.ReplaceAll(text, endOfCDATA, []byte("]]]]><![CDATA[>"))...)
	enc.buf = append(enc.buf, "]]>"...)
	return nil
}

func (enc *Encoder) comment(v reflect.Value, owner reflect.Type) error {
	v = indirect(v)
	var text string
	switch k := v.Kind(); {
	case k == reflect.String:
		text = v.String()
	case k == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		text = string(v.Bytes())
	default:
		return fmt.Errorf("xml: bad type for comment field of %s", owner)
	}
	if text == "" {
		return nil
	}
	enc.writeIndent(0)
	enc.buf = append(enc.buf, "<!--"...)
	if strings.Contains(text, "--") {
		return errors.New(`xml: comments must not contain "--"`)
	}
	enc.buf = append(enc.buf, text...)
	if text[len(text)-1] == '-' {
		enc.buf = append(enc.buf, ' ')
	}
	enc.buf = append(enc.buf, "-->"...)
	return nil
}

// inner writes text as it is, if v has it.
func (enc *Encoder) inner(v reflect.Value) bool {
	v = indirect(v)
	if !v.CanInterface() {
		return false
	}
	switch text := v.Interface().(type) {
	case []byte:
		enc.buf = append(enc.buf, text...)
	case string:
		enc.buf = append(enc.buf, text...)
	default:
		return false
	}
	return true
}
