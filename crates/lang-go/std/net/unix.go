package net

import (
	"internal/netsys"
	"os"
	"strconv"
	"time"
)

// UnixConn is a connection within the machine, here within the program. No file appears where it has its name.
type UnixConn struct{ conn }

func (c *UnixConn) CloseRead() error {
	if c == nil || c.s == nil {
		return notOpen
	}
	return c.s.closeRead()
}

func (c *UnixConn) CloseWrite() error {
	if c == nil || c.s == nil {
		return notOpen
	}
	return c.s.closeWrite()
}

func (c *UnixConn) ReadFrom(b []byte) (int, Addr, error)     { return c.readFrom(b) }
func (c *UnixConn) WriteTo(b []byte, addr Addr) (int, error) { return c.writeTo(b, addr) }

func (c *UnixConn) ReadFromUnix(b []byte) (int, *UnixAddr, error) {
	n, from, err := c.readFrom(b)
	addr, _ := from.(*UnixAddr)
	return n, addr, err
}

func (c *UnixConn) WriteToUnix(b []byte, addr *UnixAddr) (int, error) {
	return c.writeTo(b, opAddr(addr))
}

func (c *UnixConn) ReadMsgUnix(b, oob []byte) (n, oobn, flags int, addr *UnixAddr, err error) {
	n, addr, err = c.ReadFromUnix(b)
	return n, 0, 0, addr, err
}

func (c *UnixConn) WriteMsgUnix(b, oob []byte, addr *UnixAddr) (n, oobn int, err error) {
	if addr == nil {
		n, err = c.Write(b)
	} else {
		n, err = c.WriteToUnix(b, addr)
	}
	return n, 0, err
}

// UnixListener waits for connections within the program.
type UnixListener struct{ l *listener }

func (l *UnixListener) ok() bool { return l != nil && l.l != nil }

func (l *UnixListener) Accept() (Conn, error) {
	c, err := l.AcceptUnix()
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (l *UnixListener) AcceptUnix() (*UnixConn, error) {
	if !l.ok() {
		return nil, notOpen
	}
	s, err := l.l.accept()
	if err != nil {
		return nil, err
	}
	return &UnixConn{conn{s}}, nil
}

func (l *UnixListener) Addr() Addr { return l.l.addr }

func (l *UnixListener) Close() error {
	if !l.ok() {
		return notOpen
	}
	return l.l.close()
}

func (l *UnixListener) File() (f *os.File, err error) {
	if !l.ok() {
		return nil, notOpen
	}
	return nil, l.l.fail("file", forbidden("dup"))
}

func (l *UnixListener) SetDeadline(t time.Time) error {
	if !l.ok() {
		return notOpen
	}
	return l.l.setDeadline(t)
}

// SetUnlinkOnClose does nothing, as there is no file.
func (l *UnixListener) SetUnlinkOnClose(unlink bool) {}

func (l *UnixListener) SyscallConn() (netsys.RawConn, error) {
	if !l.ok() {
		return nil, notOpen
	}
	return nil, l.l.fail("raw-control", forbidden("control"))
}

// unnamed counts the Unix sockets that were opened by the empty name, which the system would name.
var unnamed int

func unixName(a *UnixAddr) string {
	switch {
	case a.Name == "":
		unnamed++
		return "@" + strconv.FormatInt(0x100000+int64(unnamed), 16)[1:]
	case a.Name[0] == '\x00':
		return "@" + a.Name[1:]
	}
	return a.Name
}

func listenUnix(network string, a *UnixAddr) (*UnixListener, error) {
	addr := &UnixAddr{Name: unixName(a), Net: network}
	key := network + " " + addr.Name
	if listening[key] != nil {
		return nil, os.NewSyscallError("bind", errAddrInUse)
	}
	l := &listener{network: network, addr: addr, key: key}
	l.acceptBy.limit = &limit{}
	listening[key] = l
	return &UnixListener{l}, nil
}

func connectUnix(network string, from, to *UnixAddr) (*UnixConn, error) {
	if network == networkGram {
		return openGram(from, to)
	}
	name := ""
	if to.Name != "" {
		name = unixName(to)
	}
	l := listening[network+" "+name]
	switch {
	case l == nil && name != "" && name[0] == '@', l == nil && name == "":
		return nil, os.NewSyscallError("connect", errRefused)
	case l == nil:
		return nil, os.NewSyscallError("connect", errNoFile)
	case len(l.queue) >= backlog:
		return nil, os.NewSyscallError("connect", errRefused)
	}
	local := &UnixAddr{Net: network}
	if from != nil {
		local.Name = from.Name
	}
	a, b := newPair(network, local, &UnixAddr{Name: name, Net: network})
	l.queue = append(l.queue, b)
	l.wakeAll()
	return &UnixConn{conn{a}}, nil
}

func openGram(at, to *UnixAddr) (*UnixConn, error) {
	s := &socket{network: networkGram, local: &UnixAddr{Net: networkGram}, in: newFlow()}
	if to != nil {
		if places[networkGram+" "+to.Name] == nil {
			return nil, os.NewSyscallError("connect", errNoFile)
		}
		s.remote = to
	}
	if at != nil {
		addr := &UnixAddr{Name: unixName(at), Net: networkGram}
		key := networkGram + " " + addr.Name
		if places[key] != nil {
			return nil, os.NewSyscallError("bind", errAddrInUse)
		}
		s.local = addr
		places[key] = s
		s.onClose = func() { delete(places, key) }
	}
	return &UnixConn{conn{s}}, nil
}
