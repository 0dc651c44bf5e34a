package tls

import (
	"fmt"
	"strconv"
)

// Cipher suites, by the numbers of IANA's registry.
const (
	TLS_RSA_WITH_RC4_128_SHA                      uint16 = 0x0005
	TLS_RSA_WITH_3DES_EDE_CBC_SHA                 uint16 = 0x000a
	TLS_RSA_WITH_AES_128_CBC_SHA                  uint16 = 0x002f
	TLS_RSA_WITH_AES_256_CBC_SHA                  uint16 = 0x0035
	TLS_RSA_WITH_AES_128_CBC_SHA256               uint16 = 0x003c
	TLS_RSA_WITH_AES_128_GCM_SHA256               uint16 = 0x009c
	TLS_RSA_WITH_AES_256_GCM_SHA384               uint16 = 0x009d
	TLS_ECDHE_ECDSA_WITH_RC4_128_SHA              uint16 = 0xc007
	TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA          uint16 = 0xc009
	TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA          uint16 = 0xc00a
	TLS_ECDHE_RSA_WITH_RC4_128_SHA                uint16 = 0xc011
	TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA           uint16 = 0xc012
	TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA            uint16 = 0xc013
	TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA            uint16 = 0xc014
	TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256       uint16 = 0xc023
	TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256         uint16 = 0xc027
	TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256         uint16 = 0xc02f
	TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256       uint16 = 0xc02b
	TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384         uint16 = 0xc030
	TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384       uint16 = 0xc02c
	TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256   uint16 = 0xcca8
	TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 uint16 = 0xcca9

	TLS_AES_128_GCM_SHA256       uint16 = 0x1301
	TLS_AES_256_GCM_SHA384       uint16 = 0x1302
	TLS_CHACHA20_POLY1305_SHA256 uint16 = 0x1303

	// TLS_FALLBACK_SCSV is no suite: a client says by it that it fell back to an older version (RFC 7507).
	TLS_FALLBACK_SCSV uint16 = 0x5600

	TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305   = TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
	TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305 = TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
)

// Versions of the protocol.
const (
	VersionTLS10 = 0x0301
	VersionTLS11 = 0x0302
	VersionTLS12 = 0x0303
	VersionTLS13 = 0x0304
	VersionSSL30 = 0x0300
)

// VersionName names a version.
func VersionName(version uint16) string {
	switch version {
	case VersionSSL30:
		return "SSLv3"
	case VersionTLS10:
		return "TLS 1.0"
	case VersionTLS11:
		return "TLS 1.1"
	case VersionTLS12:
		return "TLS 1.2"
	case VersionTLS13:
		return "TLS 1.3"
	}
	return fmt.Sprintf("0x%04X", version)
}

// CipherSuite says what a suite is called, and which versions have it.
type CipherSuite struct {
	ID                uint16
	Name              string
	SupportedVersions []uint16
	Insecure          bool
}

// The versions that have a suite: up to 1.2, 1.2 alone, 1.3 alone.
const (
	upTo12 = iota
	only12
	only13
)

type suite struct {
	id       uint16
	name     string
	versions int
}

var secure = []suite{
	{TLS_AES_128_GCM_SHA256, "TLS_AES_128_GCM_SHA256", only13},
	{TLS_AES_256_GCM_SHA384, "TLS_AES_256_GCM_SHA384", only13},
	{TLS_CHACHA20_POLY1305_SHA256, "TLS_CHACHA20_POLY1305_SHA256", only13},
	{TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", upTo12},
	{TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", upTo12},
	{TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", upTo12},
	{TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", upTo12},
	{TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", only12},
	{TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", only12},
	{TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", only12},
	{TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", only12},
	{TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", only12},
	{TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", only12},
}

var insecure = []suite{
	{TLS_RSA_WITH_RC4_128_SHA, "TLS_RSA_WITH_RC4_128_SHA", upTo12},
	{TLS_RSA_WITH_3DES_EDE_CBC_SHA, "TLS_RSA_WITH_3DES_EDE_CBC_SHA", upTo12},
	{TLS_RSA_WITH_AES_128_CBC_SHA, "TLS_RSA_WITH_AES_128_CBC_SHA", upTo12},
	{TLS_RSA_WITH_AES_256_CBC_SHA, "TLS_RSA_WITH_AES_256_CBC_SHA", upTo12},
	{TLS_RSA_WITH_AES_128_CBC_SHA256, "TLS_RSA_WITH_AES_128_CBC_SHA256", only12},
	{TLS_RSA_WITH_AES_128_GCM_SHA256, "TLS_RSA_WITH_AES_128_GCM_SHA256", only12},
	{TLS_RSA_WITH_AES_256_GCM_SHA384, "TLS_RSA_WITH_AES_256_GCM_SHA384", only12},
	{TLS_ECDHE_ECDSA_WITH_RC4_128_SHA, "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA", upTo12},
	{TLS_ECDHE_RSA_WITH_RC4_128_SHA, "TLS_ECDHE_RSA_WITH_RC4_128_SHA", upTo12},
	{TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA, "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", upTo12},
	{TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", only12},
	{TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", only12},
}

func described(list []suite, insecure bool) []*CipherSuite {
	out := make([]*CipherSuite, len(list))
	for i, s := range list {
		versions := []uint16{VersionTLS10, VersionTLS11, VersionTLS12}
		switch s.versions {
		case only12:
			versions = []uint16{VersionTLS12}
		case only13:
			versions = []uint16{VersionTLS13}
		}
		out[i] = &CipherSuite{s.id, s.name, versions, insecure}
	}
	return out
}

// CipherSuites are those without known weakness.
func CipherSuites() []*CipherSuite { return described(secure, false) }

// InsecureCipherSuites are those with known weaknesses.
func InsecureCipherSuites() []*CipherSuite { return described(insecure, true) }

// CipherSuiteName names a suite.
func CipherSuiteName(id uint16) string {
	for _, list := range [...][]suite{secure, insecure} {
		for _, s := range list {
			if s.id == id {
				return s.name
			}
		}
	}
	return fmt.Sprintf("0x%04X", id)
}

func numbered(kind string, n int) string { return kind + "(" + strconv.Itoa(n) + ")" }

// CurveID is a way to agree on keys.
type CurveID uint16

const (
	CurveP256          CurveID = 23
	CurveP384          CurveID = 24
	CurveP521          CurveID = 25
	X25519             CurveID = 29
	X25519MLKEM768     CurveID = 4588
	SecP256r1MLKEM768  CurveID = 4587
	SecP384r1MLKEM1024 CurveID = 4589
)

func (i CurveID) String() string {
	switch i {
	case CurveP256:
		return "CurveP256"
	case CurveP384:
		return "CurveP384"
	case CurveP521:
		return "CurveP521"
	case X25519:
		return "X25519"
	case X25519MLKEM768:
		return "X25519MLKEM768"
	case SecP256r1MLKEM768:
		return "SecP256r1MLKEM768"
	case SecP384r1MLKEM1024:
		return "SecP384r1MLKEM1024"
	}
	return numbered("CurveID", int(i))
}

// SignatureScheme is a way to sign (section 4.2.3 of RFC 8446).
type SignatureScheme uint16

const (
	PKCS1WithSHA256 SignatureScheme = 0x0401
	PKCS1WithSHA384 SignatureScheme = 0x0501
	PKCS1WithSHA512 SignatureScheme = 0x0601

	PSSWithSHA256 SignatureScheme = 0x0804
	PSSWithSHA384 SignatureScheme = 0x0805
	PSSWithSHA512 SignatureScheme = 0x0806

	ECDSAWithP256AndSHA256 SignatureScheme = 0x0403
	ECDSAWithP384AndSHA384 SignatureScheme = 0x0503
	ECDSAWithP521AndSHA512 SignatureScheme = 0x0603

	Ed25519 SignatureScheme = 0x0807

	PKCS1WithSHA1 SignatureScheme = 0x0201
	ECDSAWithSHA1 SignatureScheme = 0x0203
)

var schemes = map[SignatureScheme]string{
	PKCS1WithSHA256: "PKCS1WithSHA256", PKCS1WithSHA384: "PKCS1WithSHA384", PKCS1WithSHA512: "PKCS1WithSHA512",
	PSSWithSHA256: "PSSWithSHA256", PSSWithSHA384: "PSSWithSHA384", PSSWithSHA512: "PSSWithSHA512",
	ECDSAWithP256AndSHA256: "ECDSAWithP256AndSHA256", ECDSAWithP384AndSHA384: "ECDSAWithP384AndSHA384",
	ECDSAWithP521AndSHA512: "ECDSAWithP521AndSHA512", Ed25519: "Ed25519",
	PKCS1WithSHA1: "PKCS1WithSHA1", ECDSAWithSHA1: "ECDSAWithSHA1",
}

func (i SignatureScheme) String() string {
	if name, ok := schemes[i]; ok {
		return name
	}
	return numbered("SignatureScheme", int(i))
}

// ClientAuthType says what a server wants of the certificates of clients.
type ClientAuthType int

const (
	NoClientCert ClientAuthType = iota
	RequestClientCert
	RequireAnyClientCert
	VerifyClientCertIfGiven
	RequireAndVerifyClientCert
)

var clientAuthNames = [...]string{
	"NoClientCert", "RequestClientCert", "RequireAnyClientCert", "VerifyClientCertIfGiven", "RequireAndVerifyClientCert",
}

func (i ClientAuthType) String() string {
	if i < 0 || int(i) >= len(clientAuthNames) {
		return numbered("ClientAuthType", int(i))
	}
	return clientAuthNames[i]
}

// RenegotiationSupport says how often a client follows a server that begins anew.
type RenegotiationSupport int

const (
	RenegotiateNever RenegotiationSupport = iota
	RenegotiateOnceAsClient
	RenegotiateFreelyAsClient
)

// AlertError is an alert.
type AlertError uint8

var alerts = map[AlertError]string{
	0: "close notify", 10: "unexpected message", 20: "bad record MAC", 21: "decryption failed", 22: "record overflow",
	30: "decompression failure", 40: "handshake failure", 42: "bad certificate", 43: "unsupported certificate",
	44: "revoked certificate", 45: "expired certificate", 46: "unknown certificate", 47: "illegal parameter",
	48: "unknown certificate authority", 49: "access denied", 50: "error decoding message",
	51: "error decrypting message", 60: "export restriction", 70: "protocol version not supported",
	71: "insufficient security level", 80: "internal error", 86: "inappropriate fallback", 90: "user canceled",
	100: "no renegotiation", 109: "missing extension", 110: "unsupported extension", 111: "certificate unobtainable",
	112: "unrecognized name", 113: "bad certificate status response", 114: "bad certificate hash value",
	115: "unknown PSK identity", 116: "certificate required", 120: "no application protocol",
	121: "encrypted client hello required",
}

func (e AlertError) Error() string {
	if text, ok := alerts[e]; ok {
		return "tls: " + text
	}
	return "tls: " + numbered("alert", int(e))
}
