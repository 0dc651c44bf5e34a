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
// \x{d800} [55296 56320] 1 [0 1] true
// \x{d800} [55296 56320] 2 [0 2] true
// \x{d800} [55296 56320] 3 [0 3] true
// \x{d800} [56320 55296] 1 [1 2] true
// \x{d800} [56320 55296] 2 [2 4] true
// \x{d800} [56320 55296] 3 [3 6] true
// \x{d800} [97 55296 98] 1 [1 2] true
// \x{d800} [97 55296 98] 2 [2 4] true
// \x{d800} [97 55296 98] 3 [3 6] true
// \x{d800} [65533] 1 [] false
// \x{d800} [65533] 2 [] false
// \x{d800} [65533] 3 [] false
// \x{d800} [] []
// \x{dc00} [55296 56320] 1 [1 2] true
// \x{dc00} [55296 56320] 2 [2 4] true
// \x{dc00} [55296 56320] 3 [3 6] true
// \x{dc00} [56320 55296] 1 [0 1] true
// \x{dc00} [56320 55296] 2 [0 2] true
// \x{dc00} [56320 55296] 3 [0 3] true
// \x{dc00} [97 55296 98] 1 [] false
// \x{dc00} [97 55296 98] 2 [] false
// \x{dc00} [97 55296 98] 3 [] false
// \x{dc00} [65533] 1 [] false
// \x{dc00} [65533] 2 [] false
// \x{dc00} [65533] 3 [] false
// \x{dc00} [] []
// [\x{d800}-\x{dbff}] [55296 56320] 1 [0 1] true
// [\x{d800}-\x{dbff}] [55296 56320] 2 [0 2] true
// [\x{d800}-\x{dbff}] [55296 56320] 3 [0 3] true
// [\x{d800}-\x{dbff}] [56320 55296] 1 [1 2] true
// [\x{d800}-\x{dbff}] [56320 55296] 2 [2 4] true
// [\x{d800}-\x{dbff}] [56320 55296] 3 [3 6] true
// [\x{d800}-\x{dbff}] [97 55296 98] 1 [1 2] true
// [\x{d800}-\x{dbff}] [97 55296 98] 2 [2 4] true
// [\x{d800}-\x{dbff}] [97 55296 98] 3 [3 6] true
// [\x{d800}-\x{dbff}] [65533] 1 [] false
// [\x{d800}-\x{dbff}] [65533] 2 [] false
// [\x{d800}-\x{dbff}] [65533] 3 [] false
// [\x{d800}-\x{dbff}] [] []
// . [55296 56320] 1 [0 1] true
// . [55296 56320] 2 [0 2] true
// . [55296 56320] 3 [0 3] true
// . [56320 55296] 1 [0 1] true
// . [56320 55296] 2 [0 2] true
// . [56320 55296] 3 [0 3] true
// . [97 55296 98] 1 [0 1] true
// . [97 55296 98] 2 [0 2] true
// . [97 55296 98] 3 [0 3] true
// . [65533] 1 [0 1] true
// . [65533] 2 [0 2] true
// . [65533] 3 [0 3] true
// . [[0 1] [1 2] [2 3] [3 4] [4 7]] [[0 1] [1 2]]
// \x{fffd} [55296 56320] 1 [] false
// \x{fffd} [55296 56320] 2 [] false
// \x{fffd} [55296 56320] 3 [] false
// \x{fffd} [56320 55296] 1 [] false
// \x{fffd} [56320 55296] 2 [] false
// \x{fffd} [56320 55296] 3 [] false
// \x{fffd} [97 55296 98] 1 [] false
// \x{fffd} [97 55296 98] 2 [] false
// \x{fffd} [97 55296 98] 3 [] false
// \x{fffd} [65533] 1 [0 1] true
// \x{fffd} [65533] 2 [0 2] true
// \x{fffd} [65533] 3 [0 3] true
// \x{fffd} [[0 1] [1 2] [2 3] [4 7]] [[0 1]]
// [^a] [55296 56320] 1 [0 1] true
// [^a] [55296 56320] 2 [0 2] true
// [^a] [55296 56320] 3 [0 3] true
// [^a] [56320 55296] 1 [0 1] true
// [^a] [56320 55296] 2 [0 2] true
// [^a] [56320 55296] 3 [0 3] true
// [^a] [97 55296 98] 1 [1 2] true
// [^a] [97 55296 98] 2 [2 4] true
// [^a] [97 55296 98] 3 [3 6] true
// [^a] [65533] 1 [0 1] true
// [^a] [65533] 2 [0 2] true
// [^a] [65533] 3 [0 3] true
// [^a] [[0 1] [1 2] [2 3] [3 4] [4 7]] [[0 1] [1 2]]
// b [55296 56320] 1 [] false
// b [55296 56320] 2 [] false
// b [55296 56320] 3 [] false
// b [56320 55296] 1 [] false
// b [56320 55296] 2 [] false
// b [56320 55296] 3 [] false
// b [97 55296 98] 1 [2 3] true
// b [97 55296 98] 2 [4 6] true
// b [97 55296 98] 3 [6 9] true
// b [65533] 1 [] false
// b [65533] 2 [] false
// b [65533] 3 [] false
// b [] [[1 2]]
// \x{d800}\x{dc00} [55296 56320] 1 [0 2] true
// \x{d800}\x{dc00} [55296 56320] 2 [0 4] true
// \x{d800}\x{dc00} [55296 56320] 3 [0 6] true
// \x{d800}\x{dc00} [56320 55296] 1 [] false
// \x{d800}\x{dc00} [56320 55296] 2 [] false
// \x{d800}\x{dc00} [56320 55296] 3 [] false
// \x{d800}\x{dc00} [97 55296 98] 1 [] false
// \x{d800}\x{dc00} [97 55296 98] 2 [] false
// \x{d800}\x{dc00} [97 55296 98] 3 [] false
// \x{d800}\x{dc00} [65533] 1 [] false
// \x{d800}\x{dc00} [65533] 2 [] false
// \x{d800}\x{dc00} [65533] 3 [] false
// \x{d800}\x{dc00} [] []
// \bb [55296 56320] 1 [] false
// \bb [55296 56320] 2 [] false
// \bb [55296 56320] 3 [] false
// \bb [56320 55296] 1 [] false
// \bb [56320 55296] 2 [] false
// \bb [56320 55296] 3 [] false
// \bb [97 55296 98] 1 [2 3] true
// \bb [97 55296 98] 2 [4 6] true
// \bb [97 55296 98] 3 [6 9] true
// \bb [65533] 1 [] false
// \bb [65533] 2 [] false
// \bb [65533] 3 [] false
// \bb [] [[1 2]]
// a$ [55296 56320] 1 [] false
// a$ [55296 56320] 2 [] false
// a$ [55296 56320] 3 [] false
// a$ [56320 55296] 1 [] false
// a$ [56320 55296] 2 [] false
// a$ [56320 55296] 3 [] false
// a$ [97 55296 98] 1 [] false
// a$ [97 55296 98] 2 [] false
// a$ [97 55296 98] 3 [] false
// a$ [65533] 1 [] false
// a$ [65533] 2 [] false
// a$ [65533] 3 [] false
// a$ [] []
// (?i)\x{d800}|B [55296 56320] 1 [0 1] true
// (?i)\x{d800}|B [55296 56320] 2 [0 2] true
// (?i)\x{d800}|B [55296 56320] 3 [0 3] true
// (?i)\x{d800}|B [56320 55296] 1 [1 2] true
// (?i)\x{d800}|B [56320 55296] 2 [2 4] true
// (?i)\x{d800}|B [56320 55296] 3 [3 6] true
// (?i)\x{d800}|B [97 55296 98] 1 [1 2] true
// (?i)\x{d800}|B [97 55296 98] 2 [2 4] true
// (?i)\x{d800}|B [97 55296 98] 3 [3 6] true
// (?i)\x{d800}|B [65533] 1 [] false
// (?i)\x{d800}|B [65533] 2 [] false
// (?i)\x{d800}|B [65533] 3 [] false
// (?i)\x{d800}|B [] [[1 2]]
