// Package jsontext writes the strings and numbers of JSON texts as encoding/json does, for it and for packages that log
// or show values.
package jsontext

import (
	"math"
	"strconv"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// plain reports whether a byte below utf8.RuneSelf stands for itself in a string.
func plain(c byte, html bool) bool {
	return c >= ' ' && c != '"' && c != '\\' && (!html || c != '<' && c != '>' && c != '&')
}

// AppendString appends s as a JSON string; what is not UTF-8 becomes U+FFFD. With html, '<', '>' and '&' are escaped.
func AppendString(b []byte, s string, html bool) []byte {
	return append(AppendEscaped(append(b, '"'), s, html), '"')
}

// AppendEscaped is AppendString without the quotes.
func AppendEscaped(b []byte, s string, html bool) []byte {
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if plain(c, html) {
				i++
				continue
			}
			b = appendEscape(append(b, s[done:i]...), c)
			i++
			done = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[done:i]...), `\ufffd`...)
			done = i + n
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[done:i]...), `\u202`...)
			b = append(b, hexDigits[r&15])
			done = i + n
		}
		i += n
	}
	return append(b, s[done:]...)
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return AppendUnicode(b, c)
}

// AppendUnicode appends the escape of a byte by its number.
func AppendUnicode(b []byte, c byte) []byte {
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// AppendFloat appends a finite number as ECMAScript does, but for the zero that begins a small exponent.
func AppendFloat(b []byte, f float64, bits int) []byte {
	form, size := byte('f'), math.Abs(f)
	if size != 0 {
		if bits == 64 && (size < 1e-6 || size >= 1e21) ||
			bits == 32 && (float32(size) < 1e-6 || float32(size) >= 1e21) {
			form = 'e'
		}
	}
	b = strconv.AppendFloat(b, f, form, -1, bits)
	if n := len(b); form == 'e' && n >= 4 && b[n-4] == 'e' && (b[n-3] == '-' || b[n-3] == '+') && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
