package http

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
)

// ErrNoLocation is the error of Response.Location where there is none.
var ErrNoLocation = errors.New("http: no Location header in response")

// Response is the answer to a request.
type Response struct {
	Status     string // such as 200 OK
	StatusCode int
	Proto      string
	ProtoMajor int
	ProtoMinor int

	Header Header

	// Body is not nil where a client received it; whoever did has to close it.
	Body io.ReadCloser

	ContentLength    int64 // -1 where it is not known
	TransferEncoding []string
	Close            bool

	// Uncompressed tells that the transport has undone a compression that it asked for itself.
	Uncompressed bool

	Trailer Header // complete once the body was read
	Request *Request
	TLS     *tls.ConnectionState
}

// Cookies are those that the response sets.
func (r *Response) Cookies() []*Cookie { return readSetCookies(r.Header) }

// Location is where the response redirects to, as seen from the request's URL.
func (r *Response) Location() (*url.URL, error) {
	to := r.Header.Get("Location")
	if to == "" {
		return nil, ErrNoLocation
	}
	if r.Request != nil && r.Request.URL != nil {
		return r.Request.URL.Parse(to)
	}
	return url.Parse(to)
}

// ProtoAtLeast compares the version.
func (r *Response) ProtoAtLeast(major, minor int) bool {
	return r.ProtoMajor > major || r.ProtoMajor == major && r.ProtoMinor >= minor
}

// ReadResponse reads the answer to a request, which is a GET if it is nil.
func ReadResponse(r *bufio.Reader, req *Request) (*Response, error) {
	tp := textproto.NewReader(r)
	line, err := tp.ReadLine()
	if err != nil {
		return nil, noEOF(err)
	}
	resp := &Response{Request: req}
	if err := resp.firstLine(line); err != nil {
		return nil, err
	}
	if resp.Header, err = readFields(tp); err != nil {
		return nil, noEOF(err)
	}
	fixPragma(resp.Header)
	if err := resp.readBody(r); err != nil {
		return nil, err
	}
	return resp, nil
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *Response) firstLine(line string) error {
	proto, status, ok := strings.Cut(line, " ")
	if !ok {
		return badString("malformed HTTP response", line)
	}
	r.Proto = proto
	r.Status = strings.TrimLeft(status, " ")
	code, _, _ := strings.Cut(r.Status, " ")
	if len(code) != 3 {
		return badString("malformed HTTP status code", code)
	}
	n, err := strconv.Atoi(code)
	if err != nil || n < 0 {
		return badString("malformed HTTP status code", code)
	}
	r.StatusCode = n
	if r.ProtoMajor, r.ProtoMinor, ok = ParseHTTPVersion(proto); !ok {
		return badString("malformed HTTP version", proto)
	}
	return nil
}

func (r *Response) readBody(b *bufio.Reader) error {
	f := &framing{response: true, status: r.StatusCode, method: "GET", major: r.ProtoMajor, minor: r.ProtoMinor,
		header: r.Header, close: wantsClose(r.ProtoMajor, r.ProtoMinor, r.Header)}
	if r.ProtoAtLeast(1, 1) && f.close {
		delete(r.Header, "Connection") // Response.Close says it.
	}
	if r.Request != nil {
		f.method = r.Request.Method
		if f.method == "" {
			f.method = "GET"
		}
	}
	if err := f.read(); err != nil {
		return err
	}
	r.Body = f.body(b, func(h Header) { r.Trailer = merged(r.Trailer, h) })
	r.ContentLength, r.TransferEncoding, r.Trailer, r.Close = f.length, f.encodings(), f.trailer, f.close
	return nil
}

// isSwitch tells whether the connection is used for another protocol from here on.
func (r *Response) isSwitch() bool {
	return r.StatusCode == StatusSwitchingProtocols && hasListed(r.Header["Connection"], "Upgrade") &&
		r.Header.Get("Upgrade") != ""
}

// Write writes a response as a server sends it.
func (r *Response) Write(w io.Writer) error {
	text := r.Status
	if text == "" {
		if text = StatusText(r.StatusCode); text == "" {
			text = "status code " + strconv.Itoa(r.StatusCode)
		}
	} else {
		text = strings.TrimPrefix(text, strconv.Itoa(r.StatusCode)+" ")
	}
	if _, err := fmt.Fprintf(w, "HTTP/%d.%d %03d %s\r\n", r.ProtoMajor, r.ProtoMinor, r.StatusCode, text); err != nil {
		return err
	}
	c := *r
	if c.ContentLength == 0 && c.Body != nil {
		// Is there really nothing?
		var b [1]byte
		n, err := c.Body.Read(b[:])
		if err != nil && err != io.EOF {
			return err
		}
		if n == 0 {
			c.Body = NoBody
		} else {
			c.ContentLength = noEnd
			c.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(bytes.NewReader(b[:1]), r.Body), r.Body}
		}
	}
	isChunked := len(c.TransferEncoding) > 0 && c.TransferEncoding[0] == "chunked"
	if c.ContentLength == noEnd && !c.Close && c.ProtoAtLeast(1, 1) && !isChunked && !c.Uncompressed {
		c.Close = true
	}
	o := c.outgoing(isChunked)
	if err := o.writeHeader(w, nil); err != nil {
		return err
	}
	if err := c.Header.writeLines(w, isFramingKey, nil); err != nil {
		return err
	}
	end := "\r\n"
	if c.ContentLength == 0 && !isChunked && !o.tellsLength() && hasBody(c.StatusCode) {
		end = "Content-Length: 0\r\n\r\n"
	}
	if _, err := io.WriteString(w, end); err != nil {
		return err
	}
	return plainWrite(o.writeBody(w))
}

func (r *Response) outgoing(isChunked bool) *outgoing {
	o := &outgoing{response: true, close: r.Close, header: r.Header, trailer: r.Trailer, length: r.ContentLength}
	if r.Request != nil {
		o.method = r.Request.Method
	}
	if r.Body != nil {
		o.body, o.closer = r.Body, r.Body
	}
	o.toHEAD = o.method == "HEAD"
	o.chunked = isChunked && (o.toHEAD || r.ProtoAtLeast(1, 1) && r.Body != nil)
	o.identity = len(r.TransferEncoding) == 1 && r.TransferEncoding[0] == "identity"
	o.settle()
	return o
}
