package http

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http/internal/punycode"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
)

// ProtocolError is an error of the protocol.
type ProtocolError struct{ ErrorString string }

func (pe *ProtocolError) Error() string { return pe.ErrorString }

// Is tells that what is not supported is errors.ErrUnsupported.
func (pe *ProtocolError) Is(err error) bool {
	return pe == ErrNotSupported && err == errors.ErrUnsupported
}

var (
	// ErrNotSupported is the error of a feature that a ResponseWriter has not got.
	ErrNotSupported = &ProtocolError{"feature not supported"}

	// ErrUnexpectedTrailer is not used any more.
	ErrUnexpectedTrailer = &ProtocolError{"trailer header without chunked transfer encoding"}

	// ErrMissingBoundary is the error of MultipartReader without a boundary.
	ErrMissingBoundary = &ProtocolError{"no multipart boundary param in Content-Type"}

	// ErrNotMultipart is the error of MultipartReader for another type.
	ErrNotMultipart = &ProtocolError{"request Content-Type isn't multipart/form-data"}

	// ErrHeaderTooLong is not used any more.
	ErrHeaderTooLong = &ProtocolError{"header too long"}

	// ErrShortBody is not used any more.
	ErrShortBody = &ProtocolError{"entity body too short"}

	// ErrMissingContentLength is not used any more.
	ErrMissingContentLength = &ProtocolError{"missing ContentLength in HEAD response"}
)

var (
	// ErrMissingFile is the error of FormFile where there is none.
	ErrMissingFile = errors.New("http: no such file")

	// ErrNoCookie is the error of Request.Cookie where there is none.
	ErrNoCookie = errors.New("http: named cookie not present")

	errMissingHost = errors.New("http: Request.Write on Request with no Host or URL set")
)

// Request is a request that a server has received or a client sends.
type Request struct {
	Method string // GET where it is empty

	// URL is what a client asks for, or what a server is asked for, then mostly a path and a query.
	URL *url.URL

	Proto      string
	ProtoMajor int
	ProtoMinor int

	Header Header
	Body   io.ReadCloser

	// GetBody makes a copy of the body, for redirects.
	GetBody func() (io.ReadCloser, error)

	// ContentLength is -1 where it is not known; so it is of a client's request that has 0 and a body.
	ContentLength    int64
	TransferEncoding []string
	Close            bool
	Host             string

	// Form has what the query and the body have, PostForm the body, MultipartForm the files too.
	Form          url.Values
	PostForm      url.Values
	MultipartForm *multipart.Form

	Trailer    Header
	RemoteAddr string
	RequestURI string
	TLS        *tls.ConnectionState

	// Cancel is a way to end a request; a context is a better one.
	Cancel <-chan struct{}

	// Response is the redirect because of which the request is made.
	Response *Response

	// Pattern is the one of ServeMux that matched.
	Pattern string

	ctx      context.Context
	pattern  *pattern
	captured []string          // by the wildcards of the pattern
	values   map[string]string // that were set
}

// Context is never nil.
func (r *Request) Context() context.Context {
	if r.ctx != nil {
		return r.ctx
	}
	return context.Background()
}

// WithContext is a shallow copy with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	if ctx == nil {
		panic("nil context")
	}
	c := *r
	c.ctx = ctx
	return &c
}

func cloneURL(u *url.URL) *url.URL {
	if u == nil {
		return nil
	}
	c := *u
	if u.User != nil {
		user := *u.User
		c.User = &user
	}
	return &c
}

func cloneForm(f *multipart.Form) *multipart.Form {
	if f == nil {
		return nil
	}
	c := &multipart.Form{Value: map[string][]string(Header(f.Value).Clone())}
	if f.File != nil {
		c.File = make(map[string][]*multipart.FileHeader, len(f.File))
		for key, files := range f.File {
			list := make([]*multipart.FileHeader, len(files))
			for i, file := range files {
				if file != nil {
					copied := *file
					copied.Header = textproto.MIMEHeader(Header(file.Header).Clone())
					list[i] = &copied
				}
			}
			c.File[key] = list
		}
	}
	return c
}

// Clone is a deep copy with another context; the body is shared.
func (r *Request) Clone(ctx context.Context) *Request {
	c := r.WithContext(ctx)
	c.URL = cloneURL(r.URL)
	c.Header = r.Header.Clone()
	c.Trailer = r.Trailer.Clone()
	c.TransferEncoding = slices.Clone(r.TransferEncoding)
	c.Form = url.Values(Header(r.Form).Clone())
	c.PostForm = url.Values(Header(r.PostForm).Clone())
	c.MultipartForm = cloneForm(r.MultipartForm)
	c.captured = slices.Clone(r.captured)
	c.values = maps.Clone(r.values)
	return c
}

// ProtoAtLeast compares the version.
func (r *Request) ProtoAtLeast(major, minor int) bool {
	return r.ProtoMajor > major || r.ProtoMajor == major && r.ProtoMinor >= minor
}

// UserAgent is what sent the request, as it says.
func (r *Request) UserAgent() string { return r.Header.Get("User-Agent") }

// Referer is the page that led to the request, in the protocol's own spelling.
func (r *Request) Referer() string { return r.Header.Get("Referer") }

// Cookies are the cookies that came along.
func (r *Request) Cookies() []*Cookie { return readCookies(r.Header, "") }

// CookiesNamed are those of a name, all of them if it is empty.
func (r *Request) CookiesNamed(name string) []*Cookie {
	if name == "" {
		return []*Cookie{}
	}
	return readCookies(r.Header, name)
}

// Cookie is the first cookie of a name.
func (r *Request) Cookie(name string) (*Cookie, error) {
	if name != "" {
		if c := readCookies(r.Header, name); len(c) > 0 {
			return c[0], nil
		}
	}
	return nil, ErrNoCookie
}

// AddCookie adds name and value to the one Cookie header.
func (r *Request) AddCookie(c *Cookie) {
	name := strings.NewReplacer("\n", "-", "\r", "-").Replace(c.Name)
	s := name + "=" + cleanCookieValue(c.Value, c.Quoted)
	if before := r.Header.Get("Cookie"); before != "" {
		s = before + "; " + s
	}
	r.Header.Set("Cookie", s)
}

// BasicAuth is what the header Authorization says.
func (r *Request) BasicAuth() (username, password string, ok bool) {
	const scheme = "Basic "
	auth := r.Header.Get("Authorization")
	if len(auth) < len(scheme) || !equalFoldASCII(auth[:len(scheme)], scheme) {
		return "", "", false
	}
	text, err := base64.StdEncoding.DecodeString(auth[len(scheme):])
	if err != nil {
		return "", "", false
	}
	username, password, ok = strings.Cut(string(text), ":")
	if !ok {
		return "", "", false
	}
	return username, password, true
}

// SetBasicAuth sets the header Authorization.
func (r *Request) SetBasicAuth(username, password string) {
	r.Header.Set("Authorization", "Basic "+basicAuth(username, password))
}

func basicAuth(username, password string) string {
	return base64.StdEncoding.EncodeToString([]byte(username + ":" + password))
}

// PathValue is what a wildcard of the pattern matched.
func (r *Request) PathValue(name string) string {
	if r.pattern != nil {
		if i := r.pattern.wildcard(name); i >= 0 {
			return r.captured[i]
		}
	}
	return r.values[name]
}

// SetPathValue sets what PathValue gives.
func (r *Request) SetPathValue(name, value string) {
	if r.pattern != nil {
		if i := r.pattern.wildcard(name); i >= 0 {
			r.captured[i] = value
			return
		}
	}
	if r.values == nil {
		r.values = make(map[string]string)
	}
	r.values[name] = value
}

// NewRequest makes a request for a client, without a context.
func NewRequest(method, url string, body io.Reader) (*Request, error) {
	return NewRequestWithContext(context.Background(), method, url, body)
}

// NewRequestWithContext makes a request for a client. The length of a body that lies in memory is set, and it can be sent again.
func NewRequestWithContext(ctx context.Context, method, url string, body io.Reader) (*Request, error) {
	if method == "" {
		method = "GET"
	}
	if !isToken(method) {
		return nil, fmt.Errorf("net/http: invalid method %q", method)
	}
	if ctx == nil {
		return nil, errors.New("net/http: nil Context")
	}
	u, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	u.Host = withoutEmptyPort(u.Host)
	r := &Request{ctx: ctx, Method: method, URL: u, Host: u.Host, Header: make(Header),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	if body != nil {
		r.setBody(body)
	}
	return r, nil
}

// parseURL lets arguments be called url.
func parseURL(text string) (*url.URL, error) { return url.Parse(text) }

func (r *Request) setBody(body io.Reader) {
	closer, ok := body.(io.ReadCloser)
	if !ok {
		closer = io.NopCloser(body)
	}
	r.Body = closer
	switch b := body.(type) {
	case *bytes.Buffer:
		r.ContentLength = int64(b.Len())
		data := b.Bytes()
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	case *bytes.Reader:
		r.ContentLength = int64(b.Len())
		at := *b
		r.GetBody = func() (io.ReadCloser, error) {
			again := at
			return io.NopCloser(&again), nil
		}
	case *strings.Reader:
		r.ContentLength = int64(b.Len())
		at := *b
		r.GetBody = func() (io.ReadCloser, error) {
			again := at
			return io.NopCloser(&again), nil
		}
	default:
		return
	}
	if r.ContentLength == 0 {
		r.Body = NoBody
		r.GetBody = func() (io.ReadCloser, error) { return NoBody, nil }
	}
}

// length is what a client says of the body's length: -1 where it is not known.
func (r *Request) length() int64 {
	if r.Body == nil || r.Body == NoBody {
		return 0
	}
	if r.ContentLength != 0 {
		return r.ContentLength
	}
	return noEnd
}

// asciiHost is a host, perhaps with a port, as it is written on the wire.
func asciiHost(host string) (string, bool) {
	if punycode.IsASCII(host) {
		return host, true
	}
	name, port, _ := strings.Cut(host, ":")
	name, err := punycode.ToASCII(strings.ToLower(name))
	if err != nil {
		return host, false
	}
	if port != "" || strings.HasSuffix(host, ":") {
		name += ":" + port
	}
	return name, true
}

const defaultUserAgent = "Go-http-client/1.1"

// Write writes a request as a client sends it. The header User-Agent may be empty to leave it out.
func (r *Request) Write(w io.Writer) error { return plainWrite(r.write(w, sending{})) }

// WriteProxy writes a request as proxies expect it, with the whole URL.
func (r *Request) WriteProxy(w io.Writer) error { return plainWrite(r.write(w, sending{proxy: true})) }

// plainWrite is an error of writing, wherever it comes from.
func plainWrite(err error) error {
	if e, ok := err.(readFailure); ok {
		return e.error
	}
	return err
}

// sending is how a request is written besides.
type sending struct {
	proxy      bool
	extra      Header
	wait       func() bool // for the server to want the body
	wroteField func(key string, values []string)
	wroteAll   func() // of the header
	waiting    func()
}

// target is the host and what stands in the first line.
func (r *Request) target(proxy bool) (host, uri string, err error) {
	host = r.Host
	if host == "" {
		if r.URL == nil {
			return "", "", errMissingHost
		}
		host = r.URL.Host
	}
	ascii, ok := asciiHost(host)
	if !ok {
		return "", "", errors.New("http: invalid Host header")
	}
	host = ascii
	if !isHostHeader(host) {
		if proxy {
			return "", "", errors.New("http: invalid Host header")
		}
		// The server sees that there is none.
		host = ""
	}
	host = withoutZone(host)
	uri = r.URL.RequestURI()
	switch {
	case proxy && r.URL.Scheme != "" && r.URL.Opaque == "":
		uri = r.URL.Scheme + "://" + host + uri
	case r.Method == "CONNECT" && r.URL.Path == "":
		uri = host
		if r.URL.Opaque != "" {
			uri = r.URL.Opaque
		}
	}
	if hasControl(uri) {
		return "", "", errors.New("net/http: can't write control character in Request.URL")
	}
	return host, uri, nil
}

func (r *Request) write(w io.Writer, s sending) (err error) {
	closed := false
	defer func() {
		if err != nil && !closed && r.Body != nil {
			r.Body.Close()
		}
	}()
	host, uri, err := r.target(s.proxy)
	if err != nil {
		return err
	}
	var flusher *bufio.Writer
	if _, ok := w.(io.ByteWriter); !ok {
		flusher = bufio.NewWriter(w)
		w = flusher
	}
	method := r.Method
	if method == "" {
		method = "GET"
	}
	if _, err = io.WriteString(w, method+" "+uri+" HTTP/1.1\r\n"); err != nil {
		return err
	}
	line := func(key, value string) error {
		_, err := io.WriteString(w, key+": "+value+"\r\n")
		if s.wroteField != nil {
			s.wroteField(key, []string{value})
		}
		return err
	}
	if err = line("Host", host); err != nil {
		return err
	}
	agent := defaultUserAgent
	if _, ok := r.Header["User-Agent"]; ok {
		agent = r.Header.Get("User-Agent")
	}
	if agent = oneLine(agent); agent != "" {
		if err = line("User-Agent", agent); err != nil {
			return err
		}
	}
	out, err := r.outgoing(method)
	if err != nil {
		return err
	}
	if err = r.writeFields(w, out, s); err != nil {
		return err
	}
	if s.wroteAll != nil {
		s.wroteAll()
	}
	if s.wait != nil {
		if err = flush(w); err != nil {
			return err
		}
		if s.waiting != nil {
			s.waiting()
		}
		if !s.wait() {
			closed = true
			r.closeBody()
			return nil
		}
	} else if out.flushHeaders {
		if err = flush(w); err != nil {
			return err
		}
	}
	closed = true
	if err = out.writeBody(w); err != nil {
		return err
	}
	if flusher != nil {
		return flusher.Flush()
	}
	return nil
}

func (r *Request) writeFields(w io.Writer, out *outgoing, s sending) error {
	if err := out.writeHeader(w, s.wroteField); err != nil {
		return err
	}
	skip := func(key string) bool {
		return key == "Host" || key == "User-Agent" || isFramingKey(key)
	}
	if err := r.Header.writeLines(w, skip, s.wroteField); err != nil {
		return err
	}
	if s.extra != nil {
		none := func(string) bool { return false }
		if err := s.extra.writeLines(w, none, s.wroteField); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\r\n")
	return err
}

func flush(w io.Writer) error {
	if b, ok := w.(*bufio.Writer); ok {
		return b.Flush()
	}
	return nil
}

func (r *Request) outgoing(method string) (*outgoing, error) {
	if r.ContentLength != 0 && r.Body == nil {
		return nil, fmt.Errorf("http: Request.ContentLength=%d with nil Body", r.ContentLength)
	}
	o := &outgoing{method: method, close: r.Close, header: r.Header, trailer: r.Trailer, length: r.length()}
	if r.Body != nil {
		o.body, o.closer = r.Body, r.Body
	}
	if len(r.TransferEncoding) > 0 {
		o.chunked = r.TransferEncoding[0] == "chunked"
		o.identity = r.TransferEncoding[0] == "identity" && len(r.TransferEncoding) == 1
	} else if o.length < 0 {
		o.chooseFraming()
	}
	o.flushHeaders = o.flushHeaders || o.length != 0 && o.body != nil && !isMemory(r.Body) && !isNopMemory(r)
	o.settle()
	return o, nil
}

// isNopMemory tells whether the body is one that NewRequest made of memory.
func isNopMemory(r *Request) bool { return r.GetBody != nil }

func (r *Request) closeBody() error {
	if r.Body == nil {
		return nil
	}
	return r.Body.Close()
}

// ReadRequest reads a request as a server receives it.
func ReadRequest(b *bufio.Reader) (*Request, error) {
	r, _, err := readRequest(b)
	if err != nil {
		return nil, err
	}
	delete(r.Header, "Host")
	return r, nil
}

// readRequest leaves the header Host where it is.
func readRequest(b *bufio.Reader) (r *Request, in *body, err error) {
	tp := textproto.NewReader(b)
	line, err := tp.ReadLine()
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
	}()
	r = &Request{}
	if err = r.firstLine(line); err != nil {
		return nil, nil, err
	}
	if r.Header, err = readFields(tp); err != nil {
		return nil, nil, err
	}
	if len(r.Header["Host"]) > 1 {
		return nil, nil, errors.New("too many Host headers")
	}
	if r.Host = r.URL.Host; r.Host == "" {
		r.Host = r.Header.get("Host")
	}
	fixPragma(r.Header)
	r.Close = wantsClose(r.ProtoMajor, r.ProtoMinor, r.Header)
	f := &framing{status: StatusOK, method: r.Method, major: r.ProtoMajor, minor: r.ProtoMinor, header: r.Header, close: r.Close}
	if err = f.read(); err != nil {
		return nil, nil, err
	}
	r.Body = f.body(b, func(h Header) { r.Trailer = merged(r.Trailer, h) })
	r.ContentLength, r.TransferEncoding, r.Trailer, r.Close = f.length, f.encodings(), f.trailer, f.close
	if r.isUpgrade2() {
		// The preface of HTTP/2 looks like a request; what follows is not its body.
		r.ContentLength = -1
		r.Close = true
	}
	in, _ = r.Body.(*body)
	return r, in, nil
}

// isUpgrade2 tells whether a request is the preface of HTTP/2.
func (r *Request) isUpgrade2() bool {
	return r.Method == "PRI" && len(r.Header) == 0 && r.URL.Path == "*" && r.Proto == "HTTP/2.0"
}

func merged(h, with Header) Header {
	if h == nil {
		return with
	}
	for key, values := range with {
		h[key] = values
	}
	return h
}

func (r *Request) firstLine(line string) (err error) {
	method, rest, ok := strings.Cut(line, " ")
	uri, proto, ok2 := strings.Cut(rest, " ")
	if !ok || !ok2 {
		return badString("malformed HTTP request", line)
	}
	if !isToken(method) {
		return badString("invalid method", method)
	}
	r.Method, r.RequestURI, r.Proto = method, uri, proto
	if r.ProtoMajor, r.ProtoMinor, ok = ParseHTTPVersion(proto); !ok {
		return badString("malformed HTTP version", proto)
	}
	// CONNECT mostly has a host and a port alone.
	authority := method == "CONNECT" && !strings.HasPrefix(uri, "/")
	if authority {
		uri = "http://" + uri
	}
	if r.URL, err = url.ParseRequestURI(uri); err != nil {
		return err
	}
	if authority {
		r.URL.Scheme = ""
	}
	return nil
}

// fixPragma adds what an old header means.
func fixPragma(h Header) {
	if p := h["Pragma"]; len(p) > 0 && p[0] == "no-cache" {
		if _, ok := h["Cache-Control"]; !ok {
			h["Cache-Control"] = []string{"no-cache"}
		}
	}
}
