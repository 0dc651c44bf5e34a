// Package embed: an FS without files is a tree with an empty root.
package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

var _ interface {
	fs.ReadDirFS
	fs.ReadFileFS
} = embed.FS{}

func main() {
	var none embed.FS
	for _, name := range []string{".", "a", "", "/", "../a", "a/b"} {
		data, err := none.ReadFile(name)
		list, err2 := none.ReadDir(name)
		fmt.Println(name, data, err, list, err2, errors.Is(err, fs.ErrNotExist))
	}
	f, err := none.Open(".")
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := f.Stat()
	fmt.Println(info, err, info.Name(), info.IsDir(), info.Mode(), info.Size(), info.ModTime().IsZero(), info.Sys())
	n, err := f.Read(make([]byte, 1))
	fmt.Println(n, err)
	list, err := f.(fs.ReadDirFile).ReadDir(1)
	fmt.Println(list, err, f.Close())
	fmt.Println(fs.WalkDir(none, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(path, d, err)
		return nil
	}))
	found, err := fs.Glob(none, "*")
	fmt.Println(found, err, none == embed.FS{})
}

// Output:
// . [] read .: is a directory [] <nil> false
// a [] open a: file does not exist [] open a: file does not exist true
//  [] open : file does not exist [] open : file does not exist true
// / [] open /: file does not exist [] open /: file does not exist true
// ../a [] open ../a: file does not exist [] open ../a: file does not exist true
// a/b [] open a/b: file does not exist [] open a/b: file does not exist true
// dr-xr-xr-x 0 0001-01-01 00:00:00 ./ <nil> . true dr-xr-xr-x 0 true <nil>
// 0 read ./: is a directory
// [] EOF <nil>
// . d ./ <nil>
// <nil>
// [] <nil> true
