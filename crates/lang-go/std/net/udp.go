package net

import (
	"net/netip"
	"time"
)

// UDPConn is a connection of UDP.
type UDPConn struct{ conn }

func (c *UDPConn) ReadFrom(b []byte) (int, Addr, error)     { return c.readFrom(b) }
func (c *UDPConn) WriteTo(b []byte, addr Addr) (int, error) { return c.writeTo(b, addr) }

func (c *UDPConn) ReadFromUDP(b []byte) (n int, addr *UDPAddr, err error) {
	n, from, err := c.readFrom(b)
	addr, _ = from.(*UDPAddr)
	return n, addr, err
}

func (c *UDPConn) WriteToUDP(b []byte, addr *UDPAddr) (int, error) {
	return c.writeTo(b, opAddr(addr))
}

func (c *UDPConn) ReadFromUDPAddrPort(b []byte) (n int, addr netip.AddrPort, err error) {
	n, from, err := c.ReadFromUDP(b)
	return n, from.AddrPort(), err
}

func (c *UDPConn) WriteToUDPAddrPort(b []byte, addr netip.AddrPort) (int, error) {
	return c.writeTo(b, UDPAddrFromAddrPort(addr))
}

func (c *UDPConn) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *UDPAddr, err error) {
	n, addr, err = c.ReadFromUDP(b)
	return n, 0, 0, addr, err
}

func (c *UDPConn) ReadMsgUDPAddrPort(b, oob []byte) (n, oobn, flags int, addr netip.AddrPort, err error) {
	n, addr, err = c.ReadFromUDPAddrPort(b)
	return n, 0, 0, addr, err
}

func (c *UDPConn) WriteMsgUDP(b, oob []byte, addr *UDPAddr) (n, oobn int, err error) {
	if addr == nil {
		n, err = c.Write(b)
	} else {
		n, err = c.WriteToUDP(b, addr)
	}
	return n, 0, err
}

func (c *UDPConn) WriteMsgUDPAddrPort(b, oob []byte, addr netip.AddrPort) (n, oobn int, err error) {
	n, err = c.WriteToUDPAddrPort(b, addr)
	return n, 0, err
}

// openUDP makes a place for packets at an address, connected to another unless that is nil.
func openUDP(network string, at, to *UDPAddr) (*UDPConn, error) {
	var ip IP
	port := 0
	if at != nil {
		ip, port = at.IP, at.Port
	}
	var remote Addr
	if to != nil {
		target := to.IP
		if !isLocal(target) {
			return nil, forbidden("socket")
		}
		if len(target) == 0 || target.IsUnspecified() {
			target = IPv4(127, 0, 0, 1)
		}
		if len(ip) == 0 {
			ip = target
		}
		remote = &UDPAddr{IP: target, Port: to.Port, Zone: to.Zone}
	}
	ip, port, key, err := bind(network, networkUDP, ip, port, hasPlace)
	if err != nil {
		return nil, err
	}
	s := &socket{network: "udp", local: &UDPAddr{IP: ip, Port: port}, remote: remote, in: newFlow()}
	places[key] = s
	s.onClose = func() { delete(places, key) }
	return &UDPConn{conn{s}}, nil
}

// IPConn is a connection of a protocol without ports. There are none.
type IPConn struct{ conn }

func (c *IPConn) ReadFrom(b []byte) (int, Addr, error)          { return c.readFrom(b) }
func (c *IPConn) WriteTo(b []byte, addr Addr) (int, error)      { return c.writeTo(b, addr) }
func (c *IPConn) ReadFromIP(b []byte) (int, *IPAddr, error)     { return 0, nil, notOpen }
func (c *IPConn) WriteToIP(b []byte, addr *IPAddr) (int, error) { return 0, notOpen }

func (c *IPConn) ReadMsgIP(b, oob []byte) (n, oobn, flags int, addr *IPAddr, err error) {
	return 0, 0, 0, nil, notOpen
}

func (c *IPConn) WriteMsgIP(b, oob []byte, addr *IPAddr) (n, oobn int, err error) {
	return 0, 0, notOpen
}

// KeepAliveConfig is how an idle connection is probed.
type KeepAliveConfig struct {
	Enable   bool
	Idle     time.Duration
	Interval time.Duration
	Count    int
}
