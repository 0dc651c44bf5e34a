// Handlers that come with the package, and the recorder that shows what they do.
package main

import (
	"bytes"
	"errors"
	"expvar"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing/fstest"
	"time"
)

func show(name string, h http.Handler, r *http.Request) {
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if p := recover(); p != nil {
				fmt.Println("panic:", p)
			}
		}()
		h.ServeHTTP(w, r)
	}()
	res := w.Result()
	var fields []string
	for k, v := range res.Header {
		fields = append(fields, fmt.Sprintf("%s=%q", k, v))
	}
	slices.Sort(fields)
	body := w.Body.String()
	if i := strings.Index(res.Header.Get("Content-Type"), "boundary="); i >= 0 {
		b := res.Header.Get("Content-Type")[i+9:]
		body = strings.ReplaceAll(body, b, "B")
		fields = []string{strings.ReplaceAll(strings.Join(fields, " "), b, "B")}
	}
	if len(body) > 300 {
		body = body[:300]
	}
	fmt.Printf("%s: %s %v %q\n", name, res.Status, fields, body)
}

func get(target string, fields ...string) *http.Request {
	r := httptest.NewRequest("GET", target, nil)
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	return r
}

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	modified := time.Date(2020, 2, 3, 4, 5, 6, 7, time.UTC)
	files := fstest.MapFS{
		"a.txt":          {Data: []byte("0123456789"), ModTime: modified},
		"dir/index.html": {Data: []byte("<html>index"), ModTime: modified},
		"list/b<&>.bin":  {Data: []byte{0, 1, 2}},
		"list/a b":       {Data: []byte("plain")},
		"list/sub/x":     {Data: []byte("x")},
		"empty":          {},
	}
	fs := http.FileServerFS(files)
	for _, target := range []string{"/a.txt", "/a.txt/", "/dir", "/dir/", "/dir/index.html", "/list/", "/list?q=1", "/list/a%20b", "/none", "/../a.txt", "/empty", "/list/b%3C&%3E.bin", "/a.txt/x"} {
		show("file "+target, fs, get(target))
	}
	for _, header := range [][]string{
		{"Range", "bytes=2-4"}, {"Range", "bytes=-3"}, {"Range", "bytes=5-"}, {"Range", "bytes=0-1,3-4"}, {"Range", "bytes=20-"}, {"Range", "bytes=x"}, {"Range", "lines=1-2"},
		{"Range", "bytes=0-9,0-9"}, {"Range", "bytes=5-2"}, {"Range", "bytes= 1 - 2 ,"}, {"If-Modified-Since", modified.Format(http.TimeFormat)}, {"If-Modified-Since", "junk"},
		{"If-Unmodified-Since", modified.Add(-time.Hour).Format(http.TimeFormat)}, {"If-None-Match", `"tag"`}, {"If-None-Match", `W/"tag", "x"`}, {"If-None-Match", "*"},
		{"If-Match", `"other"`}, {"If-Match", `"tag"`}, {"If-Range", `"tag"`, "Range", "bytes=0-0"}, {"If-Range", `"no"`, "Range", "bytes=0-0"},
		{"If-Range", modified.Format(http.TimeFormat), "Range", "bytes=0-0"},
	} {
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Etag", `"tag"`)
			http.ServeContent(w, r, "a.txt", modified, strings.NewReader("0123456789"))
		})
		show(fmt.Sprint("content ", header), h, get("/", header...))
	}
	text := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s|%s|%s", r.URL.Path, r.URL.RawPath, r.URL.RawQuery)
	})
	show("strip", http.StripPrefix("/p", text), get("/p/a%2Fb"))
	show("strip none", http.StripPrefix("/p", text), get("/q"))
	show("semicolons", http.AllowQuerySemicolons(text), get("/?a;b"))
	for _, to := range []string{"/x", "x", "../x/", "http://h/é?q=é", "?q", "", "//h/p", "/a/../b", "mailto:x", "/<\">"} {
		show("redirect "+to, http.RedirectHandler(to, 302), get("/d/e"))
	}
	r := httptest.NewRequest("POST", "/", nil)
	show("redirect post", http.RedirectHandler("/x", 307), r)
	show("not found", http.NotFoundHandler(), get("/"))
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X", "y")
		<-r.Context().Done()
		time.Sleep(10 * time.Millisecond)
		_, err := io.WriteString(w, "late")
		fmt.Println(err)
	})
	show("timeout", http.TimeoutHandler(slow, 5*time.Millisecond, ""), get("/"))
	time.Sleep(50 * time.Millisecond)
	show("in time", http.TimeoutHandler(text, time.Hour, "sorry"), get("/q"))
	show("panic", http.TimeoutHandler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("oh") }), time.Hour, ""), get("/q"))
	show("max bytes", http.MaxBytesHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		var tooLarge *http.MaxBytesError
		fmt.Fprint(w, string(b), err, errors.As(err, &tooLarge))
	}), 3), httptest.NewRequest("POST", "/", strings.NewReader("12345")))
	show("code", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(7) }), get("/"))
	p := http.NewCrossOriginProtection()
	for _, origin := range []string{"https://ok.test", "ok.test", "https://ok.test/", "https://", "://"} {
		fmt.Println(origin, p.AddTrustedOrigin(origin))
	}
	p.AddInsecureBypassPattern("/open/{x}")
	for _, c := range [][]string{
		{"POST", "/"}, {"POST", "/", "Sec-Fetch-Site", "same-origin"}, {"POST", "/", "Sec-Fetch-Site", "cross-site"}, {"GET", "/", "Sec-Fetch-Site", "cross-site"},
		{"PUT", "/", "Origin", "http://example.com"}, {"PUT", "/", "Origin", "http://evil.test"}, {"PUT", "/", "Origin", "null"}, {"POST", "/", "Sec-Fetch-Site", "none"},
		{"PUT", "/", "Origin", "https://ok.test"}, {"PUT", "/open/1", "Origin", "http://evil.test"}, {"POST", "/open//1", "Sec-Fetch-Site", "cross-site"},
	} {
		r := httptest.NewRequest(c[0], c[1], nil)
		for i := 2; i < len(c); i += 2 {
			r.Header.Set(c[i], c[i+1])
		}
		fmt.Println(c, p.Check(r))
	}
	show("denied", p.Handler(text), func() *http.Request {
		r := httptest.NewRequest("POST", "/", nil)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		return r
	}())
	expvar.NewInt("answer").Set(42)
	w := httptest.NewRecorder()
	expvar.Handler().ServeHTTP(w, get("/debug/vars"))
	fmt.Println(strings.Contains(w.Body.String(), "\"answer\": 42"), w.Header().Get("Content-Type"))
	for _, data := range []string{"", "plain", "  <!DOCTYPE html>", "<b>", "<bx", "<!-- x", "<?xml", "%PDF-1", "\x89PNG\r\n\x1a\n", "GIF89a", "\xff\xd8\xff", "RIFF0000WEBPVP8", "\x00\x00\x00\x18ftypmp42....mp42....", "\x1f\x8b\x08", "PK\x03\x04", "\x00asm", "\x01", "\xef\xbb\xbfx", "\xfe\xff12", "OggS\x00", "wOF2"} {
		fmt.Printf("%q %s\n", data, http.DetectContentType([]byte(data)))
	}
	for _, c := range []func() *http.Request{
		func() *http.Request { return form("a=1&b=2&a=3", "application/x-www-form-urlencoded") },
		func() *http.Request { return form("a=%zz&b=2", "application/x-www-form-urlencoded") },
		func() *http.Request { return form("a=1", "text/plain") },
		func() *http.Request { return form("a=1", "a/b; =") },
		func() *http.Request {
			return form("--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n.txt\"\r\n\r\ndata\r\n--B\r\nContent-Disposition: form-data; name=v\r\n\r\nx\r\n--B--\r\n", "multipart/form-data; boundary=B")
		},
		func() *http.Request { return form("", "multipart/form-data") },
		func() *http.Request { return form("--B\r\n", "multipart/form-data; boundary=B") },
		func() *http.Request { return form("", "multipart/mixed; boundary=B") },
	} {
		r := c()
		fmt.Println(r.ParseMultipartForm(1<<20), r.Form, r.PostForm, r.MultipartForm != nil, r.FormValue("a"), r.PostFormValue("v") == "x")
		f, h, err := r.FormFile("f")
		if err == nil {
			b, _ := io.ReadAll(f)
			fmt.Println(h.Filename, h.Size, string(b))
		} else {
			fmt.Println(err)
		}
		_, err = c().MultipartReader()
		fmt.Println(err)
	}
	clone := form("a=1", "x").Clone(get("/").Context())
	clone.URL.Host, clone.Header["Q"] = "changed", []string{"r"}
	var b bytes.Buffer
	http.Header{"B": {"2", "3\r\n"}, "A": {" 1 "}, "bad key": {"x"}}.WriteSubset(&b, map[string]bool{"C": true})
	fmt.Printf("%q\n", b.String())
	u, err := http.ProxyURL(&url.URL{Host: "p"})(nil)
	fmt.Println(u, err)
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	fmt.Println(protocols, protocols.HTTP2(), http.StateIdle, http.StatusText(418), http.StatusText(299) == "")
	for _, s := range []string{"Wed, 21 Oct 2015 07:28:00 GMT", "Wednesday, 21-Oct-15 07:28:00 GMT", "Wed Oct 21 07:28:00 2015", "2015"} {
		t, err := http.ParseTime(s)
		fmt.Println(t.UTC(), err != nil)
	}
}

func form(body, contentType string) *http.Request {
	r := httptest.NewRequest("POST", "/?q=1&a=9", strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return r
}

// Output:
// file /a.txt: 200 OK [Accept-Ranges=["bytes"] Content-Length=["10"] Content-Type=["text/plain; charset=utf-8"] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0123456789"
// file /a.txt/: 301 Moved Permanently [Location=["../a.txt"]] ""
// file /dir: 301 Moved Permanently [Location=["dir/"]] ""
// file /dir/: 200 OK [Accept-Ranges=["bytes"] Content-Length=["11"] Content-Type=["text/html; charset=utf-8"] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "<html>index"
// file /dir/index.html: 301 Moved Permanently [Location=["./"]] ""
// file /list/: 200 OK [Content-Type=["text/html; charset=utf-8"]] "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n<a href=\"a%20b\">a b</a>\n<a href=\"b%3C&%3E.bin\">b&lt;&amp;&gt;.bin</a>\n<a href=\"sub/\">sub/</a>\n</pre>\n"
// file /list?q=1: 301 Moved Permanently [Location=["list/?q=1"]] ""
// file /list/a%20b: 200 OK [Accept-Ranges=["bytes"] Content-Length=["5"] Content-Type=["text/plain; charset=utf-8"]] "plain"
// file /none: 404 Not Found [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "404 page not found\n"
// file /../a.txt: 200 OK [Accept-Ranges=["bytes"] Content-Length=["10"] Content-Type=["text/plain; charset=utf-8"] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0123456789"
// file /empty: 200 OK [Accept-Ranges=["bytes"] Content-Length=["0"] Content-Type=["text/plain; charset=utf-8"]] ""
// file /list/b%3C&%3E.bin: 200 OK [Accept-Ranges=["bytes"] Content-Length=["3"] Content-Type=["application/octet-stream"]] "\x00\x01\x02"
// file /a.txt/x: 404 Not Found [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "404 page not found\n"
// content [Range bytes=2-4]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["3"] Content-Range=["bytes 2-4/10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "234"
// content [Range bytes=-3]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["3"] Content-Range=["bytes 7-9/10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "789"
// content [Range bytes=5-]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["5"] Content-Range=["bytes 5-9/10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "56789"
// content [Range bytes=0-1,3-4]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["346"] Content-Type=["multipart/byteranges; boundary=B"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "--B\r\nContent-Range: bytes 0-1/10\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n01\r\n--B\r\nContent-Range: bytes 3-4/10\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n34\r\n--B--\r\n"
// content [Range bytes=20-]: 416 Requested Range Not Satisfiable [Content-Range=["bytes */10"] Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "invalid range: failed to overlap\n"
// content [Range bytes=x]: 416 Requested Range Not Satisfiable [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "invalid range\n"
// content [Range lines=1-2]: 416 Requested Range Not Satisfiable [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "invalid range\n"
// content [Range bytes=0-9,0-9]: 200 OK [Accept-Ranges=["bytes"] Content-Length=["10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0123456789"
// content [Range bytes=5-2]: 416 Requested Range Not Satisfiable [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "invalid range\n"
// content [Range bytes= 1 - 2 ,]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["2"] Content-Range=["bytes 1-2/10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "12"
// content [If-Modified-Since Mon, 03 Feb 2020 04:05:06 GMT]: 304 Not Modified [Etag=["\"tag\""]] ""
// content [If-Modified-Since junk]: 200 OK [Accept-Ranges=["bytes"] Content-Length=["10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0123456789"
// content [If-Unmodified-Since Mon, 03 Feb 2020 03:05:06 GMT]: 412 Precondition Failed [Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] ""
// content [If-None-Match "tag"]: 304 Not Modified [Etag=["\"tag\""]] ""
// content [If-None-Match W/"tag", "x"]: 304 Not Modified [Etag=["\"tag\""]] ""
// content [If-None-Match *]: 304 Not Modified [Etag=["\"tag\""]] ""
// content [If-Match "other"]: 412 Precondition Failed [Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] ""
// content [If-Match "tag"]: 200 OK [Accept-Ranges=["bytes"] Content-Length=["10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0123456789"
// content [If-Range "tag" Range bytes=0-0]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["1"] Content-Range=["bytes 0-0/10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0"
// content [If-Range "no" Range bytes=0-0]: 200 OK [Accept-Ranges=["bytes"] Content-Length=["10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0123456789"
// content [If-Range Mon, 03 Feb 2020 04:05:06 GMT Range bytes=0-0]: 206 Partial Content [Accept-Ranges=["bytes"] Content-Length=["1"] Content-Range=["bytes 0-0/10"] Content-Type=["text/plain; charset=utf-8"] Etag=["\"tag\""] Last-Modified=["Mon, 03 Feb 2020 04:05:06 GMT"]] "0"
// strip: 200 OK [Content-Type=["text/plain; charset=utf-8"]] "/a/b|/a%2Fb|"
// strip none: 404 Not Found [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "404 page not found\n"
// semicolons: 200 OK [Content-Type=["text/plain; charset=utf-8"]] "/||a&b"
// redirect /x: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/x"]] "<a href=\"/x\">Found</a>.\n\n"
// redirect x: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/d/x"]] "<a href=\"/d/x\">Found</a>.\n\n"
// redirect ../x/: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/x/"]] "<a href=\"/x/\">Found</a>.\n\n"
// redirect http://h/é?q=é: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["http://h/%c3%a9?q=%c3%a9"]] "<a href=\"http://h/é?q=é\">Found</a>.\n\n"
// redirect ?q: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/d/?q"]] "<a href=\"/d/?q\">Found</a>.\n\n"
// redirect : 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/d/"]] "<a href=\"/d/\">Found</a>.\n\n"
// redirect //h/p: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["//h/p"]] "<a href=\"//h/p\">Found</a>.\n\n"
// redirect /a/../b: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/b"]] "<a href=\"/b\">Found</a>.\n\n"
// redirect mailto:x: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["mailto:x"]] "<a href=\"mailto:x\">Found</a>.\n\n"
// redirect /<">: 302 Found [Content-Type=["text/html; charset=utf-8"] Location=["/<\">"]] "<a href=\"/&lt;&#34;&gt;\">Found</a>.\n\n"
// redirect post: 307 Temporary Redirect [Location=["/x"]] ""
// not found: 404 Not Found [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "404 page not found\n"
// timeout: 503 Service Unavailable [] "<html><head><title>Timeout</title></head><body><h1>Timeout</h1></body></html>"
// http: Handler timeout
// in time: 200 OK [] "/q||"
// panic: oh
// panic: 200 OK [] ""
// max bytes: 200 OK [Content-Type=["text/plain; charset=utf-8"]] "123http: request body too large true"
// panic: invalid WriteHeader code 7
// code: 200 OK [] ""
// https://ok.test <nil>
// ok.test invalid origin "ok.test": scheme is required
// https://ok.test/ invalid origin "https://ok.test/": path, query, and fragment are not allowed
// https:// invalid origin "https://": host is required
// :// invalid origin "://": parse "://": missing protocol scheme
// [POST /] <nil>
// [POST / Sec-Fetch-Site same-origin] <nil>
// [POST / Sec-Fetch-Site cross-site] cross-origin request detected from Sec-Fetch-Site header
// [GET / Sec-Fetch-Site cross-site] <nil>
// [PUT / Origin http://example.com] <nil>
// [PUT / Origin http://evil.test] cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host
// [PUT / Origin null] cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host
// [POST / Sec-Fetch-Site none] <nil>
// [PUT / Origin https://ok.test] <nil>
// [PUT /open/1 Origin http://evil.test] <nil>
// [POST /open//1 Sec-Fetch-Site cross-site] cross-origin request detected from Sec-Fetch-Site header
// denied: 403 Forbidden [Content-Type=["text/plain; charset=utf-8"] X-Content-Type-Options=["nosniff"]] "cross-origin request detected from Sec-Fetch-Site header\n"
// true application/json; charset=utf-8
// "" text/plain; charset=utf-8
// "plain" text/plain; charset=utf-8
// "  <!DOCTYPE html>" text/html; charset=utf-8
// "<b>" text/html; charset=utf-8
// "<bx" text/plain; charset=utf-8
// "<!-- x" text/html; charset=utf-8
// "<?xml" text/xml; charset=utf-8
// "%PDF-1" application/pdf
// "\x89PNG\r\n\x1a\n" image/png
// "GIF89a" image/gif
// "\xff\xd8\xff" image/jpeg
// "RIFF0000WEBPVP8" image/webp
// "\x00\x00\x00\x18ftypmp42....mp42...." video/mp4
// "\x1f\x8b\b" application/x-gzip
// "PK\x03\x04" application/zip
// "\x00asm" application/wasm
// "\x01" application/octet-stream
// "\ufeffx" text/plain; charset=utf-8
// "\xfe\xff12" text/plain; charset=utf-16be
// "OggS\x00" application/ogg
// "wOF2" font/woff2
// request Content-Type isn't multipart/form-data map[a:[1 3 9] b:[2] q:[1]] map[a:[1 3] b:[2]] false 1 false
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data map[a:[9] b:[2] q:[1]] map[b:[2]] false 9 false
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data map[a:[9] q:[1]] map[] false 9 false
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data map[a:[9] q:[1]] map[] false 9 false
// request Content-Type isn't multipart/form-data
// request Content-Type isn't multipart/form-data
// <nil> map[a:[9] q:[1] v:[x]] map[v:[x]] true 9 true
// n.txt 4 data
// <nil>
// no multipart boundary param in Content-Type map[a:[9] q:[1]] map[] false 9 false
// no multipart boundary param in Content-Type
// no multipart boundary param in Content-Type
// <nil> map[a:[9] q:[1]] map[] true 9 false
// http: no such file
// <nil>
// request Content-Type isn't multipart/form-data map[a:[9] q:[1]] map[] false 9 false
// request Content-Type isn't multipart/form-data
// <nil>
// "A: 1\r\nB: 2\r\nB: 3\r\n"
// //p <nil>
// {HTTP1,UnencryptedHTTP2} false idle I'm a teapot true
// 2015-10-21 07:28:00 +0000 UTC false
// 2015-10-21 07:28:00 +0000 UTC false
// 2015-10-21 07:28:00 +0000 UTC false
// 0001-01-01 00:00:00 +0000 UTC true
