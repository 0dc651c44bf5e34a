// Package x509 reads, makes and checks certificates, requests for them, lists of revoked ones, and encoded
// keys.
package x509

import (
	"bytes"
	"crypto"
	_ "crypto/sha1"   // for crypto.SHA1
	_ "crypto/sha256" // for crypto.SHA224 and SHA256
	_ "crypto/sha512" // for crypto.SHA384 and SHA512
	"crypto/x509/pkix"
	"encoding/asn1"
	"math/big"
	"net"
	"net/url"
	"strconv"
	"time"
)

// SignatureAlgorithm is a way to sign.
type SignatureAlgorithm int

const (
	UnknownSignatureAlgorithm SignatureAlgorithm = iota
	MD2WithRSA
	MD5WithRSA
	SHA1WithRSA
	SHA256WithRSA
	SHA384WithRSA
	SHA512WithRSA
	DSAWithSHA1
	DSAWithSHA256
	ECDSAWithSHA1
	ECDSAWithSHA256
	ECDSAWithSHA384
	ECDSAWithSHA512
	SHA256WithRSAPSS
	SHA384WithRSAPSS
	SHA512WithRSAPSS
	PureEd25519
)

func (algo SignatureAlgorithm) String() string {
	for _, d := range signatureDetails {
		if d.algo == algo {
			return d.name
		}
	}
	return strconv.Itoa(int(algo))
}

// oid is an identifier of dotted numbers.
func oid(numbers ...int) asn1.ObjectIdentifier { return numbers }

var signatureDetails = []struct {
	algo   SignatureAlgorithm
	name   string
	oid    asn1.ObjectIdentifier
	pubKey PublicKeyAlgorithm
	hash   crypto.Hash
	pss    bool
}{
	{MD5WithRSA, "MD5-RSA", oid(1, 2, 840, 113549, 1, 1, 4), RSA, crypto.MD5, false},
	{SHA1WithRSA, "SHA1-RSA", oid(1, 2, 840, 113549, 1, 1, 5), RSA, crypto.SHA1, false},
	{SHA1WithRSA, "SHA1-RSA", oid(1, 3, 14, 3, 2, 29), RSA, crypto.SHA1, false},
	{SHA256WithRSA, "SHA256-RSA", oid(1, 2, 840, 113549, 1, 1, 11), RSA, crypto.SHA256, false},
	{SHA384WithRSA, "SHA384-RSA", oid(1, 2, 840, 113549, 1, 1, 12), RSA, crypto.SHA384, false},
	{SHA512WithRSA, "SHA512-RSA", oid(1, 2, 840, 113549, 1, 1, 13), RSA, crypto.SHA512, false},
	{SHA256WithRSAPSS, "SHA256-RSAPSS", oid(1, 2, 840, 113549, 1, 1, 10), RSA, crypto.SHA256, true},
	{SHA384WithRSAPSS, "SHA384-RSAPSS", oid(1, 2, 840, 113549, 1, 1, 10), RSA, crypto.SHA384, true},
	{SHA512WithRSAPSS, "SHA512-RSAPSS", oid(1, 2, 840, 113549, 1, 1, 10), RSA, crypto.SHA512, true},
	{DSAWithSHA1, "DSA-SHA1", oid(1, 2, 840, 10040, 4, 3), DSA, crypto.SHA1, false},
	{DSAWithSHA256, "DSA-SHA256", oid(2, 16, 840, 1, 101, 3, 4, 3, 2), DSA, crypto.SHA256, false},
	{ECDSAWithSHA1, "ECDSA-SHA1", oid(1, 2, 840, 10045, 4, 1), ECDSA, crypto.SHA1, false},
	{ECDSAWithSHA256, "ECDSA-SHA256", oid(1, 2, 840, 10045, 4, 3, 2), ECDSA, crypto.SHA256, false},
	{ECDSAWithSHA384, "ECDSA-SHA384", oid(1, 2, 840, 10045, 4, 3, 3), ECDSA, crypto.SHA384, false},
	{ECDSAWithSHA512, "ECDSA-SHA512", oid(1, 2, 840, 10045, 4, 3, 4), ECDSA, crypto.SHA512, false},
	{PureEd25519, "Ed25519", oid(1, 3, 101, 112), Ed25519, 0, false},
}

// PublicKeyAlgorithm is a kind of keys.
type PublicKeyAlgorithm int

const (
	UnknownPublicKeyAlgorithm PublicKeyAlgorithm = iota
	RSA
	DSA // is only read
	ECDSA
	Ed25519
)

func (algo PublicKeyAlgorithm) String() string {
	switch algo {
	case RSA:
		return "RSA"
	case DSA:
		return "DSA"
	case ECDSA:
		return "ECDSA"
	case Ed25519:
		return "Ed25519"
	}
	return strconv.Itoa(int(algo))
}

// KeyUsage is a set of what a key may be used for.
type KeyUsage int

const (
	KeyUsageDigitalSignature KeyUsage = 1 << iota
	KeyUsageContentCommitment
	KeyUsageKeyEncipherment
	KeyUsageDataEncipherment
	KeyUsageKeyAgreement
	KeyUsageCertSign
	KeyUsageCRLSign
	KeyUsageEncipherOnly
	KeyUsageDecipherOnly
)

var usages = [...]string{
	"digitalSignature", "contentCommitment", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
	"cRLSign", "encipherOnly", "decipherOnly",
}

// String names a usage, and numbers a set of several.
func (i KeyUsage) String() string {
	for bit, name := range usages {
		if i == 1<<bit {
			return name
		}
	}
	return "KeyUsage(" + strconv.Itoa(int(i)) + ")"
}

// ExtKeyUsage is a purpose of a key.
type ExtKeyUsage int

const (
	ExtKeyUsageAny ExtKeyUsage = iota
	ExtKeyUsageServerAuth
	ExtKeyUsageClientAuth
	ExtKeyUsageCodeSigning
	ExtKeyUsageEmailProtection
	ExtKeyUsageIPSECEndSystem
	ExtKeyUsageIPSECTunnel
	ExtKeyUsageIPSECUser
	ExtKeyUsageTimeStamping
	ExtKeyUsageOCSPSigning
	ExtKeyUsageMicrosoftServerGatedCrypto
	ExtKeyUsageNetscapeServerGatedCrypto
	ExtKeyUsageMicrosoftCommercialCodeSigning
	ExtKeyUsageMicrosoftKernelCodeSigning
)

var purposes = [...]struct {
	name string
	oid  asn1.ObjectIdentifier
}{
	{"anyExtendedKeyUsage", oid(2, 5, 29, 37, 0)},
	{"serverAuth", oid(1, 3, 6, 1, 5, 5, 7, 3, 1)},
	{"clientAuth", oid(1, 3, 6, 1, 5, 5, 7, 3, 2)},
	{"codeSigning", oid(1, 3, 6, 1, 5, 5, 7, 3, 3)},
	{"emailProtection", oid(1, 3, 6, 1, 5, 5, 7, 3, 4)},
	{"ipsecEndSystem", oid(1, 3, 6, 1, 5, 5, 7, 3, 5)},
	{"ipsecTunnel", oid(1, 3, 6, 1, 5, 5, 7, 3, 6)},
	{"ipsecUser", oid(1, 3, 6, 1, 5, 5, 7, 3, 7)},
	{"timeStamping", oid(1, 3, 6, 1, 5, 5, 7, 3, 8)},
	{"OCSPSigning", oid(1, 3, 6, 1, 5, 5, 7, 3, 9)},
	{"msSGC", oid(1, 3, 6, 1, 4, 1, 311, 10, 3, 3)},
	{"nsSGC", oid(2, 16, 840, 1, 113730, 4, 1)},
	{"msCodeCom", oid(1, 3, 6, 1, 4, 1, 311, 2, 1, 22)},
	{"msKernelCode", oid(1, 3, 6, 1, 4, 1, 311, 61, 1, 1)},
}

// String names the purpose.
func (i ExtKeyUsage) String() string {
	if i < 0 || int(i) >= len(purposes) {
		return "ExtKeyUsage(" + strconv.Itoa(int(i)) + ")"
	}
	return purposes[i].name
}

// OID is the purpose's identifier. It panics where there is no such purpose.
func (eku ExtKeyUsage) OID() OID {
	if eku < 0 || int(eku) >= len(purposes) {
		panic("x509: internal error: known ExtKeyUsage has no OID")
	}
	return mustOID(purposes[eku].oid)
}

// PolicyMapping says which policy of an issuer is as good as which one of a subject.
type PolicyMapping struct {
	IssuerDomainPolicy  OID
	SubjectDomainPolicy OID
}

// Certificate is an X.509 certificate. Fields that begin with Raw are parts of its encoding.
type Certificate struct {
	Raw                     []byte
	RawTBSCertificate       []byte
	RawSubjectPublicKeyInfo []byte
	RawSubject              []byte
	RawIssuer               []byte

	Signature          []byte
	SignatureAlgorithm SignatureAlgorithm

	PublicKeyAlgorithm PublicKeyAlgorithm
	PublicKey          any

	Version             int
	SerialNumber        *big.Int
	Issuer              pkix.Name
	Subject             pkix.Name
	NotBefore, NotAfter time.Time // inclusive
	KeyUsage            KeyUsage

	Extensions                  []pkix.Extension // all that were read
	ExtraExtensions             []pkix.Extension // to be written as they are
	UnhandledCriticalExtensions []asn1.ObjectIdentifier

	ExtKeyUsage        []ExtKeyUsage
	UnknownExtKeyUsage []asn1.ObjectIdentifier

	// BasicConstraintsValid says whether the next three mean something. MaxPathLen of 0 is none unless
	// MaxPathLenZero is set; -1 is none.
	BasicConstraintsValid bool
	IsCA                  bool
	MaxPathLen            int
	MaxPathLenZero        bool

	SubjectKeyId   []byte
	AuthorityKeyId []byte

	OCSPServer            []string
	IssuingCertificateURL []string

	DNSNames       []string
	EmailAddresses []string
	IPAddresses    []net.IP
	URIs           []*url.URL

	PermittedDNSDomainsCritical bool
	PermittedDNSDomains         []string
	ExcludedDNSDomains          []string
	PermittedIPRanges           []*net.IPNet
	ExcludedIPRanges            []*net.IPNet
	PermittedEmailAddresses     []string
	ExcludedEmailAddresses      []string
	PermittedURIDomains         []string
	ExcludedURIDomains          []string

	CRLDistributionPoints []string

	PolicyIdentifiers []asn1.ObjectIdentifier
	Policies          []OID

	// These are as MaxPathLen: 0 is none unless the field ending in Zero is set.
	InhibitAnyPolicy          int
	InhibitAnyPolicyZero      bool
	InhibitPolicyMapping      int
	InhibitPolicyMappingZero  bool
	RequireExplicitPolicy     int
	RequireExplicitPolicyZero bool

	PolicyMappings []PolicyMapping
}

// Equal reports whether both have the same encoding.
func (c *Certificate) Equal(other *Certificate) bool {
	if c == nil || other == nil {
		return c == other
	}
	return bytes.Equal(c.Raw, other.Raw)
}

// CertificateRequest is a request for a certificate (PKCS #10).
type CertificateRequest struct {
	Raw                      []byte
	RawTBSCertificateRequest []byte
	RawSubjectPublicKeyInfo  []byte
	RawSubject               []byte

	Version            int
	Signature          []byte
	SignatureAlgorithm SignatureAlgorithm

	PublicKeyAlgorithm PublicKeyAlgorithm
	PublicKey          any

	Subject pkix.Name

	Attributes      []pkix.AttributeTypeAndValueSET
	Extensions      []pkix.Extension
	ExtraExtensions []pkix.Extension

	DNSNames       []string
	EmailAddresses []string
	IPAddresses    []net.IP
	URIs           []*url.URL
}

// RevocationList is a list of revoked certificates.
type RevocationList struct {
	Raw                  []byte
	RawTBSRevocationList []byte
	RawIssuer            []byte

	Issuer         pkix.Name
	AuthorityKeyId []byte

	Signature          []byte
	SignatureAlgorithm SignatureAlgorithm

	RevokedCertificateEntries []RevocationListEntry
	RevokedCertificates       []pkix.RevokedCertificate

	Number *big.Int

	ThisUpdate time.Time
	NextUpdate time.Time

	Extensions      []pkix.Extension
	ExtraExtensions []pkix.Extension
}

// RevocationListEntry is an entry of such a list.
type RevocationListEntry struct {
	Raw []byte

	SerialNumber   *big.Int
	RevocationTime time.Time
	ReasonCode     int

	Extensions      []pkix.Extension
	ExtraExtensions []pkix.Extension
}

// VerifyOptions say what a certificate is verified for.
type VerifyOptions struct {
	DNSName string // if it is set, the leaf has to be valid for it

	Intermediates *CertPool
	Roots         *CertPool

	CurrentTime time.Time // that of the clock if it is zero

	KeyUsages []ExtKeyUsage // any of them will do; ExtKeyUsageServerAuth if there are none

	MaxConstraintComparisions int

	CertificatePolicies []OID
}

// PEMCipher is a way to encrypt blocks of PEM (RFC 1423).
type PEMCipher int

const (
	_ PEMCipher = iota
	PEMCipherDES
	PEMCipher3DES
	PEMCipherAES128
	PEMCipherAES192
	PEMCipherAES256
)
