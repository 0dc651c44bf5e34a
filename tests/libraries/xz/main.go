// Compresses and expands with ulikunitz/xz: xz, LZMA and LZMA2 streams in several settings, and damaged ones.
package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

// inputs are texts that compress well, badly and not at all.
func inputs(r *random) map[string][]byte {
	words := strings.Fields("the quick brown fox jumps over a lazy dog while forty two purlins carry one roof and nobody looks up")
	var prose, noise, runs bytes.Buffer
	for prose.Len() < 20_000 {
		prose.WriteString(words[r.next(len(words))])
		prose.WriteByte(" \n  "[r.next(4)])
	}
	for noise.Len() < 3_000 {
		noise.WriteByte(byte(r.next(256)))
	}
	for runs.Len() < 12_000 {
		runs.Write(bytes.Repeat([]byte{byte(r.next(4))}, 1+r.next(300)))
	}
	return map[string][]byte{"empty": nil, "one": {'x'}, "prose": prose.Bytes(), "noise": noise.Bytes(), "runs": runs.Bytes()}
}

var names = []string{"empty", "one", "prose", "noise", "runs"}

func report(label string, plain, packed []byte, reader io.Reader, err error) {
	if err != nil {
		fmt.Println(label, len(plain), "error:", err)
		return
	}
	back, err := io.ReadAll(reader)
	fmt.Printf("%s %d -> %d %08x, %t %v\n", label, len(plain), len(packed), crc32.ChecksumIEEE(packed), bytes.Equal(plain, back), err)
}

func main() {
	r := random(1)
	data := inputs(&r)
	for _, name := range names {
		plain := data[name]
		for _, config := range []xz.WriterConfig{
			{},
			{CheckSum: xz.CRC32, DictCap: 4096},
			{CheckSum: xz.SHA256, BlockSize: 5000},
			{NoCheckSum: true, Matcher: lzma.BinaryTree, DictCap: 1 << 14},
			{Properties: &lzma.Properties{LC: 0, LP: 2, PB: 0}, BufSize: 4096},
		} {
			if config.DictCap == 0 {
				config.DictCap = 1 << 16
			}
			var packed bytes.Buffer
			w, err := config.NewWriter(&packed)
			if err != nil {
				fmt.Println(name, err)
				continue
			}
			for at := 0; at < len(plain); at += 1000 {
				if _, err := w.Write(plain[at:min(at+1000, len(plain))]); err != nil {
					fmt.Println("write:", err)
				}
			}
			if err := w.Close(); err != nil {
				fmt.Println("close:", err)
			}
			reader, err := xz.NewReader(bytes.NewReader(packed.Bytes()))
			report("xz "+name, plain, packed.Bytes(), reader, err)
		}
		for _, config := range []lzma.WriterConfig{
			{DictCap: 1 << 14},
			{DictCap: 1 << 14, EOSMarker: true, Properties: &lzma.Properties{LC: 3, LP: 0, PB: 4}},
			{DictCap: 1 << 14, SizeInHeader: true, Size: int64(len(plain)), Matcher: lzma.BinaryTree},
		} {
			var packed bytes.Buffer
			w, err := config.NewWriter(&packed)
			if err != nil {
				fmt.Println(name, err)
				continue
			}
			_, err = w.Write(plain)
			fmt.Print(err, " ", w.Close(), " ")
			reader, err := lzma.NewReader(bytes.NewReader(packed.Bytes()))
			report("lzma "+name, plain, packed.Bytes(), reader, err)
		}
		var packed bytes.Buffer
		w, err := lzma.Writer2Config{DictCap: 1 << 14}.NewWriter2(&packed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		w.Write(plain)
		w.Flush()
		w.Write(plain)
		w.Close()
		reader, err := lzma.Reader2Config{DictCap: 1 << 14}.NewReader2(bytes.NewReader(packed.Bytes()))
		report("lzma2 "+name, append(bytes.Clone(plain), plain...), packed.Bytes(), reader, err)
	}
	// What is damaged is found out.
	var packed bytes.Buffer
	w, _ := xz.WriterConfig{DictCap: 1 << 16}.NewWriter(&packed)
	w.Write(data["prose"])
	w.Close()
	for i := 0; i < 60; i++ {
		hurt := bytes.Clone(packed.Bytes())
		switch r.next(3) {
		case 0:
			hurt = hurt[:r.next(len(hurt))]
		case 1:
			hurt[r.next(len(hurt))] ^= 1 << r.next(8)
		default:
			hurt = append(hurt, byte(r.next(256)), 0, 0)
		}
		reader, err := xz.NewReader(bytes.NewReader(hurt))
		if err != nil {
			fmt.Println(i, len(hurt), "header:", err)
			continue
		}
		back, err := io.ReadAll(reader)
		fmt.Println(i, len(hurt), len(back), crc32.ChecksumIEEE(back), err)
	}
	for dict := int64(1); dict < 1<<33; dict *= 37 {
		c := lzma.EncodeDictCap(dict)
		back, err := lzma.DecodeDictCap(c)
		fmt.Println(dict, c, back, err)
	}
}
