package x509

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"time"
)

// A scanner reads elements one after another. After the first that is not what it should be it reads nothing more.
type scanner struct {
	rest []byte
	err  error
}

func (s *scanner) fail(problem string) {
	if s.err == nil {
		s.err = errors.New("x509: " + problem)
	}
	s.rest = nil
}

// next is the next element, of any kind.
func (s *scanner) next(problem string) (v asn1.RawValue) {
	if s.err != nil {
		return v
	}
	rest, err := asn1.Unmarshal(s.rest, &v)
	if err != nil {
		s.fail(problem)
		return asn1.RawValue{}
	}
	s.rest = rest
	return v
}

// has tells whether the next element has a tag, which is that of the first byte of its encoding.
func (s *scanner) has(tag byte) bool { return len(s.rest) > 0 && s.rest[0] == tag }

const (
	tagSequence = 0x30
	tagSet      = 0x31
)

// take is the next element, which has to have a tag.
func (s *scanner) take(tag byte, problem string) (v asn1.RawValue) {
	if s.err == nil && !s.has(tag) {
		s.fail(problem)
	}
	return s.next(problem)
}

// inside reads the contents of the next element, and hands its own errors on.
func (s *scanner) inside(tag byte, problem string, read func(*scanner)) {
	v := s.take(tag, problem)
	if s.err != nil {
		return
	}
	inner := &scanner{rest: v.Bytes}
	read(inner)
	if inner.err != nil {
		s.err, s.rest = inner.err, nil
	}
}

// into reads the next element, which has to have a tag, into what v points to.
func (s *scanner) into(tag byte, problem string, v any) {
	raw := s.take(tag, problem)
	if s.err != nil {
		return
	}
	if _, err := asn1.Unmarshal(raw.FullBytes, v); err != nil {
		s.fail(problem)
	}
}

func (s *scanner) time(t *time.Time) {
	switch {
	case s.has(asn1.TagUTCTime):
		s.into(asn1.TagUTCTime, "malformed UTCTime", t)
	case s.has(asn1.TagGeneralizedTime):
		s.into(asn1.TagGeneralizedTime, "malformed GeneralizedTime", t)
	default:
		s.fail("unsupported time format")
	}
}

// scanCertificate takes a certificate apart, and says in detail what is wrong with it.
func scanCertificate(der []byte) (c *certificate, rest []byte, err error) {
	c = new(certificate)
	s := &scanner{rest: der}
	s.inside(tagSequence, "malformed certificate", func(s *scanner) {
		tbs := s.take(tagSequence, "malformed tbs certificate")
		if s.err != nil {
			return
		}
		c.TBSCertificate.Raw = tbs.FullBytes
		inner := &scanner{rest: tbs.Bytes}
		outer := scanBody(inner, &c.TBSCertificate, s)
		if inner.err != nil {
			s.err = inner.err
			return
		}
		c.SignatureAlgorithm = outer
		s.into(asn1.TagBitString, "malformed signature", &c.SignatureValue)
	})
	if s.err != nil {
		return nil, nil, s.err
	}
	c.Raw = der[:len(der)-len(s.rest)]
	return c, s.rest, nil
}

// scanBody reads what is signed. In its course it also reads the algorithm that follows in the certificate around it, to
// compare both.
func scanBody(s *scanner, tbs *tbsCertificate, around *scanner) (outer pkix.AlgorithmIdentifier) {
	if s.has(0xa0) {
		s.inside(0xa0, "malformed version", func(s *scanner) {
			s.into(asn1.TagInteger, "malformed version", &tbs.Version)
		})
	}
	if s.err == nil && (tbs.Version < 0 || tbs.Version > 2) {
		s.fail("invalid version")
	}
	tbs.SerialNumber = new(big.Int)
	s.into(asn1.TagInteger, "malformed serial number", &tbs.SerialNumber)
	if s.err == nil && tbs.SerialNumber.Sign() < 0 {
		s.fail("negative serial number")
	}
	own := s.take(tagSequence, "malformed signature algorithm identifier")
	if s.err != nil {
		return outer
	}
	other := around.take(tagSequence, "malformed algorithm identifier")
	switch {
	case around.err != nil:
		s.err = around.err
		return outer
	case !bytes.Equal(own.FullBytes, other.FullBytes):
		s.fail("inner and outer signature algorithm identifiers don't match")
		return outer
	}
	if _, err := asn1.Unmarshal(own.FullBytes, &tbs.SignatureAlgorithm); err != nil {
		s.fail("malformed OID")
		return outer
	}
	outer = tbs.SignatureAlgorithm
	tbs.Issuer = s.take(tagSequence, "malformed issuer")
	s.checkName(tbs.Issuer.FullBytes)
	s.inside(tagSequence, "malformed validity", func(s *scanner) {
		s.time(&tbs.Validity.NotBefore)
		s.time(&tbs.Validity.NotAfter)
	})
	tbs.Subject = s.take(tagSequence, "malformed issuer")
	s.checkName(tbs.Subject.FullBytes)
	s.publicKey(&tbs.PublicKey)
	if s.err == nil {
		if _, _, err := publicKeyOf(&tbs.PublicKey); err != nil {
			s.err, s.rest = err, nil
		}
	}
	if tbs.Version > 0 && s.has(0x81) {
		s.next("malformed issuerUniqueID")
	}
	if tbs.Version > 0 && s.has(0x82) {
		s.next("malformed subjectUniqueID")
	}
	if tbs.Version > 1 && len(s.rest) > 0 {
		s.inside(0xa3, "malformed extensions", func(s *scanner) {
			s.inside(tagSequence, "malformed extensions", func(s *scanner) { tbs.Extensions = s.extensions() })
		})
	}
	return outer
}

func (s *scanner) publicKey(info *publicKeyInfo) {
	start := s.rest
	s.inside(tagSequence, "malformed spki", func(s *scanner) {
		algorithm := s.take(tagSequence, "malformed public key algorithm identifier")
		if s.err != nil {
			return
		}
		if _, err := asn1.Unmarshal(algorithm.FullBytes, &info.Algorithm); err != nil {
			s.fail("malformed OID")
		}
		s.into(asn1.TagBitString, "malformed subjectPublicKey", &info.PublicKey)
	})
	if s.err == nil {
		info.Raw = start[:len(start)-len(s.rest)]
	}
}

func (s *scanner) extensions() (list []pkix.Extension) {
	for len(s.rest) > 0 && s.err == nil {
		s.inside(tagSequence, "malformed extension", func(s *scanner) {
			var e pkix.Extension
			s.into(asn1.TagOID, "malformed extension OID field", &e.Id)
			if s.has(asn1.TagBoolean) {
				s.into(asn1.TagBoolean, "malformed extension critical field", &e.Critical)
			}
			s.into(asn1.TagOctetString, "malformed extension value field", &e.Value)
			list = append(list, e)
		})
	}
	return list
}

func (s *scanner) checkName(der []byte) {
	if s.err == nil {
		if _, err := scanName(der); err != nil {
			s.err, s.rest = err, nil
		}
	}
}

// stringNames are the types of texts that names may have.
var stringNames = map[int]string{
	asn1.TagUTF8String: "UTF-8 string", asn1.TagNumericString: "NumericString", asn1.TagPrintableString: "PrintableString",
	asn1.TagT61String: "T61String", asn1.TagIA5String: "IA5String", asn1.TagBMPString: "BMPString",
}

// scanName takes a name apart.
func scanName(der []byte) (name pkix.RDNSequence, err error) {
	const problem = "invalid RDNSequence"
	s := &scanner{rest: der}
	s.inside(tagSequence, problem, func(s *scanner) {
		for len(s.rest) > 0 && s.err == nil {
			s.inside(tagSet, problem, func(s *scanner) {
				var set pkix.RelativeDistinguishedNameSET
				for len(s.rest) > 0 && s.err == nil {
					s.inside(tagSequence, problem+": invalid attribute", func(s *scanner) {
						set = append(set, s.attribute(problem))
					})
				}
				name = append(name, set)
			})
		}
	})
	return name, s.err
}

func (s *scanner) attribute(problem string) (a pkix.AttributeTypeAndValue) {
	s.into(asn1.TagOID, problem+": invalid attribute type", &a.Type)
	v := s.next(problem + ": invalid attribute value")
	if s.err != nil {
		return a
	}
	kind, ok := stringNames[v.Tag]
	if !ok || v.Class != asn1.ClassUniversal || v.IsCompound {
		s.fail(fmt.Sprintf("%s: invalid attribute value: unsupported string type: %d", problem, v.FullBytes[0]))
		return a
	}
	var text string
	if _, err := asn1.Unmarshal(v.FullBytes, &text); err != nil {
		s.fail(problem + ": invalid attribute value: invalid " + kind)
	}
	a.Value = text
	return a
}
