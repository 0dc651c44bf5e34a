package os

import (
	"errors"
	"internal/syscall"
	"time"
)

// ErrNoHandle is the error of Process.WithHandle where there is no handle.
var ErrNoHandle = errors.New("os: process handle unavailable")

// ProcAttr is what a process is started with.
type ProcAttr struct {
	Dir   string
	Env   []string
	Files []*File
	Sys   *syscall.SysProcAttr
}

// Process is a process. A program sees none but itself.
type Process struct {
	Pid int

	released bool
}

// FindProcess gives a process of any number; whether there is one is found out by what is done to it.
func FindProcess(pid int) (*Process, error) { return &Process{Pid: pid}, nil }

// StartProcess is denied.
func StartProcess(name string, argv []string, attr *ProcAttr) (*Process, error) {
	return nil, &PathError{Op: "fork/exec", Path: name, Err: syscall.EPERM}
}

var errReleased = errors.New("os: process already released")

// self tells whether a process is the program itself.
func (p *Process) self() bool { return p.Pid == Getpid() }

// Kill is denied, and ErrProcessDone where there is no such process.
func (p *Process) Kill() error { return p.Signal(Kill) }

// Signal is denied, and ErrProcessDone where there is no such process.
func (p *Process) Signal(sig Signal) error {
	switch {
	case p == nil || p.Pid == 0:
		return errors.New("os: process not initialized")
	case p.released:
		return errReleased
	case !p.self():
		return ErrProcessDone
	}
	s, ok := sig.(syscall.Signal)
	switch {
	case !ok:
		return errors.New("os: unsupported signal type")
	case s == 0:
		return nil
	}
	return syscall.EPERM
}

// Wait fails: there are no processes that were started here.
func (p *Process) Wait() (*ProcessState, error) {
	switch {
	case p == nil || p.Pid == -1, p.released:
		return nil, syscall.EINVAL
	}
	return nil, NewSyscallError("waitid", syscall.Errno(10))
}

// Release forgets the process.
func (p *Process) Release() error {
	if p == nil {
		return syscall.EINVAL
	}
	p.released = true
	p.Pid = -1
	return nil
}

// WithHandle would call f with a descriptor of the process.
func (p *Process) WithHandle(f func(handle uintptr)) error {
	if p.released {
		return errReleased
	}
	return ErrNoHandle
}

// ProcessState is how a process ended.
type ProcessState struct {
	pid    int
	status syscall.WaitStatus
}

func (p *ProcessState) Pid() int                  { return p.pid }
func (p *ProcessState) Exited() bool              { return p.status.Exited() }
func (p *ProcessState) Success() bool             { return p.status.ExitStatus() == 0 }
func (p *ProcessState) Sys() any                  { return p.status }
func (p *ProcessState) SysUsage() any             { return nil }
func (p *ProcessState) SystemTime() time.Duration { return 0 }
func (p *ProcessState) UserTime() time.Duration   { return 0 }

// ExitCode is the number that the process ended with, or -1.
func (p *ProcessState) ExitCode() int {
	if p == nil {
		return -1
	}
	return p.status.ExitStatus()
}

func (p *ProcessState) String() string {
	if p == nil {
		return "<nil>"
	}
	s := ""
	switch status := p.status; {
	case status.Exited():
		s = "exit status " + decimal(status.ExitStatus())
	case status.Signaled():
		s = "signal: " + status.Signal().String()
	case status.Stopped():
		s = "stop signal: " + status.StopSignal().String()
		if cause := status.TrapCause(); cause > 0 {
			s += " (trap " + decimal(cause) + ")"
		}
	case status.Continued():
		s = "continued"
	}
	if p.status.CoreDump() {
		s += " (core dumped)"
	}
	return s
}

func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

// rawFile is a file beneath.
type rawFile struct{ f *File }

// SyscallConn gives access to the file's descriptor, which no call takes.
func (f *File) SyscallConn() (syscall.RawConn, error) {
	if f == nil {
		return nil, ErrInvalid
	}
	return rawFile{f}, nil
}

func (r rawFile) Control(f func(fd uintptr)) error {
	if r.f.closed {
		return ErrClosed
	}
	f(r.f.Fd())
	return nil
}

// until calls f until it says that it is done; nothing is ever waited for.
func (r rawFile) until(f func(fd uintptr) bool) error {
	if r.f.closed {
		return ErrClosed
	}
	if !f(r.f.Fd()) {
		return ErrNoDeadline
	}
	return nil
}

func (r rawFile) Read(f func(fd uintptr) (done bool)) error  { return r.until(f) }
func (r rawFile) Write(f func(fd uintptr) (done bool)) error { return r.until(f) }
