// Writing a header replaces ends of lines in values, and leaves bytes that are no UTF-8 as they are.
package main

import (
	"bytes"
	"fmt"
	"net/http"
)

func main() {
	h := http.Header{"A": {"one\r\ntwo\xff\xc3", " \xe4\xb8 ", "\xff\n"}}
	var b bytes.Buffer
	fmt.Println(h.Write(&b))
	fmt.Printf("%+q\n", b.String())
}

// Output:
// <nil>
// "A: one  two\xff\xc3\r\nA: \xe4\xb8\r\nA: \xff\r\n"
