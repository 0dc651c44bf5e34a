package httputil

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"time"
)

// ProxyRequest is a request on its way through a ReverseProxy.
type ProxyRequest struct {
	In  *http.Request // as it came; it must not be changed
	Out *http.Request // as it will be sent
}

// SetURL leads the request to a host, below the path of the URL.
func (r *ProxyRequest) SetURL(target *url.URL) {
	leadTo(r.Out, target)
	r.Out.Host = ""
}

// SetXForwarded tells the server who has asked the proxy, and how.
func (r *ProxyRequest) SetXForwarded() {
	if client, _, err := net.SplitHostPort(r.In.RemoteAddr); err == nil {
		if before := r.Out.Header["X-Forwarded-For"]; len(before) > 0 {
			client = strings.Join(before, ", ") + ", " + client
		}
		r.Out.Header.Set("X-Forwarded-For", client)
	} else {
		r.Out.Header.Del("X-Forwarded-For")
	}
	r.Out.Header.Set("X-Forwarded-Host", r.In.Host)
	proto := "http"
	if r.In.TLS != nil {
		proto = "https"
	}
	r.Out.Header.Set("X-Forwarded-Proto", proto)
}

// BufferPool lends memory for copying.
type BufferPool interface {
	Get() []byte
	Put([]byte)
}

// ReverseProxy sends requests on to another server, and its responses back. Either Rewrite or Director tells where to.
type ReverseProxy struct {
	Rewrite        func(*ProxyRequest)
	Transport      http.RoundTripper
	FlushInterval  time.Duration // negative for after each write
	ErrorLog       *log.Logger
	BufferPool     BufferPool
	ModifyResponse func(*http.Response) error
	ErrorHandler   func(http.ResponseWriter, *http.Request, error)
	Director       func(*http.Request)
}

// NewSingleHostReverseProxy sends all to one host, below the path of the URL. The header Host stays.
func NewSingleHostReverseProxy(target *url.URL) *ReverseProxy {
	return &ReverseProxy{Director: func(req *http.Request) { leadTo(req, target) }}
}

func leadTo(req *http.Request, target *url.URL) {
	req.URL.Scheme, req.URL.Host = target.Scheme, target.Host
	req.URL.Path, req.URL.RawPath = joined(target, req.URL)
	switch {
	case target.RawQuery == "" || req.URL.RawQuery == "":
		req.URL.RawQuery = target.RawQuery + req.URL.RawQuery
	default:
		req.URL.RawQuery = target.RawQuery + "&" + req.URL.RawQuery
	}
}

func joinSlash(a, b string) string {
	switch before, after := strings.HasSuffix(a, "/"), strings.HasPrefix(b, "/"); {
	case before && after:
		return a + b[1:]
	case !before && !after:
		return a + "/" + b
	}
	return a + b
}

func joined(a, b *url.URL) (path, raw string) {
	if a.RawPath == "" && b.RawPath == "" {
		return joinSlash(a.Path, b.Path), ""
	}
	// Where one slash too many stands is told by the escaped path.
	x, y := a.EscapedPath(), b.EscapedPath()
	raw = joinSlash(x, y)
	switch before, after := strings.HasSuffix(x, "/"), strings.HasPrefix(y, "/"); {
	case before && after:
		return a.Path + b.Path[1:], raw
	case !before && !after:
		return a.Path + "/" + b.Path, raw
	}
	return a.Path + b.Path, raw
}

// hops are the headers that concern one connection only.
var hops = [...]string{"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te",
	"Trailer", "Transfer-Encoding", "Upgrade"}

func removeHops(h http.Header) {
	for _, list := range h["Connection"] {
		for key := range strings.SplitSeq(list, ",") {
			if key = textproto.TrimString(key); key != "" {
				h.Del(key)
			}
		}
	}
	for _, key := range hops {
		h.Del(key)
	}
}

func lists(h http.Header, key, token string) bool {
	for _, list := range h[key] {
		for item := range strings.SplitSeq(list, ",") {
			if strings.EqualFold(textproto.TrimString(item), token) {
				return true
			}
		}
	}
	return false
}

// upgradeOf is the protocol to which a connection is to switch.
func upgradeOf(h http.Header) string {
	if !lists(h, "Connection", "Upgrade") {
		return ""
	}
	return h.Get("Upgrade")
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func (p *ReverseProxy) logf(format string, args ...any) {
	if p.ErrorLog != nil {
		p.ErrorLog.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

func (p *ReverseProxy) fail(w http.ResponseWriter, r *http.Request, err error) {
	if p.ErrorHandler != nil {
		p.ErrorHandler(w, r, err)
		return
	}
	p.logf("http: proxy error: %v", err)
	w.WriteHeader(http.StatusBadGateway)
}

// modify lets the program change a response; false if it has refused it.
func (p *ReverseProxy) modify(w http.ResponseWriter, res *http.Response, req *http.Request) bool {
	if p.ModifyResponse == nil {
		return true
	}
	if err := p.ModifyResponse(res); err != nil {
		res.Body.Close()
		p.fail(w, req, err)
		return false
	}
	return true
}

// outgoing makes the request that is sent on.
func (p *ReverseProxy) outgoing(req *http.Request, ctx context.Context) (out *http.Request, err error) {
	out = req.Clone(ctx)
	if req.ContentLength == 0 {
		out.Body = nil // So that it may be sent again.
	}
	if out.Header == nil {
		out.Header = make(http.Header)
	}
	if (p.Director != nil) == (p.Rewrite != nil) {
		return out, errors.New("ReverseProxy must have exactly one of Director or Rewrite set")
	}
	if p.Director != nil {
		p.Director(out)
		if out.Form != nil {
			out.URL.RawQuery = cleanQuery(out.URL.RawQuery)
		}
	}
	out.Close = false
	upgrade := upgradeOf(out.Header)
	if !printable(upgrade) {
		return out, fmt.Errorf("client tried to switch to invalid protocol %q", upgrade)
	}
	removeHops(out.Header)
	if lists(req.Header, "Te", "trailers") {
		out.Header.Set("Te", "trailers")
	}
	if upgrade != "" {
		out.Header.Set("Connection", "Upgrade")
		out.Header.Set("Upgrade", upgrade)
	}
	if p.Rewrite != nil {
		for _, key := range [...]string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
			out.Header.Del(key)
		}
		out.URL.RawQuery = cleanQuery(out.URL.RawQuery)
		pr := &ProxyRequest{In: req, Out: out}
		p.Rewrite(pr)
		out = pr.Out
	} else if client, _, err := net.SplitHostPort(req.RemoteAddr); err == nil {
		before, ok := out.Header["X-Forwarded-For"]
		if !ok || before != nil {
			if len(before) > 0 {
				client = strings.Join(before, ", ") + ", " + client
			}
			out.Header.Set("X-Forwarded-For", client)
		}
	}
	if _, ok := out.Header["User-Agent"]; !ok {
		out.Header.Set("User-Agent", "") // The proxy does not give itself for the client.
	}
	return out, nil
}

// maxParameters is how many a query may have; others read none of more.
const maxParameters = 10000

// cleanQuery drops what others may read in another way.
func cleanQuery(s string) string {
	if strings.Count(s, "&") >= maxParameters {
		return ""
	}
	clean := func(i int) bool { return i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) }
	for i := 0; i < len(s); i++ {
		if s[i] == ';' || s[i] == '%' && !clean(i) {
			q, _ := url.ParseQuery(s)
			return q.Encode()
		}
	}
	return s
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// ServeHTTP sends a request on.
func (p *ReverseProxy) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	transport := p.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	out, err := p.outgoing(req, ctx)
	if out.Body != nil {
		// The transport may read it after the handler has returned.
		defer out.Body.Close()
	}
	if err != nil {
		p.fail(rw, req, err)
		return
	}
	var mu sync.Mutex
	done := false
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, header textproto.MIMEHeader) error {
		mu.Lock()
		defer mu.Unlock()
		if done {
			return nil
		}
		h := rw.Header()
		copyHeader(h, http.Header(header))
		rw.WriteHeader(code)
		clear(h)
		return nil
	}}
	out = out.WithContext(httptrace.WithClientTrace(out.Context(), trace))
	res, err := transport.RoundTrip(out)
	mu.Lock()
	done = true
	mu.Unlock()
	if err != nil {
		p.fail(rw, out, err)
		return
	}
	if res.StatusCode == http.StatusSwitchingProtocols {
		if p.modify(rw, res, out) {
			p.upgrade(rw, out, res)
		}
		return
	}
	removeHops(res.Header)
	if p.modify(rw, res, out) {
		p.sendBack(rw, req, res)
	}
}

func copyHeader(to, from http.Header) {
	for key, values := range from {
		for _, value := range values {
			to.Add(key, value)
		}
	}
}

// sendBack gives the client the response.
func (p *ReverseProxy) sendBack(rw http.ResponseWriter, req *http.Request, res *http.Response) {
	copyHeader(rw.Header(), res.Header)
	announced := len(res.Trailer)
	if announced > 0 {
		keys := make([]string, 0, announced)
		for key := range res.Trailer {
			keys = append(keys, key)
		}
		rw.Header().Add("Trailer", strings.Join(keys, ", "))
	}
	rw.WriteHeader(res.StatusCode)
	if err := p.copyBody(rw, res); err != nil {
		res.Body.Close()
		// The header is gone already; the client must not take the response for whole.
		if req.Context().Value(http.ServerContextKey) == nil {
			p.logf("suppressing panic for copyResponse error in test; copy error: %v", err)
			return
		}
		panic(http.ErrAbortHandler)
	}
	res.Body.Close()
	if len(res.Trailer) > 0 {
		// Chunks are needed for a trailer, however short the body.
		http.NewResponseController(rw).Flush()
	}
	if len(res.Trailer) == announced {
		copyHeader(rw.Header(), res.Trailer)
		return
	}
	for key, values := range res.Trailer {
		for _, value := range values {
			rw.Header().Add(http.TrailerPrefix+key, value)
		}
	}
}

// interval is how often the response is flushed.
func (p *ReverseProxy) interval(res *http.Response) time.Duration {
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind == "text/event-stream" {
		return -1
	}
	if res.ContentLength == -1 {
		return -1
	}
	return p.FlushInterval
}

func (p *ReverseProxy) copyBody(rw http.ResponseWriter, res *http.Response) error {
	var w io.Writer = rw
	if every := p.interval(res); every != 0 {
		f := &flusher{w: rw, flush: http.NewResponseController(rw).Flush, every: every}
		defer f.stop()
		// The header is sent at once.
		f.pending = true
		f.timer = time.AfterFunc(max(every, 0), f.late)
		w = f
	}
	buf := make([]byte, 0)
	if p.BufferPool != nil {
		buf = p.BufferPool.Get()
		defer p.BufferPool.Put(buf)
	}
	if len(buf) == 0 {
		buf = make([]byte, 32<<10)
	}
	for {
		n, err := res.Body.Read(buf)
		if err != nil && err != io.EOF && err != context.Canceled {
			p.logf("httputil: ReverseProxy read error during body copy: %v", err)
		}
		if n > 0 {
			k, e := w.Write(buf[:n])
			if e != nil {
				return e
			}
			if k != n {
				return io.ErrShortWrite
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// flusher flushes some time after a write.
type flusher struct {
	w       io.Writer
	flush   func() error
	every   time.Duration
	mu      sync.Mutex
	timer   *time.Timer
	pending bool
}

func (f *flusher) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.w.Write(p)
	if f.every < 0 {
		f.flush()
		return n, err
	}
	if f.pending {
		return n, err
	}
	f.timer.Reset(f.every)
	f.pending = true
	return n, err
}

func (f *flusher) late() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pending {
		f.flush()
		f.pending = false
	}
}

func (f *flusher) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = false
	if f.timer != nil {
		f.timer.Stop()
	}
}

// upgrade connects the client and the server with each other, once they have agreed on a protocol.
func (p *ReverseProxy) upgrade(rw http.ResponseWriter, req *http.Request, res *http.Response) {
	want, got := upgradeOf(req.Header), upgradeOf(res.Header)
	if !printable(got) {
		p.fail(rw, req, fmt.Errorf("backend tried to switch to invalid protocol %q", got))
		return
	}
	if !strings.EqualFold(want, got) {
		p.fail(rw, req, fmt.Errorf("backend tried to switch protocol %q when %q was requested", got, want))
		return
	}
	server, ok := res.Body.(io.ReadWriteCloser)
	if !ok {
		p.fail(rw, req, errors.New("internal error: 101 switching protocols response with non-writable body"))
		return
	}
	client, buffered, err := http.NewResponseController(rw).Hijack()
	if errors.Is(err, http.ErrNotSupported) {
		p.fail(rw, req, fmt.Errorf("can't switch protocols using non-Hijacker ResponseWriter type %T", rw))
		return
	}
	over := make(chan struct{})
	go func() {
		select {
		case <-req.Context().Done():
		case <-over:
		}
		server.Close()
	}()
	defer close(over)
	if err != nil {
		p.fail(rw, req, fmt.Errorf("Hijack failed on protocol switch: %v", err))
		return
	}
	defer client.Close()
	copyHeader(rw.Header(), res.Header)
	res.Header = rw.Header()
	res.Body = nil // So that Write writes the header only.
	if err := res.Write(buffered); err != nil {
		p.fail(rw, req, fmt.Errorf("response write: %v", err))
		return
	}
	if err := buffered.Flush(); err != nil {
		p.fail(rw, req, fmt.Errorf("response flush: %v", err))
		return
	}
	ended := make(chan error, 2)
	relay := func(to io.Writer, from io.Reader) {
		_, err := io.Copy(to, from)
		if err == nil {
			if half, ok := to.(interface{ CloseWrite() error }); ok {
				err = half.CloseWrite()
			} else {
				err = io.EOF
			}
		}
		ended <- err
	}
	go relay(client, server)
	go relay(server, buffered)
	if <-ended == nil {
		<-ended
	}
}
