// A file of an archive that unpacks to very much ends at the limit when all of it is read, not before.
package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
)

func main() {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	f, _ := w.Create("zeros")
	zeros := make([]byte, 1<<20)
	for range 64 {
		f.Write(zeros)
	}
	w.Close()
	r, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	fmt.Println(archive.Len() < 200_000, r.File[0].UncompressedSize64, err)
	file, _ := r.File[0].Open()
	n, err := io.Copy(io.Discard, file)
	fmt.Println(n, err)
	file, _ = r.File[0].Open()
	all, err := io.ReadAll(file)
	fmt.Println(len(all), err)
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// true 67108864 <nil>
// 67108864 <nil>
