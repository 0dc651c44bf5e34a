package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"time"
)

// conn is a connection that a server has accepted.
type conn struct {
	server   *Server
	rwc      net.Conn
	tls      *tls.ConnectionState
	remote   string
	cancel   context.CancelFunc
	r        *connReader
	br       *bufio.Reader
	bw       *bufio.Writer
	werr     error // of the first write that failed
	state    ConnState
	since    time.Time
	hijacked bool
	posted   bool // whether the last request was a POST
}

// connReader reads from a connection up to a limit. While a handler runs it waits for a byte, to learn when the client goes.
type connReader struct {
	c       *conn
	left    int64
	waiting chan struct{} // closed when the wait for a byte ends; nil if there is none
	aborted bool
	b       [1]byte
	hasByte bool
	notify  chan bool // of CloseNotify
	gone    bool
}

// headerSlack is what may be read beyond the limit for headers, as the buffer reads ahead.
const headerSlack = 4096

const unlimited = 1<<63 - 1

func (r *connReader) wait() {
	if r.waiting != nil || r.hasByte || r.c.hijacked {
		return
	}
	done := make(chan struct{})
	r.waiting = done
	r.c.rwc.SetReadDeadline(time.Time{})
	go func() {
		n, err := r.c.rwc.Read(r.b[:])
		if n == 1 {
			r.hasByte = true
		}
		if e, ok := err.(net.Error); ok && r.aborted && e.Timeout() {
			err = nil
		}
		if err != nil {
			r.failed(err)
		}
		r.aborted = false
		r.waiting = nil
		close(done)
	}()
}

// failed is called once reading has failed.
func (r *connReader) failed(err error) {
	r.gone = true
	r.c.cancel()
	if r.notify != nil {
		select {
		case r.notify <- true:
		default:
		}
	}
}

// abort ends waiting for a byte.
func (r *connReader) abort() {
	done := r.waiting
	if done == nil {
		return
	}
	r.aborted = true
	r.c.rwc.SetReadDeadline(time.Unix(1, 0))
	<-done
	r.c.rwc.SetReadDeadline(time.Time{})
}

func (r *connReader) Read(p []byte) (n int, err error) {
	if r.waiting != nil {
		panic("invalid concurrent Body.Read call")
	}
	if r.left <= 0 {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	if int64(len(p)) > r.left {
		p = p[:r.left]
	}
	if r.hasByte {
		p[0] = r.b[0]
		r.hasByte = false
		r.left--
		return 1, nil
	}
	n, err = r.c.rwc.Read(p)
	r.left -= int64(n)
	if err != nil {
		r.failed(err)
	}
	return n, err
}

// connWriter remembers failures, and ends the request's context then.
type connWriter struct{ c *conn }

func (w connWriter) Write(p []byte) (n int, err error) {
	n, err = w.c.rwc.Write(p)
	if err != nil && w.c.werr == nil {
		w.c.werr = err
		w.c.cancel()
	}
	return n, err
}

// lingers is how long a connection stays half open so that the client can read why it ends.
const lingers = 500 * time.Millisecond

// closeWriteAndWait ends writing, and lets the client read before the rest is reset.
func (c *conn) closeWriteAndWait() {
	c.bw.Flush()
	if half, ok := c.rwc.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
	time.Sleep(lingers)
}

func (c *conn) serve(ctx context.Context) {
	c.remote = c.rwc.RemoteAddr().String()
	ctx = context.WithValue(ctx, LocalAddrContextKey, c.rwc.LocalAddr())
	var current *response
	defer func() { c.end(current, recover()) }()
	ctx, c.cancel = context.WithCancel(ctx)
	defer func() { c.cancel() }()
	c.r = &connReader{c: c}
	c.br = bufio.NewReader(c.r)
	c.bw = bufio.NewWriterSize(connWriter{c}, 4<<10)
	if !c.handshake(ctx) {
		return
	}
	for {
		w, err := c.readRequest(ctx)
		if c.r.left != c.server.readLimit() {
			c.setState(StateActive, true)
		}
		if err != nil {
			c.refuse(err)
			return
		}
		if !w.checkExpect() {
			return
		}
		current = w
		if in := w.body(); in != nil && !in.sawEnd {
			in.onEnd = c.r.wait
		} else {
			c.r.wait()
		}
		c.server.handle(w, w.req)
		w.cancel()
		if c.hijacked {
			current = nil
			return
		}
		w.finish()
		c.rwc.SetWriteDeadline(time.Time{})
		current = nil
		if !w.reusable() {
			if w.tooLarge || w.in != nil && w.in.earlied {
				c.closeWriteAndWait()
			}
			return
		}
		c.setState(StateIdle, true)
		if !c.idle() {
			return
		}
	}
}

// idle waits for the next request.
func (c *conn) idle() bool {
	if !c.server.keepsAlive() {
		return false
	}
	if d := c.server.idleTimeout(); d > 0 {
		c.rwc.SetReadDeadline(time.Now().Add(d))
	} else {
		c.rwc.SetReadDeadline(time.Time{})
	}
	c.r.left = unlimited
	if _, err := c.br.Peek(4); err != nil {
		return false
	}
	c.rwc.SetReadDeadline(time.Time{})
	return true
}

// end closes the connection, unless it was handed over.
func (c *conn) end(current *response, panicked any) {
	if panicked != nil && panicked != ErrAbortHandler {
		c.server.logf("http: panic serving %v: %v\n%s", c.remote, panicked, debug.Stack())
	}
	if current != nil {
		current.cancel()
		current.noContinue()
	}
	if c.hijacked {
		return
	}
	if current != nil {
		c.r.abort()
		current.req.Body.Close()
	}
	if c.bw != nil {
		c.bw.Flush()
	}
	c.rwc.Close()
	c.setState(StateClosed, true)
}

func (c *conn) handshake(ctx context.Context) bool {
	t, ok := c.rwc.(*tls.Conn)
	if !ok {
		// The host may have secured it, and a listener of the program's own may know how.
		if other, ok := c.rwc.(interface{ ConnectionState() tls.ConnectionState }); ok {
			state := other.ConnectionState()
			c.tls = &state
		}
		return true
	}
	if err := t.HandshakeContext(ctx); err != nil {
		c.server.logf("http: TLS handshake error from %s: %v", c.rwc.RemoteAddr(), err)
		return false
	}
	state := t.ConnectionState()
	c.tls = &state
	return true
}

func (s *Server) readLimit() int64 { return int64(s.maxHeader()) + headerSlack }

const errorFields = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// refuse answers a request that could not be read.
func (c *conn) refuse(err error) {
	var encoding *unsupportedEncoding
	var status statusError
	switch {
	case err == errTooLarge:
		text := "431 Request Header Fields Too Large"
		fmt.Fprintf(c.rwc, "HTTP/1.1 %s%s%s", text, errorFields, text)
		c.closeWriteAndWait()
	case errors.As(err, &encoding):
		fmt.Fprintf(c.rwc, "HTTP/1.1 501 Not Implemented%sUnsupported transfer encoding", errorFields)
	case isNetworkError(err):
	case errors.As(err, &status):
		fmt.Fprintf(c.rwc, "HTTP/1.1 %d %s%s%d %s", status.code, status.Error(), errorFields, status.code, status.Error())
	default:
		fmt.Fprintf(c.rwc, "HTTP/1.1 400 Bad Request%s400 Bad Request", errorFields)
	}
}

// isNetworkError tells whether the client has gone or takes too long, and needs no answer.
func isNetworkError(err error) bool {
	if err == io.EOF {
		return true
	}
	if e, ok := err.(net.Error); ok && e.Timeout() {
		return true
	}
	e, ok := err.(*net.OpError)
	return ok && e.Op == "read"
}

func (c *conn) readRequest(ctx context.Context) (*response, error) {
	var deadline, headerDeadline time.Time
	begin := time.Now()
	if d := c.server.headerTimeout(); d > 0 {
		headerDeadline = begin.Add(d)
	}
	if d := c.server.ReadTimeout; d > 0 {
		deadline = begin.Add(d)
	}
	c.rwc.SetReadDeadline(headerDeadline)
	if d := c.server.WriteTimeout; d > 0 {
		defer func() { c.rwc.SetWriteDeadline(time.Now().Add(d)) }()
	}
	c.r.left = c.server.readLimit()
	if c.posted {
		// Old clients send an empty line after a form.
		have, _ := c.br.Peek(4)
		n := 0
		for n < len(have) && (have[n] == '\r' || have[n] == '\n') {
			n++
		}
		c.br.Discard(n)
	}
	req, in, err := readRequest(c.br)
	if err != nil {
		if c.r.left <= 0 {
			return nil, errTooLarge
		}
		return nil, err
	}
	if err := checkRequest(req); err != nil {
		return nil, err
	}
	delete(req.Header, "Host")
	c.posted = req.Method == "POST"
	c.r.left = unlimited
	ctx, cancel := context.WithCancel(ctx)
	req.ctx = ctx
	req.RemoteAddr = c.remote
	req.TLS = c.tls
	if in != nil {
		in.early = true
	}
	if !headerDeadline.Equal(deadline) {
		c.rwc.SetReadDeadline(deadline)
	}
	w := &response{conn: c, req: req, in: in, cancel: cancel, header: make(Header), length: -1,
		keepAlive10: req.ProtoMajor == 1 && req.ProtoMinor == 0 && hasListed(req.Header["Connection"], "keep-alive"),
		wantsClose:  req.wantsClose()}
	w.w = bufio.NewWriterSize((*bodyWriter)(w), 2048)
	return w, nil
}

func (r *Request) wantsClose() bool {
	return r.Close || hasListed(r.Header["Connection"], "close")
}

// checkRequest tells what is wrong with a request that could be read.
func checkRequest(r *Request) error {
	if r.ProtoMajor != 1 && !r.isUpgrade2() {
		return statusError{StatusHTTPVersionNotSupported, "unsupported protocol version"}
	}
	hosts, have := r.Header["Host"]
	if r.ProtoAtLeast(1, 1) && (!have || len(hosts) == 0) && !r.isUpgrade2() && r.Method != "CONNECT" {
		return badRequest("missing required Host header")
	}
	if len(hosts) == 1 && !isHostHeader(hosts[0]) {
		return badRequest("malformed Host header")
	}
	for key, values := range r.Header {
		if !isToken(key) {
			return badRequest("invalid header name")
		}
		for _, value := range values {
			if !isFieldValue(value) {
				return badRequest("invalid header value")
			}
		}
	}
	return nil
}
