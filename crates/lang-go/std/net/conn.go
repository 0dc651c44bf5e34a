package net

import (
	"internal/netsys"
	"io"
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

// conn is what connections have in common. One that was not opened has no socket.
type conn struct{ s *socket }

const notOpen = netsys.EINVAL

func (c *conn) ok() bool { return c != nil && c.s != nil }

func (c *conn) Read(b []byte) (int, error) {
	if !c.ok() {
		return 0, notOpen
	}
	return c.s.read(b)
}

func (c *conn) Write(b []byte) (int, error) {
	if !c.ok() {
		return 0, notOpen
	}
	return c.s.write(b)
}

func (c *conn) Close() error {
	if !c.ok() {
		return notOpen
	}
	return c.s.close()
}

func (c *conn) LocalAddr() Addr {
	if !c.ok() {
		return nil
	}
	return c.s.local
}

func (c *conn) RemoteAddr() Addr {
	if !c.ok() {
		return nil
	}
	return c.s.remote
}

func (c *conn) setDeadline(t time.Time, read, write bool) error {
	if !c.ok() {
		return notOpen
	}
	return c.s.setDeadline(t, read, write)
}

func (c *conn) SetDeadline(t time.Time) error      { return c.setDeadline(t, true, true) }
func (c *conn) SetReadDeadline(t time.Time) error  { return c.setDeadline(t, true, false) }
func (c *conn) SetWriteDeadline(t time.Time) error { return c.setDeadline(t, false, true) }

// SetReadBuffer changes nothing: a connection holds what it holds.
func (c *conn) SetReadBuffer(bytes int) error { return c.setDeadline(time.Time{}, false, false) }

// SetWriteBuffer changes nothing.
func (c *conn) SetWriteBuffer(bytes int) error { return c.setDeadline(time.Time{}, false, false) }

// File fails: a connection within the program has no descriptor.
func (c *conn) File() (f *os.File, err error) {
	if !c.ok() {
		return nil, notOpen
	}
	return nil, c.s.fail("file", forbidden("dup"))
}

// SyscallConn fails: a connection within the program has no descriptor.
func (c *conn) SyscallConn() (netsys.RawConn, error) {
	if !c.ok() {
		return nil, notOpen
	}
	return nil, c.s.fail("raw-control", forbidden("control"))
}

func (c *conn) readFrom(b []byte) (int, Addr, error) {
	if !c.ok() {
		return 0, nil, notOpen
	}
	return c.s.readFrom(b)
}

func (c *conn) writeTo(b []byte, addr Addr) (n int, e error) {
	if !c.ok() {
		return 0, notOpen
	}
	return c.s.send(b, addr, false)
}
