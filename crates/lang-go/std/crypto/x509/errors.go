package x509

import (
	"errors"
	"fmt"
	"net"
	"strings"
)

var (
	// ErrUnsupportedAlgorithm is the error of algorithms that this package does not have.
	ErrUnsupportedAlgorithm = errors.New("x509: cannot verify signature: algorithm unimplemented")

	// IncorrectPasswordError is the error of DecryptPEMBlock where a password is seen to be wrong.
	IncorrectPasswordError = errors.New("x509: decryption password incorrect")
)

// InvalidReason is why a certificate is not valid.
type InvalidReason int

const (
	NotAuthorizedToSign InvalidReason = iota
	Expired
	CANotAuthorizedForThisName
	TooManyIntermediates
	IncompatibleUsage
	NameMismatch
	NameConstraintsWithoutSANs
	UnconstrainedName
	TooManyConstraints
	CANotAuthorizedForExtKeyUsage
	NoValidChains
)

// CertificateInvalidError says that a certificate is not valid for what it should be.
type CertificateInvalidError struct {
	Cert   *Certificate
	Reason InvalidReason
	Detail string
}

func (e CertificateInvalidError) Error() string {
	switch e.Reason {
	case NotAuthorizedToSign:
		return "x509: certificate is not authorized to sign other certificates"
	case Expired:
		return "x509: certificate has expired or is not yet valid: " + e.Detail
	case CANotAuthorizedForThisName:
		return "x509: a root or intermediate certificate is not authorized to sign for this name: " + e.Detail
	case TooManyIntermediates:
		return "x509: too many intermediates for path length constraint"
	case IncompatibleUsage:
		return "x509: certificate specifies an incompatible key usage"
	case NameMismatch:
		return "x509: issuer name does not match subject from issuing certificate"
	case NameConstraintsWithoutSANs:
		return "x509: issuer has name constraints but leaf doesn't have a SAN extension"
	case UnconstrainedName:
		return "x509: issuer has name constraints but leaf contains unknown or unconstrained name: " + e.Detail
	case CANotAuthorizedForExtKeyUsage:
		return "x509: a root or intermediate certificate is not authorized for an extended key usage: " + e.Detail
	case NoValidChains:
		s := "x509: no valid chains built"
		if e.Detail != "" {
			s += ": " + e.Detail
		}
		return s
	}
	return "x509: unknown error"
}

// HostnameError says that a certificate is not valid for a host.
type HostnameError struct {
	Certificate *Certificate
	Host        string
}

func (h HostnameError) Error() string {
	c := h.Certificate
	if !hasSANExtension(c) && validHostname(c.Subject.CommonName, true) {
		return "x509: certificate relies on legacy Common Name field, use SANs instead"
	}
	const most = 100
	valid := strings.Join(c.DNSNames, ", ")
	count := len(c.DNSNames)
	if ip := net.ParseIP(h.Host); ip != nil {
		if len(c.IPAddresses) == 0 {
			return "x509: cannot validate certificate for " + h.Host + " because it doesn't contain any IP SANs"
		}
		count = len(c.IPAddresses)
		var texts []string
		for _, ip := range c.IPAddresses {
			texts = append(texts, ip.String())
		}
		valid = strings.Join(texts, ", ")
	}
	if count >= most {
		return fmt.Sprintf("x509: certificate is valid for %d names, but none matched %s", count, h.Host)
	}
	if valid == "" {
		return "x509: certificate is not valid for any names, but wanted to match " + h.Host
	}
	return "x509: certificate is valid for " + valid + ", not " + h.Host
}

// hasSANExtension tells whether a certificate lists names other than its subject.
func hasSANExtension(c *Certificate) bool {
	for _, e := range c.Extensions {
		if e.Id.Equal(oidSubjectAltName) {
			return true
		}
	}
	return false
}

var oidSubjectAltName = oid(2, 5, 29, 17)

// UnknownAuthorityError says that no root is known that stands for a certificate.
type UnknownAuthorityError struct {
	Cert *Certificate

	hintErr  error
	hintCert *Certificate
}

func (e UnknownAuthorityError) Error() string {
	s := "x509: certificate signed by unknown authority"
	if e.hintErr != nil {
		name := e.hintCert.Subject.CommonName
		if name == "" {
			if len(e.hintCert.Subject.Organization) > 0 {
				name = e.hintCert.Subject.Organization[0]
			} else {
				name = "serial:" + e.hintCert.SerialNumber.String()
			}
		}
		s += fmt.Sprintf(" (possibly because of %q while trying to verify candidate authority certificate %q)", e.hintErr, name)
	}
	return s
}

// SystemRootsError says that the roots of the system cannot be read.
type SystemRootsError struct {
	Err error
}

func (se SystemRootsError) Error() string {
	s := "x509: failed to load system roots and no roots provided"
	if se.Err != nil {
		s += "; " + se.Err.Error()
	}
	return s
}

func (se SystemRootsError) Unwrap() error { return se.Err }

// ConstraintViolationError says that a certificate may not sign what it signed.
type ConstraintViolationError struct{}

func (ConstraintViolationError) Error() string {
	return "x509: invalid signature: parent certificate cannot sign this kind of certificate"
}

// UnhandledCriticalExtension says that a certificate has a critical extension that is not understood.
type UnhandledCriticalExtension struct{}

func (h UnhandledCriticalExtension) Error() string { return "x509: unhandled critical extension" }

// InsecureAlgorithmError says that signatures of that algorithm are not trusted.
type InsecureAlgorithmError SignatureAlgorithm

func (e InsecureAlgorithmError) Error() string {
	return "x509: cannot verify signature: insecure algorithm " + SignatureAlgorithm(e).String()
}

type unsupportedError struct{}

func (unsupportedError) Error() string { return "crypto/x509: operation not supported" }
func (unsupportedError) Unwrap() error { return errors.ErrUnsupported }
