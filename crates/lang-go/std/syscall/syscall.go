// Package syscall has the types and numbers of Linux on amd64. Calls are denied, but for those that package
// os answers, too.
package syscall

import (
	"internal/syscall"
	"os"
	"sync"
	"time"
)

type (
	// Errno is a failure as the system numbers it.
	Errno = syscall.Errno

	// Signal is a signal as the system numbers it.
	Signal = syscall.Signal

	// RawConn is a connection or a file beneath what it is used by.
	RawConn = syscall.RawConn

	// Credential says as whom a process is to run.
	Credential = syscall.Credential

	// SysProcIDMap maps users or groups of a namespace.
	SysProcIDMap = syscall.SysProcIDMap

	// SysProcAttr is what a process is started with on Linux alone.
	SysProcAttr = syscall.SysProcAttr

	// WaitStatus is how a process ended, or stopped.
	WaitStatus = syscall.WaitStatus
)

// Conn is what has a RawConn.
type Conn interface {
	SyscallConn() (RawConn, error)
}

// Time_t is a count of seconds.
type Time_t int64

// ImplementsGetwd says that Getwd is there.
const ImplementsGetwd = true

var (
	// ForkLock keeps files from being inherited while it is held.
	ForkLock sync.RWMutex

	// SocketDisableIPv6 is for tests.
	SocketDisableIPv6 bool

	Stdin  = 0
	Stdout = 1
	Stderr = 2
)

// Sockaddr is an address of a socket.
type Sockaddr interface{ address() }

func (*SockaddrInet4) address()     {}
func (*SockaddrInet6) address()     {}
func (*SockaddrLinklayer) address() {}
func (*SockaddrNetlink) address()   {}
func (*SockaddrUnix) address()      {}

// Getenv is a variable of the environment, as far as it is granted.
func Getenv(key string) (value string, found bool) { return os.LookupEnv(key) }

// Environ is the environment.
func Environ() []string { return os.Environ() }

// Clearenv empties the environment that the program sees.
func Clearenv() { os.Clearenv() }

// Setenv changes the environment that the program sees.
func Setenv(key, value string) error { return cause(os.Setenv(key, value)) }

// Unsetenv changes the environment that the program sees.
func Unsetenv(key string) error { return cause(os.Unsetenv(key)) }

// cause is the number within an error of package os.
func cause(err error) error {
	if e, ok := err.(*os.SyscallError); ok {
		return e.Err
	}
	return err
}

// Getwd is the working folder, as far as it is granted.
func Getwd() (wd string, err error) {
	if wd, err = os.Getwd(); err != nil {
		return "", EPERM
	}
	return wd, nil
}

// Getcwd writes the working folder and a zero byte.
func Getcwd(buf []byte) (n int, err error) {
	wd, err := Getwd()
	if err != nil {
		return 0, err
	}
	if len(buf) <= len(wd) {
		return 0, ERANGE
	}
	buf[copy(buf, wd)] = 0
	return len(wd) + 1, nil
}

// Exit ends the program.
func Exit(code int) { os.Exit(code) }

func Getpid() (pid int)                  { return os.Getpid() }
func Getppid() (ppid int)                { return os.Getppid() }
func Getpgrp() (pid int)                 { return os.Getpid() }
func Gettid() (tid int)                  { return os.Getpid() }
func Getuid() (uid int)                  { return os.Getuid() }
func Geteuid() (euid int)                { return os.Geteuid() }
func Getgid() (gid int)                  { return os.Getgid() }
func Getegid() (egid int)                { return os.Getegid() }
func Getgroups() (gids []int, err error) { return os.Getgroups() }
func Getpagesize() int                   { return os.Getpagesize() }
func Umask(mask int) (oldmask int)       { return 0o22 }
func CloseOnExec(fd int)                 {}
func Sync()                              {}

// Getrlimit says that as many files may be open as package os allows, and nothing else has a limit.
func Getrlimit(resource int, rlim *Rlimit) (err error) {
	*rlim = Rlimit{^uint64(0), ^uint64(0)}
	if resource == RLIMIT_NOFILE {
		*rlim = Rlimit{256, 256}
	}
	return nil
}

// Gettimeofday is the time of package time.
func Gettimeofday(tv *Timeval) (err error) {
	*tv = NsecToTimeval(time.Now().UnixNano())
	return nil
}

// Time is the time of package time, in seconds.
func Time(t *Time_t) (tt Time_t, err error) {
	tt = Time_t(time.Now().Unix())
	if t != nil {
		*t = tt
	}
	return tt, nil
}

// Read reads from standard input.
func Read(fd int, p []byte) (n int, err error) {
	if fd != 0 {
		return 0, EBADF
	}
	n, _ = os.Stdin.Read(p)
	return n, nil
}

// Write writes to standard output or standard error.
func Write(fd int, p []byte) (n int, err error) {
	switch fd {
	case 1:
		return os.Stdout.Write(p)
	case 2:
		return os.Stderr.Write(p)
	}
	return 0, EBADF
}
