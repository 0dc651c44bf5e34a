package x509

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// What a certificate is in a chain.
const (
	isLeaf = iota
	isIntermediate
	isRoot
)

// valid tells what is wrong with a certificate at the end of a chain.
func (c *Certificate) valid(kind int, chain []*Certificate, opts *VerifyOptions) error {
	if len(c.UnhandledCriticalExtensions) > 0 {
		return UnhandledCriticalExtension{}
	}
	if len(chain) > 0 && !bytes.Equal(chain[len(chain)-1].RawIssuer, c.RawSubject) {
		return CertificateInvalidError{c, NameMismatch, ""}
	}
	now := opts.CurrentTime
	if now.IsZero() {
		now = time.Now()
	}
	when := func(side string, t time.Time) error {
		detail := fmt.Sprintf("current time %s is %s %s", now.Format(time.RFC3339), side, t.Format(time.RFC3339))
		return CertificateInvalidError{c, Expired, detail}
	}
	if now.Before(c.NotBefore) {
		return when("before", c.NotBefore)
	}
	if now.After(c.NotAfter) {
		return when("after", c.NotAfter)
	}
	if (kind == isIntermediate || kind == isRoot) && c.hasNameConstraints() {
		for _, other := range chain {
			if detail := c.allows(other); detail != "" {
				return CertificateInvalidError{c, CANotAuthorizedForThisName, detail}
			}
		}
	}
	if kind == isIntermediate && (!c.BasicConstraintsValid || !c.IsCA) {
		return CertificateInvalidError{c, NotAuthorizedToSign, ""}
	}
	if c.BasicConstraintsValid && c.MaxPathLen >= 0 && (c.MaxPathLen > 0 || c.MaxPathLenZero) {
		if len(chain)-1 > c.MaxPathLen {
			return CertificateInvalidError{c, TooManyIntermediates, ""}
		}
	}
	return nil
}

// Verify finds the chains from the certificate to roots. Policies are not looked at.
func (c *Certificate) Verify(opts VerifyOptions) ([][]*Certificate, error) {
	if len(c.Raw) == 0 {
		return nil, errNotParsed
	}
	if opts.Roots == nil {
		opts.Roots = fallback
		if fallback == nil {
			opts.Roots, _ = SystemCertPool()
		}
	}
	if err := c.valid(isLeaf, nil, &opts); err != nil {
		return nil, err
	}
	if opts.DNSName != "" {
		if err := c.VerifyHostname(opts.DNSName); err != nil {
			return nil, err
		}
	}
	var chains [][]*Certificate
	if opts.Roots.contains(c) {
		chains = [][]*Certificate{{c}}
	} else {
		checks := 0
		var err error
		if chains, err = c.chains([]*Certificate{c}, &checks, &opts); err != nil {
			return nil, err
		}
	}
	usages := opts.KeyUsages
	if len(usages) == 0 {
		usages = []ExtKeyUsage{ExtKeyUsageServerAuth}
	}
	chains = slices.DeleteFunc(chains, func(chain []*Certificate) bool { return !usableFor(chain, usages) })
	if len(chains) == 0 {
		return nil, CertificateInvalidError{c, IncompatibleUsage, ""}
	}
	return chains, nil
}

var errNotParsed = fmt.Errorf("x509: missing ASN.1 contents; use ParseCertificate")

// mostChecks is how many signatures are checked for one certificate.
const mostChecks = 100

// chains goes on from the last certificate of a chain.
func (c *Certificate) chains(chain []*Certificate, checks *int, opts *VerifyOptions) (found [][]*Certificate, err error) {
	var hintErr error
	var hintCert *Certificate
	consider := func(kind int, candidate poolEntry) {
		next := candidate.cert
		if next.PublicKey == nil || already(chain, next) {
			return
		}
		if *checks++; *checks > mostChecks {
			err = fmt.Errorf("x509: signature check attempts limit reached while verifying certificate chain")
			return
		}
		if e := c.CheckSignatureFrom(next); e != nil {
			if hintErr == nil {
				hintErr, hintCert = e, next
			}
			return
		}
		if e := next.valid(kind, chain, opts); e != nil {
			if hintErr == nil {
				hintErr, hintCert = e, next
			}
			err = e
			return
		}
		longer := append(slices.Clone(chain), next)
		if candidate.constraint != nil {
			if e := candidate.constraint(longer); e != nil {
				err = e
				return
			}
		}
		if kind == isRoot {
			found = append(found, longer)
			return
		}
		more, e := next.chains(longer, checks, opts)
		found = append(found, more...)
		err = e
	}
	for _, candidate := range opts.Roots.issuersOf(c) {
		consider(isRoot, candidate)
	}
	for _, candidate := range opts.Intermediates.issuersOf(c) {
		consider(isIntermediate, candidate)
	}
	if len(found) > 0 {
		return found, nil
	}
	if err == nil {
		err = UnknownAuthorityError{c, hintErr, hintCert}
	}
	return nil, err
}

// already tells whether a chain has a certificate's name and key.
func already(chain []*Certificate, c *Certificate) bool {
	for _, other := range chain {
		if bytes.Equal(other.RawSubject, c.RawSubject) &&
			bytes.Equal(other.RawSubjectPublicKeyInfo, c.RawSubjectPublicKeyInfo) {
			return true
		}
	}
	return false
}

// issuersOf are those whose name is that of the certificate's issuer, those with the right key first.
func (s *CertPool) issuersOf(c *Certificate) (list []poolEntry) {
	if s == nil {
		return nil
	}
	var others []poolEntry
	for _, e := range s.entries {
		switch {
		case !bytes.Equal(e.cert.RawSubject, c.RawIssuer):
		case bytes.Equal(e.cert.SubjectKeyId, c.AuthorityKeyId):
			list = append(list, e)
		default:
			others = append(others, e)
		}
	}
	return append(list, others...)
}

// usableFor tells whether all of a chain may be used for one of some purposes.
func usableFor(chain []*Certificate, usages []ExtKeyUsage) bool {
	if slices.Contains(usages, ExtKeyUsageAny) {
		return true
	}
	return slices.ContainsFunc(usages, func(usage ExtKeyUsage) bool {
		for _, c := range chain {
			if len(c.ExtKeyUsage) == 0 && len(c.UnknownExtKeyUsage) == 0 {
				continue
			}
			if !slices.Contains(c.ExtKeyUsage, usage) && !slices.Contains(c.ExtKeyUsage, ExtKeyUsageAny) {
				return false
			}
		}
		return true
	})
}
