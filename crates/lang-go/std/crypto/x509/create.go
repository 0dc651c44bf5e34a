package x509

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/internal/entropy"
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/url"
)

// builder collects extensions; those that are given ready-made stand instead of its own.
type builder struct {
	list  []pkix.Extension
	extra []pkix.Extension
	err   error
}

func (b *builder) add(id asn1.ObjectIdentifier, critical bool, value any) {
	for _, e := range b.extra {
		if e.Id.Equal(id) {
			return
		}
	}
	der, err := asn1.Marshal(value)
	if err != nil && b.err == nil {
		b.err = err
	}
	b.list = append(b.list, pkix.Extension{Id: id, Critical: critical, Value: der})
}

func usageBits(usage KeyUsage) asn1.BitString {
	var b asn1.BitString
	for i := range 9 {
		if usage&(1<<i) != 0 {
			for len(b.Bytes) <= i/8 {
				b.Bytes = append(b.Bytes, 0)
			}
			b.Bytes[i/8] |= 0x80 >> (i % 8)
			b.BitLength = i + 1
		}
	}
	return b
}

func writeNames(dns, emails []string, addresses []net.IP, uris []*url.URL) (list []asn1.RawValue, err error) {
	add := func(tag int, b []byte) {
		list = append(list, asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: tag, Bytes: b})
	}
	text := func(tag int, s string) {
		if !ascii([]byte(s)) && err == nil {
			err = fmt.Errorf("x509: %q cannot be encoded as an IA5String", s)
		}
		add(tag, []byte(s))
	}
	for _, name := range dns {
		text(2, name)
	}
	for _, name := range emails {
		text(1, name)
	}
	for _, ip := range addresses {
		if v4 := ip.To4(); v4 != nil {
			ip = v4
		}
		add(7, ip)
	}
	for _, uri := range uris {
		text(6, uri.String())
	}
	return list, err
}

// extensions are those of a certificate that is to be made.
func (c *Certificate) extensions(noSubject bool, authority, subject []byte) ([]pkix.Extension, error) {
	b := &builder{extra: c.ExtraExtensions}
	if c.KeyUsage != 0 {
		b.add(extension(extKeyUsage), true, usageBits(c.KeyUsage))
	}
	if len(c.ExtKeyUsage)+len(c.UnknownExtKeyUsage) > 0 {
		var list []asn1.ObjectIdentifier
		for _, usage := range c.ExtKeyUsage {
			if usage < 0 || int(usage) >= len(purposes) {
				return nil, errors.New("x509: unknown extended key usage")
			}
			list = append(list, purposes[usage].oid)
		}
		b.add(extension(extPurposes), false, append(list, c.UnknownExtKeyUsage...))
	}
	if c.BasicConstraintsValid {
		length := c.MaxPathLen
		if length == 0 && !c.MaxPathLenZero {
			length = -1
		}
		b.add(extension(extBasicConstraints), true, basicConstraints{c.IsCA, length})
	}
	if len(subject) > 0 {
		b.add(extension(extSubjectKeyID), false, subject)
	}
	if len(authority) > 0 {
		b.add(extension(extAuthorityKeyID), false, authorityKeyID{authority})
	}
	if len(c.OCSPServer)+len(c.IssuingCertificateURL) > 0 {
		var list []accessDescription
		location := func(method asn1.ObjectIdentifier, s string) {
			raw := asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 6, Bytes: []byte(s)}
			list = append(list, accessDescription{method, raw})
		}
		for _, s := range c.OCSPServer {
			location(oidOCSP, s)
		}
		for _, s := range c.IssuingCertificateURL {
			location(oidIssuers, s)
		}
		b.add(oidAuthorityInfo, false, list)
	}
	names, err := writeNames(c.DNSNames, c.EmailAddresses, c.IPAddresses, c.URIs)
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		b.add(oidSubjectAltName, noSubject, names)
	}
	c.addPoliciesAndConstraints(b)
	return append(b.list, c.ExtraExtensions...), b.err
}

func (c *Certificate) addPoliciesAndConstraints(b *builder) {
	if len(c.Policies) > 0 {
		var list []policyInformation
		for _, id := range c.Policies {
			list = append(list, policyInformation{asn1.RawValue{Tag: asn1.TagOID, Bytes: id.der}})
		}
		b.add(extension(extPolicies), false, list)
	}
	var n nameConstraints
	var err, err2 error
	n.Permitted, err = writeSubtrees(c.PermittedDNSDomains, c.PermittedEmailAddresses, c.PermittedURIDomains,
		c.PermittedIPRanges)
	n.Excluded, err2 = writeSubtrees(c.ExcludedDNSDomains, c.ExcludedEmailAddresses, c.ExcludedURIDomains,
		c.ExcludedIPRanges)
	b.err = cmp.Or(b.err, err, err2)
	if len(n.Permitted)+len(n.Excluded) > 0 {
		b.add(extension(extNameConstraints), c.PermittedDNSDomainsCritical, n)
	}
	if len(c.CRLDistributionPoints) > 0 {
		var list []distributionPoint
		for _, s := range c.CRLDistributionPoints {
			raw := asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 6, Bytes: []byte(s)}
			list = append(list, distributionPoint{Name: distributionPointName{FullName: []asn1.RawValue{raw}}})
		}
		b.add(extension(extCRLPoints), false, list)
	}
}

// encodedName is a name as it was read, or else as it is written.
func encodedName(raw []byte, name pkix.Name) ([]byte, error) {
	if len(raw) > 0 {
		return raw, nil
	}
	return asn1.Marshal(name.ToRDNSequence())
}

// checkTemplate tells why no certificate can be made of a template.
func checkTemplate(template *Certificate) error {
	if template.SerialNumber != nil && template.SerialNumber.Sign() == -1 {
		return errors.New("x509: serial number must be positive")
	}
	if template.BasicConstraintsValid && template.MaxPathLen < -1 {
		return errors.New("x509: invalid MaxPathLen, must be greater or equal to -1")
	}
	limited := template.MaxPathLen != -1 && (template.MaxPathLen != 0 || template.MaxPathLenZero)
	if template.BasicConstraintsValid && !template.IsCA && limited {
		return errors.New("x509: only CAs are allowed to specify MaxPathLen")
	}
	return nil
}

// CreateCertificate makes a certificate for a public key, which the owner of the parent signs.
func CreateCertificate(rand io.Reader, template, parent *Certificate, pub, priv any) ([]byte, error) {
	key, ok := priv.(crypto.Signer)
	if !ok {
		return nil, errors.New("x509: certificate private key does not implement crypto.Signer")
	}
	if err := checkTemplate(template); err != nil {
		return nil, err
	}
	serial := template.SerialNumber
	if serial == nil {
		b := make([]byte, 20)
		if rand == nil {
			rand = entropy.Reader
		}
		if _, err := io.ReadFull(rand, b); err != nil {
			return nil, err
		}
		b[0] &= 0x7f
		serial = new(big.Int).SetBytes(b)
	}
	algo, err := algorithmFor(key, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	keyBytes, keyAlgorithm, err := encodePublicKey(pub)
	if err != nil {
		return nil, err
	}
	if algorithmOf(pub) == UnknownPublicKeyAlgorithm {
		return nil, fmt.Errorf("x509: unsupported public key type: %T", pub)
	}
	issuer, err := encodedName(parent.RawSubject, parent.Subject)
	if err != nil {
		return nil, err
	}
	subject, err := encodedName(template.RawSubject, template.Subject)
	if err != nil {
		return nil, err
	}
	authority := template.AuthorityKeyId
	if !bytes.Equal(issuer, subject) && len(parent.SubjectKeyId) > 0 {
		authority = parent.SubjectKeyId
	}
	id := template.SubjectKeyId
	if len(id) == 0 && template.IsCA {
		sum := sha256.Sum256(keyBytes)
		id = sum[:20]
	}
	// Somebody else's key would make a certificate that fits no chain.
	type comparable interface{ Equal(crypto.PublicKey) bool }
	if own, ok := key.Public().(comparable); !ok {
		return nil, errors.New("x509: internal error: supported public key does not implement Equal")
	} else if parent.PublicKey != nil && !own.Equal(parent.PublicKey) {
		return nil, errors.New("x509: provided PrivateKey doesn't match parent's PublicKey")
	}
	extensions, err := template.extensions(bytes.Equal(subject, []byte{0x30, 0}), authority, id)
	if err != nil {
		return nil, err
	}
	return finish(rand, key, algo, tbsCertificate{
		Version: 2, SerialNumber: serial, SignatureAlgorithm: identifierOf(algo),
		Issuer: asn1.RawValue{FullBytes: issuer}, Subject: asn1.RawValue{FullBytes: subject},
		Validity: validity{template.NotBefore.UTC(), template.NotAfter.UTC()},
		PublicKey: publicKeyInfo{
			Algorithm: keyAlgorithm, PublicKey: asn1.BitString{Bytes: keyBytes, BitLength: 8 * len(keyBytes)},
		},
		Extensions: extensions,
	})
}

// signed is anything with its signature.
type signed struct {
	Body      asn1.RawValue
	Algorithm pkix.AlgorithmIdentifier
	Signature asn1.BitString
}

// finish signs a structure, and encodes it with the signature.
func finish(rand io.Reader, key crypto.Signer, algo SignatureAlgorithm, body any) ([]byte, error) {
	tbs, err := asn1.Marshal(body)
	if err != nil {
		return nil, err
	}
	signature, err := sign(rand, key, algo, tbs)
	if err != nil {
		return nil, err
	}
	bits := asn1.BitString{Bytes: signature, BitLength: 8 * len(signature)}
	return asn1.Marshal(signed{asn1.RawValue{FullBytes: tbs}, identifierOf(algo), bits})
}
