package x509

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

type nameConstraints struct {
	Permitted []generalSubtree `asn1:"optional,tag:0"`
	Excluded  []generalSubtree `asn1:"optional,tag:1"`
}

type generalSubtree struct {
	Base asn1.RawValue
}

func (c *Certificate) parseNameConstraints(e *pkix.Extension) (handled bool, err error) {
	n, err := whole[nameConstraints](e.Value, "NameConstraints extension")
	if err != nil {
		return true, err
	}
	if len(n.Permitted)+len(n.Excluded) == 0 {
		return true, errors.New("x509: empty name constraints extension")
	}
	ok, err := readSubtrees(n.Permitted, &c.PermittedDNSDomains, &c.PermittedEmailAddresses, &c.PermittedURIDomains,
		&c.PermittedIPRanges)
	if err != nil {
		return true, err
	}
	ok2, err := readSubtrees(n.Excluded, &c.ExcludedDNSDomains, &c.ExcludedEmailAddresses, &c.ExcludedURIDomains,
		&c.ExcludedIPRanges)
	c.PermittedDNSDomainsCritical = e.Critical
	return ok && ok2, err
}

func readSubtrees(list []generalSubtree, dns, emails, uris *[]string, ranges *[]*net.IPNet) (known bool, err error) {
	known = true
	for _, subtree := range list {
		text := string(subtree.Base.Bytes)
		if err := checkConstraint(subtree.Base.Tag, text); err != nil {
			return known, err
		}
		switch subtree.Base.Tag {
		case 1:
			*emails = append(*emails, text)
		case 2:
			*dns = append(*dns, text)
		case 6:
			*uris = append(*uris, text)
		case 7:
			n := len(text) / 2
			if len(text) != 2*net.IPv4len && len(text) != 2*net.IPv6len {
				return known, fmt.Errorf("x509: IP constraint contained value of length %d", len(text))
			}
			ip, mask := bytes.Clone(subtree.Base.Bytes[:n]), net.IPMask(bytes.Clone(subtree.Base.Bytes[n:]))
			if ones, _ := mask.Size(); ones == 0 && bytes.Trim(mask, "\x00") != nil && len(bytes.Trim(mask, "\x00")) > 0 {
				return known, fmt.Errorf("x509: IP constraint contained invalid mask %x", []byte(mask))
			}
			*ranges = append(*ranges, &net.IPNet{IP: ip, Mask: mask})
		default:
			known = false
		}
	}
	return known, nil
}

// checkConstraint tells what is wrong with the text of a constraint. A dot at its head means the names below only; a
// mailbox has none.
func checkConstraint(tag int, text string) error {
	switch tag {
	case 1:
		at := strings.LastIndexByte(text, '@')
		if domain := text[at+1:]; !validDomain(domain, at < 0) {
			return fmt.Errorf("x509: failed to parse rfc822Name constraint %q", text)
		}
	case 2:
		if !validDomain(text, true) {
			return fmt.Errorf("x509: failed to parse dnsName constraint %q", text)
		}
	case 6:
		if net.ParseIP(text) != nil {
			return fmt.Errorf("x509: failed to parse URI constraint %q: cannot be IP address", text)
		}
		if !validDomain(text, true) {
			return fmt.Errorf("x509: failed to parse URI constraint %q", text)
		}
	}
	return nil
}

// validDomain tells whether a name is made of labels of visible characters. The empty name is one as well.
func validDomain(name string, below bool) bool {
	if below {
		if rest, ok := strings.CutPrefix(name, "."); ok {
			return rest != "" && validDomain(rest, false)
		}
	}
	if name == "" {
		return true
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" {
			return false
		}
		for i := 0; i < len(label); i++ {
			if label[i] <= ' ' || label[i] >= 0x7f {
				return false
			}
		}
	}
	return true
}

// writeSubtrees is the other way round.
func writeSubtrees(dns, emails, uris []string, ranges []*net.IPNet) (list []generalSubtree, err error) {
	add := func(tag int, b []byte) {
		if tag != 7 && !ascii(b) && err == nil {
			err = fmt.Errorf("x509: %q cannot be encoded as an IA5String", string(b))
		}
		list = append(list, generalSubtree{asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: tag, Bytes: b}})
	}
	for _, name := range dns {
		add(2, []byte(name))
	}
	for _, r := range ranges {
		ip := r.IP.Mask(r.Mask)
		add(7, append(append([]byte{}, ip...), r.Mask...))
	}
	for _, name := range emails {
		add(1, []byte(name))
	}
	for _, name := range uris {
		add(6, []byte(name))
	}
	return list, err
}

// domainMatches tells whether a host is one that a constraint names, or below it. A constraint with a dot at its head
// means those below only.
func domainMatches(host, constraint string) bool {
	host, constraint = lower(host), lower(constraint)
	if constraint == "" {
		return true
	}
	if strings.HasPrefix(constraint, ".") {
		return strings.HasSuffix(host, constraint)
	}
	return host == constraint || strings.HasSuffix(host, "."+constraint)
}

func emailMatches(address, constraint string) bool {
	at := strings.LastIndexByte(address, '@')
	if strings.Contains(constraint, "@") {
		return address[:at+1] == constraint[:strings.LastIndexByte(constraint, '@')+1] &&
			strings.EqualFold(address[at+1:], constraint[strings.LastIndexByte(constraint, '@')+1:])
	}
	host := address[at+1:]
	if strings.HasPrefix(constraint, ".") {
		return domainMatches(host, constraint)
	}
	return constraint == "" || strings.EqualFold(host, constraint)
}

func uriMatches(uri *url.URL, constraint string) bool {
	host := uri.Hostname()
	if strings.HasPrefix(constraint, ".") {
		return domainMatches(host, constraint)
	}
	return constraint == "" || strings.EqualFold(host, constraint)
}

func rangeMatches(ip net.IP, r *net.IPNet) bool {
	if v4 := ip.To4(); v4 != nil && len(r.IP) == net.IPv4len {
		ip = v4
	}
	return len(ip) == len(r.IP) && r.Contains(ip)
}

// constrain tells what is wrong with a name, by constraints of one kind.
func constrain[N, C any](kind, text string, name N, permitted, excluded []C, matches func(N, C) bool) string {
	for _, c := range excluded {
		if matches(name, c) {
			return fmt.Sprintf("%s %q is excluded by constraint %q", kind, text, fmt.Sprint(c))
		}
	}
	for _, c := range permitted {
		if matches(name, c) {
			return ""
		}
	}
	if len(permitted) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %q is not permitted by any constraint", kind, text)
}

func (c *Certificate) hasNameConstraints() bool {
	for _, e := range c.Extensions {
		if e.Id.Equal(extension(extNameConstraints)) {
			return true
		}
	}
	return false
}

// allows tells what is wrong with the names of another certificate, by the constraints of c.
func (c *Certificate) allows(other *Certificate) string {
	for _, name := range other.DNSNames {
		detail := constrain("DNS name", name, name, c.PermittedDNSDomains, c.ExcludedDNSDomains, domainMatches)
		if detail != "" {
			return detail
		}
	}
	for _, name := range other.EmailAddresses {
		detail := constrain("email address", name, name, c.PermittedEmailAddresses, c.ExcludedEmailAddresses, emailMatches)
		if detail != "" {
			return detail
		}
	}
	for _, uri := range other.URIs {
		detail := constrain("URI", uri.String(), uri, c.PermittedURIDomains, c.ExcludedURIDomains, uriMatches)
		if detail != "" {
			return detail
		}
	}
	for _, ip := range other.IPAddresses {
		detail := constrain("IP address", ip.String(), ip, c.PermittedIPRanges, c.ExcludedIPRanges, rangeMatches)
		if detail != "" {
			return detail
		}
	}
	return ""
}
