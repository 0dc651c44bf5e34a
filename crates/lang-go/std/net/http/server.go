package http

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"net"
	"sync"
	"time"
)

// DefaultMaxHeaderBytes limits the headers of requests.
const DefaultMaxHeaderBytes = 1 << 20

var (
	// ErrBodyNotAllowed is the error of writing a body where there is none.
	ErrBodyNotAllowed = errors.New("http: request method or response status code does not allow body")

	// ErrHijacked is the error of writing once the connection was handed over.
	ErrHijacked = errors.New("http: connection has been hijacked")

	// ErrContentLength is the error of writing more than Content-Length says.
	ErrContentLength = errors.New("http: wrote more than the declared Content-Length")

	// ErrWriteAfterFlush is not used any more.
	ErrWriteAfterFlush = errors.New("unused")

	// ErrServerClosed is the error of Serve after Close or Shutdown.
	ErrServerClosed = errors.New("http: Server closed")

	// ErrAbortHandler is a panic that ends the connection without a word in the log.
	ErrAbortHandler = errors.New("net/http: abort Handler")
)

// contextKey is a key that shows its name.
type contextKey struct{ name string }

func (k *contextKey) String() string { return "net/http context value " + k.name }

var (
	// ServerContextKey leads to the *Server in a request's context.
	ServerContextKey = &contextKey{"http-server"}

	// LocalAddrContextKey leads to the net.Addr where the connection arrived.
	LocalAddrContextKey = &contextKey{"local-addr"}
)

// Server has what is needed to serve HTTP/1. The zero value will do.
type Server struct {
	Addr    string  // that ListenAndServe listens on, :http where it is empty
	Handler Handler // DefaultServeMux where it is nil

	DisableGeneralOptionsHandler bool
	TLSConfig                    *tls.Config

	ReadTimeout       time.Duration
	ReadHeaderTimeout time.Duration
	WriteTimeout      time.Duration
	IdleTimeout       time.Duration

	MaxHeaderBytes int
	TLSNextProto   map[string]func(*Server, *tls.Conn, Handler)
	ConnState      func(net.Conn, ConnState)
	ErrorLog       *log.Logger
	BaseContext    func(net.Listener) context.Context
	ConnContext    func(ctx context.Context, c net.Conn) context.Context
	HTTP2          *HTTP2Config
	Protocols      *Protocols

	mu          sync.Mutex
	closing     bool
	noKeepAlive bool
	listeners   map[*net.Listener]bool
	conns       map[*conn]bool
	onShutdown  []func()
	serving     sync.WaitGroup
}

// ConnState is what a connection of a server is doing.
type ConnState int

const (
	StateNew ConnState = iota
	StateActive
	StateIdle
	StateHijacked
	StateClosed
)

func (c ConnState) String() string {
	names := [...]string{"new", "active", "idle", "hijacked", "closed"}
	if c < 0 || int(c) >= len(names) {
		return ""
	}
	return names[c]
}

func (s *Server) logf(format string, args ...any) {
	if s.ErrorLog != nil {
		s.ErrorLog.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

// ListenAndServe serves what comes in at an address of TCP. It always returns an error.
func ListenAndServe(addr string, handler Handler) error {
	s := &Server{Addr: addr, Handler: handler}
	return s.ListenAndServe()
}

// ListenAndServeTLS fails where package crypto/tls has no connections.
func ListenAndServeTLS(addr, certFile, keyFile string, handler Handler) error {
	s := &Server{Addr: addr, Handler: handler}
	return s.ListenAndServeTLS(certFile, keyFile)
}

// Serve serves the connections of a listener. It always returns an error.
func Serve(l net.Listener, handler Handler) error {
	s := &Server{Handler: handler}
	return s.Serve(l)
}

// ServeTLS fails where package crypto/tls has no connections.
func ServeTLS(l net.Listener, handler Handler, certFile, keyFile string) error {
	s := &Server{Handler: handler}
	return s.ServeTLS(l, certFile, keyFile)
}

// ListenAndServe listens on s.Addr.
func (s *Server) ListenAndServe() error {
	if s.isClosing() {
		return ErrServerClosed
	}
	addr := s.Addr
	if addr == "" {
		addr = ":http"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	return s.Serve(l)
}

// ListenAndServeTLS listens on s.Addr.
func (s *Server) ListenAndServeTLS(certFile, keyFile string) error {
	if s.isClosing() {
		return ErrServerClosed
	}
	addr := s.Addr
	if addr == "" {
		addr = ":https"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	defer l.Close()
	return s.ServeTLS(l, certFile, keyFile)
}

// ServeTLS reads the certificate before it serves.
func (s *Server) ServeTLS(l net.Listener, certFile, keyFile string) error {
	config := &tls.Config{}
	if s.TLSConfig != nil {
		config = s.TLSConfig.Clone()
	}
	if !hasListed(config.NextProtos, "http/1.1") {
		config.NextProtos = append(config.NextProtos, "http/1.1")
	}
	known := len(config.Certificates) > 0 || config.GetCertificate != nil || config.GetConfigForClient != nil
	if !known || certFile != "" || keyFile != "" {
		cert, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			return err
		}
		config.Certificates = []tls.Certificate{cert}
	}
	return s.Serve(tls.NewListener(l, config))
}

func (s *Server) isClosing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closing
}

// SetKeepAlivesEnabled closes idle connections where it is told false.
func (s *Server) SetKeepAlivesEnabled(v bool) {
	s.mu.Lock()
	s.noKeepAlive = !v
	s.mu.Unlock()
	if !v {
		s.closeIdle()
	}
}

func (s *Server) keepsAlive() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.noKeepAlive && !s.closing
}

// RegisterOnShutdown has Shutdown call a function in a goroutine.
func (s *Server) RegisterOnShutdown(f func()) {
	s.mu.Lock()
	s.onShutdown = append(s.onShutdown, f)
	s.mu.Unlock()
}

// onceListener is closed only once.
type onceListener struct {
	net.Listener
	once sync.Once
	err  error
}

func (l *onceListener) Close() error {
	l.once.Do(func() { l.err = l.Listener.Close() })
	return l.err
}

// Serve accepts connections, each of which has a goroutine.
func (s *Server) Serve(l net.Listener) error {
	original := l
	l = &onceListener{Listener: l}
	defer l.Close()
	if !s.track(&l, true) {
		return ErrServerClosed
	}
	defer s.track(&l, false)
	base := context.Background()
	if s.BaseContext != nil {
		if base = s.BaseContext(original); base == nil {
			panic("BaseContext returned a nil context")
		}
	}
	ctx := context.WithValue(base, ServerContextKey, s)
	var pause time.Duration
	for {
		c, err := l.Accept()
		if err != nil {
			if s.isClosing() {
				return ErrServerClosed
			}
			if e, ok := err.(net.Error); ok && e.Temporary() {
				pause = min(max(2*pause, 5*time.Millisecond), time.Second)
				s.logf("http: Accept error: %v; retrying in %v", err, pause)
				time.Sleep(pause)
				continue
			}
			return err
		}
		connCtx := ctx
		if s.ConnContext != nil {
			if connCtx = s.ConnContext(connCtx, c); connCtx == nil {
				panic("ConnContext returned nil")
			}
		}
		pause = 0
		sc := &conn{server: s, rwc: c}
		sc.setState(StateNew, true)
		go sc.serve(connCtx)
	}
}

// track remembers a listener. It has the address of the variable, since listeners may not be comparable.
func (s *Server) track(l *net.Listener, add bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !add {
		delete(s.listeners, l)
		s.serving.Done()
		return true
	}
	if s.closing {
		return false
	}
	if s.listeners == nil {
		s.listeners = make(map[*net.Listener]bool)
	}
	s.listeners[l] = true
	s.serving.Add(1)
	return true
}

func (s *Server) closeListeners() error {
	var err error
	for l := range s.listeners {
		if e := (*l).Close(); e != nil && err == nil {
			err = e
		}
	}
	return err
}

// Close closes listeners and connections at once, but for those that were handed over.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = true
	err := s.closeListeners()
	s.mu.Unlock()
	s.serving.Wait()
	s.mu.Lock()
	for c := range s.conns {
		c.rwc.Close()
		delete(s.conns, c)
	}
	return err
}

// Shutdown closes the listeners, and waits until all connections are idle, or for the context.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closing = true
	err := s.closeListeners()
	for _, f := range s.onShutdown {
		go f()
	}
	s.mu.Unlock()
	s.serving.Wait()
	pause := time.Millisecond
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		if s.closeIdle() {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			pause = min(2*pause, 500*time.Millisecond)
			timer.Reset(pause)
		}
	}
}

// closeIdle closes what is idle, and tells whether nothing is left. A connection that never had a request is idle after a while.
func (s *Server) closeIdle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	quiet := true
	for c := range s.conns {
		state := c.state
		if state == StateNew && time.Since(c.since) > 5*time.Second {
			state = StateIdle
		}
		if state != StateIdle {
			quiet = false
			continue
		}
		c.rwc.Close()
		delete(s.conns, c)
	}
	return quiet
}

// setState keeps count of the connection, and tells the program.
func (c *conn) setState(state ConnState, tell bool) {
	s := c.server
	s.mu.Lock()
	switch state {
	case StateNew:
		if s.conns == nil {
			s.conns = make(map[*conn]bool)
		}
		s.conns[c] = true
	case StateHijacked, StateClosed:
		delete(s.conns, c)
	}
	c.state, c.since = state, time.Now()
	s.mu.Unlock()
	if tell && s.ConnState != nil {
		s.ConnState(c.rwc, state)
	}
}

func (s *Server) maxHeader() int {
	if s.MaxHeaderBytes > 0 {
		return s.MaxHeaderBytes
	}
	return DefaultMaxHeaderBytes
}

func (s *Server) headerTimeout() time.Duration {
	if s.ReadHeaderTimeout != 0 {
		return s.ReadHeaderTimeout
	}
	return s.ReadTimeout
}

func (s *Server) idleTimeout() time.Duration {
	if s.IdleTimeout != 0 {
		return s.IdleTimeout
	}
	return s.ReadTimeout
}

// handle chooses the handler. OPTIONS * is answered here unless the server is told otherwise.
func (s *Server) handle(w ResponseWriter, r *Request) {
	h := s.Handler
	if h == nil {
		h = DefaultServeMux
	}
	if !s.DisableGeneralOptionsHandler && r.RequestURI == "*" && r.Method == "OPTIONS" {
		h = HandlerFunc(answerOptions)
	}
	h.ServeHTTP(w, r)
}

// maxOptionsBody is how much of the body of OPTIONS * is read.
const maxOptionsBody = 4 << 10

func answerOptions(w ResponseWriter, r *Request) {
	w.Header().Set("Content-Length", "0")
	if r.ContentLength != 0 {
		body := MaxBytesReader(w, r.Body, maxOptionsBody)
		var b [512]byte
		for {
			if _, err := body.Read(b[:]); err != nil {
				return
			}
		}
	}
}

// statusError is an error of a request that has a code.
type statusError struct {
	code int
	text string
}

func (e statusError) Error() string { return StatusText(e.code) + ": " + e.text }

func badRequest(text string) error { return statusError{StatusBadRequest, text} }

var errTooLarge = errors.New("http: request too large")

// statusLine is the first line of a response.
func statusLine(atLeast11 bool, code int) string {
	proto := "HTTP/1.0 "
	if atLeast11 {
		proto = "HTTP/1.1 "
	}
	if text := StatusText(code); text != "" {
		return fmt.Sprintf("%s%03d %s\r\n", proto, code, text)
	}
	return fmt.Sprintf("%s%03d status code %d\r\n", proto, code, code)
}
