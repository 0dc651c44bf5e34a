package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"time"
)

func names() {
	for _, s := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		fmt.Printf("%04x %s %x %v\n", s.ID, tls.CipherSuiteName(s.ID), s.SupportedVersions, s.Insecure)
	}
	fmt.Println(tls.CipherSuiteName(tls.TLS_FALLBACK_SCSV), tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305)
	for v := uint16(0x02ff); v < 0x306; v++ {
		fmt.Println(tls.VersionName(v))
	}
	for i := range 65536 {
		scheme, curve := tls.SignatureScheme(i).String(), tls.CurveID(i).String()
		if scheme[len(scheme)-1] != ')' || i < 2 {
			fmt.Println(i, scheme)
		}
		if curve[len(curve)-1] != ')' || i < 2 {
			fmt.Println(i, curve)
		}
	}
	for i := range 256 {
		if text := tls.AlertError(i).Error(); text[len(text)-1] != ')' || i < 2 {
			fmt.Println(i, text)
		}
	}
	for i := -1; i < 7; i++ {
		fmt.Println(tls.ClientAuthType(i), tls.QUICEncryptionLevel(i), tls.QUICEventKind(i), tls.RenegotiationSupport(i))
	}
}

func failures() {
	fmt.Println(&tls.ECHRejectionError{}, tls.RecordHeaderError{Msg: "m"})
	cause := errors.New("cause")
	err := &tls.CertificateVerificationError{Err: cause}
	fmt.Println(err, errors.Is(err, cause))
	_, e := tls.Listen("tcp", "127.0.0.1:0", nil)
	fmt.Println(e)
	for _, in := range []string{"", "-----BEGIN X-----\nAAAA\n-----END X-----\n", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n"} {
		_, e = tls.X509KeyPair([]byte(in), nil)
		fmt.Println(e)
	}
	certificate := []byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
	for _, in := range []string{"", "-----BEGIN X-----\nAAAA\n-----END X-----\n", string(certificate)} {
		_, e = tls.X509KeyPair(certificate, []byte(in))
		fmt.Println(e)
	}
	_, e = tls.LoadX509KeyPair("", "")
	fmt.Println(e != nil)
}

func configurations() {
	var none *tls.Config
	fmt.Println(none.Clone() == nil)
	c := &tls.Config{ServerName: "a", NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
	d := c.Clone()
	d.ServerName = "b"
	fmt.Println(c.ServerName, d.ServerName, d.NextProtos, d.MinVersion, d.RootCAs == c.RootCAs)
	func() {
		defer func() { fmt.Println(recover()) }()
		c.SetSessionTicketKeys(nil)
	}()
	c.SetSessionTicketKeys(make([][32]byte, 2))
	c.Certificates = []tls.Certificate{{Leaf: &x509.Certificate{DNSNames: []string{"x", "y"}}}}
	c.BuildNameToCertificate()
	fmt.Println(len(c.NameToCertificate), c.NameToCertificate["y"] == &c.Certificates[0])
}

func sessions() {
	cache := tls.NewLRUClientSessionCache(2)
	states := make([]*tls.ClientSessionState, 4)
	for i := range states {
		states[i], _ = tls.NewResumptionState([]byte{byte(i)}, &tls.SessionState{EarlyData: i == 1})
	}
	cache.Put("a", states[0])
	cache.Put("b", states[1])
	_, ok := cache.Get("a")
	fmt.Println(ok)
	cache.Put("c", states[2])
	for _, key := range []string{"a", "b", "c", "d"} {
		s, ok := cache.Get(key)
		fmt.Println(key, s != nil, ok)
	}
	cache.Put("a", nil)
	_, ok = cache.Get("a")
	fmt.Println(ok)
	ticket, state, err := states[1].ResumptionState()
	fmt.Println(ticket, state.EarlyData, err)
}

func connections() {
	a, b := net.Pipe()
	c := tls.Client(a, &tls.Config{})
	fmt.Println(c.Handshake())
	_, err := c.Write([]byte("x"))
	fmt.Println(err)
	_, err = c.Read(make([]byte, 1))
	fmt.Println(err)
	fmt.Println(c.NetConn() == a, c.LocalAddr(), c.RemoteAddr(), c.ConnectionState().HandshakeComplete, c.OCSPResponse() == nil)
	fmt.Println(c.CloseWrite(), c.VerifyHostname("x"), c.SetDeadline(time.Time{}))
	fmt.Println(c.Close(), c.Close())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := tls.Server(b, &tls.Config{})
	fmt.Println(s.HandshakeContext(ctx), s.VerifyHostname("x"))
	var conn net.Conn = s
	_, ok := conn.(*tls.Conn)
	fmt.Println(ok)
}

func main() {
	names()
	failures()
	configurations()
	sessions()
	connections()
}

// Output:
// 1301 TLS_AES_128_GCM_SHA256 [304] false
// 1302 TLS_AES_256_GCM_SHA384 [304] false
// 1303 TLS_CHACHA20_POLY1305_SHA256 [304] false
// c009 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA [301 302 303] false
// c00a TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA [301 302 303] false
// c013 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA [301 302 303] false
// c014 TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA [301 302 303] false
// c02b TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 [303] false
// c02c TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 [303] false
// c02f TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 [303] false
// c030 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 [303] false
// cca8 TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256 [303] false
// cca9 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 [303] false
// 0005 TLS_RSA_WITH_RC4_128_SHA [301 302 303] true
// 000a TLS_RSA_WITH_3DES_EDE_CBC_SHA [301 302 303] true
// 002f TLS_RSA_WITH_AES_128_CBC_SHA [301 302 303] true
// 0035 TLS_RSA_WITH_AES_256_CBC_SHA [301 302 303] true
// 003c TLS_RSA_WITH_AES_128_CBC_SHA256 [303] true
// 009c TLS_RSA_WITH_AES_128_GCM_SHA256 [303] true
// 009d TLS_RSA_WITH_AES_256_GCM_SHA384 [303] true
// c007 TLS_ECDHE_ECDSA_WITH_RC4_128_SHA [301 302 303] true
// c011 TLS_ECDHE_RSA_WITH_RC4_128_SHA [301 302 303] true
// c012 TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA [301 302 303] true
// c023 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256 [303] true
// c027 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256 [303] true
// 0x5600 52392
// 0x02FF
// SSLv3
// TLS 1.0
// TLS 1.1
// TLS 1.2
// TLS 1.3
// 0x0305
// 0 SignatureScheme(0)
// 0 CurveID(0)
// 1 SignatureScheme(1)
// 1 CurveID(1)
// 23 CurveP256
// 24 CurveP384
// 25 CurveP521
// 29 X25519
// 513 PKCS1WithSHA1
// 515 ECDSAWithSHA1
// 1025 PKCS1WithSHA256
// 1027 ECDSAWithP256AndSHA256
// 1281 PKCS1WithSHA384
// 1283 ECDSAWithP384AndSHA384
// 1537 PKCS1WithSHA512
// 1539 ECDSAWithP521AndSHA512
// 2052 PSSWithSHA256
// 2053 PSSWithSHA384
// 2054 PSSWithSHA512
// 2055 Ed25519
// 4587 SecP256r1MLKEM768
// 4588 X25519MLKEM768
// 4589 SecP384r1MLKEM1024
// 0 tls: close notify
// 1 tls: alert(1)
// 10 tls: unexpected message
// 20 tls: bad record MAC
// 21 tls: decryption failed
// 22 tls: record overflow
// 30 tls: decompression failure
// 40 tls: handshake failure
// 42 tls: bad certificate
// 43 tls: unsupported certificate
// 44 tls: revoked certificate
// 45 tls: expired certificate
// 46 tls: unknown certificate
// 47 tls: illegal parameter
// 48 tls: unknown certificate authority
// 49 tls: access denied
// 50 tls: error decoding message
// 51 tls: error decrypting message
// 60 tls: export restriction
// 70 tls: protocol version not supported
// 71 tls: insufficient security level
// 80 tls: internal error
// 86 tls: inappropriate fallback
// 90 tls: user canceled
// 100 tls: no renegotiation
// 109 tls: missing extension
// 110 tls: unsupported extension
// 111 tls: certificate unobtainable
// 112 tls: unrecognized name
// 113 tls: bad certificate status response
// 114 tls: bad certificate hash value
// 115 tls: unknown PSK identity
// 116 tls: certificate required
// 120 tls: no application protocol
// 121 tls: encrypted client hello required
// ClientAuthType(-1) QUICEncryptionLevel(-1) -1 -1
// NoClientCert Initial 0 0
// RequestClientCert Early 1 1
// RequireAnyClientCert Handshake 2 2
// VerifyClientCertIfGiven Application 3 3
// RequireAndVerifyClientCert QUICEncryptionLevel(4) 4 4
// ClientAuthType(5) QUICEncryptionLevel(5) 5 5
// ClientAuthType(6) QUICEncryptionLevel(6) 6 6
// tls: server rejected ECH tls: m
// tls: failed to verify certificate: cause true
// tls: neither Certificates, GetCertificate, nor GetConfigForClient set in Config
// tls: failed to find any PEM data in certificate input
// tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [X]
// tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched
// tls: failed to find any PEM data in key input
// tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [X]
// tls: found a certificate rather than a key in the PEM for the private key
// true
// true
// a b [h2] 771 true
// tls: keys must have at least one key
// 2 true
// true
// a true true
// b false false
// c true true
// d false false
// false
// [1] true <nil>
// tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config
// tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config
// tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config
// true pipe pipe false true
// tls: CloseWrite called before handshake complete tls: handshake has not yet been performed <nil>
// <nil> use of closed network connection
// context canceled tls: VerifyHostname called on TLS server connection
// true
