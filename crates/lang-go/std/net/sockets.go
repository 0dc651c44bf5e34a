package net

import (
	"io"
	"net/netip"
	"os"
	"time"
)

// The network of a program lies within it: addresses of the loopback interface and names of Unix sockets lead to whatever
// listens there in the same program, and to nothing else.

// sysError is a failure by its text, which a number of package syscall with that text is equal to.
type sysError string

const (
	errRefused   sysError = "connection refused"
	errAddrInUse sysError = "address already in use"
	errPipe      sysError = "broken pipe"
	errReset     sysError = "connection reset by peer"
	errNoFile    sysError = "no such file or directory"
	errAddrMiss  sysError = "cannot assign requested address"
	errTooLong   sysError = "message too long"
	errNoConn    sysError = "transport endpoint is not connected"
	errMustConn  sysError = "destination address required"
)

func (e sysError) Error() string   { return string(e) }
func (e sysError) Timeout() bool   { return false }
func (e sysError) Temporary() bool { return e == errReset }

func (e sysError) Is(target error) bool {
	if e == errNoFile && target == os.ErrNotExist {
		return true
	}
	_, number := target.(interface{ Temporary() bool })
	return number && target.Error() == string(e)
}

// flowSize is how much one end of a connection may write ahead of the other's reading.
const flowSize = 64 << 10

// flow is what one end of a connection has written and the other has not read. Goroutines may change places
// anywhere: what waits takes the channel of the next change first.
type flow struct {
	data            []byte
	ended           bool // by the one who writes
	left            bool // by the one who reads
	reset           bool // the one who writes went away with unread data
	readBy, writeBy deadline
	waiters
}

func newFlow() *flow {
	return &flow{readBy: deadline{limit: &limit{}}, writeBy: deadline{limit: &limit{}}}
}

// socket is an end of a connection, or a place for packets.
type socket struct {
	network       string
	local, remote Addr
	in, out       *flow
	packets       []packet // of a place for packets, which has no out
	waiting       int      // bytes of the packets
	closed        bool
	onClose       func()
}

type packet struct {
	from Addr
	data []byte
}

func newPair(network string, a, b Addr) (x, y *socket) {
	x = &socket{network: network, local: a, remote: b, in: newFlow(), out: newFlow()}
	y = &socket{network: network, local: b, remote: a, in: x.out, out: x.in}
	return x, y
}

func (s *socket) fail(op string, err error) error {
	return &OpError{Op: op, Net: s.network, Source: s.local, Addr: s.remote, Err: err}
}

func (s *socket) read(b []byte) (int, error) {
	f := s.in
	for {
		change := f.changed()
		l := f.readBy.limit
		switch {
		case s.closed:
			return 0, s.fail("read", ErrClosed)
		case l.passed:
			return 0, s.fail("read", os.ErrDeadlineExceeded)
		case len(b) == 0:
			return 0, nil
		case s.out == nil:
			if len(s.packets) > 0 {
				n, _ := s.take(b)
				return n, nil
			}
		case len(f.data) > 0:
			n := copy(b, f.data)
			f.data = f.data[n:]
			if len(f.data) == 0 {
				f.data = nil
			}
			f.wakeAll()
			return n, nil
		case f.left:
			return 0, io.EOF
		case f.reset:
			return 0, s.fail("read", os.NewSyscallError("read", errReset))
		case f.ended:
			return 0, io.EOF
		}
		<-change
	}
}

func (s *socket) take(b []byte) (int, Addr) {
	p := s.packets[0]
	s.packets[0] = packet{}
	s.packets = s.packets[1:]
	s.waiting -= len(p.data)
	return copy(b, p.data), p.from
}

func (s *socket) write(b []byte) (n int, err error) {
	if s.out == nil {
		return s.send(b, nil, true)
	}
	f := s.out
	for {
		change := f.changed()
		l := f.writeBy.limit
		switch {
		case s.closed:
			return n, s.fail("write", ErrClosed)
		case l.passed:
			return n, s.fail("write", os.ErrDeadlineExceeded)
		case f.ended || f.left:
			return n, s.fail("write", os.NewSyscallError("write", errPipe))
		}
		if room := flowSize - len(f.data); room > 0 && n < len(b) {
			k := min(room, len(b)-n)
			f.data = append(f.data, b[n:n+k]...)
			n += k
			f.wakeAll()
			if n < len(b) {
				continue
			}
		}
		if n == len(b) {
			return n, nil
		}
		<-change
	}
}

// closeWrite lets the other end read what is left and then the end.
func (s *socket) closeWrite() error {
	if s.closed {
		return s.fail("close", ErrClosed)
	}
	if s.out != nil {
		s.out.ended = true
		s.out.wakeAll()
	}
	return nil
}

func (s *socket) closeRead() error {
	if s.closed {
		return s.fail("close", ErrClosed)
	}
	s.in.left = true
	s.in.data = nil
	s.in.wakeAll()
	return nil
}

func (s *socket) close() error {
	if s.closed {
		return s.fail("close", ErrClosed)
	}
	s.closed = true
	if s.out != nil {
		// As TCP has it, the other end learns that some of what it wrote was never read, unless it was told of the end before.
		s.out.reset = !s.out.ended && len(s.in.data) > 0 && !s.in.left
		s.out.ended = true
		s.out.writeBy.set(time.Time{}, &s.out.waiters)
		s.out.wakeAll()
	}
	s.in.left = true
	s.in.data = nil
	s.packets = nil
	s.in.readBy.set(time.Time{}, &s.in.waiters)
	s.in.wakeAll()
	if s.onClose != nil {
		s.onClose()
	}
	return nil
}

func (s *socket) setDeadline(t time.Time, read, write bool) error {
	if s.closed {
		return s.fail("set", ErrClosed)
	}
	if read {
		s.in.readBy.set(t, &s.in.waiters)
		s.in.wakeAll()
	}
	if write && s.out != nil {
		s.out.writeBy.set(t, &s.out.waiters)
		s.out.wakeAll()
	}
	return nil
}

// A place for packets keeps no more than these, and drops what comes then.
const (
	maxPacket   = 65507
	maxWaiting  = 1 << 20
	maxPackets  = 1024
	networkUDP  = "udp"
	networkGram = "unixgram"
)

// readFrom waits for a packet.
func (s *socket) readFrom(b []byte) (int, Addr, error) {
	for {
		change := s.in.changed()
		l := s.in.readBy.limit
		switch {
		case s.closed:
			return 0, nil, s.fail("read", ErrClosed)
		case l.passed:
			return 0, nil, s.fail("read", os.ErrDeadlineExceeded)
		case s.out != nil:
			n, err := s.read(b)
			return n, s.remote, err
		case len(s.packets) > 0:
			n, from := s.take(b)
			return n, from, nil
		}
		<-change
	}
}

// send puts a packet where its address leads, if there is somebody. The address is that of the socket where it is connected.
func (s *socket) send(b []byte, to Addr, connected bool) (int, error) {
	fail := func(err error) (int, error) {
		e := &OpError{Op: "write", Net: s.network, Source: s.local, Addr: to, Err: err}
		if connected {
			e.Addr = s.remote
		}
		return 0, e
	}
	switch {
	case s.closed:
		return fail(ErrClosed)
	case connected && s.remote == nil:
		return fail(os.NewSyscallError("write", errMustConn))
	case !connected && s.remote != nil:
		return fail(ErrWriteToConnected)
	case !connected && to == nil:
		return fail(errMissingAddress)
	case len(b) > maxPacket:
		return fail(os.NewSyscallError("write", errTooLong))
	}
	if connected {
		to = s.remote
	}
	switch to := to.(type) {
	case *UDPAddr:
		if !isLocal(to.IP) {
			return fail(forbidden("sendto"))
		}
		place := places[bindKey(networkUDP, to.IP, to.Port)]
		if place == nil {
			place = places[bindKey(networkUDP, anyOf(to.IP), to.Port)]
		}
		if place == nil {
			place = places[bindKey(networkUDP, IPv6unspecified, to.Port)]
		}
		place.deliver(s, b)
	case *UnixAddr:
		place := places[networkGram+" "+to.Name]
		if place == nil {
			return fail(os.NewSyscallError("connect", errNoFile))
		}
		place.deliver(s, b)
	}
	return len(b), nil
}

// deliver keeps a packet unless there is no room, or the place is connected to another.
func (s *socket) deliver(from *socket, b []byte) {
	if s == nil || s.closed || len(s.packets) >= maxPackets || s.waiting+len(b) > maxWaiting {
		return
	}
	if s.remote != nil && s.remote.String() != from.local.String() {
		return
	}
	s.packets = append(s.packets, packet{from.local, append([]byte(nil), b...)})
	s.waiting += len(b)
	s.in.wakeAll()
}

// What listens, and the places for packets, by network and address.
var (
	listening = map[string]*listener{}
	places    = map[string]*socket{}
)

// listener has the connections that wait to be accepted.
type listener struct {
	network  string
	addr     Addr
	key      string
	queue    []*socket
	acceptBy deadline
	closed   bool
	waiters
}

// backlog is how many connections may wait.
const backlog = 4096

func (l *listener) fail(op string, err error) error {
	return &OpError{Op: op, Net: l.network, Addr: l.addr, Err: err}
}

func (l *listener) accept() (*socket, error) {
	for {
		change := l.changed()
		limit := l.acceptBy.limit
		switch {
		case l.closed:
			return nil, l.fail("accept", ErrClosed)
		case limit.passed:
			return nil, l.fail("accept", os.ErrDeadlineExceeded)
		case len(l.queue) > 0:
			s := l.queue[0]
			l.queue[0] = nil
			l.queue = l.queue[1:]
			return s, nil
		}
		<-change
	}
}

func (l *listener) close() error {
	if l.closed {
		return l.fail("close", ErrClosed)
	}
	l.closed = true
	delete(listening, l.key)
	for _, s := range l.queue {
		s.out.reset = true
		s.close()
	}
	l.queue = nil
	l.acceptBy.set(time.Time{}, &l.waiters)
	l.wakeAll()
	return nil
}

func (l *listener) setDeadline(t time.Time) error {
	if l.closed {
		return ErrClosed // Go's says no more.
	}
	l.acceptBy.set(t, &l.waiters)
	l.wakeAll()
	return nil
}

// isLocal tells whether an address leads back to this program.
func isLocal(ip IP) bool { return len(ip) == 0 || ip.IsLoopback() || ip.IsUnspecified() }

// bindKey is the name of an address in the tables.
func bindKey(network string, ip IP, port int) string {
	a, _ := netip.AddrFromSlice(ip)
	return network + " " + netip.AddrPortFrom(a.Unmap(), uint16(port)).String()
}

// anyOf is the address that takes what comes for all those of the family of an address.
func anyOf(ip IP) IP {
	if ip.To4() != nil {
		return IPv4zero
	}
	return IPv6unspecified
}

// nextPort is the next port that the network gives to those who ask for none.
var nextPort = firstFreePort

const (
	firstFreePort = 32768
	lastFreePort  = 60999
)

// freePort finds a port that a table does not have.
func freePort(taken func(port int) bool) (int, error) {
	for range lastFreePort - firstFreePort + 1 {
		port := nextPort
		if nextPort++; nextPort > lastFreePort {
			nextPort = firstFreePort
		}
		if !taken(port) {
			return port, nil
		}
	}
	return 0, os.NewSyscallError("bind", errAddrInUse)
}

// bind finds a key for an address; a port that is 0 becomes one that is free. An address without an IP takes what comes for
// any, unless the network has a version.
func bind(network, family string, ip IP, port int, taken func(key string) bool) (IP, int, string, error) {
	if len(ip) == 0 {
		ip = IPv6unspecified
		if network[len(network)-1] == '4' {
			ip = IPv4zero
		}
	}
	if !isLocal(ip) {
		return nil, 0, "", forbidden("socket")
	}
	if port < 0 || port > 65535 {
		return nil, 0, "", &AddrError{Err: "invalid port", Addr: portText(ip, "", port)}
	}
	busy := func(port int) bool {
		if taken(bindKey(family, ip, port)) || taken(bindKey(family, anyOf(ip), port)) {
			return true
		}
		return taken(bindKey(family, IPv6unspecified, port))
	}
	if port == 0 {
		var err error
		if port, err = freePort(busy); err != nil {
			return nil, 0, "", err
		}
	} else if busy(port) {
		return nil, 0, "", os.NewSyscallError("bind", errAddrInUse)
	}
	return ip, port, bindKey(family, ip, port), nil
}

func isListening(key string) bool { return listening[key] != nil }
func hasPlace(key string) bool    { return places[key] != nil }
