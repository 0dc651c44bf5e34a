// compress/lzw: what it writes is what Go writes. compress/bzip2: files that follow each other, and wrong data.
package main

import (
	"bytes"
	"compress/bzip2"
	"compress/lzw"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand"
)

func words() {
	r := rand.New(rand.NewSource(3))
	digest := sha256.New()
	for i := range 16 {
		order, width := lzw.Order(i%2), 2+r.Intn(7)
		data := make([]byte, r.Intn(6000))
		for j := range data {
			if j > 50 && r.Intn(4) > 0 {
				data[j] = data[j-1-r.Intn(40)]
			} else {
				data[j] = byte(r.Intn(1 << width))
			}
		}
		var out bytes.Buffer
		w := lzw.NewWriter(&out, order, width)
		half := r.Intn(len(data) + 1)
		w.Write(data[:half])
		w.Write(data[half:])
		if err := w.Close(); err != nil {
			fmt.Println(err)
		}
		digest.Write(out.Bytes())
		back, err := io.ReadAll(lzw.NewReader(bytes.NewReader(out.Bytes()), order, width))
		if err != nil || !bytes.Equal(back, data) {
			fmt.Println("not the same", i, err)
		}
		wrong := out.Bytes()
		wrong[r.Intn(len(wrong))] ^= byte(1 << r.Intn(8))
		back, err = io.ReadAll(lzw.NewReader(bytes.NewReader(wrong[:len(wrong)-r.Intn(2)]), order, width))
		fmt.Fprintln(digest, len(back), err)
		digest.Write(back)
	}
	fmt.Printf("%x\n", digest.Sum(nil))
}

func refused() {
	var out bytes.Buffer
	for _, form := range []struct {
		order lzw.Order
		width int
	}{{lzw.LSB, 4}, {2, 4}, {lzw.MSB, 1}, {lzw.MSB, 9}} {
		w := lzw.NewWriter(&out, form.order, form.width)
		_, err := w.Write([]byte{1, 200})
		fmt.Println(err, w.Close())
		r := lzw.NewReader(&out, form.order, form.width)
		_, err = r.Read(make([]byte, 1))
		fmt.Println(err, r.Close())
		_, err = r.Read(make([]byte, 1))
		fmt.Println(err)
	}
	w := lzw.NewWriter(&out, lzw.LSB, 8)
	fmt.Println(w.Close(), w.Close())
	_, err := w.Write([]byte{1})
	fmt.Println(err)
	for _, s := range []string{"", "\x00", "\x00\x03", "\xff\xff", "\x00\x03\x02"} {
		back, err := io.ReadAll(lzw.NewReader(bytes.NewReader([]byte(s)), lzw.LSB, 8))
		fmt.Println(back, err)
	}
}

// hello is "hello, hello, hello\n", and none nothing, as the program bzip2 writes them with small blocks.
const (
	hello = "425a6831314159265359cb52e5670000055100001040040244a00021243108602f1844c715178bb9229c284865a972b380"
	none  = "425a683117724538509000000000"
)

func sorted() {
	data, _ := hex.DecodeString(hello)
	empty, _ := hex.DecodeString(none)
	show := func(b []byte) {
		out, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(b)))
		fmt.Printf("%d %x %v\n", len(out), sha256.Sum256(out), err)
	}
	show(empty)
	show(append(bytes.Clone(empty), empty...))
	show(append(bytes.Clone(empty), 'B'))
	show(append(bytes.Clone(empty), 'B', 'z'))
	show(append(bytes.Clone(empty), "BZh0"...))
	for i := range data {
		for _, bit := range []byte{1, 0x80} {
			wrong := bytes.Clone(data)
			wrong[i] ^= bit
			out, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(wrong)))
			fmt.Print(len(out), " ", err, "; ")
		}
		out, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(data[:i])))
		fmt.Println(len(out), err)
	}
}

func main() {
	words()
	refused()
	sorted()
}

// Output:
// 99ac0f3e9021ec99f0b103545559f71b1ca2ef5573358751d71dfddda7eb0a0a
// lzw: input byte too large for the litWidth lzw: input byte too large for the litWidth
// unexpected EOF <nil>
// lzw: reader/writer is closed
// lzw: unknown order lzw: unknown order
// lzw: unknown order <nil>
// lzw: reader/writer is closed
// lzw: litWidth 1 out of range lzw: litWidth 1 out of range
// lzw: litWidth 1 out of range <nil>
// lzw: reader/writer is closed
// lzw: litWidth 9 out of range lzw: litWidth 9 out of range
// lzw: litWidth 9 out of range <nil>
// lzw: reader/writer is closed
// <nil> <nil>
// lzw: reader/writer is closed
// [] unexpected EOF
// [] unexpected EOF
// [] unexpected EOF
// [] lzw: invalid code
// [] <nil>
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 <nil>
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 <nil>
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 unexpected EOF
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 bzip2 data invalid: bad magic value in continuation file
// 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 bzip2 data invalid: invalid compression level
// 0 bzip2 data invalid: bad magic value; 0 bzip2 data invalid: bad magic value; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value; 0 bzip2 data invalid: bad magic value; 0 unexpected EOF
// 0 bzip2 data invalid: non-Huffman entropy encoding; 0 bzip2 data invalid: non-Huffman entropy encoding; 0 unexpected EOF
// 0 bzip2 data invalid: invalid compression level; 0 bzip2 data invalid: invalid compression level; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value found; 0 bzip2 data invalid: bad magic value found; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value found; 0 bzip2 data invalid: bad magic value found; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value found; 0 bzip2 data invalid: bad magic value found; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value found; 0 bzip2 data invalid: bad magic value found; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value found; 0 bzip2 data invalid: bad magic value found; 0 unexpected EOF
// 0 bzip2 data invalid: bad magic value found; 0 bzip2 data invalid: bad magic value found; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 20 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 20 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 20 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 20 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 0 bzip2 data invalid: origPtr out of bounds; 0 bzip2 data invalid: deprecated randomized files; 0 unexpected EOF
// 0 bzip2 data invalid: origPtr out of bounds; 0 bzip2 data invalid: origPtr out of bounds; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 0 bzip2 data invalid: origPtr out of bounds; 0 unexpected EOF
// 0 bzip2 data invalid: invalid number of Huffman trees; 20 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 0 bzip2 data invalid: tree index too large; 0 bzip2 data invalid: tree index too large; 0 unexpected EOF
// 0 unexpected EOF; 0 bzip2 data invalid: tree index too large; 0 unexpected EOF
// 0 unexpected EOF; 0 unexpected EOF; 0 unexpected EOF
// 0 unexpected EOF; 0 unexpected EOF; 0 unexpected EOF
// 0 unexpected EOF; 0 unexpected EOF; 0 unexpected EOF
// 0 unexpected EOF; 0 unexpected EOF; 0 unexpected EOF
// 0 unexpected EOF; 0 unexpected EOF; 0 unexpected EOF
// 0 bzip2 data invalid: tree index too large; 0 bzip2 data invalid: origPtr out of bounds; 0 unexpected EOF
// 0 bzip2 data invalid: Huffman length out of range; 0 bzip2 data invalid: tree index too large; 0 unexpected EOF
// 0 bzip2 data invalid: Huffman length out of range; 206 unexpected EOF; 0 unexpected EOF
// 19 bzip2 data invalid: block checksum mismatch; 20 <nil>; 0 unexpected EOF
// 0 bzip2 data invalid: Huffman length out of range; 19 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 19 bzip2 data invalid: block checksum mismatch; 0 bzip2 data invalid: origPtr out of bounds; 0 unexpected EOF
// 19 bzip2 data invalid: block checksum mismatch; 19 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 19 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 22 bzip2 data invalid: block checksum mismatch; 0 bzip2 data invalid: origPtr out of bounds; 0 unexpected EOF
// 0 unexpected EOF; 222 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 0 unexpected EOF; 21 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF
// 20 bzip2 data invalid: block checksum mismatch; 0 unexpected EOF; 0 unexpected EOF
// 0 unexpected EOF; 0 unexpected EOF; 0 unexpected EOF
// 20 bzip2 data invalid: bad magic value found; 0 unexpected EOF; 0 unexpected EOF
// 20 bzip2 data invalid: bad magic value found; 20 bzip2 data invalid: bad magic value found; 20 unexpected EOF
// 20 bzip2 data invalid: bad magic value found; 20 bzip2 data invalid: bad magic value found; 20 unexpected EOF
// 20 bzip2 data invalid: bad magic value found; 20 bzip2 data invalid: bad magic value found; 20 unexpected EOF
// 20 bzip2 data invalid: bad magic value found; 20 bzip2 data invalid: bad magic value found; 20 unexpected EOF
// 20 bzip2 data invalid: bad magic value found; 20 bzip2 data invalid: bad magic value found; 20 unexpected EOF
// 20 bzip2 data invalid: file checksum mismatch; 20 bzip2 data invalid: bad magic value found; 20 unexpected EOF
// 20 bzip2 data invalid: file checksum mismatch; 20 bzip2 data invalid: file checksum mismatch; 20 unexpected EOF
// 20 bzip2 data invalid: file checksum mismatch; 20 bzip2 data invalid: file checksum mismatch; 20 unexpected EOF
// 20 bzip2 data invalid: file checksum mismatch; 20 bzip2 data invalid: file checksum mismatch; 20 unexpected EOF
// 20 <nil>; 20 bzip2 data invalid: file checksum mismatch; 20 unexpected EOF
