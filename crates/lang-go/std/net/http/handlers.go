package http

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"log"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Handler responds to requests. It must not use the ResponseWriter after it has returned.
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

// HandlerFunc is a function as a Handler.
type HandlerFunc func(ResponseWriter, *Request)

func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request) { f(w, r) }

// ResponseWriter is what a handler writes the response to. The header is sent with the first write, or by WriteHeader;
// trailers are keys that the header Trailer has announced, or that begin with TrailerPrefix.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(statusCode int)
}

// Flusher is a ResponseWriter that can send what it has buffered.
type Flusher interface{ Flush() }

// CloseNotifier tells when the client has gone. A request's context does so better.
type CloseNotifier interface{ CloseNotify() <-chan bool }

// Pusher is a ResponseWriter of HTTP/2.
type Pusher interface {
	Push(target string, opts *PushOptions) error
}

// PushOptions are for Pusher.
type PushOptions struct {
	Method string
	Header Header
}

// Error replies with a text and a code.
func Error(w ResponseWriter, error string, code int) {
	h := w.Header()
	h.Del("Content-Length")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	fmt.Fprintln(w, error)
}

// NotFound replies that there is nothing.
func NotFound(w ResponseWriter, r *Request) { Error(w, "404 page not found", StatusNotFound) }

// NotFoundHandler is NotFound as a Handler.
func NotFoundHandler() Handler { return HandlerFunc(NotFound) }

// StripPrefix takes a prefix off the paths of requests, and answers those without it that there is nothing.
func StripPrefix(prefix string, h Handler) Handler {
	if prefix == "" {
		return h
	}
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		p, has := strings.CutPrefix(r.URL.Path, prefix)
		raw, hasRaw := strings.CutPrefix(r.URL.RawPath, prefix)
		if !has || r.URL.RawPath != "" && !hasRaw {
			NotFound(w, r)
			return
		}
		r2 := new(Request)
		*r2 = *r
		r2.URL = new(url.URL)
		*r2.URL = *r.URL
		r2.URL.Path, r2.URL.RawPath = p, raw
		h.ServeHTTP(w, r2)
	})
}

// Redirect replies with where to go, which may be seen from the request's path.
func Redirect(w ResponseWriter, r *Request, url string, code int) {
	if u, err := parseURL(url); err == nil && u.Scheme == "" && u.Host == "" {
		if r.URL != nil && (url == "" || url[0] != '/') {
			folder, _ := path.Split(orSlash(r.URL.EscapedPath()))
			url = folder + url
		}
		query := ""
		if i := strings.IndexByte(url, '?'); i >= 0 {
			url, query = url[:i], url[i:]
		}
		slash := strings.HasSuffix(url, "/")
		url = path.Clean(orSlash(url))
		if slash && !strings.HasSuffix(url, "/") {
			url += "/"
		}
		url += query
	}
	h := w.Header()
	_, typed := h["Content-Type"]
	h.Set("Location", escapeNonASCII(url))
	if !typed && (r.Method == "GET" || r.Method == "HEAD") {
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	w.WriteHeader(code)
	if !typed && r.Method == "GET" {
		fmt.Fprintln(w, "<a href=\""+escapeHTML(url)+"\">"+StatusText(code)+"</a>.\n")
	}
}

func orSlash(p string) string {
	if p == "" {
		return "/"
	}
	return p
}

// escapeHTML writes quotes as numbers, as package html does.
func escapeHTML(s string) string { return html.EscapeString(s) }

func escapeNonASCII(s string) string {
	var b []byte
	for i := range len(s) {
		if s[i] < 0x80 {
			b = append(b, s[i])
		} else {
			b = append(b, '%')
			b = strconv.AppendInt(b, int64(s[i]), 16)
		}
	}
	return string(b)
}

type redirectHandler struct {
	url  string
	code int
}

func (h *redirectHandler) ServeHTTP(w ResponseWriter, r *Request) { Redirect(w, r, h.url, h.code) }

// RedirectHandler is Redirect as a Handler.
func RedirectHandler(url string, code int) Handler { return &redirectHandler{url, code} }

// MaxBytesHandler limits the bodies of requests.
func MaxBytesHandler(h Handler, n int64) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		r2 := *r
		r2.Body = MaxBytesReader(w, r.Body, n)
		h.ServeHTTP(w, &r2)
	})
}

// silenceKey marks requests whose semicolons are wanted.
var silenceKey = &contextKey{"silence-semicolons"}

// AllowQuerySemicolons takes semicolons in queries for ampersands.
func AllowQuerySemicolons(h Handler) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		if silence, ok := r.Context().Value(silenceKey).(func()); ok {
			silence()
		}
		if strings.Contains(r.URL.RawQuery, ";") {
			r2 := *r
			u := *r.URL
			u.RawQuery = strings.ReplaceAll(u.RawQuery, ";", "&")
			r2.URL = &u
			r = &r2
		}
		h.ServeHTTP(w, r)
	})
}

// ErrHandlerTimeout is the error of writing in a handler after its time.
var ErrHandlerTimeout = errors.New("http: Handler timeout")

// TimeoutHandler gives a handler a time, after which the reply is 503 with a message. The response is buffered.
func TimeoutHandler(h Handler, dt time.Duration, msg string) Handler {
	return &timeoutHandler{h, msg, dt}
}

type timeoutHandler struct {
	handler Handler
	message string
	limit   time.Duration
}

func (h *timeoutHandler) text() string {
	if h.message != "" {
		return h.message
	}
	return "<html><head><title>Timeout</title></head><body><h1>Timeout</h1></body></html>"
}

func (h *timeoutHandler) ServeHTTP(w ResponseWriter, r *Request) {
	ctx, cancel := context.WithTimeout(r.Context(), h.limit)
	defer cancel()
	r = r.WithContext(ctx)
	done := make(chan struct{})
	panicked := make(chan any, 1)
	tw := &timeoutWriter{w: w, header: make(Header), request: r}
	go func() {
		defer func() {
			if p := recover(); p != nil {
				panicked <- p
			}
		}()
		h.handler.ServeHTTP(tw, r)
		close(done)
	}()
	select {
	case p := <-panicked:
		panic(p)
	case <-done:
		tw.mu.Lock()
		defer tw.mu.Unlock()
		header := w.Header()
		for key, values := range tw.header {
			header[key] = values
		}
		if !tw.wroteHeader {
			tw.code = StatusOK
		}
		w.WriteHeader(tw.code)
		w.Write(tw.buffer.Bytes())
	case <-ctx.Done():
		tw.mu.Lock()
		defer tw.mu.Unlock()
		if err := ctx.Err(); err == context.DeadlineExceeded {
			w.WriteHeader(StatusServiceUnavailable)
			io.WriteString(w, h.text())
			tw.err = ErrHandlerTimeout
		} else {
			w.WriteHeader(StatusServiceUnavailable)
			tw.err = err
		}
	}
}

type timeoutWriter struct {
	w           ResponseWriter
	header      Header
	request     *Request
	mu          sync.Mutex
	buffer      bytes.Buffer
	err         error
	wroteHeader bool
	code        int
}

func (tw *timeoutWriter) Header() Header { return tw.header }

// Push asks the ResponseWriter itself.
func (tw *timeoutWriter) Push(target string, opts *PushOptions) error {
	if p, ok := tw.w.(Pusher); ok {
		return p.Push(target, opts)
	}
	return ErrNotSupported
}

func (tw *timeoutWriter) Write(p []byte) (int, error) {
	tw.mu.Lock()
	defer tw.mu.Unlock()
	if tw.err != nil {
		return 0, tw.err
	}
	if !tw.wroteHeader {
		tw.writeHeader(StatusOK)
	}
	return tw.buffer.Write(p)
}

func (tw *timeoutWriter) WriteHeader(code int) {
	tw.mu.Lock()
	defer tw.mu.Unlock()
	tw.writeHeader(code)
}

func (tw *timeoutWriter) writeHeader(code int) {
	checkCode(code)
	switch {
	case tw.err != nil:
	case tw.wroteHeader:
		logTo(tw.request, "http: superfluous response.WriteHeader call from %s", callerPlace())
	default:
		tw.wroteHeader, tw.code = true, code
	}
}

func checkCode(code int) {
	if code < 100 || code > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %v", code))
	}
}

// logTo logs where the server of a request does.
func logTo(r *Request, format string, args ...any) {
	if s, ok := r.Context().Value(ServerContextKey).(*Server); ok {
		s.logf(format, args...)
		return
	}
	log.Printf(format, args...)
}
