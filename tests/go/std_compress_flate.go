// compress/flate, gzip and zlib: round trips at several levels, flushing, dictionaries, resets, streams that follow each
// other, readers that are left exactly at the end, and what wrong data give.
package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"time"
)

// single hides all of a reader but single bytes.
type single struct{ r *bytes.Reader }

func (s single) ReadByte() (byte, error)    { return s.r.ReadByte() }
func (s single) Read(p []byte) (int, error) { return s.r.Read(p) }

// plain hides all of a reader but Read.
type plain struct{ io.Reader }

func sample(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	letters := 1 + r.Intn(255)
	for i := range b {
		if i > 300 && r.Intn(5) > 0 {
			b[i] = b[i-1-r.Intn(300)]
		} else {
			b[i] = byte(r.Intn(letters))
		}
	}
	return b
}

func roundTrips() {
	r := rand.New(rand.NewSource(1))
	good := 0
	for _, n := range []int{0, 1, 300, 32768, 100_000} {
		data := sample(r, n)
		for level := -2; level <= 9; level++ {
			if n > 300 && level%3 != 0 {
				continue
			}
			var out bytes.Buffer
			w, err := flate.NewWriter(&out, level)
			if err != nil {
				panic(err)
			}
			for rest := data; len(rest) > 0; {
				k := min(len(rest), 1+r.Intn(50_000))
				w.Write(rest[:k])
				rest = rest[k:]
				if r.Intn(3) == 0 {
					w.Flush()
				}
			}
			if err := w.Close(); err != nil {
				panic(err)
			}
			size := out.Len()
			out.WriteString("after")
			readers := []io.Reader{&out, bytes.NewReader(out.Bytes()), strings.NewReader(out.String()),
				single{bytes.NewReader(out.Bytes())}, bufio.NewReaderSize(plain{bytes.NewReader(out.Bytes())}, 16)}
			for _, from := range readers {
				back, err := io.ReadAll(flate.NewReader(from))
				rest, _ := io.ReadAll(from)
				if err == nil && bytes.Equal(back, data) && string(rest) == "after" {
					good++
				}
			}
			if n == 100_000 && level >= 1 && size >= n {
				fmt.Println("level", level, "does not compress")
			}
		}
	}
	fmt.Println("round trips:", good)
}

func flushing() {
	from, to := io.Pipe()
	done := make(chan bool)
	go func() {
		r := flate.NewReader(from)
		buf := make([]byte, 100)
		for {
			n, err := r.Read(buf)
			fmt.Printf("read %q %v\n", buf[:n], err)
			done <- true
			if err != nil {
				return
			}
		}
	}()
	w, _ := flate.NewWriter(to, flate.BestSpeed)
	for _, s := range []string{"first", "second", ""} {
		fmt.Fprint(w, s)
		if s == "" {
			break
		}
		w.Flush()
		<-done
	}
	w.Close()
	to.Close()
	<-done
}

func dictionaries() {
	dict := []byte(strings.Repeat("the quick brown fox jumps over the lazy dog. ", 30))
	text := []byte("the quick brown fox jumps over the lazy dog, the quick brown fox")
	var with, without bytes.Buffer
	w, _ := flate.NewWriterDict(&with, 9, dict)
	w.Write(text)
	w.Close()
	plain, _ := flate.NewWriter(&without, 9)
	plain.Write(text)
	plain.Close()
	fmt.Println("a dictionary helps:", with.Len() < without.Len())
	r := flate.NewReaderDict(bytes.NewReader(with.Bytes()), dict)
	back, err := io.ReadAll(r)
	fmt.Println(bytes.Equal(back, text), err)
	_, err = io.ReadAll(flate.NewReader(bytes.NewReader(with.Bytes())))
	var corrupt flate.CorruptInputError
	fmt.Println("without it:", errors.As(err, &corrupt))
	first := bytes.Clone(with.Bytes())
	with.Reset()
	w.Reset(&with)
	w.Write(text)
	w.Close()
	fmt.Println("a reset writer writes the same:", bytes.Equal(first, with.Bytes()))
	r.(flate.Resetter).Reset(bytes.NewReader(first), dict)
	back, err = io.ReadAll(r)
	fmt.Println(string(back) == string(text), err, r.Close())

	var z bytes.Buffer
	zw, _ := zlib.NewWriterLevelDict(&z, 6, dict)
	zw.Write(text)
	zw.Close()
	data := z.Bytes()
	fmt.Printf("%x\n", data[:6])
	for _, d := range [][]byte{dict, dict[1:], nil} {
		zr, err := zlib.NewReaderDict(bytes.NewReader(data), d)
		if err != nil {
			fmt.Println(err, err == zlib.ErrDictionary)
			continue
		}
		back, err := io.ReadAll(zr)
		fmt.Println(len(back), err)
	}
}

func gzipFiles() {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Name, w.Comment, w.Extra, w.ModTime = "näme", "comment", []byte("extra"), time.Unix(1e9, 0)
	io.WriteString(w, "first ")
	fmt.Println(w.Flush(), w.Close(), w.Close())
	_, err := w.Write([]byte("x"))
	fmt.Println(err)
	w.Reset(&out)
	io.WriteString(w, "second")
	w.Close()
	data := bytes.Clone(out.Bytes())
	fmt.Printf("%x\n", data[:10])

	r, err := gzip.NewReader(bytes.NewReader(data))
	fmt.Println(err, r.Name, r.Comment, string(r.Extra), r.ModTime.UTC(), r.OS)
	all, err := io.ReadAll(r)
	fmt.Printf("%q %v %v\n", all, err, r.Close())

	from := bytes.NewReader(data)
	fmt.Println(r.Reset(from))
	for i := 0; ; i++ {
		r.Multistream(false)
		all, err := io.ReadAll(r)
		fmt.Printf("%d %q %v %q\n", i, all, err, r.Name)
		if err := r.Reset(from); err != nil {
			fmt.Println(err)
			break
		}
	}
	for _, bad := range []gzip.Header{{Name: "\u0100"}, {Comment: "a\x00"}, {Extra: make([]byte, 1<<16)}} {
		w := gzip.NewWriter(io.Discard)
		w.Header = bad
		_, err := w.Write(nil)
		fmt.Println(err)
	}
	_, err = gzip.NewWriterLevel(io.Discard, 10)
	fmt.Println(err)
	_, err = zlib.NewWriterLevel(io.Discard, -3)
	fmt.Println(err)
	_, err = flate.NewWriter(io.Discard, 11)
	fmt.Println(err)
	f, _ := flate.NewWriter(io.Discard, 1)
	f.Close()
	_, err = f.Write([]byte("x"))
	fmt.Println(err, f.Flush(), f.Close())
}

// wrong reads data that are wrong in known places. They were written by hand, so they are the same everywhere.
func wrong() {
	for _, data := range []string{
		"", "\x00", "\x06", "\x07", "\x00\x01\x00\x00\x00", "\x01\x03\x00\xfc\xffabc", "\x01\x03\x00\xfc\xffab",
		"\x00\x00\x00\xff\xff\x01\x01\x00\xfe\xffz", "\x4b\x4c\x04\x00", "\x4b\x4c\x44\x00", "\x4b\x84\x00\x00",
		"\x4b\x4c", "\x05\x00\x00\x00", "\xfc\xff\xff", "\x05\xe0\x81\x08\x00\x00\x00\x00\x20\x7f\xeb\x0b\x00\x00",
		"\x04\xc0\x81\x08\x00\x00\x00\x00\x20\x7f\xeb\x0b\x00\x00", "\x04\x80\xfe\xff", "\x1c\xff\xff\xff\xff\xff\xff\xff\xff",
	} {
		out, err := io.ReadAll(flate.NewReader(strings.NewReader(data)))
		other, otherErr := io.ReadAll(flate.NewReader(single{bytes.NewReader([]byte(data))}))
		fmt.Printf("%x: %q %v %v\n", data, out, err, string(out) == string(other) && err == otherErr)
	}
	good := []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01\x03\x00\xfc\xffabc\xc2A\x245\x03\x00\x00\x00")
	for _, change := range []struct{ at, to int }{{0, 0}, {2, 7}, {3, 0x1f}, {10, 6}, {15, 'S'}, {len(good) - 1, 9}, {len(good) - 8, 1}} {
		data := bytes.Clone(good)
		data[change.at] = byte(change.to)
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			fmt.Println(change, err)
			continue
		}
		_, err = io.ReadAll(r)
		fmt.Println(change, err)
	}
	for _, n := range []int{0, 1, 9, 10, 14, 20, len(good) - 1} {
		r, err := gzip.NewReader(bytes.NewReader(good[:n]))
		if err != nil {
			fmt.Println(n, err)
			continue
		}
		_, err = io.Copy(io.Discard, r)
		fmt.Println(n, err)
	}
	for _, data := range []string{"", "x", "\x78\x9c", "\x78\x9d", "\x79\x9c", "\x78\x9c\x03\x00\x00\x00\x00\x01", "\x78\x9c\x03\x00\x00\x00\x00\x02"} {
		r, err := zlib.NewReader(strings.NewReader(data))
		if err != nil {
			fmt.Printf("%x %v\n", data, err)
			continue
		}
		_, err = io.ReadAll(r)
		fmt.Printf("%x %v\n", data, err)
	}
}

func main() {
	roundTrips()
	flushing()
	dictionaries()
	gzipFiles()
	wrong()
}

// Output:
// round trips: 220
// read "first" <nil>
// read "second" <nil>
// read "" EOF
// a dictionary helps: true
// true <nil>
// without it: true
// a reset writer writes the same: true
// true <nil> <nil>
// 78bb20fde862
// 64 <nil>
// zlib: invalid dictionary true
// zlib: invalid dictionary true
// <nil> <nil> <nil>
// flate: closed writer
// 1f8b081c00ca9a3b00ff
// <nil> näme comment extra 2001-09-09 01:46:40 +0000 UTC 255
// "first second" <nil> <nil>
// <nil>
// 0 "first " <nil> "näme"
// 1 "second" <nil> ""
// EOF
// gzip.Write: non-Latin-1 header string
// gzip.Write: non-Latin-1 header string
// gzip.Write: Extra data is too large
// gzip: invalid compression level: 10
// zlib: invalid compression level: -3
// flate: invalid compression level 11: want value in range [-2, 9]
// flate: closed writer flate: closed writer <nil>
// : "" unexpected EOF true
// 00: "" unexpected EOF true
// 06: "" flate: corrupt input before offset 1 true
// 07: "" flate: corrupt input before offset 1 true
// 0001000000: "" flate: corrupt input before offset 5 true
// 010300fcff616263: "abc" <nil> true
// 010300fcff6162: "ab" unexpected EOF true
// 000000ffff010100feff7a: "z" <nil> true
// 4b4c0400: "aa" <nil> true
// 4b4c4400: "aaaaaaaaaaaa" unexpected EOF true
// 4b840000: "aaaaaaa" <nil> true
// 4b4c: "a" unexpected EOF true
// 05000000: "" flate: corrupt input before offset 4 true
// fcffff: "" flate: corrupt input before offset 3 true
// 05e0810800000000207feb0b0000: "" flate: corrupt input before offset 10 true
// 04c0810800000000207feb0b0000: "" flate: corrupt input before offset 12 true
// 0480feff: "" unexpected EOF true
// 1cffffffffffffffff: "" flate: corrupt input before offset 3 true
// {0 0} gzip: invalid header
// {2 7} gzip: invalid header
// {3 31} unexpected EOF
// {10 6} flate: corrupt input before offset 1
// {15 83} gzip: invalid checksum
// {25 9} gzip: invalid checksum
// {18 1} gzip: invalid checksum
// 0 EOF
// 1 unexpected EOF
// 9 unexpected EOF
// 10 unexpected EOF
// 14 unexpected EOF
// 20 unexpected EOF
// 25 unexpected EOF
//  unexpected EOF
// 78 unexpected EOF
// 789c unexpected EOF
// 789d zlib: invalid header
// 799c zlib: invalid header
// 789c030000000001 <nil>
// 789c030000000002 zlib: invalid checksum
