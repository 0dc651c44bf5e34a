package net

import (
	"context"
	"errors"
	"internal/netsys"
	"net/netip"
	"os"
	"strings"
	"time"
)

// Dialer has options for connecting.
type Dialer struct {
	Timeout         time.Duration
	Deadline        time.Time
	LocalAddr       Addr
	DualStack       bool
	FallbackDelay   time.Duration
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig
	Resolver        *Resolver
	Cancel          <-chan struct{}
	Control         func(network, address string, c netsys.RawConn) error
	ControlContext  func(ctx context.Context, network, address string, c netsys.RawConn) error

	multipath bool
}

func (d *Dialer) MultipathTCP() bool       { return d.multipath }
func (d *Dialer) SetMultipathTCP(use bool) { d.multipath = use }

func Dial(network, address string) (Conn, error) {
	var d Dialer
	return d.Dial(network, address)
}

func DialTimeout(network, address string, timeout time.Duration) (Conn, error) {
	d := Dialer{Timeout: timeout}
	return d.Dial(network, address)
}

func (d *Dialer) Dial(network, address string) (Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// target checks a network and finds the address in it.
func target(ctx context.Context, r *Resolver, network, text string) (Addr, error) {
	if strings.HasPrefix(network, "unix") {
		return ResolveUnixAddr(network, text)
	}
	family := network
	if strings.HasPrefix(network, "ip") {
		var err error
		if family, err = ipNetwork(network, true); err != nil {
			return nil, err
		}
	}
	if r == nil {
		r = DefaultResolver
	}
	list, port, err := r.resolve(ctx, family, text)
	if err != nil {
		return nil, err
	}
	return address(family, list[0], port), nil
}

// DialContext finds the address, and fails as where sockets are forbidden.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (Conn, error) {
	if ctx == nil {
		panic("nil context")
	}
	fail := func(addr Addr, err error) (Conn, error) {
		return nil, &OpError{Op: "dial", Net: network, Source: d.LocalAddr, Addr: addr, Err: err}
	}
	addr, err := target(ctx, d.Resolver, network, address)
	if err != nil {
		e := &OpError{Op: "dial", Net: network, Err: err}
		return nil, e
	}
	if address == "" && !strings.HasPrefix(network, "unix") {
		return fail(nil, errMissingAddress)
	}
	if err := ctx.Err(); err != nil {
		return fail(addr, contextError(err))
	}
	late := !d.Deadline.IsZero() && !time.Now().Before(d.Deadline)
	if d.Timeout < 0 || late {
		return fail(addr, timeoutError{})
	}
	return fail(addr, forbidden("socket"))
}

// dial is what the functions for one kind of network have in common. An address that is nil is missing.
func dial(network string, known bool, laddr, raddr Addr, missing bool) error {
	switch {
	case !known:
		return &OpError{Op: "dial", Net: network, Source: laddr, Addr: raddr, Err: UnknownNetworkError(network)}
	case missing:
		return &OpError{Op: "dial", Net: network, Source: laddr, Err: errMissingAddress}
	}
	return &OpError{Op: "dial", Net: network, Source: laddr, Addr: raddr, Err: forbidden("socket")}
}

// opAddr is an address of a kind as an Addr, nil where the pointer is.
func opAddr[T any, P interface {
	*T
	Addr
}](a P) Addr {
	if a == nil {
		return nil
	}
	return a
}

// has4or6 tells whether a network is one of a family, with or without a 4 or 6.
func has4or6(network, family string) bool {
	return network == family || network == family+"4" || network == family+"6"
}

func isUnix(network string) bool {
	return network == "unix" || network == "unixgram" || network == "unixpacket"
}

func isIP(network string) bool {
	_, err := ipNetwork(network, true)
	return err == nil
}

func DialTCP(network string, laddr, raddr *TCPAddr) (*TCPConn, error) {
	return nil, dial(network, has4or6(network, "tcp"), opAddr(laddr), opAddr(raddr), raddr == nil)
}

func DialUDP(network string, laddr, raddr *UDPAddr) (*UDPConn, error) {
	return nil, dial(network, has4or6(network, "udp"), opAddr(laddr), opAddr(raddr), raddr == nil)
}

func DialIP(network string, laddr, raddr *IPAddr) (*IPConn, error) {
	// A missing address is told before a network without a protocol.
	return nil, dial(network, raddr == nil || isIP(network), opAddr(laddr), opAddr(raddr), raddr == nil)
}

func DialUnix(network string, laddr, raddr *UnixAddr) (*UnixConn, error) {
	return nil, dial(network, isUnix(network), opAddr(laddr), opAddr(raddr),
		raddr == nil && (network != "unixgram" || laddr == nil))
}

func (d *Dialer) DialTCP(ctx context.Context, network string, laddr, raddr netip.AddrPort) (*TCPConn, error) {
	if !raddr.IsValid() {
		return DialTCP(network, tcpOrNil(laddr), nil)
	}
	return DialTCP(network, tcpOrNil(laddr), TCPAddrFromAddrPort(raddr))
}

func tcpOrNil(a netip.AddrPort) *TCPAddr {
	if !a.IsValid() {
		return nil
	}
	return TCPAddrFromAddrPort(a)
}

func (d *Dialer) DialUDP(ctx context.Context, network string, laddr, raddr netip.AddrPort) (*UDPConn, error) {
	var from *UDPAddr
	if laddr.IsValid() {
		from = UDPAddrFromAddrPort(laddr)
	}
	if !raddr.IsValid() {
		return DialUDP(network, from, nil)
	}
	return DialUDP(network, from, UDPAddrFromAddrPort(raddr))
}

func (d *Dialer) DialIP(ctx context.Context, network string, laddr, raddr netip.Addr) (*IPConn, error) {
	var from, to *IPAddr
	if laddr.IsValid() {
		from = &IPAddr{IP: laddr.AsSlice(), Zone: laddr.Zone()}
	}
	if raddr.IsValid() {
		to = &IPAddr{IP: raddr.AsSlice(), Zone: raddr.Zone()}
	}
	return DialIP(network, from, to)
}

func (d *Dialer) DialUnix(ctx context.Context, network string, laddr, raddr *UnixAddr) (*UnixConn, error) {
	return DialUnix(network, laddr, raddr)
}

// ListenConfig has options for listening.
type ListenConfig struct {
	Control         func(network, address string, c netsys.RawConn) error
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig

	multipath bool
}

func (lc *ListenConfig) MultipathTCP() bool       { return lc.multipath }
func (lc *ListenConfig) SetMultipathTCP(use bool) { lc.multipath = use }

func Listen(network, address string) (Listener, error) {
	var lc ListenConfig
	return lc.Listen(context.Background(), network, address)
}

func ListenPacket(network, address string) (PacketConn, error) {
	var lc ListenConfig
	return lc.ListenPacket(context.Background(), network, address)
}

// Listen finds the address, and fails as where sockets are forbidden.
func (lc *ListenConfig) Listen(ctx context.Context, network, address string) (Listener, error) {
	return nil, listen(ctx, network, address, func(a Addr) bool {
		switch a := a.(type) {
		case *TCPAddr:
			return true
		case *UnixAddr:
			return a.Net != "unixgram"
		}
		return false
	})
}

// ListenPacket finds the address, and fails as where sockets are forbidden.
func (lc *ListenConfig) ListenPacket(ctx context.Context, network, address string) (PacketConn, error) {
	return nil, listen(ctx, network, address, func(a Addr) bool {
		switch a := a.(type) {
		case *UDPAddr, *IPAddr:
			return true
		case *UnixAddr:
			return a.Net == "unixgram"
		}
		return false
	})
}

func listen(ctx context.Context, network, text string, fits func(Addr) bool) error {
	addr, err := target(ctx, nil, network, text)
	if err != nil {
		return &OpError{Op: "listen", Net: network, Err: err}
	}
	if !fits(addr) {
		return &OpError{Op: "listen", Net: network, Addr: addr, Err: &AddrError{Err: "unexpected address type", Addr: text}}
	}
	return &OpError{Op: "listen", Net: network, Addr: addr, Err: forbidden("socket")}
}

// listenOn is what the functions for one kind of network have in common.
func listenOn(network string, known bool, addr Addr) error {
	e := &OpError{Op: "listen", Net: network, Addr: addr, Err: UnknownNetworkError(network)}
	if known {
		e.Err = forbidden("socket")
	}
	return e
}

func ListenTCP(network string, laddr *TCPAddr) (*TCPListener, error) {
	known := has4or6(network, "tcp")
	if known && laddr == nil {
		laddr = &TCPAddr{}
	}
	return nil, listenOn(network, known, opAddr(laddr))
}

func ListenUDP(network string, laddr *UDPAddr) (*UDPConn, error) {
	known := has4or6(network, "udp")
	if known && laddr == nil {
		laddr = &UDPAddr{}
	}
	return nil, listenOn(network, known, opAddr(laddr))
}

func ListenIP(network string, laddr *IPAddr) (*IPConn, error) {
	if laddr == nil {
		laddr = &IPAddr{}
	}
	return nil, listenOn(network, isIP(network), laddr)
}

func ListenUnix(network string, laddr *UnixAddr) (*UnixListener, error) {
	known := network == "unix" || network == "unixpacket"
	if known && laddr == nil {
		return nil, &OpError{Op: "listen", Net: network, Err: errMissingAddress}
	}
	return nil, listenOn(network, known, opAddr(laddr))
}

func ListenUnixgram(network string, laddr *UnixAddr) (*UnixConn, error) {
	known := network == "unixgram"
	if known && laddr == nil {
		return nil, &OpError{Op: "listen", Net: network, Err: errMissingAddress}
	}
	return nil, listenOn(network, known, opAddr(laddr))
}

func ListenMulticastUDP(network string, ifi *Interface, gaddr *UDPAddr) (*UDPConn, error) {
	known := has4or6(network, "udp")
	if known && (gaddr == nil || gaddr.IP == nil) {
		return nil, &OpError{Op: "listen", Net: network, Addr: opAddr(gaddr), Err: errMissingAddress}
	}
	return nil, listenOn(network, known, opAddr(gaddr))
}

// notSocket is the answer for files, none of which is a connection.
func notSocket(f *os.File) error {
	return &OpError{Op: "file", Net: "file+net", Addr: fileAddr(f.Name()), Err: errors.ErrUnsupported}
}

type fileAddr string

func (fileAddr) Network() string  { return "file+net" }
func (f fileAddr) String() string { return string(f) }

func FileConn(f *os.File) (c Conn, err error)             { return nil, notSocket(f) }
func FilePacketConn(f *os.File) (c PacketConn, err error) { return nil, notSocket(f) }
func FileListener(f *os.File) (ln Listener, err error)    { return nil, notSocket(f) }

// Flags of an interface.
type Flags uint

const (
	FlagUp Flags = 1 << iota
	FlagBroadcast
	FlagLoopback
	FlagPointToPoint
	FlagMulticast
	FlagRunning
)

// String has the names of the flags, 0 for none.
func (f Flags) String() string {
	s := ""
	for i, name := range []string{"up", "broadcast", "loopback", "pointtopoint", "multicast", "running"} {
		if f&(1<<i) != 0 {
			if s != "" {
				s += "|"
			}
			s += name
		}
	}
	if s == "" {
		return "0"
	}
	return s
}

// Interface is a link of the machine.
type Interface struct {
	Index        int
	MTU          int
	Name         string
	HardwareAddr HardwareAddr
	Flags        Flags
}

func routeError(err error) error { return &OpError{Op: "route", Net: "ip+net", Err: err} }

func (ifi *Interface) Addrs() ([]Addr, error) {
	if ifi == nil {
		return nil, routeError(errors.New("invalid network interface"))
	}
	return InterfaceAddrs()
}

func (ifi *Interface) MulticastAddrs() ([]Addr, error) { return ifi.Addrs() }

// Interfaces fails: links of the machine are not shown.
func Interfaces() ([]Interface, error) { return nil, routeError(forbidden("netlinkrib")) }

// InterfaceAddrs fails: links of the machine are not shown.
func InterfaceAddrs() ([]Addr, error) { return nil, routeError(forbidden("netlinkrib")) }

func InterfaceByIndex(index int) (*Interface, error) {
	if index <= 0 {
		return nil, routeError(errors.New("invalid network interface index"))
	}
	return nil, routeError(forbidden("netlinkrib"))
}

func InterfaceByName(name string) (*Interface, error) {
	if name == "" {
		return nil, routeError(errors.New("invalid network interface name"))
	}
	return nil, routeError(forbidden("netlinkrib"))
}
