package x509

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

var errInvalidOID = errors.New("invalid oid")

// OID is an OBJECT IDENTIFIER whose numbers may have any size.
type OID struct {
	der []byte
}

// appendBase128 writes seven bits a byte, the highest first.
func appendBase128(b []byte, n uint64) []byte {
	for i := (max(bits.Len64(n), 1) + 6) / 7; i > 0; i-- {
		c := byte(n>>(7*(i-1))) & 0x7f
		if i > 1 {
			c |= 0x80
		}
		b = append(b, c)
	}
	return b
}

func appendBig128(b []byte, n *big.Int) []byte {
	if n.Sign() == 0 {
		return append(b, 0)
	}
	for i := (n.BitLen() + 6) / 7; i > 0; i-- {
		c := byte(new(big.Int).Rsh(n, uint(7*(i-1))).Uint64()) & 0x7f
		if i > 1 {
			c |= 0x80
		}
		b = append(b, c)
	}
	return b
}

// ParseOID reads numbers with dots in between.
func ParseOID(oid string) (OID, error) {
	var o OID
	return o, o.UnmarshalText([]byte(oid))
}

// OIDFromInts makes an identifier of its numbers.
func OIDFromInts(oid []uint64) (OID, error) {
	if len(oid) < 2 || oid[0] > 2 || oid[0] < 2 && oid[1] >= 40 || oid[1] > math.MaxUint64-80 {
		return OID{}, errInvalidOID
	}
	der := appendBase128(nil, oid[0]*40+oid[1])
	for _, n := range oid[2:] {
		der = appendBase128(der, n)
	}
	return OID{der}, nil
}

// OIDFromASN1OID makes an identifier of one of encoding/asn1.
func OIDFromASN1OID(asn1OID asn1.ObjectIdentifier) (OID, error) {
	numbers := make([]uint64, len(asn1OID))
	for i, n := range asn1OID {
		if n < 0 {
			return OID{}, errInvalidOID
		}
		numbers[i] = uint64(n)
	}
	return OIDFromInts(numbers)
}

func mustOID(from asn1.ObjectIdentifier) OID {
	o, err := OIDFromASN1OID(from)
	if err != nil {
		panic(err)
	}
	return o
}

// oidFromDER checks the contents of an encoded identifier.
func oidFromDER(der []byte) (OID, bool) {
	if len(der) == 0 || der[len(der)-1]&0x80 != 0 {
		return OID{}, false
	}
	start := true
	for _, c := range der {
		if start && c == 0x80 {
			return OID{}, false
		}
		start = c&0x80 == 0
	}
	return OID{slices.Clone(der)}, true
}

// numbers are those between the dots.
func (oid OID) numbers() []*big.Int {
	var out []*big.Int
	n := new(big.Int)
	for _, c := range oid.der {
		n.Lsh(n, 7)
		n.Or(n, big.NewInt(int64(c&0x7f)))
		if c&0x80 != 0 {
			continue
		}
		if out == nil {
			first := int64(2)
			if n.IsInt64() {
				first = min(n.Int64()/40, 2)
			}
			out = append(out, big.NewInt(first))
			n.Sub(n, big.NewInt(first*40))
		}
		out = append(out, n)
		n = new(big.Int)
	}
	return out
}

// AppendText writes the numbers with dots in between.
func (o OID) AppendText(b []byte) ([]byte, error) { return append(b, o.String()...), nil }

// MarshalText writes the numbers with dots in between.
func (o OID) MarshalText() ([]byte, error) { return o.AppendText(nil) }

// UnmarshalText reads numbers with dots in between.
func (o *OID) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), ".")
	numbers := make([]*big.Int, len(parts))
	for i, part := range parts {
		for _, c := range []byte(part) {
			if c < '0' || c > '9' {
				return errInvalidOID
			}
		}
		if part == "" || len(part) > 1 && part[0] == '0' {
			return errInvalidOID
		}
		n, ok := new(big.Int).SetString(part, 10)
		if !ok {
			return errInvalidOID
		}
		numbers[i] = n
	}
	two, forty := big.NewInt(2), big.NewInt(40)
	if len(numbers) < 2 || numbers[0].Cmp(two) > 0 || numbers[0].Cmp(two) < 0 && numbers[1].Cmp(forty) >= 0 {
		return errInvalidOID
	}
	first := new(big.Int).Mul(numbers[0], forty)
	der := appendBig128(nil, first.Add(first, numbers[1]))
	for _, n := range numbers[2:] {
		der = appendBig128(der, n)
	}
	o.der = der
	return nil
}

// AppendBinary writes the contents of the encoding.
func (o OID) AppendBinary(b []byte) ([]byte, error) { return append(b, o.der...), nil }

// MarshalBinary writes the contents of the encoding.
func (o OID) MarshalBinary() ([]byte, error) { return o.AppendBinary(nil) }

// UnmarshalBinary reads the contents of an encoding.
func (o *OID) UnmarshalBinary(b []byte) error {
	read, ok := oidFromDER(b)
	if !ok {
		return errInvalidOID
	}
	*o = read
	return nil
}

// Equal reports whether both are the same path.
func (oid OID) Equal(other OID) bool { return bytes.Equal(oid.der, other.der) }

// EqualASN1OID reports whether other is the same path.
func (oid OID) EqualASN1OID(other asn1.ObjectIdentifier) bool {
	numbers := oid.numbers()
	if len(numbers) != len(other) {
		return false
	}
	for i, n := range numbers {
		if !n.IsInt64() || n.Int64() > math.MaxInt32 || n.Int64() != int64(other[i]) {
			return false
		}
	}
	return true
}

// String writes the numbers with dots in between.
func (oid OID) String() string {
	var b strings.Builder
	for i, n := range oid.numbers() {
		if i > 0 {
			b.WriteByte('.')
		}
		if n.IsInt64() {
			b.WriteString(strconv.FormatInt(n.Int64(), 10))
		} else {
			b.WriteString(n.String())
		}
	}
	return b.String()
}

// asn1OID is the path for encoding/asn1, where its numbers are small enough.
func (oid OID) asn1OID() (asn1.ObjectIdentifier, bool) {
	var out asn1.ObjectIdentifier
	for _, n := range oid.numbers() {
		if !n.IsInt64() || n.Int64() > math.MaxInt32 {
			return nil, false
		}
		out = append(out, int(n.Int64()))
	}
	return out, true
}
