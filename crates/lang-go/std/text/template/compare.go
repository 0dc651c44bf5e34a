package template

import (
	"errors"
	"fmt"
	"reflect"
)

var (
	errBadType     = errors.New("invalid type for comparison")
	errNoArguments = errors.New("missing argument for comparison")
)

// class is what kinds that compare with each other have in common.
type class int

const (
	classNone class = iota
	classBool
	classComplex
	classInt
	classFloat
	classString
	classUint
)

func classOf(v reflect.Value) class {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		return classBool
	case reflect.Int <= k && k <= reflect.Int64:
		return classInt
	case reflect.Uint <= k && k <= reflect.Uintptr:
		return classUint
	case k == reflect.Float32 || k == reflect.Float64:
		return classFloat
	case k == reflect.Complex64 || k == reflect.Complex128:
		return classComplex
	case k == reflect.String:
		return classString
	}
	return classNone
}

func errIncompatible(a, b reflect.Value) error {
	return fmt.Errorf("incompatible types for comparison: %v and %v", a.Type(), b.Type())
}

// equalsAny reports whether a equals one of the others.
func equalsAny(a reflect.Value, others []reflect.Value) (bool, error) {
	a = throughInterface(a)
	if len(others) == 0 {
		return false, errNoArguments
	}
	for _, b := range others {
		if equal, err := equals(a, throughInterface(b)); equal || err != nil {
			return equal, err
		}
	}
	return false, nil
}

func equals(a, b reflect.Value) (bool, error) {
	ca, cb := classOf(a), classOf(b)
	switch {
	case ca == classInt && cb == classUint:
		return a.Int() >= 0 && uint64(a.Int()) == b.Uint(), nil
	case ca == classUint && cb == classInt:
		return b.Int() >= 0 && a.Uint() == uint64(b.Int()), nil
	case ca != cb:
		if a.IsValid() && b.IsValid() {
			return false, errIncompatible(a, b)
		}
		return false, nil
	}
	switch ca {
	case classBool:
		return a.Bool() == b.Bool(), nil
	case classComplex:
		return a.Complex() == b.Complex(), nil
	case classFloat:
		return a.Float() == b.Float(), nil
	case classInt:
		return a.Int() == b.Int(), nil
	case classString:
		return a.String() == b.String(), nil
	case classUint:
		return a.Uint() == b.Uint(), nil
	}
	return equalsOther(a, b)
}

// equalsOther compares values that are not of a basic kind, as Go's == does.
func equalsOther(a, b reflect.Value) (bool, error) {
	if a.IsValid() && b.IsValid() && a.Kind() != b.Kind() {
		return false, fmt.Errorf("non-comparable types %s: %v, %s: %v", a, a.Type(), b.Type(), b)
	}
	if isNil(a) || isNil(b) {
		return isNil(a) == isNil(b), nil
	}
	if !b.Type().Comparable() {
		return false, fmt.Errorf("non-comparable type %s: %v", b, b.Type())
	}
	return a.Interface() == b.Interface(), nil
}

func isNil(v reflect.Value) bool {
	if !v.IsValid() {
		return true
	}
	switch v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return v.IsNil()
	}
	return false
}

func less(a, b reflect.Value) (bool, error) {
	a, b = throughInterface(a), throughInterface(b)
	ca, cb := classOf(a), classOf(b)
	switch {
	case ca == classNone || cb == classNone:
		return false, errBadType
	case ca == classInt && cb == classUint:
		return a.Int() < 0 || uint64(a.Int()) < b.Uint(), nil
	case ca == classUint && cb == classInt:
		return b.Int() >= 0 && a.Uint() < uint64(b.Int()), nil
	case ca != cb:
		return false, errIncompatible(a, b)
	case ca == classFloat:
		return a.Float() < b.Float(), nil
	case ca == classInt:
		return a.Int() < b.Int(), nil
	case ca == classString:
		return a.String() < b.String(), nil
	case ca == classUint:
		return a.Uint() < b.Uint(), nil
	}
	return false, errBadType
}

func lessOrEqual(a, b reflect.Value) (bool, error) {
	if truth, err := less(a, b); truth || err != nil {
		return truth, err
	}
	return equalsAny(a, []reflect.Value{b})
}
