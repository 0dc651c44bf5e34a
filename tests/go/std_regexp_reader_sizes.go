package main

import (
	"fmt"
	"io"
	"regexp"
)

// units counts characters as UTF-16 does.
type units struct {
	text []rune
}

func (u *units) ReadRune() (rune, int, error) {
	if len(u.text) == 0 {
		return 0, 0, io.EOF
	}
	c := u.text[0]
	u.text = u.text[1:]
	if c >= 0x10000 {
		return c, 2, nil
	}
	return c, 1, nil
}

func main() {
	re := regexp.MustCompile(`(ж|😀)(x)?(.)`)
	for _, s := range []string{"ж", "аж1", "😀😀xy", "abcdж😀", "aaжx😀", ""} {
		fmt.Println(re.FindReaderSubmatchIndex(&units{[]rune(s)}), re.FindReaderIndex(&units{[]rune(s)}),
			re.MatchReader(&units{[]rune(s)}), re.FindStringSubmatchIndex(s))
	}
}
