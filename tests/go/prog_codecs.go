// Base64, run lengths, Huffman codes, LZ, CRC-32, hex dumps and a regular-expression matcher.
package main

import (
	"fmt"
	"strings"
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func base64(in []byte) string {
	var out []byte
	for ; len(in) > 0; in = in[min(3, len(in)):] {
		var b [3]byte
		n := copy(b[:], in)
		v := uint(b[0])<<16 | uint(b[1])<<8 | uint(b[2])
		for i := 0; i < 4; i++ {
			if i <= n {
				out = append(out, alphabet[v>>(18-6*uint(i))&63])
			} else {
				out = append(out, '=')
			}
		}
	}
	return string(out)
}

func unbase64(s string) (out []byte, err error) {
	v, bits := uint(0), 0
	for i, c := range strings.TrimRight(s, "=") {
		d := strings.IndexRune(alphabet, c)
		if d < 0 {
			return nil, fmt.Errorf("bad character %q at %d", c, i)
		}
		v = v<<6 | uint(d)
		if bits += 6; bits >= 8 {
			bits -= 8
			out = append(out, byte(v>>uint(bits)))
		}
	}
	return
}

func crc32(data []byte) uint32 {
	c := ^uint32(0)
	for _, b := range data {
		c ^= uint32(b)
		for i := 0; i < 8; i++ {
			c = c>>1 ^ 0xEDB88320&-(c&1)
		}
	}
	return ^c
}

func runs(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		fmt.Fprintf(&b, "%d%c", j-i, s[i])
		i = j
	}
	return b.String()
}

type huff struct {
	weight      int
	char        byte
	left, right *huff
}

func huffman(text string) (map[byte]string, int) {
	var count [256]int
	for i := 0; i < len(text); i++ {
		count[text[i]]++
	}
	var nodes []*huff
	for c, n := range count {
		if n > 0 {
			nodes = append(nodes, &huff{weight: n, char: byte(c)})
		}
	}
	take := func() *huff {
		best := 0
		for i, n := range nodes {
			if n.weight < nodes[best].weight {
				best = i
			}
		}
		n := nodes[best]
		nodes = append(nodes[:best], nodes[best+1:]...)
		return n
	}
	for len(nodes) > 1 {
		a, b := take(), take()
		nodes = append(nodes, &huff{a.weight + b.weight, 0, a, b})
	}
	codes := map[byte]string{}
	var walk func(*huff, string)
	walk = func(n *huff, prefix string) {
		if n.left == nil {
			codes[n.char] = prefix
			return
		}
		walk(n.left, prefix+"0")
		walk(n.right, prefix+"1")
	}
	walk(nodes[0], "")
	bits := 0
	for i := 0; i < len(text); i++ {
		bits += len(codes[text[i]])
	}
	return codes, bits
}

type token struct {
	back, length int
	next         byte
}

func lz(s string) (out []token) {
	for i := 0; i < len(s); {
		best := token{next: s[i]}
		for back := 1; back <= i && back < 256; back++ {
			n := 0
			for i+n < len(s)-1 && s[i+n] == s[i-back+n] {
				n++
			}
			if n > best.length {
				best = token{back, n, s[i+n]}
			}
		}
		out = append(out, best)
		i += best.length + 1
	}
	return
}

func unlz(ts []token) string {
	var b []byte
	for _, t := range ts {
		for i := 0; i < t.length; i++ {
			b = append(b, b[len(b)-t.back])
		}
		b = append(b, t.next)
	}
	return string(b)
}

// match knows literals, '.', '*', '^' and '$'.
func match(re, text string) bool {
	if strings.HasPrefix(re, "^") {
		return matchHere(re[1:], text)
	}
	for {
		if matchHere(re, text) {
			return true
		}
		if text == "" {
			return false
		}
		text = text[1:]
	}
}

func matchHere(re, text string) bool {
	switch {
	case re == "":
		return true
	case len(re) > 1 && re[1] == '*':
		for {
			if matchHere(re[2:], text) {
				return true
			}
			if text == "" || re[0] != '.' && re[0] != text[0] {
				return false
			}
			text = text[1:]
		}
	case re == "$":
		return text == ""
	case text != "" && (re[0] == '.' || re[0] == text[0]):
		return matchHere(re[1:], text[1:])
	}
	return false
}

func dump(b []byte) {
	for i := 0; i < len(b); i += 16 {
		line := b[i:min(i+16, len(b))]
		fmt.Printf("%08x  % -47x  |", i, line)
		for _, c := range line {
			if c < ' ' || c > '~' {
				c = '.'
			}
			fmt.Printf("%c", c)
		}
		fmt.Println("|")
	}
}

func main() {
	for _, s := range []string{"", "a", "ab", "abc", "hello, wörld"} {
		e := base64([]byte(s))
		d, err := unbase64(e)
		fmt.Printf("%q %q %v %v\n", e, d, err, string(d) == s)
	}
	_, err := unbase64("ab*d")
	fmt.Println(err)
	fmt.Printf("%08x %08x\n", crc32([]byte("123456789")), crc32(nil))
	fmt.Println(runs("aaabccccd"), runs("") == "")
	text := "it was the best of times, it was the worst of times, it was the age of wisdom"
	codes, bits := huffman(text)
	fmt.Println(len(codes), bits, len(text)*8, len(codes['t']) <= len(codes['w']))
	ts := lz(text)
	fmt.Println(len(ts), unlz(ts) == text, ts[:5])
	for _, c := range [][2]string{{"a*b", "aaab"}, {"^a.c$", "abc"}, {"^a.c$", "xabc"}, {"x*", ""}, {".*z", "abcz"}, {"^$", ""}, {"^$", "a"}, {"b.*d", "abcde"}} {
		fmt.Print(match(c[0], c[1]), " ")
	}
	fmt.Println(".")
	dump([]byte("Hex dumps show\x00bytes\xff and text.\n"))
}

// Output:
// "" "" <nil> true
// "YQ==" "a" <nil> true
// "YWI=" "ab" <nil> true
// "YWJj" "abc" <nil> true
// "aGVsbG8sIHfDtnJsZA==" "hello, wörld" <nil> true
// bad character '*' at 2
// cbf43926 00000000
// 3a1b4c1d true
// 16 275 616 true
// 26 true [{0 0 105} {0 0 116} {0 0 32} {0 0 119} {0 0 97}]
// true true false true true true false true .
// 00000000  48 65 78 20 64 75 6d 70 73 20 73 68 6f 77 00 62  |Hex dumps show.b|
// 00000010  79 74 65 73 ff 20 61 6e 64 20 74 65 78 74 2e 0a  |ytes. and text..|
