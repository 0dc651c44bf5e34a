package mime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// separator tells whether c is one of the tspecials of RFC 2045.
func separator(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '@', ',', ';', ':', '\\', '"', '/', '[', ']', '?', '=':
		return true
	}
	return false
}

func tokenLetter(c byte) bool { return ' ' < c && c < 0x7f && !separator(c) }

// cutToken splits off the letters of a token, of which there may be none.
func cutToken(s string) (token, rest string) {
	i := 0
	for i < len(s) && tokenLetter(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

func isToken(s string) bool {
	token, rest := cutToken(s)
	return token != "" && rest == ""
}

// FormatMediaType writes a type with its parameters in the order of their names, or nothing if a name is not valid.
func FormatMediaType(t string, param map[string]string) string {
	major, minor, slash := strings.Cut(t, "/")
	if !isToken(major) || slash && !isToken(minor) {
		return ""
	}
	b := []byte(strings.ToLower(t))
	for _, name := range slices.Sorted(maps.Keys(param)) {
		value := param[name]
		if !isToken(name) {
			return ""
		}
		b = append(b, "; "...)
		b = append(b, strings.ToLower(name)...)
		switch {
		case needsEncoding(value):
			b = appendPercent(append(b, "*=utf-8''"...), value)
		case isToken(value):
			b = append(append(b, '='), value...)
		default:
			b = appendQuoted(append(b, '='), value)
		}
	}
	return string(b)
}

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}

const hexDigits = "0123456789ABCDEF"

// appendPercent is the encoding of RFC 2231.
func appendPercent(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; tokenLetter(c) && c != '*' && c != '\'' && c != '%' {
			b = append(b, c)
		} else {
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return b
}

func checkMediaType(s string) error {
	token, rest := cutToken(s)
	if token == "" {
		return errors.New("mime: no media type")
	}
	if rest == "" {
		return nil
	}
	if rest[0] != '/' {
		return errors.New("mime: expected slash after first token")
	}
	token, rest = cutToken(rest[1:])
	if token == "" {
		return errors.New("mime: expected token after slash")
	}
	if rest != "" {
		return errors.New("mime: unexpected content after media subtype")
	}
	return nil
}

// ParseMediaType reads a type or disposition with its parameters, whose names it gives in lower case. A value that RFC 2231
// splits or encodes is put together.
func ParseMediaType(v string) (mediatype string, params map[string]string, err error) {
	base, _, _ := strings.Cut(v, ";")
	mediatype = strings.TrimSpace(strings.ToLower(base))
	if err := checkMediaType(mediatype); err != nil {
		return "", nil, err
	}
	params = make(map[string]string)
	var parts map[string]map[string]string // of values, by name, then by name with asterisks
	rest := v[len(base):]
	for len(rest) > 0 {
		rest = strings.TrimLeftFunc(rest, blank)
		if rest == "" {
			break
		}
		name, value, after := cutParameter(rest)
		if name == "" {
			if strings.TrimSpace(after) == ";" {
				break // Mail programs end types with a semicolon.
			}
			return mediatype, nil, ErrInvalidMediaParameter
		}
		rest = after
		into := params
		if whole, _, split := strings.Cut(name, "*"); split {
			if into = parts[whole]; into == nil {
				if parts == nil {
					parts = make(map[string]map[string]string)
				}
				into = make(map[string]string)
				parts[whole] = into
			}
		}
		if old, twice := into[name]; twice && old != value {
			return "", nil, errors.New("mime: duplicate parameter name")
		}
		into[name] = value
	}
	for name, pieces := range parts {
		if value, ok := join(name, pieces); ok {
			params[name] = value
		}
	}
	return mediatype, params, nil
}

// join puts a value together: name* is the whole, or name*0, name*1, … are pieces; an asterisk marks encoded ones.
func join(name string, pieces map[string]string) (value string, ok bool) {
	if whole, single := pieces[name+"*"]; single {
		return decode2231(whole)
	}
	var b strings.Builder
	for n := 0; ; n++ {
		key := fmt.Sprint(name, "*", n)
		piece, plain := pieces[key]
		if plain {
			b.WriteString(piece)
			ok = true
			continue
		}
		piece, encoded := pieces[key+"*"]
		if !encoded {
			return b.String(), ok
		}
		ok = true
		if n > 0 {
			piece, _ = unpercent(piece)
		} else {
			piece, _ = decode2231(piece)
		}
		b.WriteString(piece)
	}
}

// decode2231 reads charset'language'text, if it knows the charset.
func decode2231(s string) (string, bool) {
	charset, rest, _ := strings.Cut(s, "'")
	_, text, ok := strings.Cut(rest, "'")
	if !ok {
		return "", false
	}
	switch strings.ToLower(charset) {
	case "us-ascii", "utf-8":
		return unpercent(text)
	}
	return "", false
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// unpercent fails if an escape is not valid.
func unpercent(s string) (string, bool) {
	if strings.IndexByte(s, '%') < 0 {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b = append(b, s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		hi, ok := hexDigit(s[i+1])
		lo, ok2 := hexDigit(s[i+2])
		if !ok || !ok2 {
			return "", false
		}
		b = append(b, hi<<4|lo)
		i += 2
	}
	return string(b), true
}

func blank(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\v', '\f', 0x85, 0xa0:
		return true
	}
	return false
}

// cutParameter splits off "; name=value". Without one, it gives an empty name and all of s.
func cutParameter(s string) (name, value, rest string) {
	rest = strings.TrimLeftFunc(s, blank)
	if !strings.HasPrefix(rest, ";") {
		return "", "", s
	}
	name, rest = cutToken(strings.TrimLeftFunc(rest[1:], blank))
	name = strings.ToLower(name)
	rest = strings.TrimLeftFunc(rest, blank)
	if name == "" || !strings.HasPrefix(rest, "=") {
		return "", "", s
	}
	rest = strings.TrimLeftFunc(rest[1:], blank)
	value, after := cutValue(rest)
	if value == "" && after == rest {
		return "", "", s
	}
	return name, value, after
}

// cutValue splits off a token or a quoted string. Without one, the rest is all of s.
func cutValue(s string) (value, rest string) {
	if s == "" || s[0] != '"' {
		return cutToken(s)
	}
	b := make([]byte, 0, 32)
	for i := 1; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"':
			return string(b), s[i+1:]
		case c == '\r' || c == '\n':
			return "", s
		case c == '\\' && i+1 < len(s) && separator(s[i+1]):
			// A backslash before another letter is one of a path of Windows, whose program did not escape it.
			i++
			c = s[i]
		}
		b = append(b, c)
	}
	return "", s
}
