package http

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
)

// ClientConn is one connection to a server, which its user keeps. It takes one request at a time.
type ClientConn struct {
	c        *clientConn
	mu       sync.Mutex
	reserved bool
	busy     bool
	waiting  []chan struct{}
	hook     func(*ClientConn)
	changed  bool
}

var errConnBusy = errors.New("http: connection is at its concurrency limit")

// NewClientConn connects to a server, or to the proxy for it. Other requests of the transport do not use the connection.
func (t *Transport) NewClientConn(ctx context.Context, scheme, address string) (*ClientConn, error) {
	if scheme != "http" && scheme != "https" {
		return nil, fmt.Errorf("net/http: invalid scheme %q", scheme)
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if port == "" {
		port = schemePort(scheme)
	}
	u := &url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port)}
	key, proxy, err := t.route(&Request{Method: "GET", URL: u, Header: make(Header), ctx: ctx})
	if err != nil {
		return nil, err
	}
	// It does not count among the connections of its host.
	own := t.Clone()
	own.MaxConnsPerHost = 0
	c, err := own.open(ctx, key, proxy, addressOf(u), nil)
	if err != nil {
		return nil, err
	}
	cc := &ClientConn{c: c}
	c.onIdle = func() bool {
		cc.done()
		return true
	}
	go func() {
		<-c.closed
		cc.done()
	}()
	return cc, nil
}

// done lets the next request begin.
func (cc *ClientConn) done() {
	cc.mu.Lock()
	cc.busy = false
	cc.changed = true
	if len(cc.waiting) > 0 {
		cc.waiting[0] <- struct{}{}
		cc.waiting = cc.waiting[1:]
	}
	hook := cc.hook
	cc.mu.Unlock()
	if hook != nil {
		hook(cc)
	}
}

// Close ends what is going on.
func (cc *ClientConn) Close() error {
	cc.c.close(errors.New("http: ClientConn closed"))
	return nil
}

// Err tells why the connection cannot be used any more.
func (cc *ClientConn) Err() error {
	cc.c.mu.Lock()
	defer cc.c.mu.Unlock()
	return cc.c.err
}

// Available is how many requests need not wait.
func (cc *ClientConn) Available() int {
	if cc.Err() != nil {
		return 0
	}
	cc.mu.Lock()
	defer cc.mu.Unlock()
	if cc.busy || cc.reserved {
		return 0
	}
	return 1
}

// InFlight is how many requests there are, with those for which a place is reserved.
func (cc *ClientConn) InFlight() int {
	if cc.Err() != nil {
		return 0
	}
	cc.mu.Lock()
	defer cc.mu.Unlock()
	if cc.busy || cc.reserved {
		return 1
	}
	return 0
}

// Reserve keeps a place for a RoundTrip.
func (cc *ClientConn) Reserve() error {
	if err := cc.Err(); err != nil {
		return err
	}
	cc.mu.Lock()
	defer cc.mu.Unlock()
	if cc.busy || cc.reserved {
		return errConnBusy
	}
	cc.reserved = true
	return nil
}

// Release gives a place back that Reserve has kept.
func (cc *ClientConn) Release() {
	cc.mu.Lock()
	was := cc.reserved
	cc.reserved = false
	cc.mu.Unlock()
	if was {
		cc.done()
	}
}

// RoundTrip sends a request on this connection, wherever its URL leads.
func (cc *ClientConn) RoundTrip(req *Request) (*Response, error) {
	if err := cc.c.t.check(req); err != nil {
		req.closeBody()
		return nil, err
	}
	for {
		cc.mu.Lock()
		if cc.reserved || !cc.busy || cc.Err() != nil {
			cc.reserved, cc.busy = false, true
			cc.mu.Unlock()
			break
		}
		turn := make(chan struct{}, 1)
		cc.waiting = append(cc.waiting, turn)
		cc.mu.Unlock()
		select {
		case <-turn:
		case <-req.Context().Done():
			req.closeBody()
			return nil, context.Cause(req.Context())
		}
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	sent := new(Request)
	*sent = *req
	resp, err := cc.c.roundTrip(ctx, sent, cancel)
	if err != nil {
		err = plainError(err)
		cancel(err)
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

// SetStateHook has f called when a request could be sent, one has ended, or the connection has.
func (cc *ClientConn) SetStateHook(f func(*ClientConn)) {
	cc.mu.Lock()
	cc.hook = f
	changed := cc.changed
	cc.mu.Unlock()
	if f != nil && changed {
		go f(cc)
	}
}
