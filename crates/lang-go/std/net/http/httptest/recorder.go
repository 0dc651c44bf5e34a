// Package httptest has what tests of HTTP need: a ResponseWriter that records, requests as servers receive them, and servers
// within the program.
package httptest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// DefaultRemoteAddr is an address that recorders may be given.
const DefaultRemoteAddr = "1.2.3.4"

// ResponseRecorder is a ResponseWriter that records what it is told.
type ResponseRecorder struct {
	Code      int           // of WriteHeader, 200 before it
	HeaderMap http.Header   // the handler's; Result has what would be sent
	Body      *bytes.Buffer // may be nil
	Flushed   bool

	result *http.Response
	sent   http.Header
	wrote  bool
}

// NewRecorder makes an empty one.
func NewRecorder() *ResponseRecorder {
	return &ResponseRecorder{HeaderMap: make(http.Header), Body: new(bytes.Buffer), Code: 200}
}

// Header is the handler's to change.
func (rw *ResponseRecorder) Header() http.Header {
	if rw.HeaderMap == nil {
		rw.HeaderMap = make(http.Header)
	}
	return rw.HeaderMap
}

// WriteHeader takes the header as it is now.
func (rw *ResponseRecorder) WriteHeader(code int) {
	if rw.wrote {
		return
	}
	if code < 100 || code > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %v", code))
	}
	rw.Code, rw.wrote = code, true
	rw.sent = rw.Header().Clone()
}

// begin writes the header before the first bytes of the body.
func (rw *ResponseRecorder) begin(start []byte) {
	if rw.wrote {
		return
	}
	h := rw.Header()
	if _, typed := h["Content-Type"]; !typed && h.Get("Transfer-Encoding") == "" {
		h.Set("Content-Type", http.DetectContentType(start))
	}
	rw.WriteHeader(200)
}

// outcome is that of writing n bytes. What must not be sent is recorded all the same.
func (rw *ResponseRecorder) outcome(n int) (int, error) {
	if rw.Code < 200 || rw.Code == 204 || rw.Code == 304 {
		return 0, http.ErrBodyNotAllowed
	}
	return n, nil
}

// Write records the body.
func (rw *ResponseRecorder) Write(buf []byte) (int, error) {
	rw.begin(buf)
	if rw.Body != nil {
		rw.Body.Write(buf)
	}
	return rw.outcome(len(buf))
}

// WriteString records the body.
func (rw *ResponseRecorder) WriteString(str string) (int, error) {
	rw.begin([]byte(str[:min(len(str), 512)]))
	if rw.Body != nil {
		rw.Body.WriteString(str)
	}
	return rw.outcome(len(str))
}

// Flush records that it was called.
func (rw *ResponseRecorder) Flush() {
	if !rw.wrote {
		rw.WriteHeader(200)
	}
	rw.Flushed = true
}

// Result is the response once the handler has returned.
func (rw *ResponseRecorder) Result() *http.Response {
	if rw.result != nil {
		return rw.result
	}
	if rw.sent == nil {
		rw.sent = rw.HeaderMap.Clone()
	}
	res := &http.Response{StatusCode: rw.Code, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: rw.sent,
		Body: http.NoBody}
	rw.result = res
	if res.StatusCode == 0 {
		res.StatusCode = 200
	}
	res.Status = fmt.Sprintf("%03d %s", res.StatusCode, http.StatusText(res.StatusCode))
	if rw.Body != nil {
		res.Body = io.NopCloser(bytes.NewReader(rw.Body.Bytes()))
	}
	res.ContentLength = length(res.Header.Get("Content-Length"))
	if lists, ok := rw.sent["Trailer"]; ok {
		res.Trailer = make(http.Header, len(lists))
		for _, list := range lists {
			for key := range strings.SplitSeq(list, ",") {
				key = http.CanonicalHeaderKey(textproto.TrimString(key))
				switch key {
				case "", "Transfer-Encoding", "Content-Length", "Trailer":
					continue
				}
				if values, ok := rw.HeaderMap[key]; ok {
					res.Trailer[key] = append([]string(nil), values...)
				}
			}
		}
	}
	for key, values := range rw.HeaderMap {
		if name, ok := strings.CutPrefix(key, http.TrailerPrefix); ok {
			if res.Trailer == nil {
				res.Trailer = make(http.Header)
			}
			for _, value := range values {
				res.Trailer.Add(name, value)
			}
		}
	}
	return res
}

// length reads a Content-Length, -1 if there is none that is valid.
func length(s string) int64 {
	n, err := strconv.ParseUint(textproto.TrimString(s), 10, 63)
	if err != nil {
		return -1
	}
	return int64(n)
}

// NewRequest makes a request as a server receives it, without a context.
func NewRequest(method, target string, body io.Reader) *http.Request {
	return NewRequestWithContext(context.Background(), method, target, body)
}

// NewRequestWithContext makes a request as a server receives it, for a path or a whole URL. It panics where they are not valid.
func NewRequestWithContext(ctx context.Context, method, target string, body io.Reader) *http.Request {
	if method == "" {
		method = "GET"
	}
	line := method + " " + target + " HTTP/1.0\r\n\r\n"
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(line)))
	if err != nil {
		panic("invalid NewRequest arguments; " + err.Error())
	}
	req = req.WithContext(ctx)
	req.Proto, req.ProtoMinor, req.Close = "HTTP/1.1", 1, false
	if body != nil {
		switch b := body.(type) {
		case *bytes.Buffer:
			req.ContentLength = int64(b.Len())
		case *bytes.Reader:
			req.ContentLength = int64(b.Len())
		case *strings.Reader:
			req.ContentLength = int64(b.Len())
		default:
			req.ContentLength = -1
			if body == http.NoBody {
				req.ContentLength = 0
			}
		}
		if closer, ok := body.(io.ReadCloser); ok {
			req.Body = closer
		} else {
			req.Body = io.NopCloser(body)
		}
	}
	// An address for documentation.
	req.RemoteAddr = "192.0.2.1:1234"
	if req.Host == "" {
		req.Host = "example.com"
	}
	if strings.HasPrefix(target, "https://") {
		req.TLS = &tls.ConnectionState{Version: tls.VersionTLS12, HandshakeComplete: true, ServerName: req.Host}
	}
	return req
}
