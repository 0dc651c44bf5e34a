// Patterns of ServeMux: what matches, what is redirected, what conflicts.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
)

var place = regexp.MustCompile(`registered at [^)]*\)`)

func try(mux *http.ServeMux, pattern string) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Printf("%q: %s\n", pattern, place.ReplaceAllString(fmt.Sprint(p), "registered at X)"))
		}
	}()
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s", r.Pattern)
		for _, name := range []string{"a", "b", "rest", "id"} {
			if v := r.PathValue(name); v != "" {
				fmt.Fprintf(w, " %s=%q", name, v)
			}
		}
	})
}

func main() {
	mux := http.NewServeMux()
	for _, p := range []string{
		"/", "/{$}", "/a/", "/a/b", "GET /m", "POST /m", "/x/{a}/y/{b}", "/x/{a}/y/z", "/files/{rest...}", "h.test/", "h.test/a/",
		"GET /g/{id}", "/g/{id}/more", "/enc/%61%2Fb", "/one/{a}", "DELETE h.test/d", "PUT /p/", "/é/{a}",
	} {
		try(mux, p)
	}
	bad := []string{
		"", "GET", "GET  ", "GET x", "x", "G{T /", "/a{b}", "/{a", "/{}", "/{a}/{a}", "/{a...}/b", "/{$}/b", "/{...}", "/{1}", "{a}/b", "GET //x",
		"GET /a/../b", "/a//b", "/{a}x", "/dup", "/dup", "/{x}/b", "/a/{y}", "GET /files/{q...}", "/x/{p}/y/{q}", "/x/q/{r}/z", "GET /n/{a}",
		"/n/b", "HEAD /g/{k}", "/z/{a}/{b...}", "/z/{a...}", "/z/b/{$}", "PUT /p/{rest...}",
	}
	for _, p := range bad {
		try(mux, p)
	}
	for _, line := range []string{
		"GET /", "GET /none", "GET /a", "GET /a/", "GET /a/b", "GET /a/b/c", "GET /a//b", "GET /a/../a/b", "GET /m", "HEAD /m", "POST /m", "PUT /m",
		"GET /x/1/y/2", "GET /x/1/y/z", "GET /x/%2F/y/%20", "GET /files", "GET /files/", "GET /files/a/b%2Fc", "GET http://h.test/q",
		"GET http://h.test:80/a/q", "GET http://h.test/m", "GET /g/5", "DELETE /g/5", "GET /g/5/more", "GET /enc/a%2Fb", "GET /one/", "GET /one/x/",
		"DELETE http://h.test/d", "GET http://h.test/d", "GET /p/q", "PUT /p", "GET /%C3%A9/x", "CONNECT /a", "OPTIONS /m", "GET /x/1/y/", "GET /a?q=1", "GET //",
	} {
		method, target, _ := strings.Cut(line, " ")
		r := httptest.NewRequest(method, target, nil)
		h, pattern := mux.Handler(r)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		res := w.Result()
		fmt.Printf("%s: %v %q %q %d %q %q\n", line, h != nil, pattern, r.Pattern, res.StatusCode, res.Header.Get("Location")+res.Header.Get("Allow"),
			strings.TrimSpace(w.Body.String()))
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.SetPathValue("k", "v")
	r.RequestURI = "*"
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Header(), r.PathValue("k"))
	defer func() { fmt.Println(recover()) }()
	mux.Handle("/nil", nil)
}

// Output:
// "": http: invalid pattern
// "GET": parsing "GET": at offset 0: host/path missing /
// "GET  ": parsing "GET  ": at offset 4: host/path missing /
// "GET x": parsing "GET x": at offset 4: host/path missing /
// "x": parsing "x": at offset 0: host/path missing /
// "G{T /": parsing "G{T /": at offset 0: invalid method "G{T"
// "/a{b}": parsing "/a{b}": at offset 1: bad wildcard segment (must start with '{')
// "/{a": parsing "/{a": at offset 1: bad wildcard segment (must end with '}')
// "/{}": parsing "/{}": at offset 1: empty wildcard
// "/{a}/{a}": parsing "/{a}/{a}": at offset 5: duplicate wildcard name "a"
// "/{a...}/b": parsing "/{a...}/b": at offset 1: {...} wildcard not at end
// "/{$}/b": parsing "/{$}/b": at offset 1: {$} not at end
// "/{...}": parsing "/{...}": at offset 1: empty wildcard
// "/{1}": parsing "/{1}": at offset 1: bad wildcard name "1"
// "{a}/b": parsing "{a}/b": at offset 0: host contains '{' (missing initial '/'?)
// "GET //x": parsing "GET //x": at offset 4: non-CONNECT pattern with unclean path can never match
// "GET /a/../b": parsing "GET /a/../b": at offset 4: non-CONNECT pattern with unclean path can never match
// "/{a}x": parsing "/{a}x": at offset 1: bad wildcard segment (must end with '}')
// "/dup": pattern "/dup" (registered at X) conflicts with pattern "/dup" (registered at X):
// /dup matches the same requests as /dup
// "/{x}/b": pattern "/{x}/b" (registered at X) conflicts with pattern "/a/" (registered at X):
// /{x}/b and /a/ both match some paths, like "/a/b".
// But neither is more specific than the other.
// /{x}/b matches "/x/b", but /a/ doesn't.
// /a/ matches "/a/", but /{x}/b doesn't.
// "/x/{p}/y/{q}": pattern "/x/{p}/y/{q}" (registered at X) conflicts with pattern "/x/{a}/y/{b}" (registered at X):
// /x/{p}/y/{q} matches the same requests as /x/{a}/y/{b}
// "/x/q/{r}/z": pattern "/x/q/{r}/z" (registered at X) conflicts with pattern "/x/{a}/y/{b}" (registered at X):
// /x/q/{r}/z and /x/{a}/y/{b} both match some paths, like "/x/q/y/z".
// But neither is more specific than the other.
// /x/q/{r}/z matches "/x/q/r/z", but /x/{a}/y/{b} doesn't.
// /x/{a}/y/{b} matches "/x/a/y/b", but /x/q/{r}/z doesn't.
// "/n/b": pattern "/n/b" (registered at X) conflicts with pattern "GET /n/{a}" (registered at X):
// /n/b matches more methods than GET /n/{a}, but has a more specific path pattern
// "PUT /p/{rest...}": pattern "PUT /p/{rest...}" (registered at X) conflicts with pattern "PUT /p/" (registered at X):
// PUT /p/{rest...} matches the same requests as PUT /p/
// GET /: true "/{$}" "/{$}" 200 "" "/{$}"
// GET /none: true "/" "/" 200 "" "/"
// GET /a: true "/a/" "/a/" 307 "/a/" "<a href=\"/a/\">Temporary Redirect</a>."
// GET /a/: true "/a/" "/a/" 200 "" "/a/"
// GET /a/b: true "/a/b" "/a/b" 200 "" "/a/b"
// GET /a/b/c: true "/a/" "/a/" 200 "" "/a/"
// GET /a//b: true "/a/b" "/a/b" 307 "/a/b" "<a href=\"/a/b\">Temporary Redirect</a>."
// GET /a/../a/b: true "/a/b" "/a/b" 307 "/a/b" "<a href=\"/a/b\">Temporary Redirect</a>."
// GET /m: true "GET /m" "GET /m" 200 "" "GET /m"
// HEAD /m: true "GET /m" "GET /m" 200 "" "GET /m"
// POST /m: true "POST /m" "POST /m" 200 "" "POST /m"
// PUT /m: true "/" "/" 200 "" "/"
// GET /x/1/y/2: true "/x/{a}/y/{b}" "/x/{a}/y/{b}" 200 "" "/x/{a}/y/{b} a=\"1\" b=\"2\""
// GET /x/1/y/z: true "/x/{a}/y/z" "/x/{a}/y/z" 200 "" "/x/{a}/y/z a=\"1\""
// GET /x/%2F/y/%20: true "/" "/" 200 "" "/"
// GET /files: true "GET /files/{q...}" "GET /files/{q...}" 307 "/files/" "<a href=\"/files/\">Temporary Redirect</a>."
// GET /files/: true "GET /files/{q...}" "GET /files/{q...}" 200 "" "GET /files/{q...}"
// GET /files/a/b%2Fc: true "GET /files/{q...}" "GET /files/{q...}" 200 "" "GET /files/{q...}"
// GET http://h.test/q: true "h.test/" "h.test/" 200 "" "h.test/"
// GET http://h.test:80/a/q: true "h.test/a/" "h.test/a/" 200 "" "h.test/a/"
// GET http://h.test/m: true "h.test/" "h.test/" 200 "" "h.test/"
// GET /g/5: true "GET /g/{id}" "GET /g/{id}" 200 "" "GET /g/{id} id=\"5\""
// DELETE /g/5: true "/" "/" 200 "" "/"
// GET /g/5/more: true "/g/{id}/more" "/g/{id}/more" 200 "" "/g/{id}/more id=\"5\""
// GET /enc/a%2Fb: true "/enc/%61%2Fb" "/enc/%61%2Fb" 200 "" "/enc/%61%2Fb"
// GET /one/: true "/" "/" 200 "" "/"
// GET /one/x/: true "/" "/" 200 "" "/"
// DELETE http://h.test/d: true "DELETE h.test/d" "DELETE h.test/d" 200 "" "DELETE h.test/d"
// GET http://h.test/d: true "h.test/" "h.test/" 200 "" "h.test/"
// GET /p/q: true "/" "/" 200 "" "/"
// PUT /p: true "PUT /p/" "PUT /p/" 307 "/p/" ""
// GET /%C3%A9/x: true "/é/{a}" "/é/{a}" 200 "" "/é/{a} a=\"x\""
// CONNECT /a: true "/a/" "/a/" 307 "/a/" ""
// OPTIONS /m: true "/" "/" 200 "" "/"
// GET /x/1/y/: true "/" "/" 200 "" "/"
// GET /a?q=1: true "/a/" "/a/" 307 "/a/?q=1" "<a href=\"/a/?q=1\">Temporary Redirect</a>."
// GET //: true "/{$}" "/{$}" 307 "/" "<a href=\"/\">Temporary Redirect</a>."
// 400 map[Connection:[close]] v
// http: nil handler
