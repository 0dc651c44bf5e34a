package sql

import (
	"database/sql/driver"
	"reflect"
	"time"
)

// scanNull sets dest unless value is nil, and tells whether there is something.
func scanNull[T any](dest *T, valid *bool, value any) error {
	if value == nil {
		var zero T
		*dest, *valid = zero, false
		return nil
	}
	*valid = true
	return convertAssign(dest, value)
}

// Null is a value that may be null.
type Null[T any] struct {
	V     T
	Valid bool
}

func (n *Null[T]) Scan(value any) error { return scanNull(&n.V, &n.Valid, value) }

func (n Null[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	v := any(n.V)
	if vr, ok := v.(driver.Valuer); ok {
		rv := reflect.ValueOf(v)
		if rv.Kind() == reflect.Pointer && rv.IsNil() && rv.Type().Elem().Implements(reflect.TypeFor[driver.Valuer]()) {
			return nil, nil
		}
		var err error
		if v, err = vr.Value(); err != nil {
			return nil, err
		}
	}
	return driver.DefaultParameterConverter.ConvertValue(v)
}

// NullString is a string that may be null.
type NullString struct {
	String string
	Valid  bool
}

func (ns *NullString) Scan(value any) error { return scanNull(&ns.String, &ns.Valid, value) }

func (ns NullString) Value() (driver.Value, error) {
	if !ns.Valid {
		return nil, nil
	}
	return ns.String, nil
}

// NullInt64 is an int64 that may be null.
type NullInt64 struct {
	Int64 int64
	Valid bool
}

func (n *NullInt64) Scan(value any) error { return scanNull(&n.Int64, &n.Valid, value) }

func (n NullInt64) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.Int64, nil
}

// NullInt32 is an int32 that may be null.
type NullInt32 struct {
	Int32 int32
	Valid bool
}

func (n *NullInt32) Scan(value any) error { return scanNull(&n.Int32, &n.Valid, value) }

func (n NullInt32) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return int64(n.Int32), nil
}

// NullInt16 is an int16 that may be null.
type NullInt16 struct {
	Int16 int16
	Valid bool
}

func (n *NullInt16) Scan(value any) error {
	err := scanNull(&n.Int16, &n.Valid, value)
	n.Valid = n.Valid && err == nil
	return err
}

func (n NullInt16) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return int64(n.Int16), nil
}

// NullByte is a byte that may be null.
type NullByte struct {
	Byte  byte
	Valid bool
}

func (n *NullByte) Scan(value any) error {
	err := scanNull(&n.Byte, &n.Valid, value)
	n.Valid = n.Valid && err == nil
	return err
}

func (n NullByte) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return int64(n.Byte), nil
}

// NullFloat64 is a float64 that may be null.
type NullFloat64 struct {
	Float64 float64
	Valid   bool
}

func (n *NullFloat64) Scan(value any) error { return scanNull(&n.Float64, &n.Valid, value) }

func (n NullFloat64) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.Float64, nil
}

// NullBool is a bool that may be null.
type NullBool struct {
	Bool  bool
	Valid bool
}

func (n *NullBool) Scan(value any) error { return scanNull(&n.Bool, &n.Valid, value) }

func (n NullBool) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.Bool, nil
}

// NullTime is a time that may be null.
type NullTime struct {
	Time  time.Time
	Valid bool
}

func (n *NullTime) Scan(value any) error { return scanNull(&n.Time, &n.Valid, value) }

func (n NullTime) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.Time, nil
}
