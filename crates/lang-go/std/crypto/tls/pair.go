package tls

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"internal/setting"
	"os"
	"strings"
)

// LoadX509KeyPair is X509KeyPair of files.
func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) {
	certificate, err := os.ReadFile(certFile)
	if err != nil {
		return Certificate{}, err
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return Certificate{}, err
	}
	return X509KeyPair(certificate, key)
}

// X509KeyPair reads certificates, the leaf first, and the key of the leaf.
func X509KeyPair(certPEMBlock, keyPEMBlock []byte) (Certificate, error) {
	var certificate Certificate
	var skipped []string
	for rest := certPEMBlock; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if block.Type == "CERTIFICATE" {
			certificate.Certificate = append(certificate.Certificate, block.Bytes)
		} else {
			skipped = append(skipped, block.Type)
		}
	}
	if len(certificate.Certificate) == 0 {
		return Certificate{}, noCertificate(skipped)
	}
	key, err := keyBlock(keyPEMBlock)
	if err != nil {
		return Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(certificate.Certificate[0])
	if err != nil {
		return Certificate{}, err
	}
	if setting.Get("x509keypairleaf") != "0" {
		certificate.Leaf = leaf
	}
	if certificate.PrivateKey, err = parsePrivateKey(key); err != nil {
		return Certificate{}, err
	}
	return certificate, matches(leaf.PublicKey, certificate.PrivateKey)
}

func noCertificate(skipped []string) error {
	if len(skipped) == 0 {
		return errors.New("tls: failed to find any PEM data in certificate input")
	}
	if len(skipped) == 1 && strings.HasSuffix(skipped[0], "PRIVATE KEY") {
		return errors.New("tls: failed to find certificate PEM data in certificate input, but did find a private key;" +
			" PEM inputs may have been switched")
	}
	return fmt.Errorf("tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks"+
		" of the following types: %v", skipped)
}

func keyBlock(b []byte) ([]byte, error) {
	var skipped []string
	for {
		var block *pem.Block
		if block, b = pem.Decode(b); block == nil {
			break
		}
		if block.Type == "PRIVATE KEY" || strings.HasSuffix(block.Type, " PRIVATE KEY") {
			return block.Bytes, nil
		}
		skipped = append(skipped, block.Type)
	}
	if len(skipped) == 0 {
		return nil, errors.New("tls: failed to find any PEM data in key input")
	}
	if len(skipped) == 1 && skipped[0] == "CERTIFICATE" {
		return nil, errors.New("tls: found a certificate rather than a key in the PEM for the private key")
	}
	return nil, fmt.Errorf("tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after"+
		" skipping PEM blocks of the following types: %v", skipped)
}

func parsePrivateKey(der []byte) (crypto.PrivateKey, error) {
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		if _, ok := key.(crypto.Signer); ok {
			return key, nil
		}
		return nil, errors.New("tls: found unknown private key type in PKCS#8 wrapping")
	}
	if key, err := x509.ParseECPrivateKey(der); err == nil {
		return key, nil
	}
	return nil, errors.New("tls: failed to parse private key")
}

// matches tells whether a public key is that of a private one, by their encodings.
func matches(public crypto.PublicKey, private crypto.PrivateKey) error {
	signer, ok := private.(crypto.Signer)
	if !ok {
		return errors.New("tls: unknown public key algorithm")
	}
	own := signer.Public()
	if fmt.Sprintf("%T", own) != fmt.Sprintf("%T", public) {
		return errors.New("tls: private key type does not match public key type")
	}
	a, err := x509.MarshalPKIXPublicKey(own)
	if err != nil {
		return err
	}
	b, err := x509.MarshalPKIXPublicKey(public)
	if err != nil || !bytes.Equal(a, b) {
		return errors.New("tls: private key does not match public key")
	}
	return nil
}
