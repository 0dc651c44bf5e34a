package os

import (
	"errors"
	"internal/stdio"
	"io"
	"io/fs"
	"time"
)

// Natives answer with the system's number of a failure, -1 for what was not granted, 0 if all is well.

// A root is the handle of an open folder, or ambient.

func stat(root int, path string, follow bool) (failure, size, mode, seconds, nanos int)
func statOpen(handle int) (failure, size, mode, seconds, nanos int)
func open(root int, path string, flags, mode int) (failure, handle int)
func close(handle int)

// readAt reads some of what is at an offset; nothing at the end.
func readAt(handle int, b []byte, offset int64) (failure, n int)

// readNames lists a folder by name, with a letter for the kind before each: d, l (link), f, o.
func readNames(root int, path string) (failure int, names []string)
func readLink(root int, path string) (failure int, target string)

// ambient is the root of paths that grants are looked at for.
const ambient = -1

// File is one of the standard streams, or something open.
type File struct {
	name    string
	stream  int // -1 if it is none, readEnd or writeEnd if it is one of a pipe
	handle  int
	appends bool // writes go to the end
	rooted  bool // it was opened from a Root
	offset  int64
	list    []DirEntry // what ReadDir has still to give
	listed  bool
	closed  bool

	conduit *conduit
}

var (
	Stdin  = &File{stream: 0, name: "/dev/stdin"}
	Stdout = &File{stream: 1, name: "/dev/stdout"}
	Stderr = &File{stream: 2, name: "/dev/stderr"}
)

// NewFile is a stream under another name; there are no other descriptors.
func NewFile(fd uintptr, name string) *File {
	if fd > 2 {
		return nil
	}
	return &File{stream: int(fd), name: name}
}

func (f *File) Name() string { return f.name }

func (f *File) Fd() uintptr {
	if f == nil {
		return ^uintptr(0)
	}
	if f.stream < 0 {
		return uintptr(3 + f.handle)
	}
	return uintptr(f.stream)
}

func (f *File) check(op string) error {
	if f == nil {
		return ErrInvalid
	}
	if f.closed {
		return &PathError{Op: op, Path: f.name, Err: ErrClosed}
	}
	return nil
}

func (f *File) Read(b []byte) (n int, err error) {
	if err := f.check("read"); err != nil {
		return 0, err
	}
	if len(b) == 0 {
		return 0, nil
	}
	switch f.stream {
	case -1:
		n, err = f.readFrom(b, f.offset, "read")
		f.offset += int64(n)
	case 0:
		n = stdio.Read(b)
	default:
		if f.stream != readEnd {
			return 0, &PathError{Op: "read", Path: f.name, Err: errno(9)}
		}
		n = f.conduit.read(b)
	}
	if n == 0 && err == nil {
		return 0, io.EOF
	}
	return n, err
}

// readFrom fills b as far as there is something.
func (f *File) readFrom(b []byte, offset int64, op string) (n int, err error) {
	for n < len(b) {
		code, k := readAt(f.handle, b[n:], offset+int64(n))
		if code != 0 {
			return n, failure(op, f.name, code)
		}
		if k == 0 {
			break
		}
		n += k
	}
	return n, nil
}

func (f *File) ReadAt(b []byte, off int64) (n int, err error) {
	if err := f.check("read"); err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, &PathError{Op: "readat", Path: f.name, Err: errors.New("negative offset")}
	}
	if f.stream != -1 {
		return 0, failure("read", f.name, illegalSeek)
	}
	n, err = f.readFrom(b, off, "read")
	if n < len(b) && err == nil {
		err = io.EOF
	}
	return n, err
}

func (f *File) Seek(offset int64, whence int) (int64, error) {
	if err := f.check("seek"); err != nil {
		return 0, err
	}
	if f.stream != -1 {
		return 0, failure("seek", f.name, illegalSeek)
	}
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += f.offset
	case io.SeekEnd:
		size, code := f.size()
		if code != 0 {
			return 0, failure("seek", f.name, code)
		}
		offset += size
	default:
		offset = -1
	}
	if offset < 0 {
		return 0, failure("seek", f.name, 22)
	}
	f.offset, f.list, f.listed = offset, nil, false
	return offset, nil
}

// write checks what Write and its like need; nil if f may be one to write to.
func (f *File) write(op string) error {
	if err := f.check(op); err != nil {
		return err
	}
	if f.stream == 0 || f.stream == readEnd {
		return &PathError{Op: op, Path: f.name, Err: errno(9)}
	}
	return nil
}

func (f *File) Write(b []byte) (n int, err error) {
	if f == nil || f.closed || f.stream <= 0 {
		return f.writeOther(b)
	}
	stdio.Write(f.stream, b)
	return len(b), nil
}

func (f *File) WriteString(s string) (n int, err error) {
	if f == nil || f.closed || f.stream <= 0 {
		return f.writeOther([]byte(s))
	}
	stdio.WriteString(f.stream, s)
	return len(s), nil
}

// writeOther writes to what is no stream of the program's.
func (f *File) writeOther(b []byte) (n int, err error) {
	if err := f.write("write"); err != nil {
		return 0, err
	}
	if f.stream == -1 {
		return f.writeHere(b)
	}
	n, code := f.conduit.write(b)
	if code != 0 {
		return n, failure("write", f.name, code)
	}
	return n, nil
}

// Without the methods that io.Copy looks for.
type plain struct{ f *File }

func (p plain) Read(b []byte) (int, error)  { return p.f.Read(b) }
func (p plain) Write(b []byte) (int, error) { return p.f.Write(b) }

func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if err := f.write("write"); err != nil {
		return 0, err
	}
	return io.Copy(plain{f}, r)
}

func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if err := f.check("read"); err != nil {
		return 0, err
	}
	return io.Copy(w, plain{f})
}

func (f *File) Close() error {
	if err := f.check("close"); err != nil {
		return err
	}
	f.closed = true
	if f.conduit != nil {
		f.conduit.close(f.stream)
	} else if f.stream < 0 {
		close(f.handle)
	}
	return nil
}

func (f *File) SetDeadline(t time.Time) error      { return ErrNoDeadline }
func (f *File) SetReadDeadline(t time.Time) error  { return ErrNoDeadline }
func (f *File) SetWriteDeadline(t time.Time) error { return ErrNoDeadline }
func (f *File) Chdir() error {
	if err := f.check("chdir"); err != nil {
		return err
	}
	return &PathError{Op: "chdir", Path: f.name, Err: notOffered}
}

func ReadFile(name string) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	return f.readAll()
}

// readAll reads a file, and closes it.
func (f *File) readAll() ([]byte, error) {
	defer f.Close()
	code, size, mode, _, _ := statOpen(f.handle)
	if code == 0 && FileMode(mode).IsDir() {
		code = 21
	}
	if code != 0 {
		return nil, failure("read", f.name, code)
	}
	b := make([]byte, size)
	n, err := f.readFrom(b, 0, "read")
	return b[:n], err
}

// fileInfo is what is known of a file.
type fileInfo struct {
	name     string
	size     int64
	mode     FileMode
	modified time.Time
}

func (i *fileInfo) Name() string       { return i.name }
func (i *fileInfo) Size() int64        { return i.size }
func (i *fileInfo) Mode() FileMode     { return i.mode }
func (i *fileInfo) ModTime() time.Time { return i.modified }
func (i *fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i *fileInfo) Sys() any           { return nil }

// base is the last element of a path.
func base(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	for i := len(path) - 2; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

func info(op, name string, code, size, mode, seconds, nanos int) (FileInfo, error) {
	if code != 0 {
		return nil, failure(op, name, code)
	}
	return &fileInfo{base(name), int64(size), FileMode(mode), time.Unix(int64(seconds), int64(nanos))}, nil
}

func Stat(name string) (FileInfo, error) {
	code, size, mode, seconds, nanos := stat(ambient, name, true)
	return info("stat", name, code, size, mode, seconds, nanos)
}

func Lstat(name string) (FileInfo, error) {
	code, size, mode, seconds, nanos := stat(ambient, name, false)
	return info("lstat", name, code, size, mode, seconds, nanos)
}

func (f *File) Stat() (FileInfo, error) {
	if err := f.check("stat"); err != nil {
		return nil, err
	}
	if f.stream != -1 {
		return &fileInfo{base(f.name), 0, fs.ModeNamedPipe | 0600, time.Unix(0, 0)}, nil
	}
	code, size, mode, seconds, nanos := statOpen(f.handle)
	return info("stat", f.name, code, size, mode, seconds, nanos)
}

// SameFile tells whether two were asked about the same name; what lies beneath is not known.
func SameFile(a, b FileInfo) bool {
	x, ok := a.(*fileInfo)
	y, ok2 := b.(*fileInfo)
	return ok && ok2 && *x == *y
}

func Readlink(name string) (string, error) {
	code, target := readLink(ambient, name)
	if code != 0 {
		return "", failure("readlink", name, code)
	}
	return target, nil
}

// entry is what a folder tells of a file.
type entry struct {
	folder    *File // if the entry is below an open folder
	dir, name string
	path      string // from the folder
	mode      FileMode
}

func (e *entry) Name() string   { return e.name }
func (e *entry) IsDir() bool    { return e.mode.IsDir() }
func (e *entry) Type() FileMode { return e.mode }
func (e *entry) String() string { return fs.FormatDirEntry(e) }

func (e *entry) Info() (FileInfo, error) {
	if f := e.folder; f != nil && f.rooted && !f.closed {
		code, size, mode, seconds, nanos := stat(f.handle, e.path, false)
		return info("lstat", e.dir+"/"+e.name, code, size, mode, seconds, nanos)
	}
	return Lstat(e.dir + "/" + e.name)
}

// entries are those of a folder, which is at prefix from an open one.
func entries(folder *File, dir, prefix string, names []string) []DirEntry {
	list := make([]DirEntry, len(names))
	for i, s := range names {
		var mode FileMode
		switch s[0] {
		case 'd':
			mode = ModeDir
		case 'l':
			mode = ModeSymlink
		case 'o':
			mode = ModeIrregular
		}
		list[i] = &entry{folder, dir, s[1:], prefix + s[1:], mode}
	}
	return list
}

// ReadDir lists a folder by name.
func ReadDir(name string) ([]DirEntry, error) {
	code, names := readNames(ambient, name)
	if code != 0 {
		return nil, failure("open", name, code)
	}
	return entries(nil, name, "", names), nil
}

func (f *File) ReadDir(n int) ([]DirEntry, error) {
	if err := f.check("readdir"); err != nil {
		return nil, err
	}
	if !f.listed {
		if f.stream != -1 {
			return nil, failure("readdirent", f.name, 20)
		}
		code, names := readNames(f.handle, ".")
		if code != 0 {
			return nil, failure("readdirent", f.name, code)
		}
		f.list, f.listed = entries(f, f.name, "", names), true
	}
	list := f.list
	if n > 0 {
		if len(list) == 0 {
			return nil, io.EOF
		}
		list = list[:min(n, len(list))]
	}
	f.list = f.list[len(list):]
	return list, nil
}

func (f *File) Readdir(n int) ([]FileInfo, error) {
	list, err := f.ReadDir(n)
	out := make([]FileInfo, 0, len(list))
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			out = append(out, info)
		}
	}
	return out, err
}

func (f *File) Readdirnames(n int) (names []string, err error) {
	list, err := f.ReadDir(n)
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names, err
}

// DirFS is what lies below a folder.
func DirFS(dir string) fs.FS { return dirFS(dir) }

type dirFS string

func (dir dirFS) join(op, name string) (string, error) {
	if dir == "" {
		return "", &PathError{Op: op, Path: name, Err: errors.New("os: DirFS with empty root")}
	}
	if !fs.ValidPath(name) {
		return "", &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	if dir[len(dir)-1] == '/' {
		return string(dir) + name, nil
	}
	return string(dir) + "/" + name, nil
}

// named puts the name that was asked for into an error.
func named(err error, name string) error {
	if e, ok := err.(*PathError); ok {
		e.Path = name
	}
	return err
}

func (dir dirFS) Open(name string) (fs.File, error) {
	full, err := dir.join("open", name)
	if err != nil {
		return nil, err
	}
	f, err := Open(full)
	if err != nil {
		return nil, named(err, name)
	}
	return f, nil
}

func (dir dirFS) ReadFile(name string) ([]byte, error) {
	full, err := dir.join("readfile", name)
	if err != nil {
		return nil, err
	}
	b, err := ReadFile(full)
	return b, named(err, name)
}

func (dir dirFS) ReadDir(name string) ([]DirEntry, error) {
	full, err := dir.join("readdir", name)
	if err != nil {
		return nil, err
	}
	list, err := ReadDir(full)
	return list, named(err, name)
}

func (dir dirFS) Stat(name string) (FileInfo, error) {
	full, err := dir.join("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := Stat(full)
	return info, named(err, name)
}

func (dir dirFS) Lstat(name string) (FileInfo, error) {
	full, err := dir.join("lstat", name)
	if err != nil {
		return nil, err
	}
	info, err := Lstat(full)
	return info, named(err, name)
}

func (dir dirFS) ReadLink(name string) (string, error) {
	full, err := dir.join("readlink", name)
	if err != nil {
		return "", err
	}
	target, err := Readlink(full)
	return target, named(err, name)
}
