package x509

import (
	"bytes"
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"io"
)

// request is the structure of RFC 2986.
type request struct {
	Raw                asn1.RawContent
	Body               requestBody
	SignatureAlgorithm pkix.AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

type requestBody struct {
	Raw        asn1.RawContent
	Version    int
	Subject    asn1.RawValue
	PublicKey  publicKeyInfo
	Attributes []asn1.RawValue `asn1:"tag:0"`
}

var oidExtensionRequest = oid(1, 2, 840, 113549, 1, 9, 14)

// extensionRequest is the attribute that holds extensions.
type extensionRequest struct {
	Type  asn1.ObjectIdentifier
	Value [][]pkix.Extension `asn1:"set"`
}

// CreateCertificateRequest makes a request for a certificate, signed by the key that the certificate is for.
func CreateCertificateRequest(rand io.Reader, template *CertificateRequest, priv any) (csr []byte, err error) {
	key, ok := priv.(crypto.Signer)
	if !ok {
		return nil, errors.New("x509: certificate private key does not implement crypto.Signer")
	}
	algo, err := algorithmFor(key, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	keyBytes, keyAlgorithm, err := encodePublicKey(key.Public())
	if err != nil {
		return nil, err
	}
	subject, err := encodedName(template.RawSubject, template.Subject)
	if err != nil {
		return nil, err
	}
	names, err := writeNames(template.DNSNames, template.EmailAddresses, template.IPAddresses, template.URIs)
	if err != nil {
		return nil, err
	}
	b := &builder{extra: template.ExtraExtensions}
	if len(names) > 0 {
		b.add(oidSubjectAltName, bytes.Equal(subject, []byte{0x30, 0}), names)
	}
	extensions := append(b.list, template.ExtraExtensions...)
	attributes := []asn1.RawValue{}
	add := func(value any) {
		der, e := asn1.Marshal(value)
		if e != nil {
			err = errors.New("x509: failed to serialise extensions attribute: " + e.Error())
		}
		attributes = append(attributes, asn1.RawValue{FullBytes: der})
	}
	for _, attribute := range template.Attributes {
		add(attribute)
	}
	if len(extensions) > 0 {
		add(extensionRequest{oidExtensionRequest, [][]pkix.Extension{extensions}})
	}
	if err != nil {
		return nil, err
	}
	return finish(rand, key, algo, requestBody{
		Subject: asn1.RawValue{FullBytes: subject},
		PublicKey: publicKeyInfo{
			Algorithm: keyAlgorithm, PublicKey: asn1.BitString{Bytes: keyBytes, BitLength: 8 * len(keyBytes)},
		},
		Attributes: attributes,
	})
}

// ParseCertificateRequest reads a request.
func ParseCertificateRequest(asn1Data []byte) (*CertificateRequest, error) {
	var in request
	rest, err := asn1.Unmarshal(asn1Data, &in)
	if err != nil {
		return nil, err
	}
	if len(rest) != 0 {
		return nil, asn1.SyntaxError{Msg: "trailing data"}
	}
	out := &CertificateRequest{
		Raw: in.Raw, RawTBSCertificateRequest: in.Body.Raw, RawSubjectPublicKeyInfo: in.Body.PublicKey.Raw,
		RawSubject: in.Body.Subject.FullBytes, Signature: in.SignatureValue.RightAlign(), Version: in.Body.Version,
		SignatureAlgorithm: signatureAlgorithm(in.SignatureAlgorithm),
	}
	if out.PublicKeyAlgorithm, out.PublicKey, err = publicKeyOf(&in.Body.PublicKey); err != nil {
		return nil, err
	}
	var subject pkix.RDNSequence
	if rest, err := asn1.Unmarshal(out.RawSubject, &subject); err != nil {
		return nil, err
	} else if len(rest) != 0 {
		return nil, errors.New("x509: trailing data after X.509 Subject")
	}
	out.Subject.FillFromRDNSequence(&subject)
	for _, raw := range in.Body.Attributes {
		var attribute pkix.AttributeTypeAndValueSET
		if rest, err := asn1.Unmarshal(raw.FullBytes, &attribute); err == nil && len(rest) == 0 {
			out.Attributes = append(out.Attributes, attribute)
		}
		var extensions extensionRequest
		if _, err := asn1.Unmarshal(raw.FullBytes, &extensions); err == nil && extensions.Type.Equal(oidExtensionRequest) {
			for _, list := range extensions.Value {
				out.Extensions = append(out.Extensions, list...)
			}
		}
	}
	seen := map[string]bool{}
	for _, e := range out.Extensions {
		if id := e.Id.String(); seen[id] {
			return nil, errors.New("x509: certificate request contains duplicate requested extensions")
		} else {
			seen[id] = true
		}
		if e.Id.Equal(oidSubjectAltName) {
			names, err := parseNames(e.Value)
			if err != nil {
				return nil, err
			}
			out.DNSNames, out.EmailAddresses, out.IPAddresses, out.URIs = names.dns, names.emails, names.addresses, names.uris
		}
	}
	return out, nil
}

// CheckSignature tells whether the request is signed by its own key.
func (c *CertificateRequest) CheckSignature() error {
	return checkSignature(c.SignatureAlgorithm, c.RawTBSCertificateRequest, c.Signature, c.PublicKey, true)
}
