package x509

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/md5"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"hash"
	"io"
)

// pssParameters are those of section A.2.3 of RFC 8017.
type pssParameters struct {
	Hash         pkix.AlgorithmIdentifier `asn1:"explicit,tag:0"`
	MGF          pkix.AlgorithmIdentifier `asn1:"explicit,tag:1"`
	SaltLength   int                      `asn1:"explicit,tag:2"`
	TrailerField int                      `asn1:"optional,explicit,tag:3,default:1"`
}

var (
	oidMGF1   = oid(1, 2, 840, 113549, 1, 1, 8)
	oidDigest = map[crypto.Hash]asn1.ObjectIdentifier{
		crypto.SHA256: oid(2, 16, 840, 1, 101, 3, 4, 2, 1), crypto.SHA384: oid(2, 16, 840, 1, 101, 3, 4, 2, 2),
		crypto.SHA512: oid(2, 16, 840, 1, 101, 3, 4, 2, 3),
	}
)

// identifierOf is what stands in certificates for an algorithm.
func identifierOf(algo SignatureAlgorithm) (ai pkix.AlgorithmIdentifier) {
	for _, d := range signatureDetails {
		if d.algo != algo {
			continue
		}
		ai.Algorithm = d.oid
		switch {
		case d.pss:
			digest := pkix.AlgorithmIdentifier{Algorithm: oidDigest[d.hash], Parameters: asn1.NullRawValue}
			inner, _ := asn1.Marshal(digest)
			parameters, _ := asn1.Marshal(pssParameters{
				Hash: digest, SaltLength: d.hash.Size(), TrailerField: 1,
				MGF: pkix.AlgorithmIdentifier{Algorithm: oidMGF1, Parameters: asn1.RawValue{FullBytes: inner}},
			})
			ai.Parameters.FullBytes = parameters
		case d.pubKey == RSA:
			ai.Parameters = asn1.NullRawValue
		}
		return ai
	}
	return ai
}

// signatureAlgorithm reads an identifier.
func signatureAlgorithm(ai pkix.AlgorithmIdentifier) SignatureAlgorithm {
	for _, d := range signatureDetails {
		switch {
		case !d.oid.Equal(ai.Algorithm):
		case d.pss:
			if fitsPSS(ai.Parameters.FullBytes, d.hash) {
				return d.algo
			}
		case d.algo == PureEd25519 && len(ai.Parameters.FullBytes) != 0:
		default:
			return d.algo
		}
	}
	return UnknownSignatureAlgorithm
}

// fitsPSS tells whether parameters are those that go with a hash: the same hash for the mask, and a salt of its length.
// Where a hash has no parameters of its own, some write NULL, and some write nothing.
func fitsPSS(der []byte, h crypto.Hash) bool {
	var p pssParameters
	var inner pkix.AlgorithmIdentifier
	if rest, err := asn1.Unmarshal(der, &p); err != nil || len(rest) != 0 || !p.MGF.Algorithm.Equal(oidMGF1) {
		return false
	}
	if rest, err := asn1.Unmarshal(p.MGF.Parameters.FullBytes, &inner); err != nil || len(rest) != 0 {
		return false
	}
	plain := func(ai pkix.AlgorithmIdentifier) bool {
		none := len(ai.Parameters.FullBytes) == 0 || bytes.Equal(ai.Parameters.FullBytes, asn1.NullBytes)
		return none && ai.Algorithm.Equal(oidDigest[h])
	}
	return plain(p.Hash) && plain(inner) && p.TrailerField == 1 && p.SaltLength == h.Size()
}

func newHash(h crypto.Hash) hash.Hash {
	switch h {
	case crypto.MD5:
		return md5.New()
	case crypto.SHA1:
		return sha1.New()
	case crypto.SHA256:
		return sha256.New()
	case crypto.SHA384:
		return sha512.New384()
	case crypto.SHA512:
		return sha512.New()
	}
	return nil
}

// CheckSignature tells whether a signature of bytes is the certificate owner's.
func (c *Certificate) CheckSignature(algo SignatureAlgorithm, signed, signature []byte) error {
	return checkSignature(algo, signed, signature, c.PublicKey, true)
}

func checkSignature(algo SignatureAlgorithm, signed, signature []byte, key any, allowSHA1 bool) error {
	for _, d := range signatureDetails {
		if d.algo != algo {
			continue
		}
		digest := signed
		switch {
		case d.hash == crypto.MD5, d.hash == crypto.SHA1 && !allowSHA1:
			return InsecureAlgorithmError(algo)
		case d.hash != 0:
			h := newHash(d.hash)
			h.Write(signed)
			digest = h.Sum(nil)
		}
		if have := algorithmOf(key); have != d.pubKey && have != UnknownPublicKeyAlgorithm {
			return fmt.Errorf("x509: signature algorithm specifies an %s public key, but have public key of type %T",
				d.pubKey.String(), key)
		}
		switch k := key.(type) {
		case *rsa.PublicKey:
			if d.pss {
				return rsa.VerifyPSS(k, d.hash, digest, signature, &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash})
			}
			return rsa.VerifyPKCS1v15(k, d.hash, digest, signature)
		case *ecdsa.PublicKey:
			if !ecdsa.VerifyASN1(k, digest, signature) {
				return errors.New("x509: ECDSA verification failure")
			}
			return nil
		case ed25519.PublicKey:
			if !ed25519.Verify(k, digest, signature) {
				return errors.New("x509: Ed25519 verification failure")
			}
			return nil
		}
		break
	}
	return ErrUnsupportedAlgorithm
}

// CheckSignatureFrom tells whether the parent signed the certificate, and may sign certificates.
func (c *Certificate) CheckSignatureFrom(parent *Certificate) error {
	switch {
	case parent.Version == 3 && !parent.BasicConstraintsValid, parent.BasicConstraintsValid && !parent.IsCA,
		parent.KeyUsage != 0 && parent.KeyUsage&KeyUsageCertSign == 0:
		return ConstraintViolationError{}
	case parent.PublicKeyAlgorithm == UnknownPublicKeyAlgorithm:
		return ErrUnsupportedAlgorithm
	}
	return checkSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature, parent.PublicKey, false)
}

// algorithmFor chooses how a key signs; algo of 0 is what suits the key.
func algorithmFor(key crypto.Signer, algo SignatureAlgorithm) (SignatureAlgorithm, error) {
	kind := UnknownPublicKeyAlgorithm
	suits := UnknownSignatureAlgorithm
	switch pub := key.Public().(type) {
	case *rsa.PublicKey:
		kind, suits = RSA, SHA256WithRSA
	case *ecdsa.PublicKey:
		kind = ECDSA
		switch pub.Curve {
		case elliptic.P224(), elliptic.P256():
			suits = ECDSAWithSHA256
		case elliptic.P384():
			suits = ECDSAWithSHA384
		case elliptic.P521():
			suits = ECDSAWithSHA512
		default:
			return 0, errors.New("x509: unsupported elliptic curve")
		}
	case ed25519.PublicKey:
		kind, suits = Ed25519, PureEd25519
	default:
		return 0, errors.New("x509: only RSA, ECDSA and Ed25519 keys supported")
	}
	if algo == 0 {
		return suits, nil
	}
	for _, d := range signatureDetails {
		if d.algo != algo {
			continue
		}
		if d.pubKey != kind {
			return 0, errors.New("x509: requested SignatureAlgorithm does not match private key type")
		}
		if d.hash == crypto.MD5 {
			return 0, errors.New("x509: signing with MD5 is not supported")
		}
		return algo, nil
	}
	return 0, errors.New("x509: unknown SignatureAlgorithm")
}

// sign signs the encoding of something, and checks the signature.
func sign(rand io.Reader, key crypto.Signer, algo SignatureAlgorithm, tbs []byte) ([]byte, error) {
	var opts crypto.SignerOpts = crypto.Hash(0)
	for _, d := range signatureDetails {
		if d.algo != algo {
			continue
		}
		opts = d.hash
		if d.pss {
			opts = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: d.hash}
		}
		break
	}
	signature, err := crypto.SignMessage(key, rand, tbs, opts)
	if err != nil {
		return nil, err
	}
	if err := checkSignature(algo, tbs, signature, key.Public(), true); err != nil {
		return nil, fmt.Errorf("x509: signature returned by signer is invalid: %w", err)
	}
	return signature, nil
}
