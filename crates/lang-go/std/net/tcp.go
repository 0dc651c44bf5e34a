package net

import (
	"internal/netsys"
	"io"
	"os"
	"time"
)

// TCPConn is a connection of TCP.
type TCPConn struct{ conn }

func (c *TCPConn) ok() bool { return c != nil && c.s != nil }

// CloseRead drops what was not read.
func (c *TCPConn) CloseRead() error {
	if !c.ok() {
		return notOpen
	}
	return c.s.closeRead()
}

// CloseWrite lets the other end read to its end.
func (c *TCPConn) CloseWrite() error {
	if !c.ok() {
		return notOpen
	}
	return c.s.closeWrite()
}

// copyOnly hides the methods of a connection by which io.Copy would come back here.
type copyOnly struct {
	io.Reader
	io.Writer
}

// ReadFrom writes all that r has.
func (c *TCPConn) ReadFrom(r io.Reader) (int64, error) {
	if !c.ok() {
		return 0, notOpen
	}
	n, err := io.Copy(copyOnly{Writer: c}, r)
	return n, c.around("readfrom", err)
}

// WriteTo reads to the end.
func (c *TCPConn) WriteTo(w io.Writer) (int64, error) {
	if !c.ok() {
		return 0, notOpen
	}
	n, err := io.Copy(w, copyOnly{Reader: c})
	return n, c.around("writeto", err)
}

func (c *conn) around(op string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return c.s.fail(op, err)
}

func (c *TCPConn) set() error {
	if !c.ok() {
		return notOpen
	}
	if c.s.closed {
		return c.s.fail("set", ErrClosed)
	}
	return nil
}

func (c *TCPConn) SetLinger(sec int) error                         { return c.set() }
func (c *TCPConn) SetKeepAlive(keepalive bool) error               { return c.set() }
func (c *TCPConn) SetKeepAliveConfig(config KeepAliveConfig) error { return c.set() }
func (c *TCPConn) SetKeepAlivePeriod(d time.Duration) error        { return c.set() }
func (c *TCPConn) SetNoDelay(noDelay bool) error                   { return c.set() }
func (c *TCPConn) MultipathTCP() (bool, error)                     { return false, c.set() }

// TCPListener waits for connections of TCP.
type TCPListener struct{ l *listener }

func (l *TCPListener) ok() bool { return l != nil && l.l != nil }

func (l *TCPListener) Accept() (Conn, error) {
	c, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (l *TCPListener) AcceptTCP() (*TCPConn, error) {
	if !l.ok() {
		return nil, notOpen
	}
	s, err := l.l.accept()
	if err != nil {
		return nil, err
	}
	return &TCPConn{conn{s}}, nil
}

func (l *TCPListener) Addr() Addr { return l.l.addr }

// Close ends waiting; connections that were not accepted are reset.
func (l *TCPListener) Close() error {
	if !l.ok() {
		return notOpen
	}
	return l.l.close()
}

func (l *TCPListener) File() (f *os.File, err error) {
	if !l.ok() {
		return nil, notOpen
	}
	return nil, l.l.fail("file", forbidden("dup"))
}

func (l *TCPListener) SetDeadline(t time.Time) error {
	if !l.ok() {
		return notOpen
	}
	return l.l.setDeadline(t)
}

func (l *TCPListener) SyscallConn() (netsys.RawConn, error) {
	if !l.ok() {
		return nil, notOpen
	}
	return nil, l.l.fail("raw-control", forbidden("control"))
}

// listenTCP opens a listener, or tells why not.
func listenTCP(network string, a *TCPAddr) (*TCPListener, error) {
	ip, port, key, err := bind(network, "tcp", a.IP, a.Port, isListening)
	if err != nil {
		return nil, err
	}
	l := &listener{network: "tcp", addr: &TCPAddr{IP: ip, Port: port, Zone: a.Zone}, key: key}
	l.acceptBy.limit = &limit{}
	listening[key] = l
	return &TCPListener{l}, nil
}

// findListener finds who listens at an address, or for all addresses of its port.
func findListener(ip IP, port int) *listener {
	if l := listening[bindKey("tcp", ip, port)]; l != nil {
		return l
	}
	if l := listening[bindKey("tcp", anyOf(ip), port)]; l != nil {
		return l
	}
	return listening[bindKey("tcp", IPv6unspecified, port)]
}

// connectTCP connects to a listener of this program.
func connectTCP(network string, from, to *TCPAddr) (*TCPConn, error) {
	ip := to.IP
	if !isLocal(ip) {
		return nil, forbidden("socket")
	}
	switch {
	case len(ip) == 0 && network == "tcp6":
		ip = IPv6loopback
	case len(ip) == 0 || ip.IsUnspecified() && ip.To4() != nil:
		ip = IPv4(127, 0, 0, 1)
	case ip.IsUnspecified():
		ip = IPv6loopback
	}
	l := findListener(ip, to.Port)
	if l == nil && len(to.IP) != 4 && to.IP.IsUnspecified() && to.IP.To4() == nil {
		ip = IPv4(127, 0, 0, 1)
		l = findListener(ip, to.Port)
	}
	if l == nil || len(l.queue) >= backlog {
		return nil, os.NewSyscallError("connect", errRefused)
	}
	local := &TCPAddr{IP: ip}
	if from != nil {
		if !isLocal(from.IP) {
			return nil, os.NewSyscallError("bind", errAddrMiss)
		}
		if len(from.IP) > 0 && !from.IP.IsUnspecified() {
			local.IP = from.IP
		}
		local.Port = from.Port
	}
	if local.Port == 0 {
		var err error
		local.Port, err = freePort(func(port int) bool {
			return isListening(bindKey("tcp", ip, port)) || connected[bindKey("tcp", local.IP, port)]
		})
		if err != nil {
			return nil, err
		}
	}
	key := bindKey("tcp", local.IP, local.Port)
	if connected[key] {
		return nil, os.NewSyscallError("bind", errAddrInUse)
	}
	a, b := newPair("tcp", local, &TCPAddr{IP: ip, Port: to.Port, Zone: to.Zone})
	connected[key] = true
	a.onClose = func() { delete(connected, key) }
	l.queue = append(l.queue, b)
	l.wakeAll()
	return &TCPConn{conn{a}}, nil
}

// connected has the local addresses of connections that were opened and not closed.
var connected = map[string]bool{}
