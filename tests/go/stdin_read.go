// Reading standard input by os.Stdin.Read in small pieces.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	buf := make([]byte, 5)
	var all []byte
	reads := 0
	for {
		n, err := os.Stdin.Read(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF {
			fmt.Println("end", n)
			break
		}
		if err != nil || n == 0 {
			fmt.Println("odd", n, err)
			return
		}
		reads++
	}
	fmt.Printf("%q %v\n", all, reads >= len(all)/5)
	n, err := os.Stdin.Read(nil)
	fmt.Println(n, err)
	var r io.Reader = os.Stdin
	n, err = r.Read(buf)
	fmt.Println(n, err)
	var w io.Writer = os.Stdout
	n, err = w.Write([]byte("written\n"))
	fmt.Println(n, err)
}

// Stdin:
// some input
// in two lines

// Output:
// end 0
// "some input\nin two lines\n" true
// 0 <nil>
// 0 EOF
// written
// 8 <nil>
