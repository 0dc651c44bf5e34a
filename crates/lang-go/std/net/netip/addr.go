// Package netip has IP addresses as small values that can be compared and be keys of maps.
package netip

import (
	"cmp"
	"errors"
	"math/bits"
)

// Addr is an IPv4 or IPv6 address, the latter perhaps with a zone. The zero Addr is none at all, not 0.0.0.0.
type Addr struct {
	// All 128 bits; an IPv4 address is the one mapped to IPv6.
	hi, lo uint64
	// A letter for the family, then the zone: equal addresses have equal fields. Empty in the zero Addr.
	family string
}

const (
	family4 = "4"
	family6 = "6"
	mapped  = 0xffff << 32 // lo of ::ffff:0:0
)

func addr4(v uint32) Addr            { return Addr{0, mapped | uint64(v), family4} }
func addr6(hi, lo uint64) Addr       { return Addr{hi, lo, family6} }
func (ip Addr) v4() uint32           { return uint32(ip.lo) }
func (ip Addr) segment(i int) uint64 { return word(ip.hi, ip.lo, i) }

// word is the i-th of eight groups of 16 bits.
func word(hi, lo uint64, i int) uint64 {
	if i < 4 {
		return hi >> (48 - 16*i) & 0xffff
	}
	return lo >> (112 - 16*i) & 0xffff
}

func bigEndian(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0])<<56 | uint64(b[1])<<48 | uint64(b[2])<<40 | uint64(b[3])<<32 |
		uint64(b[4])<<24 | uint64(b[5])<<16 | uint64(b[6])<<8 | uint64(b[7])
}

func putBigEndian(b []byte, v uint64) {
	_ = b[7]
	for i := 7; i >= 0; i-- {
		b[i] = byte(v)
		v >>= 8
	}
}

func AddrFrom4(addr [4]byte) Addr {
	return addr4(uint32(addr[0])<<24 | uint32(addr[1])<<16 | uint32(addr[2])<<8 | uint32(addr[3]))
}

// AddrFrom16 is an IPv6 address, also where an IPv4 address is mapped to it.
func AddrFrom16(addr [16]byte) Addr { return addr6(bigEndian(addr[:8]), bigEndian(addr[8:])) }

// AddrFromSlice takes 4 or 16 bytes.
func AddrFromSlice(slice []byte) (ip Addr, ok bool) {
	switch len(slice) {
	case 4:
		return AddrFrom4([4]byte(slice)), true
	case 16:
		return AddrFrom16([16]byte(slice)), true
	}
	return Addr{}, false
}

func IPv6LinkLocalAllNodes() Addr   { return addr6(0xff02<<48, 1) }
func IPv6LinkLocalAllRouters() Addr { return addr6(0xff02<<48, 2) }
func IPv6Loopback() Addr            { return addr6(0, 1) }
func IPv6Unspecified() Addr         { return addr6(0, 0) }
func IPv4Unspecified() Addr         { return addr4(0) }

func (ip Addr) IsValid() bool { return ip.family != "" }
func (ip Addr) Is4() bool     { return ip.family == family4 }
func (ip Addr) Is6() bool     { return ip.family != "" && ip.family[0] == '6' }

// Is4In6 tells whether an IPv6 address is one that an IPv4 address is mapped to.
func (ip Addr) Is4In6() bool { return ip.Is6() && ip.isMapped() }

func (ip Addr) isMapped() bool { return ip.hi == 0 && ip.lo>>32 == 0xffff }

// BitLen is 32 or 128, and 0 for the zero Addr.
func (ip Addr) BitLen() int {
	switch {
	case ip.family == "":
		return 0
	case ip.Is4():
		return 32
	}
	return 128
}

func (ip Addr) Zone() string {
	if ip.family == "" {
		return ""
	}
	return ip.family[1:]
}

func (ip Addr) hasZone() bool { return len(ip.family) > 1 }

// WithZone replaces the zone of an IPv6 address. IPv4 addresses have none, and stay as they are.
func (ip Addr) WithZone(zone string) Addr {
	if !ip.Is6() {
		return ip
	}
	ip.family = family6
	if zone != "" {
		ip.family += zone
	}
	return ip
}

func (ip Addr) withoutZone() Addr {
	if ip.hasZone() {
		ip.family = family6
	}
	return ip
}

// Unmap is the IPv4 address that is mapped to ip; without its zone.
func (ip Addr) Unmap() Addr {
	if ip.Is4In6() {
		ip.family = family4
	}
	return ip
}

// Compare orders by length, then by the bits, then by the zone.
func (ip Addr) Compare(ip2 Addr) int {
	if c := cmp.Compare(ip.BitLen(), ip2.BitLen()); c != 0 {
		return c
	}
	if c := cmp.Compare(ip.hi, ip2.hi); c != 0 {
		return c
	}
	if c := cmp.Compare(ip.lo, ip2.lo); c != 0 {
		return c
	}
	return cmp.Compare(ip.family, ip2.family)
}

func (ip Addr) Less(ip2 Addr) bool { return ip.Compare(ip2) < 0 }

// IsUnspecified tells whether ip is 0.0.0.0 or ::, without a zone.
func (ip Addr) IsUnspecified() bool {
	return ip == IPv4Unspecified() || ip == IPv6Unspecified()
}

func (ip Addr) IsLoopback() bool {
	ip = ip.Unmap()
	if ip.Is4() {
		return ip.v4()>>24 == 127
	}
	return ip.Is6() && ip.hi == 0 && ip.lo == 1
}

func (ip Addr) IsMulticast() bool {
	ip = ip.Unmap()
	if ip.Is4() {
		return ip.v4()>>28 == 0xe
	}
	return ip.Is6() && ip.hi>>56 == 0xff
}

func (ip Addr) IsLinkLocalUnicast() bool {
	ip = ip.Unmap()
	if ip.Is4() {
		return ip.v4()>>16 == 169<<8|254
	}
	return ip.Is6() && ip.hi>>54 == 0xfe80>>6
}

func (ip Addr) IsInterfaceLocalMulticast() bool {
	return ip.Is6() && !ip.Is4In6() && ip.hi>>48&0xff0f == 0xff01
}

func (ip Addr) IsLinkLocalMulticast() bool {
	ip = ip.Unmap()
	if ip.Is4() {
		return ip.v4()>>8 == 224<<16
	}
	return ip.Is6() && ip.hi>>48&0xff0f == 0xff02
}

// IsPrivate tells whether ip is of RFC 1918 or RFC 4193.
func (ip Addr) IsPrivate() bool {
	ip = ip.Unmap()
	if ip.Is4() {
		v := ip.v4()
		return v>>24 == 10 || v>>20 == 172<<4|1 || v>>16 == 192<<8|168
	}
	return ip.Is6() && ip.hi>>57 == 0xfc>>1
}

// IsGlobalUnicast holds for private addresses too.
func (ip Addr) IsGlobalUnicast() bool {
	ip = ip.Unmap()
	if !ip.IsValid() || ip.IsUnspecified() || ip.Is4() && ip.v4() == 1<<32-1 {
		return false
	}
	return !ip.IsLoopback() && !ip.IsMulticast() && !ip.IsLinkLocalUnicast()
}

// As16 maps IPv4 addresses to IPv6; the zero Addr is all zeros.
func (ip Addr) As16() (a16 [16]byte) {
	putBigEndian(a16[:8], ip.hi)
	putBigEndian(a16[8:], ip.lo)
	return a16
}

// As4 panics where IPv6 addresses have no IPv4 address mapped to them.
func (ip Addr) As4() [4]byte {
	if !ip.IsValid() {
		panic("As4 called on IP zero value")
	}
	if !ip.Is4() && !ip.isMapped() {
		panic("As4 called on IPv6 address")
	}
	v := ip.v4()
	return [4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}
}

// AsSlice gives 4 or 16 bytes, and nil for the zero Addr.
func (ip Addr) AsSlice() []byte {
	switch {
	case ip.family == "":
		return nil
	case ip.Is4():
		a := ip.As4()
		return a[:]
	}
	a := ip.As16()
	return a[:]
}

// Next is the address after ip, or the zero Addr if ip is the last one.
func (ip Addr) Next() Addr {
	if ip.Is4() {
		if ip.v4() == 1<<32-1 {
			return Addr{}
		}
		ip.lo++
		return ip
	}
	var carry uint64
	ip.lo, carry = bits.Add64(ip.lo, 1, 0)
	ip.hi += carry
	if ip.hi|ip.lo == 0 {
		return Addr{}
	}
	return ip
}

// Prev is the address before ip, or the zero Addr if ip is the first one.
func (ip Addr) Prev() Addr {
	if ip.Is4() {
		if ip.v4() == 0 {
			return Addr{}
		}
		ip.lo--
		return ip
	}
	if ip.hi|ip.lo == 0 {
		return Addr{}
	}
	var borrow uint64
	ip.lo, borrow = bits.Sub64(ip.lo, 1, 0)
	ip.hi -= borrow
	return ip
}

var errSliceSize = errors.New("unexpected slice size")

func (ip Addr) MarshalBinary() ([]byte, error) { return ip.AppendBinary([]byte{}) }

// AppendBinary appends the bytes, and after those of an IPv6 address its zone.
func (ip Addr) AppendBinary(b []byte) ([]byte, error) {
	switch {
	case ip.family == "":
		return b, nil
	case ip.Is4():
		a := ip.As4()
		return append(b, a[:]...), nil
	}
	a := ip.As16()
	return append(append(b, a[:]...), ip.Zone()...), nil
}

func (ip *Addr) UnmarshalBinary(b []byte) error {
	switch n := len(b); {
	case n == 0:
		*ip = Addr{}
	case n == 4:
		*ip = AddrFrom4([4]byte(b))
	case n == 16:
		*ip = AddrFrom16([16]byte(b))
	case n > 16:
		*ip = AddrFrom16([16]byte(b[:16])).WithZone(string(b[16:]))
	default:
		return errSliceSize
	}
	return nil
}
