package http

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Client sends requests and follows redirects. The zero value uses DefaultTransport.
type Client struct {
	Transport     RoundTripper
	CheckRedirect func(req *Request, via []*Request) error
	Jar           CookieJar
	Timeout       time.Duration // of all, reading the body too; none where it is 0
}

// DefaultClient is that of Get, Head, Post and PostForm.
var DefaultClient = &Client{}

// RoundTripper sends one request and gives its response, without following it anywhere. A host that lets a program ask the world
// gives it one of these: to put it in DefaultTransport's place is enough.
type RoundTripper interface {
	RoundTrip(*Request) (*Response, error)
}

// CookieJar keeps cookies for a Client.
type CookieJar interface {
	SetCookies(u *url.URL, cookies []*Cookie)
	Cookies(u *url.URL) []*Cookie
}

// ErrUseLastResponse, from CheckRedirect, has the client give the redirect itself.
var ErrUseLastResponse = errors.New("net/http: use last response")

// ErrSchemeMismatch is the error of HTTPS where the server speaks HTTP.
var ErrSchemeMismatch = errors.New("http: server gave HTTP response to HTTPS client")

// Get asks DefaultClient.
func Get(url string) (resp *Response, err error) { return DefaultClient.Get(url) }

// Head asks DefaultClient.
func Head(url string) (resp *Response, err error) { return DefaultClient.Head(url) }

// Post asks DefaultClient.
func Post(url, contentType string, body io.Reader) (resp *Response, err error) {
	return DefaultClient.Post(url, contentType, body)
}

// PostForm asks DefaultClient.
func PostForm(url string, data url.Values) (resp *Response, err error) {
	return DefaultClient.PostForm(url, data)
}

// Get asks for a URL.
func (c *Client) Get(url string) (resp *Response, err error) {
	req, err := NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// Head asks for the header of a URL.
func (c *Client) Head(url string) (resp *Response, err error) {
	req, err := NewRequest("HEAD", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// Post sends a body to a URL.
func (c *Client) Post(url, contentType string, body io.Reader) (resp *Response, err error) {
	req, err := NewRequest("POST", url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", contentType)
	return c.Do(req)
}

// PostForm sends a form to a URL.
func (c *Client) PostForm(url string, data url.Values) (resp *Response, err error) {
	return c.Post(url, "application/x-www-form-urlencoded", strings.NewReader(data.Encode()))
}

// CloseIdleConnections has the transport close those that wait for a request.
func (c *Client) CloseIdleConnections() {
	if t, ok := c.transport().(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

func (c *Client) transport() RoundTripper {
	if c.Transport != nil {
		return c.Transport
	}
	return DefaultTransport
}

// exchange is what Do is doing.
type exchange struct {
	client   *Client
	deadline time.Time
	via      []*Request
	req      *Request
	resp     *Response
	strip    bool // whether headers with secrets are left out
	headers  Header
	method   string
	keepBody bool
	dropped  bool // whether a redirect has left out the body, for good
}

// Do sends a request and follows redirects. Errors are of type *url.Error.
func (c *Client) Do(req *Request) (*Response, error) {
	if req.URL == nil {
		req.closeBody()
		return nil, &url.Error{Op: operation(req.Method), Err: errors.New("http: nil Request.URL")}
	}
	x := &exchange{client: c, req: req, headers: req.Header.Clone()}
	if c.Timeout > 0 {
		x.deadline = time.Now().Add(c.Timeout)
	}
	for {
		x.via = append(x.via, x.req)
		resp, timedOut, err := c.sendOnce(x.req, x.deadline)
		if err != nil {
			if !x.deadline.IsZero() && timedOut() {
				err = &timeoutError{err.Error() + " (Client.Timeout exceeded while awaiting headers)"}
			}
			x.resp = resp
			return nil, x.fail(err)
		}
		x.resp = resp
		if !x.redirects() {
			return resp, nil
		}
		x.req.closeBody()
		if resp.Header.Get("Location") == "" {
			return resp, nil // Not every redirect says where to.
		}
		if done, err := x.follow(); done || err != nil {
			return resp, err
		}
	}
}

func operation(method string) string {
	if method == "" {
		return "Get"
	}
	if lower, ok := lowerASCII(method); ok {
		return method[:1] + lower[1:]
	}
	return method
}

func (x *exchange) fail(err error) *url.Error {
	u := x.req.URL
	if x.resp != nil && x.resp.Request != nil {
		u = x.resp.Request.URL
	}
	return &url.Error{Op: operation(x.via[0].Method), URL: withoutPassword(u), Err: err}
}

func withoutPassword(u *url.URL) string {
	if _, has := u.User.Password(); has {
		return strings.Replace(u.String(), u.User.String()+"@", u.User.Username()+":***@", 1)
	}
	return u.String()
}

// redirects tells whether the response is to be followed, and how.
func (x *exchange) redirects() bool {
	first := x.via[0]
	x.method, x.keepBody = x.req.Method, false
	switch x.resp.StatusCode {
	case 301, 302, 303:
		if x.method != "GET" && x.method != "HEAD" {
			x.method = "GET"
		}
		x.dropped = true
		return true
	case 307, 308:
		x.keepBody = !x.dropped
		// A body that cannot be read again cannot be sent again.
		return first.GetBody != nil || first.length() == 0
	}
	return false
}

// maxLeft is how much of a redirect's body is read to save the connection.
const maxLeft = 2 << 10

// follow makes the next request.
func (x *exchange) follow() (done bool, err error) {
	closeBody := func() {
		if l := x.resp.ContentLength; l == noEnd || l <= maxLeft {
			io.CopyN(io.Discard, x.resp.Body, maxLeft)
		}
		x.resp.Body.Close()
	}
	location := x.resp.Header.Get("Location")
	u, err := x.req.URL.Parse(location)
	if err != nil {
		x.resp.Body.Close()
		return true, x.fail(fmt.Errorf("failed to parse Location header %q: %v", location, err))
	}
	first := x.via[0]
	host := ""
	if x.req.Host != "" && x.req.Host != x.req.URL.Host {
		// It stays for redirects within the host.
		if to, _ := url.Parse(location); to != nil && !to.IsAbs() {
			host = x.req.Host
		}
	}
	next := &Request{Method: x.method, Response: x.resp, URL: u, Header: make(Header), Host: host,
		Cancel: first.Cancel, ctx: first.ctx}
	if x.keepBody && first.GetBody != nil {
		if next.Body, err = first.GetBody(); err != nil {
			x.resp.Body.Close()
			return true, x.fail(err)
		}
		next.GetBody = first.GetBody
		next.ContentLength = first.ContentLength
	}
	x.copyHeaders(next)
	if referer := refererFor(x.req.URL, u, next.Header.Get("Referer")); referer != "" {
		next.Header.Set("Referer", referer)
	}
	x.req = next
	err = x.client.checkRedirect(next, x.via)
	if err == ErrUseLastResponse {
		return true, nil
	}
	closeBody()
	if err != nil {
		// The response is given too, with its body closed.
		e := x.fail(err)
		e.URL = location
		return true, e
	}
	return false, nil
}

func (c *Client) checkRedirect(req *Request, via []*Request) error {
	if c.CheckRedirect != nil {
		return c.CheckRedirect(req, via)
	}
	if len(via) >= 10 {
		return errors.New("stopped after 10 redirects")
	}
	return nil
}

// copyHeaders takes over those of the first request. Secrets stay within its domain, once and for all.
func (x *exchange) copyHeaders(next *Request) {
	if !x.strip && x.via[0].URL.Host != next.URL.Host && !trusts(x.via[0].URL, next.URL) {
		x.strip = true
	}
	x.updateCookies()
	for key, values := range x.headers {
		switch CanonicalHeaderKey(key) {
		case "Authorization", "Www-Authenticate", "Cookie", "Cookie2", "Proxy-Authorization", "Proxy-Authenticate":
			if x.strip {
				continue
			}
		case "Content-Encoding", "Content-Language", "Content-Location", "Content-Type":
			if !x.keepBody {
				continue
			}
		}
		next.Header[key] = values
	}
}

// updateCookies leaves out cookies of the first request that a response has set anew, as the jar has them now.
func (x *exchange) updateCookies() {
	if x.client.Jar == nil || x.headers.Get("Cookie") == "" {
		return
	}
	set := x.resp.Cookies()
	var kept []string
	changed := false
	for _, c := range (&Request{Header: x.headers}).Cookies() {
		if slices.ContainsFunc(set, func(s *Cookie) bool { return s.Name == c.Name }) {
			changed = true
			continue
		}
		kept = append(kept, c.Name+"="+c.Value)
	}
	if changed {
		x.headers = x.headers.Clone()
		x.headers.Del("Cookie")
		if len(kept) > 0 {
			slices.Sort(kept)
			x.headers.Set("Cookie", strings.Join(kept, "; "))
		}
	}
}

// trusts tells whether a host is another's or below it.
func trusts(from, to *url.URL) bool {
	parent, child := hostName(from), hostName(to)
	if child == parent {
		return true
	}
	if strings.ContainsAny(child, ":%") {
		return false // It is an address, which has nothing below it.
	}
	return strings.HasSuffix(child, "."+parent)
}

func hostName(u *url.URL) string {
	host, _ := asciiHost(u.Hostname())
	return host
}

// refererFor is the page from which a redirect leads.
func refererFor(last, next *url.URL, explicit string) string {
	if last.Scheme == "https" && next.Scheme == "http" {
		return ""
	}
	if explicit != "" {
		return explicit
	}
	u := *last
	u.User = nil
	return u.String()
}

// sendOnce sends a request with the cookies of the jar.
func (c *Client) sendOnce(req *Request, deadline time.Time) (*Response, func() bool, error) {
	if c.Jar != nil {
		for _, cookie := range c.Jar.Cookies(req.cookieURL()) {
			req.AddCookie(cookie)
		}
	}
	resp, timedOut, err := send(req, c.transport(), deadline)
	if err != nil {
		return nil, timedOut, err
	}
	if c.Jar != nil {
		if cookies := resp.Cookies(); len(cookies) > 0 {
			c.Jar.SetCookies(req.cookieURL(), cookies)
		}
	}
	return resp, nil, nil
}

// cookieURL is where a request goes as cookies see it: the host is that of the header.
func (r *Request) cookieURL() *url.URL {
	if r.Host == "" || r.URL == nil || r.Host == r.URL.Host {
		return r.URL
	}
	u := cloneURL(r.URL)
	u.Host = r.Host
	return u
}

func never() bool { return false }

func send(first *Request, rt RoundTripper, deadline time.Time) (*Response, func() bool, error) {
	req := first
	problem := ""
	switch {
	case rt == nil:
		problem = "http: no Client.Transport or DefaultTransport"
	case req.URL == nil:
		problem = "http: nil Request.URL"
	case req.RequestURI != "":
		problem = "http: Request.RequestURI can't be set in client requests"
	}
	if problem != "" {
		req.closeBody()
		return nil, never, errors.New(problem)
	}
	own := func() {
		if req == first {
			req = new(Request)
			*req = *first
		}
	}
	if req.Header == nil {
		own()
		req.Header = make(Header)
	}
	if u := req.URL.User; u != nil && req.Header.Get("Authorization") == "" {
		own()
		password, _ := u.Password()
		req.Header = first.Header.Clone()
		if req.Header == nil {
			req.Header = make(Header)
		}
		req.Header.Set("Authorization", "Basic "+basicAuth(u.Username(), password))
	}
	timedOut, stop := never, func() {}
	if !deadline.IsZero() {
		own()
		before := req.Context()
		ctx, cancel := context.WithDeadline(before, deadline)
		req.ctx = ctx
		stop = cancel
		timedOut = func() bool { return !time.Now().Before(deadline) && before.Err() == nil }
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		stop()
		if resp != nil {
			log.Printf("RoundTripper returned a response & error; ignoring response")
		}
		if e, ok := err.(tls.RecordHeaderError); ok && string(e.RecordHeader[:]) == "HTTP/" {
			err = ErrSchemeMismatch
		}
		return nil, timedOut, err
	}
	if err := checkResponse(resp, req, rt); err != nil {
		stop()
		return nil, timedOut, err
	}
	if !deadline.IsZero() {
		resp.Body = &timedBody{resp.Body, stop, timedOut}
	}
	return resp, nil, nil
}

// checkResponse tells whether a RoundTripper keeps its promises.
func checkResponse(resp *Response, req *Request, rt RoundTripper) error {
	if resp == nil {
		return fmt.Errorf("http: RoundTripper implementation (%T) returned a nil *Response with a nil error", rt)
	}
	if resp.Body == nil {
		if resp.ContentLength > 0 && req.Method != "HEAD" {
			return fmt.Errorf("http: RoundTripper implementation (%T) returned a *Response with content length %d "+
				"but a nil Body", rt, resp.ContentLength)
		}
		resp.Body = io.NopCloser(bytes.NewReader(nil))
	}
	return nil
}

// timedBody is a body for which there is a time.
type timedBody struct {
	r        io.ReadCloser
	stop     func()
	timedOut func() bool
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == nil {
		return n, nil
	}
	if err != io.EOF && b.timedOut() {
		err = &timeoutError{err.Error() + " (Client.Timeout or context cancellation while reading body)"}
	}
	return n, err
}

func (b *timedBody) Close() error {
	err := b.r.Close()
	b.stop()
	return err
}

// timeoutError tells that time has run out.
type timeoutError struct{ text string }

func (e *timeoutError) Error() string        { return e.text }
func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Temporary() bool      { return true }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }
