// Package os: the three standard streams, arguments, exit. There are no files and no environment: what needs a
// grant that was not given says so in its error.
package os

import (
	"errors"
	"io"
)

// Args are the words of the command line, beginning with the program's name.
var Args []string = args()

func args() []string
func Exit(code int)
func write(stream int, b []byte)
func writeString(stream int, s string)
func read(b []byte) int

var (
	ErrInvalid    = errors.New("invalid argument")
	ErrPermission = errors.New("permission denied")
	ErrExist      = errors.New("file already exists")
	ErrNotExist   = errors.New("file does not exist")
	ErrClosed     = errors.New("file already closed")
)

const (
	O_RDONLY = 0
	O_WRONLY = 1
	O_RDWR   = 2
	O_CREATE = 0x40
	O_EXCL   = 0x80
	O_TRUNC  = 0x200
	O_APPEND = 0x400
	O_SYNC   = 0x101000

	PathSeparator     = '/'
	PathListSeparator = ':'
	DevNull           = "/dev/null"
)

// FileMode are a file's mode and permission bits.
type FileMode uint32

const (
	ModeDir  FileMode = 1 << 31
	ModePerm FileMode = 0777
)

// PathError tells which operation failed on which file.
type PathError struct {
	Op   string
	Path string
	Err  error
}

func (e *PathError) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

// notGranted is a lack of permission that tells which grant would help.
type notGranted struct{ what string }

func (e notGranted) Error() string { return "permission denied: the host grants no " + e.what }
func (e notGranted) Is(target error) bool {
	return target == ErrPermission
}

func denied(op, path string) error { return &PathError{op, path, notGranted{"access to files"}} }

// File is one of the standard streams.
type File struct {
	stream int
	name   string
	closed bool
}

var (
	Stdin  = &File{stream: 0, name: "/dev/stdin"}
	Stdout = &File{stream: 1, name: "/dev/stdout"}
	Stderr = &File{stream: 2, name: "/dev/stderr"}
)

func (f *File) Name() string { return f.name }
func (f *File) Fd() uintptr  { return uintptr(f.stream) }

func (f *File) check(op string, output bool) error {
	switch {
	case f == nil:
		return ErrInvalid
	case f.closed:
		return &PathError{op, f.name, ErrClosed}
	case output != (f.stream != 0):
		return &PathError{op, f.name, errors.New("bad file descriptor")}
	}
	return nil
}

func (f *File) Read(b []byte) (n int, err error) {
	if err := f.check("read", false); err != nil {
		return 0, err
	}
	if len(b) == 0 {
		return 0, nil
	}
	n = read(b)
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (f *File) Write(b []byte) (n int, err error) {
	if f == nil || f.closed || f.stream == 0 {
		return 0, f.check("write", true)
	}
	write(f.stream, b)
	return len(b), nil
}

func (f *File) WriteString(s string) (n int, err error) {
	if f == nil || f.closed || f.stream == 0 {
		return 0, f.check("write", true)
	}
	writeString(f.stream, s)
	return len(s), nil
}

func (f *File) Sync() error {
	return f.check("sync", f != nil && f.stream != 0)
}

func (f *File) Close() error {
	if err := f.check("close", f != nil && f.stream != 0); err != nil {
		return err
	}
	f.closed = true
	return nil
}

func Open(name string) (*File, error)   { return nil, denied("open", name) }
func Create(name string) (*File, error) { return nil, denied("open", name) }
func OpenFile(name string, flag int, perm FileMode) (*File, error) {
	return nil, denied("open", name)
}
func ReadFile(name string) ([]byte, error)                    { return nil, denied("open", name) }
func WriteFile(name string, data []byte, perm FileMode) error { return denied("open", name) }
func Remove(name string) error                                { return denied("remove", name) }
func RemoveAll(path string) error                             { return denied("unlinkat", path) }
func Mkdir(name string, perm FileMode) error                  { return denied("mkdir", name) }
func MkdirAll(path string, perm FileMode) error               { return denied("mkdir", path) }
func Chdir(dir string) error                                  { return denied("chdir", dir) }
func Getwd() (dir string, err error)                          { return "", denied("getwd", ".") }
func Hostname() (name string, err error)                      { return "localhost", nil }
func Getenv(key string) string                                { return "" }
func LookupEnv(key string) (string, bool)                     { return "", false }
func Environ() []string                                       { return []string{} }
func Setenv(key, value string) error                          { return notGranted{"environment"} }
func Unsetenv(key string) error                               { return nil }
func Getpid() int                                             { return 1 }
func Getuid() int                                             { return 0 }
func TempDir() string                                         { return "/tmp" }

func IsExist(err error) bool      { return underlying(err) == ErrExist }
func IsNotExist(err error) bool   { return underlying(err) == ErrNotExist }
func IsPermission(err error) bool { return errors.Is(underlying(err), ErrPermission) }

func underlying(err error) error {
	if e, ok := err.(*PathError); ok {
		return e.Err
	}
	return err
}
