package main

import (
	"bytes"
	"fmt"
	"io"
	"text/tabwriter"
)

func main() {
	texts := []string{"a\tb\tc\nlonger\tx\ty\n\nz\t\tq\n", "", "x", "\t\t\n\ta\tb\n", "a\v\vb\nlong\v\vq\n", "<b>bold</b>\tx&lt;y\t1\nab\tcd\t2\n",
		"\xffa\tb\xff\tc\nd\te\n", "héllo\t世界\tx\nab\tc\td\n", "a\tb\fccc\tddd\tee\n", "aaa\t\n\tb\n\t\tcc\n", "1\t2\t3", "1\t2\t3\t", "a|b\tc\n<open\tx\n",
		"name\tage\tcity\nBob\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"}
	for _, flags := range []uint{0, tabwriter.FilterHTML, tabwriter.StripEscape, tabwriter.AlignRight, tabwriter.DiscardEmptyColumns, tabwriter.TabIndent, tabwriter.Debug, tabwriter.AlignRight | tabwriter.Debug, tabwriter.TabIndent | tabwriter.Debug | tabwriter.StripEscape | tabwriter.FilterHTML} {
		for _, conf := range [][4]int{{0, 8, 1, ' '}, {8, 8, 1, '\t'}, {0, 4, 2, '-'}} {
			for i, t := range texts {
				var out bytes.Buffer
				fmt.Println(flags, conf, i)
				w := tabwriter.NewWriter(&out, conf[0], conf[1], conf[2], byte(conf[3]), flags)
				fmt.Fprint(w, t)
				w.Flush()
				io.WriteString(w, t)
				io.WriteString(w, t)
				w.Flush()
				fmt.Printf("%q\n", out.Bytes())
			}
		}
	}
}

// Output:
// 0 [0 8 1 32] 0
// "a      b c\nlonger x y\n\nz  q\na      b c\nlonger x y\n\nz        q\na      b c\nlonger x y\n\nz  q\n"
// 0 [0 8 1 32] 1
// ""
// 0 [0 8 1 32] 2
// "xxx"
// 0 [0 8 1 32] 3
// "   \n a b\n   \n a b\n   \n a b\n"
// 0 [0 8 1 32] 4
// "a     b\nlong  q\na     b\nlong  q\na     b\nlong  q\n"
// 0 [0 8 1 32] 5
// "<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n"
// 0 [0 8 1 32] 6
// "\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n"
// 0 [0 8 1 32] 7
// "héllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\n"
// 0 [0 8 1 32] 8
// "a b\nccc ddd ee\na b\nccc ddd ee\na   b\nccc ddd ee\n"
// 0 [0 8 1 32] 9
// "aaa \n    b\n     cc\naaa \n    b\n     cc\naaa \n    b\n     cc\n"
// 0 [0 8 1 32] 10
// "1 2 31 2 31 2 3"
// 0 [0 8 1 32] 11
// "1 2 31 2 3 1 2 3"
// 0 [0 8 1 32] 12
// "a|b   c\n<open x\na|b   c\n<open x\na|b   c\n<open x\n"
// 0 [0 8 1 32] 13
// "name      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n          q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\n"
// 0 [8 8 1 9] 0
// "a\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\n"
// 0 [8 8 1 9] 1
// ""
// 0 [8 8 1 9] 2
// "xxx"
// 0 [8 8 1 9] 3
// "\t\t\n\ta\tb\n\t\t\n\ta\tb\n\t\t\n\ta\tb\n"
// 0 [8 8 1 9] 4
// "a\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\n"
// 0 [8 8 1 9] 5
// "<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n"
// 0 [8 8 1 9] 6
// "\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n"
// 0 [8 8 1 9] 7
// "héllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\n"
// 0 [8 8 1 9] 8
// "a\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\n"
// 0 [8 8 1 9] 9
// "aaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\n"
// 0 [8 8 1 9] 10
// "1\t2\t31\t2\t31\t2\t3"
// 0 [8 8 1 9] 11
// "1\t2\t31\t2\t3\t1\t2\t3"
// 0 [8 8 1 9] 12
// "a|b\tc\n<open\tx\na|b\tc\n<open\tx\na|b\tc\n<open\tx\n"
// 0 [8 8 1 9] 13
// "name\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\t\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"
// 0 [0 4 2 45] 0
// "a-------b--c\nlonger--x--y\n\nz----q\na-------b--c\nlonger--x--y\n\nz----------q\na-------b--c\nlonger--x--y\n\nz----q\n"
// 0 [0 4 2 45] 1
// ""
// 0 [0 4 2 45] 2
// "xxx"
// 0 [0 4 2 45] 3
// "-----\n--a--b\n-----\n--a--b\n-----\n--a--b\n"
// 0 [0 4 2 45] 4
// "a-------b\nlong----q\na-------b\nlong----q\na-------b\nlong----q\n"
// 0 [0 4 2 45] 5
// "<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n"
// 0 [0 4 2 45] 6
// "\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n"
// 0 [0 4 2 45] 7
// "héllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\n"
// 0 [0 4 2 45] 8
// "a--b\nccc--ddd--ee\na--b\nccc--ddd--ee\na----b\nccc--ddd--ee\n"
// 0 [0 4 2 45] 9
// "aaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\n"
// 0 [0 4 2 45] 10
// "1--2--31--2--31--2--3"
// 0 [0 4 2 45] 11
// "1--2--31--2--3--1--2--3"
// 0 [0 4 2 45] 12
// "a|b----c\n<open--x\na|b----c\n<open--x\na|b----c\n<open--x\n"
// 0 [0 4 2 45] 13
// "name-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n-----------q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\n"
// 1 [0 8 1 32] 0
// "a      b c\nlonger x y\n\nz  q\na      b c\nlonger x y\n\nz        q\na      b c\nlonger x y\n\nz  q\n"
// 1 [0 8 1 32] 1
// ""
// 1 [0 8 1 32] 2
// "xxx"
// 1 [0 8 1 32] 3
// "   \n a b\n   \n a b\n   \n a b\n"
// 1 [0 8 1 32] 4
// "a     b\nlong  q\na     b\nlong  q\na     b\nlong  q\n"
// 1 [0 8 1 32] 5
// "<b>bold</b> x&lt;y 1\nab   cd  2\n<b>bold</b> x&lt;y 1\nab   cd  2\n<b>bold</b> x&lt;y 1\nab   cd  2\n"
// 1 [0 8 1 32] 6
// "\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n"
// 1 [0 8 1 32] 7
// "héllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\n"
// 1 [0 8 1 32] 8
// "a b\nccc ddd ee\na b\nccc ddd ee\na   b\nccc ddd ee\n"
// 1 [0 8 1 32] 9
// "aaa \n    b\n     cc\naaa \n    b\n     cc\naaa \n    b\n     cc\n"
// 1 [0 8 1 32] 10
// "1 2 31 2 31 2 3"
// 1 [0 8 1 32] 11
// "1 2 31 2 3 1 2 3"
// 1 [0 8 1 32] 12
// "a|b c\n<open\tx\na|b c\n<open\tx\na|b\tc\n<open\tx\n"
// 1 [0 8 1 32] 13
// "name      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n          q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\n"
// 1 [8 8 1 9] 0
// "a\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\n"
// 1 [8 8 1 9] 1
// ""
// 1 [8 8 1 9] 2
// "xxx"
// 1 [8 8 1 9] 3
// "\t\t\n\ta\tb\n\t\t\n\ta\tb\n\t\t\n\ta\tb\n"
// 1 [8 8 1 9] 4
// "a\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\n"
// 1 [8 8 1 9] 5
// "<b>bold</b>\tx&lt;y\t1\nab\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\tcd\t2\n"
// 1 [8 8 1 9] 6
// "\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n"
// 1 [8 8 1 9] 7
// "héllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\n"
// 1 [8 8 1 9] 8
// "a\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\n"
// 1 [8 8 1 9] 9
// "aaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\n"
// 1 [8 8 1 9] 10
// "1\t2\t31\t2\t31\t2\t3"
// 1 [8 8 1 9] 11
// "1\t2\t31\t2\t3\t1\t2\t3"
// 1 [8 8 1 9] 12
// "a|b\tc\n<open\tx\na|b\tc\n<open\tx\na|b\tc\n<open\tx\n"
// 1 [8 8 1 9] 13
// "name\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\t\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"
// 1 [0 4 2 45] 0
// "a-------b--c\nlonger--x--y\n\nz----q\na-------b--c\nlonger--x--y\n\nz----------q\na-------b--c\nlonger--x--y\n\nz----q\n"
// 1 [0 4 2 45] 1
// ""
// 1 [0 4 2 45] 2
// "xxx"
// 1 [0 4 2 45] 3
// "-----\n--a--b\n-----\n--a--b\n-----\n--a--b\n"
// 1 [0 4 2 45] 4
// "a-------b\nlong----q\na-------b\nlong----q\na-------b\nlong----q\n"
// 1 [0 4 2 45] 5
// "<b>bold</b>--x&lt;y--1\nab----cd---2\n<b>bold</b>--x&lt;y--1\nab----cd---2\n<b>bold</b>--x&lt;y--1\nab----cd---2\n"
// 1 [0 4 2 45] 6
// "\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n"
// 1 [0 4 2 45] 7
// "héllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\n"
// 1 [0 4 2 45] 8
// "a--b\nccc--ddd--ee\na--b\nccc--ddd--ee\na----b\nccc--ddd--ee\n"
// 1 [0 4 2 45] 9
// "aaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\n"
// 1 [0 4 2 45] 10
// "1--2--31--2--31--2--3"
// 1 [0 4 2 45] 11
// "1--2--31--2--3--1--2--3"
// 1 [0 4 2 45] 12
// "a|b--c\n<open\tx\na|b--c\n<open\tx\na|b\tc\n<open\tx\n"
// 1 [0 4 2 45] 13
// "name-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n-----------q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\n"
// 2 [0 8 1 32] 0
// "a      b c\nlonger x y\n\nz  q\na      b c\nlonger x y\n\nz        q\na      b c\nlonger x y\n\nz  q\n"
// 2 [0 8 1 32] 1
// ""
// 2 [0 8 1 32] 2
// "xxx"
// 2 [0 8 1 32] 3
// "   \n a b\n   \n a b\n   \n a b\n"
// 2 [0 8 1 32] 4
// "a     b\nlong  q\na     b\nlong  q\na     b\nlong  q\n"
// 2 [0 8 1 32] 5
// "<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n"
// 2 [0 8 1 32] 6
// "a\tb c\nd   e\na\tb c\nd   e\na\tb c\nd   e\n"
// 2 [0 8 1 32] 7
// "héllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\n"
// 2 [0 8 1 32] 8
// "a b\nccc ddd ee\na b\nccc ddd ee\na   b\nccc ddd ee\n"
// 2 [0 8 1 32] 9
// "aaa \n    b\n     cc\naaa \n    b\n     cc\naaa \n    b\n     cc\n"
// 2 [0 8 1 32] 10
// "1 2 31 2 31 2 3"
// 2 [0 8 1 32] 11
// "1 2 31 2 3 1 2 3"
// 2 [0 8 1 32] 12
// "a|b   c\n<open x\na|b   c\n<open x\na|b   c\n<open x\n"
// 2 [0 8 1 32] 13
// "name      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n          q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\n"
// 2 [8 8 1 9] 0
// "a\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\n"
// 2 [8 8 1 9] 1
// ""
// 2 [8 8 1 9] 2
// "xxx"
// 2 [8 8 1 9] 3
// "\t\t\n\ta\tb\n\t\t\n\ta\tb\n\t\t\n\ta\tb\n"
// 2 [8 8 1 9] 4
// "a\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\n"
// 2 [8 8 1 9] 5
// "<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n"
// 2 [8 8 1 9] 6
// "a\tb\tc\nd\te\na\tb\tc\nd\te\na\tb\tc\nd\te\n"
// 2 [8 8 1 9] 7
// "héllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\n"
// 2 [8 8 1 9] 8
// "a\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\n"
// 2 [8 8 1 9] 9
// "aaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\n"
// 2 [8 8 1 9] 10
// "1\t2\t31\t2\t31\t2\t3"
// 2 [8 8 1 9] 11
// "1\t2\t31\t2\t3\t1\t2\t3"
// 2 [8 8 1 9] 12
// "a|b\tc\n<open\tx\na|b\tc\n<open\tx\na|b\tc\n<open\tx\n"
// 2 [8 8 1 9] 13
// "name\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\t\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"
// 2 [0 4 2 45] 0
// "a-------b--c\nlonger--x--y\n\nz----q\na-------b--c\nlonger--x--y\n\nz----------q\na-------b--c\nlonger--x--y\n\nz----q\n"
// 2 [0 4 2 45] 1
// ""
// 2 [0 4 2 45] 2
// "xxx"
// 2 [0 4 2 45] 3
// "-----\n--a--b\n-----\n--a--b\n-----\n--a--b\n"
// 2 [0 4 2 45] 4
// "a-------b\nlong----q\na-------b\nlong----q\na-------b\nlong----q\n"
// 2 [0 4 2 45] 5
// "<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n"
// 2 [0 4 2 45] 6
// "a\tb--c\nd----e\na\tb--c\nd----e\na\tb--c\nd----e\n"
// 2 [0 4 2 45] 7
// "héllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\n"
// 2 [0 4 2 45] 8
// "a--b\nccc--ddd--ee\na--b\nccc--ddd--ee\na----b\nccc--ddd--ee\n"
// 2 [0 4 2 45] 9
// "aaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\n"
// 2 [0 4 2 45] 10
// "1--2--31--2--31--2--3"
// 2 [0 4 2 45] 11
// "1--2--31--2--3--1--2--3"
// 2 [0 4 2 45] 12
// "a|b----c\n<open--x\na|b----c\n<open--x\na|b----c\n<open--x\n"
// 2 [0 4 2 45] 13
// "name-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n-----------q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\n"
// 4 [0 8 1 32] 0
// "      a bc\n longer xy\n\n z q\n      a bc\n longer xy\n\n      z  q\n      a bc\n longer xy\n\n z q\n"
// 4 [0 8 1 32] 1
// ""
// 4 [0 8 1 32] 2
// "xxx"
// 4 [0 8 1 32] 3
// "   \n  ab\n   \n  ab\n   \n  ab\n"
// 4 [0 8 1 32] 4
// "    a b\n long q\n    a b\n long q\n    a b\n long q\n"
// 4 [0 8 1 32] 5
// " <b>bold</b> x&lt;y1\n          ab     cd2\n <b>bold</b> x&lt;y1\n          ab     cd2\n <b>bold</b> x&lt;y1\n          ab     cd2\n"
// 4 [0 8 1 32] 6
// " \xffa\tb\xffc\n   de\n \xffa\tb\xffc\n   de\n \xffa\tb\xffc\n   de\n"
// 4 [0 8 1 32] 7
// " héllo 世界x\n    ab  cd\n héllo 世界x\n    ab  cd\n héllo 世界x\n    ab  cd\n"
// 4 [0 8 1 32] 8
// " ab\n ccc dddee\n ab\n ccc dddee\n   ab\n ccc dddee\n"
// 4 [0 8 1 32] 9
// " aaa\n    b\n     cc\n aaa\n    b\n     cc\n aaa\n    b\n     cc\n"
// 4 [0 8 1 32] 10
// " 1 23 1 2 31 23"
// 4 [0 8 1 32] 11
// " 1 23 1 2 3 1 23"
// 4 [0 8 1 32] 12
// "   a|bc\n <openx\n   a|bc\n <openx\n   a|bc\n <openx\n"
// 4 [0 8 1 32] 13
// "      name agecity\n       Bob  42Paris\n Alexandra   7X\nnone\n q\n      name agecity\n       Bob  42Paris\n Alexandra   7X\nnone\n          q\n      name agecity\n       Bob  42Paris\n Alexandra   7X\nnone\n q\n"
// 4 [8 8 1 9] 0
// "a\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\n"
// 4 [8 8 1 9] 1
// ""
// 4 [8 8 1 9] 2
// "xxx"
// 4 [8 8 1 9] 3
// "\t\t\n\ta\tb\n\t\t\n\ta\tb\n\t\t\n\ta\tb\n"
// 4 [8 8 1 9] 4
// "a\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\n"
// 4 [8 8 1 9] 5
// "<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n"
// 4 [8 8 1 9] 6
// "\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n"
// 4 [8 8 1 9] 7
// "héllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\n"
// 4 [8 8 1 9] 8
// "a\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\n"
// 4 [8 8 1 9] 9
// "aaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\n"
// 4 [8 8 1 9] 10
// "1\t2\t31\t2\t31\t2\t3"
// 4 [8 8 1 9] 11
// "1\t2\t31\t2\t3\t1\t2\t3"
// 4 [8 8 1 9] 12
// "a|b\tc\n<open\tx\na|b\tc\n<open\tx\na|b\tc\n<open\tx\n"
// 4 [8 8 1 9] 13
// "name\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\t\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"
// 4 [0 4 2 45] 0
// "-------a--bc\n--longer--xy\n\n--z--q\n-------a--bc\n--longer--xy\n\n-------z---q\n-------a--bc\n--longer--xy\n\n--z--q\n"
// 4 [0 4 2 45] 1
// ""
// 4 [0 4 2 45] 2
// "xxx"
// 4 [0 4 2 45] 3
// "-----\n----ab\n-----\n----ab\n-----\n----ab\n"
// 4 [0 4 2 45] 4
// "-----a--b\n--long--q\n-----a--b\n--long--q\n-----a--b\n--long--q\n"
// 4 [0 4 2 45] 5
// "--<b>bold</b>--x&lt;y1\n-----------ab------cd2\n--<b>bold</b>--x&lt;y1\n-----------ab------cd2\n--<b>bold</b>--x&lt;y1\n-----------ab------cd2\n"
// 4 [0 4 2 45] 6
// "--\xffa\tb\xffc\n----de\n--\xffa\tb\xffc\n----de\n--\xffa\tb\xffc\n----de\n"
// 4 [0 4 2 45] 7
// "--héllo--世界x\n-----ab---cd\n--héllo--世界x\n-----ab---cd\n--héllo--世界x\n-----ab---cd\n"
// 4 [0 4 2 45] 8
// "--ab\n--ccc--dddee\n--ab\n--ccc--dddee\n----ab\n--ccc--dddee\n"
// 4 [0 4 2 45] 9
// "--aaa\n-----b\n-------cc\n--aaa\n-----b\n-------cc\n--aaa\n-----b\n-------cc\n"
// 4 [0 4 2 45] 10
// "--1--23--1--2--31--23"
// 4 [0 4 2 45] 11
// "--1--23--1--2--3--1--23"
// 4 [0 4 2 45] 12
// "----a|bc\n--<openx\n----a|bc\n--<openx\n----a|bc\n--<openx\n"
// 4 [0 4 2 45] 13
// "-------name--agecity\n--------Bob---42Paris\n--Alexandra----7X\nnone\n--q\n-------name--agecity\n--------Bob---42Paris\n--Alexandra----7X\nnone\n-----------q\n-------name--agecity\n--------Bob---42Paris\n--Alexandra----7X\nnone\n--q\n"
// 8 [0 8 1 32] 0
// "a      b c\nlonger x y\n\nz  q\na      b c\nlonger x y\n\nz        q\na      b c\nlonger x y\n\nz  q\n"
// 8 [0 8 1 32] 1
// ""
// 8 [0 8 1 32] 2
// "xxx"
// 8 [0 8 1 32] 3
// "   \n a b\n   \n a b\n   \n a b\n"
// 8 [0 8 1 32] 4
// "a    b\nlong q\na    b\nlong q\na    b\nlong q\n"
// 8 [0 8 1 32] 5
// "<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n"
// 8 [0 8 1 32] 6
// "\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n"
// 8 [0 8 1 32] 7
// "héllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\n"
// 8 [0 8 1 32] 8
// "a b\nccc ddd ee\na b\nccc ddd ee\na   b\nccc ddd ee\n"
// 8 [0 8 1 32] 9
// "aaa \n    b\n     cc\naaa \n    b\n     cc\naaa \n    b\n     cc\n"
// 8 [0 8 1 32] 10
// "1 2 31 2 31 2 3"
// 8 [0 8 1 32] 11
// "1 2 31 2 3 1 2 3"
// 8 [0 8 1 32] 12
// "a|b   c\n<open x\na|b   c\n<open x\na|b   c\n<open x\n"
// 8 [0 8 1 32] 13
// "name      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n          q\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n q\n"
// 8 [8 8 1 9] 0
// "a\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\n"
// 8 [8 8 1 9] 1
// ""
// 8 [8 8 1 9] 2
// "xxx"
// 8 [8 8 1 9] 3
// "\t\t\n\ta\tb\n\t\t\n\ta\tb\n\t\t\n\ta\tb\n"
// 8 [8 8 1 9] 4
// "a\tb\nlong\tq\na\tb\nlong\tq\na\tb\nlong\tq\n"
// 8 [8 8 1 9] 5
// "<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n"
// 8 [8 8 1 9] 6
// "\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n"
// 8 [8 8 1 9] 7
// "héllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\n"
// 8 [8 8 1 9] 8
// "a\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\n"
// 8 [8 8 1 9] 9
// "aaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\n"
// 8 [8 8 1 9] 10
// "1\t2\t31\t2\t31\t2\t3"
// 8 [8 8 1 9] 11
// "1\t2\t31\t2\t3\t1\t2\t3"
// 8 [8 8 1 9] 12
// "a|b\tc\n<open\tx\na|b\tc\n<open\tx\na|b\tc\n<open\tx\n"
// 8 [8 8 1 9] 13
// "name\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\t\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"
// 8 [0 4 2 45] 0
// "a-------b--c\nlonger--x--y\n\nz----q\na-------b--c\nlonger--x--y\n\nz----------q\na-------b--c\nlonger--x--y\n\nz----q\n"
// 8 [0 4 2 45] 1
// ""
// 8 [0 4 2 45] 2
// "xxx"
// 8 [0 4 2 45] 3
// "-----\n--a--b\n-----\n--a--b\n-----\n--a--b\n"
// 8 [0 4 2 45] 4
// "a-----b\nlong--q\na-----b\nlong--q\na-----b\nlong--q\n"
// 8 [0 4 2 45] 5
// "<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n"
// 8 [0 4 2 45] 6
// "\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n"
// 8 [0 4 2 45] 7
// "héllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\n"
// 8 [0 4 2 45] 8
// "a--b\nccc--ddd--ee\na--b\nccc--ddd--ee\na----b\nccc--ddd--ee\n"
// 8 [0 4 2 45] 9
// "aaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\naaa--\n-----b\n-------cc\n"
// 8 [0 4 2 45] 10
// "1--2--31--2--31--2--3"
// 8 [0 4 2 45] 11
// "1--2--31--2--3--1--2--3"
// 8 [0 4 2 45] 12
// "a|b----c\n<open--x\na|b----c\n<open--x\na|b----c\n<open--x\n"
// 8 [0 4 2 45] 13
// "name-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n-----------q\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n--q\n"
// 16 [0 8 1 32] 0
// "a      b c\nlonger x y\n\nz  q\na      b c\nlonger x y\n\nz        q\na      b c\nlonger x y\n\nz  q\n"
// 16 [0 8 1 32] 1
// ""
// 16 [0 8 1 32] 2
// "xxx"
// 16 [0 8 1 32] 3
// "\t\t\n\ta b\n\t\t\n\ta b\n\t\t\n\ta b\n"
// 16 [0 8 1 32] 4
// "a     b\nlong  q\na     b\nlong  q\na     b\nlong  q\n"
// 16 [0 8 1 32] 5
// "<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n<b>bold</b> x&lt;y 1\nab          cd     2\n"
// 16 [0 8 1 32] 6
// "\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n\xffa\tb\xff c\nd   e\n"
// 16 [0 8 1 32] 7
// "héllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\nhéllo 世界 x\nab    c  d\n"
// 16 [0 8 1 32] 8
// "a b\nccc ddd ee\na b\nccc ddd ee\na   b\nccc ddd ee\n"
// 16 [0 8 1 32] 9
// "aaa \n\tb\n\t\tcc\naaa \n\tb\n\t\tcc\naaa \n\tb\n\t\tcc\n"
// 16 [0 8 1 32] 10
// "1 2 31 2 31 2 3"
// 16 [0 8 1 32] 11
// "1 2 31 2 3 1 2 3"
// 16 [0 8 1 32] 12
// "a|b   c\n<open x\na|b   c\n<open x\na|b   c\n<open x\n"
// 16 [0 8 1 32] 13
// "name      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n\tq\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n\t\tq\nname      age city\nBob       42  Paris\nAlexandra 7   X\nnone\n\tq\n"
// 16 [8 8 1 9] 0
// "a\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\na\tb\tc\nlonger\tx\ty\n\nz\t\tq\n"
// 16 [8 8 1 9] 1
// ""
// 16 [8 8 1 9] 2
// "xxx"
// 16 [8 8 1 9] 3
// "\t\t\n\ta\tb\n\t\t\n\ta\tb\n\t\t\n\ta\tb\n"
// 16 [8 8 1 9] 4
// "a\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\na\t\tb\nlong\t\tq\n"
// 16 [8 8 1 9] 5
// "<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n<b>bold</b>\tx&lt;y\t1\nab\t\tcd\t2\n"
// 16 [8 8 1 9] 6
// "\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n\xffa\tb\xff\tc\nd\te\n"
// 16 [8 8 1 9] 7
// "héllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\nhéllo\t世界\tx\nab\tc\td\n"
// 16 [8 8 1 9] 8
// "a\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\na\tb\nccc\tddd\tee\n"
// 16 [8 8 1 9] 9
// "aaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\naaa\t\n\tb\n\t\tcc\n"
// 16 [8 8 1 9] 10
// "1\t2\t31\t2\t31\t2\t3"
// 16 [8 8 1 9] 11
// "1\t2\t31\t2\t3\t1\t2\t3"
// 16 [8 8 1 9] 12
// "a|b\tc\n<open\tx\na|b\tc\n<open\tx\na|b\tc\n<open\tx\n"
// 16 [8 8 1 9] 13
// "name\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\t\tq\nname\t\tage\tcity\nBob\t\t42\tParis\nAlexandra\t7\tX\nnone\n\tq\n"
// 16 [0 4 2 45] 0
// "a-------b--c\nlonger--x--y\n\nz----q\na-------b--c\nlonger--x--y\n\nz----------q\na-------b--c\nlonger--x--y\n\nz----q\n"
// 16 [0 4 2 45] 1
// ""
// 16 [0 4 2 45] 2
// "xxx"
// 16 [0 4 2 45] 3
// "\t\t\n\ta--b\n\t\t\n\ta--b\n\t\t\n\ta--b\n"
// 16 [0 4 2 45] 4
// "a-------b\nlong----q\na-------b\nlong----q\na-------b\nlong----q\n"
// 16 [0 4 2 45] 5
// "<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n<b>bold</b>--x&lt;y--1\nab-----------cd------2\n"
// 16 [0 4 2 45] 6
// "\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n\xffa\tb\xff--c\nd----e\n"
// 16 [0 4 2 45] 7
// "héllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\nhéllo--世界--x\nab-----c---d\n"
// 16 [0 4 2 45] 8
// "a--b\nccc--ddd--ee\na--b\nccc--ddd--ee\na----b\nccc--ddd--ee\n"
// 16 [0 4 2 45] 9
// "aaa--\n\t\tb\n\t\t\tcc\naaa--\n\t\tb\n\t\t\tcc\naaa--\n\t\tb\n\t\t\tcc\n"
// 16 [0 4 2 45] 10
// "1--2--31--2--31--2--3"
// 16 [0 4 2 45] 11
// "1--2--31--2--3--1--2--3"
// 16 [0 4 2 45] 12
// "a|b----c\n<open--x\na|b----c\n<open--x\na|b----c\n<open--x\n"
// 16 [0 4 2 45] 13
// "name-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n\tq\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n\t\t\tq\nname-------age--city\nBob--------42---Paris\nAlexandra--7----X\nnone\n\tq\n"
// 32 [0 8 1 32] 0
// "a      |b |c\nlonger |x |y\n\nz | |q\na      |b |c\nlonger |x |y\n\nz      |  |q\na      |b |c\nlonger |x |y\n\nz | |q\n"
// 32 [0 8 1 32] 1
// ""
// 32 [0 8 1 32] 2
// "xxx"
// 32 [0 8 1 32] 3
// " |  |\n |a |b\n |  |\n |a |b\n |  |\n |a |b\n"
// 32 [0 8 1 32] 4
// "a    | |b\nlong | |q\na    | |b\nlong | |q\na    | |b\nlong | |q\n"
// 32 [0 8 1 32] 5
// "<b>bold</b> |x&lt;y |1\nab          |cd     |2\n<b>bold</b> |x&lt;y |1\nab          |cd     |2\n<b>bold</b> |x&lt;y |1\nab          |cd     |2\n"
// 32 [0 8 1 32] 6
// "\xffa\tb\xff |c\nd   |e\n\xffa\tb\xff |c\nd   |e\n\xffa\tb\xff |c\nd   |e\n"
// 32 [0 8 1 32] 7
// "héllo |世界 |x\nab    |c  |d\nhéllo |世界 |x\nab    |c  |d\nhéllo |世界 |x\nab    |c  |d\n"
// 32 [0 8 1 32] 8
// "a |b\n---\nccc |ddd |ee\na |b\n---\nccc |ddd |ee\na   |b\n---\nccc |ddd |ee\n"
// 32 [0 8 1 32] 9
// "aaa |\n    |b\n    | |cc\naaa |\n    |b\n    | |cc\naaa |\n    |b\n    | |cc\n"
// 32 [0 8 1 32] 10
// "1 |2 |31 |2 |31 |2 |3"
// 32 [0 8 1 32] 11
// "1 |2 |31 |2 |3 |1 |2 |3"
// 32 [0 8 1 32] 12
// "a|b   |c\n<open |x\na|b   |c\n<open |x\na|b   |c\n<open |x\n"
// 32 [0 8 1 32] 13
// "name      |age |city\nBob       |42  |Paris\nAlexandra |7   |X\nnone\n |q\nname      |age |city\nBob       |42  |Paris\nAlexandra |7   |X\nnone\n          |q\nname      |age |city\nBob       |42  |Paris\nAlexandra |7   |X\nnone\n |q\n"
// 32 [8 8 1 9] 0
// "a\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\na\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\na\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\n"
// 32 [8 8 1 9] 1
// ""
// 32 [8 8 1 9] 2
// "xxx"
// 32 [8 8 1 9] 3
// "\t|\t|\n\t|a\t|b\n\t|\t|\n\t|a\t|b\n\t|\t|\n\t|a\t|b\n"
// 32 [8 8 1 9] 4
// "a\t|\t|b\nlong\t|\t|q\na\t|\t|b\nlong\t|\t|q\na\t|\t|b\nlong\t|\t|q\n"
// 32 [8 8 1 9] 5
// "<b>bold</b>\t|x&lt;y\t|1\nab\t\t|cd\t|2\n<b>bold</b>\t|x&lt;y\t|1\nab\t\t|cd\t|2\n<b>bold</b>\t|x&lt;y\t|1\nab\t\t|cd\t|2\n"
// 32 [8 8 1 9] 6
// "\xffa\tb\xff\t|c\nd\t|e\n\xffa\tb\xff\t|c\nd\t|e\n\xffa\tb\xff\t|c\nd\t|e\n"
// 32 [8 8 1 9] 7
// "héllo\t|世界\t|x\nab\t|c\t|d\nhéllo\t|世界\t|x\nab\t|c\t|d\nhéllo\t|世界\t|x\nab\t|c\t|d\n"
// 32 [8 8 1 9] 8
// "a\t|b\n---\nccc\t|ddd\t|ee\na\t|b\n---\nccc\t|ddd\t|ee\na\t|b\n---\nccc\t|ddd\t|ee\n"
// 32 [8 8 1 9] 9
// "aaa\t|\n\t|b\n\t|\t|cc\naaa\t|\n\t|b\n\t|\t|cc\naaa\t|\n\t|b\n\t|\t|cc\n"
// 32 [8 8 1 9] 10
// "1\t|2\t|31\t|2\t|31\t|2\t|3"
// 32 [8 8 1 9] 11
// "1\t|2\t|31\t|2\t|3\t|1\t|2\t|3"
// 32 [8 8 1 9] 12
// "a|b\t|c\n<open\t|x\na|b\t|c\n<open\t|x\na|b\t|c\n<open\t|x\n"
// 32 [8 8 1 9] 13
// "name\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t|q\nname\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t\t|q\nname\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t|q\n"
// 32 [0 4 2 45] 0
// "a-------|b--|c\nlonger--|x--|y\n\nz--|--|q\na-------|b--|c\nlonger--|x--|y\n\nz-------|---|q\na-------|b--|c\nlonger--|x--|y\n\nz--|--|q\n"
// 32 [0 4 2 45] 1
// ""
// 32 [0 4 2 45] 2
// "xxx"
// 32 [0 4 2 45] 3
// "--|---|\n--|a--|b\n--|---|\n--|a--|b\n--|---|\n--|a--|b\n"
// 32 [0 4 2 45] 4
// "a-----|--|b\nlong--|--|q\na-----|--|b\nlong--|--|q\na-----|--|b\nlong--|--|q\n"
// 32 [0 4 2 45] 5
// "<b>bold</b>--|x&lt;y--|1\nab-----------|cd------|2\n<b>bold</b>--|x&lt;y--|1\nab-----------|cd------|2\n<b>bold</b>--|x&lt;y--|1\nab-----------|cd------|2\n"
// 32 [0 4 2 45] 6
// "\xffa\tb\xff--|c\nd----|e\n\xffa\tb\xff--|c\nd----|e\n\xffa\tb\xff--|c\nd----|e\n"
// 32 [0 4 2 45] 7
// "héllo--|世界--|x\nab-----|c---|d\nhéllo--|世界--|x\nab-----|c---|d\nhéllo--|世界--|x\nab-----|c---|d\n"
// 32 [0 4 2 45] 8
// "a--|b\n---\nccc--|ddd--|ee\na--|b\n---\nccc--|ddd--|ee\na----|b\n---\nccc--|ddd--|ee\n"
// 32 [0 4 2 45] 9
// "aaa--|\n-----|b\n-----|--|cc\naaa--|\n-----|b\n-----|--|cc\naaa--|\n-----|b\n-----|--|cc\n"
// 32 [0 4 2 45] 10
// "1--|2--|31--|2--|31--|2--|3"
// 32 [0 4 2 45] 11
// "1--|2--|31--|2--|3--|1--|2--|3"
// 32 [0 4 2 45] 12
// "a|b----|c\n<open--|x\na|b----|c\n<open--|x\na|b----|c\n<open--|x\n"
// 32 [0 4 2 45] 13
// "name-------|age--|city\nBob--------|42---|Paris\nAlexandra--|7----|X\nnone\n--|q\nname-------|age--|city\nBob--------|42---|Paris\nAlexandra--|7----|X\nnone\n-----------|q\nname-------|age--|city\nBob--------|42---|Paris\nAlexandra--|7----|X\nnone\n--|q\n"
// 36 [0 8 1 32] 0
// "      a| b|c\n longer| x|y\n\n z| |q\n      a| b|c\n longer| x|y\n\n      z|  |q\n      a| b|c\n longer| x|y\n\n z| |q\n"
// 36 [0 8 1 32] 1
// ""
// 36 [0 8 1 32] 2
// "xxx"
// 36 [0 8 1 32] 3
// " |  |\n | a|b\n |  |\n | a|b\n |  |\n | a|b\n"
// 36 [0 8 1 32] 4
// "    a| |b\n long| |q\n    a| |b\n long| |q\n    a| |b\n long| |q\n"
// 36 [0 8 1 32] 5
// " <b>bold</b>| x&lt;y|1\n          ab|     cd|2\n <b>bold</b>| x&lt;y|1\n          ab|     cd|2\n <b>bold</b>| x&lt;y|1\n          ab|     cd|2\n"
// 36 [0 8 1 32] 6
// " \xffa\tb\xff|c\n   d|e\n \xffa\tb\xff|c\n   d|e\n \xffa\tb\xff|c\n   d|e\n"
// 36 [0 8 1 32] 7
// " héllo| 世界|x\n    ab|  c|d\n héllo| 世界|x\n    ab|  c|d\n héllo| 世界|x\n    ab|  c|d\n"
// 36 [0 8 1 32] 8
// " a|b\n---\n ccc| ddd|ee\n a|b\n---\n ccc| ddd|ee\n   a|b\n---\n ccc| ddd|ee\n"
// 36 [0 8 1 32] 9
// " aaa|\n    |b\n    | |cc\n aaa|\n    |b\n    | |cc\n aaa|\n    |b\n    | |cc\n"
// 36 [0 8 1 32] 10
// " 1| 2|3 1| 2| 31| 2|3"
// 36 [0 8 1 32] 11
// " 1| 2|3 1| 2| 3| 1| 2|3"
// 36 [0 8 1 32] 12
// "   a|b|c\n <open|x\n   a|b|c\n <open|x\n   a|b|c\n <open|x\n"
// 36 [0 8 1 32] 13
// "      name| age|city\n       Bob|  42|Paris\n Alexandra|   7|X\nnone\n |q\n      name| age|city\n       Bob|  42|Paris\n Alexandra|   7|X\nnone\n          |q\n      name| age|city\n       Bob|  42|Paris\n Alexandra|   7|X\nnone\n |q\n"
// 36 [8 8 1 9] 0
// "a\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\na\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\na\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\n"
// 36 [8 8 1 9] 1
// ""
// 36 [8 8 1 9] 2
// "xxx"
// 36 [8 8 1 9] 3
// "\t|\t|\n\t|a\t|b\n\t|\t|\n\t|a\t|b\n\t|\t|\n\t|a\t|b\n"
// 36 [8 8 1 9] 4
// "a\t|\t|b\nlong\t|\t|q\na\t|\t|b\nlong\t|\t|q\na\t|\t|b\nlong\t|\t|q\n"
// 36 [8 8 1 9] 5
// "<b>bold</b>\t|x&lt;y\t|1\nab\t\t|cd\t|2\n<b>bold</b>\t|x&lt;y\t|1\nab\t\t|cd\t|2\n<b>bold</b>\t|x&lt;y\t|1\nab\t\t|cd\t|2\n"
// 36 [8 8 1 9] 6
// "\xffa\tb\xff\t|c\nd\t|e\n\xffa\tb\xff\t|c\nd\t|e\n\xffa\tb\xff\t|c\nd\t|e\n"
// 36 [8 8 1 9] 7
// "héllo\t|世界\t|x\nab\t|c\t|d\nhéllo\t|世界\t|x\nab\t|c\t|d\nhéllo\t|世界\t|x\nab\t|c\t|d\n"
// 36 [8 8 1 9] 8
// "a\t|b\n---\nccc\t|ddd\t|ee\na\t|b\n---\nccc\t|ddd\t|ee\na\t|b\n---\nccc\t|ddd\t|ee\n"
// 36 [8 8 1 9] 9
// "aaa\t|\n\t|b\n\t|\t|cc\naaa\t|\n\t|b\n\t|\t|cc\naaa\t|\n\t|b\n\t|\t|cc\n"
// 36 [8 8 1 9] 10
// "1\t|2\t|31\t|2\t|31\t|2\t|3"
// 36 [8 8 1 9] 11
// "1\t|2\t|31\t|2\t|3\t|1\t|2\t|3"
// 36 [8 8 1 9] 12
// "a|b\t|c\n<open\t|x\na|b\t|c\n<open\t|x\na|b\t|c\n<open\t|x\n"
// 36 [8 8 1 9] 13
// "name\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t|q\nname\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t\t|q\nname\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t|q\n"
// 36 [0 4 2 45] 0
// "-------a|--b|c\n--longer|--x|y\n\n--z|--|q\n-------a|--b|c\n--longer|--x|y\n\n-------z|---|q\n-------a|--b|c\n--longer|--x|y\n\n--z|--|q\n"
// 36 [0 4 2 45] 1
// ""
// 36 [0 4 2 45] 2
// "xxx"
// 36 [0 4 2 45] 3
// "--|---|\n--|--a|b\n--|---|\n--|--a|b\n--|---|\n--|--a|b\n"
// 36 [0 4 2 45] 4
// "-----a|--|b\n--long|--|q\n-----a|--|b\n--long|--|q\n-----a|--|b\n--long|--|q\n"
// 36 [0 4 2 45] 5
// "--<b>bold</b>|--x&lt;y|1\n-----------ab|------cd|2\n--<b>bold</b>|--x&lt;y|1\n-----------ab|------cd|2\n--<b>bold</b>|--x&lt;y|1\n-----------ab|------cd|2\n"
// 36 [0 4 2 45] 6
// "--\xffa\tb\xff|c\n----d|e\n--\xffa\tb\xff|c\n----d|e\n--\xffa\tb\xff|c\n----d|e\n"
// 36 [0 4 2 45] 7
// "--héllo|--世界|x\n-----ab|---c|d\n--héllo|--世界|x\n-----ab|---c|d\n--héllo|--世界|x\n-----ab|---c|d\n"
// 36 [0 4 2 45] 8
// "--a|b\n---\n--ccc|--ddd|ee\n--a|b\n---\n--ccc|--ddd|ee\n----a|b\n---\n--ccc|--ddd|ee\n"
// 36 [0 4 2 45] 9
// "--aaa|\n-----|b\n-----|--|cc\n--aaa|\n-----|b\n-----|--|cc\n--aaa|\n-----|b\n-----|--|cc\n"
// 36 [0 4 2 45] 10
// "--1|--2|3--1|--2|--31|--2|3"
// 36 [0 4 2 45] 11
// "--1|--2|3--1|--2|--3|--1|--2|3"
// 36 [0 4 2 45] 12
// "----a|b|c\n--<open|x\n----a|b|c\n--<open|x\n----a|b|c\n--<open|x\n"
// 36 [0 4 2 45] 13
// "-------name|--age|city\n--------Bob|---42|Paris\n--Alexandra|----7|X\nnone\n--|q\n-------name|--age|city\n--------Bob|---42|Paris\n--Alexandra|----7|X\nnone\n-----------|q\n-------name|--age|city\n--------Bob|---42|Paris\n--Alexandra|----7|X\nnone\n--|q\n"
// 51 [0 8 1 32] 0
// "a      |b |c\nlonger |x |y\n\nz | |q\na      |b |c\nlonger |x |y\n\nz      |  |q\na      |b |c\nlonger |x |y\n\nz | |q\n"
// 51 [0 8 1 32] 1
// ""
// 51 [0 8 1 32] 2
// "xxx"
// 51 [0 8 1 32] 3
// "\t|\t|\n\t|a |b\n\t|\t|\n\t|a |b\n\t|\t|\n\t|a |b\n"
// 51 [0 8 1 32] 4
// "a    | |b\nlong | |q\na    | |b\nlong | |q\na    | |b\nlong | |q\n"
// 51 [0 8 1 32] 5
// "<b>bold</b> |x&lt;y |1\nab   |cd  |2\n<b>bold</b> |x&lt;y |1\nab   |cd  |2\n<b>bold</b> |x&lt;y |1\nab   |cd  |2\n"
// 51 [0 8 1 32] 6
// "a\tb |c\nd   |e\na\tb |c\nd   |e\na\tb |c\nd   |e\n"
// 51 [0 8 1 32] 7
// "héllo |世界 |x\nab    |c  |d\nhéllo |世界 |x\nab    |c  |d\nhéllo |世界 |x\nab    |c  |d\n"
// 51 [0 8 1 32] 8
// "a |b\n---\nccc |ddd |ee\na |b\n---\nccc |ddd |ee\na   |b\n---\nccc |ddd |ee\n"
// 51 [0 8 1 32] 9
// "aaa |\n\t|b\n\t|\t|cc\naaa |\n\t|b\n\t|\t|cc\naaa |\n\t|b\n\t|\t|cc\n"
// 51 [0 8 1 32] 10
// "1 |2 |31 |2 |31 |2 |3"
// 51 [0 8 1 32] 11
// "1 |2 |31 |2 |3 |1 |2 |3"
// 51 [0 8 1 32] 12
// "a|b |c\n<open\tx\na|b |c\n<open\tx\na|b\tc\n<open\tx\n"
// 51 [0 8 1 32] 13
// "name      |age |city\nBob       |42  |Paris\nAlexandra |7   |X\nnone\n\t|q\nname      |age |city\nBob       |42  |Paris\nAlexandra |7   |X\nnone\n\t\t|q\nname      |age |city\nBob       |42  |Paris\nAlexandra |7   |X\nnone\n\t|q\n"
// 51 [8 8 1 9] 0
// "a\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\na\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\na\t|b\t|c\nlonger\t|x\t|y\n\nz\t|\t|q\n"
// 51 [8 8 1 9] 1
// ""
// 51 [8 8 1 9] 2
// "xxx"
// 51 [8 8 1 9] 3
// "\t|\t|\n\t|a\t|b\n\t|\t|\n\t|a\t|b\n\t|\t|\n\t|a\t|b\n"
// 51 [8 8 1 9] 4
// "a\t|\t|b\nlong\t|\t|q\na\t|\t|b\nlong\t|\t|q\na\t|\t|b\nlong\t|\t|q\n"
// 51 [8 8 1 9] 5
// "<b>bold</b>\t|x&lt;y\t|1\nab\t|cd\t|2\n<b>bold</b>\t|x&lt;y\t|1\nab\t|cd\t|2\n<b>bold</b>\t|x&lt;y\t|1\nab\t|cd\t|2\n"
// 51 [8 8 1 9] 6
// "a\tb\t|c\nd\t|e\na\tb\t|c\nd\t|e\na\tb\t|c\nd\t|e\n"
// 51 [8 8 1 9] 7
// "héllo\t|世界\t|x\nab\t|c\t|d\nhéllo\t|世界\t|x\nab\t|c\t|d\nhéllo\t|世界\t|x\nab\t|c\t|d\n"
// 51 [8 8 1 9] 8
// "a\t|b\n---\nccc\t|ddd\t|ee\na\t|b\n---\nccc\t|ddd\t|ee\na\t|b\n---\nccc\t|ddd\t|ee\n"
// 51 [8 8 1 9] 9
// "aaa\t|\n\t|b\n\t|\t|cc\naaa\t|\n\t|b\n\t|\t|cc\naaa\t|\n\t|b\n\t|\t|cc\n"
// 51 [8 8 1 9] 10
// "1\t|2\t|31\t|2\t|31\t|2\t|3"
// 51 [8 8 1 9] 11
// "1\t|2\t|31\t|2\t|3\t|1\t|2\t|3"
// 51 [8 8 1 9] 12
// "a|b\t|c\n<open\tx\na|b\t|c\n<open\tx\na|b\tc\n<open\tx\n"
// 51 [8 8 1 9] 13
// "name\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t|q\nname\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t\t|q\nname\t\t|age\t|city\nBob\t\t|42\t|Paris\nAlexandra\t|7\t|X\nnone\n\t|q\n"
// 51 [0 4 2 45] 0
// "a-------|b--|c\nlonger--|x--|y\n\nz--|--|q\na-------|b--|c\nlonger--|x--|y\n\nz-------|---|q\na-------|b--|c\nlonger--|x--|y\n\nz--|--|q\n"
// 51 [0 4 2 45] 1
// ""
// 51 [0 4 2 45] 2
// "xxx"
// 51 [0 4 2 45] 3
// "\t|\t|\n\t|a--|b\n\t|\t|\n\t|a--|b\n\t|\t|\n\t|a--|b\n"
// 51 [0 4 2 45] 4
// "a-----|--|b\nlong--|--|q\na-----|--|b\nlong--|--|q\na-----|--|b\nlong--|--|q\n"
// 51 [0 4 2 45] 5
// "<b>bold</b>--|x&lt;y--|1\nab----|cd---|2\n<b>bold</b>--|x&lt;y--|1\nab----|cd---|2\n<b>bold</b>--|x&lt;y--|1\nab----|cd---|2\n"
// 51 [0 4 2 45] 6
// "a\tb--|c\nd----|e\na\tb--|c\nd----|e\na\tb--|c\nd----|e\n"
// 51 [0 4 2 45] 7
// "héllo--|世界--|x\nab-----|c---|d\nhéllo--|世界--|x\nab-----|c---|d\nhéllo--|世界--|x\nab-----|c---|d\n"
// 51 [0 4 2 45] 8
// "a--|b\n---\nccc--|ddd--|ee\na--|b\n---\nccc--|ddd--|ee\na----|b\n---\nccc--|ddd--|ee\n"
// 51 [0 4 2 45] 9
// "aaa--|\n\t\t|b\n\t\t|\t|cc\naaa--|\n\t\t|b\n\t\t|\t|cc\naaa--|\n\t\t|b\n\t\t|\t|cc\n"
// 51 [0 4 2 45] 10
// "1--|2--|31--|2--|31--|2--|3"
// 51 [0 4 2 45] 11
// "1--|2--|31--|2--|3--|1--|2--|3"
// 51 [0 4 2 45] 12
// "a|b--|c\n<open\tx\na|b--|c\n<open\tx\na|b\tc\n<open\tx\n"
// 51 [0 4 2 45] 13
// "name-------|age--|city\nBob--------|42---|Paris\nAlexandra--|7----|X\nnone\n\t|q\nname-------|age--|city\nBob--------|42---|Paris\nAlexandra--|7----|X\nnone\n\t\t\t|q\nname-------|age--|city\nBob--------|42---|Paris\nAlexandra--|7----|X\nnone\n\t|q\n"
