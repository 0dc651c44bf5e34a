package netip

import (
	"math"
	"strconv"
	"strings"
)

// parseError tells what is wrong with an address, and before which text.
type parseError struct {
	in, text, at string
}

func (e parseError) Error() string {
	s := "ParseAddr(" + strconv.Quote(e.in) + "): " + e.text
	if e.at != "" {
		s += " (at " + strconv.Quote(e.at) + ")"
	}
	return s
}

// ParseAddr reads 192.0.2.1, 2001:db8::1, ::ffff:192.0.2.1, or fe80::1%zone.
func ParseAddr(s string) (Addr, error) {
	for i := range len(s) {
		switch s[i] {
		case '.':
			v, problem, at := parse4(s)
			if problem != "" {
				return Addr{}, parseError{s, problem, at}
			}
			return addr4(v), nil
		case ':':
			return parse6(s)
		case '%':
			// A zone without an address.
			return Addr{}, parseError{s, "missing IPv6 address", ""}
		}
	}
	return Addr{}, parseError{s, "unable to parse IP", ""}
}

// MustParseAddr panics where ParseAddr fails.
func MustParseAddr(s string) Addr {
	ip, err := ParseAddr(s)
	if err != nil {
		panic(err)
	}
	return ip
}

// parse4 reads four numbers between dots, or tells what is wrong and where.
func parse4(s string) (v uint32, problem, at string) {
	field, digits, dots := uint32(0), 0, 0
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			if digits == 1 && field == 0 {
				return 0, "IPv4 field has octet with leading zero", ""
			}
			field = field*10 + uint32(c-'0')
			digits++
			if field > 255 {
				return 0, "IPv4 field has value >255", ""
			}
		case c == '.':
			// Neither the first nor the last letter is a dot, nor are two together.
			if digits == 0 || i == len(s)-1 {
				return 0, "IPv4 field must have at least one digit", s[i:]
			}
			if dots == 3 {
				return 0, "IPv4 address too long", ""
			}
			v = v<<8 | field
			field, digits = 0, 0
			dots++
		default:
			return 0, "unexpected character", s[i:]
		}
	}
	if dots < 3 {
		return 0, "IPv4 address too short", ""
	}
	return v<<8 | field, "", ""
}

func hexDigit(c byte) (uint64, bool) {
	switch {
	case '0' <= c && c <= '9':
		return uint64(c - '0'), true
	case 'a' <= c && c <= 'f':
		return uint64(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return uint64(c-'A') + 10, true
	}
	return 0, false
}

// groups collects the 16 bits at a time of an address, and where zeros are left out.
type groups struct {
	hi, lo uint64
	n      int
	gap    int // before which group, -1 for none
}

func (g *groups) add(v uint64) {
	g.hi = g.hi<<16 | g.lo>>48
	g.lo = g.lo<<16 | v
	g.n++
}

// fill puts zeros into the gap.
func (g *groups) fill() {
	missing, after := 8-g.n, g.n-g.gap // in groups
	tailHi, tailLo := shiftRight(math.MaxUint64, math.MaxUint64, 128-16*after)
	headHi, headLo := shiftLeft(g.hi&^tailHi, g.lo&^tailLo, 16*missing)
	g.hi, g.lo = headHi|g.hi&tailHi, headLo|g.lo&tailLo
}

func shiftLeft(hi, lo uint64, n int) (uint64, uint64) {
	if n >= 64 {
		return lo << (n - 64), 0
	}
	return hi<<n | lo>>(64-n), lo << n
}

func shiftRight(hi, lo uint64, n int) (uint64, uint64) {
	if n >= 64 {
		return 0, hi >> (n - 64)
	}
	return hi >> n, lo>>n | hi<<(64-n)
}

func parse6(in string) (Addr, error) {
	s, zone, zoned := strings.Cut(in, "%")
	if zoned && zone == "" {
		return Addr{}, parseError{in, "zone must be a non-empty string", ""}
	}
	g := groups{gap: -1}
	if len(s) >= 2 && s[:2] == "::" {
		g.gap = 0
		s = s[2:]
	}
	rest, problem := g.parse(s)
	if problem == "" && rest != "" {
		problem = "trailing garbage after address"
	}
	if problem != "" {
		return Addr{}, parseError{in, problem, rest}
	}
	switch {
	case g.n < 8 && g.gap < 0:
		return Addr{}, parseError{in, "address string too short", ""}
	case g.n < 8:
		g.fill()
	case g.gap >= 0:
		return Addr{}, parseError{in, "the :: must expand to at least one field of zeros", ""}
	}
	return addr6(g.hi, g.lo).WithZone(zone), nil
}

// parse reads groups until there are eight. What is wrong is so before the rest.
func (g *groups) parse(s string) (rest, problem string) {
	for g.n < 8 && s != "" {
		v, i := uint64(0), 0
		for ; i < len(s); i++ {
			d, ok := hexDigit(s[i])
			if !ok {
				break
			}
			if v = v<<4 | d; i > 3 {
				return s, "each group must have 4 or less digits"
			}
		}
		if i == 0 {
			return s, "each colon-separated field must have at least one digit"
		}
		if i < len(s) && s[i] == '.' {
			return g.parseLast4(s)
		}
		g.add(v)
		if s = s[i:]; s == "" {
			break
		}
		if s[0] != ':' {
			return s, "unexpected character, want colon"
		}
		if len(s) == 1 {
			return s, "colon must be followed by more characters"
		}
		s = s[1:]
		if s[0] == ':' {
			if g.gap >= 0 {
				return s, "multiple :: in address"
			}
			g.gap = g.n
			s = s[1:]
		}
	}
	return s, ""
}

// parseLast4 reads the last two groups where they are written as an IPv4 address.
func (g *groups) parseLast4(s string) (rest, problem string) {
	if g.gap < 0 && g.n != 6 {
		return s, "embedded IPv4 address must replace the final 2 fields of the address"
	}
	if g.n > 6 {
		return s, "too many hex fields to fit an embedded IPv4 at the end of the address"
	}
	v, problem, at := parse4(s)
	if problem != "" {
		return at, problem
	}
	g.add(uint64(v >> 16))
	g.add(uint64(v & 0xffff))
	return "", ""
}

// Lengths of the longest texts, zones apart.
const (
	longest4 = len("255.255.255.255")
	longest6 = len("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")
)

// String is the shortest text, "invalid IP" for the zero Addr.
func (ip Addr) String() string {
	if ip.family == "" {
		return "invalid IP"
	}
	return string(ip.appendAny(make([]byte, 0, longest6+len(ip.family))))
}

// AppendTo appends the text; nothing for the zero Addr.
func (ip Addr) AppendTo(b []byte) []byte {
	if ip.family == "" {
		return b
	}
	return ip.appendAny(b)
}

func (ip Addr) appendAny(b []byte) []byte {
	switch {
	case ip.Is4():
		return append4(b, ip.v4())
	case ip.isMapped():
		b = append4(append(b, "::ffff:"...), ip.v4())
	default:
		b = ip.append6(b)
	}
	return ip.appendZone(b)
}

func (ip Addr) appendZone(b []byte) []byte {
	if ip.hasZone() {
		b = append(append(b, '%'), ip.Zone()...)
	}
	return b
}

func append4(b []byte, v uint32) []byte {
	b = appendByte(b, v>>24)
	b = appendByte(append(b, '.'), v>>16&0xff)
	b = appendByte(append(b, '.'), v>>8&0xff)
	return appendByte(append(b, '.'), v&0xff)
}

func appendByte(b []byte, v uint32) []byte {
	if v >= 100 {
		b = append(b, byte('0'+v/100))
	}
	if v >= 10 {
		b = append(b, byte('0'+v/10%10))
	}
	return append(b, byte('0'+v%10))
}

// append6 leaves out the first of the longest runs of zero groups, if it has two or more.
func (ip Addr) append6(b []byte) []byte {
	start, end := -1, -1
	for i := 0; i < 8; i++ {
		j := i
		for j < 8 && ip.segment(j) == 0 {
			j++
		}
		if j-i >= 2 && j-i > end-start {
			start, end = i, j
		}
		i = j
	}
	for i := 0; i < 8; i++ {
		if i == start {
			b = append(b, ':', ':')
			if i = end; i == 8 {
				break
			}
		} else if i > 0 {
			b = append(b, ':')
		}
		b = appendHex(b, ip.segment(i), 0)
	}
	return b
}

const hexDigits = "0123456789abcdef"

// appendHex appends the digits of 16 bits, without leading zeros beyond a number of digits.
func appendHex(b []byte, v uint64, width int) []byte {
	for i := 3; i > 0; i-- {
		if i < width || v>>(4*i) != 0 {
			b = append(b, hexDigits[v>>(4*i)&15])
		}
	}
	return append(b, hexDigits[v&15])
}

// StringExpanded writes all digits of an IPv6 address.
func (ip Addr) StringExpanded() string {
	if !ip.Is6() {
		return ip.String()
	}
	b := make([]byte, 0, longest6+len(ip.family))
	for i := range 8 {
		if i > 0 {
			b = append(b, ':')
		}
		b = appendHex(b, ip.segment(i), 4)
	}
	return string(ip.appendZone(b))
}

func (ip Addr) MarshalText() ([]byte, error) { return ip.AppendText(make([]byte, 0, longest4)) }

func (ip Addr) AppendText(b []byte) ([]byte, error) { return ip.AppendTo(b), nil }

// UnmarshalText takes an empty text for the zero Addr.
func (ip *Addr) UnmarshalText(text []byte) error {
	*ip = Addr{}
	if len(text) == 0 {
		return nil
	}
	var err error
	*ip, err = ParseAddr(string(text))
	return err
}
