package sql

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
)

var errNilPtr = errors.New("destination pointer is nil")

// describe names an argument in errors.
func describe(nv *driver.NamedValue) string {
	if nv.Name == "" {
		return "$" + strconv.Itoa(nv.Ordinal)
	}
	return fmt.Sprintf("with name %q", nv.Name)
}

func defaultCheck(nv *driver.NamedValue) (err error) {
	nv.Value, err = driver.DefaultParameterConverter.ConvertValue(nv.Value)
	return err
}

// columnCheck converts by the converters of a statement's arguments.
func columnCheck(cc driver.ColumnConverter, want int) func(*driver.NamedValue) error {
	return func(nv *driver.NamedValue) (err error) {
		index := nv.Ordinal - 1
		if want != -1 && want <= index {
			return nil
		}
		if vr, ok := nv.Value.(driver.Valuer); ok {
			sv, err := driver.DefaultParameterConverter.ConvertValue(vr)
			if err != nil {
				return err
			}
			nv.Value = sv
		}
		before := nv.Value
		if nv.Value, err = cc.ColumnConverter(index).ConvertValue(before); err != nil {
			return err
		}
		if !driver.IsValue(nv.Value) {
			return fmt.Errorf("driver ColumnConverter error converted %T to unsupported type %T", before, nv.Value)
		}
		return nil
	}
}

// checks are the ways to check an argument, in the order in which they are asked: each but the last may leave
// it to the next by driver.ErrSkip.
func checks(conn driver.Conn, ds *driverStmt, want int) []func(*driver.NamedValue) error {
	var list []func(*driver.NamedValue) error
	var stmt driver.Stmt
	if ds != nil {
		stmt = ds.si
	}
	if c, ok := stmt.(driver.NamedValueChecker); ok {
		list = append(list, c.CheckNamedValue)
	} else if c, ok := conn.(driver.NamedValueChecker); ok {
		list = append(list, c.CheckNamedValue)
	}
	if c, ok := stmt.(driver.ColumnConverter); ok {
		list = append(list, columnCheck(c, want))
	}
	return append(list, defaultCheck)
}

// driverArgs makes a driver's arguments of a program's. The connection is locked.
func driverArgs(conn driver.Conn, ds *driverStmt, args []any) ([]driver.NamedValue, error) {
	want := -1
	if ds != nil {
		want = ds.si.NumInput()
	}
	list := checks(conn, ds, want)
	out := make([]driver.NamedValue, 0, len(args))
	for _, arg := range args {
		nv := driver.NamedValue{Ordinal: len(out) + 1, Value: arg}
		if named, ok := arg.(NamedArg); ok {
			if err := checkName(named.Name); err != nil {
				return nil, err
			}
			nv.Name, nv.Value = named.Name, named.Value
		}
		var err error
		for _, check := range list {
			if err = check(&nv); err != driver.ErrSkip {
				break
			}
		}
		switch err {
		case nil:
			out = append(out, nv)
		case driver.ErrRemoveArgument:
		default:
			return nil, fmt.Errorf("sql: converting argument %s type: %w", describe(&nv), err)
		}
	}
	if want != -1 && len(out) != want {
		return nil, fmt.Errorf("sql: expected %d arguments, got %d", want, len(out))
	}
	return out, nil
}

// plainValues is for drivers that do not know named arguments.
func plainValues(named []driver.NamedValue) ([]driver.Value, error) {
	out := make([]driver.Value, len(named))
	for i, nv := range named {
		if nv.Name != "" {
			return nil, errors.New("sql: driver does not support the use of Named Parameters")
		}
		out[i] = nv.Value
	}
	return out, nil
}

func convertAssign(dest, src any) error { return convertAssignRows(dest, src, nil) }

type decomposer interface {
	Decompose(buf []byte) (form byte, negative bool, coefficient []byte, exponent int32)
}

type composer interface {
	Compose(form byte, negative bool, coefficient []byte, exponent int32) error
}

// convertAssignRows puts what a database gave where a program wants it. What is common comes first, without
// reflection; rows is what the value belongs to.
func convertAssignRows(dest, src any, rows *Rows) error {
	if done, err := assignCommon(dest, src, rows); done {
		return err
	}
	switch d := dest.(type) {
	case *string, *[]byte, *RawBytes:
		if done, err := assignText(d, src, rows); done {
			return err
		}
	case *bool:
		b, err := driver.Bool.ConvertValue(src)
		if err == nil {
			*d = b.(bool)
		}
		return err
	case *any:
		*d = src
		return nil
	case Scanner:
		return d.Scan(src)
	}
	return assignByKind(dest, src, rows)
}

// assignCommon knows pairs of types.
func assignCommon(dest, src any, rows *Rows) (done bool, err error) {
	switch s := src.(type) {
	case string:
		return assignBytes(dest, s, nil, false, rows)
	case []byte:
		if d, ok := dest.(*any); ok {
			if d == nil {
				return true, errNilPtr
			}
			*d = bytes.Clone(s)
			return true, nil
		}
		return assignBytes(dest, "", s, true, rows)
	case time.Time:
		if d, ok := dest.(*time.Time); ok {
			*d = s
			return true, nil
		}
		return assignBytes(dest, s.Format(time.RFC3339Nano), nil, false, rows)
	case decomposer:
		if d, ok := dest.(composer); ok {
			return true, d.Compose(s.Decompose(nil))
		}
	case nil:
		switch d := dest.(type) {
		case *any:
			if d == nil {
				return true, errNilPtr
			}
			*d = nil
			return true, nil
		case *[]byte:
			if d == nil {
				return true, errNilPtr
			}
			*d = nil
			return true, nil
		case *RawBytes:
			if d == nil {
				return true, errNilPtr
			}
			*d = nil
			return true, nil
		}
	case driver.Rows:
		if d, ok := dest.(*Rows); ok {
			return true, assignRows(d, s, rows)
		}
	}
	return false, nil
}

// assignBytes stores a text, or bytes if raw is set, in what holds either.
func assignBytes(dest any, s string, b []byte, raw bool, rows *Rows) (done bool, err error) {
	switch d := dest.(type) {
	case *string:
		if d == nil {
			return true, errNilPtr
		}
		if raw {
			s = string(b)
		}
		*d = s
	case *[]byte:
		if d == nil {
			return true, errNilPtr
		}
		if raw {
			*d = bytes.Clone(b)
		} else {
			*d = []byte(s)
		}
	case *RawBytes:
		if d == nil {
			return true, errNilPtr
		}
		if raw {
			*d = b
		} else {
			*d = rows.keep([]byte(s))
		}
	default:
		return false, nil
	}
	return true, nil
}

// assignRows makes rows of a cursor, which end with those that it was found in.
func assignRows(d *Rows, s driver.Rows, rows *Rows) error {
	if d == nil {
		return errNilPtr
	}
	if rows == nil {
		return errors.New("invalid context to convert cursor rows, missing parent *Rows")
	}
	*d = Rows{dc: rows.dc, releaseConn: func(error) {}, rowsi: s}
	rows.cursors = append(rows.cursors, d)
	return nil
}

// assignText writes what has a text: numbers, truth values, and for bytes also texts of other types.
func assignText(dest, src any, rows *Rows) (done bool, err error) {
	sv := reflect.ValueOf(src)
	if sv.CanInt() || sv.CanUint() || sv.CanFloat() || sv.Kind() == reflect.Bool {
		return assignBytes(dest, asString(src), nil, false, rows)
	}
	if _, ok := dest.(*string); !ok && sv.Kind() == reflect.String {
		return assignBytes(dest, sv.String(), nil, false, rows)
	}
	return false, nil
}

func assignByKind(dest, src any, rows *Rows) error {
	pointer := reflect.ValueOf(dest)
	if pointer.Kind() != reflect.Pointer {
		return errors.New("destination not a pointer")
	}
	if pointer.IsNil() {
		return errNilPtr
	}
	sv, dv := reflect.ValueOf(src), pointer.Elem()
	if sv.IsValid() && sv.Type().AssignableTo(dv.Type()) {
		if b, ok := src.([]byte); ok {
			sv = reflect.ValueOf(bytes.Clone(b))
		}
		dv.Set(sv)
		return nil
	}
	if sv.IsValid() && dv.Kind() == sv.Kind() && sv.Type().ConvertibleTo(dv.Type()) {
		dv.Set(sv.Convert(dv.Type()))
		return nil
	}
	kind := dv.Kind()
	if kind == reflect.Pointer {
		if src == nil {
			dv.SetZero()
			return nil
		}
		dv.Set(reflect.New(dv.Type().Elem()))
		return convertAssignRows(dv.Interface(), src, rows)
	}
	number := dv.CanInt() || dv.CanUint() || dv.CanFloat()
	if src == nil && (number || kind == reflect.String) {
		return fmt.Errorf("converting NULL to %s is unsupported", kind)
	}
	if number {
		text := asString(src)
		if err := setNumber(dv, text); err != nil {
			if e, ok := err.(*strconv.NumError); ok {
				err = e.Err
			}
			return fmt.Errorf("converting driver.Value type %T (%q) to a %s: %v", src, text, kind, err)
		}
		return nil
	}
	if kind == reflect.String {
		switch s := src.(type) {
		case string:
			dv.SetString(s)
			return nil
		case []byte:
			dv.SetString(string(s))
			return nil
		}
	}
	return fmt.Errorf("unsupported Scan, storing driver.Value type %T into type %T", src, dest)
}

func setNumber(dv reflect.Value, text string) error {
	bits := dv.Type().Bits()
	switch {
	case dv.CanInt():
		n, err := strconv.ParseInt(text, 10, bits)
		if err == nil {
			dv.SetInt(n)
		}
		return err
	case dv.CanUint():
		n, err := strconv.ParseUint(text, 10, bits)
		if err == nil {
			dv.SetUint(n)
		}
		return err
	}
	n, err := strconv.ParseFloat(text, bits)
	if err == nil {
		dv.SetFloat(n)
	}
	return err
}

func asString(src any) string {
	switch v := src.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	rv := reflect.ValueOf(src)
	switch {
	case rv.CanInt():
		return strconv.FormatInt(rv.Int(), 10)
	case rv.CanUint():
		return strconv.FormatUint(rv.Uint(), 10)
	case rv.CanFloat():
		return strconv.FormatFloat(rv.Float(), 'g', -1, rv.Type().Bits())
	case rv.Kind() == reflect.Bool:
		return strconv.FormatBool(rv.Bool())
	}
	return fmt.Sprintf("%v", src)
}
