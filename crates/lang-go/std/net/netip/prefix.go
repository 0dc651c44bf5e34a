package netip

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"
)

// AddrPort is an address and a port.
type AddrPort struct {
	ip   Addr
	port uint16
}

func AddrPortFrom(ip Addr, port uint16) AddrPort { return AddrPort{ip, port} }

func (p AddrPort) Addr() Addr    { return p.ip }
func (p AddrPort) Port() uint16  { return p.port }
func (p AddrPort) IsValid() bool { return p.ip.IsValid() }

// Compare orders by the address, then by the port.
func (p AddrPort) Compare(p2 AddrPort) int {
	if c := p.ip.Compare(p2.ip); c != 0 {
		return c
	}
	return cmp.Compare(p.port, p2.port)
}

// splitPort cuts at the last colon, and tells whether the address is in brackets, which it removes.
func splitPort(s string) (ip, port string, brackets bool, err error) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return "", "", false, errors.New("not an ip:port")
	}
	ip, port = s[:i], s[i+1:]
	if ip == "" {
		return "", "", false, errors.New("no IP")
	}
	if port == "" {
		return "", "", false, errors.New("no port")
	}
	if ip[0] != '[' {
		return ip, port, false, nil
	}
	if len(ip) < 2 || ip[len(ip)-1] != ']' {
		return "", "", false, errors.New("missing ]")
	}
	return ip[1 : len(ip)-1], port, true, nil
}

// ParseAddrPort reads an address, a colon, and a number; IPv6 addresses are in brackets, and others are not.
func ParseAddrPort(s string) (AddrPort, error) {
	host, text, brackets, err := splitPort(s)
	if err != nil {
		return AddrPort{}, err
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return AddrPort{}, errors.New("invalid port " + strconv.Quote(text) + " parsing " + strconv.Quote(s))
	}
	ip, err := ParseAddr(host)
	if err != nil {
		return AddrPort{}, err
	}
	if brackets && ip.Is4() {
		return AddrPort{}, errors.New("invalid ip:port " + strconv.Quote(s) +
			", square brackets can only be used with IPv6 addresses")
	}
	if !brackets && ip.Is6() {
		return AddrPort{}, errors.New("invalid ip:port " + strconv.Quote(s) +
			", IPv6 addresses must be surrounded by square brackets")
	}
	return AddrPort{ip, uint16(port)}, nil
}

// MustParseAddrPort panics where ParseAddrPort fails.
func MustParseAddrPort(s string) AddrPort {
	p, err := ParseAddrPort(s)
	if err != nil {
		panic(err)
	}
	return p
}

// String is "invalid AddrPort" where there is no address.
func (p AddrPort) String() string {
	if !p.IsValid() {
		return "invalid AddrPort"
	}
	return string(p.AppendTo(make([]byte, 0, longest6+len(p.ip.family)+len("[]:65535"))))
}

// AppendTo appends the text; nothing where there is no address.
func (p AddrPort) AppendTo(b []byte) []byte {
	switch {
	case !p.IsValid():
		return b
	case p.ip.Is4():
		b = append4(b, p.ip.v4())
	default:
		b = append(p.ip.appendAny(append(b, '[')), ']')
	}
	return strconv.AppendUint(append(b, ':'), uint64(p.port), 10)
}

func (p AddrPort) MarshalText() ([]byte, error) {
	return p.AppendText(make([]byte, 0, longest4+len(":65535")))
}

func (p AddrPort) AppendText(b []byte) ([]byte, error) { return p.AppendTo(b), nil }

// UnmarshalText takes an empty text for the zero AddrPort.
func (p *AddrPort) UnmarshalText(text []byte) error {
	*p = AddrPort{}
	if len(text) == 0 {
		return nil
	}
	var err error
	*p, err = ParseAddrPort(string(text))
	return err
}

func (p AddrPort) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// AppendBinary appends the address, then the port with its low byte first.
func (p AddrPort) AppendBinary(b []byte) ([]byte, error) {
	b, err := p.ip.AppendBinary(b)
	return append(b, byte(p.port), byte(p.port>>8)), err
}

func (p *AddrPort) UnmarshalBinary(b []byte) error {
	n := len(b) - 2
	if n < 0 {
		return errSliceSize
	}
	var ip Addr
	if err := ip.UnmarshalBinary(b[:n]); err != nil {
		return err
	}
	*p = AddrPort{ip, uint16(b[n]) | uint16(b[n+1])<<8}
	return nil
}

// Prefix is the addresses that agree with one in their first bits. The zero Prefix has none.
type Prefix struct {
	ip   Addr  // without a zone
	size uint8 // one more than the number of bits
}

// PrefixFrom drops the zone, and keeps the bits after the prefix. A number of bits that ip has not makes an invalid Prefix.
func PrefixFrom(ip Addr, bits int) Prefix {
	p := Prefix{ip: ip.withoutZone()}
	if ip.IsValid() && 0 <= bits && bits <= ip.BitLen() {
		p.size = uint8(bits) + 1
	}
	return p
}

func (p Prefix) Addr() Addr       { return p.ip }
func (p Prefix) Bits() int        { return int(p.size) - 1 }
func (p Prefix) IsValid() bool    { return p.size > 0 }
func (p Prefix) IsSingleIP() bool { return p.IsValid() && p.Bits() == p.ip.BitLen() }

// Prefix keeps the first b bits of ip, and no zone. It is an error if ip has fewer; the zero Addr has a zero Prefix.
func (ip Addr) Prefix(b int) (Prefix, error) {
	if b < 0 {
		return Prefix{}, errors.New("negative Prefix bits")
	}
	switch {
	case !ip.IsValid():
		return Prefix{}, nil
	case b > ip.BitLen():
		family := "IPv6"
		if ip.Is4() {
			family = "IPv4"
		}
		return Prefix{}, errors.New("prefix length " + strconv.Itoa(b) + " too large for " + family)
	}
	return Prefix{ip.withoutZone().masked(b), uint8(b) + 1}, nil
}

// masked clears all bits after the first n of its family.
func (ip Addr) masked(n int) Addr {
	if ip.Is4() {
		n += 96
	}
	hi, lo := shiftLeft(math.MaxUint64, math.MaxUint64, 128-n)
	ip.hi &= hi
	ip.lo &= lo
	return ip
}

// Masked clears all bits after the prefix.
func (p Prefix) Masked() Prefix {
	m, _ := p.ip.Prefix(p.Bits())
	return m
}

// Contains is false for addresses with zones, and for those of the other family, mapped or not.
func (p Prefix) Contains(ip Addr) bool {
	return p.IsValid() && p.ip.family == ip.family && p.ip.agrees(ip, p.Bits())
}

// agrees tells whether addresses of the same family have the same first n bits.
func (ip Addr) agrees(o Addr, n int) bool {
	if ip.Is4() {
		return uint32(ip.lo^o.lo)>>(32-n) == 0
	}
	if n <= 64 {
		return (ip.hi^o.hi)>>(64-n) == 0
	}
	return ip.hi == o.hi && (ip.lo^o.lo)>>(128-n) == 0
}

// Overlaps tells whether an address is in both.
func (p Prefix) Overlaps(o Prefix) bool {
	return p.IsValid() && o.IsValid() && p.ip.family == o.ip.family && p.ip.agrees(o.ip, min(p.Bits(), o.Bits()))
}

// Compare orders by validity, family, the bits of the prefix, its length, and the bits after it.
func (p Prefix) Compare(p2 Prefix) int {
	if p.IsValid() != p2.IsValid() {
		if p.IsValid() {
			return 1
		}
		return -1
	}
	if c := cmp.Compare(p.ip.BitLen(), p2.ip.BitLen()); c != 0 {
		return c
	}
	if c := p.Masked().ip.Compare(p2.Masked().ip); c != 0 {
		return c
	}
	if c := cmp.Compare(p.Bits(), p2.Bits()); c != 0 {
		return c
	}
	return p.ip.Compare(p2.ip)
}

// prefixError tells what is wrong with the text of a prefix.
type prefixError struct{ in, text string }

func (e prefixError) Error() string {
	return "netip.ParsePrefix(" + strconv.Quote(e.in) + "): " + e.text
}

// ParsePrefix reads an address without a zone, a slash, and a number of bits.
func ParsePrefix(s string) (Prefix, error) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return Prefix{}, prefixError{s, "no '/'"}
	}
	ip, err := ParseAddr(s[:i])
	if err != nil {
		return Prefix{}, prefixError{s, err.Error()}
	}
	if ip.hasZone() {
		return Prefix{}, prefixError{s, "IPv6 zones cannot be present in a prefix"}
	}
	text := s[i+1:]
	// No sign, and no zero before other digits.
	if len(text) > 1 && (text[0] < '1' || text[0] > '9') {
		return Prefix{}, prefixError{s, "bad bits after slash: " + strconv.Quote(text)}
	}
	bits, err := strconv.Atoi(text)
	if err != nil {
		return Prefix{}, prefixError{s, "bad bits after slash: " + strconv.Quote(text)}
	}
	if bits < 0 || bits > ip.BitLen() {
		return Prefix{}, prefixError{s, "prefix length out of range"}
	}
	return PrefixFrom(ip, bits), nil
}

// MustParsePrefix panics where ParsePrefix fails.
func MustParsePrefix(s string) Prefix {
	p, err := ParsePrefix(s)
	if err != nil {
		panic(err)
	}
	return p
}

// String is "invalid Prefix" where the prefix is not valid.
func (p Prefix) String() string {
	if !p.IsValid() {
		return "invalid Prefix"
	}
	return string(p.AppendTo(make([]byte, 0, longest6+len("/128"))))
}

// AppendTo appends the text, that of an invalid prefix too; nothing for the zero Prefix.
func (p Prefix) AppendTo(b []byte) []byte {
	if p == (Prefix{}) {
		return b
	}
	if !p.IsValid() {
		return append(b, "invalid Prefix"...)
	}
	return strconv.AppendInt(append(p.ip.appendAny(b), '/'), int64(p.Bits()), 10)
}

func (p Prefix) MarshalText() ([]byte, error) {
	return p.AppendText(make([]byte, 0, longest4+len("/32")))
}

func (p Prefix) AppendText(b []byte) ([]byte, error) { return p.AppendTo(b), nil }

// UnmarshalText takes an empty text for the zero Prefix.
func (p *Prefix) UnmarshalText(text []byte) error {
	*p = Prefix{}
	if len(text) == 0 {
		return nil
	}
	var err error
	*p, err = ParsePrefix(string(text))
	return err
}

func (p Prefix) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// AppendBinary appends the address, then a byte for the number of bits.
func (p Prefix) AppendBinary(b []byte) ([]byte, error) {
	b, err := p.ip.AppendBinary(b)
	return append(b, byte(p.Bits())), err
}

func (p *Prefix) UnmarshalBinary(b []byte) error {
	n := len(b) - 1
	if n < 0 {
		return errSliceSize
	}
	var ip Addr
	if err := ip.UnmarshalBinary(b[:n]); err != nil {
		return err
	}
	*p = PrefixFrom(ip, int(b[n]))
	return nil
}
