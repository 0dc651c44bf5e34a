// Package pkix has the ASN.1 structures that certificates, requests and lists of revoked certificates are
// made of.
package pkix

import (
	"encoding/asn1"
	"math/big"
	"time"
)

// AlgorithmIdentifier names an algorithm (section 4.1.1.2 of RFC 5280).
type AlgorithmIdentifier struct {
	Algorithm  asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

// AttributeTypeAndValue is one attribute of a name.
type AttributeTypeAndValue struct {
	Type  asn1.ObjectIdentifier
	Value any
}

// RelativeDistinguishedNameSET are attributes that stand together.
type RelativeDistinguishedNameSET []AttributeTypeAndValue

// AttributeTypeAndValueSET are attributes of a request for a certificate (RFC 2986).
type AttributeTypeAndValueSET struct {
	Type  asn1.ObjectIdentifier
	Value [][]AttributeTypeAndValue `asn1:"set"`
}

// Extension is an extension of a certificate (section 4.2 of RFC 5280).
type Extension struct {
	Id       asn1.ObjectIdentifier
	Critical bool `asn1:"optional"`
	Value    []byte
}

// CertificateList is a signed list of revoked certificates (section 5.1 of RFC 5280).
type CertificateList struct {
	TBSCertList        TBSCertificateList
	SignatureAlgorithm AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

// HasExpired reports whether there should be a newer list.
func (certList *CertificateList) HasExpired(now time.Time) bool {
	return !now.Before(certList.TBSCertList.NextUpdate)
}

// TBSCertificateList is the part of such a list that is signed.
type TBSCertificateList struct {
	Raw                 asn1.RawContent
	Version             int `asn1:"optional,default:0"`
	Signature           AlgorithmIdentifier
	Issuer              RDNSequence
	ThisUpdate          time.Time
	NextUpdate          time.Time            `asn1:"optional"`
	RevokedCertificates []RevokedCertificate `asn1:"optional"`
	Extensions          []Extension          `asn1:"tag:0,optional,explicit"`
}

// RevokedCertificate is an entry of such a list.
type RevokedCertificate struct {
	SerialNumber   *big.Int
	RevocationTime time.Time
	Extensions     []Extension `asn1:"optional"`
}
