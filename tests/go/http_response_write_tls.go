// Responses without a body are not chunked, and a connection that tells how it is secured says so to handlers.
package main

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
)

func write(status, minor int, method string, body io.Reader, length int64) {
	r := http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: minor, Request: &http.Request{Method: method},
		Header: http.Header{"Foo": {" Bar\nBaz "}}, ContentLength: length, TransferEncoding: []string{"chunked"},
	}
	if body != nil {
		r.Body = io.NopCloser(body)
	}
	var b strings.Builder
	err := r.Write(&b)
	fmt.Printf("%d %d %s %d: %q %v\n", status, minor, method, length, b.String(), err)
}

type secured struct{ net.Conn }

func (secured) ConnectionState() tls.ConnectionState {
	return tls.ConnectionState{ServerName: "example.com"}
}

type once struct{ conn net.Conn }

func (l *once) Accept() (c net.Conn, err error) {
	if l.conn == nil {
		return nil, errors.New("no more")
	}
	c, l.conn = l.conn, nil
	return
}
func (l *once) Close() error   { return nil }
func (l *once) Addr() net.Addr { return &net.TCPAddr{} }

func main() {
	for _, status := range []int{200, 204, 304} {
		for minor := range 2 {
			write(status, minor, "GET", nil, 0)
			write(status, minor, "HEAD", nil, 0)
			write(status, minor, "HEAD", nil, 5)
			write(status, minor, "GET", nil, -1)
		}
	}
	write(200, 1, "GET", strings.NewReader("abc"), 3)
	write(200, 0, "GET", strings.NewReader("abc"), 3)

	here, there := net.Pipe()
	done := make(chan bool)
	go func() {
		defer close(done)
		io.WriteString(there, "GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(there), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		io.Copy(os.Stdout, r.Body)
	}()
	server := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, r.TLS != nil, r.TLS != nil && r.TLS.ServerName == "example.com")
	})}
	fmt.Println(server.Serve(&once{secured{here}}))
	<-done
}

// Output:
// 200 0 GET 0: "HTTP/1.0 200 OK\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 0 HEAD 0: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 0 HEAD 5: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 0 GET -1: "HTTP/1.0 200 OK\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 1 GET 0: "HTTP/1.1 200 OK\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 1 HEAD 0: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 1 HEAD 5: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 1 GET -1: "HTTP/1.1 200 OK\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 0 GET 0: "HTTP/1.0 204 No Content\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 0 HEAD 0: "HTTP/1.0 204 No Content\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 0 HEAD 5: "HTTP/1.0 204 No Content\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 0 GET -1: "HTTP/1.0 204 No Content\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 1 GET 0: "HTTP/1.1 204 No Content\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 1 HEAD 0: "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 1 HEAD 5: "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 204 1 GET -1: "HTTP/1.1 204 No Content\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 0 GET 0: "HTTP/1.0 304 Not Modified\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 0 HEAD 0: "HTTP/1.0 304 Not Modified\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 0 HEAD 5: "HTTP/1.0 304 Not Modified\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 0 GET -1: "HTTP/1.0 304 Not Modified\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 1 GET 0: "HTTP/1.1 304 Not Modified\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 1 HEAD 0: "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 1 HEAD 5: "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 304 1 GET -1: "HTTP/1.1 304 Not Modified\r\nFoo: Bar Baz\r\n\r\n" <nil>
// 200 1 GET 3: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nFoo: Bar Baz\r\n\r\n3\r\nabc\r\n0\r\n\r\n" <nil>
// 200 0 GET 3: "HTTP/1.0 200 OK\r\nContent-Length: 3\r\nFoo: Bar Baz\r\n\r\nabc" <nil>
// no more
// true true
