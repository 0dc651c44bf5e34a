// A client and a server that meet within the program.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"os"
	"strings"
	"time"
)

func routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %q %v %v %v", r.Method, r.URL, b, err, r.ContentLength, r.TransferEncoding)
	})
	mux.HandleFunc("/redirect/{code}", func(w http.ResponseWriter, r *http.Request) {
		code := 0
		fmt.Sscan(r.PathValue("code"), &code)
		http.Redirect(w, r, "/echo?from="+r.PathValue("code"), code)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "loop", 302) })
	mux.HandleFunc("/cookie", func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie("n")
		fmt.Fprint(w, c, err)
		http.SetCookie(w, &http.Cookie{Name: "n", Value: "v", Path: "/"})
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(20 * time.Second):
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("/abort", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/part", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		io.WriteString(w, "part")
	})
	mux.HandleFunc("/long", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Sum")
		for i := range 5000 {
			fmt.Fprintf(w, "line %d\n", i)
		}
		w.Header().Set("X-Sum", "5000")
		w.Header().Set(http.TrailerPrefix+"X-End", "yes")
	})
	mux.HandleFunc("/limit", func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10))
		fmt.Fprint(w, err)
	})
	mux.HandleFunc("/early", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</x>")
		w.WriteHeader(103)
		w.WriteHeader(202)
		_, err := io.WriteString(w, "accepted")
		fmt.Fprint(w, err)
	})
	mux.HandleFunc("/none", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(204)
		_, err := io.WriteString(w, "x")
		fmt.Println("204:", err)
	})
	mux.HandleFunc("/hijack", func(w http.ResponseWriter, r *http.Request) {
		c, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			fmt.Println(err)
			return
		}
		defer c.Close()
		rw.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n")
		rw.Flush()
		line, _ := rw.ReadString('\n')
		rw.WriteString(strings.ToUpper(line))
		rw.Flush()
	})
	return mux
}

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	srv := httptest.NewServer(routes())
	defer srv.Close()
	mask := func(s string) string { return strings.ReplaceAll(s, srv.URL, "URL") }
	show := func(resp *http.Response, err error) {
		if err != nil {
			fmt.Println("error:", mask(err.Error()))
			return
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		s := string(b)
		if len(s) > 200 {
			s = fmt.Sprint(len(s), " bytes")
		}
		fmt.Println(resp.Status, mask(s), err, resp.ContentLength, resp.TransferEncoding, resp.Trailer, resp.Header["Content-Type"])
	}
	show(http.Get(srv.URL + "/echo"))
	show(http.Post(srv.URL+"/echo", "text/plain", strings.NewReader("body")))
	show(http.Post(srv.URL+"/echo", "text/plain", io.MultiReader(strings.NewReader("chunks"))))
	show(http.PostForm(srv.URL+"/echo", url.Values{"a": {"b c"}}))
	for _, code := range []string{"301", "302", "303", "307", "308", "304"} {
		show(http.Get(srv.URL + "/redirect/" + code))
		show(http.Post(srv.URL+"/redirect/"+code, "text/plain", strings.NewReader("again")))
	}
	for _, path := range []string{"/loop", "/long", "/missing", "/abort", "/part", "/early", "/none", "/echo?a=1;b=2"} {
		show(http.Get(srv.URL + path))
	}
	show(http.Head(srv.URL + "/long"))
	show(http.Post(srv.URL+"/limit", "", strings.NewReader("more than ten bytes")))
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar, Timeout: 300 * time.Millisecond}
	show(c.Get(srv.URL + "/cookie"))
	show(c.Get(srv.URL + "/cookie"))
	show(c.Get(srv.URL + "/slow"))
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error { return errors.New("no further") }
	show(c.Get(srv.URL + "/loop"))
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error { return http.ErrUseLastResponse }
	show(c.Get(srv.URL + "/loop"))
	ctx, cancel := context.WithCancelCause(context.Background())
	req, _ := http.NewRequestWithContext(ctx, "GET", srv.URL+"/slow", nil)
	time.AfterFunc(20*time.Millisecond, func() { cancel(errors.New("changed my mind")) })
	show(http.DefaultClient.Do(req))
	show(http.Get("http://127.0.0.1:1/"))
	show(http.Get("foo://127.0.0.1:1/"))
	show(http.Get("http:///x"))
	show(http.Get("%zz"))
	req, _ = http.NewRequest("GET", srv.URL, nil)
	req.Header["Bad Key"] = []string{"x"}
	show(http.DefaultClient.Do(req))
	req, _ = http.NewRequest("POST", srv.URL+"/echo", strings.NewReader("expected"))
	req.Header.Set("Expect", "100-continue")
	trace := &httptrace.ClientTrace{
		GotConn:              func(i httptrace.GotConnInfo) { fmt.Println("conn", i.Reused) },
		Got100Continue:       func() { fmt.Println("continue") },
		GotFirstResponseByte: func() { fmt.Println("first byte") },
		WroteHeaders:         func() { fmt.Println("headers") },
		WroteRequest:         func(i httptrace.WroteRequestInfo) { fmt.Println("request", i.Err) },
	}
	show(http.DefaultClient.Do(req.WithContext(httptrace.WithClientTrace(context.Background(), trace))))

	raw := func(text string) {
		c, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			fmt.Println(err)
			return
		}
		defer c.Close()
		io.WriteString(c, text)
		c.(*net.TCPConn).CloseWrite()
		b, err := io.ReadAll(c)
		var kept []string
		for line := range strings.SplitSeq(string(b), "\r\n") {
			if !strings.HasPrefix(line, "Date: ") {
				kept = append(kept, line)
			}
		}
		fmt.Printf("%.40q -> %q %v\n", text, strings.Join(kept, "\r\n"), err)
	}
	for _, text := range []string{
		"GET /echo HTTP/1.1\r\nHost: x\r\n\r\n", "GET /echo HTTP/1.0\r\n\r\n", "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET /echo HTTP/1.1\r\n\r\n",
		"GET /echo HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "junk\r\n\r\n", "GET /echo HTTP/2.0\r\nHost: x\r\n\r\n",
		"GET /echo HTTP/1.1\r\nHost: a b\r\n\r\n", "GET /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", "GET /echo HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\n\r\n",
		"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"HEAD /long HTTP/1.1\r\nHost: x\r\n\r\n", "GET /early HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi",
		"GET /echo HTTP/1.1\r\nHost: x\r\nX-Big: " + strings.Repeat("x", 1<<21) + "\r\n\r\n",
	} {
		raw(text)
	}
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	fmt.Println(err)
	io.WriteString(conn, "GET /hijack HTTP/1.1\r\nHost: x\r\n\r\nhello there\n")
	r := bufio.NewReader(conn)
	resp, err := http.ReadResponse(r, nil)
	fmt.Println(resp.Status, resp.Header, err)
	fmt.Println(r.ReadString('\n'))
	conn.Close()
}

// Output:
// 200 OK GET /echo "" <nil> 0 [] <nil> 23 [] map[] [text/plain; charset=utf-8]
// 200 OK POST /echo "body" <nil> 4 [] <nil> 28 [] map[] [text/plain; charset=utf-8]
// 200 OK POST /echo "chunks" <nil> -1 [chunked] <nil> 38 [] map[] [text/plain; charset=utf-8]
// 200 OK POST /echo "a=b+c" <nil> 5 [] <nil> 29 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=301 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=301 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=302 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=302 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=303 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=303 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=307 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK POST /echo?from=307 "again" <nil> 5 [] <nil> 38 [] map[] [text/plain; charset=utf-8]
// 200 OK GET /echo?from=308 "" <nil> 0 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// 200 OK POST /echo?from=308 "again" <nil> 5 [] <nil> 38 [] map[] [text/plain; charset=utf-8]
// 304 Not Modified  <nil> 0 [] map[] []
// 304 Not Modified  <nil> 0 [] map[] []
// error: Get "/loop": stopped after 10 redirects
// 200 OK 48890 bytes <nil> -1 [chunked] map[X-End:[yes] X-Sum:[5000]] [text/plain; charset=utf-8]
// 404 Not Found 404 page not found
//  <nil> 19 [] map[] [text/plain; charset=utf-8]
// error: Get "URL/abort": EOF
// 200 OK part unexpected EOF 10 [] map[] [text/plain; charset=utf-8]
// 202 Accepted accepted<nil> <nil> 13 [] map[] [text/plain; charset=utf-8]
// 204: http: request method or response status code does not allow body
// 204 No Content  <nil> 0 [] map[] []
// 200 OK GET /echo?a=1;b=2 "" <nil> 0 [] <nil> 31 [] map[] [text/plain; charset=utf-8]
// 200 OK  <nil> -1 [] map[] [text/plain; charset=utf-8]
// 200 OK http: request body too large <nil> 28 [] map[] [text/plain; charset=utf-8]
// 200 OK  http: named cookie not present <nil> 31 [] map[] [text/plain; charset=utf-8]
// 200 OK  http: named cookie not present <nil> 31 [] map[] [text/plain; charset=utf-8]
// error: Get "URL/slow": context deadline exceeded (Client.Timeout exceeded while awaiting headers)
// error: Get "/loop": no further
// 302 Found <a href="/loop">Found</a>.
//
//  <nil> 28 [] map[] [text/html; charset=utf-8]
// error: Get "URL/slow": changed my mind
// error: Get "http://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused
// error: Get "foo://127.0.0.1:1/": unsupported protocol scheme "foo"
// error: Get "http:///x": http: no Host in request URL
// error: parse "%zz": invalid URL escape "%zz"
// error: Get "URL": net/http: invalid header field name "Bad Key"
// conn false
// headers
// first byte
// continue
// request <nil>
// 200 OK POST /echo "expected" <nil> 8 [] <nil> 32 [] map[] [text/plain; charset=utf-8]
// "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n" -> "HTTP/1.1 200 OK\r\nContent-Length: 23\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGET /echo \"\" <nil> 0 []" <nil>
// "GET /echo HTTP/1.0\r\n\r\n" -> "HTTP/1.0 200 OK\r\nContent-Length: 23\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGET /echo \"\" <nil> 0 []" <nil>
// "GET /echo HTTP/1.0\r\nConnection: keep-ali" -> "HTTP/1.0 200 OK\r\nContent-Length: 23\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: keep-alive\r\n\r\nGET /echo \"\" <nil> 0 []" <nil>
// "GET /echo HTTP/1.1\r\n\r\n" -> "HTTP/1.1 400 Bad Request: missing required Host header\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request: missing required Host header" <nil>
// 204: http: request method or response status code does not allow body
// "GET /echo HTTP/1.1\r\nHost: x\r\n\r\nGET /none" -> "HTTP/1.1 200 OK\r\nContent-Length: 23\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGET /echo \"\" <nil> 0 []HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" <nil>
// "junk\r\n\r\n" -> "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request" <nil>
// "GET /echo HTTP/2.0\r\nHost: x\r\n\r\n" -> "HTTP/1.1 505 HTTP Version Not Supported: unsupported protocol version\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n505 HTTP Version Not Supported: unsupported protocol version" <nil>
// "GET /echo HTTP/1.1\r\nHost: a b\r\n\r\n" -> "HTTP/1.1 400 Bad Request: malformed Host header\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request: malformed Host header" <nil>
// "GET /echo HTTP/1.1\r\nHost: x\r\nTransfer-En" -> "HTTP/1.1 501 Not Implemented\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\nUnsupported transfer encoding" <nil>
// "GET /echo HTTP/1.1\r\nHost: x\r\nExpect: cof" -> "HTTP/1.1 417 Expectation Failed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" <nil>
// "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n" -> "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" <nil>
// "GET * HTTP/1.1\r\nHost: x\r\n\r\n" -> "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" <nil>
// "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-E" -> "HTTP/1.1 200 OK\r\nContent-Length: 55\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\nPOST /echo \"\" invalid byte in chunk length -1 [chunked]" <nil>
// "HEAD /long HTTP/1.1\r\nHost: x\r\n\r\n" -> "HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" <nil>
// "GET /early HTTP/1.1\r\nHost: x\r\nConnection" -> "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 202 Accepted\r\nLink: </x>\r\nContent-Length: 13\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\naccepted<nil>" <nil>
// "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Le" -> "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 26\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPOST /echo \"hi\" <nil> 2 []" <nil>
// "GET /echo HTTP/1.1\r\nHost: x\r\nX-Big: xxxx" -> "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n431 Request Header Fields Too Large" <nil>
// <nil>
// 101 Switching Protocols map[Connection:[Upgrade] Upgrade:[shout]] <nil>
// HELLO THERE
//  <nil>
