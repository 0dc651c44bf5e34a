// An object identifier that ends too soon leaves the parts before, as many as its bytes could have.
package main

import (
	"encoding/asn1"
	"fmt"
)

func main() {
	for _, in := range [][]byte{{6, 3, 0x2a, 0x30, 0x86}, {6, 4, 0x2a, 0x30, 0x80, 1}, {6, 1, 0x80}, {6, 0}, {6, 2, 0x2a, 0x30}} {
		oid := asn1.ObjectIdentifier{9, 9}
		_, err := asn1.Unmarshal(in, &oid)
		fmt.Println(oid, err)
	}
	var v struct {
		N   int
		OID asn1.ObjectIdentifier
	}
	_, err := asn1.Unmarshal([]byte{0x30, 8, 2, 1, 5, 6, 3, 0x2a, 0x30, 0x86}, &v)
	fmt.Println(v.N, v.OID, err)
}

// Output:
// 1.2.48.0 asn1: syntax error: truncated base 128 integer
// 1.2.48.0.0 asn1: syntax error: integer is not minimally encoded
// 0.0 asn1: syntax error: integer is not minimally encoded
//  asn1: syntax error: zero length OBJECT IDENTIFIER
// 1.2.48 <nil>
// 5 1.2.48.0 asn1: syntax error: truncated base 128 integer
