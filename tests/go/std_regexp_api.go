package main

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

func main() {
	re := regexp.MustCompile(`(?P<key>\w+)\s*=\s*(?P<value>"[^"]*"|\S+)?`)
	text := `a=1, bc = "x y"  d= é=ü`
	fmt.Printf("%q %q %q %v\n", re.FindString(text), re.FindAllString(text, -1), re.FindAllString(text, 2), re.FindStringIndex(text))
	fmt.Printf("%q %v\n", re.FindAllStringSubmatch(text, -1), re.FindAllStringSubmatchIndex(text, -1))
	fmt.Println(re.ReplaceAllString(text, "${value}->$key$$ $1x ${1}x $9 $"), re.ReplaceAllLiteralString(text, "$1"))
	fmt.Println(re.ReplaceAllStringFunc(text, strings.ToUpper), re.NumSubexp(), re.SubexpNames(), re.SubexpIndex("value"), re.SubexpIndex("no"))
	fmt.Printf("%s %q %q\n", re, re.FindSubmatch([]byte(text)), re.FindAll([]byte(text), -1))
	fmt.Printf("%q\n", re.ReplaceAll([]byte(text), []byte("<$0>")))
	fmt.Printf("%q %q\n", regexp.MustCompile(`a*`).Split("baaac", -1), regexp.MustCompile(`,\s*`).Split("a, b,c,", 3))
	fmt.Printf("%q\n", regexp.MustCompile(`a*`).ReplaceAllString("baaac", "-"))
	fmt.Println(regexp.MustCompile(`a|ab|abc`).FindString("abcd"), regexp.MustCompilePOSIX(`a|ab|abc`).FindString("abcd"))
	long := regexp.MustCompile(`(a+|b)*?`)
	fmt.Println(long.FindStringSubmatchIndex("aabab"))
	long.Longest()
	fmt.Println(long.FindStringSubmatchIndex("aabab"))
	fmt.Println(regexp.QuoteMeta("a.b*[c]\\"), regexp.MustCompile(regexp.QuoteMeta("1+1=2")).MatchString("1+1=2"))
	fmt.Println(string(re.ExpandString(nil, "$value/$key", text, re.FindStringSubmatchIndex(text))))
	fmt.Println(re.FindReaderSubmatchIndex(strings.NewReader("  x=y")), re.MatchReader(strings.NewReader("none")))
	ok, err := regexp.MatchString(`^\pL+$`, "größe")
	fmt.Println(ok, err, regexp.MustCompile(`(?i)straße|ΣΊΣΥΦΟΣ`).MatchString("x σίσυφος"))
	for _, p := range []string{`abc+d`, `abc`, `^abc`, `^abc$`, `(abc)`, `a|b`, `(?i)abc`, ``, `\Qa.b\Ec`} {
		prefix, complete := regexp.MustCompile(p).LiteralPrefix()
		fmt.Printf(" %q %v;", prefix, complete)
	}
	fmt.Println()
	for _, p := range []string{`a**`, `*`, `(`, `)`, `[a`, `[z-a]`, `a{1001}`, `(?P<n`, `(?<n-m>x)`, `\8`, `\`, `\C`, `(?z)`, `\pX`, `[[:no:]]`, `((a{100}){100}){2}`, `(?=a)`} {
		_, err := regexp.Compile(p)
		var e *syntax.Error
		fmt.Println(err, errors.As(err, &e))
	}
	defer func() { fmt.Println(recover()) }()
	regexp.MustCompile("(`")
}

// Output:
// "a=1," ["a=1," "bc = \"x y\"" "d= é=ü"] ["a=1," "bc = \"x y\""] [0 4]
// [["a=1," "a" "1,"] ["bc = \"x y\"" "bc" "\"x y\""] ["d= é=ü" "d" "é=ü"]] [[0 4 0 1 2 4] [5 15 5 7 10 15] [17 25 17 18 20 25]]
// 1,->a$  ax  $ "x y"->bc$  bcx  $  é=ü->d$  dx  $ $1 $1  $1
// A=1, BC = "X Y"  D= É=Ü 2 [ key value] 2 -1
// (?P<key>\w+)\s*=\s*(?P<value>"[^"]*"|\S+)? ["a=1," "a" "1,"] ["a=1," "bc = \"x y\"" "d= é=ü"]
// "<a=1,> <bc = \"x y\">  <d= é=ü>"
// ["b" "c"] ["a" "b" "c,"]
// "-b-c-"
// a abc
// [0 0 -1 -1]
// [0 5 4 5]
// a\.b\*\[c\]\\ true
// 1,/a
// [2 5 2 3 4 5] false
// true <nil> true
//  "abc" false; "abc" true; "abc" false; "abc" true; "abc" true; "" false; "" false; "" true; "a.bc" true;
// error parsing regexp: invalid nested repetition operator: `**` true
// error parsing regexp: missing argument to repetition operator: `*` true
// error parsing regexp: missing closing ): `(` true
// error parsing regexp: unexpected ): `)` true
// error parsing regexp: missing closing ]: `[a` true
// error parsing regexp: invalid character class range: `z-a` true
// error parsing regexp: invalid repeat count: `{1001}` true
// error parsing regexp: invalid named capture: `(?P<n` true
// error parsing regexp: invalid named capture: `(?<n-m>` true
// error parsing regexp: invalid escape sequence: `\8` true
// error parsing regexp: trailing backslash at end of expression: `` true
// error parsing regexp: invalid escape sequence: `\C` true
// error parsing regexp: invalid or unsupported Perl syntax: `(?z` true
// error parsing regexp: invalid character class range: `\pX` true
// error parsing regexp: invalid character class range: `[:no:]` true
// error parsing regexp: invalid repeat count: `{100}` true
// error parsing regexp: invalid or unsupported Perl syntax: `(?=` true
// regexp: Compile("(`"): error parsing regexp: missing closing ): `(``
