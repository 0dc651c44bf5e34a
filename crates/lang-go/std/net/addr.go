package net

import (
	"net/netip"
	"strconv"
	"strings"
)

// Addr is the address of an end of a connection.
type Addr interface {
	Network() string
	String() string
}

// hostText is an address without a port; only the zone where there is none.
func hostText(ip IP, zone string) string {
	s := ""
	if len(ip) > 0 {
		s = ip.String()
	}
	if zone != "" {
		s += "%" + zone
	}
	return s
}

func portText(ip IP, zone string, port int) string {
	return JoinHostPort(hostText(ip, zone), strconv.Itoa(port))
}

func addrPort(ip IP, zone string, port int) netip.AddrPort {
	a, _ := netip.AddrFromSlice(ip)
	return netip.AddrPortFrom(a.WithZone(zone), uint16(port))
}

// TCPAddr is an end of TCP.
type TCPAddr struct {
	IP   IP
	Port int
	Zone string
}

func (a *TCPAddr) Network() string { return "tcp" }

func (a *TCPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return portText(a.IP, a.Zone, a.Port)
}

// AddrPort keeps the length of the address.
func (a *TCPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	return addrPort(a.IP, a.Zone, a.Port)
}

func TCPAddrFromAddrPort(addr netip.AddrPort) *TCPAddr {
	a := addr.Addr()
	return &TCPAddr{IP: a.AsSlice(), Zone: a.Zone(), Port: int(addr.Port())}
}

// UDPAddr is an end of UDP.
type UDPAddr struct {
	IP   IP
	Port int
	Zone string
}

func (a *UDPAddr) Network() string { return "udp" }

func (a *UDPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return portText(a.IP, a.Zone, a.Port)
}

// AddrPort keeps the length of the address.
func (a *UDPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	return addrPort(a.IP, a.Zone, a.Port)
}

func UDPAddrFromAddrPort(addr netip.AddrPort) *UDPAddr {
	a := addr.Addr()
	return &UDPAddr{IP: a.AsSlice(), Zone: a.Zone(), Port: int(addr.Port())}
}

// IPAddr is an end of a protocol without ports.
type IPAddr struct {
	IP   IP
	Zone string
}

func (a *IPAddr) Network() string { return "ip" }

func (a *IPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return hostText(a.IP, a.Zone)
}

// UnixAddr is the name of a socket of the machine.
type UnixAddr struct {
	Name string
	Net  string
}

func (a *UnixAddr) Network() string { return a.Net }

func (a *UnixAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return a.Name
}

// JoinHostPort puts hosts with colons into brackets.
func JoinHostPort(host, port string) string {
	if strings.IndexByte(host, ':') >= 0 {
		return "[" + host + "]:" + port
	}
	return host + ":" + port
}

// SplitHostPort undoes JoinHostPort. The port may be empty, but not its colon.
func SplitHostPort(hostport string) (host, port string, err error) {
	bad := func(why string) (string, string, error) {
		return "", "", &AddrError{Err: why, Addr: hostport}
	}
	const missing, many = "missing port in address", "too many colons in address"
	i := strings.LastIndexByte(hostport, ':')
	if i < 0 {
		return bad(missing)
	}
	// Brackets may stand around the host, and nowhere else.
	open, shut := 0, 0
	if hostport[0] == '[' {
		end := strings.IndexByte(hostport, ']')
		switch {
		case end < 0:
			return bad("missing ']' in address")
		case end+1 == len(hostport):
			return bad(missing)
		case end+1 != i && hostport[end+1] == ':':
			return bad(many)
		case end+1 != i:
			return bad(missing)
		}
		host = hostport[1:end]
		open, shut = 1, end+1
	} else {
		host = hostport[:i]
		if strings.IndexByte(host, ':') >= 0 {
			return bad(many)
		}
	}
	if strings.IndexByte(hostport[open:], '[') >= 0 {
		return bad("unexpected '[' in address")
	}
	if strings.IndexByte(hostport[shut:], ']') >= 0 {
		return bad("unexpected ']' in address")
	}
	return host, hostport[i+1:], nil
}
