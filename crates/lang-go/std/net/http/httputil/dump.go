// Package httputil has what servers, proxies and those who look for mistakes in them need beside package http.
package httputil

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/internal/chunked"
	"net/url"
	"strings"
	"time"
)

// ErrLineTooLong is the error of chunks whose lines about them are too long.
var ErrLineTooLong = chunked.ErrLineTooLong

// NewChunkedReader reads what is in chunks.
func NewChunkedReader(r io.Reader) io.Reader { return chunked.NewReader(r) }

// NewChunkedWriter writes each write as a chunk; after Close the trailer and an empty line are still to be written.
func NewChunkedWriter(w io.Writer) io.WriteCloser { return chunked.NewWriter(w) }

// drain reads a body, and gives two copies of it.
func drain(b io.ReadCloser) (one, two io.ReadCloser, err error) {
	if b == nil || b == http.NoBody {
		return http.NoBody, http.NoBody, nil
	}
	data, err := io.ReadAll(b)
	if err != nil {
		return nil, b, err
	}
	if err := b.Close(); err != nil {
		return nil, b, err
	}
	return io.NopCloser(bytes.NewReader(data)), io.NopCloser(bytes.NewReader(data)), nil
}

// DumpRequest is a request as a server may have received it. The body can be read again afterwards.
func DumpRequest(req *http.Request, body bool) ([]byte, error) {
	save := req.Body
	if !body || req.Body == nil {
		req.Body = nil
	} else {
		var err error
		if save, req.Body, err = drain(req.Body); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	uri := req.RequestURI
	if uri == "" {
		uri = req.URL.RequestURI()
	}
	method := req.Method
	if method == "" {
		method = "GET"
	}
	fmt.Fprintf(&b, "%s %s HTTP/%d.%d\r\n", method, uri, req.ProtoMajor, req.ProtoMinor)
	if !strings.HasPrefix(req.RequestURI, "http://") && !strings.HasPrefix(req.RequestURI, "https://") {
		host := req.Host
		if host == "" && req.URL != nil {
			host = req.URL.Host
		}
		if host != "" {
			fmt.Fprintf(&b, "Host: %s\r\n", host)
		}
	}
	isChunked := len(req.TransferEncoding) > 0 && req.TransferEncoding[0] == "chunked"
	if len(req.TransferEncoding) > 0 {
		fmt.Fprintf(&b, "Transfer-Encoding: %s\r\n", strings.Join(req.TransferEncoding, ","))
	}
	skip := map[string]bool{"Host": true, "Transfer-Encoding": true, "Trailer": true}
	err := req.Header.WriteSubset(&b, skip)
	b.WriteString("\r\n")
	if err == nil && req.Body != nil {
		var w io.Writer = &b
		if isChunked {
			w = NewChunkedWriter(w)
		}
		_, err = io.Copy(w, req.Body)
		if isChunked {
			w.(io.Closer).Close()
			b.WriteString("\r\n")
		}
	}
	req.Body = save
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// wire is the other end of a transport that only looks at what would be sent.
type wire struct {
	io.Writer
	io.Reader
}

func (wire) Close() error                     { return nil }
func (wire) LocalAddr() net.Addr              { return nil }
func (wire) RemoteAddr() net.Addr             { return nil }
func (wire) SetDeadline(time.Time) error      { return nil }
func (wire) SetReadDeadline(time.Time) error  { return nil }
func (wire) SetWriteDeadline(time.Time) error { return nil }

// endless has the letter x for ever.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// reply answers once the request is there.
type reply struct {
	ready chan error
	text  io.Reader
}

func (r *reply) Read(p []byte) (int, error) {
	if err, ok := <-r.ready; ok && err != nil {
		return 0, err
	}
	return r.text.Read(p)
}

// DumpRequestOut is a request as a client sends it, with what the transport adds.
func DumpRequestOut(req *http.Request, body bool) ([]byte, error) {
	save := req.Body
	dummy := false
	if !body {
		if n := outgoingLength(req); n != 0 {
			req.Body = io.NopCloser(io.LimitReader(endless{}, n))
			dummy = true
		}
	} else {
		var err error
		if save, req.Body, err = drain(req.Body); err != nil {
			return nil, err
		}
	}
	sent := req
	if req.URL.Scheme == "https" {
		sent = new(http.Request)
		*sent = *req
		sent.URL = new(url.URL)
		*sent.URL = *req.URL
		sent.URL.Scheme = "http"
	}
	var b bytes.Buffer
	pr, pw := io.Pipe()
	defer pr.Close()
	defer pw.Close()
	answer := &reply{ready: make(chan error, 1), text: strings.NewReader("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")}
	t := &http.Transport{Dial: func(network, addr string) (net.Conn, error) {
		return wire{io.MultiWriter(&b, pw), answer}, nil
	}}
	defer t.CloseIdleConnections()
	go func() {
		got, err := http.ReadRequest(bufio.NewReader(pr))
		if err == nil {
			io.Copy(io.Discard, got.Body)
			got.Body.Close()
		}
		answer.ready <- err
		close(answer.ready)
		// What is still written goes nowhere.
		io.Copy(io.Discard, pr)
	}()
	_, err := t.RoundTrip(sent)
	req.Body = save
	if err != nil {
		pw.Close()
		return nil, err
	}
	dump := b.Bytes()
	if dummy {
		if i := bytes.Index(dump, []byte("\r\n\r\n")); i >= 0 {
			dump = dump[:i+4]
		}
	}
	return dump, nil
}

func outgoingLength(req *http.Request) int64 {
	if req.Body == nil || req.Body == http.NoBody {
		return 0
	}
	if req.ContentLength != 0 {
		return req.ContentLength
	}
	return -1
}

var errNoBody = errors.New("sentinel error value")

// unread is a body that is not to be read.
type unread struct{}

func (unread) Read([]byte) (int, error) { return 0, errNoBody }
func (unread) Close() error             { return nil }

// DumpResponse is a response as a server may have sent it. The body can be read again afterwards.
func DumpResponse(resp *http.Response, body bool) ([]byte, error) {
	var b bytes.Buffer
	save, length := resp.Body, resp.ContentLength
	var err error
	switch {
	case !body && resp.ContentLength == 0:
		resp.Body = http.NoBody
	case !body:
		resp.Body = unread{}
	case resp.Body == nil:
		resp.Body = http.NoBody
	default:
		if save, resp.Body, err = drain(resp.Body); err != nil {
			return nil, err
		}
	}
	err = resp.Write(&b)
	if errors.Is(err, errNoBody) {
		err = nil
	}
	resp.Body, resp.ContentLength = save, length
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
