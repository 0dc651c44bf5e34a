package asn1

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"
)

// Marshal writes a value; Unmarshal tells what stands for what.
func Marshal(val any) ([]byte, error) { return MarshalWithParams(val, "") }

// MarshalWithParams takes parameters as a field's tag has them.
func MarshalWithParams(val any, params string) ([]byte, error) {
	b, err := encode(nil, reflect.ValueOf(val), parseFieldParameters(params))
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = []byte{}
	}
	return b, nil
}

func appendBase128(b []byte, n int64) []byte {
	length := 1
	for rest := n >> 7; rest > 0; rest >>= 7 {
		length++
	}
	for i := length - 1; i >= 0; i-- {
		c := byte(n>>(7*i)) & 0x7f
		if i > 0 {
			c |= 0x80
		}
		b = append(b, c)
	}
	return b
}

func appendHeader(b []byte, h tagAndLength) []byte {
	c := byte(h.class) << 6
	if h.isCompound {
		c |= 0x20
	}
	if h.tag >= 0x1f {
		b = appendBase128(append(b, c|0x1f), int64(h.tag))
	} else {
		b = append(b, c|byte(h.tag))
	}
	if h.length < 0x80 {
		return append(b, byte(h.length))
	}
	digits := 0
	for n := h.length; n > 0; n >>= 8 {
		digits++
	}
	b = append(b, 0x80|byte(digits))
	for i := digits - 1; i >= 0; i-- {
		b = append(b, byte(h.length>>(8*i)))
	}
	return b
}

// leftOut tells whether nothing is written for a value.
func leftOut(v reflect.Value, p *fieldParameters) bool {
	if v.Kind() == reflect.Slice && v.Len() == 0 && p.omitEmpty {
		return true
	}
	if !p.optional {
		return false
	}
	if p.defaultValue != nil {
		return isInt(v.Kind()) && v.Int() == *p.defaultValue
	}
	return reflect.DeepEqual(v.Interface(), reflect.Zero(v.Type()).Interface())
}

// encode appends a value with its header.
func encode(b []byte, v reflect.Value, p fieldParameters) ([]byte, error) {
	if !v.IsValid() {
		return nil, errors.New("asn1: cannot marshal nil value")
	}
	if v.Kind() == reflect.Interface && v.Type().NumMethod() == 0 {
		return encode(b, v.Elem(), p)
	}
	if leftOut(v, &p) {
		return b, nil
	}
	if v.Type() == rawValueType {
		raw := v.Interface().(RawValue)
		if len(raw.FullBytes) != 0 {
			return append(b, raw.FullBytes...), nil
		}
		return append(appendHeader(b, tagAndLength{raw.Class, raw.Tag, len(raw.Bytes), raw.IsCompound}), raw.Bytes...), nil
	}
	u, ok := universalOf(v.Type())
	if !ok {
		return nil, StructuralError{fmt.Sprintf("unknown Go type: %v", v.Type())}
	}
	tag, err := tagFor(v, u.tag, &p)
	if err != nil {
		return nil, err
	}
	body, err := encodeBody(v, &p)
	if err != nil {
		return nil, err
	}
	h := tagAndLength{ClassUniversal, tag, len(body), u.compound}
	switch {
	case p.tag != nil && p.explicit:
		inner := appendHeader(nil, h)
		b = appendHeader(b, tagAndLength{p.class(), *p.tag, len(inner) + len(body), true})
		return append(append(b, inner...), body...), nil
	case p.tag != nil:
		h.class, h.tag = p.class(), *p.tag
	}
	return append(appendHeader(b, h), body...), nil
}

// tagFor chooses between types that a Go type can be written as, and notes in p that a set is one.
func tagFor(v reflect.Value, tag int, p *fieldParameters) (int, error) {
	if p.timeType != 0 && tag != TagUTCTime {
		return 0, StructuralError{"explicit time type given to non-time member"}
	}
	if p.stringType != 0 && tag != TagPrintableString {
		return 0, StructuralError{"explicit string type given to non-string member"}
	}
	switch tag {
	case TagPrintableString:
		if p.stringType != 0 {
			tag = p.stringType
			break
		}
		for _, r := range v.String() {
			if r >= utf8.RuneSelf || !printable(byte(r)) {
				if !utf8.ValidString(v.String()) {
					return 0, errors.New("asn1: string not valid UTF-8")
				}
				tag = TagUTF8String
				break
			}
		}
	case TagUTCTime:
		if p.timeType == TagGeneralizedTime || outsideUTC(v.Interface().(time.Time)) {
			tag = TagGeneralizedTime
		}
	}
	if p.set {
		if tag != TagSequence {
			return 0, StructuralError{"non sequence tagged as set"}
		}
		tag = TagSet
	}
	// A type by its name is a set, too.
	if tag == TagSet {
		p.set = true
	}
	return tag, nil
}

func outsideUTC(t time.Time) bool { return t.Year() < 1950 || t.Year() >= 2050 }

// encodeBody gives the contents of an element.
func encodeBody(v reflect.Value, p *fieldParameters) ([]byte, error) {
	switch value := v.Interface().(type) {
	case Flag:
		return nil, nil
	case time.Time:
		if p.timeType == TagGeneralizedTime || outsideUTC(value) {
			return appendGeneralizedTime(value)
		}
		return appendUTCTime(value)
	case BitString:
		return append([]byte{byte((8 - value.BitLength%8) % 8)}, value.Bytes...), nil
	case ObjectIdentifier:
		return encodeOID(value)
	case *big.Int:
		return encodeBigInt(value)
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return []byte{0xff}, nil
		}
		return []byte{0}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encodeInt(v.Int()), nil
	case reflect.Struct:
		return encodeStruct(v)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v.Bytes(), nil
		}
		return encodeSlice(v, p.set)
	case reflect.String:
		return encodeString(v.String(), p.stringType)
	}
	return nil, StructuralError{"unknown Go type"}
}

func encodeStruct(v reflect.Value) ([]byte, error) {
	t := v.Type()
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return nil, StructuralError{"struct contains unexported fields"}
		}
	}
	first := 0
	if t.NumField() > 0 && t.Field(0).Type == rawContentType {
		if raw := v.Field(0).Bytes(); len(raw) > 0 {
			// The header is written anyway, so that it is taken off here.
			_, offset, err := parseHeader(raw, 0)
			if err != nil {
				return nil, err
			}
			return raw[offset:], nil
		}
		first = 1
	}
	var b []byte
	for i := first; i < t.NumField(); i++ {
		var err error
		if b, err = encode(b, v.Field(i), parseFieldParameters(t.Field(i).Tag.Get("asn1"))); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// encodeSlice writes the elements in their order, or those of a set in the order of their encodings.
func encodeSlice(v reflect.Value, set bool) ([]byte, error) {
	elements := make([][]byte, v.Len())
	for i := range elements {
		var err error
		if elements[i], err = encode(nil, v.Index(i), fieldParameters{}); err != nil {
			return nil, err
		}
	}
	if set {
		slices.SortStableFunc(elements, bytes.Compare)
	}
	return bytes.Join(elements, nil), nil
}

func encodeInt(n int64) []byte {
	length := 1
	for rest := n; rest > 127 || rest < -128; rest >>= 8 {
		length++
	}
	b := make([]byte, length)
	for i := range b {
		b[i] = byte(n >> (8 * (length - 1 - i)))
	}
	return b
}

func encodeBigInt(n *big.Int) ([]byte, error) {
	if n == nil {
		return nil, StructuralError{"empty integer"}
	}
	if n.Sign() >= 0 {
		b := n.Bytes()
		if len(b) == 0 || b[0] >= 0x80 {
			b = append([]byte{0}, b...)
		}
		return b, nil
	}
	// The two's complement is that of all bits of -n-1.
	b := new(big.Int).Not(n).Bytes()
	for i := range b {
		b[i] ^= 0xff
	}
	if len(b) == 0 || b[0] < 0x80 {
		b = append([]byte{0xff}, b...)
	}
	return b, nil
}

func encodeOID(oid ObjectIdentifier) ([]byte, error) {
	if len(oid) < 2 || oid[0] > 2 || oid[0] < 2 && oid[1] >= 40 {
		return nil, StructuralError{"invalid object identifier"}
	}
	b := appendBase128(nil, int64(oid[0]*40+oid[1]))
	for _, n := range oid[2:] {
		b = appendBase128(b, int64(n))
	}
	return b, nil
}

func encodeString(s string, kind int) ([]byte, error) {
	allowed, name := func(byte) bool { return true }, ""
	switch kind {
	case TagIA5String:
		allowed, name = func(c byte) bool { return c < utf8.RuneSelf }, "IA5String"
	case TagPrintableString:
		allowed, name = func(c byte) bool { return printable(c) || c == '*' }, "PrintableString"
	case TagNumericString:
		allowed, name = numeric, "NumericString"
	}
	for i := range len(s) {
		if !allowed(s[i]) {
			return nil, StructuralError{name + " contains invalid character"}
		}
	}
	return []byte(s), nil
}

func appendUTCTime(t time.Time) ([]byte, error) {
	if outsideUTC(t) {
		return nil, StructuralError{"cannot represent time as UTCTime"}
	}
	return appendZone(t.AppendFormat(nil, "060102150405"), t), nil
}

func appendGeneralizedTime(t time.Time) ([]byte, error) {
	if t.Year() < 0 || t.Year() > 9999 {
		return nil, StructuralError{"cannot represent time as GeneralizedTime"}
	}
	return appendZone(t.AppendFormat(nil, "20060102150405"), t), nil
}

// appendZone writes Z, or the difference from UTC in hours and minutes.
func appendZone(b []byte, t time.Time) []byte {
	_, offset := t.Zone()
	minutes, sign := offset/60, byte('+')
	if minutes == 0 {
		return append(b, 'Z')
	}
	if offset < 0 {
		minutes, sign = -minutes, '-'
	}
	return append(b, sign, byte('0'+minutes/600%10), byte('0'+minutes/60%10), byte('0'+minutes%60/10), byte('0'+minutes%10))
}
