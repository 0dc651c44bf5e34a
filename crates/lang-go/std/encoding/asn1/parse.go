package asn1

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// tagAndLength is a header. The names of its fields are seen in errors.
type tagAndLength struct {
	class, tag, length int
	isCompound         bool
}

// parseHeader reads a header, and gives the offset after it.
func parseHeader(b []byte, offset int) (h tagAndLength, next int, err error) {
	truncated := SyntaxError{"truncated tag or length"}
	if offset >= len(b) {
		return h, offset, truncated
	}
	c := b[offset]
	offset++
	h = tagAndLength{class: int(c >> 6), tag: int(c & 0x1f), isCompound: c&0x20 != 0}
	if h.tag == 0x1f {
		if h.tag, offset, err = parseBase128(b, offset); err != nil {
			return h, offset, err
		}
		if h.tag < 0x1f {
			return h, offset, SyntaxError{"non-minimal tag"}
		}
	}
	if offset >= len(b) {
		return h, offset, truncated
	}
	c = b[offset]
	offset++
	if c < 0x80 {
		h.length = int(c)
		return h, offset, nil
	}
	if c == 0x80 {
		return h, offset, SyntaxError{"indefinite length found (not DER)"}
	}
	for range c & 0x7f {
		if offset >= len(b) {
			return h, offset, truncated
		}
		if h.length >= 1<<23 {
			return h, offset, StructuralError{"length too large"}
		}
		h.length = h.length<<8 | int(b[offset])
		offset++
		if h.length == 0 {
			return h, offset, StructuralError{"superfluous leading zeros in length"}
		}
	}
	if h.length < 0x80 {
		return h, offset, StructuralError{"non-minimal length"}
	}
	return h, offset, nil
}

// parseBase128 reads a number of seven bits a byte, of 31 bits at most.
func parseBase128(b []byte, offset int) (n, next int, err error) {
	for i := 0; offset < len(b); i++ {
		if i == 5 {
			return 0, offset, StructuralError{"base 128 integer too large"}
		}
		c := b[offset]
		if i == 0 && c == 0x80 {
			return 0, offset, SyntaxError{"integer is not minimally encoded"}
		}
		n = n<<7 | int(c&0x7f)
		offset++
		if c < 0x80 {
			if n > math.MaxInt32 {
				return n, offset, StructuralError{"base 128 integer too large"}
			}
			return n, offset, nil
		}
	}
	return n, offset, SyntaxError{"truncated base 128 integer"}
}

func parseBool(b []byte) (bool, error) {
	if len(b) != 1 || b[0] != 0 && b[0] != 0xff {
		return false, SyntaxError{"invalid boolean"}
	}
	return b[0] != 0, nil
}

func checkInteger(b []byte) error {
	if len(b) == 0 {
		return StructuralError{"empty integer"}
	}
	if len(b) > 1 && (b[0] == 0 && b[1] < 0x80 || b[0] == 0xff && b[1] >= 0x80) {
		return StructuralError{"integer not minimally-encoded"}
	}
	return nil
}

func parseInt64(b []byte) (int64, error) {
	if err := checkInteger(b); err != nil {
		return 0, err
	}
	if len(b) > 8 {
		return 0, StructuralError{"integer too large"}
	}
	n := int64(int8(b[0]))
	for _, c := range b[1:] {
		n = n<<8 | int64(c)
	}
	return n, nil
}

func parseInt32(b []byte) (int32, error) {
	n, err := parseInt64(b)
	if err == nil && n != int64(int32(n)) {
		err = StructuralError{"integer too large"}
	}
	return int32(n), err
}

func parseBigInt(b []byte) (*big.Int, error) {
	if err := checkInteger(b); err != nil {
		return nil, err
	}
	n := new(big.Int).SetBytes(b)
	if b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n, nil
}

func parseBitString(b []byte) (BitString, error) {
	if len(b) == 0 {
		return BitString{}, SyntaxError{"zero length BIT STRING"}
	}
	pad := int(b[0])
	if pad > 7 || len(b) == 1 && pad > 0 || b[len(b)-1]&(1<<b[0]-1) != 0 {
		return BitString{}, SyntaxError{"invalid padding bits in BIT STRING"}
	}
	return BitString{Bytes: b[1:], BitLength: (len(b)-1)*8 - pad}, nil
}

// parseOID reads the parts of an identifier. After an error those before it are there, and zeros up to the most that so many
// bytes can hold.
func parseOID(b []byte) (ObjectIdentifier, error) {
	if len(b) == 0 {
		return nil, SyntaxError{"zero length OBJECT IDENTIFIER"}
	}
	oid := make(ObjectIdentifier, len(b)+1)
	n, offset, err := parseBase128(b, 0)
	if err != nil {
		return oid, err
	}
	first := min(n/40, 2)
	oid[0], oid[1] = first, n-40*first
	count := 2
	for ; offset < len(b); count++ {
		if n, offset, err = parseBase128(b, offset); err != nil {
			return oid, err
		}
		oid[count] = n
	}
	return oid[:count], nil
}

// parseTime reads a time in a layout, and accepts only what the layout would write.
func parseTime(layout, text string) (time.Time, error) {
	t, err := time.Parse(layout, text)
	if err != nil {
		return time.Time{}, err
	}
	if again := t.Format(layout); again != text {
		return time.Time{}, fmt.Errorf("asn1: time did not serialize back to the original value and may be invalid: "+
			"given %q, but serialized as %q", text, again)
	}
	return t, nil
}

// parseUTCTime reads a time with two digits of the year, which is one before 2050.
func parseUTCTime(b []byte) (time.Time, error) {
	text := string(b)
	layout := "0601021504Z0700"
	if _, err := time.Parse(layout, text); err != nil {
		layout = "060102150405Z0700"
	}
	t, err := parseTime(layout, text)
	if err == nil && t.Year() >= 2050 {
		t = t.AddDate(-100, 0, 0)
	}
	return t, err
}

func parseGeneralizedTime(b []byte) (time.Time, error) {
	return parseTime("20060102150405.999999999Z0700", string(b))
}

// parseString reads the contents of a text of some type.
func parseString(tag int, b []byte) (string, error) {
	switch tag {
	case TagPrintableString:
		for _, c := range b {
			// Certificates have the last two, although they are not in the set.
			if !printable(c) && c != '*' && c != '&' {
				return "", SyntaxError{"PrintableString contains invalid character"}
			}
		}
	case TagNumericString:
		for _, c := range b {
			if !numeric(c) {
				return "", SyntaxError{"NumericString contains invalid character"}
			}
		}
	case TagIA5String:
		if slices.ContainsFunc(b, func(c byte) bool { return c >= utf8.RuneSelf }) {
			return "", SyntaxError{"IA5String contains invalid character"}
		}
	case TagUTF8String:
		if !utf8.Valid(b) {
			return "", errors.New("asn1: invalid UTF-8 string")
		}
	case TagT61String, TagGeneralString:
		// They are taken for Latin-1, which is what they are as a rule.
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		return string(runes), nil
	case TagBMPString:
		return parseBMPString(b)
	default:
		return "", SyntaxError{fmt.Sprintf("internal error: unknown string type %d", tag)}
	}
	return string(b), nil
}

func parseBMPString(b []byte) (string, error) {
	if len(b)%2 != 0 {
		return "", errors.New("invalid BMPString")
	}
	if n := len(b); n >= 2 && b[n-1] == 0 && b[n-2] == 0 {
		b = b[:n-2]
	}
	// There are no pairs of surrogates in this encoding, and no code points that are no characters.
	runes := make([]rune, len(b)/2)
	for i := range runes {
		runes[i] = rune(b[2*i])<<8 | rune(b[2*i+1])
		if r := runes[i]; utf16.IsSurrogate(r) || r >= 0xfffe || 0xfdd0 <= r && r <= 0xfdef {
			return "", errors.New("invalid BMPString")
		}
	}
	return string(runes), nil
}
