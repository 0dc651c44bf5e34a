// Package signal is that of a program that gets no signals: no channel receives anything.
package signal

import (
	"context"
	"os"
	"sync"
)

var (
	mu sync.Mutex
	// The signals that Ignore named, by their names.
	ignored = map[string]bool{}
	// Whether Ignore named all, and those that Notify took out again since.
	allIgnored bool
	heeded     = map[string]bool{}
)

// Notify panics with a nil channel, and otherwise has the signals no longer ignored.
func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	heed(sig)
}

// heed has signals, or all of them, no longer ignored.
func heed(sig []os.Signal) {
	mu.Lock()
	defer mu.Unlock()
	if len(sig) == 0 {
		allIgnored = false
		clear(ignored)
	}
	for _, s := range sig {
		delete(ignored, s.String())
		heeded[s.String()] = true
	}
}

func Ignore(sig ...os.Signal) {
	mu.Lock()
	defer mu.Unlock()
	if len(sig) == 0 {
		allIgnored = true
		clear(heeded)
	}
	for _, s := range sig {
		ignored[s.String()] = true
		delete(heeded, s.String())
	}
}

func Ignored(sig os.Signal) bool {
	mu.Lock()
	defer mu.Unlock()
	name := sig.String()
	return ignored[name] || allIgnored && !heeded[name]
}

// Reset and Stop have nothing to undo, as nothing is relayed.
func Reset(sig ...os.Signal)  {}
func Stop(c chan<- os.Signal) {}

// notified is a context that a signal would end.
type notified struct {
	context.Context
	parent  context.Context
	signals []os.Signal
}

// NotifyContext is done when stop is called or parent is done.
func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	inner, cancel := context.WithCancel(parent)
	heed(signals)
	return &notified{inner, parent, append([]os.Signal(nil), signals...)}, cancel
}

func (c *notified) String() string {
	name := "unknown"
	if s, ok := c.parent.(interface{ String() string }); ok {
		name = s.String()
	}
	text := "signal.NotifyContext(" + name
	for i, s := range c.signals {
		if i == 0 {
			text += ", ["
		} else {
			text += " "
		}
		text += s.String()
	}
	if len(c.signals) > 0 {
		text += "]"
	}
	return text + ")"
}
