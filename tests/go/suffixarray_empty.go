// An index of nothing is read again as one of nothing.
package main

import (
	"bytes"
	"fmt"
	"index/suffixarray"
)

func main() {
	var b bytes.Buffer
	fmt.Println(suffixarray.New(nil).Write(&b))
	var x suffixarray.Index
	fmt.Println(x.Read(&b), x.Bytes() == nil, x.Lookup([]byte("a"), -1))
}

// Output:
// <nil>
// <nil> true []
