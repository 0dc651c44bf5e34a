package http

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http/httptrace"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

// DefaultTransport is that of DefaultClient. It reaches what listens within the program, unless a host has put another in its
// place.
var DefaultTransport RoundTripper = &Transport{
	Proxy:                 ProxyFromEnvironment,
	ForceAttemptHTTP2:     true,
	MaxIdleConns:          100,
	IdleConnTimeout:       90 * time.Second,
	TLSHandshakeTimeout:   10 * time.Second,
	ExpectContinueTimeout: 1 * time.Second,
	DialContext:           (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
}

// DefaultMaxIdleConnsPerHost is how many connections to a host wait where Transport does not say.
const DefaultMaxIdleConnsPerHost = 2

// ErrSkipAltProtocol, from a transport for a scheme, leaves a request to the Transport itself.
var ErrSkipAltProtocol = errors.New("net/http: skip alternate protocol")

// Transport sends requests by HTTP/1, and keeps connections for the next ones.
type Transport struct {
	Proxy                  func(*Request) (*url.URL, error)
	OnProxyConnectResponse func(ctx context.Context, proxyURL *url.URL, connectReq *Request, connectRes *Response) error

	DialContext    func(ctx context.Context, network, addr string) (net.Conn, error)
	Dial           func(network, addr string) (net.Conn, error)
	DialTLSContext func(ctx context.Context, network, addr string) (net.Conn, error)
	DialTLS        func(network, addr string) (net.Conn, error)

	TLSClientConfig     *tls.Config
	TLSHandshakeTimeout time.Duration

	DisableKeepAlives  bool
	DisableCompression bool

	MaxIdleConns        int
	MaxIdleConnsPerHost int
	MaxConnsPerHost     int
	IdleConnTimeout     time.Duration

	ResponseHeaderTimeout time.Duration
	ExpectContinueTimeout time.Duration

	TLSNextProto           map[string]func(authority string, c *tls.Conn) RoundTripper
	ProxyConnectHeader     Header
	GetProxyConnectHeader  func(ctx context.Context, proxyURL *url.URL, target string) (Header, error)
	MaxResponseHeaderBytes int64
	WriteBufferSize        int
	ReadBufferSize         int
	ForceAttemptHTTP2      bool
	HTTP2                  *HTTP2Config
	Protocols              *Protocols

	mu      sync.Mutex
	idle    map[connKey][]*clientConn // the last one is taken first
	allIdle []*clientConn             // the one that waits longest first
	counts  map[connKey]int           // of connections, where there is a limit
	queues  map[connKey][]chan struct{}
	schemes map[string]RoundTripper
	pending map[*Request]context.CancelCauseFunc
}

// connKey is where connections lead.
type connKey struct{ proxy, scheme, addr string }

// Clone is a copy with the same options and no connections.
func (t *Transport) Clone() *Transport {
	c := &Transport{
		Proxy: t.Proxy, OnProxyConnectResponse: t.OnProxyConnectResponse, DialContext: t.DialContext, Dial: t.Dial,
		DialTLSContext: t.DialTLSContext, DialTLS: t.DialTLS, TLSHandshakeTimeout: t.TLSHandshakeTimeout,
		DisableKeepAlives: t.DisableKeepAlives, DisableCompression: t.DisableCompression, MaxIdleConns: t.MaxIdleConns,
		MaxIdleConnsPerHost: t.MaxIdleConnsPerHost, MaxConnsPerHost: t.MaxConnsPerHost, IdleConnTimeout: t.IdleConnTimeout,
		ResponseHeaderTimeout: t.ResponseHeaderTimeout, ExpectContinueTimeout: t.ExpectContinueTimeout,
		ProxyConnectHeader: t.ProxyConnectHeader.Clone(), GetProxyConnectHeader: t.GetProxyConnectHeader,
		MaxResponseHeaderBytes: t.MaxResponseHeaderBytes, ForceAttemptHTTP2: t.ForceAttemptHTTP2,
		WriteBufferSize: t.WriteBufferSize, ReadBufferSize: t.ReadBufferSize, TLSNextProto: maps.Clone(t.TLSNextProto),
	}
	if t.TLSClientConfig != nil {
		c.TLSClientConfig = t.TLSClientConfig.Clone()
	}
	if t.HTTP2 != nil {
		h := *t.HTTP2
		c.HTTP2 = &h
	}
	if t.Protocols != nil {
		p := *t.Protocols
		c.Protocols = &p
	}
	return c
}

// RegisterProtocol has another RoundTripper send the requests of a scheme. It panics if the scheme has one.
func (t *Transport) RegisterProtocol(scheme string, rt RoundTripper) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, exists := t.schemes[scheme]; exists {
		panic("protocol " + scheme + " already registered")
	}
	if t.schemes == nil {
		t.schemes = make(map[string]RoundTripper)
	}
	t.schemes[scheme] = rt
}

// ProxyURL always gives a proxy.
func ProxyURL(fixedURL *url.URL) func(*Request) (*url.URL, error) {
	return func(*Request) (*url.URL, error) { return fixedURL, nil }
}

// ProxyFromEnvironment gives the proxy of HTTP_PROXY or HTTPS_PROXY, unless NO_PROXY has the host, or it is this machine.
func ProxyFromEnvironment(req *Request) (*url.URL, error) {
	get := func(name string) string {
		if v := os.Getenv(name); v != "" {
			return v
		}
		return os.Getenv(strings.ToLower(name))
	}
	name := "HTTP_PROXY"
	if req.URL.Scheme == "https" {
		name = "HTTPS_PROXY"
	}
	if isHere(req.URL.Hostname()) {
		return nil, nil
	}
	text := get(name)
	if text == "" || !proxied(addressOf(req.URL), get("NO_PROXY")) {
		return nil, nil
	}
	if name == "HTTP_PROXY" && os.Getenv("REQUEST_METHOD") != "" {
		return nil, errors.New("refusing to use HTTP_PROXY value in CGI environment; see golang.org/s/cgihttpproxy")
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Host == "" {
		if with, e := url.Parse("http://" + text); e == nil {
			return with, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("invalid proxy address %q: %v", text, err)
	}
	return u, nil
}

// isHere tells whether a host is this machine.
func isHere(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// proxied tells whether a proxy is used for an address.
func proxied(addr, except string) bool {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || isHere(host) {
		return false
	}
	ip := net.ParseIP(host)
	host = strings.ToLower(strings.TrimSpace(host))
	for item := range strings.SplitSeq(except, ",") {
		item = strings.ToLower(strings.TrimSpace(item))
		if item == "" {
			continue
		}
		if item == "*" {
			return false
		}
		if _, block, err := net.ParseCIDR(item); err == nil {
			if ip != nil && block.Contains(ip) {
				return false
			}
			continue
		}
		if name, p, err := net.SplitHostPort(item); err == nil {
			if p != port {
				continue
			}
			item = name
		}
		if item = strings.TrimPrefix(item, "*"); item == "" {
			continue
		}
		if strings.TrimPrefix(item, ".") == host && item[0] != '.' || strings.HasSuffix(host, "."+strings.TrimPrefix(item, ".")) {
			return false
		}
	}
	return true
}

// CloseIdleConnections closes those that wait for a request.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	list := t.allIdle
	t.idle, t.allIdle = nil, nil
	t.mu.Unlock()
	for _, c := range list {
		c.close(errCloseIdle)
	}
}

// CancelRequest ends a request. A context does so better.
func (t *Transport) CancelRequest(req *Request) {
	t.mu.Lock()
	cancel := t.pending[req]
	t.mu.Unlock()
	if cancel != nil {
		cancel(errCanceled)
	}
}

// canceledError is the error of a request that was called off without a context.
type canceledError struct{}

func (canceledError) Error() string   { return "net/http: request canceled" }
func (canceledError) Timeout() bool   { return false }
func (canceledError) Temporary() bool { return false }

var (
	errCanceled      = canceledError{}
	errCloseIdle     = errors.New("http: CloseIdleConnections called")
	errServerClosed  = errors.New("http: server closed idle connection")
	errIdleTimeout   = errors.New("http: idle connection timeout")
	errTooManyIdle   = errors.New("http: putIdleConn: too many idle connections")
	errHostIdle      = errors.New("http: putIdleConn: too many idle connections for host")
	errKeepAlivesOff = errors.New("http: putIdleConn: keep alives disabled")
	errBroken        = errors.New("http: putIdleConn: connection is in bad state")
	errHeaderTimeout = &timeoutError{"net/http: timeout awaiting response headers"}
)

// check tells what is wrong with a request before it goes anywhere.
func (t *Transport) check(req *Request) error {
	if req.URL == nil {
		return errors.New("http: nil Request.URL")
	}
	if req.Header == nil {
		return errors.New("http: nil Request.Header")
	}
	if req.URL.Scheme == "http" || req.URL.Scheme == "https" {
		if err := checkFields(req.Header, "header"); err != nil {
			return err
		}
		if err := checkFields(req.Trailer, "trailer"); err != nil {
			return err
		}
	}
	return nil
}

// RoundTrip sends a request. It tries again if a connection that it had kept has ended meanwhile.
func (t *Transport) RoundTrip(req *Request) (*Response, error) {
	if err := t.check(req); err != nil {
		req.closeBody()
		return nil, err
	}
	t.mu.Lock()
	other := t.schemes[req.URL.Scheme]
	t.mu.Unlock()
	if other != nil {
		if resp, err := other.RoundTrip(req); err != ErrSkipAltProtocol {
			return resp, err
		}
		again, err := rewound(req)
		if err != nil {
			return nil, err
		}
		req = again
	}
	var err error
	switch {
	case req.URL.Scheme != "http" && req.URL.Scheme != "https":
		err = badString("unsupported protocol scheme", req.URL.Scheme)
	case req.Method != "" && !isToken(req.Method):
		err = fmt.Errorf("net/http: invalid method %q", req.Method)
	case req.URL.Host == "":
		err = errors.New("http: no Host in request URL")
	}
	if err != nil {
		req.closeBody()
		return nil, err
	}
	return t.exchange(req)
}

func (t *Transport) exchange(req *Request) (*Response, error) {
	original := req
	ctx, cancel := context.WithCancelCause(req.Context())
	t.mu.Lock()
	if t.pending == nil {
		t.pending = make(map[*Request]context.CancelCauseFunc)
	}
	t.pending[original] = cancel
	t.mu.Unlock()
	end := func(err error) {
		t.mu.Lock()
		delete(t.pending, original)
		t.mu.Unlock()
		cancel(err)
	}
	if req.Cancel != nil {
		go func() {
			select {
			case <-original.Cancel:
				end(errCanceled)
			case <-ctx.Done():
			}
		}()
	}
	tracked := &trackedBody{}
	for {
		if ctx.Err() != nil {
			req.closeBody()
			err := context.Cause(ctx)
			end(err)
			return nil, err
		}
		sent := new(Request)
		*sent = *req
		tracked = &trackedBody{r: req.Body}
		if req.Body != nil && req.Body != NoBody {
			sent.Body = tracked
		}
		key, proxy, err := t.route(sent)
		if err != nil {
			req.closeBody()
			end(err)
			return nil, err
		}
		c, err := t.connFor(ctx, sent, key, proxy)
		if err != nil {
			req.closeBody()
			end(err)
			return nil, err
		}
		resp, err := c.roundTrip(ctx, sent, end)
		if err == nil {
			resp.Request = original
			return resp, nil
		}
		if ctx.Err() != nil || !c.mayRetry(req, err) || tracked.touched() && req.GetBody == nil {
			err = plainError(err)
			end(err)
			return nil, err
		}
		if tracked.touched() {
			if req, err = rewound(req); err != nil {
				end(err)
				return nil, err
			}
		}
	}
}

// trackedBody knows whether it was used.
type trackedBody struct {
	r            io.ReadCloser
	read, closed bool
}

func (b *trackedBody) touched() bool { return b.read || b.closed }

func (b *trackedBody) Read(p []byte) (int, error) {
	b.read = true
	return b.r.Read(p)
}

func (b *trackedBody) Close() error {
	b.closed = true
	return b.r.Close()
}

// rewound is a request with a fresh body.
func rewound(req *Request) (*Request, error) {
	if req.Body == nil || req.Body == NoBody {
		return req, nil
	}
	if req.GetBody == nil {
		return nil, errors.New("http: cannot rewind body after connection loss")
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, err
	}
	c := *req
	c.Body = body
	return &c, nil
}

// route finds where a request is sent.
func (t *Transport) route(req *Request) (key connKey, proxy *url.URL, err error) {
	if t.Proxy != nil {
		if proxy, err = t.Proxy(req); err != nil {
			return key, nil, err
		}
	}
	key = connKey{scheme: req.URL.Scheme, addr: addressOf(req.URL)}
	if proxy != nil {
		key.proxy = proxy.String()
		if key.scheme == "http" && (proxy.Scheme == "http" || proxy.Scheme == "https") {
			key.addr = "" // One connection to the proxy leads to all hosts.
		}
	}
	return key, proxy, nil
}

// connFor takes a connection that waits, or makes one.
func (t *Transport) connFor(ctx context.Context, req *Request, key connKey, proxy *url.URL) (*clientConn, error) {
	trace := httptrace.ContextClientTrace(ctx)
	if trace != nil && trace.GetConn != nil {
		trace.GetConn(addressOf(req.URL))
	}
	c := t.takeIdle(key)
	if c == nil {
		var err error
		if c, err = t.newConn(ctx, key, proxy, req, trace); err != nil {
			return nil, err
		}
	}
	if trace != nil && trace.GotConn != nil {
		info := httptrace.GotConnInfo{Conn: c.conn, Reused: c.reused}
		if c.reused && !c.idleSince.IsZero() {
			info.WasIdle, info.IdleTime = true, time.Since(c.idleSince)
		}
		trace.GotConn(info)
	}
	return c, nil
}

func (t *Transport) takeIdle(key connKey) *clientConn {
	if t.DisableKeepAlives {
		return nil
	}
	for {
		t.mu.Lock()
		list := t.idle[key]
		if len(list) == 0 {
			t.mu.Unlock()
			return nil
		}
		c := list[len(list)-1]
		t.forget(c)
		t.mu.Unlock()
		if c.timer != nil {
			c.timer.Stop()
		}
		if !c.isClosed() {
			return c
		}
	}
}

// forget takes a connection off the lists of those that wait. It is called with the lock.
func (t *Transport) forget(c *clientConn) {
	drop := func(list []*clientConn) []*clientConn {
		for i, other := range list {
			if other == c {
				return append(list[:i:i], list[i+1:]...)
			}
		}
		return list
	}
	if list := drop(t.idle[c.key]); len(list) > 0 {
		t.idle[c.key] = list
	} else {
		delete(t.idle, c.key)
	}
	t.allIdle = drop(t.allIdle)
}

// putIdle keeps a connection for the next request, or tells why not.
func (t *Transport) putIdle(c *clientConn) error {
	perHost := t.MaxIdleConnsPerHost
	if perHost == 0 {
		perHost = DefaultMaxIdleConnsPerHost
	}
	if t.DisableKeepAlives || perHost < 0 {
		return errKeepAlivesOff
	}
	if c.isClosed() {
		return errBroken
	}
	t.mu.Lock()
	if len(t.idle[c.key]) >= perHost {
		t.mu.Unlock()
		return errHostIdle
	}
	if t.idle == nil {
		t.idle = make(map[connKey][]*clientConn)
	}
	c.reused, c.idleSince = true, time.Now()
	t.idle[c.key] = append(t.idle[c.key], c)
	t.allIdle = append(t.allIdle, c)
	var oldest *clientConn
	if t.MaxIdleConns > 0 && len(t.allIdle) > t.MaxIdleConns {
		oldest = t.allIdle[0]
		t.forget(oldest)
	}
	t.mu.Unlock()
	if oldest != nil {
		oldest.close(errTooManyIdle)
	}
	if t.IdleConnTimeout > 0 {
		since := c.idleSince
		c.timer = time.AfterFunc(t.IdleConnTimeout, func() {
			t.mu.Lock()
			waits := c.idleSince.Equal(since) && containsConn(t.idle[c.key], c)
			if waits {
				t.forget(c)
			}
			t.mu.Unlock()
			if waits {
				c.close(errIdleTimeout)
			}
		})
	}
	t.wakeQueue(c.key)
	return nil
}

func containsConn(list []*clientConn, c *clientConn) bool {
	for _, other := range list {
		if other == c {
			return true
		}
	}
	return false
}

// acquire waits until a host may have another connection, or one waits there.
func (t *Transport) acquire(ctx context.Context, key connKey) (*clientConn, error) {
	if t.MaxConnsPerHost <= 0 {
		return nil, nil
	}
	for {
		if c := t.takeIdle(key); c != nil {
			return c, nil
		}
		t.mu.Lock()
		if t.counts == nil {
			t.counts, t.queues = make(map[connKey]int), make(map[connKey][]chan struct{})
		}
		if t.counts[key] < t.MaxConnsPerHost {
			t.counts[key]++
			t.mu.Unlock()
			return nil, nil
		}
		turn := make(chan struct{}, 1)
		t.queues[key] = append(t.queues[key], turn)
		t.mu.Unlock()
		select {
		case <-turn:
		case <-ctx.Done():
			t.wakeQueue(key)
			return nil, context.Cause(ctx)
		}
	}
}

// release tells that a host has a connection less.
func (t *Transport) release(key connKey) {
	if t.MaxConnsPerHost <= 0 {
		return
	}
	t.mu.Lock()
	if t.counts[key]--; t.counts[key] <= 0 {
		delete(t.counts, key)
	}
	t.mu.Unlock()
	t.wakeQueue(key)
}

func (t *Transport) wakeQueue(key connKey) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if q := t.queues[key]; len(q) > 0 {
		q[0] <- struct{}{}
		if q = q[1:]; len(q) == 0 {
			delete(t.queues, key)
		} else {
			t.queues[key] = q
		}
	}
}
