// Package os: the standard streams, arguments, exit; files and variables of the environment as far as the host grants
// them. What needs a grant that was not given says so in its error.
package os

import (
	"errors"
	"internal/stdio"
	"internal/syscall"
	"io"
	"io/fs"
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
	notWritable denied = "permission denied: writing needs a grant (--allow-write=DIR)"
	notOffered  denied = "permission denied: no grant allows this"
)

func (e denied) Error() string        { return string(e) }
func (e denied) Is(target error) bool { return target == ErrPermission }

// errno is a failure as the system numbers it.
type errno = syscall.Errno

// illegalSeek is the failure of what has no places to go to.
const illegalSeek = 29

// failure is the error for a native's answer.
func failure(op, path string, code int) error {
	return &PathError{Op: op, Path: path, Err: reason(code)}
}

// errEscapes is the error of a path that leads out of a Root.
var errEscapes = errors.New("path escapes from parent")

func reason(code int) error {
	switch code {
	case -1:
		return notReadable
	case -2:
		return errEscapes
	case -3:
		return notWritable
	}
	return errno(code)
}

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

var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
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
