// Below a granted folder files can be read; what leads out of it is denied, whether it exists or not.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const dir = "tests/go/multi_file"

func main() {
	data, err := os.ReadFile(dir + "/main.go")
	fmt.Println(len(data) > 0, err)
	for _, name := range []string{dir + "/no.go", dir + "/../hello.go", dir + "/../no.go", dir + "/main.go/x", dir + "/../multi_file/main.go", "README.md"} {
		_, err := os.Stat(name)
		fmt.Println(err, os.IsNotExist(err), os.IsPermission(err))
	}
	f, err := os.Open(dir + "/main.go")
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := f.Stat()
	fmt.Println(info.Name(), info.Size() == int64(len(data)), info.IsDir(), info.Mode().IsRegular(), info.ModTime().Year() > 2020, err)
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		lines++
	}
	at, err := f.Seek(-5, io.SeekEnd)
	rest, err2 := io.ReadAll(f)
	fmt.Println(lines > 3, at == int64(len(data)-5), err, string(rest) == string(data[at:]), err2)
	b := make([]byte, 7)
	n, err := f.ReadAt(b, 0)
	fmt.Println(n, err, string(b) == string(data[:7]))
	_, err = f.Write(b)
	fmt.Println(err, f.Close(), f.Close())
	list, err := os.ReadDir(dir)
	for _, e := range list {
		fmt.Print(e, " ", e.Type(), "; ")
	}
	fmt.Println(err)
	fmt.Println(filepath.Glob(dir + "/*_s*.go"))
	fmt.Println(fs.Glob(os.DirFS(dir), "m*"))
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		fmt.Print(path, " ", d.IsDir(), "; ")
		return err
	})
	fmt.Println(err)
	sub, err := fs.Sub(os.DirFS("tests/go"), "multi_file")
	fmt.Println(err)
	_, err = fs.ReadFile(sub, "none")
	fmt.Println(err, errors.Is(err, fs.ErrNotExist))
	_, err = os.ReadFile(dir)
	fmt.Println(err)
	// Open files are limited, and so are not a way to exhaust the host's.
	for i := 0; ; i++ {
		if _, err := os.Open(dir); err != nil {
			fmt.Println(i, err)
			break
		}
	}
	home, ok := os.LookupEnv("PATH")
	_, ok2 := os.LookupEnv("HOME")
	fmt.Println(home == os.Getenv("PATH"), ok, ok2, len(os.Environ()))
}
