// A segment without text in a pattern takes any segment of a path; CONNECT is redirected to a path, which is its pattern.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
)

func main() {
	for _, pattern := range []string{"//", "/b//", "/b//{x}", "/b/c/", "/a/{x...}", "/b//{$}"} {
		m := http.NewServeMux()
		m.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Pattern, " ", r.PathValue("x")) })
		for _, path := range []string{"/", "/b/", "/b//c", "/b/c", "/b/c/", "/a/1/", "/a//1"} {
			for _, method := range []string{"GET", "CONNECT"} {
				w := httptest.NewRecorder()
				r := httptest.NewRequest("GET", "http://h"+path, nil)
				r.Method = method
				m.ServeHTTP(w, r)
				_, matched := m.Handler(r)
				fmt.Println(pattern, method, path, w.Code, w.Header()["Location"], matched, w.Body.Len())
			}
		}
	}
}

// Output:
// // GET / 404 []  19
// // CONNECT / 404 []  19
// // GET /b/ 200 [] // 3
// // CONNECT /b/ 200 [] // 3
// // GET /b//c 307 [/b/c] // 40
// // CONNECT /b//c 200 [] // 3
// // GET /b/c 200 [] // 3
// // CONNECT /b/c 200 [] // 3
// // GET /b/c/ 200 [] // 3
// // CONNECT /b/c/ 200 [] // 3
// // GET /a/1/ 200 [] // 3
// // CONNECT /a/1/ 200 [] // 3
// // GET /a//1 307 [/a/1] // 40
// // CONNECT /a//1 200 [] // 3
// /b// GET / 404 []  19
// /b// CONNECT / 404 []  19
// /b// GET /b/ 404 []  19
// /b// CONNECT /b/ 404 []  19
// /b// GET /b//c 307 [/b/c/] /b// 41
// /b// CONNECT /b//c 200 [] /b// 5
// /b// GET /b/c 307 [/b/c/] /b// 41
// /b// CONNECT /b/c 307 [/b/c/] /b/c/ 0
// /b// GET /b/c/ 200 [] /b// 5
// /b// CONNECT /b/c/ 200 [] /b// 5
// /b// GET /a/1/ 404 []  19
// /b// CONNECT /a/1/ 404 []  19
// /b// GET /a//1 307 [/a/1]  40
// /b// CONNECT /a//1 404 []  19
// /b//{x} GET / 404 []  19
// /b//{x} CONNECT / 404 []  19
// /b//{x} GET /b/ 404 []  19
// /b//{x} CONNECT /b/ 404 []  19
// /b//{x} GET /b//c 307 [/b/c]  40
// /b//{x} CONNECT /b//c 200 [] /b//{x} 9
// /b//{x} GET /b/c 404 []  19
// /b//{x} CONNECT /b/c 404 []  19
// /b//{x} GET /b/c/ 404 []  19
// /b//{x} CONNECT /b/c/ 404 []  19
// /b//{x} GET /a/1/ 404 []  19
// /b//{x} CONNECT /a/1/ 404 []  19
// /b//{x} GET /a//1 307 [/a/1]  40
// /b//{x} CONNECT /a//1 404 []  19
// /b/c/ GET / 404 []  19
// /b/c/ CONNECT / 404 []  19
// /b/c/ GET /b/ 404 []  19
// /b/c/ CONNECT /b/ 404 []  19
// /b/c/ GET /b//c 307 [/b/c/] /b/c/ 41
// /b/c/ CONNECT /b//c 404 []  19
// /b/c/ GET /b/c 307 [/b/c/] /b/c/ 41
// /b/c/ CONNECT /b/c 307 [/b/c/] /b/c/ 0
// /b/c/ GET /b/c/ 200 [] /b/c/ 6
// /b/c/ CONNECT /b/c/ 200 [] /b/c/ 6
// /b/c/ GET /a/1/ 404 []  19
// /b/c/ CONNECT /a/1/ 404 []  19
// /b/c/ GET /a//1 307 [/a/1]  40
// /b/c/ CONNECT /a//1 404 []  19
// /a/{x...} GET / 404 []  19
// /a/{x...} CONNECT / 404 []  19
// /a/{x...} GET /b/ 404 []  19
// /a/{x...} CONNECT /b/ 404 []  19
// /a/{x...} GET /b//c 307 [/b/c]  40
// /a/{x...} CONNECT /b//c 404 []  19
// /a/{x...} GET /b/c 404 []  19
// /a/{x...} CONNECT /b/c 404 []  19
// /a/{x...} GET /b/c/ 404 []  19
// /a/{x...} CONNECT /b/c/ 404 []  19
// /a/{x...} GET /a/1/ 200 [] /a/{x...} 12
// /a/{x...} CONNECT /a/1/ 200 [] /a/{x...} 12
// /a/{x...} GET /a//1 307 [/a/1] /a/{x...} 40
// /a/{x...} CONNECT /a//1 200 [] /a/{x...} 12
// /b//{$} GET / 404 []  19
// /b//{$} CONNECT / 404 []  19
// /b//{$} GET /b/ 404 []  19
// /b//{$} CONNECT /b/ 404 []  19
// /b//{$} GET /b//c 307 [/b/c/] /b//{$} 41
// /b//{$} CONNECT /b//c 404 []  19
// /b//{$} GET /b/c 307 [/b/c/] /b//{$} 41
// /b//{$} CONNECT /b/c 307 [/b/c/] /b/c/ 0
// /b//{$} GET /b/c/ 200 [] /b//{$} 8
// /b//{$} CONNECT /b/c/ 200 [] /b//{$} 8
// /b//{$} GET /a/1/ 404 []  19
// /b//{$} CONNECT /a/1/ 404 []  19
// /b//{$} GET /a//1 307 [/a/1]  40
// /b//{$} CONNECT /a//1 404 []  19
