package x509

import (
	"bytes"
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"time"
)

// revocations is the structure of section 5.1 of RFC 5280.
type revocations struct {
	Raw                asn1.RawContent
	Body               revocationsBody
	SignatureAlgorithm pkix.AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

type revocationsBody struct {
	Raw        asn1.RawContent
	Version    int `asn1:"optional,default:0"`
	Signature  pkix.AlgorithmIdentifier
	Issuer     asn1.RawValue
	ThisUpdate time.Time
	NextUpdate time.Time        `asn1:"optional"`
	Revoked    []revoked        `asn1:"optional"`
	Extensions []pkix.Extension `asn1:"tag:0,optional,explicit"`
}

type revoked struct {
	Raw        asn1.RawContent
	Serial     *big.Int
	Time       time.Time
	Extensions []pkix.Extension `asn1:"optional"`
}

// checkRevocations tells why no list can be made of a template.
func checkRevocations(template *RevocationList, issuer *Certificate) error {
	switch {
	case template == nil:
		return errors.New("x509: template can not be nil")
	case issuer == nil:
		return errors.New("x509: issuer can not be nil")
	case issuer.KeyUsage&KeyUsageCRLSign == 0:
		return errors.New("x509: issuer must have the crlSign key usage bit set")
	case len(issuer.SubjectKeyId) == 0:
		return errors.New("x509: issuer certificate doesn't contain a subject key identifier")
	case template.NextUpdate.Before(template.ThisUpdate):
		return errors.New("x509: template.ThisUpdate is after template.NextUpdate")
	case template.Number == nil:
		return errors.New("x509: template contains nil Number field")
	}
	return nil
}

// entries are those of a template, encoded.
func (rl *RevocationList) entries() (list []revoked, err error) {
	for _, e := range rl.RevokedCertificateEntries {
		if e.SerialNumber == nil {
			return nil, errors.New("x509: template contains entry with nil SerialNumber field")
		}
		if e.RevocationTime.IsZero() {
			return nil, errors.New("x509: template contains entry with zero RevocationTime field")
		}
		b := &builder{extra: e.ExtraExtensions}
		if e.ReasonCode != 0 {
			for _, extra := range e.ExtraExtensions {
				if extra.Id.Equal(extension(extReasonCode)) {
					return nil, errors.New("x509: template contains entry with ReasonCode ExtraExtension; use ReasonCode field instead")
				}
			}
			b.add(extension(extReasonCode), false, asn1.Enumerated(e.ReasonCode))
		}
		extensions := append(b.list, e.ExtraExtensions...)
		list = append(list, revoked{Serial: e.SerialNumber, Time: e.RevocationTime.UTC(), Extensions: extensions})
	}
	if len(rl.RevokedCertificateEntries) == 0 {
		for _, c := range rl.RevokedCertificates {
			list = append(list, revoked{Serial: c.SerialNumber, Time: c.RevocationTime.UTC(), Extensions: c.Extensions})
		}
	}
	return list, nil
}

// CreateRevocationList makes a list, which the issuer signs.
func CreateRevocationList(rand io.Reader, template *RevocationList, issuer *Certificate, priv crypto.Signer) ([]byte, error) {
	if err := checkRevocations(template, issuer); err != nil {
		return nil, err
	}
	algo, err := algorithmFor(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	list, err := template.entries()
	if err != nil {
		return nil, err
	}
	if n := template.Number.Bytes(); len(n) > 20 || len(n) == 20 && n[0]&0x80 != 0 {
		return nil, errors.New("x509: CRL number exceeds 20 octets")
	}
	b := new(builder)
	b.add(extension(extAuthorityKeyID), false, authorityKeyID{issuer.SubjectKeyId})
	b.add(extension(extCRLNumber), false, template.Number)
	name, err := encodedName(issuer.RawSubject, issuer.Subject)
	if err != nil {
		return nil, err
	}
	return finish(rand, priv, algo, revocationsBody{
		Version: 1, Signature: identifierOf(algo), Issuer: asn1.RawValue{FullBytes: name},
		ThisUpdate: template.ThisUpdate.UTC(), NextUpdate: template.NextUpdate.UTC(), Revoked: list,
		Extensions: append(b.list, template.ExtraExtensions...),
	})
}

// ParseRevocationList reads a list.
func ParseRevocationList(der []byte) (*RevocationList, error) {
	var in revocations
	rest, err := asn1.Unmarshal(der, &in)
	switch {
	case err != nil:
		return nil, errors.New("x509: malformed crl")
	case len(rest) != 0:
		return nil, errors.New("x509: trailing data")
	case in.Body.Version != 1:
		return nil, errors.New("x509: unsupported crl version")
	case !sameAlgorithm(in.Body.Signature, in.SignatureAlgorithm):
		return nil, errors.New("x509: inner and outer signature algorithm identifiers don't match")
	}
	rl := &RevocationList{
		Raw: bytes.Clone(in.Raw), RawTBSRevocationList: bytes.Clone(in.Body.Raw), RawIssuer: in.Body.Issuer.FullBytes,
		Signature: in.SignatureValue.RightAlign(), SignatureAlgorithm: signatureAlgorithm(in.SignatureAlgorithm),
		ThisUpdate: in.Body.ThisUpdate, NextUpdate: in.Body.NextUpdate, Extensions: in.Body.Extensions,
	}
	if err := parseName(&rl.Issuer, rl.RawIssuer); err != nil {
		return nil, err
	}
	for _, r := range in.Body.Revoked {
		entry := RevocationListEntry{Raw: r.Raw, SerialNumber: r.Serial, RevocationTime: r.Time, Extensions: r.Extensions}
		for _, e := range r.Extensions {
			if e.Id.Equal(extension(extReasonCode)) {
				reason, err := whole[asn1.Enumerated](e.Value, "reasonCode")
				if err != nil {
					return nil, errors.New("x509: malformed reasonCode extension")
				}
				entry.ReasonCode = int(reason)
			}
		}
		rl.RevokedCertificateEntries = append(rl.RevokedCertificateEntries, entry)
		rl.RevokedCertificates = append(rl.RevokedCertificates, pkix.RevokedCertificate{
			SerialNumber: r.Serial, RevocationTime: r.Time, Extensions: r.Extensions,
		})
	}
	for _, e := range rl.Extensions {
		switch {
		case e.Id.Equal(extension(extAuthorityKeyID)):
			id, err := whole[authorityKeyID](e.Value, "authority key identifier")
			if err != nil {
				return nil, err
			}
			rl.AuthorityKeyId = id.ID
		case e.Id.Equal(extension(extCRLNumber)):
			if rl.Number, err = whole[*big.Int](e.Value, "crl number"); err != nil {
				return nil, errors.New("x509: malformed crl number")
			}
		}
	}
	return rl, nil
}

// CheckSignatureFrom tells whether the parent signed the list, and may sign lists.
func (rl *RevocationList) CheckSignatureFrom(parent *Certificate) error {
	switch {
	case parent.Version == 3 && !parent.BasicConstraintsValid, parent.BasicConstraintsValid && !parent.IsCA,
		parent.KeyUsage != 0 && parent.KeyUsage&KeyUsageCRLSign == 0:
		return ConstraintViolationError{}
	case parent.PublicKeyAlgorithm == UnknownPublicKeyAlgorithm:
		return ErrUnsupportedAlgorithm
	}
	return parent.CheckSignature(rl.SignatureAlgorithm, rl.RawTBSRevocationList, rl.Signature)
}

// ParseCRL reads a list, which may be a block of PEM, as the older structure.
func ParseCRL(crlBytes []byte) (*pkix.CertificateList, error) {
	if bytes.HasPrefix(crlBytes, []byte("-----BEGIN X509 CRL")) {
		if block, _ := pem.Decode(crlBytes); block != nil && block.Type == "X509 CRL" {
			crlBytes = block.Bytes
		}
	}
	return ParseDERCRL(crlBytes)
}

// ParseDERCRL reads a list as the older structure.
func ParseDERCRL(derBytes []byte) (*pkix.CertificateList, error) {
	list := new(pkix.CertificateList)
	if rest, err := asn1.Unmarshal(derBytes, list); err != nil {
		return nil, err
	} else if len(rest) != 0 {
		return nil, errors.New("x509: trailing data after CRL")
	}
	return list, nil
}

// CheckCRLSignature tells whether the certificate's owner signed a list.
func (c *Certificate) CheckCRLSignature(crl *pkix.CertificateList) error {
	algo := signatureAlgorithm(crl.SignatureAlgorithm)
	return c.CheckSignature(algo, crl.TBSCertList.Raw, crl.SignatureValue.RightAlign())
}

// CreateCRL makes a list of the older structure.
func (c *Certificate) CreateCRL(
	rand io.Reader, priv any, revokedCerts []pkix.RevokedCertificate, now, expiry time.Time,
) (crlBytes []byte, err error) {
	key, ok := priv.(crypto.Signer)
	if !ok {
		return nil, errors.New("x509: certificate private key does not implement crypto.Signer")
	}
	algo, err := algorithmFor(key, 0)
	if err != nil {
		return nil, err
	}
	list := make([]pkix.RevokedCertificate, len(revokedCerts))
	for i, r := range revokedCerts {
		r.RevocationTime = r.RevocationTime.UTC()
		list[i] = r
	}
	b := new(builder)
	if len(c.SubjectKeyId) > 0 {
		b.add(extension(extAuthorityKeyID), false, authorityKeyID{c.SubjectKeyId})
	}
	return finish(rand, key, algo, pkix.TBSCertificateList{
		Version: 1, Signature: identifierOf(algo), Issuer: c.Subject.ToRDNSequence(), ThisUpdate: now.UTC(),
		NextUpdate: expiry.UTC(), RevokedCertificates: list, Extensions: b.list,
	})
}
