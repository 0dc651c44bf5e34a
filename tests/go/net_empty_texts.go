// The encodings of addresses that are none: empty, or nil with an error.
package main

import (
	"fmt"
	"net"
	"net/netip"
)

func main() {
	b, err := netip.Addr{}.MarshalBinary()
	fmt.Println(b == nil, len(b), err)
	b, err = netip.Addr{}.MarshalText()
	fmt.Println(b == nil, len(b), err)
	for _, ip := range []net.IP{nil, {1, 2, 3}, {1, 2, 3, 4}} {
		b, err = ip.MarshalText()
		fmt.Printf("%v %q %v\n", b == nil, b, err)
		b, err = ip.AppendText([]byte("x"))
		fmt.Printf("%v %q %v\n", b == nil, b, err)
	}
}

// Output:
// false 0 <nil>
// false 0 <nil>
// false "" <nil>
// false "x" <nil>
// true "" address 010203: invalid IP address
// false "x" address 010203: invalid IP address
// false "1.2.3.4" <nil>
// false "x1.2.3.4" <nil>
