package io

import "sync"

// pipe hands what one goroutine writes to those that read. Goroutines may change places anywhere, so that all fields are
// behind a lock.
type pipe struct {
	mu                sync.Mutex
	data              []byte // what was written and not read
	writing, offered  bool
	closed            bool
	readErr, writeErr error
	readers, writers  waiters
}

// waiters sleep until something changes.
type waiters struct{ wake chan struct{} }

// sleep gives the lock up while it sleeps. What is closed after that wakes it, as the channel is there before.
func (w *waiters) sleep(mu *sync.Mutex) {
	if w.wake == nil {
		w.wake = make(chan struct{})
	}
	wake := w.wake
	mu.Unlock()
	<-wake
	mu.Lock()
}

func (w *waiters) wakeAll() {
	if w.wake != nil {
		close(w.wake)
		w.wake = nil
	}
}

func (p *pipe) read(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.offered && !p.closed {
		p.readers.sleep(&p.mu)
	}
	if p.closed {
		return 0, p.reason(p.readErr, p.writeErr)
	}
	n = copy(b, p.data)
	p.data = p.data[n:]
	if len(p.data) == 0 {
		p.offered = false
		p.writers.wakeAll()
	}
	return n, nil
}

func (p *pipe) write(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.writing && !p.closed {
		p.writers.sleep(&p.mu)
	}
	if p.closed {
		return 0, p.reason(p.writeErr, p.readErr)
	}
	p.writing, p.offered, p.data = true, true, b
	p.readers.wakeAll()
	for p.offered && !p.closed {
		p.writers.sleep(&p.mu)
	}
	n = len(b) - len(p.data)
	if p.offered {
		err = p.reason(p.writeErr, p.readErr)
	}
	p.writing, p.offered, p.data = false, false, nil
	p.writers.wakeAll()
	return n, err
}

// reason is what the other side closed with, unless this side was closed before.
func (p *pipe) reason(own, other error) error {
	if own == nil && other != nil {
		return other
	}
	return ErrClosedPipe
}

// close notes the error of a side, unless it has one, and wakes all.
func (p *pipe) close(of *error, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if *of == nil {
		*of = err
	}
	p.closed = true
	p.readers.wakeAll()
	p.writers.wakeAll()
}

// PipeReader is the reading half of a pipe.
type PipeReader struct{ pipe }

// PipeWriter is the writing half of a pipe.
type PipeWriter struct{ r PipeReader }

// Pipe connects a writer to a reader: each write waits until readers took it all.
func Pipe() (*PipeReader, *PipeWriter) {
	w := &PipeWriter{}
	return &w.r, w
}

func (r *PipeReader) Read(data []byte) (n int, err error) { return r.pipe.read(data) }
func (r *PipeReader) Close() error                        { return r.CloseWithError(nil) }

func (r *PipeReader) CloseWithError(err error) error {
	if err == nil {
		err = ErrClosedPipe
	}
	r.pipe.close(&r.pipe.readErr, err)
	return nil
}

func (w *PipeWriter) Write(data []byte) (n int, err error) { return w.r.pipe.write(data) }
func (w *PipeWriter) Close() error                         { return w.CloseWithError(nil) }

func (w *PipeWriter) CloseWithError(err error) error {
	if err == nil {
		err = EOF
	}
	w.r.pipe.close(&w.r.pipe.writeErr, err)
	return nil
}
