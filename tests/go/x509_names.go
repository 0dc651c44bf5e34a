package main

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
)

func main() {
	n := pkix.Name{Country: []string{"c", "c2"}, Organization: []string{"o"}, OrganizationalUnit: []string{"ou"}, Locality: []string{"l"}, Province: []string{"p"}, StreetAddress: []string{"s"}, PostalCode: []string{"pc"}, SerialNumber: "sn", CommonName: "cn"}
	for _, s := range n.ToRDNSequence() {
		fmt.Println(s)
	}
	fmt.Println(n)
	n.ExtraNames = []pkix.AttributeTypeAndValue{{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: " #a,b+\"\\<>; "}, {Type: asn1.ObjectIdentifier{1, 2, 3}, Value: 5}, {Type: asn1.ObjectIdentifier{1, 2, 4}, Value: 5.5}, {Type: asn1.ObjectIdentifier{2, 5, 4, 6}, Value: "#x"}}
	fmt.Println(n.ToRDNSequence())
	fmt.Println(n)
	n = pkix.Name{Names: n.ExtraNames, CommonName: "z"}
	fmt.Println(n)
	n.ExtraNames = []pkix.AttributeTypeAndValue{}
	fmt.Println(n)
}

// Output:
// [{2.5.4.6 c} {2.5.4.6 c2}]
// [{2.5.4.8 p}]
// [{2.5.4.7 l}]
// [{2.5.4.9 s}]
// [{2.5.4.17 pc}]
// [{2.5.4.10 o}]
// [{2.5.4.11 ou}]
// [{2.5.4.3 cn}]
// [{2.5.4.5 sn}]
// SERIALNUMBER=sn,CN=cn,OU=ou,O=o,POSTALCODE=pc,STREET=s,L=l,ST=p,C=c+C=c2
// C=\#x,1.2.4=5.5,1.2.3=#020105,CN=\ #a\,b\+\"\\\<\>\;\ ,SERIALNUMBER=sn,OU=ou,O=o,POSTALCODE=pc,STREET=s,L=l,ST=p
// C=\#x,1.2.4=5.5,1.2.3=#020105,CN=\ #a\,b\+\"\\\<\>\;\ ,SERIALNUMBER=sn,OU=ou,O=o,POSTALCODE=pc,STREET=s,L=l,ST=p
// CN=z,1.2.4=5.5,1.2.3=#020105
// CN=z
