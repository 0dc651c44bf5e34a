// Package asn1 reads and writes values in the distinguished encoding (DER) of ASN.1, driven by the types of
// Go values.
package asn1

import (
	"math/big"
	"reflect"
	"strconv"
	"time"
)

// Numbers of the universal types.
const (
	TagBoolean         = 1
	TagInteger         = 2
	TagBitString       = 3
	TagOctetString     = 4
	TagNull            = 5
	TagOID             = 6
	TagEnum            = 10
	TagUTF8String      = 12
	TagSequence        = 16
	TagSet             = 17
	TagNumericString   = 18
	TagPrintableString = 19
	TagT61String       = 20
	TagIA5String       = 22
	TagUTCTime         = 23
	TagGeneralizedTime = 24
	TagGeneralString   = 27
	TagBMPString       = 30
)

// Classes of tags.
const (
	ClassUniversal       = 0
	ClassApplication     = 1
	ClassContextSpecific = 2
	ClassPrivate         = 3
)

// NullBytes is the encoding of a NULL.
var NullBytes = []byte{TagNull, 0}

// NullRawValue is a NULL as a RawValue.
var NullRawValue = RawValue{Tag: TagNull}

// A StructuralError says that the data is well-formed, but does not fit the Go type that should receive it.
type StructuralError struct {
	Msg string
}

func (e StructuralError) Error() string { return "asn1: structure error: " + e.Msg }

// A SyntaxError says that the data is not well-formed.
type SyntaxError struct {
	Msg string
}

func (e SyntaxError) Error() string { return "asn1: syntax error: " + e.Msg }

// BitString is a BIT STRING. Its bits begin at the most significant of the first byte; what pads the last
// byte is zero.
type BitString struct {
	Bytes     []byte
	BitLength int
}

// At is the bit of an index, and 0 where the index is out of range.
func (b BitString) At(i int) int {
	if i < 0 || i >= b.BitLength {
		return 0
	}
	return int(b.Bytes[i/8]>>(7-i%8)) & 1
}

// RightAlign gives the bits with the padding moved to the front; the slice may be b's own.
func (b BitString) RightAlign() []byte {
	pad := uint(8-b.BitLength%8) % 8
	if pad == 0 || len(b.Bytes) == 0 {
		return b.Bytes
	}
	out := make([]byte, len(b.Bytes))
	carry := byte(0)
	for i, c := range b.Bytes {
		out[i] = carry<<(8-pad) | c>>pad
		carry = c
	}
	return out
}

// ObjectIdentifier is an OBJECT IDENTIFIER.
type ObjectIdentifier []int

// Equal reports whether both are the same path.
func (oi ObjectIdentifier) Equal(other ObjectIdentifier) bool {
	if len(oi) != len(other) {
		return false
	}
	for i := range oi {
		if oi[i] != other[i] {
			return false
		}
	}
	return true
}

// String writes the numbers with dots in between.
func (oi ObjectIdentifier) String() string {
	var b []byte
	for i, v := range oi {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return string(b)
}

// Enumerated is an ENUMERATED.
type Enumerated int

// Flag becomes true where there is something, whatever it holds.
type Flag bool

// RawValue is an element that was not decoded further.
type RawValue struct {
	Class, Tag int
	IsCompound bool
	Bytes      []byte
	FullBytes  []byte // with the header
}

// RawContent as the first field of a struct keeps the bytes that the struct was decoded from.
type RawContent []byte

var (
	bitStringType  = reflect.TypeFor[BitString]()
	oidType        = reflect.TypeFor[ObjectIdentifier]()
	enumeratedType = reflect.TypeFor[Enumerated]()
	flagType       = reflect.TypeFor[Flag]()
	rawValueType   = reflect.TypeFor[RawValue]()
	rawContentType = reflect.TypeFor[RawContent]()
	timeType       = reflect.TypeFor[time.Time]()
	bigIntType     = reflect.TypeFor[*big.Int]()
)
