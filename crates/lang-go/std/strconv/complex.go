package strconv

// FormatComplex writes (a+bi), each part as FormatFloat does.
func FormatComplex(c complex128, fmt byte, prec, bitSize int) string {
	if bitSize != 64 && bitSize != 128 {
		panic("invalid bitSize")
	}
	b := append(make([]byte, 0, 48), '(')
	b = AppendFloat(b, real(c), fmt, prec, bitSize/2)
	im := AppendFloat(nil, imag(c), fmt, prec, bitSize/2)
	if im[0] != '+' && im[0] != '-' {
		b = append(b, '+')
	}
	b = append(b, im...)
	return string(append(b, 'i', ')'))
}

func ParseComplex(s string, bitSize int) (complex128, error) {
	size := 64
	if bitSize == 64 {
		size = 32
	}
	c, err := parseComplex(s, size)
	if err != nil {
		return c, &NumError{"ParseComplex", s, err}
	}
	return c, nil
}

func parseComplex(s string, size int) (complex128, error) {
	if len(s) >= 2 && s[0] == '(' && s[len(s)-1] == ')' {
		s = s[1 : len(s)-1]
	}
	n := floatPrefix(s)
	re, code := parseFloat(s[:n], size)
	outOfRange := code == 2
	if code == 1 {
		return 0, ErrSyntax
	}
	s = s[n:]
	im := 0.0
	switch {
	case s == "":
	case s == "i":
		re, im = 0, re
	case s[0] == '+' || s[0] == '-':
		// A plus before another sign is not part of the number.
		if s[0] == '+' && len(s) > 1 && s[1] != '+' {
			s = s[1:]
		}
		n = floatPrefix(s)
		im, code = parseFloat(s[:n], size)
		if code == 1 || s[n:] != "i" {
			return 0, ErrSyntax
		}
		outOfRange = outOfRange || code == 2
	default:
		return 0, ErrSyntax
	}
	if outOfRange {
		return complex(re, im), ErrRange
	}
	return complex(re, im), nil
}

// floatPrefix is how much of s looks like a float.
func floatPrefix(s string) int {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	switch n := samePrefix(s[i:], "infinity"); {
	case n == 8:
		return i + 8
	case n >= 3:
		return i + 3
	}
	if i == 0 && samePrefix(s, "nan") == 3 {
		return 3
	}
	exponent, most := byte('e'), byte(9)
	if len(s) > i+1 && s[i] == '0' && s[i+1]|0x20 == 'x' {
		exponent, most = 'p', 15
		i += 2
	}
	point := false
	for ; i < len(s); i++ {
		if s[i] == '.' && !point {
			point = true
		} else if s[i] != '_' && digit(s[i]) > most {
			break
		}
	}
	if i < len(s) && s[i]|0x20 == exponent {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		for i < len(s) && (digit(s[i]) < 10 || s[i] == '_') {
			i++
		}
	}
	return i
}

// samePrefix is how many bytes of s are those of word, in either case.
func samePrefix(s, word string) int {
	n := 0
	for n < len(s) && n < len(word) && s[n]|0x20 == word[n] {
		n++
	}
	return n
}
