package x509

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"internal/setting"
	"math/big"
)

var (
	oidRSA     = oid(1, 2, 840, 113549, 1, 1, 1)
	oidDSA     = oid(1, 2, 840, 10040, 4, 1)
	oidECDSA   = oid(1, 2, 840, 10045, 2, 1)
	oidEd25519 = oid(1, 3, 101, 112)
	oidX25519  = oid(1, 3, 101, 110)
)

var namedCurves = []struct {
	oid   asn1.ObjectIdentifier
	curve func() elliptic.Curve
}{
	{oid(1, 3, 132, 0, 33), elliptic.P224}, {oid(1, 2, 840, 10045, 3, 1, 7), elliptic.P256},
	{oid(1, 3, 132, 0, 34), elliptic.P384}, {oid(1, 3, 132, 0, 35), elliptic.P521},
}

func curveOf(id asn1.ObjectIdentifier) elliptic.Curve {
	for _, c := range namedCurves {
		if c.oid.Equal(id) {
			return c.curve()
		}
	}
	return nil
}

func oidOf(curve elliptic.Curve) (asn1.ObjectIdentifier, bool) {
	for _, c := range namedCurves {
		if c.curve() == curve {
			return c.oid, true
		}
	}
	return nil, false
}

// pkcs1PrivateKey is the structure of section A.1.2 of RFC 8017.
type pkcs1PrivateKey struct {
	Version          int
	N                *big.Int
	E                int
	D, P, Q          *big.Int
	Dp, Dq, Qinv     *big.Int     `asn1:"optional"`
	AdditionalPrimes []pkcs1Prime `asn1:"optional,omitempty"`
}

type pkcs1Prime struct {
	Prime *big.Int
	Exp   *big.Int
	Coeff *big.Int
}

type pkcs1PublicKey struct {
	N *big.Int
	E int
}

// pkcs8 is the structure of RFC 5208; what may follow is passed over.
type pkcs8 struct {
	Version    int
	Algo       pkix.AlgorithmIdentifier
	PrivateKey []byte
}

// ecPrivateKey is the structure of RFC 5915.
type ecPrivateKey struct {
	Version       int
	PrivateKey    []byte
	NamedCurveOID asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
	PublicKey     asn1.BitString        `asn1:"optional,explicit,tag:1"`
}

// reads tells whether bytes are a structure, so that an error can name the function that would have taken them.
func reads[T any](der []byte) bool {
	var structure T
	_, err := asn1.Unmarshal(der, &structure)
	return err == nil
}

func instead(kind, function string) error {
	return errors.New("x509: failed to parse " + kind + " key (use " + function + " instead for this key format)")
}

// ParsePKCS1PrivateKey reads a key of RSA in its own form ("RSA PRIVATE KEY").
func ParsePKCS1PrivateKey(der []byte) (*rsa.PrivateKey, error) {
	var priv pkcs1PrivateKey
	rest, err := asn1.Unmarshal(der, &priv)
	switch {
	case len(rest) > 0:
		return nil, asn1.SyntaxError{Msg: "trailing data"}
	case err != nil && reads[ecPrivateKey](der):
		return nil, instead("private", "ParseECPrivateKey")
	case err != nil && reads[pkcs8](der):
		return nil, instead("private", "ParsePKCS8PrivateKey")
	case err != nil:
		return nil, err
	case priv.Version > 1:
		return nil, errors.New("x509: unsupported private key version")
	}
	for _, n := range []*big.Int{priv.N, priv.D, priv.P, priv.Q, priv.Dp, priv.Dq, priv.Qinv} {
		if n != nil && n.Sign() <= 0 {
			return nil, errors.New("x509: private key contains zero or negative value")
		}
	}
	key := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: priv.N, E: priv.E}, D: priv.D}
	key.Primes = []*big.Int{priv.P, priv.Q}
	for _, a := range priv.AdditionalPrimes {
		if a.Prime.Sign() <= 0 {
			return nil, errors.New("x509: private key contains zero or negative prime")
		}
		key.Primes = append(key.Primes, a.Prime)
	}
	key.Precompute()
	differs := func(given, computed *big.Int) bool {
		return given != nil && computed != nil && given.Cmp(computed) != 0
	}
	if err := key.Validate(); err != nil {
		if err.Error() == "crypto/rsa: invalid CRT exponent" && differs(priv.Dp, key.Precomputed.Dp) {
			err = errors.New("crypto/rsa: d does not match dP")
		}
		return nil, err
	}
	if setting.Get("x509rsacrt") == "0" {
		return key, nil
	}
	switch values := &key.Precomputed; {
	case differs(priv.Dp, values.Dp) || differs(priv.Dq, values.Dq):
		return nil, errors.New("crypto/rsa: invalid CRT exponent")
	case differs(priv.Qinv, values.Qinv):
		return nil, errors.New("crypto/rsa: invalid CRT coefficient")
	}
	return key, nil
}

// MarshalPKCS1PrivateKey writes a key of RSA in its own form. The key must be valid.
func MarshalPKCS1PrivateKey(key *rsa.PrivateKey) []byte {
	key.Precompute()
	priv := pkcs1PrivateKey{
		N: key.N, E: key.PublicKey.E, D: key.D, P: key.Primes[0], Q: key.Primes[1],
		Dp: key.Precomputed.Dp, Dq: key.Precomputed.Dq, Qinv: key.Precomputed.Qinv,
	}
	if len(key.Primes) > 2 {
		priv.Version = 1
	}
	for i, values := range key.Precomputed.CRTValues {
		priv.AdditionalPrimes = append(priv.AdditionalPrimes, pkcs1Prime{key.Primes[2+i], values.Exp, values.Coeff})
	}
	b, _ := asn1.Marshal(priv)
	return b
}

// ParsePKCS1PublicKey reads a public key of RSA in its own form ("RSA PUBLIC KEY").
func ParsePKCS1PublicKey(der []byte) (*rsa.PublicKey, error) {
	var pub pkcs1PublicKey
	rest, err := asn1.Unmarshal(der, &pub)
	switch {
	case err != nil && reads[publicKeyInfo](der):
		return nil, instead("public", "ParsePKIXPublicKey")
	case err != nil:
		return nil, err
	case len(rest) > 0:
		return nil, asn1.SyntaxError{Msg: "trailing data"}
	case pub.N.Sign() <= 0 || pub.E <= 0:
		return nil, errors.New("x509: public key contains zero or negative value")
	case pub.E > 1<<31-1:
		return nil, errors.New("x509: public key contains large public exponent")
	}
	return &rsa.PublicKey{N: pub.N, E: pub.E}, nil
}

// MarshalPKCS1PublicKey writes a public key of RSA in its own form.
func MarshalPKCS1PublicKey(key *rsa.PublicKey) []byte {
	b, _ := asn1.Marshal(pkcs1PublicKey{N: key.N, E: key.E})
	return b
}

// ParseECPrivateKey reads a key of a curve in its own form ("EC PRIVATE KEY").
func ParseECPrivateKey(der []byte) (*ecdsa.PrivateKey, error) { return parseECPrivateKey(nil, der) }

// parseECPrivateKey takes the curve that was named around the key, or nil.
func parseECPrivateKey(named asn1.ObjectIdentifier, der []byte) (*ecdsa.PrivateKey, error) {
	var priv ecPrivateKey
	if _, err := asn1.Unmarshal(der, &priv); err != nil {
		switch {
		case reads[pkcs8](der):
			return nil, instead("private", "ParsePKCS8PrivateKey")
		case reads[pkcs1PrivateKey](der):
			return nil, instead("private", "ParsePKCS1PrivateKey")
		}
		return nil, errors.New("x509: failed to parse EC private key: " + err.Error())
	}
	if priv.Version != 1 {
		return nil, fmt.Errorf("x509: unknown EC private key version %d", priv.Version)
	}
	if named == nil {
		named = priv.NamedCurveOID
	}
	curve := curveOf(named)
	if curve == nil {
		return nil, errors.New("x509: unknown elliptic curve")
	}
	// Keys were once written without the zeros that they begin with, or with more.
	raw := priv.PrivateKey
	size := (curve.Params().N.BitLen() + 7) / 8
	for len(raw) > size {
		if raw[0] != 0 {
			return nil, errors.New("x509: invalid private key length")
		}
		raw = raw[1:]
	}
	padded := make([]byte, size)
	copy(padded[size-len(raw):], raw)
	d := new(big.Int).SetBytes(padded)
	if d.Cmp(curve.Params().N) >= 0 {
		return nil, errors.New("input overflows the modulus")
	}
	return ecdsa.ParseRawPrivateKey(curve, padded)
}

// MarshalECPrivateKey writes a key of a curve in its own form.
func MarshalECPrivateKey(key *ecdsa.PrivateKey) ([]byte, error) {
	id, ok := oidOf(key.Curve)
	if !ok {
		return nil, errors.New("x509: unknown elliptic curve")
	}
	return marshalEC(key, id)
}

func marshalEC(key *ecdsa.PrivateKey, id asn1.ObjectIdentifier) ([]byte, error) {
	if !key.Curve.IsOnCurve(key.X, key.Y) {
		return nil, errors.New("invalid elliptic key public key")
	}
	size := (key.Curve.Params().N.BitLen() + 7) / 8
	point := elliptic.Marshal(key.Curve, key.X, key.Y)
	return asn1.Marshal(ecPrivateKey{
		Version: 1, PrivateKey: key.D.FillBytes(make([]byte, size)), NamedCurveOID: id,
		PublicKey: asn1.BitString{Bytes: point, BitLength: 8 * len(point)},
	})
}

// ParsePKCS8PrivateKey reads a key of any kind ("PRIVATE KEY").
func ParsePKCS8PrivateKey(der []byte) (key any, err error) {
	var priv pkcs8
	if _, err := asn1.Unmarshal(der, &priv); err != nil {
		switch {
		case reads[ecPrivateKey](der):
			return nil, instead("private", "ParseECPrivateKey")
		case reads[pkcs1PrivateKey](der):
			return nil, instead("private", "ParsePKCS1PrivateKey")
		}
		return nil, err
	}
	parameters := priv.Algo.Parameters.FullBytes
	switch {
	case priv.Algo.Algorithm.Equal(oidRSA):
		key, err := ParsePKCS1PrivateKey(priv.PrivateKey)
		if err != nil {
			return nil, errors.New("x509: failed to parse RSA private key embedded in PKCS#8: " + err.Error())
		}
		return key, nil
	case priv.Algo.Algorithm.Equal(oidECDSA):
		var named asn1.ObjectIdentifier
		if _, err := asn1.Unmarshal(parameters, &named); err != nil {
			named = nil
		}
		key, err := parseECPrivateKey(named, priv.PrivateKey)
		if err != nil {
			return nil, errors.New("x509: failed to parse EC private key embedded in PKCS#8: " + err.Error())
		}
		return key, nil
	case priv.Algo.Algorithm.Equal(oidEd25519):
		seed, err := wrapped("Ed25519", parameters, priv.PrivateKey)
		if err != nil {
			return nil, err
		}
		if len(seed) != ed25519.SeedSize {
			return nil, fmt.Errorf("x509: invalid Ed25519 private key length: %d", len(seed))
		}
		return ed25519.NewKeyFromSeed(seed), nil
	case priv.Algo.Algorithm.Equal(oidX25519):
		scalar, err := wrapped("X25519", parameters, priv.PrivateKey)
		if err != nil {
			return nil, err
		}
		return ecdh.X25519().NewPrivateKey(scalar)
	}
	return nil, fmt.Errorf("x509: PKCS#8 wrapping contained private key with unknown algorithm: %v", priv.Algo.Algorithm)
}

// wrapped is the string of bytes that a key of Curve25519 is.
func wrapped(name string, parameters, der []byte) (b []byte, err error) {
	if len(parameters) != 0 {
		return nil, errors.New("x509: invalid " + name + " private key parameters")
	}
	if _, err := asn1.Unmarshal(der, &b); err != nil {
		return nil, fmt.Errorf("x509: invalid %s private key: %v", name, err)
	}
	return b, nil
}

// MarshalPKCS8PrivateKey writes a key of any kind.
func MarshalPKCS8PrivateKey(key any) ([]byte, error) {
	var priv pkcs8
	var err error
	switch k := key.(type) {
	case *rsa.PrivateKey:
		priv.Algo = pkix.AlgorithmIdentifier{Algorithm: oidRSA, Parameters: asn1.NullRawValue}
		k.Precompute()
		if err := k.Validate(); err != nil {
			return nil, err
		}
		priv.PrivateKey = MarshalPKCS1PrivateKey(k)
	case *ecdsa.PrivateKey:
		id, ok := oidOf(k.Curve)
		if !ok {
			return nil, errors.New("x509: unknown curve while marshaling to PKCS#8")
		}
		parameters, _ := asn1.Marshal(id)
		priv.Algo = pkix.AlgorithmIdentifier{Algorithm: oidECDSA, Parameters: asn1.RawValue{FullBytes: parameters}}
		if priv.PrivateKey, err = marshalEC(k, nil); err != nil {
			return nil, errors.New("x509: failed to marshal EC private key while building PKCS#8: " + err.Error())
		}
	case ed25519.PrivateKey:
		priv.Algo.Algorithm = oidEd25519
		priv.PrivateKey, err = asn1.Marshal(k.Seed())
	case *ecdh.PrivateKey:
		if k.Curve() == ecdh.X25519() {
			priv.Algo.Algorithm = oidX25519
			priv.PrivateKey, err = asn1.Marshal(k.Bytes())
			break
		}
		id, ok := exchangeOID(k.Curve())
		if !ok {
			return nil, errors.New("x509: unknown curve while marshaling to PKCS#8")
		}
		parameters, _ := asn1.Marshal(id)
		priv.Algo = pkix.AlgorithmIdentifier{Algorithm: oidECDSA, Parameters: asn1.RawValue{FullBytes: parameters}}
		point := k.PublicKey().Bytes()
		priv.PrivateKey, err = asn1.Marshal(ecPrivateKey{
			Version: 1, PrivateKey: k.Bytes(), PublicKey: asn1.BitString{Bytes: point, BitLength: 8 * len(point)},
		})
	default:
		return nil, fmt.Errorf("x509: unknown key type while marshaling PKCS#8: %T", key)
	}
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(priv)
}

func exchangeOID(curve ecdh.Curve) (asn1.ObjectIdentifier, bool) {
	switch curve {
	case ecdh.P256():
		return oidOf(elliptic.P256())
	case ecdh.P384():
		return oidOf(elliptic.P384())
	case ecdh.P521():
		return oidOf(elliptic.P521())
	}
	return nil, false
}
