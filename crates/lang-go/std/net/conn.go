package net

import (
	"internal/netsys"
	"io"
	"net/netip"
	"os"
	"time"
)

// Conn is a connection of streams.
type Conn interface {
	Read(b []byte) (n int, err error)
	Write(b []byte) (n int, err error)
	Close() error
	LocalAddr() Addr
	RemoteAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

// PacketConn is a connection of packets.
type PacketConn interface {
	ReadFrom(p []byte) (n int, addr Addr, err error)
	WriteTo(p []byte, addr Addr) (n int, err error)
	Close() error
	LocalAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

// Listener waits for connections.
type Listener interface {
	Accept() (Conn, error)
	Close() error
	Addr() Addr
}

// Buffers are written one after another.
type Buffers [][]byte

// WriteTo removes what it has written.
func (v *Buffers) WriteTo(w io.Writer) (n int64, err error) {
	for _, b := range *v {
		k, err := w.Write(b)
		n += int64(k)
		if err != nil {
			v.consume(n)
			return n, err
		}
	}
	v.consume(n)
	return n, nil
}

// Read removes what it has read.
func (v *Buffers) Read(p []byte) (n int, err error) {
	for len(p) > 0 && len(*v) > 0 {
		k := copy(p, (*v)[0])
		v.consume(int64(k))
		p = p[k:]
		n += k
	}
	if len(*v) == 0 {
		err = io.EOF
	}
	return n, err
}

func (v *Buffers) consume(n int64) {
	for len(*v) > 0 {
		size := int64(len((*v)[0]))
		if size > n {
			(*v)[0] = (*v)[0][n:]
			return
		}
		n -= size
		(*v)[0] = nil
		*v = (*v)[1:]
	}
}

// conn is what connections of the system have in common. As there are none, each is one that was not opened.
type conn struct{}

const notOpen = netsys.EINVAL

func (*conn) Read(b []byte) (int, error)                   { return 0, notOpen }
func (*conn) Write(b []byte) (int, error)                  { return 0, notOpen }
func (*conn) Close() error                                 { return notOpen }
func (*conn) LocalAddr() Addr                              { return nil }
func (*conn) RemoteAddr() Addr                             { return nil }
func (*conn) SetDeadline(t time.Time) error                { return notOpen }
func (*conn) SetReadDeadline(t time.Time) error            { return notOpen }
func (*conn) SetWriteDeadline(t time.Time) error           { return notOpen }
func (*conn) SetReadBuffer(bytes int) error                { return notOpen }
func (*conn) SetWriteBuffer(bytes int) error               { return notOpen }
func (*conn) File() (f *os.File, err error)                { return nil, notOpen }
func (*conn) SyscallConn() (netsys.RawConn, error)         { return nil, notOpen }
func (*conn) readFrom(b []byte) (int, Addr, error)         { return 0, nil, notOpen }
func (*conn) writeTo(b []byte, addr Addr) (n int, e error) { return 0, notOpen }

// KeepAliveConfig is how an idle connection is probed.
type KeepAliveConfig struct {
	Enable   bool
	Idle     time.Duration
	Interval time.Duration
	Count    int
}

// TCPConn is a connection of TCP.
type TCPConn struct{ conn }

func (c *TCPConn) CloseRead() error                                { return notOpen }
func (c *TCPConn) CloseWrite() error                               { return notOpen }
func (c *TCPConn) ReadFrom(r io.Reader) (int64, error)             { return 0, notOpen }
func (c *TCPConn) WriteTo(w io.Writer) (int64, error)              { return 0, notOpen }
func (c *TCPConn) SetLinger(sec int) error                         { return notOpen }
func (c *TCPConn) SetKeepAlive(keepalive bool) error               { return notOpen }
func (c *TCPConn) SetKeepAliveConfig(config KeepAliveConfig) error { return notOpen }
func (c *TCPConn) SetKeepAlivePeriod(d time.Duration) error        { return notOpen }
func (c *TCPConn) SetNoDelay(noDelay bool) error                   { return notOpen }
func (c *TCPConn) MultipathTCP() (bool, error)                     { return false, notOpen }

// TCPListener waits for connections of TCP.
type TCPListener struct{}

func (l *TCPListener) Accept() (Conn, error)                { return nil, notOpen }
func (l *TCPListener) AcceptTCP() (*TCPConn, error)         { return nil, notOpen }
func (l *TCPListener) Addr() Addr                           { return nil }
func (l *TCPListener) Close() error                         { return notOpen }
func (l *TCPListener) File() (f *os.File, err error)        { return nil, notOpen }
func (l *TCPListener) SetDeadline(t time.Time) error        { return notOpen }
func (l *TCPListener) SyscallConn() (netsys.RawConn, error) { return nil, notOpen }

// UDPConn is a connection of UDP.
type UDPConn struct{ conn }

func (c *UDPConn) ReadFrom(b []byte) (int, Addr, error)                   { return c.readFrom(b) }
func (c *UDPConn) WriteTo(b []byte, addr Addr) (int, error)               { return c.writeTo(b, addr) }
func (c *UDPConn) ReadFromUDP(b []byte) (n int, addr *UDPAddr, err error) { return 0, nil, notOpen }
func (c *UDPConn) WriteToUDP(b []byte, addr *UDPAddr) (int, error)        { return 0, notOpen }

func (c *UDPConn) ReadFromUDPAddrPort(b []byte) (n int, addr netip.AddrPort, err error) {
	return 0, netip.AddrPort{}, notOpen
}

func (c *UDPConn) WriteToUDPAddrPort(b []byte, addr netip.AddrPort) (int, error) {
	return 0, notOpen
}

func (c *UDPConn) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *UDPAddr, err error) {
	return 0, 0, 0, nil, notOpen
}

func (c *UDPConn) ReadMsgUDPAddrPort(b, oob []byte) (n, oobn, flags int, addr netip.AddrPort, err error) {
	return 0, 0, 0, netip.AddrPort{}, notOpen
}

func (c *UDPConn) WriteMsgUDP(b, oob []byte, addr *UDPAddr) (n, oobn int, err error) {
	return 0, 0, notOpen
}

func (c *UDPConn) WriteMsgUDPAddrPort(b, oob []byte, addr netip.AddrPort) (n, oobn int, err error) {
	return 0, 0, notOpen
}

// IPConn is a connection of a protocol without ports.
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

// UnixConn is a connection within the machine.
type UnixConn struct{ conn }

func (c *UnixConn) CloseRead() error                                  { return notOpen }
func (c *UnixConn) CloseWrite() error                                 { return notOpen }
func (c *UnixConn) ReadFrom(b []byte) (int, Addr, error)              { return c.readFrom(b) }
func (c *UnixConn) WriteTo(b []byte, addr Addr) (int, error)          { return c.writeTo(b, addr) }
func (c *UnixConn) ReadFromUnix(b []byte) (int, *UnixAddr, error)     { return 0, nil, notOpen }
func (c *UnixConn) WriteToUnix(b []byte, addr *UnixAddr) (int, error) { return 0, notOpen }

func (c *UnixConn) ReadMsgUnix(b, oob []byte) (n, oobn, flags int, addr *UnixAddr, err error) {
	return 0, 0, 0, nil, notOpen
}

func (c *UnixConn) WriteMsgUnix(b, oob []byte, addr *UnixAddr) (n, oobn int, err error) {
	return 0, 0, notOpen
}

// UnixListener waits for connections within the machine.
type UnixListener struct{}

func (l *UnixListener) Accept() (Conn, error)                { return nil, notOpen }
func (l *UnixListener) AcceptUnix() (*UnixConn, error)       { return nil, notOpen }
func (l *UnixListener) Addr() Addr                           { return nil }
func (l *UnixListener) Close() error                         { return notOpen }
func (l *UnixListener) File() (f *os.File, err error)        { return nil, notOpen }
func (l *UnixListener) SetDeadline(t time.Time) error        { return notOpen }
func (l *UnixListener) SetUnlinkOnClose(unlink bool)         {}
func (l *UnixListener) SyscallConn() (netsys.RawConn, error) { return nil, notOpen }
