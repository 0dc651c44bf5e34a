package http

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"sync"
	"time"
)

// clientConn is a connection of a Transport. A goroutine of its own reads responses, so that it knows when the server has gone.
type clientConn struct {
	t     *Transport
	key   connKey
	proxy *url.URL // that is asked for whole URLs
	conn  net.Conn
	tls   *tls.ConnectionState
	br    *bufio.Reader
	bw    *bufio.Writer
	left  int64 // that may be read of a header

	reused    bool
	idleSince time.Time
	timer     *time.Timer
	onIdle    func() bool // of a connection that is kept by the program

	mu      sync.Mutex
	err     error // why it was closed
	closed  chan struct{}
	expects int // responses
	jobs    chan *job
	wrote   int64
}

// job is a request whose response is waited for.
type job struct {
	ctx      context.Context
	req      *Request
	trace    *httptrace.ClientTrace
	gzip     bool // whether this transport has asked for compression
	before   int64
	goOn     chan struct{} // for the body, once the server has said so
	written  chan error    // has the result of writing
	wroteAll bool
	answer   chan answer
	end      func(error)
}

type answer struct {
	resp *Response
	err  error
}

const (
	defaultBuffer    = 4 << 10
	defaultMaxHeader = 10 << 20
	maxInformational = 5
)

func (t *Transport) start(key connKey, conn net.Conn, proxy *url.URL) *clientConn {
	c := &clientConn{t: t, key: key, proxy: proxy, conn: conn, closed: make(chan struct{}), jobs: make(chan *job, 1)}
	if s, ok := conn.(*tls.Conn); ok {
		state := s.ConnectionState()
		c.tls = &state
	}
	size := func(n int) int {
		if n > 0 {
			return n
		}
		return defaultBuffer
	}
	c.left = unlimited
	c.br = bufio.NewReaderSize(limitedConn{c}, size(t.ReadBufferSize))
	c.bw = bufio.NewWriterSize(countedConn{c}, size(t.WriteBufferSize))
	go c.loop()
	return c
}

// limitedConn reads no more of a header than is allowed.
type limitedConn struct{ c *clientConn }

func (l limitedConn) Read(p []byte) (int, error) {
	c := l.c
	if c.left <= 0 {
		return 0, fmt.Errorf("net/http: server response headers exceeded %d bytes; aborted", c.t.maxHeader())
	}
	if int64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.conn.Read(p)
	c.left -= int64(n)
	return n, err
}

type countedConn struct{ c *clientConn }

func (w countedConn) Write(p []byte) (int, error) {
	n, err := w.c.conn.Write(p)
	w.c.wrote += int64(n)
	return n, err
}

func (t *Transport) maxHeader() int64 {
	if t.MaxResponseHeaderBytes > 0 {
		return t.MaxResponseHeaderBytes
	}
	return defaultMaxHeader
}

func (c *clientConn) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err != nil
}

func (c *clientConn) close(err error) {
	c.mu.Lock()
	first := c.err == nil
	if first {
		c.err = err
	}
	c.mu.Unlock()
	if !first {
		return
	}
	c.conn.Close()
	close(c.closed)
	c.t.mu.Lock()
	c.t.forget(c)
	c.t.mu.Unlock()
	c.t.release(c.key)
}

// Errors of connections, by which it is known whether a request may be sent again.
type (
	nothingWritten struct{ error }
	readFailed     struct{ error }
)

func (e nothingWritten) Unwrap() error { return e.error }
func (e readFailed) Unwrap() error     { return e.error }

// plainError is an error as programs see it.
func plainError(err error) error {
	if e, ok := err.(nothingWritten); ok {
		err = e.error
	}
	if e, ok := err.(readFailed); ok {
		err = e.error
	}
	return err
}

// mayRetry tells whether a request that has failed may be sent again.
func (c *clientConn) mayRetry(req *Request, err error) bool {
	if err == errMissingHost || !c.reused {
		return false
	}
	if _, ok := err.(nothingWritten); ok {
		return req.length() == 0 || req.GetBody != nil
	}
	if !req.isHarmless() {
		return false
	}
	_, ok := err.(readFailed)
	return ok || err == errServerClosed
}

// isHarmless tells whether a request may be answered twice.
func (r *Request) isHarmless() bool {
	if r.Body != nil && r.Body != NoBody && r.GetBody == nil {
		return false
	}
	switch r.Method {
	case "", "GET", "HEAD", "OPTIONS", "TRACE":
		return true
	}
	for _, key := range [...]string{"Idempotency-Key", "X-Idempotency-Key"} {
		if _, ok := r.Header[key]; ok {
			return true
		}
	}
	return false
}

// loop reads what the server sends.
func (c *clientConn) loop() {
	why := error(errBroken)
	defer func() { c.close(why) }()
	for {
		c.left = c.t.maxHeader()
		_, err := c.br.Peek(1)
		c.mu.Lock()
		waiting := c.expects > 0
		c.mu.Unlock()
		if !waiting {
			why = errServerClosed
			if err == nil {
				if n := c.br.Buffered(); n > 0 {
					have, _ := c.br.Peek(n)
					log.Printf("Unsolicited response received on idle HTTP channel starting with %q; err=%v", have, err)
				}
			} else if err != io.EOF {
				why = fmt.Errorf("readLoopPeekFailLocked: %w", err)
			}
			return
		}
		j := <-c.jobs
		var resp *Response
		if err == nil {
			resp, err = c.readResponse(j)
		} else {
			err = readFailed{err}
		}
		if err != nil {
			why = err
			if c.left <= 0 {
				err = fmt.Errorf("net/http: server response headers exceeded %d bytes; aborted", c.t.maxHeader())
				why = err
			}
			j.answer <- answer{nil, err}
			return
		}
		c.left = unlimited
		if !c.deliver(j, resp, &why) {
			return
		}
	}
}

// deliver hands a response over, and waits until its body was read. It tells whether the connection can be used again.
func (c *clientConn) deliver(j *job, resp *Response, why *error) bool {
	c.mu.Lock()
	c.expects--
	c.mu.Unlock()
	hasBody := j.req.Method != "HEAD" && resp.Body != NoBody
	alive := !(resp.Close || j.req.Close || resp.StatusCode <= 199 || resp.isSwitch())
	if resp.isSwitch() {
		resp.Body = &switched{c.br, c.conn}
		c.mu.Lock()
		c.err = errors.New("http: connection has switched protocols")
		c.mu.Unlock()
		c.t.release(c.key)
		j.answer <- answer{resp, nil}
		return false
	}
	if !hasBody {
		alive = alive && c.wroteRequest(j) && c.keep(j.trace)
		j.end(errDone)
		j.answer <- answer{resp, nil}
		return alive
	}
	over := make(chan bool, 1)
	resp.Body = &streamBody{c: c, j: j, r: resp.Body, over: over}
	if j.gzip && equalFoldASCII(resp.Header.Get("Content-Encoding"), "gzip") {
		resp.Body = &gzipBody{body: resp.Body}
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		resp.ContentLength = -1
		resp.Uncompressed = true
	}
	ready := make(chan struct{})
	go func() {
		j.answer <- answer{resp, nil}
		close(ready)
	}()
	<-ready
	select {
	case complete := <-over:
		if alive = alive && complete && c.wroteRequest(j) && c.keep(j.trace); !alive {
			*why = errBroken
		}
		j.end(errDone)
	case <-j.ctx.Done():
		alive = false
		*why = context.Cause(j.ctx)
	case <-c.closed:
		alive = false
	}
	return alive
}

// errDone is the cause by which the context of a request ends after it.
var errDone = errors.New("net/http: request is complete")

// wroteRequest waits a moment for the request to have been written as a whole.
func (c *clientConn) wroteRequest(j *job) bool {
	if j.wroteAll {
		return true
	}
	select {
	case err := <-j.written:
		j.written <- err
		return err == nil
	default:
	}
	late := time.NewTimer(50 * time.Millisecond)
	defer late.Stop()
	select {
	case err := <-j.written:
		j.written <- err
		return err == nil
	case <-late.C:
		return false
	}
}

// keep makes the connection available.
func (c *clientConn) keep(trace *httptrace.ClientTrace) bool {
	if c.onIdle != nil {
		return c.onIdle()
	}
	err := c.t.putIdle(c)
	if trace != nil && trace.PutIdleConn != nil && err != errKeepAlivesOff {
		trace.PutIdleConn(err)
	}
	return err == nil
}

// readResponse reads a response, after those that are only informational.
func (c *clientConn) readResponse(j *job) (*Response, error) {
	if j.trace != nil && j.trace.GotFirstResponseByte != nil {
		j.trace.GotFirstResponseByte()
	}
	goOn := j.goOn
	for n := 0; ; {
		resp, err := ReadResponse(c.br, j.req)
		if err != nil {
			return nil, err
		}
		code := resp.StatusCode
		if goOn != nil {
			switch {
			case code == 100:
				if j.trace != nil && j.trace.Got100Continue != nil {
					j.trace.Got100Continue()
				}
				goOn <- struct{}{}
				goOn = nil
			case code >= 200 && resp.Close:
				close(goOn) // The server does not want the body.
				goOn = nil
			case code >= 200:
				// The server needs the body to find the next request.
				goOn <- struct{}{}
				goOn = nil
			}
		}
		if code < 100 || code > 199 || code == StatusSwitchingProtocols {
			resp.TLS = c.tls
			return resp, nil
		}
		if j.trace != nil && j.trace.Got1xxResponse != nil {
			if err := j.trace.Got1xxResponse(code, textproto.MIMEHeader(resp.Header)); err != nil {
				return nil, err
			}
			c.left = c.t.maxHeader() // What the program looks at is its own affair.
		} else if n++; n > maxInformational {
			return nil, errors.New("net/http: too many 1xx informational responses")
		}
	}
}

// switched is the body of a response after which the connection has another protocol.
type switched struct {
	r *bufio.Reader
	net.Conn
}

func (s *switched) Read(p []byte) (int, error) { return s.r.Read(p) }

// streamBody reads a response's body from the connection.
type streamBody struct {
	c      *clientConn
	j      *job
	r      io.ReadCloser
	over   chan bool
	told   bool
	closed bool
	err    error
}

var errReadClosed = errors.New("http: read on closed response body")

func (b *streamBody) Read(p []byte) (int, error) {
	if b.closed {
		return 0, errReadClosed
	}
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.r.Read(p)
	if err != nil {
		if err != io.EOF {
			if cause := context.Cause(b.j.ctx); cause != nil && cause != errDone {
				err = cause
			}
		}
		b.err = err
		b.tell(err == io.EOF)
	}
	return n, err
}

func (b *streamBody) tell(complete bool) {
	if b.told {
		return
	}
	b.told = true
	b.over <- complete
	// The goroutine of the connection keeps it for the next request before the reader goes on.
	if complete {
		select {
		case <-b.j.ctx.Done():
		case <-b.c.closed:
		}
	}
}

func (b *streamBody) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	if !b.told {
		b.c.close(errors.New("http: body closed early"))
		b.tell(false)
		b.j.end(errDone)
	}
	return nil
}

// gzipBody undoes the compression from the first read on.
type gzipBody struct {
	body io.ReadCloser
	z    *gzip.Reader
	err  error
}

func (g *gzipBody) Read(p []byte) (n int, err error) {
	if g.z == nil && g.err == nil {
		g.z, g.err = gzip.NewReader(g.body)
	}
	if b, ok := g.body.(*streamBody); ok && b.closed {
		return 0, errReadClosed
	}
	if g.err != nil {
		return 0, g.err
	}
	return g.z.Read(p)
}

func (g *gzipBody) Close() error { return g.body.Close() }

// roundTrip sends a request. The function end is called when all is over.
func (c *clientConn) roundTrip(ctx context.Context, req *Request, end func(error)) (*Response, error) {
	j := &job{ctx: ctx, req: req, trace: httptrace.ContextClientTrace(ctx), before: c.wrote,
		written: make(chan error, 1), answer: make(chan answer, 1), end: end}
	s := c.sendingFor(j)
	c.mu.Lock()
	if c.err != nil {
		err := c.err
		c.mu.Unlock()
		return nil, nothingWritten{err}
	}
	c.expects++
	c.mu.Unlock()
	c.jobs <- j
	go func() {
		err := req.write(c.bw, s)
		if err == nil {
			err = c.bw.Flush()
		}
		j.wroteAll = err == nil
		if j.trace != nil && j.trace.WroteRequest != nil {
			j.trace.WroteRequest(httptrace.WroteRequestInfo{Err: err})
		}
		j.written <- err
	}()
	return c.await(j)
}

// sendingFor has what the transport adds to a request.
func (c *clientConn) sendingFor(j *job) sending {
	req := j.req
	s := sending{proxy: c.proxy != nil, extra: make(Header)}
	if auth := proxyAuth(c.proxy); auth != "" && req.Header.Get("Proxy-Authorization") == "" {
		s.extra.Set("Proxy-Authorization", auth)
	}
	if !c.t.DisableCompression && req.Header.Get("Accept-Encoding") == "" && req.Header.Get("Range") == "" &&
		req.Method != "HEAD" {
		j.gzip = true
		s.extra.Set("Accept-Encoding", "gzip")
	}
	upgrade := hasListed(req.Header["Connection"], "Upgrade")
	if c.t.DisableKeepAlives && !req.wantsClose() && !upgrade {
		s.extra.Set("Connection", "close")
	}
	if j.trace != nil {
		s.wroteField, s.wroteAll, s.waiting = j.trace.WroteHeaderField, j.trace.WroteHeaders, j.trace.Wait100Continue
	}
	if req.ProtoAtLeast(1, 1) && req.Body != nil && hasListed(req.Header["Expect"], "100-continue") {
		j.goOn = make(chan struct{}, 1)
		s.wait = func() bool {
			var late <-chan time.Time
			if d := c.t.ExpectContinueTimeout; d > 0 {
				timer := time.NewTimer(d)
				defer timer.Stop()
				late = timer.C
			}
			select {
			case _, ok := <-j.goOn:
				return ok
			case <-late:
				return true
			case <-c.closed:
				return false
			}
		}
	}
	return s
}

// await waits for the response, and for what may come instead.
func (c *clientConn) await(j *job) (*Response, error) {
	written := j.written
	var late <-chan time.Time
	for {
		select {
		case err := <-written:
			written <- err
			written = nil
			if err != nil {
				return nil, c.giveUp(j, err)
			}
			if d := c.t.ResponseHeaderTimeout; d > 0 {
				timer := time.NewTimer(d)
				defer timer.Stop()
				late = timer.C
			}
		case <-late:
			c.close(errHeaderTimeout)
			return nil, errHeaderTimeout
		case a := <-j.answer:
			if a.err != nil {
				return nil, c.mapError(j, a.err)
			}
			return a.resp, nil
		case <-j.ctx.Done():
			select {
			case a := <-j.answer:
				if a.err == nil && context.Cause(j.ctx) == errDone {
					return a.resp, nil
				}
			default:
			}
			err := context.Cause(j.ctx)
			if err == errDone {
				a := <-j.answer
				return a.resp, a.err
			}
			c.close(err)
			return nil, err
		case <-c.closed:
			select {
			case a := <-j.answer:
				if a.err == nil {
					return a.resp, nil
				}
				return nil, c.mapError(j, a.err)
			default:
			}
			return nil, c.mapError(j, c.err)
		}
	}
}

// giveUp is called when a request could not be written. The server may have said why before it stopped reading.
func (c *clientConn) giveUp(j *job, err error) error {
	if e, ok := err.(readFailure); ok {
		c.close(e.error)
		return e.error
	}
	c.close(fmt.Errorf("write error: %w", err))
	return c.mapError(j, err)
}

func (c *clientConn) mapError(j *job, err error) error {
	if cause := context.Cause(j.ctx); cause != nil && cause != errDone {
		return cause
	}
	if err == errServerClosed {
		return err
	}
	if c.wrote == j.before {
		if e, ok := err.(readFailed); ok {
			return nothingWritten{e}
		}
		return nothingWritten{err}
	}
	if _, ok := err.(readFailed); ok {
		return err
	}
	if c.isClosed() {
		if _, ok := err.(*net.OpError); ok {
			return fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", err)
		}
		var bad *textError
		if errors.As(err, &bad) || err == io.ErrUnexpectedEOF {
			return fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", err)
		}
	}
	return err
}
