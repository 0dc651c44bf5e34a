package json

import (
	"reflect"
	"strconv"
)

// SyntaxError tells what is no JSON, and after how many bytes it showed.
type SyntaxError struct {
	msg    string
	Offset int64
}

func (e *SyntaxError) Error() string { return e.msg }

// UnmarshalTypeError tells that a JSON value does not fit the Go value that it was for.
type UnmarshalTypeError struct {
	// Value describes the JSON value: "bool", "array", "number -5".
	Value string
	Type  reflect.Type
	// Offset is how many bytes of the text were read.
	Offset int64
	// Struct is the type of the struct that the value was for a field of, and Field the path to it from the root.
	Struct string
	Field  string
}

func (e *UnmarshalTypeError) Error() string {
	into := "Go value of type "
	if e.Struct != "" || e.Field != "" {
		into = "Go struct field " + e.Struct + "." + e.Field + " of type "
	}
	return "json: cannot unmarshal " + e.Value + " into " + into + e.Type.String()
}

// InvalidUnmarshalError tells that there is nothing to unmarshal into: no pointer, or one that is nil.
type InvalidUnmarshalError struct {
	Type reflect.Type
}

func (e *InvalidUnmarshalError) Error() string {
	switch {
	case e.Type == nil:
		return "json: Unmarshal(nil)"
	case e.Type.Kind() != reflect.Pointer:
		return "json: Unmarshal(non-pointer " + e.Type.String() + ")"
	}
	return "json: Unmarshal(nil " + e.Type.String() + ")"
}

// UnmarshalFieldError told that a key belongs to a field that is not exported. It is not used any more.
//
// Deprecated: such keys are ignored.
type UnmarshalFieldError struct {
	Key   string
	Type  reflect.Type
	Field reflect.StructField
}

func (e *UnmarshalFieldError) Error() string {
	return "json: cannot unmarshal object key " + strconv.Quote(e.Key) + " into unexported field " + e.Field.Name +
		" of type " + e.Type.String()
}

// UnsupportedTypeError tells that values of a type have no encoding.
type UnsupportedTypeError struct {
	Type reflect.Type
}

func (e *UnsupportedTypeError) Error() string { return "json: unsupported type: " + e.Type.String() }

// UnsupportedValueError tells that a value has no encoding, though others of its type have.
type UnsupportedValueError struct {
	Value reflect.Value
	Str   string
}

func (e *UnsupportedValueError) Error() string { return "json: unsupported value: " + e.Str }

// InvalidUTF8Error told that a string is not UTF-8. It is not used any more.
//
// Deprecated: what is not UTF-8 becomes U+FFFD.
type InvalidUTF8Error struct {
	S string
}

func (e *InvalidUTF8Error) Error() string {
	return "json: invalid UTF-8 in string: " + strconv.Quote(e.S)
}

// MarshalerError is the error of a method of a value that is encoded, or of what it gave.
type MarshalerError struct {
	Type       reflect.Type
	Err        error
	sourceFunc string
}

func (e *MarshalerError) Error() string {
	method := e.sourceFunc
	if method == "" {
		method = "MarshalJSON"
	}
	return "json: error calling " + method + " for type " + e.Type.String() + ": " + e.Err.Error()
}

// Unwrap gives the error within.
func (e *MarshalerError) Unwrap() error { return e.Err }
