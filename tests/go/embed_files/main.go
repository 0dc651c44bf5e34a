// Files that are part of the program: strings, bytes and trees, patterns, hidden files, and variables that are initialised from them.
package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing/fstest"
)

// later is initialised from what is embedded, though it is declared first.
var later = strings.ToUpper(hello) + fmt.Sprint(len(tree()))

//go:embed data/a.txt
var hello string

//go:embed data/sub/raw.bin
var raw []byte

type page string

type blob []byte

var (
	//go:embed data/b.txt
	named page

	// A comment may stand between.
	//go:embed "data/b.txt"
	// So may another.
	bytes blob
)

//go:embed data
var data embed.FS

//go:embed all:data
var all embed.FS

//go:embed data/*.txt data/sub
//go:embed `data/.hidden`
var some embed.FS

//go:embed data/[a-b].t?t
var pattern embed.FS

//go:embed data/sub/nothing
var nothing string

//go:embed data/sub/nothing
var noBytes []byte

type alias = embed.FS

//go:embed main.go
var self alias

func tree() []string {
	var names []string
	fs.WalkDir(data, ".", func(path string, d fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	})
	return names
}

func show(name string, tree fs.FS) {
	fmt.Println(name + ":")
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Println(" ", path, d.IsDir(), info.Mode(), info.Size(), info.ModTime().IsZero())
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
}

func main() {
	fmt.Printf("%q %q %v %q %q %q %v\n", later, hello, raw, named, bytes, nothing, len(noBytes))
	show("data", data)
	show("all", all)
	show("some", some)
	show("pattern", pattern)
	source, err := self.ReadFile("main.go")
	fmt.Println(strings.Contains(string(source), "package main"), err)

	raw[0] = 7
	fresh, err := data.ReadFile("data/sub/raw.bin")
	fmt.Println(raw[:2], fresh[:2], err)
	fresh[1] = 9
	again, _ := data.ReadFile("data/sub/raw.bin")
	fmt.Println(again[:2])

	for _, name := range []string{"data/none", "none", "", ".", "/data", "data/", "data/../data", "data/sub", "data/a.txt"} {
		_, err := data.ReadFile(name)
		_, err2 := data.ReadDir(name)
		_, err3 := data.Open(name)
		fmt.Println(name, err, "|", err2, "|", err3)
	}
	f, err := data.Open("data/b.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	part := make([]byte, 4)
	n, err := f.Read(part)
	fmt.Println(n, string(part), err)
	at, err := f.(io.Seeker).Seek(-3, io.SeekEnd)
	rest, _ := io.ReadAll(f)
	fmt.Println(at, err, string(rest))
	n, err = f.(io.ReaderAt).ReadAt(part, 2)
	fmt.Println(n, string(part), err)
	n, err = f.(io.ReaderAt).ReadAt(part, 9)
	fmt.Println(n, string(part[:n]), err)
	_, err = f.(io.Seeker).Seek(-1, io.SeekStart)
	fmt.Println(err)
	dir, _ := data.Open("data")
	for {
		list, err := dir.(fs.ReadDirFile).ReadDir(2)
		fmt.Println(list, err)
		if err != nil {
			break
		}
	}
	matches, err := fs.Glob(data, "data/*")
	fmt.Println(matches, err)
	sub, err := fs.Sub(data, "data/sub")
	fmt.Println(err)
	show("sub", sub)
	fmt.Println(fstest.TestFS(data, "data/a.txt", "data/sub/deep/d.txt", "data/sub/raw.bin"))
}

// Output:
// "HELLO\n9" "hello\n" [0 1 255 254 128 80 78 71] "second\nfile" "second\nfile" "" 0
// data:
//   . true dr-xr-xr-x 0 true
//   data true dr-xr-xr-x 0 true
//   data/a.txt false -r--r--r-- 6 true
//   data/b.txt false -r--r--r-- 11 true
//   data/sub true dr-xr-xr-x 0 true
//   data/sub/deep true dr-xr-xr-x 0 true
//   data/sub/deep/d.txt false -r--r--r-- 5 true
//   data/sub/nothing false -r--r--r-- 0 true
//   data/sub/raw.bin false -r--r--r-- 8 true
// all:
//   . true dr-xr-xr-x 0 true
//   data true dr-xr-xr-x 0 true
//   data/.hidden true dr-xr-xr-x 0 true
//   data/.hidden/h.txt false -r--r--r-- 4 true
//   data/_under.txt false -r--r--r-- 6 true
//   data/a.txt false -r--r--r-- 6 true
//   data/b.txt false -r--r--r-- 11 true
//   data/sub true dr-xr-xr-x 0 true
//   data/sub/deep true dr-xr-xr-x 0 true
//   data/sub/deep/d.txt false -r--r--r-- 5 true
//   data/sub/nothing false -r--r--r-- 0 true
//   data/sub/raw.bin false -r--r--r-- 8 true
// some:
//   . true dr-xr-xr-x 0 true
//   data true dr-xr-xr-x 0 true
//   data/.hidden true dr-xr-xr-x 0 true
//   data/.hidden/h.txt false -r--r--r-- 4 true
//   data/_under.txt false -r--r--r-- 6 true
//   data/a.txt false -r--r--r-- 6 true
//   data/b.txt false -r--r--r-- 11 true
//   data/sub true dr-xr-xr-x 0 true
//   data/sub/deep true dr-xr-xr-x 0 true
//   data/sub/deep/d.txt false -r--r--r-- 5 true
//   data/sub/nothing false -r--r--r-- 0 true
//   data/sub/raw.bin false -r--r--r-- 8 true
// pattern:
//   . true dr-xr-xr-x 0 true
//   data true dr-xr-xr-x 0 true
//   data/a.txt false -r--r--r-- 6 true
//   data/b.txt false -r--r--r-- 11 true
// true <nil>
// [7 1] [0 1] <nil>
// [0 1]
// data/none open data/none: file does not exist | open data/none: file does not exist | open data/none: file does not exist
// none open none: file does not exist | open none: file does not exist | open none: file does not exist
//  open : file does not exist | open : file does not exist | open : file does not exist
// . read .: is a directory | <nil> | <nil>
// /data open /data: file does not exist | open /data: file does not exist | open /data: file does not exist
// data/ open data/: file does not exist | open data/: file does not exist | open data/: file does not exist
// data/../data open data/../data: file does not exist | open data/../data: file does not exist | open data/../data: file does not exist
// data/sub read data/sub: is a directory | <nil> | <nil>
// data/a.txt <nil> | read data/a.txt: not a directory | <nil>
// 4 seco <nil>
// 8 <nil> ile
// 4 cond <nil>
// 2 le EOF
// seek data/b.txt: invalid argument
// [-r--r--r-- 6 0001-01-01 00:00:00 a.txt -r--r--r-- 11 0001-01-01 00:00:00 b.txt] <nil>
// [dr-xr-xr-x 0 0001-01-01 00:00:00 sub/] <nil>
// [] EOF
// [data/a.txt data/b.txt data/sub] <nil>
// <nil>
// sub:
//   . true dr-xr-xr-x 0 true
//   deep true dr-xr-xr-x 0 true
//   deep/d.txt false -r--r--r-- 5 true
//   nothing false -r--r--r-- 0 true
//   raw.bin false -r--r--r-- 8 true
// <nil>
