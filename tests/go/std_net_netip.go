// Package net/netip: texts and their errors, arithmetic, order, prefixes, binary forms, addresses as keys.
package main

import (
	"bytes"
	"encoding"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

func parse() {
	for _, s := range []string{"", "1.2.3.4", "1.2.3", "1.2.3.4.5", "1..3.4", "1.2.3.", ".1.2.3", "01.2.3.4", "256.1.1.1",
		"1.2.3.4x", "1.2.3.4%eth0", "::", "::1", "1::", "1::2::3", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
		"1:2:3:4:5:6:7::", "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "12345::", "g::", ":1", "1:", ":::", "fe80::1%eth0", "fe80::1%",
		"%eth0", "::ffff:1.2.3.4", "::ffff:1.2.3", "1:2:3:4:5:6:1.2.3.4", "1:2:3:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4",
		"::ffff:1.2.3.4%z%z", "2001:DB8::A", "0:0:1:0:0:0:1:0", "1:0:0:1:0:0:1:1", "x", strings.Repeat("0", 40),
		strings.Repeat(":", 3000)[:40], "::1" + strings.Repeat("0", 9), "1.2.3.99999999999999999999"} {
		ip, err := netip.ParseAddr(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%q %v %s %d %q\n", s, ip, ip.StringExpanded(), ip.BitLen(), ip.Zone())
	}
	for _, s := range []string{"1.2.3.4:80", "[::1]:80", "[::1%z]:0", "::1:80", "[1.2.3.4]:80", "1.2.3.4", "1.2.3.4:", ":80",
		"1.2.3.4:65536", "1.2.3.4:-1", "[::1:80", "[]:1", "[::1]80:1", "[::ffff:1.2.3.4]:00443"} {
		p, err := netip.ParseAddrPort(s)
		fmt.Println(p, p.IsValid(), err)
	}
	for _, s := range []string{"10.0.0.0/8", "10.1.2.3/8", "::/0", "::1/128", "::1/129", "1.2.3.4/33", "1.2.3.4/-1", "1.2.3.4/+1",
		"1.2.3.4/08", "1.2.3.4", "1.2.3.4/", "fe80::1%z/64", "::ffff:1.2.3.4/100", "1.2.3/8", "/8", "1.2.3.4/8/8"} {
		p, err := netip.ParsePrefix(s)
		fmt.Println(p, p.Bits(), p.IsSingleIP(), p.Masked(), err)
	}
}

func kinds() {
	for _, s := range []string{"0.0.0.0", "10.1.1.1", "100.64.0.1", "127.0.0.1", "169.254.9.9", "172.16.0.1", "172.32.0.1",
		"192.168.0.1", "224.0.0.251", "239.1.1.1", "255.255.255.255", "::", "::1", "::1%z", "::%z", "fc00::1", "fe80::1", "ff01::1",
		"ff02::1", "ff05::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:224.0.0.1", "::ffff:10.1.1.1"} {
		ip := netip.MustParseAddr(s)
		var is []string
		for name, ok := range map[string]bool{"4": ip.Is4(), "6": ip.Is6(), "4in6": ip.Is4In6(), "loop": ip.IsLoopback(),
			"multi": ip.IsMulticast(), "iface": ip.IsInterfaceLocalMulticast(), "linkmulti": ip.IsLinkLocalMulticast(),
			"link": ip.IsLinkLocalUnicast(), "global": ip.IsGlobalUnicast(), "private": ip.IsPrivate(), "none": ip.IsUnspecified()} {
			if ok {
				is = append(is, name)
			}
		}
		slices.Sort(is)
		fmt.Println(ip, is, ip.Unmap(), ip.Next(), ip.Prev(), ip.WithZone("q"))
	}
	var zero netip.Addr
	fmt.Println(zero, zero.IsValid(), zero.Is4(), zero.Next(), zero.Prev(), zero.AsSlice() == nil, zero.As16(), zero.Unmap())
	for _, f := range []func(){
		func() { zero.As4() },
		func() { netip.IPv6Loopback().As4() },
		func() { netip.MustParseAddr("nope") },
		func() { netip.MustParsePrefix("1.1.1.1") },
		func() { netip.MustParseAddrPort("x:y") },
	} {
		func() {
			defer func() { fmt.Println("panic:", recover()) }()
			f()
		}()
	}
	fmt.Println(netip.IPv6LinkLocalAllNodes(), netip.IPv6LinkLocalAllRouters(), netip.IPv6Unspecified(), netip.IPv4Unspecified())
	ip, ok := netip.AddrFromSlice([]byte{1, 2, 3})
	fmt.Println(ip, ok, netip.AddrFrom16([16]byte{10: 255, 11: 255, 12: 1}))
}

func ordered() {
	var list []netip.Addr
	for _, s := range []string{"::2%b", "1.2.3.4", "::2", "::ffff:1.2.3.4", "::2%a", "1.2.3.3", "ff::", "255.0.0.0"} {
		list = append(list, netip.MustParseAddr(s))
	}
	list = append(list, netip.Addr{})
	slices.SortFunc(list, netip.Addr.Compare)
	fmt.Println(list, list[1].Less(list[2]))
	seen := map[netip.Addr]int{}
	for range 2 {
		for _, ip := range list {
			seen[ip]++
		}
	}
	fmt.Println(len(seen), seen[netip.MustParseAddr("::2").WithZone("a")], netip.MustParseAddr("::2%a") == list[7])
	var prefixes []netip.Prefix
	for _, s := range []string{"10.0.0.0/8", "::/0", "10.1.0.0/16", "10.0.0.0/16", "10.9.9.9/8", "0.0.0.0/0", "fe80::/10", "fe80::/64"} {
		prefixes = append(prefixes, netip.MustParsePrefix(s))
	}
	prefixes = append(prefixes, netip.Prefix{}, netip.PrefixFrom(list[1], 40))
	slices.SortFunc(prefixes, netip.Prefix.Compare)
	fmt.Println(prefixes)
	for _, p := range prefixes {
		for _, q := range prefixes {
			if p.Overlaps(q) {
				fmt.Print(" ", p, "~", q)
			}
		}
		fmt.Println()
	}
	p := netip.MustParsePrefix("10.1.2.0/23")
	for _, s := range []string{"10.1.2.255", "10.1.3.0", "10.1.4.0", "::ffff:10.1.2.3", "::"} {
		fmt.Print(p.Contains(netip.MustParseAddr(s)), " ")
	}
	count := 0
	for ip := p.Addr(); p.Contains(ip); ip = ip.Next() {
		count++
	}
	fmt.Println(count)
	for _, n := range []int{-1, 0, 9, 32, 33} {
		q, err := netip.MustParseAddr("255.255.1.1").Prefix(n)
		fmt.Println(q, err)
	}
	a, b := netip.MustParseAddrPort("1.2.3.4:80"), netip.MustParseAddrPort("1.2.3.4:443")
	fmt.Println(a.Compare(b), a.Addr() == b.Addr(), netip.AddrPortFrom(b.Addr(), 80) == a, netip.AddrPort{})
}

type form interface {
	encoding.TextAppender
	encoding.TextMarshaler
	encoding.BinaryAppender
	encoding.BinaryMarshaler
}

func forms() {
	values := []form{netip.Addr{}, netip.AddrPort{}, netip.Prefix{}, netip.PrefixFrom(netip.IPv4Unspecified(), 77)}
	for _, s := range []string{"1.2.3.4", "fe80::1%eth0", "::ffff:1.2.3.4"} {
		ip := netip.MustParseAddr(s)
		values = append(values, ip, netip.AddrPortFrom(ip, 0x1234), netip.PrefixFrom(ip, 20))
	}
	for _, v := range values {
		text, err := v.MarshalText()
		data, err2 := v.MarshalBinary()
		text2, _ := v.AppendText([]byte("x"))
		data2, _ := v.AppendBinary([]byte("x"))
		fmt.Printf("%v %q %v %v %v %v %v\n", v, text, data, err, err2, bytes.HasSuffix(text2, text), bytes.HasSuffix(data2, data))
		switch v.(type) {
		case netip.Addr:
			var t, d netip.Addr
			fmt.Println(t.UnmarshalText(text), d.UnmarshalBinary(data))
			fmt.Println(t == v, d == v)
		case netip.AddrPort:
			var t, d netip.AddrPort
			fmt.Println(t.UnmarshalText(text), d.UnmarshalBinary(data))
			fmt.Println(t == v, d == v)
		case netip.Prefix:
			var t, d netip.Prefix
			fmt.Println(t.UnmarshalText(text), d.UnmarshalBinary(data))
			fmt.Println(t == v, d == v)
		}
	}
	var ip netip.Addr
	var port netip.AddrPort
	var p netip.Prefix
	for n := range 7 {
		b := make([]byte, n)
		fmt.Println(ip.UnmarshalBinary(b), port.UnmarshalBinary(b), p.UnmarshalBinary(b))
	}
}

func main() {
	parse()
	kinds()
	ordered()
	forms()
}

// Output:
// ParseAddr(""): unable to parse IP
// "1.2.3.4" 1.2.3.4 1.2.3.4 32 ""
// ParseAddr("1.2.3"): IPv4 address too short
// ParseAddr("1.2.3.4.5"): IPv4 address too long
// ParseAddr("1..3.4"): IPv4 field must have at least one digit (at ".3.4")
// ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")
// ParseAddr(".1.2.3"): IPv4 field must have at least one digit (at ".1.2.3")
// ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero
// ParseAddr("256.1.1.1"): IPv4 field has value >255
// ParseAddr("1.2.3.4x"): unexpected character (at "x")
// ParseAddr("1.2.3.4%eth0"): unexpected character (at "%eth0")
// "::" :: 0000:0000:0000:0000:0000:0000:0000:0000 128 ""
// "::1" ::1 0000:0000:0000:0000:0000:0000:0000:0001 128 ""
// "1::" 1:: 0001:0000:0000:0000:0000:0000:0000:0000 128 ""
// ParseAddr("1::2::3"): multiple :: in address (at ":3")
// "1:2:3:4:5:6:7:8" 1:2:3:4:5:6:7:8 0001:0002:0003:0004:0005:0006:0007:0008 128 ""
// ParseAddr("1:2:3:4:5:6:7"): address string too short
// ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")
// "1:2:3:4:5:6:7::" 1:2:3:4:5:6:7:0 0001:0002:0003:0004:0005:0006:0007:0000 128 ""
// ParseAddr("::1:2:3:4:5:6:7:8"): the :: must expand to at least one field of zeros
// ParseAddr("1:2:3:4::5:6:7:8"): the :: must expand to at least one field of zeros
// ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")
// ParseAddr("g::"): each colon-separated field must have at least one digit (at "g::")
// ParseAddr(":1"): each colon-separated field must have at least one digit (at ":1")
// ParseAddr("1:"): colon must be followed by more characters (at ":")
// ParseAddr(":::"): each colon-separated field must have at least one digit (at ":")
// "fe80::1%eth0" fe80::1%eth0 fe80:0000:0000:0000:0000:0000:0000:0001%eth0 128 "eth0"
// ParseAddr("fe80::1%"): zone must be a non-empty string
// ParseAddr("%eth0"): missing IPv6 address
// "::ffff:1.2.3.4" ::ffff:1.2.3.4 0000:0000:0000:0000:0000:ffff:0102:0304 128 ""
// ParseAddr("::ffff:1.2.3"): IPv4 address too short
// "1:2:3:4:5:6:1.2.3.4" 1:2:3:4:5:6:102:304 0001:0002:0003:0004:0005:0006:0102:0304 128 ""
// ParseAddr("1:2:3:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")
// ParseAddr("1:2:3:4:5:6:7:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")
// "::ffff:1.2.3.4%z%z" ::ffff:1.2.3.4%z%z 0000:0000:0000:0000:0000:ffff:0102:0304%z%z 128 "z%z"
// "2001:DB8::A" 2001:db8::a 2001:0db8:0000:0000:0000:0000:0000:000a 128 ""
// "0:0:1:0:0:0:1:0" 0:0:1::1:0 0000:0000:0001:0000:0000:0000:0001:0000 128 ""
// "1:0:0:1:0:0:1:1" 1::1:0:0:1:1 0001:0000:0000:0001:0000:0000:0001:0001 128 ""
// ParseAddr("x"): unable to parse IP
// ParseAddr("0000000000000000000000000000000000000000"): unable to parse IP
// ParseAddr("::::::::::::::::::::::::::::::::::::::::"): each colon-separated field must have at least one digit (at "::::::::::::::::::::::::::::::::::::::")
// ParseAddr("::1000000000"): each group must have 4 or less digits (at "1000000000")
// ParseAddr("1.2.3.99999999999999999999"): IPv4 field has value >255
// 1.2.3.4:80 true <nil>
// [::1]:80 true <nil>
// [::1%z]:0 true <nil>
// invalid AddrPort false invalid ip:port "::1:80", IPv6 addresses must be surrounded by square brackets
// invalid AddrPort false invalid ip:port "[1.2.3.4]:80", square brackets can only be used with IPv6 addresses
// invalid AddrPort false not an ip:port
// invalid AddrPort false no port
// invalid AddrPort false no IP
// invalid AddrPort false invalid port "65536" parsing "1.2.3.4:65536"
// invalid AddrPort false invalid port "-1" parsing "1.2.3.4:-1"
// invalid AddrPort false missing ]
// invalid AddrPort false ParseAddr(""): unable to parse IP
// invalid AddrPort false missing ]
// [::ffff:1.2.3.4]:443 true <nil>
// 10.0.0.0/8 8 false 10.0.0.0/8 <nil>
// 10.1.2.3/8 8 false 10.0.0.0/8 <nil>
// ::/0 0 false ::/0 <nil>
// ::1/128 128 true ::1/128 <nil>
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("::1/129"): prefix length out of range
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4/33"): prefix length out of range
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4/-1"): bad bits after slash: "-1"
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4/+1"): bad bits after slash: "+1"
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4/08"): bad bits after slash: "08"
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4"): no '/'
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4/"): bad bits after slash: ""
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("fe80::1%z/64"): IPv6 zones cannot be present in a prefix
// ::ffff:1.2.3.4/100 100 false ::ffff:0.0.0.0/100 <nil>
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3/8"): ParseAddr("1.2.3"): IPv4 address too short
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("/8"): ParseAddr(""): unable to parse IP
// invalid Prefix -1 false invalid Prefix netip.ParsePrefix("1.2.3.4/8/8"): ParseAddr("1.2.3.4/8"): unexpected character (at "/8")
// 0.0.0.0 [4 none] 0.0.0.0 0.0.0.1 invalid IP 0.0.0.0
// 10.1.1.1 [4 global private] 10.1.1.1 10.1.1.2 10.1.1.0 10.1.1.1
// 100.64.0.1 [4 global] 100.64.0.1 100.64.0.2 100.64.0.0 100.64.0.1
// 127.0.0.1 [4 loop] 127.0.0.1 127.0.0.2 127.0.0.0 127.0.0.1
// 169.254.9.9 [4 link] 169.254.9.9 169.254.9.10 169.254.9.8 169.254.9.9
// 172.16.0.1 [4 global private] 172.16.0.1 172.16.0.2 172.16.0.0 172.16.0.1
// 172.32.0.1 [4 global] 172.32.0.1 172.32.0.2 172.32.0.0 172.32.0.1
// 192.168.0.1 [4 global private] 192.168.0.1 192.168.0.2 192.168.0.0 192.168.0.1
// 224.0.0.251 [4 linkmulti multi] 224.0.0.251 224.0.0.252 224.0.0.250 224.0.0.251
// 239.1.1.1 [4 multi] 239.1.1.1 239.1.1.2 239.1.1.0 239.1.1.1
// 255.255.255.255 [4] 255.255.255.255 invalid IP 255.255.255.254 255.255.255.255
// :: [6 none] :: ::1 invalid IP ::%q
// ::1 [6 loop] ::1 ::2 :: ::1%q
// ::1%z [6 loop] ::1%z ::2%z ::%z ::1%q
// ::%z [6 global] ::%z ::1%z invalid IP ::%q
// fc00::1 [6 global private] fc00::1 fc00::2 fc00:: fc00::1%q
// fe80::1 [6 link] fe80::1 fe80::2 fe80:: fe80::1%q
// ff01::1 [6 iface multi] ff01::1 ff01::2 ff01:: ff01::1%q
// ff02::1 [6 linkmulti multi] ff02::1 ff02::2 ff02:: ff02::1%q
// ff05::1 [6 multi] ff05::1 ff05::2 ff05:: ff05::1%q
// 2001:db8::1 [6 global] 2001:db8::1 2001:db8::2 2001:db8:: 2001:db8::1%q
// ::ffff:127.0.0.1 [4in6 6 loop] 127.0.0.1 ::ffff:127.0.0.2 ::ffff:127.0.0.0 ::ffff:127.0.0.1%q
// ::ffff:224.0.0.1 [4in6 6 linkmulti multi] 224.0.0.1 ::ffff:224.0.0.2 ::ffff:224.0.0.0 ::ffff:224.0.0.1%q
// ::ffff:10.1.1.1 [4in6 6 global private] 10.1.1.1 ::ffff:10.1.1.2 ::ffff:10.1.1.0 ::ffff:10.1.1.1%q
// invalid IP false false invalid IP invalid IP true [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] invalid IP
// panic: As4 called on IP zero value
// panic: As4 called on IPv6 address
// panic: ParseAddr("nope"): unable to parse IP
// panic: netip.ParsePrefix("1.1.1.1"): no '/'
// panic: invalid port "y" parsing "x:y"
// ff02::1 ff02::2 :: 0.0.0.0
// invalid IP false ::ffff:1.0.0.0
// [invalid IP 1.2.3.3 1.2.3.4 255.0.0.0 ::2 ::2%a ::2%b ::ffff:1.2.3.4 ff::] true
// 9 2 false
// [invalid Prefix invalid Prefix 0.0.0.0/0 10.0.0.0/8 10.9.9.9/8 10.0.0.0/16 10.1.0.0/16 ::/0 fe80::/10 fe80::/64]
//
//
//  0.0.0.0/0~0.0.0.0/0 0.0.0.0/0~10.0.0.0/8 0.0.0.0/0~10.9.9.9/8 0.0.0.0/0~10.0.0.0/16 0.0.0.0/0~10.1.0.0/16
//  10.0.0.0/8~0.0.0.0/0 10.0.0.0/8~10.0.0.0/8 10.0.0.0/8~10.9.9.9/8 10.0.0.0/8~10.0.0.0/16 10.0.0.0/8~10.1.0.0/16
//  10.9.9.9/8~0.0.0.0/0 10.9.9.9/8~10.0.0.0/8 10.9.9.9/8~10.9.9.9/8 10.9.9.9/8~10.0.0.0/16 10.9.9.9/8~10.1.0.0/16
//  10.0.0.0/16~0.0.0.0/0 10.0.0.0/16~10.0.0.0/8 10.0.0.0/16~10.9.9.9/8 10.0.0.0/16~10.0.0.0/16
//  10.1.0.0/16~0.0.0.0/0 10.1.0.0/16~10.0.0.0/8 10.1.0.0/16~10.9.9.9/8 10.1.0.0/16~10.1.0.0/16
//  ::/0~::/0 ::/0~fe80::/10 ::/0~fe80::/64
//  fe80::/10~::/0 fe80::/10~fe80::/10 fe80::/10~fe80::/64
//  fe80::/64~::/0 fe80::/64~fe80::/10 fe80::/64~fe80::/64
// true true false false false 512
// invalid Prefix negative Prefix bits
// 0.0.0.0/0 <nil>
// 255.128.0.0/9 <nil>
// 255.255.1.1/32 <nil>
// invalid Prefix prefix length 33 too large for IPv4
// -1 true true invalid AddrPort
// invalid IP "" [] <nil> <nil> true true
// <nil> <nil>
// true true
// invalid AddrPort "" [0 0] <nil> <nil> true true
// <nil> <nil>
// true true
// invalid Prefix "" [255] <nil> <nil> true true
// <nil> <nil>
// true true
// invalid Prefix "invalid Prefix" [0 0 0 0 255] <nil> <nil> true true
// netip.ParsePrefix("invalid Prefix"): no '/' <nil>
// false true
// 1.2.3.4 "1.2.3.4" [1 2 3 4] <nil> <nil> true true
// <nil> <nil>
// true true
// 1.2.3.4:4660 "1.2.3.4:4660" [1 2 3 4 52 18] <nil> <nil> true true
// <nil> <nil>
// true true
// 1.2.3.4/20 "1.2.3.4/20" [1 2 3 4 20] <nil> <nil> true true
// <nil> <nil>
// true true
// fe80::1%eth0 "fe80::1%eth0" [254 128 0 0 0 0 0 0 0 0 0 0 0 0 0 1 101 116 104 48] <nil> <nil> true true
// <nil> <nil>
// true true
// [fe80::1%eth0]:4660 "[fe80::1%eth0]:4660" [254 128 0 0 0 0 0 0 0 0 0 0 0 0 0 1 101 116 104 48 52 18] <nil> <nil> true true
// <nil> <nil>
// true true
// fe80::1/20 "fe80::1/20" [254 128 0 0 0 0 0 0 0 0 0 0 0 0 0 1 20] <nil> <nil> true true
// <nil> <nil>
// true true
// ::ffff:1.2.3.4 "::ffff:1.2.3.4" [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4] <nil> <nil> true true
// <nil> <nil>
// true true
// [::ffff:1.2.3.4]:4660 "[::ffff:1.2.3.4]:4660" [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 52 18] <nil> <nil> true true
// <nil> <nil>
// true true
// ::ffff:1.2.3.4/20 "::ffff:1.2.3.4/20" [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 20] <nil> <nil> true true
// <nil> <nil>
// true true
// <nil> unexpected slice size unexpected slice size
// unexpected slice size unexpected slice size <nil>
// unexpected slice size <nil> unexpected slice size
// unexpected slice size unexpected slice size unexpected slice size
// <nil> unexpected slice size unexpected slice size
// unexpected slice size unexpected slice size <nil>
// unexpected slice size <nil> unexpected slice size
