// Text in several scripts through slices, builders, maps and comparisons.
package main

import (
	"fmt"
	"strings"
)

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

func count(s string) map[rune]int {
	m := map[rune]int{}
	for _, r := range s {
		m[r]++
	}
	return m
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func encode(r rune) (out []byte) {
	switch {
	case r < 0x80:
		return []byte{byte(r)}
	case r < 0x800:
		return []byte{0xC0 | byte(r>>6), 0x80 | byte(r)&0x3F}
	case r < 0x10000:
		return []byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F}
	}
	return []byte{0xF0 | byte(r>>18), 0x80 | byte(r>>12)&0x3F, 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F}
}

func main() {
	for _, s := range []string{"hello", "héllo", "世界!", "🙂🙃", "añb"} {
		fmt.Println(s, len(s), len([]rune(s)), reverse(s), strings.ToUpper(s))
	}
	fmt.Println(count("aébaé世"))
	fmt.Println(strings.Map(rot13, "Hello, Wörld"), strings.Map(rot13, strings.Map(rot13, "Same")))
	wrong := 0
	for r := rune(0); r <= 0x10FFFF; r += 41 {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		if string(r) != string(encode(r)) {
			wrong++
		}
	}
	fmt.Println("wrong encodings:", wrong)
	s := "日本語"
	for i := 0; i < len(s); i += 3 {
		fmt.Print(s[i:i+3], "|")
	}
	fmt.Printf("%d %x %q %v\n", len(s), s, s[1:4], []byte(s[:3]))
	fmt.Println("ä" < "z", "Z" < "a", "世" > "a", strings.Index(s, "語"), strings.IndexRune(s, '本'))
	fmt.Printf("%5s|%-5s|%5.1s|%q\n", "世", "世", "世界", "a\tb\x00世")
	var b strings.Builder
	for _, r := range "añ世" {
		b.WriteRune(r)
		b.WriteByte(' ')
	}
	fmt.Printf("%q\n", b.String())
}

// Output:
// hello 5 5 olleh HELLO
// héllo 6 5 olléh HÉLLO
// 世界! 7 3 !界世 世界!
// 🙂🙃 8 2 🙃🙂 🙂🙃
// añb 4 3 bña AÑB
// map[97:2 98:1 233:2 19990:1]
// Uryyb, Jöeyq Same
// wrong encodings: 0
// 日|本|語|9 e697a5e69cace8aa9e "\x97\xa5\xe6" [230 151 165]
// false true true 6 3
//     世|世    |    世|"a\tb\x00世"
// "a ñ 世 "
