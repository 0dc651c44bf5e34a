package x509

import (
	"bytes"
	"net"
	"strings"
)

// validHostname tells whether a name is one of a host, as far as certificates are concerned; a pattern may
// have a * for its first label.
func validHostname(host string, pattern bool) bool {
	if !pattern {
		host = strings.TrimSuffix(host, ".")
	}
	if host == "" || host == "*" {
		return false
	}
	for i, part := range strings.Split(host, ".") {
		if part == "" {
			return false
		}
		if pattern && i == 0 && part == "*" {
			continue
		}
		for j := 0; j < len(part); j++ {
			c := part[j]
			switch {
			case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
			case c == '-' && j > 0:
			default:
				return false
			}
		}
	}
	return true
}

func matchHostname(pattern, host string) bool {
	pattern, host = lower(pattern), lower(strings.TrimSuffix(host, "."))
	if pattern == "" || host == "" {
		return false
	}
	patternParts, hostParts := strings.Split(pattern, "."), strings.Split(host, ".")
	if len(patternParts) != len(hostParts) {
		return false
	}
	for i, part := range patternParts {
		if part != hostParts[i] && (i > 0 || part != "*") {
			return false
		}
	}
	return true
}

// lower changes letters of ASCII only.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// VerifyHostname tells whether the certificate is valid for a host, by its name or its address (which may
// stand in brackets). The common name of the subject does not count.
func (c *Certificate) VerifyHostname(h string) error {
	candidate := h
	if len(h) >= 3 && h[0] == '[' && h[len(h)-1] == ']' {
		candidate = h[1 : len(h)-1]
	}
	if ip := net.ParseIP(candidate); ip != nil {
		for _, other := range c.IPAddresses {
			if ip.Equal(other) {
				return nil
			}
		}
		return HostnameError{c, candidate}
	}
	valid := validHostname(h, false)
	for _, name := range c.DNSNames {
		if valid && validHostname(name, true) {
			if matchHostname(name, h) {
				return nil
			}
		} else if lower(name) == lower(h) && name != "" && name != "." {
			return nil
		}
	}
	return HostnameError{c, h}
}

// CertPool is a set of certificates.
type CertPool struct {
	entries []poolEntry
}

type poolEntry struct {
	cert       *Certificate
	constraint func([]*Certificate) error
}

// NewCertPool makes an empty set.
func NewCertPool() *CertPool { return new(CertPool) }

// Clone copies the set.
func (s *CertPool) Clone() *CertPool { return &CertPool{append([]poolEntry(nil), s.entries...)} }

// SystemCertPool is empty: an isolate has no roots of a system.
func SystemCertPool() (*CertPool, error) { return NewCertPool(), nil }

func (s *CertPool) contains(cert *Certificate) bool {
	if s == nil {
		return false
	}
	for _, e := range s.entries {
		if bytes.Equal(e.cert.Raw, cert.Raw) {
			return true
		}
	}
	return false
}

// AddCert adds a certificate.
func (s *CertPool) AddCert(cert *Certificate) {
	if cert == nil {
		panic("adding nil Certificate to CertPool")
	}
	s.AddCertWithConstraint(cert, nil)
}

// AddCertWithConstraint adds a certificate; chains that end with it have to please constraint, too.
func (s *CertPool) AddCertWithConstraint(cert *Certificate, constraint func([]*Certificate) error) {
	if cert == nil {
		panic("adding nil Certificate to CertPool")
	}
	if !s.contains(cert) {
		s.entries = append(s.entries, poolEntry{cert, constraint})
	}
}

// Subjects are the encoded names of the certificates' subjects.
func (s *CertPool) Subjects() [][]byte {
	out := make([][]byte, len(s.entries))
	for i, e := range s.entries {
		out[i] = e.cert.RawSubject
	}
	return out
}

// Equal reports whether both have the same certificates.
func (s *CertPool) Equal(other *CertPool) bool {
	if s == nil || other == nil {
		return s == other
	}
	if len(s.entries) != len(other.entries) {
		return false
	}
	for _, e := range s.entries {
		if !other.contains(e.cert) {
			return false
		}
	}
	return true
}

var fallback *CertPool

// SetFallbackRoots sets the roots that are used where VerifyOptions give none. It panics when it is called
// again.
func SetFallbackRoots(roots *CertPool) {
	if roots == nil {
		panic("roots must be non-nil")
	}
	if fallback != nil {
		panic("SetFallbackRoots has already been called")
	}
	fallback = roots
}
