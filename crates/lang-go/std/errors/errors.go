// Package errors makes errors and looks into those that wrap others.
package errors

import "internal/rt"

type errorString struct{ s string }

func (e *errorString) Error() string { return e.s }

func New(text string) error { return &errorString{text} }

var ErrUnsupported = New("unsupported operation")

func Unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	return is(err, target, rt.Comparable(rt.TypeOf(target)))
}

func is(err, target error, comparable bool) bool {
	for {
		if comparable && err == target {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return false
			}
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if is(e, target, comparable) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}

func As(err error, target any) bool {
	if err == nil {
		return false
	}
	if target == nil {
		panic("errors: target cannot be nil")
	}
	t := rt.TypeOf(target)
	if rt.Kind(t) != rt.Pointer_ || rt.IsNil(target) {
		panic("errors: target must be a non-nil pointer")
	}
	want := rt.Elem(t)
	isInterface := rt.Kind(want) == rt.Interface
	if !isInterface && !rt.Implements(want, rt.Elem(rt.TypeOf((*error)(nil)))) {
		panic("errors: *target must be interface or implement error")
	}
	return as(err, target, want, isInterface)
}

func as(err error, target any, want int, isInterface bool) bool {
	for {
		have := rt.TypeOf(err)
		if have == want || isInterface && rt.Implements(have, want) {
			return rt.Store(target, err)
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return false
			}
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if e != nil && as(e, target, want, isInterface) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}

// AsType finds the first error of type E among err and what it wraps.
func AsType[E error](err error) (E, bool) {
	var none E
	for err != nil {
		if e, ok := err.(E); ok {
			return e, true
		}
		if x, ok := err.(interface{ As(any) bool }); ok {
			var e E
			if x.As(&e) {
				return e, true
			}
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, err := range x.Unwrap() {
				if e, ok := AsType[E](err); ok {
					return e, true
				}
			}
			return none, false
		default:
			return none, false
		}
	}
	return none, false
}

type joinError struct{ errs []error }

// Join wraps those errors that are not nil; nil if there are none.
func Join(errs ...error) error {
	n := 0
	for _, err := range errs {
		if err != nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	e := &joinError{make([]error, 0, n)}
	for _, err := range errs {
		if err != nil {
			e.errs = append(e.errs, err)
		}
	}
	return e
}

func (e *joinError) Error() string {
	var b []byte
	for i, err := range e.errs {
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(b, err.Error()...)
	}
	return string(b)
}

func (e *joinError) Unwrap() []error { return e.errs }
