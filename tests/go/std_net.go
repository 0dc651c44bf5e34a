// Package net without sockets: addresses and their texts, networks, errors, pipes with deadlines, buffers.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"
)

func addresses() {
	for _, s := range []string{"", "1.2.3.4", "::ffff:1.2.3.4", "2001:db8::1", "fe80::1%eth0", "1.2.3", "1.2.3.04", ":::", "127.0.0.1", "224.0.0.1",
		"169.254.0.1", "ff02::1", "fc00::1", "255.255.255.255", "::"} {
		ip := net.ParseIP(s)
		text, err := ip.MarshalText()
		fmt.Println(s, ip, len(ip), len(ip.To4()), string(text), err, ip.DefaultMask(), ip.IsLoopback(), ip.IsPrivate(), ip.IsMulticast(),
			ip.IsGlobalUnicast(), ip.IsLinkLocalUnicast(), ip.IsLinkLocalMulticast(), ip.IsUnspecified())
	}
	odd := net.IP{1, 2, 3}
	text, err := odd.MarshalText()
	fmt.Println(odd, text, err, odd.To16() == nil, odd.Equal(net.IP{1, 2, 3}), odd.IsGlobalUnicast())
	var ip net.IP
	fmt.Println(ip.UnmarshalText([]byte("10.0.0.1")), ip, ip.UnmarshalText([]byte("x")), ip.UnmarshalText(nil))
	fmt.Println(net.IPv4(1, 2, 3, 4).Equal(net.IP{1, 2, 3, 4}), net.IPv4(1, 2, 3, 4).Mask(net.CIDRMask(20, 32)),
		net.ParseIP("2001:db8:ffff::").Mask(net.CIDRMask(33, 128)), net.IPv4zero.Mask(net.IPMask{1}))
	for _, s := range []string{"10.1.2.3/8", "10.1.2.3/0", "10.1.2.3/33", "2001:db8::5/47", "::ffff:1.2.3.4/100", "1.2.3.4", "1.2.3.4/", "1.2.3.4/-1",
		"1.2.3.4/08", "fe80::1%z/64", "1.2.3.4/99999999999999"} {
		ip, n, err := net.ParseCIDR(s)
		fmt.Println(ip, n, err)
		if n != nil {
			ones, bits := n.Mask.Size()
			fmt.Println("  ", n.Mask, ones, bits, n.Contains(net.IPv4(10, 200, 0, 1)), n.Contains(ip), n.Network())
		}
	}
	fmt.Println(&net.IPNet{IP: net.IPv4(1, 2, 3, 4), Mask: net.IPv4Mask(255, 0, 255, 0)}, &net.IPNet{}, (*net.IPNet)(nil))
	fmt.Println(net.CIDRMask(33, 32), net.CIDRMask(0, 128), net.IPMask{255, 0, 1}.String())
	for _, s := range []string{"00:00:5e:00:53:01", "02-00-5E-10-00-00-00-01", "0000.5e00.5301", "0000.5e00.5301.0000", "00:00:5e:00:53", "00:00-5e:00:53:01",
		"zz:00:5e:00:53:01", "", "00005e005301", "02005e1000000001", "00005e00530x", "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01"} {
		fmt.Println(net.ParseMAC(s))
	}
}

func hosts() {
	for _, s := range []string{"", "host", "host:", ":80", "host:80", "[::1]:80", "[::1]", "::1:80", "[::1:80", "::1]:80", "[[::1]]:80", "[a]b:80", "a:b:c",
		"[fe80::1%lo]:53", "[]:", "a[:1", "[a]:1]", strings.Repeat("[", 20)} {
		host, port, err := net.SplitHostPort(s)
		fmt.Printf("%q %q %v\n", host, port, err)
	}
	fmt.Println(net.JoinHostPort("a", "1"), net.JoinHostPort("::1", "http"), net.JoinHostPort("", ""))
	for _, network := range []string{"tcp", "tcp4", "tcp6", "udp", ""} {
		for _, s := range []string{"", ":80", "1.2.3.4:http", "[::1]:22", "[fe80::1%z]:1", "1.2.3.4", "1.2.3.4:70000", "1.2.3.4:-1", "[::]:0"} {
			a, err := net.ResolveTCPAddr(network, s)
			fmt.Println(a, err)
		}
	}
	u, err := net.ResolveUDPAddr("udp", "1.2.3.4:53")
	fmt.Println(u, err, u.Network(), u.AddrPort())
	i, err := net.ResolveIPAddr("ip4:icmp", "1.2.3.4")
	fmt.Println(i, err, i.Network())
	x, err := net.ResolveUnixAddr("unixgram", "/tmp/s")
	fmt.Println(x, err, x.Network())
	_, err = net.ResolveUnixAddr("tcp", "/tmp/s")
	fmt.Println(err)
	t := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("[fe80::1%z]:80"))
	fmt.Println(t, t.AddrPort(), (*net.TCPAddr)(nil), (*net.TCPAddr)(nil).AddrPort(), (&net.UDPAddr{}).AddrPort(), &net.IPAddr{Zone: "z"})
	list, err := net.LookupHost("192.0.2.1")
	fmt.Println(list, err)
	port, err := net.LookupPort("tcp", "https")
	fmt.Println(port, err)
	fmt.Println(net.FlagUp|net.FlagMulticast, net.Flags(0))
	_, err = net.Dial("nonsense", "x")
	fmt.Println(err)
	_, err = net.Dial("tcp", "1.2.3.4")
	fmt.Println(err)
	_, err = net.Listen("udp", "1.2.3.4:5")
	fmt.Println(err)
	_, err = net.DialTCP("tcp", nil, nil)
	fmt.Println(err)
	_, err = net.InterfaceByIndex(-1)
	fmt.Println(err)
	var c net.TCPConn
	n, err := c.Read(nil)
	fmt.Println(n, err, c.Close(), c.LocalAddr() == nil)
}

func failures() {
	tcp := &net.TCPAddr{IP: net.IPv4(1, 2, 3, 4), Port: 5}
	for _, err := range []error{
		&net.OpError{Op: "read", Net: "tcp", Source: tcp, Addr: &net.UnixAddr{Name: "x", Net: "unix"}, Err: os.ErrDeadlineExceeded},
		&net.OpError{Op: "accept", Addr: tcp, Err: net.ErrClosed},
		&net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("socket", fs.ErrPermission)},
		&net.DNSError{Err: "no such host", Name: "n", Server: "s:53", IsNotFound: true},
		&net.DNSError{Err: "slow", Name: "n", IsTimeout: true, UnwrapErr: fs.ErrExist},
		&net.AddrError{Err: "odd"}, &net.ParseError{Type: "t", Text: "x"}, net.UnknownNetworkError("n"), net.InvalidAddrError("i"),
		&net.DNSConfigError{Err: io.ErrUnexpectedEOF},
	} {
		e := err.(net.Error)
		var op *net.OpError
		fmt.Println(e, e.Timeout(), e.Temporary(), errors.Is(e, os.ErrDeadlineExceeded), errors.Is(e, net.ErrClosed), errors.Is(e, fs.ErrPermission),
			errors.As(e, &op), errors.Unwrap(e))
	}
	fmt.Println((*net.OpError)(nil), (*net.AddrError)(nil), (*net.DNSError)(nil), net.ErrWriteToConnected)
}

func show(n int, err error) {
	e, ok := err.(net.Error)
	fmt.Println(n, err, errors.Is(err, os.ErrDeadlineExceeded), ok && e.Timeout())
}

func pipes() {
	a, b := net.Pipe()
	fmt.Println(a.LocalAddr(), b.RemoteAddr(), a.LocalAddr().Network())
	go func() {
		for i := range 3 {
			fmt.Fprintf(a, "message %d", i)
		}
		a.Write(nil)
		a.Close()
	}()
	buf := make([]byte, 4)
	for {
		n, err := b.Read(buf)
		fmt.Printf("%q %v\n", buf[:n], err)
		if err != nil {
			break
		}
	}
	show(b.Write([]byte("x")))
	show(a.Write([]byte("x")))
	show(a.Read(buf))
	fmt.Println(b.SetDeadline(time.Now()), a.SetDeadline(time.Now()), a.Close(), b.Close(), b.Close())

	a, b = net.Pipe()
	a.SetReadDeadline(time.Now().Add(time.Millisecond))
	show(a.Read(buf))
	show(a.Read(nil))
	a.SetReadDeadline(time.Time{})
	go b.Write([]byte("late"))
	show(a.Read(buf))
	a.SetDeadline(time.Now().Add(-time.Second))
	show(a.Read(buf))
	show(a.Write(buf))
	b.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
	go io.ReadFull(a, buf[:2])
	a.SetReadDeadline(time.Time{})
	show(b.Write([]byte("abc")))
	// A deadline that is put off does not wake.
	b.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	b.SetReadDeadline(time.Now().Add(time.Hour))
	go func() {
		time.Sleep(50 * time.Millisecond)
		a.Close()
	}()
	show(b.Read(buf))
	bufs := net.Buffers{[]byte("one"), nil, []byte("two"), []byte("three")}
	n, err := bufs.Read(buf)
	fmt.Println(n, err, len(bufs), string(buf))
	rest := bufs
	n64, err := bufs.WriteTo(io.Discard)
	fmt.Println(n64, err, len(bufs), rest[0] == nil)
	n, err = bufs.Read(buf)
	fmt.Println(n, err)
}

func main() {
	addresses()
	hosts()
	failures()
	pipes()
}

// Output:
//  <nil> 0 0  <nil> <nil> false false false false false false false
// 1.2.3.4 1.2.3.4 16 4 1.2.3.4 <nil> ff000000 false false false true false false false
// ::ffff:1.2.3.4 1.2.3.4 16 4 1.2.3.4 <nil> ff000000 false false false true false false false
// 2001:db8::1 2001:db8::1 16 0 2001:db8::1 <nil> <nil> false false false true false false false
// fe80::1%eth0 <nil> 0 0  <nil> <nil> false false false false false false false
// 1.2.3 <nil> 0 0  <nil> <nil> false false false false false false false
// 1.2.3.04 <nil> 0 0  <nil> <nil> false false false false false false false
// ::: <nil> 0 0  <nil> <nil> false false false false false false false
// 127.0.0.1 127.0.0.1 16 4 127.0.0.1 <nil> ff000000 true false false false false false false
// 224.0.0.1 224.0.0.1 16 4 224.0.0.1 <nil> ffffff00 false false true false false true false
// 169.254.0.1 169.254.0.1 16 4 169.254.0.1 <nil> ffff0000 false false false false true false false
// ff02::1 ff02::1 16 0 ff02::1 <nil> <nil> false false true false false true false
// fc00::1 fc00::1 16 0 fc00::1 <nil> <nil> false true false true false false false
// 255.255.255.255 255.255.255.255 16 4 255.255.255.255 <nil> ffffff00 false false false false false false false
// :: :: 16 0 :: <nil> <nil> false false false false false false true
// ?010203 [] address 010203: invalid IP address true true false
// <nil> <nil> invalid IP address: x <nil>
// true 1.2.0.0 2001:db8:8000:: <nil>
// 10.1.2.3 10.0.0.0/8 <nil>
//    ff000000 8 32 true true ip+net
// 10.1.2.3 0.0.0.0/0 <nil>
//    00000000 0 32 true true ip+net
// <nil> <nil> invalid CIDR address: 10.1.2.3/33
// 2001:db8::5 2001:db8::/47 <nil>
//    fffffffffffe00000000000000000000 47 128 false true ip+net
// 1.2.3.4 0.0.0.0/4 <nil>
//    fffffffffffffffffffffffff0000000 100 128 true true ip+net
// <nil> <nil> invalid CIDR address: 1.2.3.4
// <nil> <nil> invalid CIDR address: 1.2.3.4/
// <nil> <nil> invalid CIDR address: 1.2.3.4/-1
// 1.2.3.4 1.0.0.0/8 <nil>
//    ff000000 8 32 false true ip+net
// <nil> <nil> invalid CIDR address: fe80::1%z/64
// <nil> <nil> invalid CIDR address: 1.2.3.4/99999999999999
// 1.2.3.4/ff00ff00 <nil> <nil>
// <nil> 00000000000000000000000000000000 ff0001
// 00:00:5e:00:53:01 <nil>
// 02:00:5e:10:00:00:00:01 <nil>
// 00:00:5e:00:53:01 <nil>
// 00:00:5e:00:53:01:00:00 <nil>
//  address 00:00:5e:00:53: invalid MAC address
//  address 00:00-5e:00:53:01: invalid MAC address
//  address zz:00:5e:00:53:01: invalid MAC address
//  invalid MAC address
// 00:00:5e:00:53:01 <nil>
// 02:00:5e:10:00:00:00:01 <nil>
//  address 00005e00530x: invalid MAC address
// 00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01 <nil>
// "" "" missing port in address
// "" "" address host: missing port in address
// "host" "" <nil>
// "" "80" <nil>
// "host" "80" <nil>
// "::1" "80" <nil>
// "" "" address [::1]: missing port in address
// "" "" address ::1:80: too many colons in address
// "" "" address [::1:80: missing ']' in address
// "" "" address ::1]:80: too many colons in address
// "" "" address [[::1]]:80: missing port in address
// "" "" address [a]b:80: missing port in address
// "" "" address a:b:c: too many colons in address
// "fe80::1%lo" "53" <nil>
// "" "" <nil>
// "" "" address a[:1: unexpected '[' in address
// "" "" address [a]:1]: unexpected ']' in address
// "" "" address [[[[[[[[[[[[[[[[[[[[: missing port in address
// a:1 [::1]:http :
// :0 <nil>
// :80 <nil>
// 1.2.3.4:80 <nil>
// [::1]:22 <nil>
// [fe80::1%z]:1 <nil>
// <nil> address 1.2.3.4: missing port in address
// <nil> address 70000: invalid port
// <nil> address -1: invalid port
// [::]:0 <nil>
// :0 <nil>
// :80 <nil>
// 1.2.3.4:80 <nil>
// <nil> address ::1: no suitable address found
// <nil> address fe80::1%z: no suitable address found
// <nil> address 1.2.3.4: missing port in address
// <nil> address 70000: invalid port
// <nil> address -1: invalid port
// 0.0.0.0:0 <nil>
// :0 <nil>
// :80 <nil>
// <nil> address 1.2.3.4: no suitable address found
// [::1]:22 <nil>
// [fe80::1%z]:1 <nil>
// <nil> address 1.2.3.4: missing port in address
// <nil> address 70000: invalid port
// <nil> address -1: invalid port
// [::]:0 <nil>
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// <nil> unknown network udp
// :0 <nil>
// :80 <nil>
// 1.2.3.4:80 <nil>
// [::1]:22 <nil>
// [fe80::1%z]:1 <nil>
// <nil> address 1.2.3.4: missing port in address
// <nil> address 70000: invalid port
// <nil> address -1: invalid port
// [::]:0 <nil>
// 1.2.3.4:53 <nil> udp [::ffff:1.2.3.4]:53
// 1.2.3.4 <nil> ip
// /tmp/s <nil> unixgram
// unknown network tcp
// [fe80::1%z]:80 [fe80::1%z]:80 <nil> invalid AddrPort invalid AddrPort %z
// [192.0.2.1] <nil>
// 443 <nil>
// up|multicast 0
// dial nonsense: unknown network nonsense
// dial tcp: address 1.2.3.4: missing port in address
// listen udp 1.2.3.4:5: address 1.2.3.4:5: unexpected address type
// dial tcp: missing address
// route ip+net: invalid network interface index
// 0 invalid argument invalid argument true
// read tcp 1.2.3.4:5->x: i/o timeout true true true false false true i/o timeout
// accept 1.2.3.4:5: use of closed network connection false false false true false true use of closed network connection
// dial udp: socket: permission denied false false false false true true socket: permission denied
// lookup n on s:53: no such host false false false false false false <nil>
// lookup n: slow true true false false false false file already exists
// odd false false false false false false <nil>
// invalid t: x false false false false false false <nil>
// unknown network n false false false false false false <nil>
// i false false false false false false <nil>
// error reading DNS config: unexpected EOF false false false false false false unexpected EOF
// <nil> <nil> <nil> use of WriteTo with pre-connected connection
// pipe pipe pipe
// "mess" <nil>
// "age " <nil>
// "0" <nil>
// "mess" <nil>
// "age " <nil>
// "1" <nil>
// "mess" <nil>
// "age " <nil>
// "2" <nil>
// "" <nil>
// "" EOF
// 0 io: read/write on closed pipe false false
// 0 io: read/write on closed pipe false false
// 0 io: read/write on closed pipe false false
// io: read/write on closed pipe io: read/write on closed pipe <nil> <nil> <nil>
// 0 read pipe: i/o timeout true true
// 0 read pipe: i/o timeout true true
// 4 <nil> false false
// 0 read pipe: i/o timeout true true
// 0 write pipe: i/o timeout true true
// 2 write pipe: i/o timeout true true
// 0 EOF false false
// 4 <nil> 2 onet
// 7 <nil> 0 true
// 0 EOF
