package httputil

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"sync"
)

var (
	// ErrPersistEOF tells that there are no more requests.
	ErrPersistEOF = &http.ProtocolError{ErrorString: "persistent connection closed"}

	// ErrClosed tells that the connection was closed here.
	ErrClosed = &http.ProtocolError{ErrorString: "connection closed by user"}

	// ErrPipeline tells of answers without requests.
	ErrPipeline = &http.ProtocolError{ErrorString: "pipeline error"}
)

var errNotOpen = errors.New("i/o operation on closed connection")

// link is what both sides of an old connection have in common.
type link struct {
	mu      sync.Mutex
	c       net.Conn
	r       *bufio.Reader
	readErr error
	sentErr error
	read    int
	written int
	pipe    textproto.Pipeline
	ids     map[*http.Request]uint
}

func (l *link) hijack() (net.Conn, *bufio.Reader) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, r := l.c, l.r
	l.c, l.r = nil, nil
	return c, r
}

func (l *link) close() error {
	if c, _ := l.hijack(); c != nil {
		return c.Close()
	}
	return nil
}

func (l *link) id(req *http.Request) (uint, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id, ok := l.ids[req]
	delete(l.ids, req)
	return id, ok
}

// ServerConn reads requests from a connection. Server in package http is what should be used.
type ServerConn struct{ link }

// NewServerConn takes a connection, and perhaps what was read ahead from it.
func NewServerConn(c net.Conn, r *bufio.Reader) *ServerConn {
	if r == nil {
		r = bufio.NewReader(c)
	}
	return &ServerConn{link{c: c, r: r, ids: make(map[*http.Request]uint)}}
}

// Hijack hands the connection over.
func (sc *ServerConn) Hijack() (net.Conn, *bufio.Reader) { return sc.hijack() }

// Close closes the connection.
func (sc *ServerConn) Close() error { return sc.close() }

// Pending is how many requests have no answer.
func (sc *ServerConn) Pending() int {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	return sc.read - sc.written
}

// Read reads the next request.
func (sc *ServerConn) Read() (*http.Request, error) {
	id := sc.pipe.Next()
	sc.pipe.StartRequest(id)
	var req *http.Request
	defer func() {
		sc.pipe.EndRequest(id)
		if req == nil {
			sc.pipe.StartResponse(id)
			sc.pipe.EndResponse(id)
			return
		}
		sc.mu.Lock()
		sc.ids[req] = id
		sc.mu.Unlock()
	}()
	sc.mu.Lock()
	r, err := sc.r, sc.sentErr
	if err == nil {
		err = sc.readErr
	}
	sc.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, errNotOpen
	}
	req, err = http.ReadRequest(r)
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if err != nil {
		if err == io.ErrUnexpectedEOF {
			err = ErrPersistEOF
		}
		sc.readErr = err
		return nil, err
	}
	sc.read++
	if req.Close {
		sc.readErr = ErrPersistEOF
		return req, ErrPersistEOF
	}
	return req, nil
}

// Write answers a request in its turn.
func (sc *ServerConn) Write(req *http.Request, resp *http.Response) error {
	id, ok := sc.id(req)
	if !ok {
		return ErrPipeline
	}
	sc.pipe.StartResponse(id)
	defer sc.pipe.EndResponse(id)
	sc.mu.Lock()
	c, err := sc.c, sc.sentErr
	early := sc.read <= sc.written
	sc.mu.Unlock()
	switch {
	case err != nil:
		return err
	case c == nil:
		return ErrClosed
	case early:
		return errors.New("persist server pipe count")
	}
	if resp.Close {
		sc.mu.Lock()
		sc.readErr = ErrPersistEOF
		sc.mu.Unlock()
	}
	err = resp.Write(c)
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if err != nil {
		sc.sentErr = err
		return err
	}
	sc.written++
	return nil
}

// ClientConn sends requests on a connection. Client in package http is what should be used.
type ClientConn struct {
	link
	last  io.Closer // the body that was read last
	write func(*http.Request, io.Writer) error
}

// NewClientConn takes a connection, and perhaps what was read ahead from it.
func NewClientConn(c net.Conn, r *bufio.Reader) *ClientConn {
	if r == nil {
		r = bufio.NewReader(c)
	}
	return &ClientConn{link: link{c: c, r: r, ids: make(map[*http.Request]uint)}, write: (*http.Request).Write}
}

// NewProxyClientConn sends requests as proxies expect them.
func NewProxyClientConn(c net.Conn, r *bufio.Reader) *ClientConn {
	cc := NewClientConn(c, r)
	cc.write = (*http.Request).WriteProxy
	return cc
}

// Hijack hands the connection over.
func (cc *ClientConn) Hijack() (c net.Conn, r *bufio.Reader) { return cc.hijack() }

// Close closes the connection.
func (cc *ClientConn) Close() error { return cc.close() }

// Pending is how many requests have no answer.
func (cc *ClientConn) Pending() int {
	cc.mu.Lock()
	defer cc.mu.Unlock()
	return cc.written - cc.read
}

// Write sends a request.
func (cc *ClientConn) Write(req *http.Request) error {
	id := cc.pipe.Next()
	cc.pipe.StartRequest(id)
	sent := false
	defer func() {
		cc.pipe.EndRequest(id)
		if !sent {
			cc.pipe.StartResponse(id)
			cc.pipe.EndResponse(id)
			return
		}
		cc.mu.Lock()
		cc.ids[req] = id
		cc.mu.Unlock()
	}()
	cc.mu.Lock()
	c, err := cc.c, cc.readErr
	if err == nil {
		err = cc.sentErr
	}
	if err == nil && c != nil && req.Close {
		// No request can come after it.
		cc.sentErr = ErrPersistEOF
	}
	cc.mu.Unlock()
	if err != nil {
		return err
	}
	if c == nil {
		return errNotOpen
	}
	err = cc.write(req, c)
	cc.mu.Lock()
	defer cc.mu.Unlock()
	if err != nil {
		cc.sentErr = err
		return err
	}
	sent = true
	cc.written++
	return nil
}

// Read reads the answer to a request.
func (cc *ClientConn) Read(req *http.Request) (resp *http.Response, err error) {
	id, ok := cc.id(req)
	if !ok {
		return nil, ErrPipeline
	}
	cc.pipe.StartResponse(id)
	defer cc.pipe.EndResponse(id)
	cc.mu.Lock()
	r, last := cc.r, cc.last
	err = cc.readErr
	cc.last = nil
	cc.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, errNotOpen
	}
	if last != nil {
		// What is left of the answer before stands in the way.
		if err := last.Close(); err != nil {
			cc.mu.Lock()
			cc.readErr = err
			cc.mu.Unlock()
			return nil, err
		}
	}
	resp, err = http.ReadResponse(r, req)
	cc.mu.Lock()
	defer cc.mu.Unlock()
	if err != nil {
		cc.readErr = err
		return resp, err
	}
	cc.last = resp.Body
	cc.read++
	if resp.Close {
		cc.readErr = ErrPersistEOF
		return resp, cc.readErr
	}
	return resp, nil
}

// Do sends a request and reads the answer.
func (cc *ClientConn) Do(req *http.Request) (*http.Response, error) {
	if err := cc.Write(req); err != nil {
		return nil, err
	}
	return cc.Read(req)
}
