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
// ""
// <nil> parse "https://1:2:3:4": invalid port ":2:3:4" after host
// <nil> parse "http://example.com:80:": invalid port ":80:" after host
// http://example.com:80 <nil>
// x://a:1,b:2 <nil>
// <meta content="1; url=#ZgotmplZ; &lt;">
// 100 true <nil>
// 101 true <nil>
// seeded false
// "urlstrictcolons=0,htmlmetacontenturlescape=0,multipartmaxparts=100,randseednop=0"
// https://1:2:3:4 <nil>
// http://example.com:80: <nil>
// http://example.com:80 <nil>
// x://a:1,b:2 <nil>
// <meta content="1; url=javascript:alert(1); &lt;">
// 100 true <nil>
// 101 false multipart: message too large
// seeded true
// "urlstrictcolons=0,multipartmaxparts=-1,multipartmaxparts=-1,urlstrictcolons=1"
// <nil> parse "https://1:2:3:4": invalid port ":2:3:4" after host
// <nil> parse "http://example.com:80:": invalid port ":80:" after host
// http://example.com:80 <nil>
// x://a:1,b:2 <nil>
// <meta content="1; url=#ZgotmplZ; &lt;">
// 100 true <nil>
// 101 true <nil>
// seeded false
// 8475284246537043955 70 [3 1 4 0 2] false
