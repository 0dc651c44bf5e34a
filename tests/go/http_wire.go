// Requests and responses as text, most of it not as it should be.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"slices"
	"strings"
)

func keys(h http.Header) string {
	var list []string
	for k, v := range h {
		list = append(list, fmt.Sprintf("%s=%q", k, v))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func main() {
	for _, s := range []string{
		"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1", "", "\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello world", "GET / HTTP/1.1\r\nContent-Length: 50\r\n\r\nshort",
		"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
		"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na", "POST / HTTP/1.1\r\nContent-Length:\r\n\r\na",
		"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\na", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: X, Y\r\n\r\n1;ext=1\r\na\r\n0\r\nX: 1\r\nZ: 2\r\n\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n0\r\n\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n11111111111111111\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n",
		"GET / HTTP/1.1\r\nbad header\r\n\r\n", "GET / HTTP/1.1\r\n X: 1\r\n\r\n", "GET / HTTP/1.1\r\nX : 1\r\n\r\n", "GET / HTTP/1.1\r\nX: 1\r\n 2\r\n\r\n",
		"GET / HTTP/1.1\r\nX: a\x00b\r\n\r\n", "G T / HTTP/1.1\r\n\r\n", "G@T / HTTP/1.1\r\n\r\n", "GET %zz HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
		"GET / HTTP/3.7\r\n\r\n", "CONNECT a:443 HTTP/1.1\r\n\r\n", "CONNECT /x HTTP/1.1\r\n\r\n", "OPTIONS * HTTP/1.1\r\n\r\n",
		"GET http://h:80/p?q HTTP/1.1\r\nHost: other\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nPragma: no-cache\r\n\r\n",
		"GET / HTTP/1.1\r\nConnection: a, Close\r\n\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET / http/1.1\r\n\r\n",
	} {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(s)))
		if err != nil {
			fmt.Printf("%q: %v\n", s, err)
			continue
		}
		b, err := io.ReadAll(r.Body)
		fmt.Printf("%q: %s %s %q %s %d %v close=%v %s body=%q %v trailer=%s close=%v\n", s, r.Method, r.URL, r.Host, r.Proto, r.ContentLength, r.TransferEncoding,
			r.Close, keys(r.Header), b, err, keys(r.Trailer), r.Body.Close())
	}
	for _, s := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "HTTP/1.1 200\r\n\r\nto the end", "HTTP/1.0 200 OK\r\n\r\nold", "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
		"HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 -12 OK\r\n\r\n", "HTTX/1.1 200 OK\r\n\r\n", "junk", "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello",
		"HTTP/1.1 304 No\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 100 Go\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n", "HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nX",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			r, err := http.ReadResponse(bufio.NewReader(strings.NewReader(s)), &http.Request{Method: method})
			if err != nil {
				fmt.Printf("%s %q: %v\n", method, s, err)
				continue
			}
			b, err := io.ReadAll(r.Body)
			fmt.Printf("%s %q: %q %d %s %d %v close=%v %s body=%q %v trailer=%s\n", method, s, r.Status, r.StatusCode, r.Proto, r.ContentLength, r.TransferEncoding,
				r.Close, keys(r.Header), b, err, keys(r.Trailer))
			u, err := r.Location()
			fmt.Println(u, err)
		}
	}
	write := func(w interface{ Write(io.Writer) error }) {
		var b bytes.Buffer
		err := w.Write(&b)
		fmt.Printf("%q %v\n", b.String(), err)
	}
	for _, method := range []string{"GET", "POST", "DELETE", "", "BAD METHOD"} {
		for _, body := range []io.Reader{nil, strings.NewReader(""), strings.NewReader("hi"), io.MultiReader(strings.NewReader("many")), io.MultiReader(), http.NoBody} {
			r, err := http.NewRequest(method, "http://user:pw@ex.test:80/p/%2f?q=1#f", body)
			if err != nil {
				fmt.Println(err)
				continue
			}
			r.Header.Set("X-Z", "last")
			r.Header["x-raw"] = []string{"a\r\nb", " trim "}
			write(r)
		}
	}
	r, _ := http.NewRequest("PUT", "http://[fe80::1%25en0]:8080/", strings.NewReader("abc"))
	r.ContentLength = 5
	write(r)
	r, _ = http.NewRequest("PUT", "http://bücher.test", strings.NewReader("abc"))
	r.ContentLength = 2
	r.Header.Set("User-Agent", "")
	write(r)
	r, _ = http.NewRequest("PUT", "http://a/", strings.NewReader("abc"))
	r.TransferEncoding = []string{"chunked"}
	r.Trailer = http.Header{"T": {"1"}, "S": nil}
	r.Close = true
	write(r)
	r.Body = nil
	r.Host = "bad host"
	write(r)
	write(&http.Request{Method: "GET"})
	for _, resp := range []*http.Response{
		{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Body: io.NopCloser(strings.NewReader("x")), ContentLength: 1},
		{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Body: io.NopCloser(strings.NewReader("x")), ContentLength: -1},
		{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Body: io.NopCloser(strings.NewReader("x"))},
		{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Body: io.NopCloser(strings.NewReader("x")), ContentLength: -1, TransferEncoding: []string{"chunked"}, Trailer: http.Header{"A": {"b"}}},
		{StatusCode: 299, Status: "299 Odd", ProtoMajor: 1},
		{StatusCode: 204, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"B": {"2"}, "A": {"1"}}},
		{StatusCode: 777, ProtoMajor: 1, ProtoMinor: 1, Request: &http.Request{Method: "HEAD"}, ContentLength: 7},
	} {
		write(resp)
	}
	var b bytes.Buffer
	cw := httputil.NewChunkedWriter(&b)
	io.WriteString(cw, "hello")
	io.WriteString(cw, "")
	io.WriteString(cw, strings.Repeat("x", 20))
	cw.Close()
	fmt.Printf("%q\n", b.String())
	all, err := io.ReadAll(httputil.NewChunkedReader(&b))
	fmt.Printf("%q %v\n", all, err)
	_, err = io.ReadAll(httputil.NewChunkedReader(strings.NewReader(strings.Repeat("1;"+strings.Repeat("e", 400)+"\r\nx\r\n", 100))))
	fmt.Println(err)
	_, err = io.ReadAll(httputil.NewChunkedReader(strings.NewReader("1;" + strings.Repeat("e", 5000) + "\r\nx\r\n")))
	fmt.Println(err)
	for _, v := range []string{"HTTP/1.1", "HTTP/1.0", "HTTP/11.1", "HTTP/1", "http/1.1", "HTTP/9.9"} {
		fmt.Println(http.ParseHTTPVersion(v))
	}
}

// Output:
// "GET / HTTP/1.1\r\nHost: a\r\n\r\n": GET / "a" HTTP/1.1 0 [] close=false  body="" <nil> trailer= close=<nil>
// "GET / HTTP/1.0\r\n\r\n": GET / "" HTTP/1.0 0 [] close=true  body="" <nil> trailer= close=<nil>
// "GET /\r\n\r\n": malformed HTTP request "GET /"
// "GET / HTTP/1.1": unexpected EOF
// "": EOF
// "\r\n\r\n": malformed HTTP request ""
// "GET  / HTTP/1.1\r\n\r\n": malformed HTTP version "/ HTTP/1.1"
// "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n": too many Host headers
// "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello world": GET / "" HTTP/1.1 5 [] close=false Content-Length=["5"] body="hello" <nil> trailer= close=<nil>
// "GET / HTTP/1.1\r\nContent-Length: 50\r\n\r\nshort": GET / "" HTTP/1.1 50 [] close=false Content-Length=["50"] body="short" unexpected EOF trailer= close=<nil>
// "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello": POST / "" HTTP/1.1 5 [] close=false Content-Length=["5"] body="hello" <nil> trailer= close=<nil>
// "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello": http: message cannot contain multiple Content-Length headers; got ["5" "6"]
// "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n": bad Content-Length "-1"
// "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na": bad Content-Length "+1"
// "POST / HTTP/1.1\r\nContent-Length:\r\n\r\na": invalid empty Content-Length ""
// "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\na": bad Content-Length "99999999999999999999"
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="hello" <nil> trailer= close=<nil>
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nhello\r\n0\r\n\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="hello" <nil> trailer= close=<nil>
// "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n": POST / "" HTTP/1.0 0 [] close=true  body="" <nil> trailer= close=<nil>
// "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n": unsupported transfer encoding: "gzip"
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, chunked\r\n\r\n": unsupported transfer encoding: "chunked, chunked"
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n": too many transfer encodings: ["chunked" "x"]
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: X, Y\r\n\r\n1;ext=1\r\na\r\n0\r\nX: 1\r\nZ: 2\r\n\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="a" <nil> trailer=X=["1"] Y=[] Z=["2"] close=<nil>
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n0\r\n\r\n": bad trailer key "Content-Length"
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="" invalid byte in chunk length trailer= close=invalid byte in chunk length
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="hello" malformed chunked encoding trailer= close=malformed chunked encoding
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="" chunked line ends with bare LF trailer= close=chunked line ends with bare LF
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel": POST / "" HTTP/1.1 -1 [chunked] close=false  body="hel" unexpected EOF trailer= close=unexpected EOF
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1": POST / "" HTTP/1.1 -1 [chunked] close=false  body="" http: suspiciously long trailer after chunked body trailer= close=<nil>
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n11111111111111111\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="" http chunk length too large trailer= close=http chunk length too large
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="" empty hex number for chunk length trailer= close=empty hex number for chunk length
// "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n": POST / "" HTTP/1.1 -1 [chunked] close=false  body="hello" <nil> trailer= close=<nil>
// "GET / HTTP/1.1\r\nbad header\r\n\r\n": malformed MIME header: missing colon: "bad header"
// "GET / HTTP/1.1\r\n X: 1\r\n\r\n": malformed MIME header initial line: " X: 1"
// "GET / HTTP/1.1\r\nX : 1\r\n\r\n": GET / "" HTTP/1.1 0 [] close=false X =["1"] body="" <nil> trailer= close=<nil>
// "GET / HTTP/1.1\r\nX: 1\r\n 2\r\n\r\n": GET / "" HTTP/1.1 0 [] close=false X=["1 2"] body="" <nil> trailer= close=<nil>
// "GET / HTTP/1.1\r\nX: a\x00b\r\n\r\n": malformed MIME header line: "X: a\x00b"
// "G T / HTTP/1.1\r\n\r\n": malformed HTTP version "/ HTTP/1.1"
// "G@T / HTTP/1.1\r\n\r\n": invalid method "G@T"
// "GET %zz HTTP/1.1\r\n\r\n": parse "%zz": invalid URI for request
// "GET / HTTP/2\r\n\r\n": malformed HTTP version "HTTP/2"
// "GET / HTTP/3.7\r\n\r\n": GET / "" HTTP/3.7 0 [] close=false  body="" <nil> trailer= close=<nil>
// "CONNECT a:443 HTTP/1.1\r\n\r\n": CONNECT //a:443 "a:443" HTTP/1.1 0 [] close=false  body="" <nil> trailer= close=<nil>
// "CONNECT /x HTTP/1.1\r\n\r\n": CONNECT /x "" HTTP/1.1 0 [] close=false  body="" <nil> trailer= close=<nil>
// "OPTIONS * HTTP/1.1\r\n\r\n": OPTIONS * "" HTTP/1.1 0 [] close=false  body="" <nil> trailer= close=<nil>
// "GET http://h:80/p?q HTTP/1.1\r\nHost: other\r\n\r\n": GET http://h:80/p?q "h:80" HTTP/1.1 0 [] close=false  body="" <nil> trailer= close=<nil>
// "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n": PRI * "" HTTP/2.0 -1 [] close=true  body="" <nil> trailer= close=<nil>
// "GET / HTTP/1.1\r\nPragma: no-cache\r\n\r\n": GET / "" HTTP/1.1 0 [] close=false Cache-Control=["no-cache"] Pragma=["no-cache"] body="" <nil> trailer= close=<nil>
// "GET / HTTP/1.1\r\nConnection: a, Close\r\n\r\n": GET / "" HTTP/1.1 0 [] close=true Connection=["a, Close"] body="" <nil> trailer= close=<nil>
// "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n": GET / "" HTTP/1.0 0 [] close=false Connection=["keep-alive"] body="" <nil> trailer= close=<nil>
// "GET / http/1.1\r\n\r\n": malformed HTTP version "http/1.1"
// GET "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi": "200 OK" 200 HTTP/1.1 2 [] close=false Content-Length=["2"] body="hi" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi": "200 OK" 200 HTTP/1.1 2 [] close=false Content-Length=["2"] body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 200\r\n\r\nto the end": "200" 200 HTTP/1.1 -1 [] close=true  body="to the end" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 200\r\n\r\nto the end": "200" 200 HTTP/1.1 -1 [] close=false  body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.0 200 OK\r\n\r\nold": "200 OK" 200 HTTP/1.0 -1 [] close=true  body="old" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.0 200 OK\r\n\r\nold": "200 OK" 200 HTTP/1.0 -1 [] close=true  body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1  200 OK\r\n\r\n": "200 OK" 200 HTTP/1.1 -1 [] close=true  body="" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1  200 OK\r\n\r\n": "200 OK" 200 HTTP/1.1 -1 [] close=false  body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 20 OK\r\n\r\n": malformed HTTP status code "20"
// HEAD "HTTP/1.1 20 OK\r\n\r\n": malformed HTTP status code "20"
// GET "HTTP/1.1 abc OK\r\n\r\n": malformed HTTP status code "abc"
// HEAD "HTTP/1.1 abc OK\r\n\r\n": malformed HTTP status code "abc"
// GET "HTTP/1.1 -12 OK\r\n\r\n": malformed HTTP status code "-12"
// HEAD "HTTP/1.1 -12 OK\r\n\r\n": malformed HTTP status code "-12"
// GET "HTTX/1.1 200 OK\r\n\r\n": malformed HTTP version "HTTX/1.1"
// HEAD "HTTX/1.1 200 OK\r\n\r\n": malformed HTTP version "HTTX/1.1"
// GET "junk": malformed HTTP response "junk"
// HEAD "junk": malformed HTTP response "junk"
// GET "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello": "204 No" 204 HTTP/1.1 0 [] close=false Content-Length=["5"] body="" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello": "204 No" 204 HTTP/1.1 5 [] close=false Content-Length=["5"] body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 304 No\r\nContent-Length: 5\r\n\r\n": "304 No" 304 HTTP/1.1 0 [] close=false Content-Length=["5"] body="" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 304 No\r\nContent-Length: 5\r\n\r\n": "304 No" 304 HTTP/1.1 5 [] close=false Content-Length=["5"] body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 100 Go\r\nContent-Length: 5\r\n\r\nhello": "100 Go" 100 HTTP/1.1 0 [] close=false Content-Length=["5"] body="" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 100 Go\r\nContent-Length: 5\r\n\r\nhello": "100 Go" 100 HTTP/1.1 5 [] close=false Content-Length=["5"] body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n": "200 OK" 200 HTTP/1.1 -1 [chunked] close=false  body="abc" <nil> trailer=T=["1"]
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n": "200 OK" 200 HTTP/1.1 -1 [chunked] close=false  body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n": bad Content-Length "x"
// HEAD "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n": bad Content-Length "x"
// GET "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi": "200 OK" 200 HTTP/1.1 9 [] close=false Content-Length=["9"] body="hi" unexpected EOF trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi": "200 OK" 200 HTTP/1.1 9 [] close=false Content-Length=["9"] body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n": "200 OK" 200 HTTP/1.1 0 [] close=true Content-Length=["0"] body="" <nil> trailer=
// <nil> http: no Location header in response
// HEAD "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n": "200 OK" 200 HTTP/1.1 0 [] close=true Content-Length=["0"] body="" <nil> trailer=
// <nil> http: no Location header in response
// GET "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n": unsupported transfer encoding: "identity"
// HEAD "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n": unsupported transfer encoding: "identity"
// GET "HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n": "301 Moved" 301 HTTP/1.1 0 [] close=false Content-Length=["0"] Location=["/x"] body="" <nil> trailer=
// /x <nil>
// HEAD "HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n": "301 Moved" 301 HTTP/1.1 0 [] close=false Content-Length=["0"] Location=["/x"] body="" <nil> trailer=
// /x <nil>
// GET "HTTP/1.1 200 OK\r\nX": malformed MIME header: missing colon: "X"
// HEAD "HTTP/1.1 200 OK\r\nX": malformed MIME header: missing colon: "X"
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 2\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\nhi" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n1\r\nm\r\n3\r\nany\r\n0\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "POST /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 0\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "POST /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 0\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "POST /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 2\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\nhi" <nil>
// "POST /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n4\r\nmany\r\n0\r\n\r\n" <nil>
// "POST /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n0\r\n\r\n" <nil>
// "POST /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 0\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "DELETE /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "DELETE /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "DELETE /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 2\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\nhi" <nil>
// "DELETE /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n1\r\nm\r\n3\r\nany\r\n0\r\n\r\n" <nil>
// "DELETE /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "DELETE /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 2\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\nhi" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n1\r\nm\r\n3\r\nany\r\n0\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// "GET /p/%2f?q=1 HTTP/1.1\r\nHost: ex.test:80\r\nUser-Agent: Go-http-client/1.1\r\nX-Z: last\r\nx-raw: a  b\r\nx-raw: trim\r\n\r\n" <nil>
// net/http: invalid method "BAD METHOD"
// net/http: invalid method "BAD METHOD"
// net/http: invalid method "BAD METHOD"
// net/http: invalid method "BAD METHOD"
// net/http: invalid method "BAD METHOD"
// net/http: invalid method "BAD METHOD"
// "PUT / HTTP/1.1\r\nHost: [fe80::1]:8080\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 5\r\n\r\nabc" http: ContentLength=5 with Body length 3
// "PUT / HTTP/1.1\r\nHost: xn--bcher-kva.test\r\nContent-Length: 2\r\n\r\nab" http: ContentLength=2 with Body length 3
// "PUT / HTTP/1.1\r\nHost: a\r\nUser-Agent: Go-http-client/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: S,T\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n" <nil>
// "PUT / HTTP/1.1\r\nHost: \r\nUser-Agent: Go-http-client/1.1\r\n" http: Request.ContentLength=3 with nil Body
// "" http: Request.Write on Request with no Host or URL set
// "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx" <nil>
// "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx" <nil>
// "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx" <nil>
// "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n1\r\nx\r\n0\r\nA: b\r\n\r\n" <nil>
// "HTTP/1.0 299 Odd\r\nContent-Length: 0\r\n\r\n" <nil>
// "HTTP/1.1 204 No Content\r\nA: 1\r\nB: 2\r\n\r\n" <nil>
// "HTTP/1.1 777 status code 777\r\nContent-Length: 7\r\n\r\n" <nil>
// "5\r\nhello\r\n14\r\nxxxxxxxxxxxxxxxxxxxx\r\n0\r\n"
// "helloxxxxxxxxxxxxxxxxxxxx" <nil>
// chunked encoding contains too much non-data
// header line too long
// 1 1 true
// 1 0 true
// 0 0 false
// 0 0 false
// 0 0 false
// 9 9 true
