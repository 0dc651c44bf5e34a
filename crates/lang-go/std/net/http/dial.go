package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http/httptrace"
	"net/url"
	"strings"
	"time"
)

type dialed struct {
	c   *clientConn
	err error
}

// newConn connects. A connection that comes too late is kept for another request.
func (t *Transport) newConn(ctx context.Context, key connKey, proxy *url.URL, req *Request,
	trace *httptrace.ClientTrace) (*clientConn, error) {
	waiting, err := t.acquire(ctx, key)
	if waiting != nil || err != nil {
		return waiting, err
	}
	addr := addressOf(req.URL)
	done := make(chan dialed, 1)
	go func() {
		c, err := t.open(ctx, key, proxy, addr, trace)
		if err != nil {
			t.release(key)
		}
		done <- dialed{c, err}
	}()
	select {
	case d := <-done:
		return d.c, d.err
	case <-ctx.Done():
		go func() {
			if d := <-done; d.err == nil && t.putIdle(d.c) != nil {
				d.c.close(errCanceled)
			}
		}()
		return nil, context.Cause(ctx)
	}
}

func (t *Transport) dial(ctx context.Context, addr string, trace *httptrace.ClientTrace) (net.Conn, error) {
	if t.DialContext != nil || t.Dial != nil {
		var c net.Conn
		var err error
		if t.DialContext != nil {
			c, err = t.DialContext(ctx, "tcp", addr)
		} else {
			c, err = t.Dial("tcp", addr)
		}
		if c == nil && err == nil {
			err = errors.New("net/http: Transport.DialContext hook returned (nil, nil)")
			if t.DialContext == nil {
				err = errors.New("net/http: Transport.Dial hook returned (nil, nil)")
			}
		}
		return c, err
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", addr)
}

// open connects, to the proxy if there is one, and shakes hands for HTTPS.
func (t *Transport) open(ctx context.Context, key connKey, proxy *url.URL, addr string,
	trace *httptrace.ClientTrace) (*clientConn, error) {
	to := addr
	if proxy != nil {
		to = addressOf(proxy)
	}
	wrap := func(err error) error {
		if err != nil && proxy != nil {
			return &net.OpError{Op: "proxyconnect", Net: "tcp", Err: err}
		}
		return err
	}
	if proxy == nil && key.scheme == "https" && (t.DialTLSContext != nil || t.DialTLS != nil) {
		var c net.Conn
		var err error
		if t.DialTLSContext != nil {
			c, err = t.DialTLSContext(ctx, "tcp", to)
		} else {
			c, err = t.DialTLS("tcp", to)
		}
		if err == nil && c == nil {
			err = errors.New("net/http: Transport.DialTLS or DialTLSContext returned (nil, nil)")
		}
		if err != nil {
			return nil, err
		}
		return t.start(key, c, nil), nil
	}
	if trace != nil && trace.ConnectStart != nil {
		trace.ConnectStart("tcp", to)
	}
	c, err := t.dial(ctx, to, trace)
	if trace != nil && trace.ConnectDone != nil {
		trace.ConnectDone("tcp", to, err)
	}
	if err != nil {
		return nil, wrap(err)
	}
	if proxy != nil && strings.HasPrefix(proxy.Scheme, "socks5") {
		c.Close()
		return nil, wrap(fmt.Errorf("socks: %w", errors.ErrUnsupported))
	}
	if proxy != nil && proxy.Scheme == "https" {
		if c, err = t.secure(ctx, c, proxy.Hostname(), trace); err != nil {
			return nil, wrap(err)
		}
	}
	if proxy != nil && key.scheme == "https" {
		if err := t.tunnel(ctx, c, proxy, addr); err != nil {
			c.Close()
			return nil, err
		}
	}
	if key.scheme == "https" {
		host, _, _ := net.SplitHostPort(addr)
		if c, err = t.secure(ctx, c, host, trace); err != nil {
			return nil, err
		}
	}
	var asProxy *url.URL
	if proxy != nil && key.scheme == "http" {
		asProxy = proxy
	}
	return t.start(key, c, asProxy), nil
}

// secure shakes hands.
func (t *Transport) secure(ctx context.Context, plain net.Conn, host string, trace *httptrace.ClientTrace) (net.Conn, error) {
	config := &tls.Config{}
	if t.TLSClientConfig != nil {
		config = t.TLSClientConfig.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = host
	}
	if trace != nil && trace.TLSHandshakeStart != nil {
		trace.TLSHandshakeStart()
	}
	c := tls.Client(plain, config)
	if d := t.TLSHandshakeTimeout; d > 0 {
		late, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		ctx = late
	}
	err := c.HandshakeContext(ctx)
	if trace != nil && trace.TLSHandshakeDone != nil {
		trace.TLSHandshakeDone(c.ConnectionState(), err)
	}
	if err != nil {
		plain.Close()
		return nil, err
	}
	return c, nil
}

func proxyAuth(proxy *url.URL) string {
	if proxy == nil || proxy.User == nil {
		return ""
	}
	password, _ := proxy.User.Password()
	return "Basic " + basicAuth(proxy.User.Username(), password)
}

// tunnel asks a proxy to connect to an address.
func (t *Transport) tunnel(ctx context.Context, c net.Conn, proxy *url.URL, addr string) error {
	h := t.ProxyConnectHeader
	if t.GetProxyConnectHeader != nil {
		var err error
		if h, err = t.GetProxyConnectHeader(ctx, proxy, addr); err != nil {
			return err
		}
	}
	if h = h.Clone(); h == nil {
		h = make(Header)
	}
	if auth := proxyAuth(proxy); auth != "" {
		h.Set("Proxy-Authorization", auth)
	}
	req := &Request{Method: "CONNECT", URL: &url.URL{Opaque: addr}, Host: addr, Header: h}
	late, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	stop := context.AfterFunc(late, func() { c.Close() })
	defer stop()
	if err := req.Write(c); err != nil {
		return err
	}
	resp, err := ReadResponse(bufio.NewReader(c), req)
	if err != nil {
		if late.Err() != nil {
			err = late.Err()
		}
		return err
	}
	if t.OnProxyConnectResponse != nil {
		if err := t.OnProxyConnectResponse(ctx, proxy, req, resp); err != nil {
			return err
		}
	}
	if resp.StatusCode != StatusOK {
		_, text, ok := strings.Cut(resp.Status, " ")
		if !ok {
			text = "unknown status code"
		}
		return errors.New(text)
	}
	return nil
}
