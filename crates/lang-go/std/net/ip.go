package net

import (
	"internal/text"
	"net/netip"
	"strconv"
	"strings"
)

// Lengths of addresses in bytes.
const (
	IPv4len = 4
	IPv6len = 16
)

// IP is an address of 4 or 16 bytes; IPv4 addresses may have either length.
type IP []byte

// IPMask is a mask of as many bytes.
type IPMask []byte

// IPNet is a network.
type IPNet struct {
	IP   IP
	Mask IPMask
}

// IPv4 is an address of 16 bytes.
func IPv4(a, b, c, d byte) IP { return IP{10: 0xff, 11: 0xff, 12: a, 13: b, 14: c, 15: d} }

func IPv4Mask(a, b, c, d byte) IPMask { return IPMask{a, b, c, d} }

// CIDRMask has ones bits that are set, of 32 or 128; it is nil for other numbers.
func CIDRMask(ones, bits int) IPMask {
	if bits != 8*IPv4len && bits != 8*IPv6len || ones < 0 || ones > bits {
		return nil
	}
	m := make(IPMask, bits/8)
	for i := range m {
		m[i] = ^byte(0xff >> min(ones, 8))
		ones = max(ones-8, 0)
	}
	return m
}

var (
	IPv4bcast     = IPv4(255, 255, 255, 255)
	IPv4allsys    = IPv4(224, 0, 0, 1)
	IPv4allrouter = IPv4(224, 0, 0, 2)
	IPv4zero      = IPv4(0, 0, 0, 0)

	IPv6zero                   = IP{15: 0}
	IPv6unspecified            = IP{15: 0}
	IPv6loopback               = IP{15: 1}
	IPv6interfacelocalallnodes = IP{0: 0xff, 1: 1, 15: 1}
	IPv6linklocalallnodes      = IP{0: 0xff, 1: 2, 15: 1}
	IPv6linklocalallrouters    = IP{0: 0xff, 1: 2, 15: 2}
)

func (ip IP) IsUnspecified() bool { return ip.Equal(IPv4zero) || ip.Equal(IPv6unspecified) }

// addr is the address as package netip has it, an IPv4 one unmapped; not valid if the length is wrong.
func (ip IP) addr() netip.Addr {
	a, _ := netip.AddrFromSlice(ip)
	return a.Unmap()
}

func (ip IP) IsLoopback() bool                { return ip.addr().IsLoopback() }
func (ip IP) IsPrivate() bool                 { return ip.addr().IsPrivate() }
func (ip IP) IsMulticast() bool               { return ip.addr().IsMulticast() }
func (ip IP) IsInterfaceLocalMulticast() bool { return ip.addr().IsInterfaceLocalMulticast() }
func (ip IP) IsLinkLocalMulticast() bool      { return ip.addr().IsLinkLocalMulticast() }
func (ip IP) IsLinkLocalUnicast() bool        { return ip.addr().IsLinkLocalUnicast() }

// IsGlobalUnicast holds for private addresses too.
func (ip IP) IsGlobalUnicast() bool { return ip.addr().IsGlobalUnicast() }

// To4 is the address in 4 bytes, or nil if it is none of IPv4.
func (ip IP) To4() IP {
	switch len(ip) {
	case IPv4len:
		return ip
	case IPv6len:
		for i, c := range ip[:12] {
			if i < 10 && c != 0 || i >= 10 && c != 0xff {
				return nil
			}
		}
		return ip[12:16]
	}
	return nil
}

// To16 is the address in 16 bytes, or nil if its length is wrong.
func (ip IP) To16() IP {
	switch len(ip) {
	case IPv4len:
		return IPv4(ip[0], ip[1], ip[2], ip[3])
	case IPv6len:
		return ip
	}
	return nil
}

// DefaultMask is that of the address's class, which only IPv4 has.
func (ip IP) DefaultMask() IPMask {
	ip = ip.To4()
	switch {
	case ip == nil:
		return nil
	case ip[0] < 0x80:
		return CIDRMask(8, 32)
	case ip[0] < 0xc0:
		return CIDRMask(16, 32)
	}
	return CIDRMask(24, 32)
}

// Mask clears what the mask does not cover. Lengths may differ where IPv4 allows it; it is nil otherwise.
func (ip IP) Mask(mask IPMask) IP {
	if len(mask) == IPv6len && len(ip) == IPv4len && text.Index(string(mask[:12]), twelveSet) == 0 {
		mask = mask[12:]
	}
	if len(mask) == IPv4len && len(ip) == IPv6len {
		if v4 := ip.To4(); v4 != nil {
			ip = v4
		}
	}
	if len(ip) != len(mask) {
		return nil
	}
	out := make(IP, len(ip))
	for i := range out {
		out[i] = ip[i] & mask[i]
	}
	return out
}

const twelveSet = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"

const hexDigits = "0123456789abcdef"

func hexString(b []byte) string {
	s := make([]byte, 0, 2*len(b))
	for _, c := range b {
		s = append(s, hexDigits[c>>4], hexDigits[c&15])
	}
	return string(s)
}

// String is "<nil>" for an empty address, and shows the bytes of one whose length is wrong.
func (ip IP) String() string {
	if len(ip) == 0 {
		return "<nil>"
	}
	if len(ip) != IPv4len && len(ip) != IPv6len {
		return "?" + hexString(ip)
	}
	return ip.addr().String()
}

func (ip IP) MarshalText() ([]byte, error) {
	b, err := ip.AppendText(make([]byte, 0, 24))
	if err != nil {
		return nil, err
	}
	return b, nil
}

// AppendText appends nothing for an empty address, and fails if the length is wrong.
func (ip IP) AppendText(b []byte) ([]byte, error) {
	if len(ip) == 0 {
		return b, nil
	}
	if len(ip) != IPv4len && len(ip) != IPv6len {
		return b, &AddrError{Err: "invalid IP address", Addr: hexString(ip)}
	}
	return ip.addr().AppendTo(b), nil
}

func (ip *IP) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*ip = nil
		return nil
	}
	s := string(text)
	x := ParseIP(s)
	if x == nil {
		return &ParseError{Type: "IP address", Text: s}
	}
	*ip = x
	return nil
}

// Equal takes both lengths of an IPv4 address for the same.
func (ip IP) Equal(x IP) bool {
	if len(ip) == len(x) {
		return text.EqualBytes(ip, x)
	}
	a, b := ip.To4(), x.To4()
	return a != nil && b != nil && text.EqualBytes(a, b)
}

// ones is how many leading bits are set, -1 if others are too.
func (m IPMask) ones() int {
	n, end := 0, false
	for _, c := range m {
		for bit := byte(0x80); bit != 0; bit >>= 1 {
			switch {
			case c&bit == 0:
				end = true
			case end:
				return -1
			default:
				n++
			}
		}
	}
	return n
}

// Size tells how many leading bits are set, and of how many; 0, 0 if others are set too.
func (m IPMask) Size() (ones, bits int) {
	ones, bits = m.ones(), 8*len(m)
	if ones < 0 {
		return 0, 0
	}
	return ones, bits
}

func (m IPMask) String() string {
	if len(m) == 0 {
		return "<nil>"
	}
	return hexString(m)
}

// parts are address and mask in the same length, nil if they do not go together.
func (n *IPNet) parts() (ip IP, m IPMask) {
	if ip = n.IP.To4(); ip == nil {
		if ip = n.IP; len(ip) != IPv6len {
			return nil, nil
		}
	}
	m = n.Mask
	switch {
	case len(m) == len(ip):
	case len(m) == IPv6len && len(ip) == IPv4len:
		m = m[12:]
	default:
		return nil, nil
	}
	return ip, m
}

func (n *IPNet) Contains(ip IP) bool {
	net, m := n.parts()
	if v4 := ip.To4(); v4 != nil {
		ip = v4
	}
	if len(ip) != len(net) {
		return false
	}
	for i := range ip {
		if (ip[i]^net[i])&m[i] != 0 {
			return false
		}
	}
	return true
}

// Network is "ip+net".
func (n *IPNet) Network() string { return "ip+net" }

// String has the mask in digits if it is not a prefix.
func (n *IPNet) String() string {
	if n == nil {
		return "<nil>"
	}
	ip, m := n.parts()
	if ip == nil || m == nil {
		return "<nil>"
	}
	if ones := m.ones(); ones >= 0 {
		return ip.String() + "/" + strconv.Itoa(ones)
	}
	return ip.String() + "/" + m.String()
}

// ParseIP gives 16 bytes, or nil if s is no address; zones are none.
func ParseIP(s string) IP {
	a, err := netip.ParseAddr(s)
	if err != nil || a.Zone() != "" {
		return nil
	}
	b := a.As16()
	return b[:]
}

// ParseCIDR gives the address, and the network with a mask of the address's family.
func ParseCIDR(s string) (IP, *IPNet, error) {
	addr, bits, ok := strings.Cut(s, "/")
	if !ok {
		return nil, nil, &ParseError{Type: "CIDR address", Text: s}
	}
	a, err := netip.ParseAddr(addr)
	n, numeric := smallNumber(bits)
	if err != nil || a.Zone() != "" || !numeric || n > a.BitLen() {
		return nil, nil, &ParseError{Type: "CIDR address", Text: s}
	}
	m := CIDRMask(n, a.BitLen())
	b := a.As16()
	ip := IP(b[:])
	return ip, &IPNet{IP: ip.Mask(m), Mask: m}, nil
}

// smallNumber reads digits, and nothing else.
func smallNumber(s string) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || n > 0xffffff {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// HardwareAddr is the address of an interface on its link.
type HardwareAddr []byte

func (a HardwareAddr) String() string {
	b := make([]byte, 0, 3*len(a))
	for i, c := range a {
		if i > 0 {
			b = append(b, ':')
		}
		b = append(b, hexDigits[c>>4], hexDigits[c&15])
	}
	return string(b)
}

// ParseMAC reads 6, 8 or 20 bytes: with a colon or dash between each two, with a dot after each second one, or with nothing
// between them.
func ParseMAC(s string) (HardwareAddr, error) {
	bad := &AddrError{Err: "invalid MAC address", Addr: s}
	if len(s) < 12 {
		return nil, bad
	}
	group, gap := len(s), 0 // letters of a group, and between two
	switch {
	case s[2] == ':' || s[2] == '-':
		group, gap = 2, 1
	case s[4] == '.':
		group, gap = 4, 1
	}
	count := (len(s) + gap) / (group + gap)
	size := count * group / 2
	if count*(group+gap)-gap != len(s) || size*2 != count*group || size != 6 && size != 8 && size != 20 {
		return nil, bad
	}
	a := make(HardwareAddr, 0, size)
	for i := 0; i < len(s); i += group + gap {
		if i > 0 && s[i-1] != s[group] {
			return nil, bad
		}
		for j := i; j < i+group; j += 2 {
			hi, ok := hexDigit(s[j])
			lo, ok2 := hexDigit(s[j+1])
			if !ok || !ok2 {
				return nil, bad
			}
			a = append(a, hi<<4|lo)
		}
	}
	return a, nil
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}
