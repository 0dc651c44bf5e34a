// Roots: nothing leads out of them, and all that is done below.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing/fstest"
	"time"
)

var dir string

func p(values ...any) {
	fmt.Println(strings.ReplaceAll(strings.TrimSuffix(fmt.Sprintln(values...), "\n"), dir, "DIR"))
}

func reading(r *os.Root) {
	for _, n := range []string{
		"f", "none", "../secret", "esc", "abs", "/etc", "", ".", "..", "d/..", "d/../../secret", "f/x", "loop", "f/", "d/", "ok", "ok/", "none/",
		"d/../f", "./f", "d/./../f", "up/secret", "chain",
	} {
		f, e1 := r.Open(n)
		i2, e2 := r.Stat(n)
		i3, e3 := r.Lstat(n)
		b4, e4 := r.ReadFile(n)
		s5, e5 := r.Readlink(n)
		p(n, "|", e1, "|", e2, "|", e3, "|", string(b4), e4, "|", s5, e5)
		sub, e6 := r.OpenRoot(n)
		p("  ", e6, "|", r.Chmod(n, 0o755))
		if e1 == nil {
			p("  ", f.Name(), f.Close(), i2.Name(), i2.Mode().Type(), i3.Mode().Type())
		}
		if e6 == nil {
			p("  ", sub.Name(), sub.Close())
		}
	}
}

func writing(r *os.Root) {
	for _, n := range []string{"f", "new", "../secret", "esc", "/etc", "", "..", "none/x", "f/x", "d", "ok", "up/x", "d/../n2"} {
		f, e1 := r.OpenFile(n, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if e1 == nil {
			f.WriteString("made")
			f.Close()
		}
		p(n, "|", e1, "|", r.Mkdir(n, 0o777), "|", r.WriteFile(n, []byte("w"), 0o600), "|", r.Symlink("t", n), "|", r.Link("f", n), "|", r.Rename("nix", n))
		p("  ", r.Link(n, "f"), "|", r.Rename(n, n), "|", r.Chtimes(n, time.Unix(1e9, 0), time.Unix(2e9, 0)))
	}
	p(r.MkdirAll("a/b/c", 0o755), r.MkdirAll("a/b", 0o755), r.MkdirAll("f/x", 0o755), r.MkdirAll("../x", 0o755), r.MkdirAll("a/../../q", 0o755), r.MkdirAll("esc/z", 0o755), r.MkdirAll("", 0o755))
	p(r.WriteFile("a/b/c/deep", []byte("deep"), 0o644), r.Rename("a/b/c/deep", "a/shallow"), r.Rename("a/b", "../b"), r.Link("a/shallow", "a/hard"), r.Chmod("a/hard", 0o600))
	p(r.Remove("a"), r.Remove("none"), r.Remove("../secret"), r.Remove("esc"), r.Remove(""), r.RemoveAll("a"), r.RemoveAll("none"), r.RemoveAll("../secret"), r.RemoveAll("."), r.RemoveAll(""))
	p(r.Mkdir("odd", 0o1777), r.Chown("f", -1, -1), r.Lchown("none2", -1, -1))
	_, err := r.OpenFile("odd", os.O_CREATE|os.O_RDWR, fs.ModeSetuid|0o600)
	p(err)
	f, err := r.Create("created")
	n, err2 := f.WriteString("created")
	p(f.Name(), err, n, err2, f.Close())
}

// plain tests a file system whose times do not depend on the clock: how long a time is as text costs gas.
func plain(r *os.Root) {
	names := []string{"plain/d/x", "plain/d/y", "plain/f", "plain/d", "plain"}
	p(r.MkdirAll("plain/d", 0o755))
	for _, n := range names[:3] {
		p(r.WriteFile(n, []byte(n), 0o644))
	}
	for _, n := range names {
		p(r.Chtimes(n, time.Unix(1e9, 0), time.Unix(2e9, 5)))
	}
	sub, err := r.OpenRoot("plain")
	p(err, fstest.TestFS(sub.FS(), "f", "d/x", "d/y"), sub.Close())
	p(r.RemoveAll("plain"))
}

func systems(r *os.Root) {
	fsys := r.FS()
	plain(r)
	_, err := fsys.Open("../x")
	p(err)
	_, err = fs.ReadFile(fsys, "nope")
	p(err)
	_, err = fs.Stat(fsys, "/x")
	p(err)
	_, err = fs.ReadDir(fsys, "f")
	p(err)
	b, err := fs.ReadFile(fsys, "ok")
	p(string(b), err)
	entries, err := fs.ReadDir(fsys, ".")
	for _, e := range entries {
		info, err := e.Info()
		p(e, info.Mode(), err)
	}
	p(err)
	matches, err := fs.Glob(fsys, "[a-f]*")
	p(matches, err)
}

func main() {
	var err error
	if dir, err = os.MkdirTemp("", "osroot"); err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	p(os.Mkdir(dir+"/r", 0o755), os.WriteFile(dir+"/secret", []byte("s"), 0o600))
	r, err := os.OpenRoot(dir + "/r")
	p(r.Name(), err)
	_, err = os.OpenRoot(dir + "/nope")
	p(err)
	_, err = os.OpenRoot(dir + "/secret")
	p(err)
	p(r.WriteFile("f", []byte("hello"), 0o644), r.Mkdir("d", 0o755), r.Symlink("../secret", "esc"), r.Symlink("f", "ok"), r.Symlink("/etc/passwd", "abs"), r.Symlink("loop", "loop"), r.Symlink("..", "up"), r.Symlink("d/../ok", "chain"))
	reading(r)
	writing(r)
	for _, n := range []string{"abs", "loop", "up", "chain"} {
		p(r.Remove(n))
	}
	systems(r)
	p(r.Close(), r.Close())
	_, err = r.Open("f")
	p(err, errors.Is(err, os.ErrClosed), r.Mkdir("q", 0o755), r.Rename("a", "b"))
	_, err = os.OpenInRoot(dir+"/r", "../secret")
	p(err)
	f, err := os.OpenInRoot(dir+"/r", "f")
	p(f.Name(), err, f.Close())
	b, err := os.ReadFile(dir + "/secret")
	p(string(b), err)
}

// Flags: --allow-write=TMPDIR --allow-env=TMPDIR
// Output:
// <nil> <nil>
// DIR/r <nil>
// open DIR/nope: no such file or directory
// open DIR/secret: not a directory
// <nil> <nil> <nil> <nil> <nil> <nil> <nil> <nil>
// f | <nil> | <nil> | <nil> | hello <nil> |  readlinkat f: invalid argument
//    open DIR/r/f: not a directory | <nil>
//    DIR/r/f <nil> f ---------- ----------
// none | openat none: no such file or directory | statat none: no such file or directory | statat none: no such file or directory |  openat none: no such file or directory |  readlinkat none: no such file or directory
//    openat none: no such file or directory | chmodat none: no such file or directory
// ../secret | openat ../secret: path escapes from parent | statat ../secret: path escapes from parent | statat ../secret: path escapes from parent |  openat ../secret: path escapes from parent |  readlinkat ../secret: path escapes from parent
//    openat ../secret: path escapes from parent | chmodat ../secret: path escapes from parent
// esc | openat esc: path escapes from parent | statat esc: path escapes from parent | <nil> |  openat esc: path escapes from parent | ../secret <nil>
//    openat esc: path escapes from parent | chmodat esc: path escapes from parent
// abs | openat abs: path escapes from parent | statat abs: path escapes from parent | <nil> |  openat abs: path escapes from parent | /etc/passwd <nil>
//    openat abs: path escapes from parent | chmodat abs: path escapes from parent
// /etc | openat /etc: path escapes from parent | statat /etc: path escapes from parent | statat /etc: path escapes from parent |  openat /etc: path escapes from parent |  readlinkat /etc: path escapes from parent
//    openat /etc: path escapes from parent | chmodat /etc: path escapes from parent
//  | openat : empty path | statat : empty path | statat : empty path |  openat : empty path |  readlinkat : empty path
//    openat : empty path | chmodat : empty path
// . | <nil> | <nil> | <nil> |  read DIR/r/.: is a directory |  readlinkat .: invalid argument
//    <nil> | <nil>
//    DIR/r/. <nil> . d--------- d---------
//    DIR/r/. <nil>
// .. | openat ..: path escapes from parent | statat ..: path escapes from parent | statat ..: path escapes from parent |  openat ..: path escapes from parent |  readlinkat ..: path escapes from parent
//    openat ..: path escapes from parent | chmodat ..: path escapes from parent
// d/.. | <nil> | <nil> | <nil> |  read DIR/r/d/..: is a directory |  readlinkat d/..: invalid argument
//    <nil> | <nil>
//    DIR/r/d/.. <nil> .. d--------- d---------
//    DIR/r/d/.. <nil>
// d/../../secret | openat d/../../secret: path escapes from parent | statat d/../../secret: path escapes from parent | statat d/../../secret: path escapes from parent |  openat d/../../secret: path escapes from parent |  readlinkat d/../../secret: path escapes from parent
//    openat d/../../secret: path escapes from parent | chmodat d/../../secret: path escapes from parent
// f/x | openat f/x: not a directory | statat f/x: not a directory | statat f/x: not a directory |  openat f/x: not a directory |  readlinkat f/x: not a directory
//    openat f/x: not a directory | chmodat f/x: not a directory
// loop | openat loop: too many levels of symbolic links | statat loop: too many levels of symbolic links | <nil> |  openat loop: too many levels of symbolic links | loop <nil>
//    openat loop: too many levels of symbolic links | chmodat loop: too many levels of symbolic links
// f/ | openat f/: not a directory | statat f/: not a directory | statat f/: not a directory |  openat f/: not a directory |  readlinkat f/: not a directory
//    openat f/: not a directory | chmodat f/: not a directory
// d/ | <nil> | <nil> | <nil> |  read DIR/r/d/: is a directory |  readlinkat d/: invalid argument
//    <nil> | <nil>
//    DIR/r/d/ <nil> d d--------- d---------
//    DIR/r/d/ <nil>
// ok | <nil> | <nil> | <nil> | hello <nil> | f <nil>
//    open DIR/r/ok: not a directory | <nil>
//    DIR/r/ok <nil> ok ---------- L---------
// ok/ | openat ok/: not a directory | statat ok/: not a directory | statat ok/: not a directory |  openat ok/: not a directory |  readlinkat ok/: not a directory
//    openat ok/: not a directory | chmodat ok/: not a directory
// none/ | openat none/: no such file or directory | statat none/: no such file or directory | statat none/: no such file or directory |  openat none/: no such file or directory |  readlinkat none/: no such file or directory
//    openat none/: no such file or directory | chmodat none/: no such file or directory
// d/../f | <nil> | <nil> | <nil> | hello <nil> |  readlinkat d/../f: invalid argument
//    open DIR/r/d/../f: not a directory | <nil>
//    DIR/r/d/../f <nil> f ---------- ----------
// ./f | <nil> | <nil> | <nil> | hello <nil> |  readlinkat ./f: invalid argument
//    open DIR/r/./f: not a directory | <nil>
//    DIR/r/./f <nil> f ---------- ----------
// d/./../f | <nil> | <nil> | <nil> | hello <nil> |  readlinkat d/./../f: invalid argument
//    open DIR/r/d/./../f: not a directory | <nil>
//    DIR/r/d/./../f <nil> f ---------- ----------
// up/secret | openat up/secret: path escapes from parent | statat up/secret: path escapes from parent | statat up/secret: path escapes from parent |  openat up/secret: path escapes from parent |  readlinkat up/secret: path escapes from parent
//    openat up/secret: path escapes from parent | chmodat up/secret: path escapes from parent
// chain | <nil> | <nil> | <nil> | hello <nil> | d/../ok <nil>
//    open DIR/r/chain: not a directory | <nil>
//    DIR/r/chain <nil> chain ---------- L---------
// f | openat f: file exists | mkdirat f: file exists | <nil> | symlinkat t f: file exists | linkat f f: file exists | renameat nix f: no such file or directory
//    linkat f f: file exists | <nil> | <nil>
// new | <nil> | mkdirat new: file exists | <nil> | symlinkat t new: file exists | linkat f new: file exists | renameat nix new: no such file or directory
//    linkat new f: file exists | <nil> | <nil>
// ../secret | openat ../secret: path escapes from parent | mkdirat ../secret: path escapes from parent | openat ../secret: path escapes from parent | symlinkat t ../secret: path escapes from parent | linkat f ../secret: path escapes from parent | renameat nix ../secret: path escapes from parent
//    linkat ../secret f: path escapes from parent | renameat ../secret ../secret: path escapes from parent | chtimesat ../secret: path escapes from parent
// esc | openat esc: file exists | mkdirat esc: file exists | openat esc: path escapes from parent | symlinkat t esc: file exists | linkat f esc: file exists | renameat nix esc: no such file or directory
//    linkat esc f: file exists | <nil> | chtimesat esc: path escapes from parent
// /etc | openat /etc: path escapes from parent | mkdirat /etc: path escapes from parent | openat /etc: path escapes from parent | symlinkat t /etc: path escapes from parent | linkat f /etc: path escapes from parent | renameat nix /etc: path escapes from parent
//    linkat /etc f: path escapes from parent | renameat /etc /etc: path escapes from parent | chtimesat /etc: path escapes from parent
//  | openat : empty path | mkdirat : empty path | openat : empty path | symlinkat t : empty path | linkat f : empty path | renameat nix : empty path
//    linkat  f: empty path | renameat  : empty path | chtimesat : empty path
// .. | openat ..: path escapes from parent | mkdirat ..: path escapes from parent | openat ..: path escapes from parent | symlinkat t ..: path escapes from parent | linkat f ..: path escapes from parent | renameat nix ..: path escapes from parent
//    linkat .. f: path escapes from parent | renameat .. ..: path escapes from parent | chtimesat ..: path escapes from parent
// none/x | openat none/x: no such file or directory | mkdirat none/x: no such file or directory | openat none/x: no such file or directory | symlinkat t none/x: no such file or directory | linkat f none/x: no such file or directory | renameat nix none/x: no such file or directory
//    linkat none/x f: no such file or directory | renameat none/x none/x: no such file or directory | chtimesat none/x: no such file or directory
// f/x | openat f/x: not a directory | mkdirat f/x: not a directory | openat f/x: not a directory | symlinkat t f/x: not a directory | linkat f f/x: not a directory | renameat nix f/x: not a directory
//    linkat f/x f: not a directory | renameat f/x f/x: not a directory | chtimesat f/x: not a directory
// d | openat d: file exists | mkdirat d: file exists | openat d: is a directory | symlinkat t d: file exists | linkat f d: file exists | renameat nix d: no such file or directory
//    linkat d f: file exists | renameat d d: file exists | <nil>
// ok | openat ok: file exists | mkdirat ok: file exists | <nil> | symlinkat t ok: file exists | linkat f ok: file exists | renameat nix ok: no such file or directory
//    linkat ok f: file exists | <nil> | <nil>
// up/x | openat up/x: path escapes from parent | mkdirat up/x: path escapes from parent | openat up/x: path escapes from parent | symlinkat t up/x: path escapes from parent | linkat f up/x: path escapes from parent | renameat nix up/x: path escapes from parent
//    linkat up/x f: path escapes from parent | renameat up/x up/x: path escapes from parent | chtimesat up/x: path escapes from parent
// d/../n2 | <nil> | mkdirat d/../n2: file exists | <nil> | symlinkat t d/../n2: file exists | linkat f d/../n2: file exists | renameat nix d/../n2: no such file or directory
//    linkat d/../n2 f: file exists | <nil> | <nil>
// <nil> <nil> openat f: not a directory mkdirat ../x: path escapes from parent mkdirat a/../../q: path escapes from parent mkdirat esc/z: path escapes from parent mkdirat : empty path
// <nil> <nil> renameat a/b ../b: path escapes from parent <nil> <nil>
// removeat a: directory not empty removeat none: no such file or directory removeat ../secret: path escapes from parent <nil> removeat : empty path <nil> <nil> RemoveAll ../secret: path escapes from parent RemoveAll .: invalid argument RemoveAll : empty path
// mkdirat odd: unsupported file mode <nil> lchownat none2: no such file or directory
// openat odd: unsupported file mode
// DIR/r/created <nil> 7 <nil> <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil> <nil> <nil>
// <nil>
// open ../x: invalid argument
// openat nope: no such file or directory
// stat /x: invalid argument
// readdirent DIR/r/f: not a directory
// w <nil>
// - created -rw-r--r-- <nil>
// d d/ drwxr-xr-x <nil>
// - f -rwxr-xr-x <nil>
// - n2 -rw------- <nil>
// - new -rw------- <nil>
// L ok Lrwxrwxrwx <nil>
// <nil>
// [created d f] <nil>
// <nil> <nil>
// openat f: file already closed true mkdirat q: file already closed renameat a b: file already closed
// openat ../secret: path escapes from parent
// DIR/r/f <nil> <nil>
// s <nil>
