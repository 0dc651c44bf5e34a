// Settings of GODEBUG that a program makes itself ask for what Go did in former releases.
package main

import (
	"bytes"
	"fmt"
	"html/template"
	"math/rand"
	"mime/multipart"
	"net/url"
	"os"
	"strings"
)

func parts(values int) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for n := range values {
		w.WriteField(fmt.Sprint("field", n), "value")
	}
	w.Close()
	form, err := multipart.NewReader(&b, w.Boundary()).ReadForm(1 << 10)
	fmt.Println(values, form != nil && len(form.Value) == values, err)
}

func seeded() bool {
	rand.Seed(1)
	first := rand.Int63()
	rand.Seed(1)
	return first == rand.Int63()
}

func all(setting string) {
	os.Setenv("GODEBUG", setting)
	fmt.Printf("%q\n", setting)
	for _, text := range []string{"https://1:2:3:4", "http://example.com:80:", "http://example.com:80", "x://a:1,b:2"} {
		u, err := url.Parse(text)
		fmt.Println(u, err)
	}
	page := template.Must(template.New("").Parse(`<meta content="1; url={{"javascript:alert(1)"}}; {{"<"}}">` + "\n"))
	page.Execute(os.Stdout, nil)
	parts(100)
	parts(101)
	fmt.Println("seeded", seeded())
}

func main() {
	all("")
	all("urlstrictcolons=0,htmlmetacontenturlescape=0,multipartmaxparts=100,randseednop=0")
	all("urlstrictcolons=0," + strings.Repeat("multipartmaxparts=-1,", 2) + "urlstrictcolons=1")
	os.Setenv("GODEBUG", "randseednop=0")
	rand.Seed(7)
	fmt.Println(rand.Int(), rand.Intn(100), rand.Perm(5), rand.Float64() == rand.New(rand.NewSource(7)).Float64())
}

// Output:
