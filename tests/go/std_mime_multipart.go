// Package mime/multipart: parts that are written and read again, forms, boundaries in odd places, hostile bodies.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"
)

// slow gives a few bytes at a time.
type slow struct {
	r io.Reader
	n int
}

func (s slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), s.n)]) }

func written() string {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	fmt.Println(len(w.Boundary()), w.Boundary() != multipart.NewWriter(&b).Boundary())
	for _, s := range []string{"", strings.Repeat("x", 71), "a\tb", "end ", "é", "a b", "'()+_,-./:=?", "xYz-9"} {
		fmt.Println(w.SetBoundary(s), len(w.Boundary()))
		if len(w.Boundary()) != 60 {
			fmt.Println(w.FormDataContentType())
		}
	}
	fmt.Println(w.WriteField("plain", "value\r\n--xYz-9x\r\nmore"))
	fmt.Println(w.WriteField("a\"b\\c\r\n", ""))
	f, err := w.CreateFormFile("file", "dir/na\"me.txt")
	fmt.Fprint(f, strings.Repeat("0123456789", 1000))
	g, err2 := w.CreatePart(textproto.MIMEHeader{"Zeta": {"1", "2"}, "Alpha": {"x"}, "Content-Transfer-Encoding": {"Quoted-Printable"}})
	fmt.Fprint(g, "caf=C3=A9 =\r\nsoft")
	n, err3 := f.Write([]byte("late"))
	fmt.Println(err, err2, n, err3, w.SetBoundary("late"))
	fmt.Println(w.Close(), multipart.FileContentDisposition("f\n", `\"`))
	fmt.Println(b.Len())
	fmt.Printf("%q\n", b.String()[:300])
	return b.String()
}

func show(p *multipart.Part) {
	for _, k := range slices.Sorted(maps.Keys(p.Header)) {
		fmt.Printf("%s=%q ", k, p.Header[k])
	}
	body, err := io.ReadAll(p)
	fmt.Printf("name %q file %q: %d bytes %.40q %v\n", p.FormName(), p.FileName(), len(body), body, err)
}

func read(text, boundary string) {
	for _, n := range []int{7, 5000} {
		for _, raw := range []bool{false, true} {
			r := multipart.NewReader(slow{strings.NewReader(text), n}, boundary)
			next := r.NextPart
			if raw {
				next = r.NextRawPart
			}
			for {
				p, err := next()
				if err != nil {
					fmt.Println(err)
					break
				}
				show(p)
			}
		}
	}
}

func odd() {
	const head = "Content-Disposition: form-data; name=x\r\n\r\n"
	for _, s := range []string{
		"", "--b--", "--b--\r\n", "no boundary at all\r\n", "--b\r\n" + head, "--b\r\n" + head + "body", "--b\r\n" + head + "body\r\n--b--",
		"preamble\r\n--b\r\n" + head + "body\r\n--b \t\r\n\r\nsecond\r\n--b--\r\nepilogue", "--b\n\nunix\n--b\n\nmore\n--b--\n",
		"--b\r\n\r\n--b\r\n\r\n--b--", "--b\r\n" + head + "--bx\r\n--b-\r\n\r\n--b--", "--b\r\nno colon\r\n\r\n", "--b\r\n folded: x\r\n\r\n",
		"--b\r\n" + head + "a\r\n--b", "--b\r\n" + head + "a\r\n-", "--b\r\nContent-Disposition: nonsense/\r\n\r\na\r\n--b--",
		"--b\r\nContent-Disposition: form-data; name=f; filename=\"../../etc/x\"\r\n\r\na\r\n--b--",
		strings.Repeat("long preamble ", 500) + "\r\n--b--", "--b\r\nk: " + strings.Repeat("v", 5000) + "\r\n\r\na\r\n--b--",
	} {
		r := multipart.NewReader(strings.NewReader(s), "b")
		fmt.Printf("%.30q\n", s)
		for {
			p, err := r.NextPart()
			if err != nil {
				fmt.Println("  ", err, errors.Is(err, io.EOF))
				break
			}
			fmt.Print("  ", len(p.Header), " ")
			if len(p.Header["K"]) > 0 {
				p.Header.Set("k", "long")
			}
			show(p)
		}
	}
	_, err := multipart.NewReader(strings.NewReader("----\r\n"), "").NextPart()
	fmt.Println(err)
	// A part that is not read is skipped.
	r := multipart.NewReader(strings.NewReader("--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--"), "b")
	first, _ := r.NextPart()
	second, _ := r.NextPart()
	n, err := first.Read(make([]byte, 5))
	fmt.Println(n, err, first.Close())
	show(second)
}

func forms(text, boundary string) {
	form, err := multipart.NewReader(strings.NewReader(text), boundary).ReadForm(1 << 20)
	fmt.Println(err)
	for _, k := range slices.Sorted(maps.Keys(form.Value)) {
		fmt.Printf("%q %q\n", k, form.Value[k])
	}
	for name, files := range form.File {
		for _, fh := range files {
			f, err := fh.Open()
			part := make([]byte, 5)
			n, err2 := f.ReadAt(part, 9998)
			at, err3 := f.Seek(-12, io.SeekEnd)
			tail, err4 := io.ReadAll(f)
			fmt.Printf("%s %q %d %v %v %d %v %d %v %q %v %v\n", name, fh.Filename, fh.Size, fh.Header["Content-Type"], err, n, err2, at, err3, tail, err4, f.Close())
		}
	}
	fmt.Println(form.RemoveAll())
	field := "--b\r\nContent-Disposition: form-data; name=n\r\n\r\nv\r\n"
	for _, s := range []string{strings.Repeat(field, 1000) + "--b--", strings.Repeat(field, 1001) + "--b--", field + "--b", field,
		"--b\r\n" + strings.Repeat("k: v\r\n", 10001) + "\r\n--b--"} {
		form, err := multipart.NewReader(strings.NewReader(s), "b").ReadForm(10)
		if form != nil {
			fmt.Print(len(form.Value["n"]), " ")
		}
		fmt.Println(err, err == multipart.ErrMessageTooLarge)
	}
	t, params, err := mime.ParseMediaType(`multipart/mixed; boundary="a b"`)
	fmt.Println(t, params, err)
}

func main() {
	text := written()
	read(text, "xYz-9")
	odd()
	forms(text, "xYz-9")
}

// Output:
// 60 true
// mime: invalid boundary length 60
// mime: invalid boundary length 60
// mime: invalid boundary character 60
// mime: invalid boundary character 60
// mime: invalid boundary character 60
// <nil> 3
// multipart/form-data; boundary="a b"
// <nil> 12
// multipart/form-data; boundary="'()+_,-./:=?"
// <nil> 5
// multipart/form-data; boundary=xYz-9
// <nil>
// <nil>
// <nil> <nil> 0 multipart: can't write to finished part mime: SetBoundary called after write
// <nil> form-data; name="f%0A"; filename="\\\""
// 10386
// "--xYz-9\r\nContent-Disposition: form-data; name=\"plain\"\r\n\r\nvalue\r\n--xYz-9x\r\nmore\r\n--xYz-9\r\nContent-Disposition: form-data; name=\"a\\\"b\\\\c%0D%0A\"\r\n\r\n\r\n--xYz-9\r\nContent-Disposition: form-data; name=\"file\"; filename=\"dir/na\\\"me.txt\"\r\nContent-Type: application/octet-stream\r\n\r\n012345678901234567890123456789"
// Content-Disposition=["form-data; name=\"plain\""] name "plain" file "": 21 bytes "value\r\n--xYz-9x\r\nmore" <nil>
// Content-Disposition=["form-data; name=\"a\\\"b\\\\c%0D%0A\""] name "a\"b\\c%0D%0A" file "": 0 bytes "" <nil>
// Content-Disposition=["form-data; name=\"file\"; filename=\"dir/na\\\"me.txt\""] Content-Type=["application/octet-stream"] name "file" file "na\"me.txt": 10000 bytes "0123456789012345678901234567890123456789" <nil>
// Alpha=["x"] Zeta=["1" "2"] name "" file "": 10 bytes "café soft" <nil>
// EOF
// Content-Disposition=["form-data; name=\"plain\""] name "plain" file "": 21 bytes "value\r\n--xYz-9x\r\nmore" <nil>
// Content-Disposition=["form-data; name=\"a\\\"b\\\\c%0D%0A\""] name "a\"b\\c%0D%0A" file "": 0 bytes "" <nil>
// Content-Disposition=["form-data; name=\"file\"; filename=\"dir/na\\\"me.txt\""] Content-Type=["application/octet-stream"] name "file" file "na\"me.txt": 10000 bytes "0123456789012345678901234567890123456789" <nil>
// Alpha=["x"] Content-Transfer-Encoding=["Quoted-Printable"] Zeta=["1" "2"] name "" file "": 17 bytes "caf=C3=A9 =\r\nsoft" <nil>
// EOF
// Content-Disposition=["form-data; name=\"plain\""] name "plain" file "": 21 bytes "value\r\n--xYz-9x\r\nmore" <nil>
// Content-Disposition=["form-data; name=\"a\\\"b\\\\c%0D%0A\""] name "a\"b\\c%0D%0A" file "": 0 bytes "" <nil>
// Content-Disposition=["form-data; name=\"file\"; filename=\"dir/na\\\"me.txt\""] Content-Type=["application/octet-stream"] name "file" file "na\"me.txt": 10000 bytes "0123456789012345678901234567890123456789" <nil>
// Alpha=["x"] Zeta=["1" "2"] name "" file "": 10 bytes "café soft" <nil>
// EOF
// Content-Disposition=["form-data; name=\"plain\""] name "plain" file "": 21 bytes "value\r\n--xYz-9x\r\nmore" <nil>
// Content-Disposition=["form-data; name=\"a\\\"b\\\\c%0D%0A\""] name "a\"b\\c%0D%0A" file "": 0 bytes "" <nil>
// Content-Disposition=["form-data; name=\"file\"; filename=\"dir/na\\\"me.txt\""] Content-Type=["application/octet-stream"] name "file" file "na\"me.txt": 10000 bytes "0123456789012345678901234567890123456789" <nil>
// Alpha=["x"] Content-Transfer-Encoding=["Quoted-Printable"] Zeta=["1" "2"] name "" file "": 17 bytes "caf=C3=A9 =\r\nsoft" <nil>
// EOF
// ""
//    multipart: NextPart: EOF true
// "--b--"
//    EOF true
// "--b--\r\n"
//    EOF true
// "no boundary at all\r\n"
//    multipart: NextPart: EOF true
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 0 bytes "" unexpected EOF
//    multipart: NextPart: EOF true
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 4 bytes "body" unexpected EOF
//    multipart: NextPart: EOF true
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 4 bytes "body" <nil>
//    EOF true
// "preamble\r\n--b\r\nContent-Disposi"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 4 bytes "body" <nil>
//   0 name "" file "": 6 bytes "second" <nil>
//    EOF true
// "--b\n\nunix\n--b\n\nmore\n--b--\n"
//   0 name "" file "": 4 bytes "unix" <nil>
//   0 name "" file "": 4 bytes "more" <nil>
//    EOF true
// "--b\r\n\r\n--b\r\n\r\n--b--"
//   0 name "" file "": 0 bytes "" <nil>
//   0 name "" file "": 0 bytes "" <nil>
//    EOF true
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 12 bytes "--bx\r\n--b-\r\n" <nil>
//    EOF true
// "--b\r\nno colon\r\n\r\n"
//    malformed MIME header: missing colon: "no colon" false
// "--b\r\n folded: x\r\n\r\n"
//    malformed MIME header initial line: " folded: x" false
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 1 bytes "a" <nil>
//    multipart: NextPart: EOF true
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=x"] name "x" file "": 1 bytes "a" unexpected EOF
//    multipart: NextPart: EOF true
// "--b\r\nContent-Disposition: nons"
//   1 Content-Disposition=["nonsense/"] name "" file "": 1 bytes "a" <nil>
//    EOF true
// "--b\r\nContent-Disposition: form"
//   1 Content-Disposition=["form-data; name=f; filename=\"../../etc/x\""] name "f" file "x": 1 bytes "a" <nil>
//    EOF true
// "long preamble long preamble lo"
//    multipart: NextPart: bufio: buffer full false
// "--b\r\nk: vvvvvvvvvvvvvvvvvvvvvv"
//   1 K=["long"] name "" file "": 1 bytes "a" <nil>
//    EOF true
// multipart: boundary is empty
// 0 EOF <nil>
// name "" file "": 3 bytes "two" <nil>
// <nil>
// "a\"b\\c%0D%0A" [""]
// "plain" ["value\r\n--xYz-9x\r\nmore"]
// file "na\"me.txt" 10000 [application/octet-stream] <nil> 2 EOF 9988 <nil> "890123456789" <nil> <nil>
// <nil>
// 1000 <nil> false
// multipart: message too large true
// multipart: NextPart: EOF false
// unexpected EOF false
// multipart: message too large true
// multipart/mixed map[boundary:a b] <nil>
