package main

import (
	"crypto"
	_ "crypto/md5"
	"crypto/tls"
	"fmt"
)

// Packages that nothing is called of are initialised, and so are those that they import for their effects.
func main() {
	for _, h := range []crypto.Hash{crypto.MD5, crypto.SHA1, crypto.SHA224, crypto.SHA256, crypto.SHA384, crypto.SHA512} {
		fmt.Println(h, h.Available())
	}
	d := crypto.SHA256.New()
	d.Write([]byte("abc"))
	fmt.Printf("%x %d\n", d.Sum(nil), tls.VersionTLS13)
}

// Output:
// MD5 true
// SHA-1 true
// SHA-224 true
// SHA-256 true
// SHA-384 true
// SHA-512 true
// ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 772
