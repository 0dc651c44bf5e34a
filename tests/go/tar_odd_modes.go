// The kind of a file comes from the bits of its mode only if these are exactly those of a kind.
package main

import (
	"archive/tar"
	"fmt"
)

func main() {
	for _, mode := range []int64{0o644, 0o40755, 0o100644, 0o10644, 0o120777, 0o60600, 0o20600, 0o140777, 0o2622675, 0o211645, 0o107755, 1<<32 | 0o40700, -1} {
		h := tar.Header{Typeflag: tar.TypeReg, Name: "a/b", Mode: mode}
		fmt.Printf("%o %v %v\n", mode, h.FileInfo().Mode(), h.FileInfo().IsDir())
	}
}

// Output:
// 644 -rw-r--r-- false
// 40755 drwxr-xr-x true
// 100644 -rw-r--r-- false
// 10644 prw-r--r-- false
// 120777 Lrwxrwxrwx false
// 60600 Drw------- false
// 20600 Dcrw------- false
// 140777 Srwxrwxrwx false
// 2622675 grw-rwxr-x false
// 211645 trw-r--r-x false
// 107755 ugtrwxr-xr-x false
// 40000040700 drwx------ true
// -1 ugtrwxrwxrwx false
