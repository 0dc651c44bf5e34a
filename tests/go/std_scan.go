// Scanning: from strings, with formats, from standard input.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type level int8
type name string

type pair struct{ a, b int }

func (p *pair) Scan(state fmt.ScanState, verb rune) error {
	_, err := fmt.Fscanf(state, "<%d,%d>", &p.a, &p.b)
	return err
}

func main() {
	var i int
	var s string
	var f float64
	var b bool
	var u uint8
	var l level
	var nm name
	var r rune
	fmt.Println(fmt.Sscan("42 word 2.5 true", &i, &s, &f, &b))
	fmt.Println(i, s, f, b)
	fmt.Println(fmt.Sscanf("id:7 <x> 0x1f z 300", "id:%d <%1s> %v %c %d", &i, &s, &l, &r, &u))
	fmt.Println(i, s, l, r, u)
	fmt.Println(fmt.Sscanf("5%,abc", "%d%%,%s", &i, &nm))
	fmt.Println(i, nm)
	fmt.Println(fmt.Sscan("x", &i))
	fmt.Println(fmt.Sscan("", &i))
	fmt.Println(fmt.Sscanln("1\n2", &i, &u))
	fmt.Println(fmt.Sscanln("1 2 3", &i, &u))
	fmt.Println(fmt.Sscanf("12345", "%2d%s", &i, &s))
	fmt.Println(i, s)
	fmt.Println(fmt.Sscanf(`"a\tb" 616263`, "%q %x", &s, &nm))
	fmt.Printf("%q %q\n", s, nm)
	fmt.Println(fmt.Sscan("1", i))
	var p pair
	fmt.Println(fmt.Sscan(" <3,4>", &p))
	n, err := fmt.Sscanf("7-8", "%d-%d", &p.a, &p.b)
	fmt.Println(n, err, p)
	fmt.Println(fmt.Scan(&i, &s))
	fmt.Println(i, s)
	fmt.Println(fmt.Scanln(&i))
	fmt.Println(fmt.Scanf("%d:%d\n", &p.a, &p.b))
	fmt.Println(p)
	in := bufio.NewReader(os.Stdin)
	sum := 0
	for {
		if _, err := fmt.Fscan(in, &i); err != nil {
			fmt.Println(err)
			break
		}
		sum += i
	}
	fmt.Println(sum)
	rd := strings.NewReader("12abc")
	fmt.Println(fmt.Fscan(rd, &i))
	fmt.Println(i, rd.Len())
}

// Stdin:
// 10
// ten
// 11:12
// 1 2 3
// 4
//   5

// Output:
// 4 <nil>
// 42 word 2.5 true
// 4 unsigned integer overflow on token 300
// 7 x 31 122 0
// 2 <nil>
// 5 abc
// 0 expected integer
// 0 EOF
// 1 unexpected newline
// 2 expected newline
// 2 <nil>
// 12 345
// 2 <nil>
// "a\tb" "abc"
// 0 type not a pointer: int
// 0 input does not match format
// 2 <nil> {7 8}
// 2 <nil>
// 10 ten
// 1 expected newline
// 1 input does not match format
// {12 8}
// EOF
// 15
// 1 <nil>
// 12 3
