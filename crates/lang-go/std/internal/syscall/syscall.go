// Package syscall has what package os shares with the public package of that name: failures and signals as
// the system numbers them, and what processes are started with.
package syscall

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
)

// Errno is a failure as the system numbers it.
type Errno uintptr

// The numbers that other packages of the library answer with.
const (
	EPERM  = Errno(1)
	ENOENT = Errno(2)
	EINTR  = Errno(4)
	EAGAIN = Errno(11)
	EACCES = Errno(13)
	EEXIST = Errno(17)
	EINVAL = Errno(22)
	ENFILE = Errno(23)
	EMFILE = Errno(24)

	ENOSYS     = Errno(38)
	ENOTEMPTY  = Errno(39)
	EOPNOTSUPP = Errno(95)
	ETIMEDOUT  = Errno(110)
)

// entry is the n-th text of a table. Tables are one string each, so that they cost nothing until they are
// looked at.
func entry(table string, n int) string {
	for ; n > 0; n-- {
		end := strings.IndexByte(table, ';')
		if end < 0 {
			return ""
		}
		table = table[end+1:]
	}
	text, _, _ := strings.Cut(table, ";")
	return text
}

func (e Errno) Error() string {
	if e < 200 {
		if text := entry(failures, int(e)); text != "" {
			return text
		}
	}
	return "errno " + strconv.Itoa(int(e))
}

// Is tells of the general errors whether e is one of them.
func (e Errno) Is(target error) bool {
	switch target {
	case fs.ErrPermission:
		return e == EACCES || e == EPERM
	case fs.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case fs.ErrNotExist:
		return e == ENOENT
	case errors.ErrUnsupported:
		return e == ENOSYS || e == EOPNOTSUPP
	}
	return false
}

// Temporary reports whether it may help to try again.
func (e Errno) Temporary() bool { return e == EINTR || e == EMFILE || e == ENFILE || e.Timeout() }

// Timeout reports whether something took too long.
func (e Errno) Timeout() bool { return e == EAGAIN || e == ETIMEDOUT }

// Signal is a signal as the system numbers it.
type Signal int

const (
	SIGINT  = Signal(2)
	SIGTRAP = Signal(5)
	SIGKILL = Signal(9)
)

// Signal sets signals apart from other types that have a String method.
func (s Signal) Signal() {}

func (s Signal) String() string {
	if 0 < s && s < 64 {
		if text := entry(signals, int(s)); text != "" {
			return text
		}
	}
	return "signal " + strconv.Itoa(int(s))
}

const failures = "" +
	";operation not permitted;no such file or directory;no such process;interrupted system call;" +
	"input/output error;no such device or address;argument list too long;exec format error;" +
	"bad file descriptor;no child processes;resource temporarily unavailable;cannot allocate memory;" +
	"permission denied;bad address;block device required;device or resource busy;file exists;" +
	"invalid cross-device link;no such device;not a directory;is a directory;invalid argument;" +
	"too many open files in system;too many open files;inappropriate ioctl for device;text file busy;" +
	"file too large;no space left on device;illegal seek;read-only file system;too many links;" +
	"broken pipe;numerical argument out of domain;numerical result out of range;" +
	"resource deadlock avoided;file name too long;no locks available;function not implemented;" +
	"directory not empty;too many levels of symbolic links;;no message of desired type;" +
	"identifier removed;channel number out of range;level 2 not synchronized;level 3 halted;" +
	"level 3 reset;link number out of range;protocol driver not attached;no CSI structure available;" +
	"level 2 halted;invalid exchange;invalid request descriptor;exchange full;no anode;" +
	"invalid request code;invalid slot;;bad font file format;device not a stream;no data available;" +
	"timer expired;out of streams resources;machine is not on the network;package not installed;" +
	"object is remote;link has been severed;advertise error;srmount error;communication error on send;" +
	"protocol error;multihop attempted;RFS specific error;bad message;" +
	"value too large for defined data type;name not unique on network;file descriptor in bad state;" +
	"remote address changed;can not access a needed shared library;accessing a corrupted shared library;" +
	".lib section in a.out corrupted;attempting to link in too many shared libraries;" +
	"cannot exec a shared library directly;invalid or incomplete multibyte or wide character;" +
	"interrupted system call should be restarted;streams pipe error;too many users;" +
	"socket operation on non-socket;destination address required;message too long;" +
	"protocol wrong type for socket;protocol not available;protocol not supported;" +
	"socket type not supported;operation not supported;protocol family not supported;" +
	"address family not supported by protocol;address already in use;cannot assign requested address;" +
	"network is down;network is unreachable;network dropped connection on reset;" +
	"software caused connection abort;connection reset by peer;no buffer space available;" +
	"transport endpoint is already connected;transport endpoint is not connected;" +
	"cannot send after transport endpoint shutdown;too many references: cannot splice;" +
	"connection timed out;connection refused;host is down;no route to host;operation already in progress;" +
	"operation now in progress;stale file handle;structure needs cleaning;not a XENIX named type file;" +
	"no XENIX semaphores available;is a named type file;remote I/O error;disk quota exceeded;" +
	"no medium found;wrong medium type;operation canceled;required key not available;key has expired;" +
	"key has been revoked;key was rejected by service;owner died;state not recoverable;" +
	"operation not possible due to RF-kill;"

const signals = "" +
	";hangup;interrupt;quit;illegal instruction;trace/breakpoint trap;aborted;bus error;" +
	"floating point exception;killed;user defined signal 1;segmentation fault;user defined signal 2;" +
	"broken pipe;alarm clock;terminated;stack fault;child exited;continued;stopped (signal);stopped;" +
	"stopped (tty input);stopped (tty output);urgent I/O condition;CPU time limit exceeded;" +
	"file size limit exceeded;virtual timer expired;profiling timer expired;window changed;I/O possible;" +
	"power failure;bad system call;"

// RawConn is a connection or a file beneath what it is used by.
type RawConn interface {
	Control(f func(fd uintptr)) error
	Read(f func(fd uintptr) (done bool)) error
	Write(f func(fd uintptr) (done bool)) error
}

// Credential says as whom a process is to run.
type Credential struct {
	Uid         uint32
	Gid         uint32
	Groups      []uint32
	NoSetGroups bool
}

// SysProcIDMap maps users or groups of a namespace.
type SysProcIDMap struct {
	ContainerID int
	HostID      int
	Size        int
}

// SysProcAttr is what a process is started with on Linux alone.
type SysProcAttr struct {
	Chroot                     string
	Credential                 *Credential
	Ptrace                     bool
	Setsid                     bool
	Setpgid                    bool
	Setctty                    bool
	Noctty                     bool
	Ctty                       int
	Foreground                 bool
	Pgid                       int
	Pdeathsig                  Signal
	Cloneflags                 uintptr
	Unshareflags               uintptr
	UidMappings                []SysProcIDMap
	GidMappings                []SysProcIDMap
	GidMappingsEnableSetgroups bool
	AmbientCaps                []uintptr
	UseCgroupFD                bool
	CgroupFD                   int
	PidFD                      *int
}

// WaitStatus is how a process ended, or stopped.
type WaitStatus uint32

func (w WaitStatus) low() WaitStatus { return w & 0x7f }

// Exited reports whether the process ended by itself.
func (w WaitStatus) Exited() bool { return w.low() == 0 }

// Signaled reports whether a signal ended the process.
func (w WaitStatus) Signaled() bool { return w.low() != 0x7f && w.low() != 0 }

// Stopped reports whether the process was stopped.
func (w WaitStatus) Stopped() bool { return w&0xff == 0x7f }

// Continued reports whether the process goes on.
func (w WaitStatus) Continued() bool { return w == 0xffff }

// CoreDump reports whether the process left an image of its memory.
func (w WaitStatus) CoreDump() bool { return w.Signaled() && w&0x80 != 0 }

// ExitStatus is the number that the process ended with, or -1.
func (w WaitStatus) ExitStatus() int {
	if !w.Exited() {
		return -1
	}
	return int(w>>8) & 0xff
}

// Signal is the signal that ended the process, or -1.
func (w WaitStatus) Signal() Signal {
	if !w.Signaled() {
		return -1
	}
	return Signal(w.low())
}

// StopSignal is the signal that stopped the process, or -1.
func (w WaitStatus) StopSignal() Signal {
	if !w.Stopped() {
		return -1
	}
	return Signal(w>>8) & 0xff
}

// TrapCause is the event of a trap by ptrace, or -1.
func (w WaitStatus) TrapCause() int {
	if w.StopSignal() != SIGTRAP {
		return -1
	}
	return int(w>>8) >> 8
}
