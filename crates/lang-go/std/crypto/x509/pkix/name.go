package pkix

import (
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"strings"
)

// RDNSequence is a name as certificates hold it.
type RDNSequence []RelativeDistinguishedNameSET

// shortNames are the attributes that have a name in RFC 2253.
var shortNames = map[string]string{
	"2.5.4.3": "CN", "2.5.4.5": "SERIALNUMBER", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST",
	"2.5.4.9": "STREET", "2.5.4.10": "O", "2.5.4.11": "OU", "2.5.4.17": "POSTALCODE",
}

// String writes the name roughly as RFC 2253 says, beginning with what is last in r.
func (r RDNSequence) String() string {
	var b strings.Builder
	for i := len(r) - 1; i >= 0; i-- {
		if i < len(r)-1 {
			b.WriteByte(',')
		}
		for j, attribute := range r[i] {
			if j > 0 {
				b.WriteByte('+')
			}
			attribute.write(&b)
		}
	}
	return b.String()
}

func (a *AttributeTypeAndValue) write(b *strings.Builder) {
	name, ok := shortNames[a.Type.String()]
	if !ok {
		if der, err := asn1.Marshal(a.Value); err == nil {
			b.WriteString(a.Type.String() + "=#" + hex.EncodeToString(der))
			return
		}
		name = a.Type.String()
	}
	b.WriteString(name)
	b.WriteByte('=')
	value := []rune(fmt.Sprint(a.Value))
	for i, c := range value {
		switch {
		case strings.ContainsRune(`,+"\<>;`, c), c == ' ' && (i == 0 || i == len(value)-1), c == '#' && i == 0:
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
}

// Name is a name by its usual attributes.
type Name struct {
	Country, Organization, OrganizationalUnit []string
	Locality, Province                        []string
	StreetAddress, PostalCode                 []string
	SerialNumber, CommonName                  string

	// Names are all attributes that were read; ToRDNSequence does not look at them.
	Names []AttributeTypeAndValue

	// ExtraNames are written as they are, instead of other attributes of their types.
	ExtraNames []AttributeTypeAndValue
}

func attribute(last int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{2, 5, 4, last} }

// several gives the attributes that a name can have more than one of, in the order in which they are written.
func (n *Name) several() []struct {
	last   int
	values *[]string
} {
	return []struct {
		last   int
		values *[]string
	}{
		{6, &n.Country}, {8, &n.Province}, {7, &n.Locality}, {9, &n.StreetAddress}, {17, &n.PostalCode},
		{10, &n.Organization}, {11, &n.OrganizationalUnit},
	}
}

// FillFromRDNSequence adds the attributes of rdns to n.
func (n *Name) FillFromRDNSequence(rdns *RDNSequence) {
	for _, set := range *rdns {
		for _, a := range set {
			n.Names = append(n.Names, a)
			value, ok := a.Value.(string)
			if !ok || len(a.Type) != 4 || !a.Type.Equal(attribute(a.Type[3])) {
				continue
			}
			switch a.Type[3] {
			case 3:
				n.CommonName = value
			case 5:
				n.SerialNumber = value
			}
			for _, s := range n.several() {
				if s.last == a.Type[3] {
					*s.values = append(*s.values, value)
				}
			}
		}
	}
}

// extra tells whether ExtraNames has an attribute of that type.
func (n *Name) extra(kind asn1.ObjectIdentifier) bool {
	for _, a := range n.ExtraNames {
		if a.Type.Equal(kind) {
			return true
		}
	}
	return false
}

// ToRDNSequence writes the name; values of one attribute stand together.
func (n Name) ToRDNSequence() (ret RDNSequence) {
	add := func(last int, values ...string) {
		kind := attribute(last)
		if len(values) == 0 || n.extra(kind) {
			return
		}
		set := make(RelativeDistinguishedNameSET, len(values))
		for i, v := range values {
			set[i] = AttributeTypeAndValue{Type: kind, Value: v}
		}
		ret = append(ret, set)
	}
	for _, s := range n.several() {
		add(s.last, *s.values...)
	}
	if n.CommonName != "" {
		add(3, n.CommonName)
	}
	if n.SerialNumber != "" {
		add(5, n.SerialNumber)
	}
	for _, a := range n.ExtraNames {
		ret = append(ret, RelativeDistinguishedNameSET{a})
	}
	return ret
}

// String writes the name roughly as RFC 2253 says. Attributes that were read and have no field of their own
// stand first, unless ExtraNames says what is written.
func (n Name) String() string {
	var r RDNSequence
	if n.ExtraNames == nil {
		for _, a := range n.Names {
			if len(a.Type) == 4 && a.Type.Equal(attribute(a.Type[3])) {
				switch a.Type[3] {
				case 3, 5, 6, 7, 8, 9, 10, 11, 17:
					continue
				}
			}
			r = append(r, RelativeDistinguishedNameSET{a})
		}
	}
	return append(r, n.ToRDNSequence()...).String()
}
