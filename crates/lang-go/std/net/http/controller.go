package http

import (
	"bufio"
	"fmt"
	"net"
	"time"
)

// Hijacker is a ResponseWriter that can hand over its connection.
type Hijacker interface {
	Hijack() (net.Conn, *bufio.ReadWriter, error)
}

// ResponseController finds what a ResponseWriter can do, within those that have a method Unwrap too.
type ResponseController struct{ w ResponseWriter }

// NewResponseController makes one for the ResponseWriter of a handler.
func NewResponseController(rw ResponseWriter) *ResponseController { return &ResponseController{rw} }

func notSupported() error { return fmt.Errorf("%w", ErrNotSupported) }

// each calls f with the ResponseWriter and those within it until one answers.
func (c *ResponseController) each(f func(w ResponseWriter) (bool, error)) error {
	for w := c.w; ; {
		if ok, err := f(w); ok {
			return err
		}
		inner, ok := w.(interface{ Unwrap() ResponseWriter })
		if !ok {
			return notSupported()
		}
		w = inner.Unwrap()
	}
}

// Flush sends what is buffered.
func (c *ResponseController) Flush() error {
	return c.each(func(w ResponseWriter) (bool, error) {
		switch f := w.(type) {
		case interface{ FlushError() error }:
			return true, f.FlushError()
		case Flusher:
			f.Flush()
			return true, nil
		}
		return false, nil
	})
}

// Hijack takes the connection over.
func (c *ResponseController) Hijack() (conn net.Conn, rw *bufio.ReadWriter, err error) {
	err = c.each(func(w ResponseWriter) (bool, error) {
		h, ok := w.(Hijacker)
		if !ok {
			return false, nil
		}
		var e error
		conn, rw, e = h.Hijack()
		return true, e
	})
	return conn, rw, err
}

// SetReadDeadline limits the reading of the body.
func (c *ResponseController) SetReadDeadline(deadline time.Time) error {
	return c.each(func(w ResponseWriter) (bool, error) {
		d, ok := w.(interface{ SetReadDeadline(time.Time) error })
		if !ok {
			return false, nil
		}
		return true, d.SetReadDeadline(deadline)
	})
}

// SetWriteDeadline limits the writing of the response.
func (c *ResponseController) SetWriteDeadline(deadline time.Time) error {
	return c.each(func(w ResponseWriter) (bool, error) {
		d, ok := w.(interface{ SetWriteDeadline(time.Time) error })
		if !ok {
			return false, nil
		}
		return true, d.SetWriteDeadline(deadline)
	})
}

// EnableFullDuplex lets the handler read the body while it writes.
func (c *ResponseController) EnableFullDuplex() error {
	return c.each(func(w ResponseWriter) (bool, error) {
		d, ok := w.(interface{ EnableFullDuplex() error })
		if !ok {
			return false, nil
		}
		return true, d.EnableFullDuplex()
	})
}
