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

// Output:
// [] [] false []
// [1 3 1 2 -1 -1 2 3] [1 3] true [2 5 2 4 -1 -1 4 5]
// [0 4 0 2 -1 -1 2 4] [0 4] true [0 8 0 4 -1 -1 4 8]
// [4 7 4 5 -1 -1 5 7] [4 7] true [4 10 4 6 -1 -1 6 10]
// [2 6 2 3 3 4 4 6] [2 6] true [2 9 2 4 4 5 5 9]
// [] [] false []
