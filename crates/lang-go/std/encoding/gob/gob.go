// Package gob writes and reads streams of Go values that describe themselves: each value follows the descriptions
// of the types that it needs and that the stream has not had yet. A reader takes from a value the fields that it
// has itself, by their names.
//
// A message is a count of bytes, the number of a type, and either a description (the number is negative) or a value.
// Numbers of types are positive; below 64 they are the same in all streams.
package gob

import (
	"errors"
	"fmt"
)

// GobEncoder is for types that write themselves.
type GobEncoder interface {
	// GobEncode returns the encoding of the receiver, for a GobDecoder that is usually of its type.
	GobEncode() ([]byte, error)
}

// GobDecoder is for types that read what a GobEncoder wrote.
type GobDecoder interface {
	// GobDecode replaces the receiver, a pointer, by the value that the bytes encode.
	GobDecode([]byte) error
}

var (
	errBadUint  = errors.New("gob: encoded unsigned integer out of range")
	errBadType  = errors.New("gob: unknown type id or corrupted data")
	errRange    = errors.New("gob: bad data: field numbers out of bounds")
	errBadCount = errors.New("invalid message length")
	errNesting  = errors.New("invalid nesting depth")
)

// maxMessage is what no message and no slice reaches.
const maxMessage = 1 << 33

// A failure is an error on its way out of an encoder or a decoder.
type failure struct{ err error }

func fail(err error) {
	panic(failure{err})
}

func failf(format string, args ...any) {
	panic(failure{fmt.Errorf("gob: "+format, args...)})
}

// caught stores the error of a failure; other panics go on. It is for defer statements.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case failure:
		*err = p.err
	default:
		panic(p)
	}
}
