package main

import (
	"fmt"
	"net/url"
)

func main() {
	for _, s := range []string{
		"http://user:p%20w@host.com:8080/a%2fb/c d?q=1&q=2&x=%41+b#frag%20x", "mailto:joe@x.org?subject=hi", "//host/path", "/only/path?", "a/b:c", "a:b",
		"http://[fe80::1%25en0]:80/", "http://[::1", "http://[1.2.3.4]/", "http://a b/", "http://h:x/", "http://%41.com", "1http://x", ":x", "http://h/%zz", "*", "", "x\x7f",
		"http:/p", "http:///p", "https://h:1:2/", "http://u@ser@h/", "http://h?a=b;c", "HTTP://H/../x", "http://h/#a#b", "tel:+1-2", "?x", "#y", "http://[1:2]/",
	} {
		u, err := url.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%q %q %v %q %q %q %q %q %v %v %q %q %q\n", u.Scheme, u.Opaque, u.User, u.Host, u.Path, u.RawPath, u.RawQuery, u.Fragment, u.ForceQuery, u.OmitHost, u.Hostname(), u.Port(), u.RequestURI())
		fmt.Println(u, u.Redacted(), u.IsAbs(), u.Query(), u.JoinPath("../z", "y/"))
	}
	base, _ := url.Parse("http://a/b/c/d;p?q#f")
	for _, ref := range []string{"g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", ";x", "", ".", "..", "../g", "../../../g", "g;x=1/../y", "/./g", "http:g", "a/./b/../c/"} {
		u, err := base.Parse(ref)
		fmt.Print(u, " ", err, ";")
	}
	fmt.Println()
	v := url.Values{}
	v.Set("name", "Ävä & co")
	v.Add("list", "1")
	v.Add("list", "2=?")
	fmt.Println(v.Encode(), v.Get("list"), v.Get("no"), v.Has("name"))
	v.Del("list")
	fmt.Println(v)
	q, err := url.ParseQuery("a=1&b=%zz&c;d=1&=e&f&&g=h=i")
	fmt.Println(q, err)
	fmt.Println(url.QueryEscape("a b/c?é~*"), url.PathEscape("a b/c?é~*"))
	for _, s := range []string{"a+b%20c", "%", "%4", "%4g", "%e9"} {
		a, err := url.QueryUnescape(s)
		b, err2 := url.PathUnescape(s)
		fmt.Printf(" %q %v %q %v;", a, err, b, err2)
	}
	fmt.Println(url.JoinPath("http://h/a/", "../b", "c//d/"))
	_, err = url.ParseRequestURI("rel")
	fmt.Println(err, url.UserPassword("a:b", "c@d"), url.User("x y"))
}

// Output:
// "http" "" user:p%20w "host.com:8080" "/a/b/c d" "/a%2fb/c d" "q=1&q=2&x=%41+b" "frag x" false false "host.com" "8080" "/a/b/c%20d?q=1&q=2&x=%41+b"
// http://user:p%20w@host.com:8080/a/b/c%20d?q=1&q=2&x=%41+b#frag%20x http://user:xxxxx@host.com:8080/a/b/c%20d?q=1&q=2&x=%41+b#frag%20x true map[q:[1 2] x:[A b]] http://user:p%20w@host.com:8080/a/b/z/y/?q=1&q=2&x=%41+b#frag%20x
// "mailto" "joe@x.org"  "" "" "" "subject=hi" "" false false "" "" "joe@x.org?subject=hi"
// mailto:joe@x.org?subject=hi mailto:joe@x.org?subject=hi true map[subject:[hi]] mailto:joe@x.org?subject=hi
// "" ""  "host" "/path" "" "" "" false false "host" "" "/path"
// //host/path //host/path false map[] //host/z/y/
// "" ""  "" "/only/path" "" "" "" true false "" "" "/only/path?"
// /only/path? /only/path? false map[] /only/z/y/?
// "" ""  "" "a/b:c" "" "" "" false false "" "" "a/b:c"
// a/b:c a/b:c false map[] a/z/y/
// "a" "b"  "" "" "" "" "" false false "" "" "b"
// a:b a:b true map[] a:b
// "http" ""  "[fe80::1%en0]:80" "/" "" "" "" false false "fe80::1%en0" "80" "/"
// http://[fe80::1%25en0]:80/ http://[fe80::1%25en0]:80/ true map[] http://[fe80::1%25en0]:80/z/y/
// parse "http://[::1": missing ']' in host
// parse "http://[1.2.3.4]/": invalid IP-literal
// parse "http://a b/": invalid character " " in host name
// parse "http://h:x/": invalid port ":x" after host
// parse "http://%41.com": invalid URL escape "%41"
// parse "1http://x": first path segment in URL cannot contain colon
// parse ":x": missing protocol scheme
// parse "http://h/%zz": invalid URL escape "%zz"
// "" ""  "" "*" "" "" "" false false "" "" "*"
// * * false map[] z/y/
// "" ""  "" "" "" "" "" false false "" "" "/"
//   false map[] z/y/
// parse "x\x7f": net/url: invalid control character in URL
// "http" ""  "" "/p" "" "" "" false true "" "" "/p"
// http:/p http:/p true map[] http:/z/y/
// "http" ""  "" "/p" "" "" "" false false "" "" "/p"
// http:///p http:///p true map[] http:///z/y/
// parse "https://h:1:2/": invalid port ":1:2" after host
// "http" "" u%40ser "h" "/" "" "" "" false false "h" "" "/"
// http://u%40ser@h/ http://u%40ser@h/ true map[] http://u%40ser@h/z/y/
// "http" ""  "h" "" "" "a=b;c" "" false false "h" "" "/?a=b;c"
// http://h?a=b;c http://h?a=b;c true map[] http://h/z/y/?a=b;c
// "http" ""  "H" "/../x" "" "" "" false false "H" "" "/../x"
// http://H/../x http://H/../x true map[] http://H/z/y/
// "http" ""  "h" "/" "" "" "a#b" false false "h" "" "/"
// http://h/#a%23b http://h/#a%23b true map[] http://h/z/y/#a%23b
// "tel" "+1-2"  "" "" "" "" "" false false "" "" "+1-2"
// tel:+1-2 tel:+1-2 true map[] tel:+1-2
// "" ""  "" "" "" "x" "" false false "" "" "/?x"
// ?x ?x false map[x:[]] z/y/?x
// "" ""  "" "" "" "" "y" false false "" "" "/"
// #y #y false map[] z/y/#y
// parse "http://[1:2]/": invalid host: ParseAddr("1:2"): address string too short
// g:h <nil>;http://a/b/c/g <nil>;http://a/b/c/g <nil>;http://a/b/c/g/ <nil>;http://a/g <nil>;http://g <nil>;http://a/b/c/d;p?y <nil>;http://a/b/c/g?y <nil>;http://a/b/c/d;p?q#s <nil>;http://a/b/c/;x <nil>;http://a/b/c/d;p?q#f <nil>;http://a/b/c/ <nil>;http://a/b/ <nil>;http://a/b/g <nil>;http://a/g <nil>;http://a/b/c/y <nil>;http://a/g <nil>;http:g <nil>;http://a/b/c/a/c/ <nil>;
// list=1&list=2%3D%3F&name=%C3%84v%C3%A4+%26+co 1  true
// map[name:[Ävä & co]]
// map[:[e] a:[1] f:[] g:[h=i]] invalid semicolon separator in query
// a+b%2Fc%3F%C3%A9~%2A a%20b%2Fc%3F%C3%A9~%2A
//  "a b c" <nil> "a+b c" <nil>; "" invalid URL escape "%" "" invalid URL escape "%"; "" invalid URL escape "%4" "" invalid URL escape "%4"; "" invalid URL escape "%4g" "" invalid URL escape "%4g"; "\xe9" <nil> "\xe9" <nil>;http://h/b/c/d/ <nil>
// parse "rel": invalid URI for request a%3Ab:c%40d x%20y
