// Package os: the standard streams, arguments, exit; files to read and variables of the environment as far as the host
// grants them. What needs a grant that was not given says so in its error; writing is never granted.
package os

import (
	"errors"
	"internal/stdio"
	"io"
	"io/fs"
	"time"
)

// Args are the words of the command line, beginning with the program's name.
var Args []string = args()

func args() []string
func Exit(code int)

var (
	ErrInvalid          = fs.ErrInvalid
	ErrPermission       = fs.ErrPermission
	ErrExist            = fs.ErrExist
	ErrNotExist         = fs.ErrNotExist
	ErrClosed           = fs.ErrClosed
	ErrNoDeadline       = errors.New("file type does not support deadline")
	ErrDeadlineExceeded = error(&timeout{})
	ErrProcessDone      = errors.New("os: process already finished")
)

type timeout struct{}

func (*timeout) Error() string   { return "i/o timeout" }
func (*timeout) Timeout() bool   { return true }
func (*timeout) Temporary() bool { return true }

const (
	O_RDONLY = 0
	O_WRONLY = 1
	O_RDWR   = 2
	O_CREATE = 0x40
	O_EXCL   = 0x80
	O_TRUNC  = 0x200
	O_APPEND = 0x400
	O_SYNC   = 0x101000

	SEEK_SET = 0
	SEEK_CUR = 1
	SEEK_END = 2

	PathSeparator     = '/'
	PathListSeparator = ':'
	DevNull           = "/dev/null"
)

func IsPathSeparator(c uint8) bool { return c == PathSeparator }

type (
	PathError = fs.PathError
	FileInfo  = fs.FileInfo
	FileMode  = fs.FileMode
	DirEntry  = fs.DirEntry
)

const (
	ModeDir        = fs.ModeDir
	ModeAppend     = fs.ModeAppend
	ModeExclusive  = fs.ModeExclusive
	ModeTemporary  = fs.ModeTemporary
	ModeSymlink    = fs.ModeSymlink
	ModeDevice     = fs.ModeDevice
	ModeNamedPipe  = fs.ModeNamedPipe
	ModeSocket     = fs.ModeSocket
	ModeSetuid     = fs.ModeSetuid
	ModeSetgid     = fs.ModeSetgid
	ModeCharDevice = fs.ModeCharDevice
	ModeSticky     = fs.ModeSticky
	ModeIrregular  = fs.ModeIrregular
	ModeType       = fs.ModeType
	ModePerm       = fs.ModePerm
)

// denied is a lack of permission that tells what would help.
type denied string

const (
	notReadable denied = "permission denied: reading needs a grant (--allow-read=DIR)"
	notWritable denied = "permission denied: no grant allows to write files"
	notOffered  denied = "permission denied: no grant allows this"
)

func (e denied) Error() string        { return string(e) }
func (e denied) Is(target error) bool { return target == ErrPermission }

// errno is a failure as the system numbers it.
type errno int

func (e errno) Error() string {
	switch e {
	case 1:
		return "operation not permitted"
	case 2:
		return "no such file or directory"
	case 5:
		return "input/output error"
	case 9:
		return "bad file descriptor"
	case 13:
		return "permission denied"
	case 20:
		return "not a directory"
	case 21:
		return "is a directory"
	case 22:
		return "invalid argument"
	case 24:
		return "too many open files"
	case 36:
		return "file name too long"
	case 40:
		return "too many levels of symbolic links"
	case 32:
		return "broken pipe"
	}
	return "errno " + decimal(int(e))
}

func (e errno) Is(target error) bool {
	switch target {
	case ErrPermission:
		return e == 1 || e == 13
	case ErrNotExist:
		return e == 2
	}
	return false
}

func (e errno) Timeout() bool { return false }

func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

// failure is the error for a native's answer.
func failure(op, path string, code int) error {
	if code < 0 {
		return &PathError{Op: op, Path: path, Err: notReadable}
	}
	return &PathError{Op: op, Path: path, Err: errno(code)}
}

func readOnly(op, path string) error { return &PathError{Op: op, Path: path, Err: notWritable} }

// LinkError tells which operation failed on which two files.
type LinkError struct {
	Op  string
	Old string
	New string
	Err error
}

func (e *LinkError) Error() string { return e.Op + " " + e.Old + " " + e.New + ": " + e.Err.Error() }
func (e *LinkError) Unwrap() error { return e.Err }

// SyscallError tells which request to the system failed.
type SyscallError struct {
	Syscall string
	Err     error
}

func (e *SyscallError) Error() string { return e.Syscall + ": " + e.Err.Error() }
func (e *SyscallError) Unwrap() error { return e.Err }
func (e *SyscallError) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

func NewSyscallError(syscall string, err error) error {
	if err == nil {
		return nil
	}
	return &SyscallError{syscall, err}
}

func underlying(err error) error {
	switch e := err.(type) {
	case *PathError:
		return e.Err
	case *LinkError:
		return e.Err
	case *SyscallError:
		return e.Err
	}
	return err
}

func is(err, target error) bool {
	err = underlying(err)
	if err == target {
		return true
	}
	switch e := err.(type) {
	case errno:
		return e.Is(target)
	case denied:
		return e.Is(target)
	}
	return false
}

func IsExist(err error) bool      { return is(err, ErrExist) }
func IsNotExist(err error) bool   { return is(err, ErrNotExist) }
func IsPermission(err error) bool { return is(err, ErrPermission) }
func IsTimeout(err error) bool {
	t, ok := underlying(err).(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// Signal is what a process may be told; there are none here.
type Signal interface {
	String() string
	Signal()
}

type signal string

func (s signal) String() string { return string(s) }
func (s signal) Signal()        {}

var (
	Interrupt Signal = signal("interrupt")
	Kill      Signal = signal("killed")
)

func Getpid() int                        { return 1 }
func Getppid() int                       { return 0 }
func Getuid() int                        { return 0 }
func Geteuid() int                       { return 0 }
func Getgid() int                        { return 0 }
func Getegid() int                       { return 0 }
func Getgroups() ([]int, error)          { return nil, nil }
func Getpagesize() int                   { return 4096 }
func Hostname() (name string, err error) { return "localhost", nil }
func Executable() (string, error)        { return "", notOffered }

func workingDir() string

// Getwd is the host's working folder if a grant covers it.
func Getwd() (dir string, err error) {
	if dir = workingDir(); dir == "" {
		return "", NewSyscallError("getwd", notReadable)
	}
	return dir, nil
}

// Package stdio knows what Stdout and Stdin hold.
func init() {
	stdio.Stdout = func() io.Writer { return Stdout }
	stdio.Stdin = func() io.Reader { return Stdin }
}

// What would change files.

func WriteFile(name string, data []byte, perm FileMode) error { return readOnly("open", name) }
func Remove(name string) error                                { return readOnly("remove", name) }
func RemoveAll(path string) error                             { return readOnly("unlinkat", path) }
func Mkdir(name string, perm FileMode) error                  { return readOnly("mkdir", name) }
func MkdirAll(path string, perm FileMode) error               { return readOnly("mkdir", path) }
func Chdir(dir string) error                                  { return &PathError{Op: "chdir", Path: dir, Err: notOffered} }
func Chmod(name string, mode FileMode) error                  { return readOnly("chmod", name) }
func Chown(name string, uid, gid int) error                   { return readOnly("chown", name) }
func Lchown(name string, uid, gid int) error                  { return readOnly("lchown", name) }
func Truncate(name string, size int64) error                  { return readOnly("truncate", name) }
func Chtimes(name string, atime, mtime time.Time) error       { return readOnly("chtimes", name) }
func Rename(oldpath, newpath string) error {
	return &LinkError{"rename", oldpath, newpath, notWritable}
}
func Link(oldname, newname string) error { return &LinkError{"link", oldname, newname, notWritable} }
func Symlink(oldname, newname string) error {
	return &LinkError{"symlink", oldname, newname, notWritable}
}
func CopyFS(dir string, fsys fs.FS) error { return readOnly("mkdir", dir) }
func TempDir() string                     { return "/tmp" }
func MkdirTemp(dir, pattern string) (string, error) {
	return "", readOnly("mkdirtemp", dir+"/"+pattern)
}
func CreateTemp(dir, pattern string) (*File, error) {
	return nil, readOnly("createtemp", dir+"/"+pattern)
}
func Create(name string) (*File, error) { return nil, readOnly("open", name) }
