package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"time"
)

func main() {
	edk := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	raw := bytes.Repeat([]byte{9}, 32)
	ek, _ := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	from := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	ca := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Root CA"}, NotBefore: from, NotAfter: from.AddDate(40, 0, 0), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign}
	for _, key := range []crypto.Signer{edk, ek} {
		csr, err := x509.CreateCertificateRequest(nil, &x509.CertificateRequest{Subject: pkix.Name{CommonName: "req", Organization: []string{"O"}}, DNSNames: []string{"a.b"}, EmailAddresses: []string{"q@b"}, IPAddresses: []net.IP{net.IPv4(1, 2, 3, 4)}, ExtraExtensions: []pkix.Extension{{Id: []int{1, 2, 3}, Value: []byte{5, 0}}}}, key)
		fmt.Printf("%x %v\n", csr, err)
		r, err := x509.ParseCertificateRequest(csr)
		fmt.Println(err)
		fmt.Println(r.Subject, r.DNSNames, r.EmailAddresses, r.IPAddresses, r.Version, r.SignatureAlgorithm, r.PublicKeyAlgorithm, len(r.Extensions), r.Extensions, len(r.Attributes), r.CheckSignature())
		csr[len(csr)-1] ^= 1
		r, err = x509.ParseCertificateRequest(csr)
		fmt.Println(err, r.CheckSignature())
		csr, err = x509.CreateCertificateRequest(nil, &x509.CertificateRequest{}, key)
		fmt.Printf("%x %v\n", csr, err)
		der, _ := x509.CreateCertificate(nil, ca, ca, key.Public(), key)
		root, _ := x509.ParseCertificate(der)
		tpl := &x509.RevocationList{Number: big.NewInt(5), ThisUpdate: from, NextUpdate: from.AddDate(0, 1, 0), RevokedCertificateEntries: []x509.RevocationListEntry{{SerialNumber: big.NewInt(9), RevocationTime: from, ReasonCode: 4}, {SerialNumber: big.NewInt(10), RevocationTime: from}}}
		crl, err := x509.CreateRevocationList(nil, tpl, root, key)
		fmt.Printf("%x %v\n", crl, err)
		rl, err := x509.ParseRevocationList(crl)
		fmt.Println(err, rl.Number, rl.Issuer, rl.ThisUpdate, rl.NextUpdate, len(rl.RevokedCertificateEntries), rl.RevokedCertificateEntries[0].ReasonCode, rl.RevokedCertificateEntries[1].SerialNumber, len(rl.Extensions), rl.CheckSignatureFrom(root))
		fmt.Printf("%x\n", rl.AuthorityKeyId)
		old, err := x509.ParseCRL(crl)
		fmt.Println(err, old.TBSCertList.Issuer, len(old.TBSCertList.RevokedCertificates), old.HasExpired(from), old.HasExpired(from.AddDate(1, 0, 0)), root.CheckCRLSignature(old))
		crl, err = root.CreateCRL(nil, key, []pkix.RevokedCertificate{{SerialNumber: big.NewInt(3), RevocationTime: from}}, from, from.AddDate(1, 0, 0))
		fmt.Printf("%x %v\n", crl, err)
		for _, f := range []func(*x509.RevocationList){func(t *x509.RevocationList) { t.Number = nil }, func(t *x509.RevocationList) { t.NextUpdate = from.AddDate(-1, 0, 0) }, func(t *x509.RevocationList) { t.RevokedCertificateEntries = []x509.RevocationListEntry{{}} }, func(t *x509.RevocationList) {
			t.RevokedCertificateEntries = []x509.RevocationListEntry{{SerialNumber: big.NewInt(1)}}
		}, func(t *x509.RevocationList) { t.Number = new(big.Int).Lsh(big.NewInt(1), 170) }} {
			t := *tpl
			f(&t)
			_, err := x509.CreateRevocationList(nil, &t, root, key)
			fmt.Println(err)
		}
		_, err = x509.CreateRevocationList(nil, nil, root, key)
		fmt.Println(err)
		_, err = x509.CreateRevocationList(nil, tpl, &x509.Certificate{}, key)
		fmt.Println(err)
	}
	for c := x509.PEMCipher(0); c < 7; c++ {
		b, err := x509.EncryptPEMBlock(bytes.NewReader(bytes.Repeat([]byte{3}, 99)), "X", []byte("some data"), []byte("pass"), c)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s", pem.EncodeToMemory(b))
		fmt.Println(x509.IsEncryptedPEMBlock(b))
		d, err := x509.DecryptPEMBlock(b, []byte("pass"))
		fmt.Printf("%s %v\n", d, err)
		_, err = x509.DecryptPEMBlock(b, []byte("wrong"))
		fmt.Println(err)
	}
	for _, h := range []string{"", "x", "DES-CBC,zz", "DES-CBC,00", "FOO,00"} {
		b := &pem.Block{Headers: map[string]string{"DEK-Info": h}, Bytes: []byte("x")}
		if h == "" {
			b.Headers = nil
		}
		_, err := x509.DecryptPEMBlock(b, nil)
		fmt.Println(err)
	}
}

// Output:
// 3081d0308183020100301a310a3008060355040a13014f310c300a06035504031303726571302a300506032b6570032100ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22ca036303406092a864886f70d01090e3127302530190603551d11041230108203612e628103714062870401020304300806022a0304020500300506032b6570034100a9e50725c81037b16aa675c91480c2c800b67a8bffad27e677befb459d1f7ed1598a9187e25cae3d813140e0b4843f9c585c61c8cb713dd192847d97fe219200 <nil>
// <nil>
// CN=req,O=O [a.b] [q@b] [1.2.3.4] 0 Ed25519 Ed25519 2 [{2.5.29.17 false [48 16 130 3 97 46 98 129 3 113 64 98 135 4 1 2 3 4]} {1.2.3 false [5 0]}] 1 <nil>
// <nil> x509: Ed25519 verification failure
// 307f30330201003000302a300506032b6570032100ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22ca000300506032b6570034100e19a72c5e37194ce6391805457f91a9aaf882974ddfb14d60254ad56adb21b4618e931f796546dee54c888004f7e625f1e5684420925bb08e2d7998dc384130d <nil>
// 3081f23081a5020101300506032b657030123110300e06035504031307526f6f74204341170d3230303130323033303430355a170d3230303230323033303430355a30363020020109170d3230303130323033303430355a300c300a0603551d1504030a0104301202010a170d3230303130323033303430355aa02f302d301f0603551d23041830168014fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef300a0603551d140403020105300506032b65700341001a1f30f18b1316cd043e72f5024a5f930badb997330b74fe9debbd8fc28f0c363581de98c8f81397539cb01889d4e936517651b795c67796d96d746966615f03 <nil>
// <nil> 5 CN=Root CA 2020-01-02 03:04:05 +0000 UTC 2020-02-02 03:04:05 +0000 UTC 2 4 10 2 <nil>
// fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef
// <nil> CN=Root CA 2 false true <nil>
// 3081c33077020101300506032b657030123110300e06035504031307526f6f74204341170d3230303130323033303430355a170d3231303130323033303430355a30143012020103170d3230303130323033303430355aa0233021301f0603551d23041830168014fe812c12f3ab4ce6ac5db69ac352f906cb1b11ef300506032b6570034100b2660f31abf694433e33a9f214e95a13c91867aad39f4a986b050629e40d4f681efa3d929a653b207128fca333664d0094297b9c50aa8f0d14a9dee415124b09 <nil>
// x509: template contains nil Number field
// x509: template.ThisUpdate is after template.NextUpdate
// x509: template contains entry with nil SerialNumber field
// x509: template contains entry with zero RevocationTime field
// x509: CRL number exceeds 20 octets
// x509: template can not be nil
// x509: issuer must have the crlSign key usage bit set
// 3082010a3081b2020100301a310a3008060355040a13014f310c300a060355040313037265713059301306072a8648ce3d020106082a8648ce3d030107034200047135fa4fd93a09dce98bbf681b4bfcf50e7c0d6354e62afb0bff2a3429617865ed4c1f02ddb9023ee56a557e515d6a9dc66c11f220960de594334df588776724a036303406092a864886f70d01090e3127302530190603551d11041230108203612e628103714062870401020304300806022a0304020500300a06082a8648ce3d040302034700304402204a5f49314c7dd21bad7a07820f55a1293b53fbb2370275458af978f74f412d8e02203cf60d54702424256c9f975e9889373e3bb477c629673b6d7865560356fe794c <nil>
// <nil>
// CN=req,O=O [a.b] [q@b] [1.2.3.4] 0 ECDSA-SHA256 ECDSA 2 [{2.5.29.17 false [48 16 130 3 97 46 98 129 3 113 64 98 135 4 1 2 3 4]} {1.2.3 false [5 0]}] 1 <nil>
// <nil> x509: ECDSA verification failure
// 3081ba306202010030003059301306072a8648ce3d020106082a8648ce3d030107034200047135fa4fd93a09dce98bbf681b4bfcf50e7c0d6354e62afb0bff2a3429617865ed4c1f02ddb9023ee56a557e515d6a9dc66c11f220960de594334df588776724a000300a06082a8648ce3d0403020348003045022100ca2b7f8640d2706c55af5bf7b341f59ae2e99b0b2b007175cf5dbec0ce7bba2702204992c19808daf7fdc8620e96be8e7c0c9f1196649775d456a7cc174c0f31d190 <nil>
// 308201023081aa020101300a06082a8648ce3d04030230123110300e06035504031307526f6f74204341170d3230303130323033303430355a170d3230303230323033303430355a30363020020109170d3230303130323033303430355a300c300a0603551d1504030a0104301202010a170d3230303130323033303430355aa02f302d301f0603551d23041830168014d8c6b0c7044fabbbfe6c30529fdea262f35a66bb300a0603551d140403020105300a06082a8648ce3d0403020347003044022018cbd34b794dac4c35f714e1677abe6731a8a66828b1b5fecf2f275bdd98fcc40220694019a3879b96e2593368a96ecd13dd3ac8a6d70fe349e041c8d61f8565ebed <nil>
// <nil> 5 CN=Root CA 2020-01-02 03:04:05 +0000 UTC 2020-02-02 03:04:05 +0000 UTC 2 4 10 2 <nil>
// d8c6b0c7044fabbbfe6c30529fdea262f35a66bb
// <nil> CN=Root CA 2 false true <nil>
// 3081d4307c020101300a06082a8648ce3d04030230123110300e06035504031307526f6f74204341170d3230303130323033303430355a170d3231303130323033303430355a30143012020103170d3230303130323033303430355aa0233021301f0603551d23041830168014d8c6b0c7044fabbbfe6c30529fdea262f35a66bb300a06082a8648ce3d04030203480030450220640c3670a9420b36b61c8b0b2fa1defb0febb711752d021dd9ca6dfbb73c9d03022100bcd138dfdaa7f51334b9079dcc42496d536dc7d78270408fcf57d1a32cf2d861 <nil>
// x509: template contains nil Number field
// x509: template.ThisUpdate is after template.NextUpdate
// x509: template contains entry with nil SerialNumber field
// x509: template contains entry with zero RevocationTime field
// x509: CRL number exceeds 20 octets
// x509: template can not be nil
// x509: issuer must have the crlSign key usage bit set
// x509: unknown encryption mode
// -----BEGIN X-----
// Proc-Type: 4,ENCRYPTED
// DEK-Info: DES-CBC,0303030303030303
//
// b7RyTqDH+lkwO6luVtnvhg==
// -----END X-----
// true
// some data <nil>
// x509: decryption password incorrect
// -----BEGIN X-----
// Proc-Type: 4,ENCRYPTED
// DEK-Info: DES-EDE3-CBC,0303030303030303
//
// 1lQWxSWy93kpzOav28g2Dw==
// -----END X-----
// true
// some data <nil>
// <nil>
// -----BEGIN X-----
// Proc-Type: 4,ENCRYPTED
// DEK-Info: AES-128-CBC,03030303030303030303030303030303
//
// 0F5aH0fC4Qj5a/WB9pTsgA==
// -----END X-----
// true
// some data <nil>
// x509: decryption password incorrect
// -----BEGIN X-----
// Proc-Type: 4,ENCRYPTED
// DEK-Info: AES-192-CBC,03030303030303030303030303030303
//
// VFQn0IDralHaah8rV/j1DQ==
// -----END X-----
// true
// some data <nil>
// x509: decryption password incorrect
// -----BEGIN X-----
// Proc-Type: 4,ENCRYPTED
// DEK-Info: AES-256-CBC,03030303030303030303030303030303
//
// ecbJvXHDxPZ8aNdWSqowGA==
// -----END X-----
// true
// some data <nil>
// x509: decryption password incorrect
// x509: unknown encryption mode
// x509: no DEK-Info header in block
// x509: malformed DEK-Info header
// encoding/hex: invalid byte: U+007A 'z'
// x509: incorrect IV size
// x509: unknown encryption mode
