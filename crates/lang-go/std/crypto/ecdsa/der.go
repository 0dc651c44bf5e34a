package ecdsa

import "math/big"

// encode writes a SEQUENCE of two INTEGERs. They are too short for a length of more than two bytes.
func encode(r, s *big.Int) []byte {
	body := appendInt(appendInt(nil, r), s)
	return append(appendHeader(nil, 0x30, len(body)), body...)
}

func appendHeader(b []byte, tag byte, n int) []byte {
	switch {
	case n < 0x80:
		return append(b, tag, byte(n))
	case n < 0x100:
		return append(b, tag, 0x81, byte(n))
	}
	return append(b, tag, 0x82, byte(n>>8), byte(n))
}

func appendInt(b []byte, n *big.Int) []byte {
	digits := n.Bytes()
	if len(digits) == 0 || digits[0] >= 0x80 {
		digits = append([]byte{0}, digits...)
	}
	return append(appendHeader(b, 2, len(digits)), digits...)
}

// decode reads what encode writes, and nothing else.
func decode(sig []byte) (r, s *big.Int, ok bool) {
	body, rest, ok := element(sig, 0x30)
	if !ok || len(rest) != 0 {
		return nil, nil, false
	}
	if r, body, ok = readInt(body); !ok {
		return nil, nil, false
	}
	if s, body, ok = readInt(body); !ok || len(body) != 0 {
		return nil, nil, false
	}
	return r, s, true
}

func element(b []byte, tag byte) (body, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != tag {
		return nil, nil, false
	}
	n := int(b[1])
	b = b[2:]
	if n >= 0x80 {
		width := n & 0x7f
		if width == 0 || width > 2 || len(b) < width || b[0] == 0 {
			return nil, nil, false
		}
		n = 0
		for _, c := range b[:width] {
			n = n<<8 | int(c)
		}
		if n < 0x80 {
			return nil, nil, false
		}
		b = b[width:]
	}
	if n > len(b) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}

// readInt reads a number that is not negative, in its shortest form.
func readInt(b []byte) (n *big.Int, rest []byte, ok bool) {
	digits, rest, ok := element(b, 2)
	if !ok || len(digits) == 0 || digits[0] >= 0x80 || len(digits) > 1 && digits[0] == 0 && digits[1] < 0x80 {
		return nil, nil, false
	}
	return new(big.Int).SetBytes(digits), rest, true
}
