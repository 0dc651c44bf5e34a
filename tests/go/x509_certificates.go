package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"time"
)

const rsaPEM = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAOUgV7I9LW2IgE78
qz9IK8TiCGhSISLVsXXv/HBmetwW4DMPB7LPeRlVDSTi6aRIcjxQEP3nrWMlJVpp
MVWajVhJ2Jpm5PJC2QDPZINfVCCC/VTWyAUxT9o/HcJVU91DKj06I0Lt30KoNMBH
DPcbvT1gOSUbMpsUpabrHpqZzVonAgMBAAECgYBB7Tlufq3Yi2Mn1wnLDpAReVwj
8CW6qTQDlEbVbJdDRo3CAzwa1hmpEVDT4TqK25GLCxqohAXetix2RDg+wlaSmmSQ
jBhjK1BPccz9RR1jftz0gP96nk+XlKAajeXq7tP/jTBLHXqSsSD85SDVgXHWcbY6
UlCsBTuPjlxayk0t+QJBAPPAXxcG3mg2SJxNvr/fa+6x3MTnKzk2yspkBOQUgAo6
h5hJZiCQ8PJXRqdxbVw5MOUC+10P2gyVTeZnL8IXO30CQQDwo9VEULjb7rF92GZL
37qr4i7pAGunkCK+irJ8k7MezcPDHS5a8nZscAotep8gVY2NmQWjGzcBzCi3caKo
W/VzAkEA4iyPT2ONPa+ZAofVRl6+3NZnHsHNxqID23ahXy1yfYs/xFvfCrrTCFtZ
cQd7zUY4C1gP+5M45dIoXXFDzFoYVQJAAMdG5VWtg2ieQl301sH+hJfStwY9Uulw
c1VXhnej2LGptHPftoOaRneGUOdYpG4iaxbXodNwthzG9PD1Kb5CaQJASRwWTyp2
z5e5BiNoATw1wQLhIzfIDgp924w9tG9z6l6IR/8sNGtRIE+cxmBcjn1f1dR55Xo9
wgBlgs1QBgHKrg==
-----END PRIVATE KEY-----`

// say prints a digest of an encoding.
func say(der []byte, err error) { fmt.Printf("%d %x %v\n", len(der), sha256.Sum256(der), err) }

func dump(c *x509.Certificate) {
	d := *c
	fmt.Println(d.Version, d.SerialNumber, d.SignatureAlgorithm, d.PublicKeyAlgorithm, d.Subject, "|", d.Issuer, d.NotBefore, d.NotAfter)
	fmt.Println(d.KeyUsage, d.ExtKeyUsage, d.UnknownExtKeyUsage, d.BasicConstraintsValid, d.IsCA, d.MaxPathLen, d.MaxPathLenZero)
	fmt.Printf("%x %x %q %q %q %q %v %v\n", d.SubjectKeyId, d.AuthorityKeyId, d.OCSPServer, d.IssuingCertificateURL, d.DNSNames, d.EmailAddresses, d.IPAddresses, d.URIs)
	fmt.Println(d.PermittedDNSDomainsCritical, d.PermittedDNSDomains, d.ExcludedDNSDomains, d.PermittedIPRanges, d.ExcludedIPRanges, d.PermittedEmailAddresses, d.ExcludedEmailAddresses, d.PermittedURIDomains, d.ExcludedURIDomains)
	fmt.Println(d.CRLDistributionPoints, d.PolicyIdentifiers, d.Policies, d.UnhandledCriticalExtensions, len(d.Extensions), d.InhibitAnyPolicy, d.InhibitAnyPolicyZero, d.RequireExplicitPolicy, d.RequireExplicitPolicyZero, d.InhibitPolicyMapping, d.InhibitPolicyMappingZero, d.PolicyMappings)
	fmt.Printf("%T %d\n", d.PublicKey, len(d.Subject.Names))
}

func main() {
	b, _ := pem.Decode([]byte(rsaPEM))
	k, _ := x509.ParsePKCS8PrivateKey(b.Bytes)
	rk := k.(*rsa.PrivateKey)
	seed := bytes.Repeat([]byte{7}, 32)
	edk := ed25519.NewKeyFromSeed(seed)
	keys := []crypto.Signer{edk, rk}
	for _, c := range []elliptic.Curve{elliptic.P224(), elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		raw := bytes.Repeat([]byte{9}, (c.Params().N.BitLen()+7)/8)
		raw[0] = 0
		ek, _ := ecdsa.ParseRawPrivateKey(c, raw)
		keys = append(keys, ek)
	}
	u, _ := url.Parse("https://x.example.com/p?q")
	_, ipn, _ := net.ParseCIDR("10.1.0.0/16")
	_, ip6, _ := net.ParseCIDR("fe80::/10")
	pol, _ := x509.ParseOID("1.2.3.4.99999999999999999999")
	pol2, _ := x509.ParseOID("2.5.29.32.0")
	from := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Root CA", Organization: []string{"Örg, Inc", "O2"}, Country: []string{"DE"}, SerialNumber: "77"},
		NotBefore: from, NotAfter: from.AddDate(40, 0, 0), IsCA: true, BasicConstraintsValid: true, MaxPathLen: 2,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDecipherOnly,
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(200), Subject: pkix.Name{CommonName: "leaf", Locality: []string{"L"}, Province: []string{"P"}, StreetAddress: []string{"S"}, PostalCode: []string{"1"}, OrganizationalUnit: []string{"OU"}, ExtraNames: []pkix.AttributeTypeAndValue{{Type: asn1.ObjectIdentifier{1, 2, 3}, Value: "x y"}}},
		NotBefore: from, NotAfter: from.AddDate(10, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, UnknownExtKeyUsage: []asn1.ObjectIdentifier{{1, 2, 3}},
		DNSNames: []string{"a.example.com", "*.example.org"}, EmailAddresses: []string{"m@example.com"}, IPAddresses: []net.IP{net.IPv4(10, 1, 2, 3), net.ParseIP("fe80::1")}, URIs: []*url.URL{u},
		OCSPServer: []string{"http://ocsp"}, IssuingCertificateURL: []string{"http://ca"}, CRLDistributionPoints: []string{"http://crl", "http://crl2"}, Policies: []x509.OID{pol, pol2},
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3, 4}, Critical: true, Value: []byte{5, 0}}}, SubjectKeyId: []byte{1, 2, 3},
	}
	constrained := *ca
	constrained.SerialNumber = big.NewInt(3)
	constrained.Subject = pkix.Name{CommonName: "Sub CA"}
	constrained.PermittedDNSDomainsCritical = true
	constrained.PermittedDNSDomains = []string{"example.com", ".example.org"}
	constrained.ExcludedDNSDomains = []string{"bad.example.com"}
	constrained.PermittedIPRanges = []*net.IPNet{ipn, ip6}
	constrained.ExcludedEmailAddresses = []string{"x@y.z", ".q"}
	constrained.PermittedURIDomains = []string{"example.com", ".example.com"}
	constrained.MaxPathLen, constrained.MaxPathLenZero = 0, true
	for _, key := range keys {
		der, err := x509.CreateCertificate(nil, ca, ca, key.Public(), key)
		say(der, err)
		if err != nil {
			continue
		}
		root, err := x509.ParseCertificate(der)
		fmt.Println(err)
		dump(root)
		fmt.Println(root.CheckSignatureFrom(root))
		der2, err := x509.CreateCertificate(nil, &constrained, root, edk.Public(), key)
		say(der2, err)
		sub, err := x509.ParseCertificate(der2)
		fmt.Println(err)
		dump(sub)
		der3, err := x509.CreateCertificate(nil, leaf, sub, keys[1].Public(), edk)
		say(der3, err)
		lf, err := x509.ParseCertificate(der3)
		fmt.Println(err)
		dump(lf)
		fmt.Println(lf.CheckSignatureFrom(sub), lf.CheckSignatureFrom(root), sub.CheckSignatureFrom(root), sub.CheckSignatureFrom(lf))
		lf.UnhandledCriticalExtensions = nil
		roots, mids := x509.NewCertPool(), x509.NewCertPool()
		roots.AddCert(root)
		mids.AddCert(sub)
		for _, o := range []x509.VerifyOptions{{}, {DNSName: "a.example.com"}, {DNSName: "b.example.com"}, {DNSName: "q.example.org"}, {DNSName: "10.1.2.3"}, {DNSName: "[fe80::1]"}, {DNSName: "10.1.2.4"}, {KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning}}, {KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}}, {CurrentTime: from.AddDate(20, 0, 0)}, {CurrentTime: from.AddDate(-1, 0, 0)}, {CurrentTime: from.AddDate(41, 0, 0)}} {
			o.Roots, o.Intermediates = roots, mids
			if o.CurrentTime.IsZero() {
				o.CurrentTime = from.AddDate(1, 0, 0)
			}
			ch, err := lf.Verify(o)
			fmt.Println(len(ch), err)
		}
		_, err = lf.Verify(x509.VerifyOptions{Roots: x509.NewCertPool(), Intermediates: mids, CurrentTime: from.AddDate(1, 0, 0)})
		fmt.Println(err)
		_, err = root.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: from.AddDate(1, 0, 0)})
		fmt.Println(err)
		kp, _ := x509.MarshalPKCS8PrivateKey(key)
		cert, err := tls.X509KeyPair(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: kp}))
		fmt.Println(len(cert.Certificate), err)
		_, err = tls.X509KeyPair(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der3}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: kp}))
		fmt.Println(err)
		for i := range der3 {
			if i%11 != 0 || i > 600 {
				continue
			}
			m := append([]byte(nil), der3...)
			m[i] ^= 1 << (i % 7)
			c, err := x509.ParseCertificate(m)
			if err != nil {
				fmt.Println(i, err)
				continue
			}
			fmt.Println(i, c.CheckSignatureFrom(sub))
		}
	}
	for _, algo := range []x509.SignatureAlgorithm{x509.SHA1WithRSA, x509.MD5WithRSA, x509.SHA512WithRSA, x509.ECDSAWithSHA256, 99, x509.PureEd25519} {
		t := *ca
		t.SignatureAlgorithm = algo
		der, err := x509.CreateCertificate(nil, &t, &t, rk.Public(), rk)
		say(der, err)
	}
	t := *ca
	t.IsCA = false
	_, err := x509.CreateCertificate(nil, &t, &t, rk.Public(), rk)
	fmt.Println(err)
	_, err = x509.CreateCertificate(nil, ca, ca, 3, rk)
	fmt.Println(err)
	_, err = x509.CreateCertificate(nil, ca, ca, rk.Public(), 3)
	fmt.Println(err)
	root := &x509.Certificate{PublicKey: edk.Public()}
	_, err = x509.CreateCertificate(nil, ca, root, rk.Public(), rk)
	fmt.Println(err)
	t.SerialNumber = big.NewInt(-3)
	_, err = x509.CreateCertificate(nil, &t, &t, rk.Public(), rk)
	fmt.Println(err)
	_, err = x509.ParseCertificate(nil)
	fmt.Println(err)
}

// Output:
// 401 baa84deeac36373c95a630444b63abff4a18930284bf9e6f0da172568200a8b1 <nil>
// <nil>
// 3 1 Ed25519 Ed25519 SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 2 false
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef  [] [] [] [] [] []
// false [] [] [] [] [] [] [] []
// [] [] [] [] 3 0 false 0 false 0 false []
// ed25519.PublicKey 5
// <nil>
// 545 8fffae95bd4a60a0e0b6aaac90862c98b3506333e59fd7f06d3dd4047e04dfff <nil>
// <nil>
// 3 3 Ed25519 Ed25519 CN=Sub CA | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 0 true
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef [] [] [] [] [] []
// true [example.com .example.org] [bad.example.com] [10.1.0.0/16 fe80::/10] [] [] [x@y.z .q] [example.com .example.com] []
// [] [] [] [] 5 0 false 0 false 0 false []
// ed25519.PublicKey 1
// 777 79f516c850b18afcc70ae2dca2f162f76f9e8751c8f1b79317f863ac7319525a <nil>
// <nil>
// 3 200 Ed25519 RSA CN=leaf,OU=OU,POSTALCODE=1,STREET=S,L=L,ST=P,1.2.3=#1303782079 | CN=Sub CA 2020-01-02 03:04:05 +0000 UTC 2030-01-02 03:04:05 +0000 UTC
// KeyUsage(5) [serverAuth clientAuth] [1.2.3] false false 0 false
// 010203 fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ["http://ocsp"] ["http://ca"] ["a.example.com" "*.example.org"] ["m@example.com"] [10.1.2.3 fe80::1] [https://x.example.com/p?q]
// false [] [] [] [] [] [] [] []
// [http://crl http://crl2] [2.5.29.32.0] [1.2.3.4.99999999999999999999 2.5.29.32.0] [1.2.3.4] 9 0 false 0 false 0 false []
// *rsa.PublicKey 7
// <nil> <nil> <nil> x509: invalid signature: parent certificate cannot sign this kind of certificate
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for a.example.com, *.example.org, not b.example.com
// 1 <nil>
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for 10.1.2.3, fe80::1, not 10.1.2.4
// 0 x509: certificate specifies an incompatible key usage
// 1 <nil>
// 0 x509: certificate has expired or is not yet valid: current time 2040-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2019-01-02T03:04:05Z is before 2020-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2061-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// x509: certificate signed by unknown authority
// <nil>
// 1 <nil>
// tls: private key type does not match public key type
// 0 x509: malformed certificate
// 11 x509: malformed version
// 22 x509: inner and outer signature algorithm identifiers don't match
// 33 x509: Ed25519 verification failure
// 44 x509: malformed UTCTime
// 55 x509: malformed UTCTime
// 66 x509: malformed UTCTime
// 77 x509: invalid RDNSequence
// 88 x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 99 x509: invalid RDNSequence: invalid attribute value
// 110 x509: invalid RDNSequence: invalid attribute value: unsupported string type: 51
// 121 x509: Ed25519 verification failure
// 132 x509: Ed25519 verification failure
// 143 x509: invalid RDNSequence: invalid attribute type
// 154 x509: invalid RDNSequence: invalid attribute
// 165 x509: Ed25519 verification failure
// 176 x509: Ed25519 verification failure
// 187 x509: malformed subjectPublicKey
// 198 x509: Ed25519 verification failure
// 209 x509: Ed25519 verification failure
// 220 x509: Ed25519 verification failure
// 231 x509: Ed25519 verification failure
// 242 x509: Ed25519 verification failure
// 253 x509: Ed25519 verification failure
// 264 x509: Ed25519 verification failure
// 275 x509: Ed25519 verification failure
// 286 x509: Ed25519 verification failure
// 297 x509: Ed25519 verification failure
// 308 x509: Ed25519 verification failure
// 319 x509: Ed25519 verification failure
// 330 x509: malformed extensions
// 341 x509: Ed25519 verification failure
// 352 x509: malformed extension
// 363 x509: invalid extended key usages
// 374 x509: invalid extended key usages
// 385 x509: Ed25519 verification failure
// 396 x509: invalid subject key identifier
// 407 x509: invalid policy mappings extension
// 418 x509: Ed25519 verification failure
// 429 x509: Ed25519 verification failure
// 440 x509: Ed25519 verification failure
// 451 x509: invalid authority info access
// 462 x509: Ed25519 verification failure
// 473 x509: Ed25519 verification failure
// 484 x509: Ed25519 verification failure
// 495 x509: Ed25519 verification failure
// 506 x509: malformed extension value field
// 517 x509: Ed25519 verification failure
// 528 x509: Ed25519 verification failure
// 539 x509: Ed25519 verification failure
// 550 x509: Ed25519 verification failure
// 561 x509: cannot parse IP address of length 18
// 572 x509: Ed25519 verification failure
// 583 x509: Ed25519 verification failure
// 594 x509: Ed25519 verification failure
// 600 940c5b254e94c38a872b8f47e888169205df0cf67cd8ed154109765ba1d7d61f <nil>
// <nil>
// 3 1 SHA256-RSA RSA SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 2 false
// ed38914c8fd0bf99dcf507b5abcd52cb9698b7ac  [] [] [] [] [] []
// false [] [] [] [] [] [] [] []
// [] [] [] [] 3 0 false 0 false 0 false []
// *rsa.PublicKey 5
// <nil>
// 626 5dad5192b400b18de83e4270d2a818bc457a4971048f0352e91d6441f2b3aaa3 <nil>
// <nil>
// 3 3 SHA256-RSA Ed25519 CN=Sub CA | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 0 true
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ed38914c8fd0bf99dcf507b5abcd52cb9698b7ac [] [] [] [] [] []
// true [example.com .example.org] [bad.example.com] [10.1.0.0/16 fe80::/10] [] [] [x@y.z .q] [example.com .example.com] []
// [] [] [] [] 5 0 false 0 false 0 false []
// ed25519.PublicKey 1
// 777 79f516c850b18afcc70ae2dca2f162f76f9e8751c8f1b79317f863ac7319525a <nil>
// <nil>
// 3 200 Ed25519 RSA CN=leaf,OU=OU,POSTALCODE=1,STREET=S,L=L,ST=P,1.2.3=#1303782079 | CN=Sub CA 2020-01-02 03:04:05 +0000 UTC 2030-01-02 03:04:05 +0000 UTC
// KeyUsage(5) [serverAuth clientAuth] [1.2.3] false false 0 false
// 010203 fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ["http://ocsp"] ["http://ca"] ["a.example.com" "*.example.org"] ["m@example.com"] [10.1.2.3 fe80::1] [https://x.example.com/p?q]
// false [] [] [] [] [] [] [] []
// [http://crl http://crl2] [2.5.29.32.0] [1.2.3.4.99999999999999999999 2.5.29.32.0] [1.2.3.4] 9 0 false 0 false 0 false []
// *rsa.PublicKey 7
// <nil> x509: signature algorithm specifies an Ed25519 public key, but have public key of type *rsa.PublicKey <nil> x509: invalid signature: parent certificate cannot sign this kind of certificate
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for a.example.com, *.example.org, not b.example.com
// 1 <nil>
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for 10.1.2.3, fe80::1, not 10.1.2.4
// 0 x509: certificate specifies an incompatible key usage
// 1 <nil>
// 0 x509: certificate has expired or is not yet valid: current time 2040-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2019-01-02T03:04:05Z is before 2020-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2061-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// x509: certificate signed by unknown authority
// <nil>
// 1 <nil>
// <nil>
// 0 x509: malformed certificate
// 11 x509: malformed version
// 22 x509: inner and outer signature algorithm identifiers don't match
// 33 x509: Ed25519 verification failure
// 44 x509: malformed UTCTime
// 55 x509: malformed UTCTime
// 66 x509: malformed UTCTime
// 77 x509: invalid RDNSequence
// 88 x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 99 x509: invalid RDNSequence: invalid attribute value
// 110 x509: invalid RDNSequence: invalid attribute value: unsupported string type: 51
// 121 x509: Ed25519 verification failure
// 132 x509: Ed25519 verification failure
// 143 x509: invalid RDNSequence: invalid attribute type
// 154 x509: invalid RDNSequence: invalid attribute
// 165 x509: Ed25519 verification failure
// 176 x509: Ed25519 verification failure
// 187 x509: malformed subjectPublicKey
// 198 x509: Ed25519 verification failure
// 209 x509: Ed25519 verification failure
// 220 x509: Ed25519 verification failure
// 231 x509: Ed25519 verification failure
// 242 x509: Ed25519 verification failure
// 253 x509: Ed25519 verification failure
// 264 x509: Ed25519 verification failure
// 275 x509: Ed25519 verification failure
// 286 x509: Ed25519 verification failure
// 297 x509: Ed25519 verification failure
// 308 x509: Ed25519 verification failure
// 319 x509: Ed25519 verification failure
// 330 x509: malformed extensions
// 341 x509: Ed25519 verification failure
// 352 x509: malformed extension
// 363 x509: invalid extended key usages
// 374 x509: invalid extended key usages
// 385 x509: Ed25519 verification failure
// 396 x509: invalid subject key identifier
// 407 x509: invalid policy mappings extension
// 418 x509: Ed25519 verification failure
// 429 x509: Ed25519 verification failure
// 440 x509: Ed25519 verification failure
// 451 x509: invalid authority info access
// 462 x509: Ed25519 verification failure
// 473 x509: Ed25519 verification failure
// 484 x509: Ed25519 verification failure
// 495 x509: Ed25519 verification failure
// 506 x509: malformed extension value field
// 517 x509: Ed25519 verification failure
// 528 x509: Ed25519 verification failure
// 539 x509: Ed25519 verification failure
// 550 x509: Ed25519 verification failure
// 561 x509: cannot parse IP address of length 18
// 572 x509: Ed25519 verification failure
// 583 x509: Ed25519 verification failure
// 594 x509: Ed25519 verification failure
// 446 760dca59a4e0bc30beb84345cd0df97e215d49dc6dfab7cd422a0f1bba3ef34f <nil>
// <nil>
// 3 1 ECDSA-SHA256 ECDSA SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 2 false
// 1e5670aba99eebf73e0de2af5ae364a1d8290654  [] [] [] [] [] []
// false [] [] [] [] [] [] [] []
// [] [] [] [] 3 0 false 0 false 0 false []
// *ecdsa.PublicKey 5
// <nil>
// 554 40802036851b7ba8a62a465e84eb38ca78ce2c8b8b049139e67e0a7c7d08c729 <nil>
// <nil>
// 3 3 ECDSA-SHA256 Ed25519 CN=Sub CA | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 0 true
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef 1e5670aba99eebf73e0de2af5ae364a1d8290654 [] [] [] [] [] []
// true [example.com .example.org] [bad.example.com] [10.1.0.0/16 fe80::/10] [] [] [x@y.z .q] [example.com .example.com] []
// [] [] [] [] 5 0 false 0 false 0 false []
// ed25519.PublicKey 1
// 777 79f516c850b18afcc70ae2dca2f162f76f9e8751c8f1b79317f863ac7319525a <nil>
// <nil>
// 3 200 Ed25519 RSA CN=leaf,OU=OU,POSTALCODE=1,STREET=S,L=L,ST=P,1.2.3=#1303782079 | CN=Sub CA 2020-01-02 03:04:05 +0000 UTC 2030-01-02 03:04:05 +0000 UTC
// KeyUsage(5) [serverAuth clientAuth] [1.2.3] false false 0 false
// 010203 fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ["http://ocsp"] ["http://ca"] ["a.example.com" "*.example.org"] ["m@example.com"] [10.1.2.3 fe80::1] [https://x.example.com/p?q]
// false [] [] [] [] [] [] [] []
// [http://crl http://crl2] [2.5.29.32.0] [1.2.3.4.99999999999999999999 2.5.29.32.0] [1.2.3.4] 9 0 false 0 false 0 false []
// *rsa.PublicKey 7
// <nil> x509: signature algorithm specifies an Ed25519 public key, but have public key of type *ecdsa.PublicKey <nil> x509: invalid signature: parent certificate cannot sign this kind of certificate
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for a.example.com, *.example.org, not b.example.com
// 1 <nil>
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for 10.1.2.3, fe80::1, not 10.1.2.4
// 0 x509: certificate specifies an incompatible key usage
// 1 <nil>
// 0 x509: certificate has expired or is not yet valid: current time 2040-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2019-01-02T03:04:05Z is before 2020-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2061-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// x509: certificate signed by unknown authority
// <nil>
// 1 <nil>
// tls: private key type does not match public key type
// 0 x509: malformed certificate
// 11 x509: malformed version
// 22 x509: inner and outer signature algorithm identifiers don't match
// 33 x509: Ed25519 verification failure
// 44 x509: malformed UTCTime
// 55 x509: malformed UTCTime
// 66 x509: malformed UTCTime
// 77 x509: invalid RDNSequence
// 88 x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 99 x509: invalid RDNSequence: invalid attribute value
// 110 x509: invalid RDNSequence: invalid attribute value: unsupported string type: 51
// 121 x509: Ed25519 verification failure
// 132 x509: Ed25519 verification failure
// 143 x509: invalid RDNSequence: invalid attribute type
// 154 x509: invalid RDNSequence: invalid attribute
// 165 x509: Ed25519 verification failure
// 176 x509: Ed25519 verification failure
// 187 x509: malformed subjectPublicKey
// 198 x509: Ed25519 verification failure
// 209 x509: Ed25519 verification failure
// 220 x509: Ed25519 verification failure
// 231 x509: Ed25519 verification failure
// 242 x509: Ed25519 verification failure
// 253 x509: Ed25519 verification failure
// 264 x509: Ed25519 verification failure
// 275 x509: Ed25519 verification failure
// 286 x509: Ed25519 verification failure
// 297 x509: Ed25519 verification failure
// 308 x509: Ed25519 verification failure
// 319 x509: Ed25519 verification failure
// 330 x509: malformed extensions
// 341 x509: Ed25519 verification failure
// 352 x509: malformed extension
// 363 x509: invalid extended key usages
// 374 x509: invalid extended key usages
// 385 x509: Ed25519 verification failure
// 396 x509: invalid subject key identifier
// 407 x509: invalid policy mappings extension
// 418 x509: Ed25519 verification failure
// 429 x509: Ed25519 verification failure
// 440 x509: Ed25519 verification failure
// 451 x509: invalid authority info access
// 462 x509: Ed25519 verification failure
// 473 x509: Ed25519 verification failure
// 484 x509: Ed25519 verification failure
// 495 x509: Ed25519 verification failure
// 506 x509: malformed extension value field
// 517 x509: Ed25519 verification failure
// 528 x509: Ed25519 verification failure
// 539 x509: Ed25519 verification failure
// 550 x509: Ed25519 verification failure
// 561 x509: cannot parse IP address of length 18
// 572 x509: Ed25519 verification failure
// 583 x509: Ed25519 verification failure
// 594 x509: Ed25519 verification failure
// 466 91e1b6060f410626178170dfb641721bb0611434114f3832b5670d3ef15d031c <nil>
// <nil>
// 3 1 ECDSA-SHA256 ECDSA SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 2 false
// b02a316c3e057a2f903600c043cccc44a58c7195  [] [] [] [] [] []
// false [] [] [] [] [] [] [] []
// [] [] [] [] 3 0 false 0 false 0 false []
// *ecdsa.PublicKey 5
// <nil>
// 562 bf669d178dae807977c44e112f04d133b1123a87ac51cde4c67af6ee060a3837 <nil>
// <nil>
// 3 3 ECDSA-SHA256 Ed25519 CN=Sub CA | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 0 true
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef b02a316c3e057a2f903600c043cccc44a58c7195 [] [] [] [] [] []
// true [example.com .example.org] [bad.example.com] [10.1.0.0/16 fe80::/10] [] [] [x@y.z .q] [example.com .example.com] []
// [] [] [] [] 5 0 false 0 false 0 false []
// ed25519.PublicKey 1
// 777 79f516c850b18afcc70ae2dca2f162f76f9e8751c8f1b79317f863ac7319525a <nil>
// <nil>
// 3 200 Ed25519 RSA CN=leaf,OU=OU,POSTALCODE=1,STREET=S,L=L,ST=P,1.2.3=#1303782079 | CN=Sub CA 2020-01-02 03:04:05 +0000 UTC 2030-01-02 03:04:05 +0000 UTC
// KeyUsage(5) [serverAuth clientAuth] [1.2.3] false false 0 false
// 010203 fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ["http://ocsp"] ["http://ca"] ["a.example.com" "*.example.org"] ["m@example.com"] [10.1.2.3 fe80::1] [https://x.example.com/p?q]
// false [] [] [] [] [] [] [] []
// [http://crl http://crl2] [2.5.29.32.0] [1.2.3.4.99999999999999999999 2.5.29.32.0] [1.2.3.4] 9 0 false 0 false 0 false []
// *rsa.PublicKey 7
// <nil> x509: signature algorithm specifies an Ed25519 public key, but have public key of type *ecdsa.PublicKey <nil> x509: invalid signature: parent certificate cannot sign this kind of certificate
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for a.example.com, *.example.org, not b.example.com
// 1 <nil>
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for 10.1.2.3, fe80::1, not 10.1.2.4
// 0 x509: certificate specifies an incompatible key usage
// 1 <nil>
// 0 x509: certificate has expired or is not yet valid: current time 2040-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2019-01-02T03:04:05Z is before 2020-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2061-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// x509: certificate signed by unknown authority
// <nil>
// 1 <nil>
// tls: private key type does not match public key type
// 0 x509: malformed certificate
// 11 x509: malformed version
// 22 x509: inner and outer signature algorithm identifiers don't match
// 33 x509: Ed25519 verification failure
// 44 x509: malformed UTCTime
// 55 x509: malformed UTCTime
// 66 x509: malformed UTCTime
// 77 x509: invalid RDNSequence
// 88 x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 99 x509: invalid RDNSequence: invalid attribute value
// 110 x509: invalid RDNSequence: invalid attribute value: unsupported string type: 51
// 121 x509: Ed25519 verification failure
// 132 x509: Ed25519 verification failure
// 143 x509: invalid RDNSequence: invalid attribute type
// 154 x509: invalid RDNSequence: invalid attribute
// 165 x509: Ed25519 verification failure
// 176 x509: Ed25519 verification failure
// 187 x509: malformed subjectPublicKey
// 198 x509: Ed25519 verification failure
// 209 x509: Ed25519 verification failure
// 220 x509: Ed25519 verification failure
// 231 x509: Ed25519 verification failure
// 242 x509: Ed25519 verification failure
// 253 x509: Ed25519 verification failure
// 264 x509: Ed25519 verification failure
// 275 x509: Ed25519 verification failure
// 286 x509: Ed25519 verification failure
// 297 x509: Ed25519 verification failure
// 308 x509: Ed25519 verification failure
// 319 x509: Ed25519 verification failure
// 330 x509: malformed extensions
// 341 x509: Ed25519 verification failure
// 352 x509: malformed extension
// 363 x509: invalid extended key usages
// 374 x509: invalid extended key usages
// 385 x509: Ed25519 verification failure
// 396 x509: invalid subject key identifier
// 407 x509: invalid policy mappings extension
// 418 x509: Ed25519 verification failure
// 429 x509: Ed25519 verification failure
// 440 x509: Ed25519 verification failure
// 451 x509: invalid authority info access
// 462 x509: Ed25519 verification failure
// 473 x509: Ed25519 verification failure
// 484 x509: Ed25519 verification failure
// 495 x509: Ed25519 verification failure
// 506 x509: malformed extension value field
// 517 x509: Ed25519 verification failure
// 528 x509: Ed25519 verification failure
// 539 x509: Ed25519 verification failure
// 550 x509: Ed25519 verification failure
// 561 x509: cannot parse IP address of length 18
// 572 x509: Ed25519 verification failure
// 583 x509: Ed25519 verification failure
// 594 x509: Ed25519 verification failure
// 526 d57e52de43dff55e234de870c3a5f9ed4f248aa2f6590904ef06aa33adbd034a <nil>
// <nil>
// 3 1 ECDSA-SHA384 ECDSA SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 2 false
// 1ba48514d268204251da5e37749792aa60c9d81d  [] [] [] [] [] []
// false [] [] [] [] [] [] [] []
// [] [] [] [] 3 0 false 0 false 0 false []
// *ecdsa.PublicKey 5
// <nil>
// 594 007db7ae420c2c0b653ac6784dbf37f7794c2616b9763e363ff83e67c47337e8 <nil>
// <nil>
// 3 3 ECDSA-SHA384 Ed25519 CN=Sub CA | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 0 true
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef 1ba48514d268204251da5e37749792aa60c9d81d [] [] [] [] [] []
// true [example.com .example.org] [bad.example.com] [10.1.0.0/16 fe80::/10] [] [] [x@y.z .q] [example.com .example.com] []
// [] [] [] [] 5 0 false 0 false 0 false []
// ed25519.PublicKey 1
// 777 79f516c850b18afcc70ae2dca2f162f76f9e8751c8f1b79317f863ac7319525a <nil>
// <nil>
// 3 200 Ed25519 RSA CN=leaf,OU=OU,POSTALCODE=1,STREET=S,L=L,ST=P,1.2.3=#1303782079 | CN=Sub CA 2020-01-02 03:04:05 +0000 UTC 2030-01-02 03:04:05 +0000 UTC
// KeyUsage(5) [serverAuth clientAuth] [1.2.3] false false 0 false
// 010203 fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ["http://ocsp"] ["http://ca"] ["a.example.com" "*.example.org"] ["m@example.com"] [10.1.2.3 fe80::1] [https://x.example.com/p?q]
// false [] [] [] [] [] [] [] []
// [http://crl http://crl2] [2.5.29.32.0] [1.2.3.4.99999999999999999999 2.5.29.32.0] [1.2.3.4] 9 0 false 0 false 0 false []
// *rsa.PublicKey 7
// <nil> x509: signature algorithm specifies an Ed25519 public key, but have public key of type *ecdsa.PublicKey <nil> x509: invalid signature: parent certificate cannot sign this kind of certificate
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for a.example.com, *.example.org, not b.example.com
// 1 <nil>
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for 10.1.2.3, fe80::1, not 10.1.2.4
// 0 x509: certificate specifies an incompatible key usage
// 1 <nil>
// 0 x509: certificate has expired or is not yet valid: current time 2040-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2019-01-02T03:04:05Z is before 2020-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2061-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// x509: certificate signed by unknown authority
// <nil>
// 1 <nil>
// tls: private key type does not match public key type
// 0 x509: malformed certificate
// 11 x509: malformed version
// 22 x509: inner and outer signature algorithm identifiers don't match
// 33 x509: Ed25519 verification failure
// 44 x509: malformed UTCTime
// 55 x509: malformed UTCTime
// 66 x509: malformed UTCTime
// 77 x509: invalid RDNSequence
// 88 x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 99 x509: invalid RDNSequence: invalid attribute value
// 110 x509: invalid RDNSequence: invalid attribute value: unsupported string type: 51
// 121 x509: Ed25519 verification failure
// 132 x509: Ed25519 verification failure
// 143 x509: invalid RDNSequence: invalid attribute type
// 154 x509: invalid RDNSequence: invalid attribute
// 165 x509: Ed25519 verification failure
// 176 x509: Ed25519 verification failure
// 187 x509: malformed subjectPublicKey
// 198 x509: Ed25519 verification failure
// 209 x509: Ed25519 verification failure
// 220 x509: Ed25519 verification failure
// 231 x509: Ed25519 verification failure
// 242 x509: Ed25519 verification failure
// 253 x509: Ed25519 verification failure
// 264 x509: Ed25519 verification failure
// 275 x509: Ed25519 verification failure
// 286 x509: Ed25519 verification failure
// 297 x509: Ed25519 verification failure
// 308 x509: Ed25519 verification failure
// 319 x509: Ed25519 verification failure
// 330 x509: malformed extensions
// 341 x509: Ed25519 verification failure
// 352 x509: malformed extension
// 363 x509: invalid extended key usages
// 374 x509: invalid extended key usages
// 385 x509: Ed25519 verification failure
// 396 x509: invalid subject key identifier
// 407 x509: invalid policy mappings extension
// 418 x509: Ed25519 verification failure
// 429 x509: Ed25519 verification failure
// 440 x509: Ed25519 verification failure
// 451 x509: invalid authority info access
// 462 x509: Ed25519 verification failure
// 473 x509: Ed25519 verification failure
// 484 x509: Ed25519 verification failure
// 495 x509: Ed25519 verification failure
// 506 x509: malformed extension value field
// 517 x509: Ed25519 verification failure
// 528 x509: Ed25519 verification failure
// 539 x509: Ed25519 verification failure
// 550 x509: Ed25519 verification failure
// 561 x509: cannot parse IP address of length 18
// 572 x509: Ed25519 verification failure
// 583 x509: Ed25519 verification failure
// 594 x509: Ed25519 verification failure
// 601 93cbdcf69ed19586723f00d8cf4fc29c4d8845a21d6d66fbfe19bccceec85aa8 <nil>
// <nil>
// 3 1 ECDSA-SHA512 ECDSA SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 2 false
// a61e644508b1a167bfd6689d65e91ac8385277c9  [] [] [] [] [] []
// false [] [] [] [] [] [] [] []
// [] [] [] [] 3 0 false 0 false 0 false []
// *ecdsa.PublicKey 5
// <nil>
// 630 da1fbcef149c2ada3f30bdff5e3c4533abc6b17ba892d5ac0d1802527e01f3a5 <nil>
// <nil>
// 3 3 ECDSA-SHA512 Ed25519 CN=Sub CA | SERIALNUMBER=77,CN=Root CA,O=O2+O=Örg\, Inc,C=DE 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// KeyUsage(352) [] [] true true 0 true
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef a61e644508b1a167bfd6689d65e91ac8385277c9 [] [] [] [] [] []
// true [example.com .example.org] [bad.example.com] [10.1.0.0/16 fe80::/10] [] [] [x@y.z .q] [example.com .example.com] []
// [] [] [] [] 5 0 false 0 false 0 false []
// ed25519.PublicKey 1
// 777 79f516c850b18afcc70ae2dca2f162f76f9e8751c8f1b79317f863ac7319525a <nil>
// <nil>
// 3 200 Ed25519 RSA CN=leaf,OU=OU,POSTALCODE=1,STREET=S,L=L,ST=P,1.2.3=#1303782079 | CN=Sub CA 2020-01-02 03:04:05 +0000 UTC 2030-01-02 03:04:05 +0000 UTC
// KeyUsage(5) [serverAuth clientAuth] [1.2.3] false false 0 false
// 010203 fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef ["http://ocsp"] ["http://ca"] ["a.example.com" "*.example.org"] ["m@example.com"] [10.1.2.3 fe80::1] [https://x.example.com/p?q]
// false [] [] [] [] [] [] [] []
// [http://crl http://crl2] [2.5.29.32.0] [1.2.3.4.99999999999999999999 2.5.29.32.0] [1.2.3.4] 9 0 false 0 false 0 false []
// *rsa.PublicKey 7
// <nil> x509: signature algorithm specifies an Ed25519 public key, but have public key of type *ecdsa.PublicKey <nil> x509: invalid signature: parent certificate cannot sign this kind of certificate
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for a.example.com, *.example.org, not b.example.com
// 1 <nil>
// 1 <nil>
// 1 <nil>
// 0 x509: certificate is valid for 10.1.2.3, fe80::1, not 10.1.2.4
// 0 x509: certificate specifies an incompatible key usage
// 1 <nil>
// 0 x509: certificate has expired or is not yet valid: current time 2040-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2019-01-02T03:04:05Z is before 2020-01-02T03:04:05Z
// 0 x509: certificate has expired or is not yet valid: current time 2061-01-02T03:04:05Z is after 2030-01-02T03:04:05Z
// x509: certificate signed by unknown authority
// <nil>
// 1 <nil>
// tls: private key type does not match public key type
// 0 x509: malformed certificate
// 11 x509: malformed version
// 22 x509: inner and outer signature algorithm identifiers don't match
// 33 x509: Ed25519 verification failure
// 44 x509: malformed UTCTime
// 55 x509: malformed UTCTime
// 66 x509: malformed UTCTime
// 77 x509: invalid RDNSequence
// 88 x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 99 x509: invalid RDNSequence: invalid attribute value
// 110 x509: invalid RDNSequence: invalid attribute value: unsupported string type: 51
// 121 x509: Ed25519 verification failure
// 132 x509: Ed25519 verification failure
// 143 x509: invalid RDNSequence: invalid attribute type
// 154 x509: invalid RDNSequence: invalid attribute
// 165 x509: Ed25519 verification failure
// 176 x509: Ed25519 verification failure
// 187 x509: malformed subjectPublicKey
// 198 x509: Ed25519 verification failure
// 209 x509: Ed25519 verification failure
// 220 x509: Ed25519 verification failure
// 231 x509: Ed25519 verification failure
// 242 x509: Ed25519 verification failure
// 253 x509: Ed25519 verification failure
// 264 x509: Ed25519 verification failure
// 275 x509: Ed25519 verification failure
// 286 x509: Ed25519 verification failure
// 297 x509: Ed25519 verification failure
// 308 x509: Ed25519 verification failure
// 319 x509: Ed25519 verification failure
// 330 x509: malformed extensions
// 341 x509: Ed25519 verification failure
// 352 x509: malformed extension
// 363 x509: invalid extended key usages
// 374 x509: invalid extended key usages
// 385 x509: Ed25519 verification failure
// 396 x509: invalid subject key identifier
// 407 x509: invalid policy mappings extension
// 418 x509: Ed25519 verification failure
// 429 x509: Ed25519 verification failure
// 440 x509: Ed25519 verification failure
// 451 x509: invalid authority info access
// 462 x509: Ed25519 verification failure
// 473 x509: Ed25519 verification failure
// 484 x509: Ed25519 verification failure
// 495 x509: Ed25519 verification failure
// 506 x509: malformed extension value field
// 517 x509: Ed25519 verification failure
// 528 x509: Ed25519 verification failure
// 539 x509: Ed25519 verification failure
// 550 x509: Ed25519 verification failure
// 561 x509: cannot parse IP address of length 18
// 572 x509: Ed25519 verification failure
// 583 x509: Ed25519 verification failure
// 594 x509: Ed25519 verification failure
// 600 598abf4f2c495c0d4ae51d2fcbcaebe74cb2d3dc85d8df502d2446ceb780d259 <nil>
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 x509: signing with MD5 is not supported
// 600 611e93d4d17f636d8dda80460e360a901abd70143bfd745348c7399191601355 <nil>
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 x509: requested SignatureAlgorithm does not match private key type
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 x509: unknown SignatureAlgorithm
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 x509: requested SignatureAlgorithm does not match private key type
// x509: only CAs are allowed to specify MaxPathLen
// x509: unsupported public key type: int
// x509: certificate private key does not implement crypto.Signer
// x509: provided PrivateKey doesn't match parent's PublicKey
// x509: serial number must be positive
// x509: malformed certificate
