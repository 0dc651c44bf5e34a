package net

import (
	"io"
	"os"
	"time"
)

// waiters sleep until something changes.
type waiters struct{ wake chan struct{} }

// changed is closed at the next change. One who waits for something takes it before looking whether that is there, as
// goroutines may change places in between.
func (w *waiters) changed() <-chan struct{} {
	if w.wake == nil {
		w.wake = make(chan struct{})
	}
	return w.wake
}

func (w *waiters) wakeAll() {
	if w.wake != nil {
		close(w.wake)
		w.wake = nil
	}
}

// limit ends what waits for it, also if another is set before that runs again.
type limit struct{ passed bool }

// deadline wakes those who wait when it passes. The limit stays while it is put off.
type deadline struct {
	timer *time.Timer
	turn  int // how often it was set
	limit *limit
}

func (d *deadline) set(t time.Time, w *waiters) {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	d.turn++
	if d.limit.passed {
		d.limit = &limit{}
	}
	if t.IsZero() {
		return
	}
	wait := time.Until(t)
	if wait <= 0 {
		d.limit.passed = true
		w.wakeAll()
		return
	}
	turn := d.turn
	d.timer = time.AfterFunc(wait, func() {
		if d.turn == turn {
			d.limit.passed = true
			w.wakeAll()
		}
	})
}

// stream hands what one end writes to the other. Goroutines may change places anywhere: what waits takes the channel of the
// next change first.
type stream struct {
	data             []byte // that was written and not read
	writing, offered bool
	readBy, writeBy  deadline
	waiters
}

func newStream() *stream {
	return &stream{readBy: deadline{limit: &limit{}}, writeBy: deadline{limit: &limit{}}}
}

// end is an end of a pipe.
type end struct {
	in, out *stream
	closed  bool
	other   *end
}

// Pipe connects two ends: each write waits until the other end has read it all.
func Pipe() (Conn, Conn) {
	a, b := &end{in: newStream(), out: newStream()}, &end{}
	b.in, b.out, b.other = a.out, a.in, a
	a.other = b
	return a, b
}

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

func (*end) LocalAddr() Addr  { return pipeAddr{} }
func (*end) RemoteAddr() Addr { return pipeAddr{} }

func (e *end) Read(b []byte) (int, error) {
	s := e.in
	l := s.readBy.limit
	for ; ; l = s.readBy.limit {
		change := s.changed()
		switch {
		case e.closed:
			return 0, io.ErrClosedPipe
		case e.other.closed:
			return 0, io.EOF
		case l.passed:
			return 0, readTimeout()
		case s.offered:
			n := copy(b, s.data)
			s.data = s.data[n:]
			if len(s.data) == 0 {
				s.offered = false
				s.wakeAll()
			}
			return n, nil
		}
		<-change
		if l.passed && !e.closed && !e.other.closed {
			return 0, readTimeout()
		}
	}
}

func readTimeout() error {
	return &OpError{Op: "read", Net: "pipe", Err: os.ErrDeadlineExceeded}
}

// refusal is why nothing can be written until a limit.
func (e *end) refusal(l *limit) error {
	switch {
	case e.closed, e.other.closed:
		return io.ErrClosedPipe
	case l.passed:
		return &OpError{Op: "write", Net: "pipe", Err: os.ErrDeadlineExceeded}
	}
	return nil
}

// await sleeps while a condition holds, unless writing is refused.
func (e *end) await(condition *bool) error {
	for {
		l := e.out.writeBy.limit
		change := e.out.changed()
		if err := e.refusal(l); err != nil || !*condition {
			return err
		}
		<-change
		if err := e.refusal(l); err != nil && *condition {
			return err
		}
	}
}

func (e *end) Write(b []byte) (int, error) {
	s := e.out
	if err := e.await(&s.writing); err != nil {
		return 0, err
	}
	s.writing, s.offered, s.data = true, true, b
	s.wakeAll()
	err := e.await(&s.offered)
	if !s.offered {
		err = nil // All was read before the end.
	}
	n := len(b) - len(s.data)
	s.writing, s.offered, s.data = false, false, nil
	s.wakeAll()
	return n, err
}

func (e *end) SetDeadline(t time.Time) error {
	if err := e.SetReadDeadline(t); err != nil {
		return err
	}
	return e.SetWriteDeadline(t)
}

func (e *end) SetReadDeadline(t time.Time) error {
	if e.closed || e.other.closed {
		return io.ErrClosedPipe
	}
	e.in.readBy.set(t, &e.in.waiters)
	return nil
}

func (e *end) SetWriteDeadline(t time.Time) error {
	if e.closed || e.other.closed {
		return io.ErrClosedPipe
	}
	e.out.writeBy.set(t, &e.out.waiters)
	return nil
}

func (e *end) Close() error {
	e.closed = true
	e.in.wakeAll()
	e.out.wakeAll()
	return nil
}
