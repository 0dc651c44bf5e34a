// Package unicode tells what code points are, and maps their case.
package unicode

import "internal/text"

const (
	MaxRune         = '\U0010FFFF'
	ReplacementChar = '\uFFFD'
	MaxASCII        = '\u007F'
	MaxLatin1       = '\u00FF'

	UpperCase = 0
	LowerCase = 1
	TitleCase = 2
	MaxCase   = 3
)

func isLetter(r rune) bool
func isDigit(r rune) bool
func isNumber(r rune) bool
func isUpper(r rune) bool
func isLower(r rune) bool
func isTitle(r rune) bool
func isPunct(r rune) bool
func isSymbol(r rune) bool
func isMark(r rune) bool
func isPrint(r rune) bool
func isGraphic(r rune) bool
func toUpper(r rune) rune
func toLower(r rune) rune
func toTitle(r rune) rune
func foldKey(r rune) rune

// FoldKey is the same for code points that differ only in case.
func FoldKey(r rune) rune {
	if uint32(r) < 0x80 {
		return ToLower(r)
	}
	return foldKey(r)
}

func ascii(r rune) bool { return uint32(r) < 0x80 }

func IsLetter(r rune) bool {
	if ascii(r) {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return isLetter(r)
}

func IsDigit(r rune) bool {
	if ascii(r) {
		return '0' <= r && r <= '9'
	}
	return isDigit(r)
}

func IsNumber(r rune) bool {
	if ascii(r) {
		return '0' <= r && r <= '9'
	}
	return isNumber(r)
}

func IsUpper(r rune) bool {
	if ascii(r) {
		return 'A' <= r && r <= 'Z'
	}
	return isUpper(r)
}

func IsLower(r rune) bool {
	if ascii(r) {
		return 'a' <= r && r <= 'z'
	}
	return isLower(r)
}

func IsTitle(r rune) bool {
	return !ascii(r) && isTitle(r)
}

func IsSpace(r rune) bool { return text.IsSpace(r) }

func IsControl(r rune) bool {
	return 0 <= r && r < 0x20 || 0x7f <= r && r < 0xa0
}

func IsPunct(r rune) bool   { return isPunct(r) }
func IsSymbol(r rune) bool  { return isSymbol(r) }
func IsMark(r rune) bool    { return isMark(r) }
func IsPrint(r rune) bool   { return isPrint(r) }
func IsGraphic(r rune) bool { return isGraphic(r) }

func ToUpper(r rune) rune {
	if ascii(r) {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	return toUpper(r)
}

func ToLower(r rune) rune {
	if ascii(r) {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return toLower(r)
}

func ToTitle(r rune) rune {
	if ascii(r) {
		return ToUpper(r)
	}
	return toTitle(r)
}

// To maps to one of the three cases.
func To(to int, r rune) rune {
	switch to {
	case UpperCase:
		return ToUpper(r)
	case LowerCase:
		return ToLower(r)
	case TitleCase:
		return ToTitle(r)
	}
	return ReplacementChar
}
