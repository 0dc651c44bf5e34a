package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"time"
)

// made tells whether a certificate can be made, and what a reader finds wrong with it.
func made(change func(c *x509.Certificate)) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(1000, 0), NotAfter: time.Unix(100000, 0)}
	change(c)
	der, err := x509.CreateCertificate(nil, c, c, key.Public(), key)
	if err != nil {
		fmt.Println("  not made:", err)
		return
	}
	_, err = x509.ParseCertificate(der)
	fmt.Println("  read:", err)
}

func extension(critical bool, value []byte, id ...int) {
	fmt.Println(id, critical)
	made(func(c *x509.Certificate) {
		c.ExtraExtensions = []pkix.Extension{{Id: id, Critical: critical, Value: value}}
	})
}

func main() {
	names := []string{"a.b", "a.b.", ".a.b", "", ".", "a..b", "x–y.c", "*.a", "a b", "1.2.3.4", "ffff::1", "-a", "a_b"}
	for _, name := range names {
		fmt.Printf("%q\n", name)
		made(func(c *x509.Certificate) { c.PermittedDNSDomains = []string{name} })
		made(func(c *x509.Certificate) { c.ExcludedEmailAddresses = []string{name} })
		made(func(c *x509.Certificate) { c.PermittedEmailAddresses = []string{"me@" + name} })
		made(func(c *x509.Certificate) { c.ExcludedURIDomains = []string{name} })
		made(func(c *x509.Certificate) { c.DNSNames = []string{name} })
		made(func(c *x509.Certificate) { c.URIs = []*url.URL{{Scheme: "http", Host: name, Path: "/"}} })
	}
	for _, mask := range []net.IPMask{{255, 0, 255, 0}, {255, 255, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}, {255, 255}} {
		made(func(c *x509.Certificate) { c.PermittedIPRanges = []*net.IPNet{{IP: net.IP{1, 2, 3, 4}, Mask: mask}} })
	}
	for _, last := range []int{14, 15, 17, 19, 30, 31, 32, 33, 35, 36, 37, 54} {
		extension(true, []byte{1, 2, 3}, 2, 5, 29, last)
		extension(false, []byte{1, 2, 3}, 2, 5, 29, last)
	}
	extension(true, []byte{1, 2, 3}, 1, 3, 6, 1, 5, 5, 7, 1, 1)
	extension(false, []byte{1, 2, 3}, 1, 3, 6, 1, 5, 5, 7, 1, 1)

	// A length of -1 that is written; the same policy twice.
	negative, _ := asn1.Marshal(struct {
		CA     bool
		Length int
	}{true, -1})
	extension(true, negative, 2, 5, 29, 19)
	type policy struct{ ID asn1.ObjectIdentifier }
	twice, _ := asn1.Marshal([]policy{{[]int{1, 2, 3}}, {[]int{1, 2, 3}}})
	extension(false, twice, 2, 5, 29, 32)

	request := &x509.CertificateRequest{ExtraExtensions: []pkix.Extension{
		{Id: []int{1, 2, 3}, Value: []byte{5, 0}}, {Id: []int{1, 2, 3}, Value: []byte{5, 0}},
	}}
	der, err := x509.CreateCertificateRequest(nil, request, ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	fmt.Println(err)
	_, err = x509.ParseCertificateRequest(der)
	fmt.Println(err)

	for _, pair := range [][2]string{{"*.foo:bar", "xxx.foo:bar"}, {"foo:bar", "FOO:bar"}, {"*.c", "b.c"}, {"*.", "b."}} {
		c := &x509.Certificate{DNSNames: pair[:1]}
		fmt.Println(c.VerifyHostname(pair[1]))
	}
}

// Output:
// "a.b"
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
// "a.b."
//   read: x509: failed to parse dnsName constraint "a.b."
//   read: x509: failed to parse rfc822Name constraint "a.b."
//   read: x509: failed to parse rfc822Name constraint "me@a.b."
//   read: x509: failed to parse URI constraint "a.b."
//   read: <nil>
//   read: x509: cannot parse URI "http://a.b./": invalid domain
// ".a.b"
//   read: <nil>
//   read: <nil>
//   read: x509: failed to parse rfc822Name constraint "me@.a.b"
//   read: <nil>
//   read: <nil>
//   read: x509: cannot parse URI "http://.a.b/": invalid domain
// ""
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
// "."
//   read: x509: failed to parse dnsName constraint "."
//   read: x509: failed to parse rfc822Name constraint "."
//   read: x509: failed to parse rfc822Name constraint "me@."
//   read: x509: failed to parse URI constraint "."
//   read: <nil>
//   read: x509: cannot parse URI "http://./": invalid domain
// "a..b"
//   read: x509: failed to parse dnsName constraint "a..b"
//   read: x509: failed to parse rfc822Name constraint "a..b"
//   read: x509: failed to parse rfc822Name constraint "me@a..b"
//   read: x509: failed to parse URI constraint "a..b"
//   read: <nil>
//   read: x509: cannot parse URI "http://a..b/": invalid domain
// "x–y.c"
//   not made: x509: "x–y.c" cannot be encoded as an IA5String
//   not made: x509: "x–y.c" cannot be encoded as an IA5String
//   not made: x509: "me@x–y.c" cannot be encoded as an IA5String
//   not made: x509: "x–y.c" cannot be encoded as an IA5String
//   not made: x509: "x–y.c" cannot be encoded as an IA5String
//   read: x509: cannot parse URI "http://x%E2%80%93y.c/": invalid domain
// "*.a"
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
// "a b"
//   read: x509: failed to parse dnsName constraint "a b"
//   read: x509: failed to parse rfc822Name constraint "a b"
//   read: x509: failed to parse rfc822Name constraint "me@a b"
//   read: x509: failed to parse URI constraint "a b"
//   read: <nil>
//   read: x509: cannot parse URI "http://a%20b/": parse "http://a%20b/": invalid URL escape "%20"
// "1.2.3.4"
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
//   read: <nil>
//   read: <nil>
// "ffff::1"
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: x509: failed to parse URI constraint "ffff::1": cannot be IP address
//   read: <nil>
//   read: x509: cannot parse URI "http://ffff::1/": parse "http://ffff::1/": invalid port "::1" after host
// "-a"
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
// "a_b"
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: <nil>
//   read: x509: IP constraint contained invalid mask ff00ff00
//   read: <nil>
//   read: <nil>
//   read: x509: IP constraint contained invalid mask 00000001
//   read: x509: IP constraint contained value of length 2
// [2 5 29 14] true
//   read: x509: subject key identifier incorrectly marked critical
// [2 5 29 14] false
//   read: x509: invalid subject key identifier
// [2 5 29 15] true
//   read: x509: invalid key usage
// [2 5 29 15] false
//   read: x509: invalid key usage
// [2 5 29 17] true
//   read: x509: invalid subject alternative names
// [2 5 29 17] false
//   read: x509: invalid subject alternative names
// [2 5 29 19] true
//   read: x509: invalid basic constraints
// [2 5 29 19] false
//   read: x509: invalid basic constraints
// [2 5 29 30] true
//   read: x509: invalid NameConstraints extension
// [2 5 29 30] false
//   read: x509: invalid NameConstraints extension
// [2 5 29 31] true
//   read: x509: invalid CRL distribution points
// [2 5 29 31] false
//   read: x509: invalid CRL distribution points
// [2 5 29 32] true
//   read: x509: invalid certificate policies
// [2 5 29 32] false
//   read: x509: invalid certificate policies
// [2 5 29 33] true
//   read: x509: invalid policy mappings extension
// [2 5 29 33] false
//   read: x509: invalid policy mappings extension
// [2 5 29 35] true
//   read: x509: authority key identifier incorrectly marked critical
// [2 5 29 35] false
//   read: x509: invalid authority key identifier
// [2 5 29 36] true
//   read: x509: invalid policy constraints extension
// [2 5 29 36] false
//   read: x509: invalid policy constraints extension
// [2 5 29 37] true
//   read: x509: invalid extended key usages
// [2 5 29 37] false
//   read: x509: invalid extended key usages
// [2 5 29 54] true
//   read: x509: invalid inhibit any policy extension
// [2 5 29 54] false
//   read: x509: invalid inhibit any policy extension
// [1 3 6 1 5 5 7 1 1] true
//   read: x509: authority info access incorrectly marked critical
// [1 3 6 1 5 5 7 1 1] false
//   read: x509: invalid authority info access
// [2 5 29 19] true
//   read: x509: invalid basic constraints
// [2 5 29 32] false
//   read: x509: invalid certificate policies
// <nil>
// x509: certificate request contains duplicate requested extensions
// x509: certificate is valid for *.foo:bar, not xxx.foo:bar
// <nil>
// <nil>
// x509: certificate is valid for *., not b.
