// Cookies as headers have them, and the jar that keeps them.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"
)

func main() {
	log.SetOutput(io.Discard)
	when := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []*http.Cookie{
		{Name: "a", Value: "b"},
		{Name: "a", Value: "b c,d"},
		{Name: "a", Value: "b\"c;d\\e\x01"},
		{Name: "a", Value: "q", Quoted: true},
		{Name: "a b", Value: "c"},
		{Name: "a", Value: "b", Path: "/x;y", Domain: ".example.com", Expires: when, MaxAge: 10, Secure: true, HttpOnly: true},
		{Name: "a", Value: "b", Domain: "-bad-", MaxAge: -1, SameSite: http.SameSiteLaxMode},
		{Name: "a", Value: "b", Domain: "127.0.0.1", SameSite: http.SameSiteStrictMode, Partitioned: true},
		{Name: "a", Value: "b", Domain: "::1", SameSite: http.SameSiteNoneMode, Expires: time.Unix(-1<<40, 0)},
		{Name: "a", SameSite: http.SameSiteDefaultMode},
		nil,
	} {
		fmt.Printf("%q %v\n", c.String(), c.Valid())
	}
	for _, line := range []string{
		"a=b", "a=b; Path=/; Domain=.x.com; Secure; HttpOnly; SameSite=Lax; Partitioned", "a=\"b c\"; Max-Age=0", "a=b; max-age=07",
		"a=b; Max-Age=60; Expires=Wed, 23-Nov-2011 01:05:03 GMT", "a=b; Expires=yesterday; foo=bar; baz", "=b", "a", "", "a=b\x01", "a b=c",
		"a=b; samesite=weird", "a=b; Path=\"x\"", " a = b ; secure", "a=b;;;",
	} {
		c, err := http.ParseSetCookie(line)
		if err != nil {
			fmt.Printf("%q %v\n", line, err)
			continue
		}
		c.Raw = ""
		fmt.Printf("%q %+v\n", line, *c)
	}
	for _, line := range []string{"a=b; c=d", "a=b; c", "", ";", "a=\"b\"; a=c", "a=b,c", "é=1", strings.Repeat("a=b;", 3001)} {
		list, err := http.ParseCookie(line)
		fmt.Println(len(list), err)
		for _, c := range list {
			fmt.Printf(" %q=%q %v", c.Name, c.Value, c.Quoted)
		}
		fmt.Println()
	}
	r, _ := http.NewRequest("GET", "http://x/", nil)
	r.AddCookie(&http.Cookie{Name: "a", Value: "1"})
	r.AddCookie(&http.Cookie{Name: "b\n", Value: "2 3"})
	r.Header.Add("Cookie", "a=4; bad; =x; c")
	fmt.Printf("%q\n", r.Header["Cookie"])
	fmt.Println(r.Cookies(), len(r.CookiesNamed("a")), len(r.CookiesNamed("")))
	_, err := r.Cookie("zz")
	fmt.Println(err)

	jar, _ := cookiejar.New(nil)
	set := func(at, cookies string) {
		u, _ := url.Parse(at)
		h := http.Header{}
		for c := range strings.SplitSeq(cookies, "|") {
			h.Add("Set-Cookie", c)
		}
		jar.SetCookies(u, (&http.Response{Header: h}).Cookies())
	}
	show := func(at string) {
		u, _ := url.Parse(at)
		fmt.Println(at, jar.Cookies(u))
	}
	set("http://www.host.test/dir/page", "a=1|b=2; path=/|c=3; domain=host.test; path=/|d=4; domain=other.test|e=5; secure; path=/")
	set("http://www.host.test/", "f=6; max-age=-1|g=7; expires=Mon, 01 Jan 1990 00:00:00 GMT|h=8; path=/dir|i=9; domain=.host.test; max-age=1000")
	for _, at := range []string{"http://www.host.test/", "http://www.host.test/dir/", "http://www.host.test/directory",
		"http://host.test/", "https://www.host.test/dir/x", "http://a.host.test/dir", "ftp://www.host.test/", "http://other.test/",
		"http://WWW.HOST.TEST:8080/"} {
		show(at)
	}
	set("http://www.host.test/", "b=20; path=/|c=; domain=host.test; path=/; max-age=0")
	show("http://www.host.test/")
	set("http://127.0.0.1/", "ip=1; domain=127.0.0.1|no=1; domain=0.0.1")
	show("http://127.0.0.1/")
	set("http://bücher.test/", "u=1; path=/")
	show("http://xn--bcher-kva.test/")
}

// Output:
// "a=b" <nil>
// "a=\"b c,d\"" <nil>
// "a=bcde" http: invalid byte '"' in Cookie.Value
// "a=\"q\"" <nil>
// "" http: invalid Cookie.Name
// "a=b; Path=/xy; Domain=example.com; Expires=Wed, 02 Jan 2030 03:04:05 GMT; Max-Age=10; HttpOnly; Secure" http: invalid byte ';' in Cookie.Path
// "a=b; Max-Age=0; SameSite=Lax" http: invalid Cookie.Domain
// "a=b; Domain=127.0.0.1; SameSite=Strict; Partitioned" http: partitioned cookies must be set with Secure
// "a=b; SameSite=None" http: invalid Cookie.Expires
// "a=" <nil>
// "" http: nil Cookie
// "a=b" {Name:a Value:b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[]}
// "a=b; Path=/; Domain=.x.com; Secure; HttpOnly; SameSite=Lax; Partitioned" {Name:a Value:b Quoted:false Path:/ Domain:.x.com Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:true HttpOnly:true SameSite:2 Partitioned:true Raw: Unparsed:[]}
// "a=\"b c\"; Max-Age=0" {Name:a Value:b c Quoted:true Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:-1 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[]}
// "a=b; max-age=07" {Name:a Value:b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[max-age=07]}
// "a=b; Max-Age=60; Expires=Wed, 23-Nov-2011 01:05:03 GMT" {Name:a Value:b Quoted:false Path: Domain: Expires:2011-11-23 01:05:03 +0000 UTC RawExpires:Wed, 23-Nov-2011 01:05:03 GMT MaxAge:60 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[]}
// "a=b; Expires=yesterday; foo=bar; baz" {Name:a Value:b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires:yesterday MaxAge:0 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[Expires=yesterday foo=bar baz]}
// "=b" http: invalid cookie name
// "a" http: '=' not found in cookie
// "" http: blank cookie
// "a=b\x01" http: invalid cookie value
// "a b=c" http: invalid cookie name
// "a=b; samesite=weird" {Name:a Value:b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:false HttpOnly:false SameSite:1 Partitioned:false Raw: Unparsed:[]}
// "a=b; Path=\"x\"" {Name:a Value:b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[Path="x"]}
// " a = b ; secure" {Name:a Value: b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:true HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[]}
// "a=b;;;" {Name:a Value:b Quoted:false Path: Domain: Expires:0001-01-01 00:00:00 +0000 UTC RawExpires: MaxAge:0 Secure:false HttpOnly:false SameSite:0 Partitioned:false Raw: Unparsed:[]}
// 2 <nil>
//  "a"="b" false "c"="d" false
// 0 http: '=' not found in cookie
//
// 0 http: blank cookie
//
// 0 http: '=' not found in cookie
//
// 2 <nil>
//  "a"="b" true "a"="c" false
// 1 <nil>
//  "a"="b,c" false
// 0 http: invalid cookie name
//
// 0 http: number of cookies exceeded limit
//
// ["a=1; b-=\"2 3\"" "a=4; bad; =x; c"]
// [a=1 b-="2 3" a=4 bad= c=] 2 0
// http: named cookie not present
// http://www.host.test/ [b=2 c=3 i=9]
// http://www.host.test/dir/ [a=1 h=8 b=2 c=3 i=9]
// http://www.host.test/directory [b=2 c=3 i=9]
// http://host.test/ [c=3 i=9]
// https://www.host.test/dir/x [a=1 h=8 b=2 c=3 e=5 i=9]
// http://a.host.test/dir [c=3 i=9]
// ftp://www.host.test/ []
// http://other.test/ []
// http://WWW.HOST.TEST:8080/ [b=2 c=3 i=9]
// http://www.host.test/ [b=20 i=9]
// http://127.0.0.1/ [ip=1]
// http://xn--bcher-kva.test/ [u=1]
