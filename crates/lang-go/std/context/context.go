// Package context carries cancellation, deadlines and values through calls. Goroutines switch only where they block or at
// loops and calls that recur, so plain fields need no locks; what is told first is set first.
package context

import (
	"errors"
	"internal/rt"
	"time"
)

// Context is safe for use by several goroutines.
type Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

// Canceled is why a context ended that was canceled.
var Canceled = errors.New("context canceled")

// DeadlineExceeded is why a context ended whose deadline has passed.
var DeadlineExceeded error = deadlineExceededError{}

type deadlineExceededError struct{}

func (deadlineExceededError) Error() string   { return "context deadline exceeded" }
func (deadlineExceededError) Timeout() bool   { return true }
func (deadlineExceededError) Temporary() bool { return true }

// CancelFunc ends a context; from the second call on it does nothing.
type CancelFunc func()

// CancelCauseFunc ends a context and says why.
type CancelCauseFunc func(cause error)

// emptyCtx never ends.
type emptyCtx struct{}

func (emptyCtx) Deadline() (deadline time.Time, ok bool) { return }
func (emptyCtx) Done() <-chan struct{}                   { return nil }
func (emptyCtx) Err() error                              { return nil }
func (emptyCtx) Value(key any) any                       { return nil }

type backgroundCtx struct{ emptyCtx }

func (backgroundCtx) String() string { return "context.Background" }

type todoCtx struct{ emptyCtx }

func (todoCtx) String() string { return "context.TODO" }

func Background() Context { return backgroundCtx{} }
func TODO() Context       { return todoCtx{} }

// canceler is a context that ends with its parent.
type canceler interface {
	cancel(fromParent bool, err, cause error)
	Done() <-chan struct{}
}

// cancelCtx can be canceled, and cancels its children.
type cancelCtx struct {
	Context
	done       chan struct{} // made when asked for
	children   map[canceler]struct{}
	err, cause error
}

// cancelKey is the key under which a cancelCtx gives itself.
var cancelKey int

// closed is what contexts are done with that nobody asked before.
var closed = make(chan struct{})

func init() { close(closed) }

func (c *cancelCtx) Done() <-chan struct{} {
	if c.done == nil {
		c.done = make(chan struct{})
	}
	return c.done
}

func (c *cancelCtx) Err() error { return c.err }

func (c *cancelCtx) Value(key any) any {
	if key == &cancelKey {
		return c
	}
	return value(c.Context, key)
}

func (c *cancelCtx) String() string { return name(c.Context) + ".WithCancel" }

func (c *cancelCtx) cancel(fromParent bool, err, cause error) {
	if c.err != nil {
		return
	}
	if cause == nil {
		cause = err
	}
	c.cause = cause
	c.err = err
	if c.done == nil {
		c.done = closed
	} else {
		close(c.done)
	}
	for child := range c.children {
		child.cancel(true, err, cause)
	}
	c.children = nil
	if !fromParent {
		forget(c.Context, c)
	}
}

// follow makes child, which is or holds c, end with its parent.
func (c *cancelCtx) follow(parent Context, child canceler) {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	c.Context = parent
	done := parent.Done()
	if done == nil {
		return
	}
	if err := parent.Err(); err != nil {
		child.cancel(true, err, Cause(parent))
		return
	}
	if p := canceling(parent, done); p != nil {
		if p.children == nil {
			p.children = make(map[canceler]struct{})
		}
		p.children[child] = struct{}{}
		return
	}
	if a, ok := parent.(afterFuncer); ok {
		stop := a.AfterFunc(func() { child.cancel(true, parent.Err(), Cause(parent)) })
		c.Context = stopCtx{parent, stop}
		return
	}
	go func() {
		select {
		case <-done:
			child.cancel(true, parent.Err(), Cause(parent))
		case <-child.Done():
		}
	}()
}

// canceling is the cancelCtx that parent is or derives from, if it is done when parent is.
func canceling(parent Context, done <-chan struct{}) *cancelCtx {
	p, ok := parent.Value(&cancelKey).(*cancelCtx)
	if !ok || p.done != done || p.err != nil {
		return nil
	}
	return p
}

// forget takes a child from its parent.
func forget(parent Context, child canceler) {
	if s, ok := parent.(stopCtx); ok {
		s.stop()
		return
	}
	if done := parent.Done(); done != nil {
		if p := canceling(parent, done); p != nil {
			delete(p.children, child)
		}
	}
}

func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	c := &cancelCtx{}
	c.follow(parent, c)
	return c, func() { c.cancel(false, Canceled, nil) }
}

func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc) {
	c := &cancelCtx{}
	c.follow(parent, c)
	return c, func(cause error) { c.cancel(false, Canceled, cause) }
}

// Cause tells why a context has ended: the first cause that was given for it or for one of its parents.
func Cause(c Context) error {
	err := c.Err()
	if err == nil {
		return nil
	}
	if p, ok := c.Value(&cancelKey).(*cancelCtx); ok && p.cause != nil {
		return p.cause
	}
	return err
}

type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// stopCtx is a parent that was asked to call, and need not any more.
type stopCtx struct {
	Context
	stop func() bool
}

// afterCtx starts a function when it ends.
type afterCtx struct {
	cancelCtx
	f func() // nil when started or stopped
}

func (a *afterCtx) cancel(fromParent bool, err, cause error) {
	a.cancelCtx.cancel(true, err, cause)
	if !fromParent {
		forget(a.Context, a)
	}
	if f := a.f; f != nil {
		a.f = nil
		go f()
	}
}

// AfterFunc calls f in a goroutine of its own when ctx ends, unless stopped before.
func AfterFunc(ctx Context, f func()) (stop func() bool) {
	a := &afterCtx{f: f}
	a.follow(ctx, a)
	return func() bool {
		if a.f == nil {
			return false
		}
		a.f = nil
		a.cancel(false, Canceled, nil)
		return true
	}
}

// timerCtx ends at a moment.
type timerCtx struct {
	cancelCtx
	timer    *time.Timer
	deadline time.Time
}

func (c *timerCtx) Deadline() (deadline time.Time, ok bool) { return c.deadline, true }

func (c *timerCtx) String() string {
	return name(c.Context) + ".WithDeadline(" + text(c.deadline) + " [" + time.Until(c.deadline).String() + "])"
}

func (c *timerCtx) cancel(fromParent bool, err, cause error) {
	c.cancelCtx.cancel(true, err, cause)
	if !fromParent {
		forget(c.Context, c)
	}
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
}

func WithDeadline(parent Context, d time.Time) (Context, CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc) {
	return WithDeadlineCause(parent, time.Now().Add(timeout), nil)
}

func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc) {
	return WithDeadlineCause(parent, time.Now().Add(timeout), cause)
}

func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc) {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	if current, ok := parent.Deadline(); ok && current.Before(d) {
		return WithCancel(parent)
	}
	c := &timerCtx{deadline: d}
	c.follow(parent, c)
	left := time.Until(d)
	switch {
	case left <= 0:
		c.cancel(false, DeadlineExceeded, cause)
	case c.err == nil:
		c.timer = time.AfterFunc(left, func() { c.cancel(false, DeadlineExceeded, cause) })
	}
	return c, func() { c.cancel(false, Canceled, nil) }
}

// withoutCancelCtx has the values of another context only.
type withoutCancelCtx struct{ c Context }

func WithoutCancel(parent Context) Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return withoutCancelCtx{parent}
}

func (withoutCancelCtx) Deadline() (deadline time.Time, ok bool) { return }
func (withoutCancelCtx) Done() <-chan struct{}                   { return nil }
func (withoutCancelCtx) Err() error                              { return nil }

func (c withoutCancelCtx) Value(key any) any {
	if key == &cancelKey {
		return nil
	}
	return value(c.c, key)
}

func (c withoutCancelCtx) String() string { return name(c.c) + ".WithoutCancel" }

// valueCtx has a value for a key.
type valueCtx struct {
	Context
	key, val any
}

func WithValue(parent Context, key, val any) Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	if key == nil {
		panic("nil key")
	}
	if !rt.Comparable(rt.TypeOf(key)) {
		panic("key is not comparable")
	}
	return &valueCtx{parent, key, val}
}

func (c *valueCtx) Value(key any) any { return value(c, key) }

func (c *valueCtx) String() string {
	return name(c.Context) + ".WithValue(" + text(c.key) + ", " + text(c.val) + ")"
}

// value looks a key up without recursion where the contexts are ours.
func value(c Context, key any) any {
	for {
		switch ctx := c.(type) {
		case *valueCtx:
			if ctx.key == key {
				return ctx.val
			}
			c = ctx.Context
		case *cancelCtx:
			if key == &cancelKey {
				return ctx
			}
			c = ctx.Context
		case *timerCtx:
			if key == &cancelKey {
				return &ctx.cancelCtx
			}
			c = ctx.Context
		case withoutCancelCtx:
			if key == &cancelKey {
				return nil
			}
			c = ctx.c
		case backgroundCtx, todoCtx:
			return nil
		default:
			return c.Value(key)
		}
	}
}

type stringer interface{ String() string }

func name(c Context) string {
	if s, ok := c.(stringer); ok {
		return s.String()
	}
	return rt.TypeName(rt.TypeOf(c))
}

func text(v any) string {
	switch v := v.(type) {
	case stringer:
		return v.String()
	case string:
		return v
	case nil:
		return "<nil>"
	}
	return rt.TypeName(rt.TypeOf(v))
}
