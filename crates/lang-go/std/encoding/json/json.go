// Package json encodes and decodes JSON as RFC 7159 defines it.
package json

import (
	"bytes"
	"errors"
	"strconv"
)

// Marshaler is implemented by types that encode themselves.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// Unmarshaler is implemented by types that decode themselves. What it is given is a whole value, which it must copy
// if it keeps it. By convention, null changes nothing.
type Unmarshaler interface {
	UnmarshalJSON([]byte) error
}

// Number is a number by its text.
type Number string

// String gives the text.
func (n Number) String() string { return string(n) }

// Float64 parses the number as a float.
func (n Number) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }

// Int64 parses the number as an integer.
func (n Number) Int64() (int64, error) { return strconv.ParseInt(string(n), 10, 64) }

// RawMessage is a value that is left in JSON: not decoded yet, or encoded already.
type RawMessage []byte

// MarshalJSON gives the value itself, null if it is nil.
func (m RawMessage) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	return m, nil
}

// UnmarshalJSON keeps a copy of data.
func (m *RawMessage) UnmarshalJSON(data []byte) error {
	if m == nil {
		return errors.New("json.RawMessage: UnmarshalJSON on nil pointer")
	}
	*m = append((*m)[:0], data...)
	return nil
}

// Marshal encodes v. Structs become objects of their exported fields: those of embedded structs stand among them as in
// Go, and the tag `json:"name,omitempty"` names a field or sets options (omitempty, omitzero, string; "-" leaves it
// out). Maps become objects with sorted keys, byte slices base64, nil null. Values that are Marshaler or
// encoding.TextMarshaler encode themselves. '<', '>', '&', U+2028 and U+2029 are escaped in strings.
func Marshal(v any) ([]byte, error) {
	return appendValue(nil, v, true)
}

// MarshalIndent encodes v with each element on a line of its own, which begins with prefix and with indent as often as
// it is nested deep.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	b, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	b, err = appendIndent(make([]byte, 0, 2*len(b)), b, prefix, indent)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Unmarshal decodes data into what v points to, and makes maps, slices and pointers as it needs them. Keys match fields
// by their names or those of their tags, regardless of case where there is no exact match. Values of type any become
// bool, float64, string, []any, map[string]any or nil.
//
// A value that does not fit is skipped, and the first such error, an *UnmarshalTypeError, is returned at the end.
func Unmarshal(data []byte, v any) error {
	d := decoder{data: data, clean: isStrict(data)}
	if !d.clean {
		if e := check(data); e != nil {
			return e
		}
	}
	return d.decode(v)
}

// Compact appends src without spaces to dst.
func Compact(dst *bytes.Buffer, src []byte) error {
	b, err := appendCompact(dst.AvailableBuffer(), src, false)
	if err != nil {
		return err
	}
	dst.Write(b)
	return nil
}

// HTMLEscape appends src to dst with '<', '>', '&', U+2028 and U+2029 escaped, so that it may stand in a script.
func HTMLEscape(dst *bytes.Buffer, src []byte) {
	dst.Grow(len(src))
	dst.Write(appendHTMLEscape(dst.AvailableBuffer(), src))
}

// Indent appends src to dst with each element on a line of its own, which begins with prefix and with indent as often
// as it is nested deep. The first line has neither. Space at the end of src is kept.
func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	dst.Grow(2 * len(src))
	b, err := appendIndent(dst.AvailableBuffer(), src, prefix, indent)
	if err != nil {
		return err
	}
	dst.Write(b)
	return nil
}
