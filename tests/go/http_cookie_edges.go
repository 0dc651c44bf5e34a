// Cookies of a semicolon alone, and domains with a dot at the end.
package main

import (
	"fmt"
	"net/http"
)

func main() {
	for _, line := range []string{";", " ; ", "", " ", "; Path=/", "a=b;", "=b", ";;"} {
		c, err := http.ParseSetCookie(line)
		fmt.Printf("%q %v %v\n", line, c, err)
		all, err := http.ParseCookie(line)
		fmt.Println(len(all), err)
	}
	for _, domain := range []string{"example.", "a.", ".a.", "a.b..", ".", "1.", "a.1."} {
		c := http.Cookie{Name: "a", Value: "b", Domain: domain}
		fmt.Println(domain, c.Valid())
	}
}

// Output:
// ";"  http: '=' not found in cookie
// 0 http: '=' not found in cookie
// " ; "  http: '=' not found in cookie
// 0 http: '=' not found in cookie
// ""  http: blank cookie
// 0 http: blank cookie
// " "  http: blank cookie
// 0 http: blank cookie
// "; Path=/"  http: '=' not found in cookie
// 0 http: '=' not found in cookie
// "a=b;" a=b <nil>
// 0 http: '=' not found in cookie
// "=b"  http: invalid cookie name
// 0 http: invalid cookie name
// ";;"  http: '=' not found in cookie
// 0 http: '=' not found in cookie
// example. <nil>
// a. <nil>
// .a. <nil>
// a.b.. http: invalid Cookie.Domain
// . http: invalid Cookie.Domain
// 1. http: invalid Cookie.Domain
// a.1. <nil>
