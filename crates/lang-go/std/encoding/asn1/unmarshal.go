package asn1

import (
	"bytes"
	"fmt"
	"math/big"
	"reflect"
	"time"
)

type invalidUnmarshalError struct{ typ reflect.Type }

func (e *invalidUnmarshalError) Error() string {
	switch {
	case e.typ == nil:
		return "asn1: Unmarshal recipient value is nil"
	case e.typ.Kind() != reflect.Pointer:
		return "asn1: Unmarshal recipient value is non-pointer " + e.typ.String()
	}
	return "asn1: Unmarshal recipient value is nil " + e.typ.String()
}

// Unmarshal reads an element into what val points to, and gives the bytes that follow it. The types of Go stand for types of
// ASN.1: integers, *big.Int, bool, BitString, []byte, ObjectIdentifier, Enumerated, Flag, RawValue, strings,
// time.Time, structs, slices, and any. Tags of fields, named asn1, say what else is to be known.
func Unmarshal(b []byte, val any) (rest []byte, err error) { return UnmarshalWithParams(b, val, "") }

// UnmarshalWithParams takes parameters as a field's tag has them.
func UnmarshalWithParams(b []byte, val any, params string) (rest []byte, err error) {
	v := reflect.ValueOf(val)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, &invalidUnmarshalError{reflect.TypeOf(val)}
	}
	offset, err := parseField(v.Elem(), b, 0, parseFieldParameters(params), 0)
	if err != nil {
		return nil, err
	}
	return b[offset:], nil
}

// setDefault stores the default value of an optional field, and tells whether the field may be missing.
func setDefault(v reflect.Value, p *fieldParameters) bool {
	if !p.optional {
		return false
	}
	if p.defaultValue != nil && isInt(v.Kind()) {
		v.SetInt(*p.defaultValue)
	}
	return true
}

// deepest is how many structs and slices may be in one another.
const deepest = 10000

// parseField reads an element into v, and gives the offset after it. The element is in depth others.
func parseField(v reflect.Value, b []byte, start int, p fieldParameters, depth int) (offset int, err error) {
	if start == len(b) {
		if !setDefault(v, &p) {
			return start, SyntaxError{"sequence truncated"}
		}
		return start, nil
	}
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 {
		return parseAny(v, b, start)
	}
	h, offset, err := parseHeader(b, start)
	if err != nil {
		return offset, err
	}
	if p.explicit {
		done := false
		if h, offset, done, err = parseExplicit(v, b, start, offset, h, &p); done || err != nil {
			return offset, err
		}
	}
	tag, matched, err := match(v.Type(), h, &p)
	if err != nil {
		return offset, err
	}
	if matched != "" {
		if setDefault(v, &p) {
			return start, nil
		}
		return offset, StructuralError{
			fmt.Sprintf("tags don't match (%s vs %+v) %+v %s @%d", matched, h, p, v.Type().Name(), offset)}
	}
	if h.length > len(b)-offset {
		return offset, SyntaxError{"data truncated"}
	}
	inner := b[offset : offset+h.length]
	offset += h.length
	return offset, decode(v, h, tag, inner, b[start:offset], depth)
}

// parseExplicit looks through a tag around the element. It is done where there is nothing in it to be read.
func parseExplicit(v reflect.Value, b []byte, start, offset int, h tagAndLength, p *fieldParameters) (
	tagAndLength, int, bool, error,
) {
	if offset == len(b) {
		return h, offset, true, StructuralError{"explicit tag has no child"}
	}
	class := ClassContextSpecific
	if p.application {
		class = ClassApplication
	}
	if h.class != class || h.tag != *p.tag || h.length > 0 && !h.isCompound {
		if setDefault(v, p) {
			return h, start, true, nil
		}
		return h, offset, true, StructuralError{"explicitly tagged member didn't match"}
	}
	switch {
	case v.Type() == rawValueType:
		return h, offset, false, nil
	case h.length > 0:
		h, offset, err := parseHeader(b, offset)
		return h, offset, err != nil, err
	case v.Type() != flagType:
		return h, offset, true, StructuralError{"zero length explicit tag was not an asn1.Flag"}
	}
	v.SetBool(true)
	return h, offset, true, nil
}

// match compares an element's header with what is expected for a type. It gives the number of the type of ASN.1 that the
// element is to be read as, and the tag that was expected if it does not fit.
func match(t reflect.Type, h tagAndLength, p *fieldParameters) (tag int, expected string, err error) {
	u, ok := universalOf(t)
	if !ok {
		return 0, "", StructuralError{fmt.Sprintf("unknown Go type: %v", t)}
	}
	if u.tag == TagPrintableString {
		if h.class == ClassUniversal {
			if isString(h.tag) {
				u.tag = h.tag
			}
		} else if p.stringType != 0 {
			u.tag = p.stringType
		}
	}
	if u.tag == TagUTCTime {
		if h.class == ClassUniversal {
			if h.tag == TagGeneralizedTime {
				u.tag = h.tag
			}
		} else if p.timeType != 0 {
			u.tag = p.timeType
		}
	}
	if p.set {
		u.tag = TagSet
	}
	class, want, anything := ClassUniversal, u.tag, u.any
	if !p.explicit && p.tag != nil {
		class, want, anything = p.class(), *p.tag, false
	}
	if !anything && (h.class != class || h.tag != want) || !u.any && h.isCompound != u.compound {
		return u.tag, fmt.Sprint(want), nil
	}
	return u.tag, "", nil
}

// isString tells whether a tag is of a type that a Go string takes.
func isString(tag int) bool {
	switch tag {
	case TagIA5String, TagGeneralString, TagT61String, TagUTF8String, TagNumericString, TagBMPString:
		return true
	}
	return false
}

// parseAny reads what is understood without being told a type; the rest is passed over.
func parseAny(v reflect.Value, b []byte, start int) (int, error) {
	h, offset, err := parseHeader(b, start)
	if err != nil {
		return offset, err
	}
	if h.length > len(b)-offset {
		return offset, SyntaxError{"data truncated"}
	}
	inner := b[offset : offset+h.length]
	var result any
	if !h.isCompound && h.class == ClassUniversal {
		switch h.tag {
		case TagPrintableString, TagNumericString, TagIA5String, TagT61String, TagUTF8String, TagBMPString:
			result, err = parseString(h.tag, inner)
		case TagBoolean:
			result, err = parseBool(inner)
		case TagInteger:
			result, err = parseInt64(inner)
		case TagBitString:
			result, err = parseBitString(inner)
		case TagOID:
			result, err = parseOID(inner)
		case TagUTCTime:
			result, err = parseUTCTime(inner)
		case TagGeneralizedTime:
			result, err = parseGeneralizedTime(inner)
		case TagOctetString:
			result = bytes.Clone(inner)
			if len(inner) == 0 {
				result = []byte{}
			}
		}
	}
	offset += h.length
	if err != nil {
		return offset, err
	}
	if result != nil {
		v.Set(reflect.ValueOf(result))
	}
	return offset, nil
}

// decode reads the contents of an element into v; whole has the header, too.
func decode(v reflect.Value, h tagAndLength, tag int, inner, whole []byte, depth int) (err error) {
	switch p := v.Addr().Interface().(type) {
	case *RawValue:
		*p = RawValue{h.class, h.tag, h.isCompound, inner, whole}
		return nil
	case *ObjectIdentifier:
		*p, err = parseOID(inner)
		return err
	case *BitString:
		*p, err = parseBitString(inner)
		return err
	case *time.Time:
		if tag == TagUTCTime {
			*p, err = parseUTCTime(inner)
		} else {
			*p, err = parseGeneralizedTime(inner)
		}
		return err
	case *Enumerated:
		n, err := parseInt32(inner)
		if err == nil {
			*p = Enumerated(n)
		}
		return err
	case *Flag:
		*p = true
		return nil
	case **big.Int:
		n, err := parseBigInt(inner)
		if err == nil {
			*p = n
		}
		return err
	}
	return decodeKind(v, tag, inner, whole, depth)
}

func decodeKind(v reflect.Value, tag int, inner, whole []byte, depth int) error {
	switch v.Kind() {
	case reflect.Bool:
		b, err := parseBool(inner)
		if err == nil {
			v.SetBool(b)
		}
		return err
	case reflect.Int32:
		n, err := parseInt32(inner)
		if err == nil {
			v.SetInt(int64(n))
		}
		return err
	case reflect.Int, reflect.Int64:
		n, err := parseInt64(inner)
		if err == nil {
			v.SetInt(n)
		}
		return err
	case reflect.Struct:
		return decodeStruct(v, inner, whole, depth+1)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.Set(reflect.MakeSlice(v.Type(), len(inner), len(inner)))
			reflect.Copy(v, reflect.ValueOf(inner))
			return nil
		}
		return decodeSlice(v, inner, depth+1)
	case reflect.String:
		s, err := parseString(tag, inner)
		if err == nil {
			v.SetString(s)
		}
		return err
	}
	return StructuralError{"unsupported: " + v.Type().String()}
}

func decodeStruct(v reflect.Value, inner, whole []byte, depth int) error {
	if depth > deepest {
		return StructuralError{"nesting depth exceeded"}
	}
	t := v.Type()
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return StructuralError{"struct contains unexported fields"}
		}
	}
	offset := 0
	for i := range t.NumField() {
		field := t.Field(i)
		if i == 0 && field.Type == rawContentType {
			v.Field(0).Set(reflect.ValueOf(RawContent(whole)))
			continue
		}
		var err error
		p := parseFieldParameters(field.Tag.Get("asn1"))
		if offset, err = parseField(v.Field(i), inner, offset, p, depth); err != nil {
			return err
		}
	}
	// What follows the last field is allowed: newer versions of a structure may have more.
	return nil
}

// decodeSlice checks all elements before it makes the slice.
func decodeSlice(v reflect.Value, inner []byte, depth int) error {
	if depth > deepest {
		return StructuralError{"nesting depth exceeded"}
	}
	u, ok := universalOf(v.Type().Elem())
	if !ok {
		return StructuralError{"unknown Go type for slice"}
	}
	count := 0
	for offset := 0; offset < len(inner); count++ {
		h, next, err := parseHeader(inner, offset)
		if err != nil {
			return err
		}
		switch {
		case isString(h.tag):
			h.tag = TagPrintableString
		case h.tag == TagGeneralizedTime:
			h.tag = TagUTCTime
		}
		if !u.any && (h.class != ClassUniversal || h.isCompound != u.compound || h.tag != u.tag) {
			return StructuralError{"sequence tag mismatch"}
		}
		if h.length > len(inner)-next {
			return SyntaxError{"truncated sequence"}
		}
		offset = next + h.length
	}
	list := reflect.MakeSlice(v.Type(), count, count)
	offset := 0
	for i := range count {
		var err error
		if offset, err = parseField(list.Index(i), inner, offset, fieldParameters{}, depth); err != nil {
			return err
		}
	}
	v.Set(list)
	return nil
}
