// archive/zip and archive/tar: what they write is what Go writes, what they read back, file systems, and what wrong
// archives give.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand"
	"strings"
	"time"
)

var when = time.Date(2021, time.March, 4, 5, 6, 7, 0, time.FixedZone("", 3600))

func writeZip() []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, name := range []string{"a.txt", "dir/", "dir/b.txt", "dir/sub/c.txt", "ü.txt", "back\\slash", "../up"} {
		h := &zip.FileHeader{Name: name, Modified: when.Add(time.Duration(i) * time.Minute), Comment: strings.Repeat("c", i)}
		h.SetMode(0644 | fs.FileMode(i)<<20)
		f, err := w.CreateHeader(h)
		if err != nil {
			panic(err)
		}
		_, err = io.WriteString(f, strings.Repeat(name, 10*i))
		if err != nil {
			fmt.Println(name, err)
		}
	}
	raw := &zip.FileHeader{Name: "raw", CRC32: crc32.ChecksumIEEE([]byte("raw")), CompressedSize64: 3, UncompressedSize64: 3}
	f, _ := w.CreateRaw(raw)
	io.WriteString(f, "raw")
	_, err := w.CreateRaw(raw)
	fmt.Println(err)
	_, err = w.CreateHeader(&zip.FileHeader{Name: "x", Method: 99})
	fmt.Println(err)
	fmt.Println(w.SetComment(strings.Repeat("k", 1<<16)), w.SetComment("the end"))
	fmt.Println(w.Close(), w.Close())
	_, err = f.Write([]byte("more"))
	fmt.Println(err)
	return out.Bytes()
}

func readZip(data []byte) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(z.Comment)
	for _, f := range z.File {
		offset, err := f.DataOffset()
		fmt.Println(f.Name, f.Comment, f.NonUTF8, f.Mode(), f.Modified, f.UncompressedSize64, offset, err, f.FileInfo())
		r, err := f.Open()
		if err != nil {
			fmt.Println(err)
			continue
		}
		content, err := io.ReadAll(r)
		fmt.Println(len(content), crc32.ChecksumIEEE(content), err, r.Close())
	}
	fs.WalkDir(z, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(" ", path, d, err)
		return nil
	})
	for _, name := range []string{"a.txt", "dir/sub", "none", "/a.txt", "dir/"} {
		content, err := fs.ReadFile(z, name)
		fmt.Printf("%q %v %v\n", content, err, errors.Is(err, fs.ErrNotExist))
	}
	info, err := fs.Stat(z, "dir")
	fmt.Println(info, err)
}

func deflated() {
	var out bytes.Buffer
	out.WriteString("a program in front")
	w := zip.NewWriter(&out)
	text := strings.Repeat("compress me ", 5000)
	f, _ := w.Create("text")
	io.WriteString(f, text)
	w.RegisterCompressor(77, func(w io.Writer) (io.WriteCloser, error) { return upper{w}, nil })
	f, _ = w.CreateHeader(&zip.FileHeader{Name: "shout", Method: 77})
	io.WriteString(f, "quiet")
	w.Close()
	data := out.Bytes()
	fmt.Println(len(data) < 2000)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	fmt.Println(err, len(z.File))
	r, _ := z.File[0].Open()
	back, err := io.ReadAll(r)
	fmt.Println(string(back) == text, err)
	_, err = z.File[1].Open()
	fmt.Println(err)
	z.RegisterDecompressor(77, io.NopCloser)
	r, _ = z.File[1].Open()
	back, err = io.ReadAll(r)
	fmt.Printf("%q %v\n", back, err)
	var copied bytes.Buffer
	c := zip.NewWriter(&copied)
	fmt.Println(c.Copy(z.File[0]), c.Close())
	z, err = zip.NewReader(bytes.NewReader(copied.Bytes()), int64(copied.Len()))
	back, _ = fs.ReadFile(z, "text")
	fmt.Println(string(back) == text, err)
}

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) { return u.w.Write(bytes.ToUpper(p)) }
func (upper) Close() error                  { return nil }

func headers() []tar.Header {
	long := strings.Repeat("long/", 40) + "name"
	return []tar.Header{
		{Name: "plain", Size: 5, Mode: 0644, ModTime: when, Uname: "me", Gname: "us", Uid: 7, Gid: 8},
		{Name: "dir/", Mode: 0755, ModTime: when},
		{Name: "link", Typeflag: tar.TypeSymlink, Linkname: "plain"},
		{Name: long, Size: 600, ModTime: when},
		{Name: strings.Repeat("x", 120), Linkname: long, Typeflag: tar.TypeLink, Format: tar.FormatGNU},
		{Name: "times", ModTime: time.Unix(-5, 123456789), AccessTime: when, Format: tar.FormatPAX},
		{Name: "ünï", Size: 1, Xattrs: map[string]string{"user.k": "v"}},
		{Name: "records", PAXRecords: map[string]string{"VENDOR.key": "value", "comment": "no"}},
		{Name: "large", Uid: 1 << 30, Format: tar.FormatGNU, Devmajor: 1 << 40, Typeflag: tar.TypeChar},
		{Name: "global", Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"A.b": "c"}},
	}
}

func writeTar() []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, h := range headers() {
		if err := w.WriteHeader(&h); err != nil {
			fmt.Println(h.Name, err)
			continue
		}
		n, err := w.Write(bytes.Repeat([]byte{'d'}, int(h.Size)))
		if int64(n) != h.Size || err != nil {
			fmt.Println(n, err)
		}
		_, err = w.Write([]byte("too much"))
		if err != tar.ErrWriteTooLong {
			fmt.Println(err)
		}
	}
	for _, h := range []tar.Header{
		{Name: "a\x00b"}, {Name: "x/", Typeflag: tar.TypeReg}, {Name: "u", Uname: "é", Format: tar.FormatUSTAR},
		{Name: "s", Size: -1}, {Name: "m", Mode: 1 << 40, Format: tar.FormatPAX}, {Typeflag: tar.TypeGNULongName},
		{Name: "p", PAXRecords: map[string]string{"a=b": "c"}}, {Name: "t", AccessTime: when, Format: tar.FormatUSTAR},
	} {
		fmt.Println(w.WriteHeader(&h))
	}
	fmt.Println(w.WriteHeader(&tar.Header{Name: "short", Size: 10}), w.Flush(), w.WriteHeader(&tar.Header{Name: "next"}))
	w.Write(make([]byte, 10))
	fmt.Println(w.Close(), w.Close(), w.WriteHeader(&tar.Header{Name: "late"}))
	return out.Bytes()
}

func readTar(data []byte) {
	r := tar.NewReader(bytes.NewReader(data))
	for {
		h, err := r.Next()
		if err != nil {
			fmt.Println(err)
			return
		}
		content, err := io.ReadAll(r)
		fmt.Println(h.Name, string(h.Typeflag), h.Linkname, h.Size, h.Uid, h.Uname, h.ModTime.UTC(), h.AccessTime.UTC(), h.Devmajor,
			h.Xattrs, h.PAXRecords, h.Format, h.FileInfo().Mode(), len(content), err)
	}
}

// sparse is the beginning of an archive of GNU, whose file of 20 bytes has "data" at its place 8.
func sparse() []byte {
	var b [1536]byte
	copy(b[:], "holes")
	copy(b[124:], "00000000004\x00")
	b[156] = tar.TypeGNUSparse
	copy(b[257:], "ustar  \x00")
	copy(b[386:], "00000000010\x0000000000004\x00")
	copy(b[483:], "00000000024\x00")
	copy(b[148:], "        ")
	sum := 0
	for _, c := range b[:512] {
		sum += int(c)
	}
	copy(b[148:], fmt.Sprintf("%06o\x00 ", sum))
	copy(b[512:], "data")
	return b[:]
}

func wrong(name string, data []byte, read func([]byte) error) {
	r := rand.New(rand.NewSource(1))
	results := make(map[string]int)
	for range 400 {
		bad := bytes.Clone(data)
		for range 1 + r.Intn(3) {
			bad[r.Intn(len(bad))] ^= byte(1 << r.Intn(8))
		}
		if r.Intn(3) == 0 {
			bad = bad[:r.Intn(len(bad))]
		}
		results[fmt.Sprint(read(bad))]++
	}
	fmt.Println(name, results)
}

func main() {
	data := writeZip()
	fmt.Printf("%x\n", sha256.Sum256(data))
	readZip(data)
	deflated()
	archive := writeTar()
	fmt.Printf("%x\n", sha256.Sum256(archive))
	readTar(archive)
	r := tar.NewReader(bytes.NewReader(sparse()))
	h, err := r.Next()
	content, readErr := io.ReadAll(r)
	fmt.Printf("%s %d %v %q %v\n", h.Name, h.Size, err, content, readErr)
	wrong("zip", data, func(b []byte) error {
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		for i := 0; err == nil && i < len(z.File); i++ {
			var r io.Reader
			if r, err = z.File[i].Open(); err == nil {
				_, err = io.Copy(io.Discard, r)
			}
		}
		return err
	})
	wrong("tar", archive, func(b []byte) error {
		r := tar.NewReader(bytes.NewReader(b))
		for {
			if _, err := r.Next(); err != nil {
				return err
			}
		}
	})
}

// Output:
// dir/ zip: write to directory
// archive/zip: invalid duplicate FileHeader
// zip: unsupported compression algorithm
// zip: Writer.Comment too long <nil>
// <nil> zip: writer closed twice
// zip: write to closed file
// 101153230f71841a67b4dcc0606339f9f8446abf1ca2b6417f5c3253d313efdc
// the end
// a.txt  false -rw-r--r-- 2021-03-04 05:06:07 +0100 +0100 0 44 <nil> -rw-r--r-- 0 2021-03-04 04:06:07 a.txt
// 0 0 <nil> <nil>
// dir/ c false dtrw-r--r-- 2021-03-04 05:07:07 +0100 +0100 0 103 <nil> dtrw-r--r-- 0 2021-03-04 04:07:07 dir/
// 0 0 <nil> <nil>
// dir/b.txt cc false -rw-r--r-- 2021-03-04 05:08:07 +0100 +0100 180 151 <nil> -rw-r--r-- 180 2021-03-04 04:08:07 b.txt
// 180 137102793 <nil> <nil>
// dir/sub/c.txt ccc false trw-r--r-- 2021-03-04 05:09:07 +0100 +0100 390 399 <nil> trw-r--r-- 390 2021-03-04 04:09:07 c.txt
// 390 2487133663 <nil> <nil>
// ü.txt cccc false grw-r--r-- 2021-03-04 05:10:07 +0100 +0100 240 850 <nil> grw-r--r-- 240 2021-03-04 04:10:07 ü.txt
// 240 2583610052 <nil> <nil>
// back\slash ccccc false gtrw-r--r-- 2021-03-04 05:11:07 +0100 +0100 500 1155 <nil> gtrw-r--r-- 500 2021-03-04 04:11:07 back\slash
// 500 1309571470 <nil> <nil>
// ../up cccccc false grw-r--r-- 2021-03-04 05:12:07 +0100 +0100 300 1715 <nil> grw-r--r-- 300 2021-03-04 04:12:07 up
// 300 839419416 <nil> <nil>
// raw  false -rw-rw-rw- 1979-11-30 00:00:00 +0000 UTC 3 2064 <nil> -rw-rw-rw- 3 1979-11-30 00:00:00 raw
// 3 447994709 <nil> <nil>
//   . d ./ <nil>
//   a.txt -rw-r--r-- 0 2021-03-04 04:06:07 a.txt <nil>
//   back d back/ <nil>
//   back/back\slash gtrw-r--r-- 500 2021-03-04 04:11:07 back\slash <nil>
//   dir d dir/ <nil>
//   dir/b.txt -rw-r--r-- 180 2021-03-04 04:08:07 b.txt <nil>
//   dir/sub d sub/ <nil>
//   dir/sub/c.txt trw-r--r-- 390 2021-03-04 04:09:07 c.txt <nil>
//   raw -rw-rw-rw- 3 1979-11-30 00:00:00 raw <nil>
//   up grw-r--r-- 300 2021-03-04 04:12:07 up <nil>
//   ü.txt grw-r--r-- 240 2021-03-04 04:10:07 ü.txt <nil>
// "" <nil> false
// "" read dir/sub: is a directory false
// "" open none: file does not exist true
// "" open /a.txt: invalid argument false
// "" open dir/: invalid argument false
// d dir/ <nil>
// true
// <nil> 2
// true <nil>
// zip: unsupported compression algorithm
// "QUIET" zip: checksum error
// <nil> <nil>
// true <nil>
// archive/tar: cannot encode header: invalid PAX record: "path = a\x00b"
// archive/tar: cannot encode header: filename may not have trailing slash
// archive/tar: cannot encode header: Format specifies USTAR; and USTAR cannot encode Uname="é"
// archive/tar: cannot encode header: negative size on header-only type
// archive/tar: cannot encode header: Format specifies PAX; and PAX cannot encode Mode=1099511627776
// archive/tar: cannot encode header: cannot manually encode TypeXHeader, TypeGNULongName, or TypeGNULongLink headers
// archive/tar: cannot encode header: invalid PAX record: "a=b = c"
// archive/tar: cannot encode header: Format specifies USTAR; and USTAR cannot encode AccessTime=2021-03-04 05:06:07 +0100 +0100
// <nil> archive/tar: missed writing 10 bytes archive/tar: missed writing 10 bytes
// <nil> <nil> archive/tar: write after close
// 52cb7822d09ad8d2083179e8c469f23934a6a9e41e43d06e70d85d84aab22143
// plain 0  5 7 me 2021-03-04 04:06:07 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[] USTAR -rw-r--r-- 5 <nil>
// dir/ 5  0 0  2021-03-04 04:06:07 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[] USTAR drwxr-xr-x 0 <nil>
// link 2 plain 0 0  1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[] USTAR L--------- 0 <nil>
// long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/name 0  600 0  2021-03-04 04:06:07 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[] USTAR ---------- 600 <nil>
// xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 1 long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/name 0 0  1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[] GNU ---------- 0 <nil>
// times 0  0 0  1969-12-31 23:59:55.123456789 +0000 UTC 2021-03-04 04:06:07 +0000 UTC 0 map[] map[atime:1614830767 mtime:-4.876543211] PAX ---------- 0 <nil>
// ünï 0  1 0  1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[user.k:v] map[SCHILY.xattr.user.k:v path:ünï] PAX ---------- 1 <nil>
// records 0  0 0  1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[VENDOR.key:value comment:no] PAX ---------- 0 <nil>
// large 3  0 1073741824  1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 1099511627776 map[] map[] GNU Dc--------- 0 <nil>
// global g  0 0  0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[A.b:c] PAX ---------- 0 <nil>
// short 0  10 0  1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 map[] map[] USTAR ---------- 10 <nil>
// EOF
// holes 20 <nil> "\x00\x00\x00\x00\x00\x00\x00\x00data\x00\x00\x00\x00\x00\x00\x00\x00" <nil>
// zip map[<nil>:29 EOF:1 bytes.Reader.ReadAt: negative offset:1 unexpected EOF:5 zip: checksum error:213 zip: not a valid zip file:150 zip: unsupported compression algorithm:1]
// tar map[EOF:68 archive/tar: invalid tar header:273 unexpected EOF:59]
