// Backtracking regular expressions with regexp2: patterns by hand and at random over texts, in several modes.
package main

import (
	"fmt"
	"strings"

	"github.com/dlclark/regexp2"
)

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

var patterns = []string{
	`a+b*c?`, `(a|b)*?c`, `(?<year>\d{4})-(?<month>\d\d)`, `(\w)\1`, `(?i)hello`, `^\s*(\S+)\s*$`, `(?m)^line \d+$`, `(?s)a.b`, `(?x) a b # comment
 c`, `(?=foo)f`, `(?!foo)\b\w+`, `(?<=\$)\d+`, `(?<!\$)\b\d+`, `(?>a+)ab`, `(?:x(y)?z)+`, `\p{Lu}\p{Ll}*`, `[^\p{L}\s]+`, `[a-z-[aeiou]]+`,
	`(?<open>\()[^()]*(?<close-open>\))`, `^(?:(?<o>\()|(?<-o>\))|[^()])*(?(o)(?!))$`, `(?(?=\d)\d+|[a-z]+)`, `\bfoo\b|\Bbar`, `(a{2,3}){2}`, `[\d\-x]{3,}?y`,
	`\u00e9|\x41|\cA|\0`, `(((((a)))))(b)\6`, `(?'q'["']).*?\k<q>`, `\Aab|cd\z|ef\Z`, `(.)(.)(.)\3\2\1`, `\G\d`, `x*`, `|a`, `(?n)(a)(?<b>b)`, `[[:alpha:]]+`,
	`(`, `a**`, `[z-a]`, `(?<1a>x)`, `\k<none>`, `a{3,1}`, `(?<=a+)b`, `\p{Nope}`, `*`, `[`, `(?P<name>x)`, `\Q.+\E`,
}

var texts = []string{
	"", "aaabbbccc", "abcabcabc", "2024-05-17 and 1999-12-31", "bookkeeper committee", "Hello hELLO hello", "  padded  ", "line 1\nline 2\r\nline 33\nlast", "a\nb a.b axb",
	"foobar barfoo foo", "costs $42 or 43 or $7", "aaab aab", "xyzxzxyz", "Łódź Ünder Straße ÉCOLE", "f(a)(b(c))", "((()))()", ")(", "\"it's\" 'x\"y'", "abccba xyzzyx", "1234a5",
	"日本語テキスト 123", "éA\x01\x00", "aaaaaabaaaaaa", "--x-12xy",
}

func groups(m *regexp2.Match) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d+%d %q", m.Index, m.Length, m.String())
	for _, g := range m.Groups()[1:] {
		fmt.Fprintf(&b, " %s:", g.Name)
		for _, c := range g.Captures {
			fmt.Fprintf(&b, "[%d+%d %q]", c.Index, c.Length, c.String())
		}
	}
	return b.String()
}

func try(pattern string, options regexp2.RegexOptions, texts []string) {
	re, err := regexp2.Compile(pattern, options)
	if err != nil {
		fmt.Printf("%q %d: %v\n", pattern, options, err)
		return
	}
	fmt.Printf("%q %d: %q %v\n", re.String(), options, re.GetGroupNames(), re.GetGroupNumbers())
	for _, text := range texts {
		n := 0
		m, err := re.FindStringMatch(text)
		for ; m != nil && err == nil && n < 20; m, err = re.FindNextMatch(m) {
			if n < 3 {
				fmt.Printf("  %s", groups(m))
			}
			n++
		}
		if err != nil {
			fmt.Print(" error: ", err)
		}
		if n > 0 {
			replaced, err := re.Replace(text, "<$0|$1>", -1, 3)
			swapped, err2 := re.ReplaceFunc(text, func(m regexp2.Match) string { return strings.ToUpper(m.String()) + "!" }, -1, -1)
			fmt.Printf("  %d %q %q %v %v\n", n, replaced, swapped, err, err2)
		}
	}
}

// pattern is a random one, as deep as it is told.
func pattern(r *random, depth int) string {
	if depth == 0 {
		return []string{"a", "b", ".", "[ab]", "[^a]", `\w`, `\d`, `\b`, "c", "ab"}[r.next(10)]
	}
	sub := func() string { return pattern(r, depth-1) }
	switch r.next(9) {
	case 0:
		return "(" + sub() + ")" + []string{"*", "+?", "?", "{1,2}", "{2}"}[r.next(5)]
	case 1:
		return sub() + "|" + sub()
	case 2:
		return "(?:" + sub() + ")?"
	case 3:
		return "(?=" + sub() + ")" + sub()
	case 4:
		return "(?<!" + sub() + ")" + sub()
	case 5:
		return "(" + sub() + `)\1?`
	case 6:
		return "(?>" + sub() + ")" + sub()
	default:
		return sub() + sub()
	}
}

func main() {
	for _, p := range patterns {
		try(p, regexp2.None, texts)
	}
	for _, options := range []regexp2.RegexOptions{regexp2.IgnoreCase, regexp2.RightToLeft, regexp2.Multiline | regexp2.Singleline, regexp2.ExplicitCapture, regexp2.ECMAScript, regexp2.RE2, regexp2.IgnorePatternWhitespace} {
		for i := 0; i < len(patterns); i += 3 {
			try(patterns[i], options, texts[:12])
		}
	}
	r := random(42)
	for i := 0; i < 150; i++ {
		var text strings.Builder
		for n := r.next(12); n >= 0; n-- {
			text.WriteByte("aaabbc1 "[r.next(8)])
		}
		try(pattern(&r, 1+r.next(3)), regexp2.None, []string{text.String()})
	}
	for _, s := range []string{"a.b*c", "x[y]{z}\t\n#", "é(日)"} {
		escaped := regexp2.Escape(s)
		back, err := regexp2.Unescape(escaped)
		fmt.Println(escaped, back == s, err)
	}
}
