// Package net has addresses, connections and their errors. The network lies within the program: listeners and connections of
// the loopback addresses meet there. What would open a socket of the machine, or ask another machine, fails as where the system
// forbids it.
package net

import (
	"context"
	"errors"
	"internal/netsys"
	"os"
)

// Error is what errors of connections are.
type Error interface {
	error
	Timeout() bool
	Temporary() bool
}

var (
	// ErrWriteToConnected is the error of WriteTo where the other side is fixed.
	ErrWriteToConnected = errors.New("use of WriteTo with pre-connected connection")

	// ErrClosed is the error of a connection that is closed.
	ErrClosed error = closedError{}

	errMissingAddress    = errors.New("missing address")
	errNoSuitableAddress = errors.New("no suitable address found")
	errCanceled          = canceledError{}
)

type closedError struct{}

func (closedError) Error() string   { return "use of closed network connection" }
func (closedError) Timeout() bool   { return false }
func (closedError) Temporary() bool { return false }

type canceledError struct{}

func (canceledError) Error() string        { return "operation was canceled" }
func (canceledError) Is(target error) bool { return target == context.Canceled }

type timeoutError struct{}

func (timeoutError) Error() string        { return "i/o timeout" }
func (timeoutError) Timeout() bool        { return true }
func (timeoutError) Temporary() bool      { return true }
func (timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// contextError is the error of a context as connections tell it.
func contextError(err error) error {
	switch err {
	case context.Canceled:
		return errCanceled
	case context.DeadlineExceeded:
		return timeoutError{}
	}
	return err
}

// forbidden is what the system answers where a program may not do what it asks for.
func forbidden(call string) error { return os.NewSyscallError(call, netsys.EPERM) }

// OpError tells which operation failed, and between which addresses.
type OpError struct {
	Op     string
	Net    string
	Source Addr
	Addr   Addr
	Err    error
}

func (e *OpError) Unwrap() error { return e.Err }

func (e *OpError) Error() string {
	if e == nil {
		return "<nil>"
	}
	s := e.Op
	if e.Net != "" {
		s += " " + e.Net
	}
	if e.Source != nil {
		s += " " + e.Source.String()
	}
	if e.Addr != nil {
		if e.Source != nil {
			s += "->"
		} else {
			s += " "
		}
		s += e.Addr.String()
	}
	return s + ": " + e.Err.Error()
}

// cause is the error within one of the system.
func (e *OpError) cause() error {
	if s, ok := e.Err.(*os.SyscallError); ok {
		return s.Err
	}
	return e.Err
}

func (e *OpError) Timeout() bool {
	t, ok := e.cause().(interface{ Timeout() bool })
	return ok && t.Timeout()
}

func (e *OpError) Temporary() bool {
	t, ok := e.cause().(interface{ Temporary() bool })
	return ok && t.Temporary()
}

// ParseError tells what kind of text was expected.
type ParseError struct {
	Type string
	Text string
}

func (e *ParseError) Error() string   { return "invalid " + e.Type + ": " + e.Text }
func (e *ParseError) Timeout() bool   { return false }
func (e *ParseError) Temporary() bool { return false }

// AddrError tells what is wrong with an address.
type AddrError struct {
	Err  string
	Addr string
}

func (e *AddrError) Error() string {
	if e == nil {
		return "<nil>"
	}
	if e.Addr == "" {
		return e.Err
	}
	return "address " + e.Addr + ": " + e.Err
}

func (e *AddrError) Timeout() bool   { return false }
func (e *AddrError) Temporary() bool { return false }

// UnknownNetworkError is the name of a network that there is not.
type UnknownNetworkError string

func (e UnknownNetworkError) Error() string   { return "unknown network " + string(e) }
func (e UnknownNetworkError) Timeout() bool   { return false }
func (e UnknownNetworkError) Temporary() bool { return false }

// InvalidAddrError tells what is wrong with an address.
type InvalidAddrError string

func (e InvalidAddrError) Error() string   { return string(e) }
func (e InvalidAddrError) Timeout() bool   { return false }
func (e InvalidAddrError) Temporary() bool { return false }

// DNSConfigError tells why the configuration of names could not be read.
type DNSConfigError struct{ Err error }

func (e *DNSConfigError) Unwrap() error   { return e.Err }
func (e *DNSConfigError) Error() string   { return "error reading DNS config: " + e.Err.Error() }
func (e *DNSConfigError) Timeout() bool   { return false }
func (e *DNSConfigError) Temporary() bool { return false }

// DNSError tells why a name could not be looked up.
type DNSError struct {
	UnwrapErr   error
	Err         string
	Name        string
	Server      string
	IsTimeout   bool
	IsTemporary bool
	IsNotFound  bool
}

func (e *DNSError) Unwrap() error { return e.UnwrapErr }

func (e *DNSError) Error() string {
	if e == nil {
		return "<nil>"
	}
	s := "lookup " + e.Name
	if e.Server != "" {
		s += " on " + e.Server
	}
	return s + ": " + e.Err
}

func (e *DNSError) Timeout() bool   { return e.IsTimeout }
func (e *DNSError) Temporary() bool { return e.IsTimeout || e.IsTemporary }
