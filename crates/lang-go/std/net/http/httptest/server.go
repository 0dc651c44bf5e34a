package httptest

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Server is a server within the program, at an address of the loopback interface that it chooses.
type Server struct {
	URL         string // http:// and the address, without a slash at its end
	Listener    net.Listener
	EnableHTTP2 bool
	TLS         *tls.Config
	Config      *http.Server

	serving sync.WaitGroup
	mu      sync.Mutex
	closed  bool
	conns   map[net.Conn]http.ConnState
	client  *http.Client
}

// NewServer starts one. The caller closes it.
func NewServer(handler http.Handler) *Server {
	s := NewUnstartedServer(handler)
	s.Start()
	return s
}

// NewTLSServer panics, since connections are not encrypted here.
func NewTLSServer(handler http.Handler) *Server {
	s := NewUnstartedServer(handler)
	s.StartTLS()
	return s
}

// NewUnstartedServer makes one whose Config can be changed before Start.
func NewUnstartedServer(handler http.Handler) *Server {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		if l, err = net.Listen("tcp6", "[::1]:0"); err != nil {
			panic(fmt.Sprintf("httptest: failed to listen on a port: %v", err))
		}
	}
	return &Server{Listener: l, Config: &http.Server{Handler: handler}}
}

// Start starts a server.
func (s *Server) Start() {
	if s.URL != "" {
		panic("Server already started")
	}
	if s.client == nil {
		tr := &http.Transport{}
		tr.Dial = func(network, addr string) (net.Conn, error) {
			if addr == "example.com:80" || strings.HasSuffix(addr, ".example.com:80") {
				addr = s.Listener.Addr().String()
			}
			return net.Dial(network, addr)
		}
		s.client = &http.Client{Transport: tr}
	}
	s.URL = "http://" + s.Listener.Addr().String()
	s.wrap()
	s.serving.Go(func() { s.Config.Serve(s.Listener) })
}

// StartTLS panics, since connections are not encrypted here.
func (s *Server) StartTLS() {
	if s.URL != "" {
		panic("Server already started")
	}
	s.Listener.Close()
	panic(fmt.Errorf("httptest: StartTLS: %w", errors.ErrUnsupported))
}

// Certificate is nil, as there is no TLS.
func (s *Server) Certificate() *x509.Certificate { return nil }

// Client asks this server, also for example.com and what is below it.
func (s *Server) Client() *http.Client { return s.client }

// wrap keeps count of the connections.
func (s *Server) wrap() {
	before := s.Config.ConnState
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		s.mu.Lock()
		switch state {
		case http.StateNew:
			if _, exists := s.conns[c]; exists {
				panic("invalid state transition")
			}
			if s.conns == nil {
				s.conns = make(map[net.Conn]http.ConnState)
			}
			s.serving.Add(1)
			s.conns[c] = state
			if s.closed {
				c.Close()
			}
		case http.StateActive:
			s.conns[c] = state
		case http.StateIdle:
			s.conns[c] = state
			if s.closed {
				c.Close()
			}
		case http.StateHijacked, http.StateClosed:
			if _, ok := s.conns[c]; ok {
				delete(s.conns, c)
				// It is counted until the program knows of it.
				defer s.serving.Done()
			}
		}
		s.mu.Unlock()
		if before != nil {
			before(c, state)
		}
	}
}

// Close waits until all requests are answered.
func (s *Server) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		s.Listener.Close()
		s.Config.SetKeepAlivesEnabled(false)
		for c, state := range s.conns {
			if state == http.StateIdle || state == http.StateNew {
				c.Close()
			}
		}
		t := time.AfterFunc(5*time.Second, s.logBlocked)
		defer t.Stop()
	}
	s.mu.Unlock()
	// Connections that clients keep would be waited for.
	if t, ok := http.DefaultTransport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	if s.client != nil {
		s.client.CloseIdleConnections()
	}
	s.serving.Wait()
}

func (s *Server) logBlocked() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	b.WriteString("httptest.Server blocked in Close after 5 seconds, waiting for connections:\n")
	for c, state := range s.conns {
		fmt.Fprintf(&b, "  %T %p %v in state %v\n", c, c, c.RemoteAddr(), state)
	}
	log.Print(b.String())
}

// CloseClientConnections closes all connections.
func (s *Server) CloseClientConnections() {
	s.mu.Lock()
	list := make([]net.Conn, 0, len(s.conns))
	for c := range s.conns {
		list = append(list, c)
	}
	s.mu.Unlock()
	for _, c := range list {
		c.Close()
	}
	// They are closed on this side; the server learns of it by itself.
	for range 50 {
		s.mu.Lock()
		left := 0
		for _, c := range list {
			if _, ok := s.conns[c]; ok {
				left++
			}
		}
		s.mu.Unlock()
		if left == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}
