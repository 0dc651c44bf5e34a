package driver

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
)

// ValueConverter makes a Value of something.
type ValueConverter interface {
	ConvertValue(v any) (Value, error)
}

// Valuer makes a Value of itself.
type Valuer interface {
	Value() (Value, error)
}

// Bool converts to bool: bools, 0 and 1, and texts that strconv.ParseBool takes.
var Bool boolType

type boolType struct{}

func (boolType) String() string { return "Bool" }

func (boolType) ConvertValue(src any) (Value, error) {
	text := ""
	switch s := src.(type) {
	case bool:
		return s, nil
	case string:
		text = s
	case []byte:
		text = string(s)
	default:
		sv := reflect.ValueOf(src)
		number := uint64(2)
		switch {
		case sv.CanInt():
			number = uint64(sv.Int())
		case sv.CanUint() && sv.Kind() != reflect.Uintptr:
			number = sv.Uint()
		default:
			return nil, fmt.Errorf("sql/driver: couldn't convert %v (%T) into type bool", src, src)
		}
		if number > 1 {
			return nil, fmt.Errorf("sql/driver: couldn't convert %d into type bool", src)
		}
		return number == 1, nil
	}
	b, err := strconv.ParseBool(text)
	if err != nil {
		return nil, fmt.Errorf("sql/driver: couldn't convert %q into type bool", text)
	}
	return b, nil
}

// Int32 converts to int64, and takes what fits into 32 bits only.
var Int32 int32Type

type int32Type struct{}

func (int32Type) ConvertValue(v any) (Value, error) {
	overflow := func(n any) error { return fmt.Errorf("sql/driver: value %d overflows int32", n) }
	rv := reflect.ValueOf(v)
	switch {
	case rv.CanInt():
		if n := rv.Int(); n > 1<<31-1 || n < -1<<31 {
			return nil, overflow(v)
		}
		return rv.Int(), nil
	case rv.CanUint() && rv.Kind() != reflect.Uintptr:
		if rv.Uint() > 1<<31-1 {
			return nil, overflow(v)
		}
		return int64(rv.Uint()), nil
	case rv.Kind() == reflect.String:
		n, err := strconv.Atoi(rv.String())
		if err != nil {
			return nil, fmt.Errorf("sql/driver: value %q can't be converted to int32", v)
		}
		return int64(n), nil
	}
	return nil, fmt.Errorf("sql/driver: unsupported value %v (type %T) converting to int32", v, v)
}

// String converts to string, with the package fmt unless it is a string or []byte already.
var String stringType

type stringType struct{}

func (stringType) ConvertValue(v any) (Value, error) {
	switch v.(type) {
	case string, []byte:
		return v, nil
	}
	return fmt.Sprintf("%v", v), nil
}

// Null lets nil through, and leaves the rest to its converter.
type Null struct {
	Converter ValueConverter
}

func (n Null) ConvertValue(v any) (Value, error) {
	if v == nil {
		return nil, nil
	}
	return n.Converter.ConvertValue(v)
}

// NotNull does not take nil, and leaves the rest to its converter.
type NotNull struct {
	Converter ValueConverter
}

func (n NotNull) ConvertValue(v any) (Value, error) {
	if v == nil {
		return nil, errors.New("nil value not allowed")
	}
	return n.Converter.ConvertValue(v)
}

// IsValue reports whether v is a Value.
func IsValue(v any) bool {
	switch v.(type) {
	case nil, []byte, bool, float64, int64, string, time.Time:
		return true
	case interface {
		Decompose(buf []byte) (form byte, negative bool, coefficient []byte, exponent int32)
	}:
		return true
	}
	return false
}

// IsScanValue is IsValue.
func IsScanValue(v any) bool { return IsValue(v) }

// DefaultParameterConverter is for arguments of which a driver says nothing: it asks Valuers, and converts by
// kinds.
var DefaultParameterConverter defaultConverter

type defaultConverter struct{}

var valuerType = reflect.TypeFor[Valuer]()

// valueOf asks a Valuer; a nil pointer whose type has the method by its element only is nil.
func valueOf(vr Valuer) (Value, error) {
	rv := reflect.ValueOf(vr)
	if rv.Kind() == reflect.Pointer && rv.IsNil() && rv.Type().Elem().Implements(valuerType) {
		return nil, nil
	}
	return vr.Value()
}

func (defaultConverter) ConvertValue(v any) (Value, error) {
	if IsValue(v) {
		return v, nil
	}
	if vr, ok := v.(Valuer); ok {
		sv, err := valueOf(vr)
		if err != nil {
			return nil, err
		}
		if !IsValue(sv) {
			return nil, fmt.Errorf("non-Value type %T returned from Value", sv)
		}
		return sv, nil
	}
	rv := reflect.ValueOf(v)
	switch kind := rv.Kind(); kind {
	case reflect.Pointer:
		if rv.IsNil() {
			return nil, nil
		}
		return defaultConverter{}.ConvertValue(rv.Elem().Interface())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return rv.Int(), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if rv.Uint() >= 1<<63 {
			return nil, errors.New("uint64 values with high bit set are not supported")
		}
		return int64(rv.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return rv.Float(), nil
	case reflect.Bool:
		return rv.Bool(), nil
	case reflect.String:
		return rv.String(), nil
	case reflect.Slice:
		if element := rv.Type().Elem().Kind(); element != reflect.Uint8 {
			return nil, fmt.Errorf("unsupported type %T, a slice of %s", v, element)
		}
		return rv.Bytes(), nil
	}
	return nil, fmt.Errorf("unsupported type %T, a %s", v, rv.Kind())
}
