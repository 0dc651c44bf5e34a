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

// targets checks a network and finds the addresses in it.
func targets(ctx context.Context, r *Resolver, network, text string) ([]Addr, error) {
	if strings.HasPrefix(network, "unix") {
		a, err := ResolveUnixAddr(network, text)
		return []Addr{a}, err
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
	var out []Addr
	for _, a := range list {
		out = append(out, address(family, a, port))
	}
	return out, nil
}

// DialContext connects within the program, and fails as where sockets are forbidden for any other address.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (Conn, error) {
	if ctx == nil {
		panic("nil context")
	}
	fail := func(addr Addr, err error) (Conn, error) {
		return nil, &OpError{Op: "dial", Net: network, Source: d.LocalAddr, Addr: addr, Err: err}
	}
	addrs, err := targets(ctx, d.Resolver, network, address)
	if err != nil {
		e := &OpError{Op: "dial", Net: network, Err: err}
		return nil, e
	}
	if address == "" && !strings.HasPrefix(network, "unix") {
		return fail(nil, errMissingAddress)
	}
	late := !d.Deadline.IsZero() && !time.Now().Before(d.Deadline)
	var first error
	for _, addr := range addrs {
		if err := ctx.Err(); err != nil {
			return fail(addr, contextError(err))
		}
		if d.Timeout < 0 || late {
			return fail(addr, timeoutError{})
		}
		select {
		case <-d.Cancel:
			return fail(addr, errCanceled)
		default:
		}
		c, err := connect(network, d.LocalAddr, addr)
		if err == nil {
			return c, nil
		}
		if first == nil {
			_, first = fail(addr, err)
		}
	}
	return nil, first
}

// connect connects to an address of any kind.
func connect(network string, from, to Addr) (Conn, error) {
	mismatch := &AddrError{Err: "mismatched local address type"}
	if from != nil {
		mismatch.Addr = from.String()
	}
	switch to := to.(type) {
	case *TCPAddr:
		a, ok := from.(*TCPAddr)
		if from != nil && !ok {
			return nil, mismatch
		}
		return orNil(connectTCP(network, a, to))
	case *UDPAddr:
		a, ok := from.(*UDPAddr)
		if from != nil && !ok {
			return nil, mismatch
		}
		return orNil(openUDP(network, a, to))
	case *UnixAddr:
		a, ok := from.(*UnixAddr)
		if from != nil && !ok {
			return nil, mismatch
		}
		return orNil(connectUnix(network, a, to))
	}
	return nil, forbidden("socket")
}

// orNil is a connection as a Conn, nil where the pointer is.
func orNil[T any, P interface {
	*T
	Conn
}](c P, err error) (Conn, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}

// dial is what the functions for one kind of network have in common. An address that is nil is missing.
func dial(network string, known bool, laddr, raddr Addr, missing bool, connect func() error) error {
	switch {
	case !known:
		return &OpError{Op: "dial", Net: network, Source: laddr, Addr: raddr, Err: UnknownNetworkError(network)}
	case missing:
		return &OpError{Op: "dial", Net: network, Source: laddr, Err: errMissingAddress}
	}
	if err := connect(); err != nil {
		return &OpError{Op: "dial", Net: network, Source: laddr, Addr: raddr, Err: err}
	}
	return nil
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

func DialTCP(network string, laddr, raddr *TCPAddr) (c *TCPConn, err error) {
	err = dial(network, has4or6(network, "tcp"), opAddr(laddr), opAddr(raddr), raddr == nil, func() (err error) {
		c, err = connectTCP(network, laddr, raddr)
		return err
	})
	return c, err
}

func DialUDP(network string, laddr, raddr *UDPAddr) (c *UDPConn, err error) {
	err = dial(network, has4or6(network, "udp"), opAddr(laddr), opAddr(raddr), raddr == nil, func() (err error) {
		c, err = openUDP(network, laddr, raddr)
		return err
	})
	return c, err
}

func DialIP(network string, laddr, raddr *IPAddr) (*IPConn, error) {
	// A missing address is told before a network without a protocol.
	return nil, dial(network, raddr == nil || isIP(network), opAddr(laddr), opAddr(raddr), raddr == nil,
		func() error { return forbidden("socket") })
}

func DialUnix(network string, laddr, raddr *UnixAddr) (c *UnixConn, err error) {
	missing := raddr == nil && (network != "unixgram" || laddr == nil)
	err = dial(network, isUnix(network), opAddr(laddr), opAddr(raddr), missing, func() (err error) {
		c, err = connectUnix(network, laddr, raddr)
		return err
	})
	return c, err
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

// Listen listens within the program, and fails as where sockets are forbidden for any other address.
func (lc *ListenConfig) Listen(ctx context.Context, network, address string) (l Listener, err error) {
	err = listen(ctx, network, address, func(a Addr) (known bool, err error) {
		switch a := a.(type) {
		case *TCPAddr:
			var t *TCPListener
			if t, err = listenTCP(network, a); err == nil {
				l = t
			}
			return true, err
		case *UnixAddr:
			if a.Net == "unixgram" {
				return false, nil
			}
			var u *UnixListener
			if u, err = listenUnix(network, a); err == nil {
				l = u
			}
			return true, err
		}
		return false, nil
	})
	return l, err
}

// ListenPacket waits for packets within the program, and fails as where sockets are forbidden for any other address.
func (lc *ListenConfig) ListenPacket(ctx context.Context, network, address string) (c PacketConn, err error) {
	err = listen(ctx, network, address, func(a Addr) (known bool, err error) {
		switch a := a.(type) {
		case *UDPAddr:
			var u *UDPConn
			if u, err = openUDP(network, a, nil); err == nil {
				c = u
			}
			return true, err
		case *IPAddr:
			return true, forbidden("socket")
		case *UnixAddr:
			if a.Net != "unixgram" {
				return false, nil
			}
			var u *UnixConn
			if u, err = openGram(a, nil); err == nil {
				c = u
			}
			return true, err
		}
		return false, nil
	})
	return c, err
}

func listen(ctx context.Context, network, text string, open func(Addr) (known bool, err error)) error {
	addrs, err := targets(ctx, nil, network, text)
	if err != nil {
		return &OpError{Op: "listen", Net: network, Err: err}
	}
	known, err := open(addrs[0])
	if !known {
		err = &AddrError{Err: "unexpected address type", Addr: text}
	}
	if err != nil {
		return &OpError{Op: "listen", Net: network, Addr: addrs[0], Err: err}
	}
	return nil
}

// listenOn is what the functions for one kind of network have in common.
func listenOn(network string, known bool, addr Addr, open func() error) error {
	e := &OpError{Op: "listen", Net: network, Addr: addr, Err: UnknownNetworkError(network)}
	if known {
		if e.Err = open(); e.Err == nil {
			return nil
		}
	}
	return e
}

func ListenTCP(network string, laddr *TCPAddr) (l *TCPListener, err error) {
	known := has4or6(network, "tcp")
	if known && laddr == nil {
		laddr = &TCPAddr{}
	}
	err = listenOn(network, known, opAddr(laddr), func() (err error) {
		l, err = listenTCP(network, laddr)
		return err
	})
	return l, err
}

func ListenUDP(network string, laddr *UDPAddr) (c *UDPConn, err error) {
	known := has4or6(network, "udp")
	if known && laddr == nil {
		laddr = &UDPAddr{}
	}
	err = listenOn(network, known, opAddr(laddr), func() (err error) {
		c, err = openUDP(network, laddr, nil)
		return err
	})
	return c, err
}

func closedToAll() error { return forbidden("socket") }

func ListenIP(network string, laddr *IPAddr) (*IPConn, error) {
	if laddr == nil {
		laddr = &IPAddr{}
	}
	return nil, listenOn(network, isIP(network), laddr, closedToAll)
}

func ListenUnix(network string, laddr *UnixAddr) (l *UnixListener, err error) {
	known := network == "unix" || network == "unixpacket"
	if known && laddr == nil {
		return nil, &OpError{Op: "listen", Net: network, Err: errMissingAddress}
	}
	err = listenOn(network, known, opAddr(laddr), func() (err error) {
		l, err = listenUnix(network, laddr)
		return err
	})
	return l, err
}

func ListenUnixgram(network string, laddr *UnixAddr) (c *UnixConn, err error) {
	known := network == "unixgram"
	if known && laddr == nil {
		return nil, &OpError{Op: "listen", Net: network, Err: errMissingAddress}
	}
	err = listenOn(network, known, opAddr(laddr), func() (err error) {
		c, err = openGram(laddr, nil)
		return err
	})
	return c, err
}

func ListenMulticastUDP(network string, ifi *Interface, gaddr *UDPAddr) (*UDPConn, error) {
	known := has4or6(network, "udp")
	if known && (gaddr == nil || gaddr.IP == nil) {
		return nil, &OpError{Op: "listen", Net: network, Addr: opAddr(gaddr), Err: errMissingAddress}
	}
	return nil, listenOn(network, known, opAddr(gaddr), closedToAll)
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
