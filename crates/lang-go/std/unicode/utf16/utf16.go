// Package utf16 encodes code points as sequences of 16-bit units.
package utf16

const (
	replacement = '\uFFFD'
	maxRune     = '\U0010FFFF'

	high = 0xd800 // from here on first halves of pairs
	low  = 0xdc00 // second halves
	end  = 0xe000
	wide = 0x10000 // from here on in pairs
)

func IsSurrogate(r rune) bool { return high <= r && r < end }

func DecodeRune(r1, r2 rune) rune {
	if high <= r1 && r1 < low && low <= r2 && r2 < end {
		return (r1-high)<<10 | (r2 - low) + wide
	}
	return replacement
}

func EncodeRune(r rune) (r1, r2 rune) {
	if r < wide || r > maxRune {
		return replacement, replacement
	}
	r -= wide
	return high + r>>10, low + r&0x3ff
}

func RuneLen(r rune) int {
	switch {
	case 0 <= r && r < high, end <= r && r < wide:
		return 1
	case wide <= r && r <= maxRune:
		return 2
	}
	return -1
}

func AppendRune(a []uint16, r rune) []uint16 {
	switch RuneLen(r) {
	case 1:
		return append(a, uint16(r))
	case 2:
		r1, r2 := EncodeRune(r)
		return append(a, uint16(r1), uint16(r2))
	}
	return append(a, replacement)
}

func Encode(s []rune) []uint16 {
	n := len(s)
	for _, r := range s {
		if r >= wide {
			n++
		}
	}
	a := make([]uint16, 0, n)
	for _, r := range s {
		a = AppendRune(a, r)
	}
	return a
}

func Decode(s []uint16) []rune {
	runes := make([]rune, 0, len(s))
	for i := 0; i < len(s); i++ {
		r := rune(s[i])
		if IsSurrogate(r) {
			next := rune(0)
			if i+1 < len(s) {
				next = rune(s[i+1])
			}
			if r = DecodeRune(r, next); r != replacement {
				i++
			}
		}
		runes = append(runes, r)
	}
	return runes
}
