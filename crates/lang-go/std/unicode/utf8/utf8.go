// Package utf8 encodes and decodes UTF-8.
package utf8

import (
	"internal/rt"
	"internal/text"
)

const (
	RuneError = '\uFFFD'
	RuneSelf  = 0x80
	MaxRune   = '\U0010FFFF'
	UTFMax    = 4
)

// decode decodes the first of n bytes, at most 4 of which matter.
func decode(n int, a, b, c, d byte) (rune, int) {
	switch {
	case a < 0x80:
		return rune(a), 1
	case a < 0xc2 || a > 0xf4 || n < 2:
		return RuneError, 1
	case a < 0xe0:
		if b&0xc0 != 0x80 {
			return RuneError, 1
		}
		return rune(a&0x1f)<<6 | rune(b&0x3f), 2
	}
	low, high := byte(0x80), byte(0xbf)
	switch a {
	case 0xe0:
		low = 0xa0
	case 0xed:
		high = 0x9f
	case 0xf0:
		low = 0x90
	case 0xf4:
		high = 0x8f
	}
	if b < low || high < b || n < 3 || c&0xc0 != 0x80 {
		return RuneError, 1
	}
	if a < 0xf0 {
		return rune(a&0x0f)<<12 | rune(b&0x3f)<<6 | rune(c&0x3f), 3
	}
	if n < 4 || d&0xc0 != 0x80 {
		return RuneError, 1
	}
	return rune(a&0x07)<<18 | rune(b&0x3f)<<12 | rune(c&0x3f)<<6 | rune(d&0x3f), 4
}

func DecodeRune(p []byte) (rune, int) {
	switch n := len(p); n {
	case 0:
		return RuneError, 0
	case 1:
		return decode(1, p[0], 0, 0, 0)
	case 2:
		return decode(2, p[0], p[1], 0, 0)
	case 3:
		return decode(3, p[0], p[1], p[2], 0)
	default:
		return decode(n, p[0], p[1], p[2], p[3])
	}
}

func DecodeRuneInString(s string) (rune, int) {
	switch n := len(s); n {
	case 0:
		return RuneError, 0
	case 1:
		return decode(1, s[0], 0, 0, 0)
	case 2:
		return decode(2, s[0], s[1], 0, 0)
	case 3:
		return decode(3, s[0], s[1], s[2], 0)
	default:
		return decode(n, s[0], s[1], s[2], s[3])
	}
}

func DecodeLastRune(p []byte) (rune, int) {
	end := len(p)
	if end == 0 {
		return RuneError, 0
	}
	if c := p[end-1]; c < RuneSelf {
		return rune(c), 1
	}
	for start := end - 1; start >= 0 && start >= end-UTFMax; start-- {
		if RuneStart(p[start]) {
			if r, size := DecodeRune(p[start:end]); start+size == end {
				return r, size
			}
			break
		}
	}
	return RuneError, 1
}

func DecodeLastRuneInString(s string) (rune, int) {
	end := len(s)
	if end == 0 {
		return RuneError, 0
	}
	if c := s[end-1]; c < RuneSelf {
		return rune(c), 1
	}
	for start := end - 1; start >= 0 && start >= end-UTFMax; start-- {
		if RuneStart(s[start]) {
			if r, size := DecodeRuneInString(s[start:end]); start+size == end {
				return r, size
			}
			break
		}
	}
	return RuneError, 1
}

// needs is how many bytes an encoding that begins so has; 1 if none does.
func needs(c byte) int {
	switch {
	case c < 0xc2 || c > 0xf4:
		return 1
	case c < 0xe0:
		return 2
	case c < 0xf0:
		return 3
	}
	return 4
}

func FullRune(p []byte) bool { return FullRuneInString(rt.ViewString(p)) }

func FullRuneInString(s string) bool {
	if len(s) == 0 {
		return false
	}
	n := needs(s[0])
	if len(s) >= n {
		return true
	}
	// What is there may already be wrong.
	var b, c byte = 0x80, 0x80
	if len(s) > 1 {
		b = s[1]
	} else if s[0] == 0xe0 || s[0] == 0xf0 {
		b = 0xbf
		if s[0] == 0xf0 {
			b = 0x90
		}
	}
	if len(s) > 2 {
		c = s[2]
	}
	_, size := decode(4, s[0], b, c, 0x80)
	return size == 1
}

func ValidRune(r rune) bool {
	return 0 <= r && r < 0xd800 || 0xdfff < r && r <= MaxRune
}

func RuneLen(r rune) int {
	switch {
	case r < 0:
		return -1
	case r < 0x80:
		return 1
	case r < 0x800:
		return 2
	case 0xd800 <= r && r <= 0xdfff:
		return -1
	case r < 0x10000:
		return 3
	case r <= MaxRune:
		return 4
	}
	return -1
}

func RuneStart(b byte) bool { return b&0xc0 != 0x80 }

func AppendRune(p []byte, r rune) []byte {
	switch u := uint32(r); {
	case u < 0x80:
		return append(p, byte(r))
	case u < 0x800:
		return append(p, 0xc0|byte(r>>6), 0x80|byte(r)&0x3f)
	case u > MaxRune || 0xd800 <= u && u <= 0xdfff:
		return append(p, 0xef, 0xbf, 0xbd)
	case u < 0x10000:
		return append(p, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
	}
	return append(p, 0xf0|byte(r>>18), 0x80|byte(r>>12)&0x3f, 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
}

func EncodeRune(p []byte, r rune) int {
	if uint32(r) < 0x80 {
		p[0] = byte(r)
		return 1
	}
	n := RuneLen(r)
	if n < 0 {
		r, n = RuneError, 3
	}
	_ = p[n-1]
	return len(AppendRune(p[:0], r))
}

func RuneCount(p []byte) int         { return text.RuneCount(rt.ViewString(p)) }
func RuneCountInString(s string) int { return text.RuneCount(s) }
func Valid(p []byte) bool            { return text.ValidUTF8(rt.ViewString(p)) }
func ValidString(s string) bool      { return text.ValidUTF8(s) }
