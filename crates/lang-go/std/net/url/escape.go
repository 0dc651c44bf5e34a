package url

import "strconv"

// A part of a URL, by which characters need no escape in it.
type encoding uint8

const (
	inPath encoding = 1 << iota
	inPathSegment
	inHost
	inZone
	inUserPassword
	inQueryComponent
	inFragment
)

// table has, of each character, the parts in which it needs no escape.
var table = makeTable()

func makeTable() (t [256]encoding) {
	for _, set := range [...]struct {
		chars string
		in    encoding
	}{
		{"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~", 127},
		{"$&+=", inPath | inPathSegment | inHost | inZone | inUserPassword | inFragment},
		{",;", inPath | inHost | inZone | inUserPassword | inFragment},
		{":", inPath | inPathSegment | inHost | inZone | inFragment},
		{"@", inPath | inPathSegment | inFragment},
		{"/", inPath | inFragment},
		{"?", inFragment},
		{"!()*", inHost | inZone | inFragment},
		{`'"<>[]`, inHost | inZone},
	} {
		for i := 0; i < len(set.chars); i++ {
			t[set.chars[i]] |= set.in
		}
	}
	return t
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func unhex(c byte) byte { return 9*(c>>6) + c&15 }

type EscapeError string

func (e EscapeError) Error() string { return "invalid URL escape " + strconv.Quote(string(e)) }

type InvalidHostError string

func (e InvalidHostError) Error() string {
	return "invalid character " + strconv.Quote(string(e)) + " in host name"
}

func QueryUnescape(s string) (string, error) { return unescape(s, inQueryComponent) }
func PathUnescape(s string) (string, error)  { return unescape(s, inPathSegment) }
func QueryEscape(s string) string            { return escape(s, inQueryComponent) }
func PathEscape(s string) string             { return escape(s, inPathSegment) }

// checkEscapes tells how many escapes there are, or the first that is wrong.
func checkEscapes(s string, in encoding) (n int, plus bool, err error) {
	host := in == inHost || in == inZone
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '%':
			n++
			if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
				return 0, false, EscapeError(s[i:min(i+3, len(s))])
			}
			// In hosts only what is not ASCII, and % itself, may be escaped; in zones what hosts may have, and spaces.
			v := unhex(s[i+1])<<4 | unhex(s[i+2])
			if v != '%' && (in == inHost && v < 0x80 || in == inZone && v != ' ' && table[v]&inHost == 0) {
				return 0, false, EscapeError(s[i : i+3])
			}
			i += 2
		case c == '+':
			plus = in == inQueryComponent
		case host && c < 0x80 && table[c]&in == 0:
			return 0, false, InvalidHostError(s[i : i+1])
		}
	}
	return n, plus, nil
}

func unescape(s string, in encoding) (string, error) {
	n, plus, err := checkEscapes(s, in)
	if err != nil {
		return "", err
	}
	if n == 0 && !plus {
		return s, nil
	}
	b := make([]byte, 0, len(s)-2*n)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			c = unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
		case c == '+' && in == inQueryComponent:
			c = ' '
		}
		b = append(b, c)
	}
	return string(b), nil
}

func escape(s string, in encoding) string {
	const hex = "0123456789ABCDEF"
	n := 0
	for i := 0; i < len(s); i++ {
		if table[s[i]]&in == 0 {
			n++
		}
	}
	if n == 0 {
		return s
	}
	b := make([]byte, 0, len(s)+2*n)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case table[c]&in != 0:
			b = append(b, c)
		case c == ' ' && in == inQueryComponent:
			b = append(b, '+')
		default:
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// validEncoded tells whether s may be the escaped form of a part, though perhaps not the one that escape makes.
func validEncoded(s string, in encoding) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=', ':', '@', '[', ']', '%':
		default:
			if table[s[i]]&in == 0 {
				return false
			}
		}
	}
	return true
}
