// A proxy between client and server, and what messages look like on the way.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var fields []string
		for k, v := range r.Header {
			fields = append(fields, fmt.Sprintf("%s=%q", k, v))
		}
		slices.Sort(fields)
		w.Header().Set("Keep-Alive", "x")
		w.Header().Set("Connection", "X-Hop")
		w.Header().Set("X-Hop", "1")
		w.Header().Set("X-End", "2")
		w.Header().Set("Trailer", "X-Sum")
		b, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintln(w, r.Method, r.URL, string(b), fields)
		w.Header().Set("X-Sum", "3")
	}))
	defer backend.Close()
	to, _ := url.Parse(backend.URL + "/base?k=v")
	single := httputil.NewSingleHostReverseProxy(to)
	rewriting := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.SetXForwarded()
			r.Out.Header.Set("X-By", "rewrite")
		},
		ModifyResponse: func(r *http.Response) error {
			if r.Request.URL.Query().Has("bad") {
				return fmt.Errorf("refused")
			}
			r.Header.Set("X-Modified", "yes")
			return nil
		},
	}
	broken := &httputil.ReverseProxy{Director: func(r *http.Request) { r.URL.Scheme, r.URL.Host = "http", "127.0.0.1:1" }}
	both := &httputil.ReverseProxy{}
	for i, proxy := range []http.Handler{single, rewriting, broken, both} {
		front := httptest.NewServer(proxy)
		mask := strings.NewReplacer(front.Listener.Addr().String(), "FRONT", backend.Listener.Addr().String(), "BACK")
		for _, path := range []string{"/dir/%2f?q=1", "/x;y?a=1;b=2&%zz", "/?bad=1"} {
			req, _ := http.NewRequest("POST", front.URL+path, strings.NewReader("body"))
			req.Header.Set("Te", "trailers")
			req.Header.Set("Connection", "X-Mine")
			req.Header.Set("X-Mine", "gone")
			req.Header.Set("X-Forwarded-For", "9.9.9.9")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				fmt.Println(i, err)
				continue
			}
			b, err := io.ReadAll(res.Body)
			res.Body.Close()
			fmt.Println(i, res.Status, mask.Replace(string(b)), err, res.Header["X-Hop"], res.Header["X-End"], res.Header["X-Modified"], res.Trailer)
		}
		front.Close()
	}
	req, _ := http.NewRequest("PUT", "http://example.com/path?q=1", strings.NewReader("hello"))
	req.Header.Set("X", "y")
	dump := func(b []byte, err error) { fmt.Printf("%q %v\n", b, err) }
	dump(httputil.DumpRequest(req, true))
	dump(httputil.DumpRequestOut(req, true))
	dump(httputil.DumpRequestOut(req, false))
	req.TransferEncoding = []string{"chunked"}
	dump(httputil.DumpRequest(req, true))
	dump(httputil.DumpRequestOut(req, true))
	req, _ = http.NewRequest("GET", "https://example.com", nil)
	dump(httputil.DumpRequestOut(req, true))
	res := &http.Response{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Body: io.NopCloser(bytes.NewBufferString("text")), ContentLength: 4}
	dump(httputil.DumpResponse(res, false))
	dump(httputil.DumpResponse(res, true))
	dump(httputil.DumpResponse(res, true))
}

// Output:
// 0 418 I'm a teapot POST /base/dir/%2f?k=v&q=1 body [Accept-Encoding=["gzip"] Content-Length=["4"] Te=["trailers"] User-Agent=["Go-http-client/1.1"] X-Forwarded-For=["9.9.9.9, 127.0.0.1"]]
//  <nil> [] [2] [] map[X-Sum:[3]]
// 0 418 I'm a teapot POST /base/x;y?k=v&a=1;b=2&%zz body [Accept-Encoding=["gzip"] Content-Length=["4"] Te=["trailers"] User-Agent=["Go-http-client/1.1"] X-Forwarded-For=["9.9.9.9, 127.0.0.1"]]
//  <nil> [] [2] [] map[X-Sum:[3]]
// 0 418 I'm a teapot POST /base/?k=v&bad=1 body [Accept-Encoding=["gzip"] Content-Length=["4"] Te=["trailers"] User-Agent=["Go-http-client/1.1"] X-Forwarded-For=["9.9.9.9, 127.0.0.1"]]
//  <nil> [] [2] [] map[X-Sum:[3]]
// 1 418 I'm a teapot POST /base/dir/%2f?k=v&q=1 body [Accept-Encoding=["gzip"] Content-Length=["4"] Te=["trailers"] User-Agent=["Go-http-client/1.1"] X-By=["rewrite"] X-Forwarded-For=["127.0.0.1"] X-Forwarded-Host=["FRONT"] X-Forwarded-Proto=["http"]]
//  <nil> [] [2] [yes] map[X-Sum:[3]]
// 1 418 I'm a teapot POST /base/x;y?k=v body [Accept-Encoding=["gzip"] Content-Length=["4"] Te=["trailers"] User-Agent=["Go-http-client/1.1"] X-By=["rewrite"] X-Forwarded-For=["127.0.0.1"] X-Forwarded-Host=["FRONT"] X-Forwarded-Proto=["http"]]
//  <nil> [] [2] [yes] map[X-Sum:[3]]
// http: proxy error: refused
// 1 502 Bad Gateway  <nil> [] [] [] map[]
// http: proxy error: dial tcp 127.0.0.1:1: connect: connection refused
// 2 502 Bad Gateway  <nil> [] [] [] map[]
// http: proxy error: dial tcp 127.0.0.1:1: connect: connection refused
// 2 502 Bad Gateway  <nil> [] [] [] map[]
// http: proxy error: dial tcp 127.0.0.1:1: connect: connection refused
// 2 502 Bad Gateway  <nil> [] [] [] map[]
// http: proxy error: ReverseProxy must have exactly one of Director or Rewrite set
// 3 502 Bad Gateway  <nil> [] [] [] map[]
// http: proxy error: ReverseProxy must have exactly one of Director or Rewrite set
// 3 502 Bad Gateway  <nil> [] [] [] map[]
// http: proxy error: ReverseProxy must have exactly one of Director or Rewrite set
// 3 502 Bad Gateway  <nil> [] [] [] map[]
// "PUT /path?q=1 HTTP/1.1\r\nHost: example.com\r\nX: y\r\n\r\nhello" <nil>
// "PUT /path?q=1 HTTP/1.1\r\nHost: example.com\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 5\r\nX: y\r\nAccept-Encoding: gzip\r\n\r\nhello" <nil>
// "PUT /path?q=1 HTTP/1.1\r\nHost: example.com\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 5\r\nX: y\r\nAccept-Encoding: gzip\r\n\r\n" <nil>
// "PUT /path?q=1 HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\nX: y\r\n\r\n5\r\nhello\r\n0\r\n\r\n" <nil>
// "PUT /path?q=1 HTTP/1.1\r\nHost: example.com\r\nUser-Agent: Go-http-client/1.1\r\nTransfer-Encoding: chunked\r\nX: y\r\nAccept-Encoding: gzip\r\n\r\n5\r\nhello\r\n0\r\n\r\n" <nil>
// "GET / HTTP/1.1\r\nHost: example.com\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n" <nil>
// "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" <nil>
// "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext" <nil>
// "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext" <nil>
