// Scanning into defined slices of bytes; printing what reflection got through hidden fields; functions as addresses.
package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"text/tabwriter"
)

type text []byte

type words []string

type loud int

func (loud) String() string { return "LOUD" }

type callback func()

func (callback) String() string { return "callback" }

type hidden struct {
	n loud
	f callback
	e error
}

type broken struct{}

func (broken) Write([]byte) (int, error) { panic("no ink") }

func main() {
	var t text
	var s string
	fmt.Println(fmt.Sscan("abc def", &t, &s))
	fmt.Printf("%s %s\n", t, s)
	fmt.Println(fmt.Sscanf("\"q\\tuoted\" 616263", "%q %x", &t, &s))
	fmt.Printf("%q %q\n", t, s)
	fmt.Println(fmt.Sscan("abc", new(words)))

	h := hidden{n: 3, e: fmt.Errorf("bad")}
	v := reflect.ValueOf(h)
	for _, format := range []string{"%v", "%+v", "%d", "%5v|", "%x"} {
		fmt.Printf(format+" ", v.Field(0))
		fmt.Printf(format+",", loud(3))
	}
	fmt.Println()
	fmt.Printf("%v %v %v\n", v.Field(0), v.Field(1), h.f)
	fmt.Printf("%#v %#v\n", reflect.ValueOf([]byte{1}), []byte{1})
	fmt.Println(fmt.Sprintf("%p", main) == fmt.Sprintf("%#x", reflect.ValueOf(main).Pointer()))
	fmt.Println(strings.HasPrefix(fmt.Sprint(main), "0x"))

	for _, write := range []func(*tabwriter.Writer){
		func(w *tabwriter.Writer) { w.Write([]byte("a\n\n")) },
		func(w *tabwriter.Writer) { w.Write([]byte("a")); w.Flush() },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			write(tabwriter.NewWriter(broken{}, 0, 8, 1, ' ', 0))
		}()
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, '.', tabwriter.AlignRight)
	fmt.Fprintln(w, "a\tbbb\tc")
	fmt.Fprintln(w, "aaaa\tb\tc")
	w.Flush()
}

// Output:
// 2 <nil>
// abc def
// 2 <nil>
// "q\tuoted" "abc"
// 0 can't scan type: *main.words
// 3 LOUD,3 LOUD,3 3,    3|  LOUD|,3 4c4f5544,
// 3 <nil> callback
// []uint8{0x1} []byte{0x1}
// true
// true
// tabwriter: panic during Write (no ink)
// tabwriter: panic during Flush (no ink)
// ....a.bbbc
// .aaaa...bc
