package main

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"os"
)

func archive() *bytes.Reader {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.Create("../up")
	w.Close()
	return bytes.NewReader(b.Bytes())
}

func main() {
	for _, settings := range []string{
		"", "rsa1024min=0", "rsa1024min=1", "rsa1024min=0,rsa1024min=1", "x=y,rsa1024min=0", "zipinsecurepath=0",
		"zipinsecurepath=0,rsa1024min=0", "rsa1024min", "rsa1024min=",
	} {
		os.Setenv("GODEBUG", settings)
		_, err := rsa.GenerateKey(rand.Reader, 256)
		fmt.Printf("%q: %v\n", settings, err)
		file := archive()
		_, err = zip.NewReader(file, file.Size())
		fmt.Println("  ", err)
	}
	os.Unsetenv("GODEBUG")
	_, err := rsa.GenerateKey(rand.Reader, 256)
	fmt.Println(err)
}

// Output:
// "": crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
//    <nil>
// "rsa1024min=0": <nil>
//    <nil>
// "rsa1024min=1": crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
//    <nil>
// "rsa1024min=0,rsa1024min=1": crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
//    <nil>
// "x=y,rsa1024min=0": <nil>
//    <nil>
// "zipinsecurepath=0": crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
//    zip: insecure file path
// "zipinsecurepath=0,rsa1024min=0": <nil>
//    zip: insecure file path
// "rsa1024min": crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
//    <nil>
// "rsa1024min=": crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
//    <nil>
// crypto/rsa: 256-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
