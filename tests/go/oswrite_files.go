// Files that are made, written, moved and removed below a granted folder.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"
	"time"
)

var dir string

// p prints values, with the folder as DIR.
func p(values ...any) {
	fmt.Println(strings.ReplaceAll(strings.TrimSuffix(fmt.Sprintln(values...), "\n"), dir, "DIR"))
}

func in(name string) string { return dir + "/" + name }

func cat(name string) string {
	b, err := os.ReadFile(in(name))
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%q", b)
}

func list() {
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		info, _ := d.Info()
		if d.IsDir() {
			p(" ", path, info.Mode(), err)
		} else {
			p(" ", path, info.Mode(), info.Size(), err)
		}
		return nil
	})
}

func files() {
	p(os.WriteFile(in("a"), []byte("hello"), 0o644), cat("a"))
	p(os.WriteFile(in("a"), []byte("bye"), 0o600), cat("a"))
	f, err := os.Create(in("b"))
	p(f.Name(), err)
	for _, s := range []string{"one ", "two ", "three"} {
		n, err := f.WriteString(s)
		p(n, err)
	}
	at, err := f.Seek(4, io.SeekStart)
	p(at, err)
	n, err := f.Write([]byte("TWO"))
	p(n, err)
	n, err = f.WriteAt([]byte("!!"), 20)
	p(n, err)
	at, err = f.Seek(-3, io.SeekEnd)
	p(at, err)
	b, err := io.ReadAll(f)
	p(fmt.Sprintf("%q", b), err, f.Sync())
	_, err = f.WriteAt(nil, -1)
	p(err)
	p(f.Truncate(5), f.Truncate(-1), f.Chmod(0o640))
	info, err := f.Stat()
	p(info.Name(), info.Size(), info.Mode(), info.IsDir(), err)
	p(f.Close(), f.Close(), cat("b"))
	_, err = f.Write([]byte("x"))
	p(err, errors.Is(err, os.ErrClosed))
	f, err = os.OpenFile(in("b"), os.O_APPEND|os.O_WRONLY, 0)
	p(err)
	f.WriteString("more")
	_, err = f.WriteAt([]byte("x"), 0)
	p(err)
	_, err = f.Read(make([]byte, 1))
	p(err, f.Close(), cat("b"))
	for _, flags := range []int{os.O_RDWR | os.O_CREATE | os.O_EXCL, os.O_RDONLY, os.O_WRONLY | os.O_TRUNC, os.O_RDWR | os.O_CREATE} {
		for _, name := range []string{"b", "new", "d", "none/x", "b/x", ""} {
			f, err := os.OpenFile(in(name), flags, 0o600)
			p(flags, name, err, os.IsExist(err), os.IsNotExist(err))
			if err == nil {
				_, err = f.WriteString("w")
				p("  ", err)
				f.Close()
			}
		}
		os.Remove(in("new"))
	}
	p(os.Truncate(in("a"), 2), os.Truncate(in("a"), 4), cat("a"), os.Truncate(in("none"), 1), os.Truncate(dir, 0))
	p(os.Chmod(in("a"), 0o400), os.Chmod(in("none"), 0), os.Chmod(in("a"), 0o644))
	when := time.Unix(1_000_000_000, 5000)
	p(os.Chtimes(in("a"), time.Time{}, when), os.Chtimes(in("none"), when, when))
	info, err = os.Stat(in("a"))
	p(info.ModTime().UTC(), err)
	p(os.Chtimes(in("a"), when, time.Time{}))
	info, _ = os.Stat(in("a"))
	p(info.ModTime().UTC())
}

func folders() {
	p(os.Mkdir(in("d"), 0o755), os.Mkdir(in("d"), 0o755), os.Mkdir(in("x/y"), 0o755), os.Mkdir(in("a"), 0o755), os.Mkdir(in("a/y"), 0o755))
	p(os.MkdirAll(in("d/e/f"), 0o755), os.MkdirAll(in("d/e/"), 0o755), os.MkdirAll(in("a"), 0o755), os.MkdirAll(in("a/y/z"), 0o755))
	p(os.WriteFile(in("d/e/one"), nil, 0o600), os.WriteFile(in("d/e/f/two"), []byte("22"), 0o600))
	p(os.Remove(in("d")), os.Remove(in("d/e/one")), os.Remove(in("d/e/one")), os.Remove(in("d/e/f/two/x")))
	list()
	p(os.Rename(in("d/e/f/two"), in("two")), os.Rename(in("none"), in("z")), os.Rename(in("d"), in("moved")), os.Rename(in("two"), in("a")))
	p(os.Rename(in("a"), in("moved")), os.Rename(in("moved"), in("moved/in")), os.Rename(in("moved"), in("a")), cat("a"))
	p(os.Symlink("a", in("soft")), os.Symlink("b", in("soft")), os.Link(in("a"), in("hard")), os.Link(in("none"), in("q")), os.Link(in("a"), in("b")))
	target, err := os.Readlink(in("soft"))
	p(target, err)
	_, err = os.Readlink(in("a"))
	p(err)
	p(os.WriteFile(in("hard"), []byte("hard"), 0o600), cat("a"), cat("soft"))
	p(os.Symlink("not/there", in("dangling")), cat("dangling"), os.WriteFile(in("dangling"), nil, 0o600))
	p(os.Symlink("made", in("makes")), os.WriteFile(in("makes"), []byte("m"), 0o600), cat("made"))
	info, err := os.Lstat(in("soft"))
	p(info.Mode(), err)
	list()
	f, _ := os.Open(dir)
	names, err := f.Readdirnames(2)
	p(len(names), err)
	rest, err := f.ReadDir(-1)
	p(len(rest), err, f.Close())
	p(os.RemoveAll(in("moved")), os.RemoveAll(in("moved")), os.RemoveAll(in("dangling")), os.RemoveAll(in("a/b")), os.RemoveAll(""), os.RemoveAll(in(".")))
	list()
}

func temporary() {
	seen := map[string]bool{}
	for range 20 {
		f, err := os.CreateTemp(dir, "t*.txt")
		if err != nil || seen[f.Name()] || !strings.HasSuffix(f.Name(), ".txt") {
			p("bad", err)
		}
		seen[f.Name()] = true
		f.Close()
	}
	name, err := os.MkdirTemp(dir, "folder")
	info, err2 := os.Stat(name)
	p(err, err2, info.IsDir(), info.Mode(), strings.HasPrefix(name, in("folder")))
	_, err = os.CreateTemp(dir, "a/b")
	p(err)
	_, err = os.MkdirTemp(in("none"), "x")
	p(err != nil, os.IsNotExist(err))
	all, err := filepath.Glob(in("t*.txt"))
	p(len(all), err)
}

func copies() {
	fsys := fstest.MapFS{"x/y": {Data: []byte("data"), Mode: 0o600}, "z": {Data: []byte("zz"), Mode: 0o644}, "e": {Mode: fs.ModeDir | 0o755}}
	p(os.CopyFS(in("copy"), fsys), cat("copy/x/y"), cat("copy/z"))
	err := os.CopyFS(in("copy"), fsys)
	p(err, errors.Is(err, fs.ErrExist))
	// TestFS prints the times, and how long a time is in print depends on it.
	filepath.WalkDir(in("copy"), func(path string, d fs.DirEntry, err error) error {
		return os.Chtimes(path, time.Unix(1_000_000_000, 0), time.Unix(1_000_000_000, 0))
	})
	p(fstest.TestFS(os.DirFS(in("copy")), "x/y", "z"))
	big := strings.Repeat("0123456789abcdef", 200_000)
	p(os.WriteFile(in("big"), []byte(big), 0o600))
	b, err := os.ReadFile(in("big"))
	p(len(b), string(b) == big, err)
	f, _ := os.OpenFile(in("big"), os.O_RDWR, 0)
	n, err := io.Copy(f, strings.NewReader("XYZ"))
	p(n, err)
	b = make([]byte, 5)
	k, err := f.ReadAt(b, 1)
	p(k, err, string(b), f.Close())
	for i := range 300 {
		f, err := os.Create(in("many"))
		if err != nil {
			p(i, err)
			break
		}
		f.Close()
	}
}

func main() {
	var err error
	if dir, err = os.MkdirTemp("", "oswrite"); err != nil {
		fmt.Println(err)
		return
	}
	defer func() {
		p(os.RemoveAll(dir))
		_, err := os.Stat(dir)
		p(os.IsNotExist(err))
	}()
	files()
	folders()
	temporary()
	copies()
}

// Flags: --allow-write=TMPDIR --allow-env=TMPDIR
// Output:
// <nil> "hello"
// <nil> "bye"
// DIR/b <nil>
// 4 <nil>
// 4 <nil>
// 5 <nil>
// 4 <nil>
// 3 <nil>
// 2 <nil>
// 19 <nil>
// "\x00!!" <nil> <nil>
// writeat DIR/b: negative offset
// <nil> truncate DIR/b: invalid argument <nil>
// b 5 -rw-r----- false <nil>
// <nil> close DIR/b: file already closed "one T"
// write DIR/b: file already closed true
// <nil>
// os: invalid use of WriteAt on file opened with O_APPEND
// read DIR/b: bad file descriptor <nil> "one Tmore"
// 194 b open DIR/b: file exists true false
// 194 new <nil> false false
//    <nil>
// 194 d <nil> false false
//    <nil>
// 194 none/x open DIR/none/x: no such file or directory false true
// 194 b/x open DIR/b/x: not a directory false false
// 194  open DIR/: is a directory false false
// 0 b <nil> false false
//    write DIR/b: bad file descriptor
// 0 new open DIR/new: no such file or directory false true
// 0 d <nil> false false
//    write DIR/d: bad file descriptor
// 0 none/x open DIR/none/x: no such file or directory false true
// 0 b/x open DIR/b/x: not a directory false false
// 0  <nil> false false
//    write DIR/: bad file descriptor
// 513 b <nil> false false
//    <nil>
// 513 new open DIR/new: no such file or directory false true
// 513 d <nil> false false
//    <nil>
// 513 none/x open DIR/none/x: no such file or directory false true
// 513 b/x open DIR/b/x: not a directory false false
// 513  open DIR/: is a directory false false
// 66 b <nil> false false
//    <nil>
// 66 new <nil> false false
//    <nil>
// 66 d <nil> false false
//    <nil>
// 66 none/x open DIR/none/x: no such file or directory false true
// 66 b/x open DIR/b/x: not a directory false false
// 66  open DIR/: is a directory false false
// <nil> <nil> "by\x00\x00" truncate DIR/none: no such file or directory truncate DIR: is a directory
// <nil> chmod DIR/none: no such file or directory <nil>
// <nil> chtimes DIR/none: no such file or directory
// 2001-09-09 01:46:40.000005 +0000 UTC <nil>
// <nil>
// 2001-09-09 01:46:40.000005 +0000 UTC
// mkdir DIR/d: file exists mkdir DIR/d: file exists mkdir DIR/x/y: no such file or directory mkdir DIR/a: file exists mkdir DIR/a/y: not a directory
// mkdir DIR/d: not a directory mkdir DIR/d: not a directory mkdir DIR/a: not a directory mkdir DIR/a: not a directory
// open DIR/d/e/one: not a directory open DIR/d/e/f/two: not a directory
// <nil> remove DIR/d/e/one: no such file or directory remove DIR/d/e/one: no such file or directory remove DIR/d/e/f/two/x: no such file or directory
//   DIR drwx------ <nil>
//   DIR/a -rw-r--r-- 4 <nil>
//   DIR/b -rw-r----- 1 <nil>
// rename DIR/d/e/f/two DIR/two: no such file or directory rename DIR/none DIR/z: no such file or directory rename DIR/d DIR/moved: no such file or directory rename DIR/two DIR/a: no such file or directory
// <nil> rename DIR/moved DIR/moved/in: not a directory <nil> "by\x00\x00"
// <nil> symlink b DIR/soft: file exists <nil> link DIR/none DIR/q: no such file or directory link DIR/a DIR/b: file exists
// a <nil>
// readlink DIR/a: invalid argument
// <nil> "hard" "hard"
// <nil> open DIR/dangling: no such file or directory open DIR/dangling: no such file or directory
// <nil> <nil> "m"
// Lrwxrwxrwx <nil>
//   DIR drwx------ <nil>
//   DIR/a -rw-r--r-- 4 <nil>
//   DIR/b -rw-r----- 1 <nil>
//   DIR/dangling Lrwxrwxrwx 9 <nil>
//   DIR/hard -rw-r--r-- 4 <nil>
//   DIR/made -rw------- 1 <nil>
//   DIR/makes Lrwxrwxrwx 4 <nil>
//   DIR/soft Lrwxrwxrwx 1 <nil>
// 2 <nil>
// 5 <nil> <nil>
// <nil> <nil> <nil> unlinkat DIR/a/b: not a directory <nil> RemoveAll DIR/.: invalid argument
//   DIR drwx------ <nil>
//   DIR/a -rw-r--r-- 4 <nil>
//   DIR/b -rw-r----- 1 <nil>
//   DIR/hard -rw-r--r-- 4 <nil>
//   DIR/made -rw------- 1 <nil>
//   DIR/makes Lrwxrwxrwx 4 <nil>
//   DIR/soft Lrwxrwxrwx 1 <nil>
// <nil> <nil> true drwx------ true
// createtemp a/b: pattern contains path separator
// true true
// 20 <nil>
// <nil> "data" "zz"
// open DIR/copy/x/y: file exists true
// <nil>
// <nil>
// 3200000 true <nil>
// 3 <nil>
// 5 <nil> YZ345 <nil>
// <nil>
// true
