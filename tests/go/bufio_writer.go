// bufio.Writer holds its bytes until it is flushed or full.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, "%d %s\n", 1, "buffered")
	n, err := out.WriteString("string\n")
	fmt.Fprintln(out, n, err, out.Buffered())
	out.WriteByte('b')
	out.WriteRune('é')
	out.WriteRune('\n')
	out.Flush()
	fmt.Println("direct", out.Buffered())
	out.Write([]byte("after direct\n"))
	var b strings.Builder
	w := bufio.NewWriterSize(&b, 16)
	for i := 0; i < 10; i++ {
		fmt.Fprint(w, i, ";")
	}
	fmt.Fprintln(out, b.Len() < 20, w.Buffered() > 0)
	w.Flush()
	fmt.Fprintln(out, b.String(), w.Buffered())
	long := strings.Repeat("long ", 2000)
	fmt.Fprintln(out, len(long), long[:19])
	for i := 0; i < 2000; i++ {
		if i%500 == 0 {
			fmt.Fprintln(out, "line", i)
		}
	}
}

// Output:
// 1 buffered
// string
// 7 <nil> 18
// bé
// direct 0
// after direct
// true true
// 0;1;2;3;4;5;6;7;8;9; 0
// 10000 long long long long
// line 0
// line 500
// line 1000
// line 1500
