// A body that ended wrongly says so once; a pattern's error says where, counted from the method's end; marks and
// brackets in documentation are read as Go reads them.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/doc/comment"
	"io"
	"net/http"
	"net/http/httputil"
	"strings"
)

func response(text string) {
	r, err := http.ReadResponse(bufio.NewReader(strings.NewReader(text)), nil)
	if err != nil {
		fmt.Println("read:", err)
		return
	}
	_, err = httputil.DumpResponse(r, true)
	fmt.Println("dump:", err)
	var b bytes.Buffer
	err = r.Write(&b)
	fmt.Printf("write: %v %q\n", err, b.String())
	_, err = io.ReadAll(r.Body)
	fmt.Println("rest:", err, r.Body.Close())
}

func pattern(text string) {
	defer func() { fmt.Println(recover()) }()
	http.NewServeMux().HandleFunc(text, func(http.ResponseWriter, *http.Request) {})
	fmt.Println("fine")
}

func main() {
	response("HTTP/1.1 200 OK\r\nContent-Length: 499\r\n\r\n")
	response("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort")
	response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n")
	response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nA: b\r\n")
	response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n2\r\nab\r\n0\r\nA: b\r\n\r\n")

	for _, p := range []string{" {y}  /b/{$}", "GET {y}/", "{y}/b", "GET   {y}", "\t/a/{x", "POST\t/a/{x", " /x", "G(T /a"} {
		pattern(p)
	}

	var parser comment.Parser
	var printer comment.Printer
	for _, text := range []string{
		"a [fmt.P with [Link] and [fmt.Println].\n\n[Link]: http://x/y\n",
		"Text with [Link] a``````nd ``quotes'' and ```` b ``` c.\n\n[Link]: http://x/y\n",
		"````` a\n",
	} {
		fmt.Printf("%q\n", printer.HTML(parser.Parse(text)))
	}
}

// Output:
// dump: unexpected EOF
// write: http: ContentLength=499 with Body length 0 "HTTP/1.1 200 OK\r\nContent-Length: 499\r\n\r\n"
// rest: http: invalid Read on closed Body <nil>
// dump: unexpected EOF
// write: http: ContentLength=9 with Body length 0 "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
// rest: http: invalid Read on closed Body <nil>
// dump: http: unexpected EOF reading trailer
// write: http: invalid Read on closed Body "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
// rest: http: invalid Read on closed Body <nil>
// dump: http: suspiciously long trailer after chunked body
// write: http: invalid Read on closed Body "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
// rest: http: invalid Read on closed Body <nil>
// dump: <nil>
// write: <nil> "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n2\r\nab\r\n0\r\nA: b\r\n\r\n"
// rest: <nil> <nil>
// parsing " {y}  /b/{$}": at offset 1: host contains '{' (missing initial '/'?)
// parsing "GET {y}/": at offset 4: host contains '{' (missing initial '/'?)
// parsing "{y}/b": at offset 0: host contains '{' (missing initial '/'?)
// parsing "GET   {y}": at offset 4: host/path missing /
// parsing "\t/a/{x": at offset 4: bad wildcard segment (must end with '}')
// parsing "POST\t/a/{x": at offset 8: bad wildcard segment (must end with '}')
// fine
// <nil>
// parsing "G(T /a": at offset 0: invalid method "G(T"
// "<p>a [fmt.P with [Link] and <a href=\"/fmt#Println\">fmt.Println</a>.\n"
// "<p>Text with <a href=\"http://x/y\">Link</a> a````“nd “quotes” and ```` b ``` c.\n"
// "<p>````` a\n"
