package x509

import (
	"bytes"
	"crypto/dsa"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
)

// publicKeyInfo is the structure of section 4.1 of RFC 5280.
type publicKeyInfo struct {
	Raw       asn1.RawContent
	Algorithm pkix.AlgorithmIdentifier
	PublicKey asn1.BitString
}

// ParsePKIXPublicKey reads a public key of any kind ("PUBLIC KEY").
func ParsePKIXPublicKey(derBytes []byte) (pub any, err error) {
	var info publicKeyInfo
	rest, err := asn1.Unmarshal(derBytes, &info)
	switch {
	case err != nil && reads[pkcs1PublicKey](derBytes):
		return nil, instead("public", "ParsePKCS1PublicKey")
	case err != nil:
		return nil, err
	case len(rest) != 0:
		return nil, errors.New("x509: trailing data after ASN.1 of public-key")
	}
	return parsePublicKey(&info)
}

func parsePublicKey(info *publicKeyInfo) (any, error) {
	der, parameters := info.PublicKey.RightAlign(), info.Algorithm.Parameters.FullBytes
	switch algorithm := info.Algorithm.Algorithm; {
	case algorithm.Equal(oidRSA):
		return parseRSA(der, parameters)
	case algorithm.Equal(oidECDSA):
		var named asn1.ObjectIdentifier
		if _, err := asn1.Unmarshal(parameters, &named); err != nil {
			return nil, errors.New("x509: invalid ECDSA parameters")
		}
		curve := curveOf(named)
		if curve == nil {
			return nil, errors.New("x509: unsupported elliptic curve")
		}
		key, err := ecdsa.ParseUncompressedPublicKey(curve, der)
		if err != nil {
			return nil, err
		}
		return key, nil
	case algorithm.Equal(oidEd25519):
		if len(parameters) != 0 {
			return nil, errors.New("x509: Ed25519 key encoded with illegal parameters")
		}
		if len(der) != ed25519.PublicKeySize {
			return nil, errors.New("x509: wrong Ed25519 public key size")
		}
		return ed25519.PublicKey(der), nil
	case algorithm.Equal(oidX25519):
		if len(parameters) != 0 {
			return nil, errors.New("x509: X25519 key encoded with illegal parameters")
		}
		return ecdh.X25519().NewPublicKey(der)
	case algorithm.Equal(oidDSA):
		return parseDSA(der, parameters)
	}
	return nil, errors.New("x509: unknown public key algorithm")
}

func parseRSA(der, parameters []byte) (any, error) {
	// Keys without parameters are against RFC 3279.
	if !bytes.Equal(parameters, asn1.NullBytes) {
		return nil, errors.New("x509: RSA key missing NULL parameters")
	}
	var body asn1.RawValue
	if _, err := asn1.Unmarshal(der, &body); err != nil || body.Class != 0 || body.Tag != asn1.TagSequence || !body.IsCompound {
		return nil, errors.New("x509: invalid RSA public key")
	}
	var key struct{ N, E *big.Int }
	rest, err := asn1.Unmarshal(body.Bytes, &key.N)
	if err != nil {
		return nil, errors.New("x509: invalid RSA modulus")
	}
	_, err = asn1.Unmarshal(rest, &key.E)
	switch {
	case err != nil || !key.E.IsInt64():
		return nil, errors.New("x509: invalid RSA public exponent")
	case key.N.Sign() <= 0:
		return nil, errors.New("x509: RSA modulus is not a positive number")
	case key.E.Sign() <= 0:
		return nil, errors.New("x509: RSA public exponent is not a positive number")
	}
	return &rsa.PublicKey{N: key.N, E: int(key.E.Int64())}, nil
}

func parseDSA(der, parameters []byte) (any, error) {
	pub := new(dsa.PublicKey)
	if _, err := asn1.Unmarshal(der, &pub.Y); err != nil {
		return nil, errors.New("x509: invalid DSA public key")
	}
	if _, err := asn1.Unmarshal(parameters, &pub.Parameters); err != nil {
		return nil, errors.New("x509: invalid DSA parameters")
	}
	if pub.Y.Sign() <= 0 || pub.P.Sign() <= 0 || pub.Q.Sign() <= 0 || pub.G.Sign() <= 0 {
		return nil, errors.New("x509: zero or negative DSA parameter")
	}
	return pub, nil
}

// encodePublicKey gives what a publicKeyInfo holds.
func encodePublicKey(pub any) (b []byte, algorithm pkix.AlgorithmIdentifier, err error) {
	curve := func(id asn1.ObjectIdentifier) {
		parameters, _ := asn1.Marshal(id)
		algorithm.Algorithm, algorithm.Parameters.FullBytes = oidECDSA, parameters
	}
	switch p := pub.(type) {
	case *rsa.PublicKey:
		b, err = asn1.Marshal(pkcs1PublicKey{p.N, p.E})
		algorithm = pkix.AlgorithmIdentifier{Algorithm: oidRSA, Parameters: asn1.NullRawValue}
	case *ecdsa.PublicKey:
		id, ok := oidOf(p.Curve)
		if !ok {
			return nil, algorithm, errors.New("x509: unsupported elliptic curve")
		}
		if !p.Curve.IsOnCurve(p.X, p.Y) {
			return nil, algorithm, errors.New("x509: invalid elliptic curve public key")
		}
		b = elliptic.Marshal(p.Curve, p.X, p.Y)
		curve(id)
	case ed25519.PublicKey:
		b, algorithm.Algorithm = p, oidEd25519
	case *ecdh.PublicKey:
		b = p.Bytes()
		if p.Curve() == ecdh.X25519() {
			algorithm.Algorithm = oidX25519
			break
		}
		id, ok := exchangeOID(p.Curve())
		if !ok {
			return nil, algorithm, errors.New("x509: unsupported elliptic curve")
		}
		curve(id)
	default:
		return nil, algorithm, fmt.Errorf("x509: unsupported public key type: %T", pub)
	}
	return b, algorithm, err
}

// MarshalPKIXPublicKey writes a public key of any kind.
func MarshalPKIXPublicKey(pub any) ([]byte, error) {
	b, algorithm, err := encodePublicKey(pub)
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(struct {
		Algorithm pkix.AlgorithmIdentifier
		PublicKey asn1.BitString
	}{algorithm, asn1.BitString{Bytes: b, BitLength: 8 * len(b)}})
}
