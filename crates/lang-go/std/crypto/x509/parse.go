package x509

import (
	"bytes"
	"crypto/dsa"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"time"
)

// certificate is the structure of section 4.1 of RFC 5280.
type certificate struct {
	Raw                asn1.RawContent
	TBSCertificate     tbsCertificate
	SignatureAlgorithm pkix.AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

type tbsCertificate struct {
	Raw                asn1.RawContent
	Version            int `asn1:"optional,explicit,default:0,tag:0"`
	SerialNumber       *big.Int
	SignatureAlgorithm pkix.AlgorithmIdentifier
	Issuer             asn1.RawValue
	Validity           validity
	Subject            asn1.RawValue
	PublicKey          publicKeyInfo
	UniqueId           asn1.BitString   `asn1:"optional,tag:1"`
	SubjectUniqueId    asn1.BitString   `asn1:"optional,tag:2"`
	Extensions         []pkix.Extension `asn1:"omitempty,optional,explicit,tag:3"`
}

type validity struct {
	NotBefore, NotAfter time.Time
}

// ParseCertificate reads one certificate.
func ParseCertificate(der []byte) (*Certificate, error) {
	list, err := ParseCertificates(der)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errors.New("x509: malformed certificate")
	case len(list[0].Raw) != len(der):
		return nil, errors.New("x509: trailing data")
	}
	return list[0], nil
}

// ParseCertificates reads certificates that follow one another.
func ParseCertificates(der []byte) ([]*Certificate, error) {
	var list []*Certificate
	for len(der) > 0 {
		c, rest, err := scanCertificate(der)
		if err != nil {
			return nil, err
		}
		parsed, err := parseCertificate(c)
		if err != nil {
			return nil, err
		}
		list = append(list, parsed)
		der = rest
	}
	return list, nil
}

// sameAlgorithm compares encodings.
func sameAlgorithm(a, b pkix.AlgorithmIdentifier) bool {
	return a.Algorithm.Equal(b.Algorithm) && bytes.Equal(a.Parameters.FullBytes, b.Parameters.FullBytes)
}

func parseCertificate(in *certificate) (*Certificate, error) {
	tbs := &in.TBSCertificate
	c := &Certificate{
		Raw: bytes.Clone(in.Raw), RawTBSCertificate: bytes.Clone(tbs.Raw),
		RawSubjectPublicKeyInfo: bytes.Clone(tbs.PublicKey.Raw),
		RawSubject:              bytes.Clone(tbs.Subject.FullBytes), RawIssuer: bytes.Clone(tbs.Issuer.FullBytes),
		Signature: in.SignatureValue.RightAlign(), SerialNumber: tbs.SerialNumber, Version: tbs.Version + 1,
		NotBefore: tbs.Validity.NotBefore, NotAfter: tbs.Validity.NotAfter, Extensions: tbs.Extensions,
	}
	c.SignatureAlgorithm = signatureAlgorithm(in.SignatureAlgorithm)
	var err error
	if c.PublicKeyAlgorithm, c.PublicKey, err = publicKeyOf(&tbs.PublicKey); err != nil {
		return nil, err
	}
	if err := parseName(&c.Subject, c.RawSubject); err != nil {
		return nil, err
	}
	if err := parseName(&c.Issuer, c.RawIssuer); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, e := range tbs.Extensions {
		if id := e.Id.String(); seen[id] {
			return nil, fmt.Errorf("x509: certificate contains duplicate extension with OID %q", id)
		} else {
			seen[id] = true
		}
		handled, err := c.parseExtension(&e)
		if err != nil {
			return nil, err
		}
		if e.Critical && !handled {
			c.UnhandledCriticalExtensions = append(c.UnhandledCriticalExtensions, e.Id)
		}
	}
	return c, nil
}

// publicKeyOf reads a key. A key of an algorithm that is not known is none.
func publicKeyOf(info *publicKeyInfo) (PublicKeyAlgorithm, any, error) {
	algorithm := UnknownPublicKeyAlgorithm
	switch id := info.Algorithm.Algorithm; {
	case id.Equal(oidRSA):
		algorithm = RSA
	case id.Equal(oidDSA):
		algorithm = DSA
	case id.Equal(oidECDSA):
		algorithm = ECDSA
	case id.Equal(oidEd25519):
		algorithm = Ed25519
	default:
		return algorithm, nil, nil
	}
	key, err := parsePublicKey(info)
	return algorithm, key, err
}

func algorithmOf(key any) PublicKeyAlgorithm {
	switch key.(type) {
	case *rsa.PublicKey:
		return RSA
	case *dsa.PublicKey:
		return DSA
	case *ecdsa.PublicKey:
		return ECDSA
	case ed25519.PublicKey:
		return Ed25519
	}
	return UnknownPublicKeyAlgorithm
}

func parseName(name *pkix.Name, der []byte) error {
	rdn, err := scanName(der)
	if err != nil {
		return err
	}
	name.FillFromRDNSequence(&rdn)
	return nil
}

// whole reads a structure that is all of der.
func whole[T any](der []byte, what string) (v T, err error) {
	if rest, err := asn1.Unmarshal(der, &v); err != nil || len(rest) != 0 {
		return v, errors.New("x509: invalid " + what)
	}
	return v, nil
}

// The names of extensions end with these numbers, after 2.5.29.
const (
	extSubjectKeyID      = 14
	extKeyUsage          = 15
	extSubjectAltName    = 17
	extBasicConstraints  = 19
	extCRLNumber         = 20
	extReasonCode        = 21
	extNameConstraints   = 30
	extCRLPoints         = 31
	extPolicies          = 32
	extPolicyMappings    = 33
	extAuthorityKeyID    = 35
	extPolicyConstraints = 36
	extPurposes          = 37
	extInhibitAnyPolicy  = 54
)

func extension(last int) asn1.ObjectIdentifier { return oid(2, 5, 29, last) }

var (
	oidAuthorityInfo = oid(1, 3, 6, 1, 5, 5, 7, 1, 1)
	oidOCSP          = oid(1, 3, 6, 1, 5, 5, 7, 48, 1)
	oidIssuers       = oid(1, 3, 6, 1, 5, 5, 7, 48, 2)
)

type basicConstraints struct {
	IsCA       bool `asn1:"optional"`
	MaxPathLen int  `asn1:"optional,default:-1"`
}

type authorityKeyID struct {
	ID []byte `asn1:"optional,tag:0"`
}

type accessDescription struct {
	Method   asn1.ObjectIdentifier
	Location asn1.RawValue
}

type policyInformation struct {
	Policy asn1.RawValue
}

type policyConstraints struct {
	RequireExplicit int `asn1:"optional,tag:0,default:-1"`
	InhibitMapping  int `asn1:"optional,tag:1,default:-1"`
}

type distributionPoint struct {
	Name     distributionPointName `asn1:"optional,tag:0"`
	Reason   asn1.BitString        `asn1:"optional,tag:1"`
	CRLIssue asn1.RawValue         `asn1:"optional,tag:2"`
}

type distributionPointName struct {
	FullName     []asn1.RawValue  `asn1:"optional,tag:0"`
	RelativeName pkix.RDNSequence `asn1:"optional,tag:1"`
}

// parseExtension fills fields, and tells whether the extension is understood.
func (c *Certificate) parseExtension(e *pkix.Extension) (handled bool, err error) {
	if e.Id.Equal(oidAuthorityInfo) {
		if e.Critical {
			return true, errors.New("x509: authority info access incorrectly marked critical")
		}
		list, err := whole[[]accessDescription](e.Value, "authority info access")
		for _, a := range list {
			if a.Location.Class != asn1.ClassContextSpecific || a.Location.Tag != 6 {
				continue
			}
			switch location := string(a.Location.Bytes); {
			case a.Method.Equal(oidOCSP):
				c.OCSPServer = append(c.OCSPServer, location)
			case a.Method.Equal(oidIssuers):
				c.IssuingCertificateURL = append(c.IssuingCertificateURL, location)
			}
		}
		return true, err
	}
	if len(e.Id) != 4 || !e.Id.Equal(extension(e.Id[3])) {
		return false, nil
	}
	switch e.Id[3] {
	case extKeyUsage:
		bits, err := whole[asn1.BitString](e.Value, "key usage")
		for i := range 9 {
			c.KeyUsage |= KeyUsage(bits.At(i) << i)
		}
		return true, err
	case extBasicConstraints:
		return true, c.parseBasicConstraints(e)
	case extSubjectAltName:
		names, err := parseNames(e.Value)
		c.DNSNames, c.EmailAddresses, c.IPAddresses, c.URIs = names.dns, names.emails, names.addresses, names.uris
		return names.any(), err
	case extNameConstraints:
		return c.parseNameConstraints(e)
	case extCRLPoints:
		list, err := whole[[]distributionPoint](e.Value, "CRL distribution points")
		for _, point := range list {
			for _, name := range point.Name.FullName {
				if name.Tag == 6 {
					c.CRLDistributionPoints = append(c.CRLDistributionPoints, string(name.Bytes))
				}
			}
		}
		return true, err
	case extAuthorityKeyID:
		if e.Critical {
			return true, errors.New("x509: authority key identifier incorrectly marked critical")
		}
		id, err := whole[authorityKeyID](e.Value, "authority key identifier")
		c.AuthorityKeyId = id.ID
		return true, err
	case extSubjectKeyID:
		if e.Critical {
			return true, errors.New("x509: subject key identifier incorrectly marked critical")
		}
		c.SubjectKeyId, err = whole[[]byte](e.Value, "subject key identifier")
		return true, err
	case extPurposes:
		return true, c.parsePurposes(e)
	}
	return c.parsePolicyExtension(e)
}

func (c *Certificate) parseBasicConstraints(e *pkix.Extension) error {
	const what = "basic constraints"
	// A length that is written and negative differs from none.
	b, err := whole[struct {
		IsCA       bool     `asn1:"optional"`
		MaxPathLen *big.Int `asn1:"optional"`
	}](e.Value, what)
	length := -1
	if n := b.MaxPathLen; n != nil {
		if n.Sign() < 0 || !n.IsInt64() {
			return errors.New("x509: invalid " + what)
		}
		length = int(n.Int64())
	}
	c.BasicConstraintsValid, c.IsCA, c.MaxPathLen, c.MaxPathLenZero = true, b.IsCA, length, length == 0
	return err
}

func (c *Certificate) parsePurposes(e *pkix.Extension) error {
	list, err := whole[[]asn1.ObjectIdentifier](e.Value, "extended key usages")
next:
	for _, id := range list {
		for usage, purpose := range purposes {
			if purpose.oid.Equal(id) {
				c.ExtKeyUsage = append(c.ExtKeyUsage, ExtKeyUsage(usage))
				continue next
			}
		}
		c.UnknownExtKeyUsage = append(c.UnknownExtKeyUsage, id)
	}
	return err
}

func (c *Certificate) parsePolicyExtension(e *pkix.Extension) (handled bool, err error) {
	switch e.Id[3] {
	case extPolicies:
		list, err := whole[[]policyInformation](e.Value, "certificate policies")
		seen := map[string]bool{}
		for _, p := range list {
			id, ok := oidFromDER(p.Policy.Bytes)
			if !ok || p.Policy.Tag != asn1.TagOID || seen[string(p.Policy.Bytes)] {
				return true, errors.New("x509: invalid certificate policies")
			}
			seen[string(p.Policy.Bytes)] = true
			c.Policies = append(c.Policies, id)
			if small, ok := id.asn1OID(); ok {
				c.PolicyIdentifiers = append(c.PolicyIdentifiers, small)
			}
		}
		return true, err
	case extPolicyMappings:
		list, err := whole[[]struct{ Issuer, Subject asn1.RawValue }](e.Value, "policy mappings extension")
		for _, m := range list {
			issuer, ok := oidFromDER(m.Issuer.Bytes)
			subject, ok2 := oidFromDER(m.Subject.Bytes)
			if !ok || !ok2 {
				return true, errors.New("x509: invalid policy mappings extension")
			}
			c.PolicyMappings = append(c.PolicyMappings, PolicyMapping{issuer, subject})
		}
		return true, err
	case extPolicyConstraints:
		p, err := whole[policyConstraints](e.Value, "policy constraints extension")
		if p.RequireExplicit >= 0 {
			c.RequireExplicitPolicy, c.RequireExplicitPolicyZero = p.RequireExplicit, p.RequireExplicit == 0
		}
		if p.InhibitMapping >= 0 {
			c.InhibitPolicyMapping, c.InhibitPolicyMappingZero = p.InhibitMapping, p.InhibitMapping == 0
		}
		return true, err
	case extInhibitAnyPolicy:
		n, err := whole[int](e.Value, "inhibit any policy extension")
		c.InhibitAnyPolicy, c.InhibitAnyPolicyZero = n, n == 0
		return true, err
	}
	return false, nil
}

// altNames are names other than that of the subject.
type altNames struct {
	dns, emails []string
	addresses   []net.IP
	uris        []*url.URL
}

func (n *altNames) any() bool { return len(n.dns)+len(n.emails)+len(n.addresses)+len(n.uris) > 0 }

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

func parseNames(der []byte) (n altNames, err error) {
	s := &scanner{rest: der}
	s.inside(tagSequence, "invalid subject alternative names", func(s *scanner) {
		for len(s.rest) > 0 && s.err == nil {
			v := s.next("invalid subject alternative name")
			if s.err == nil && v.Class == asn1.ClassContextSpecific {
				n.add(s, v)
			}
		}
	})
	return n, s.err
}

func (n *altNames) add(s *scanner, v asn1.RawValue) {
	text := string(v.Bytes)
	if (v.Tag == 1 || v.Tag == 2 || v.Tag == 6) && !ascii(v.Bytes) {
		kind := map[int]string{1: "rfc822Name", 2: "dNSName", 6: "uniformResourceIdentifier"}[v.Tag]
		s.fail("SAN " + kind + " is malformed")
		return
	}
	switch v.Tag {
	case 1:
		n.emails = append(n.emails, text)
	case 2:
		n.dns = append(n.dns, text)
	case 6:
		uri, err := url.Parse(text)
		if err != nil {
			s.fail(fmt.Sprintf("cannot parse URI %q: %s", text, err))
			return
		}
		if !validDomain(uri.Host, false) {
			s.fail(fmt.Sprintf("cannot parse URI %q: invalid domain", text))
			return
		}
		n.uris = append(n.uris, uri)
	case 7:
		if len(v.Bytes) != net.IPv4len && len(v.Bytes) != net.IPv6len {
			s.fail(fmt.Sprintf("cannot parse IP address of length %d", len(v.Bytes)))
			return
		}
		n.addresses = append(n.addresses, net.IP(bytes.Clone(v.Bytes)))
	}
}

// AppendCertsFromPEM adds the certificates among blocks of PEM, and tells whether there were any.
func (s *CertPool) AppendCertsFromPEM(pemCerts []byte) (ok bool) {
	for {
		var block *pem.Block
		if block, pemCerts = pem.Decode(pemCerts); block == nil {
			return ok
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		if c, err := ParseCertificate(block.Bytes); err == nil {
			s.AddCert(c)
			ok = true
		}
	}
}
