// Readers may give halves of surrogate pairs, which match as any other character; in texts they are no UTF-8.
package main

import (
	"fmt"
	"io"
	"regexp"
)

type runes struct {
	list []rune
	size int
}

func (r *runes) ReadRune() (rune, int, error) {
	if len(r.list) == 0 {
		return 0, 0, io.EOF
	}
	c := r.list[0]
	r.list = r.list[1:]
	return c, r.size, nil
}

func main() {
	for _, e := range []string{`\x{d800}`, `\x{dc00}`, `[\x{d800}-\x{dbff}]`, `.`, `\x{fffd}`, `[^a]`, `b`, `\x{d800}\x{dc00}`, `\bb`, `a$`, `(?i)\x{d800}|B`} {
		re := regexp.MustCompile(e)
		for _, list := range [][]rune{{0xd800, 0xdc00}, {0xdc00, 0xd800}, {'a', 0xd800, 'b'}, {0xfffd}} {
			for _, size := range []int{1, 2, 3} {
				fmt.Println(e, list, size, re.FindReaderSubmatchIndex(&runes{list, size}), re.MatchReader(&runes{list, size}))
			}
		}
		fmt.Println(e, re.FindAllStringIndex("\xed\xa0\x80x\xef\xbf\xbd", -1), re.FindAllIndex([]byte("\xedb"), -1))
	}
}

// Output:
