// Package httptrace tells a client what happens while a request is made.
package httptrace

import (
	"context"
	"crypto/tls"
	"net"
	"net/textproto"
	"reflect"
	"time"
)

type traceKey struct{}

// ClientTrace has functions that are called as a request goes along. Any of them may be nil.
type ClientTrace struct {
	GetConn              func(hostPort string)
	GotConn              func(GotConnInfo)
	PutIdleConn          func(err error)
	GotFirstResponseByte func()
	Got100Continue       func()
	Got1xxResponse       func(code int, header textproto.MIMEHeader) error
	DNSStart             func(DNSStartInfo)
	DNSDone              func(DNSDoneInfo)
	ConnectStart         func(network, addr string)
	ConnectDone          func(network, addr string, err error)
	TLSHandshakeStart    func()
	TLSHandshakeDone     func(tls.ConnectionState, error)
	WroteHeaderField     func(key string, value []string)
	WroteHeaders         func()
	Wait100Continue      func()
	WroteRequest         func(WroteRequestInfo)
}

// WroteRequestInfo tells how writing a request went.
type WroteRequestInfo struct{ Err error }

// DNSStartInfo tells which name is looked up.
type DNSStartInfo struct{ Host string }

// DNSDoneInfo tells what a name leads to.
type DNSDoneInfo struct {
	Addrs     []net.IPAddr
	Err       error
	Coalesced bool
}

// GotConnInfo tells which connection a request has.
type GotConnInfo struct {
	Conn     net.Conn
	Reused   bool
	WasIdle  bool
	IdleTime time.Duration
}

// ContextClientTrace is the trace of a context, nil if there is none.
func ContextClientTrace(ctx context.Context) *ClientTrace {
	trace, _ := ctx.Value(traceKey{}).(*ClientTrace)
	return trace
}

// WithClientTrace has requests with the context call the functions of a trace, and then those that it had before. The trace is
// changed for that.
func WithClientTrace(ctx context.Context, trace *ClientTrace) context.Context {
	if trace == nil {
		panic("nil trace")
	}
	if before := ContextClientTrace(ctx); before != nil {
		trace.followedBy(before)
	}
	return context.WithValue(ctx, traceKey{}, trace)
}

// followedBy makes each function call that of another trace too.
func (t *ClientTrace) followedBy(before *ClientTrace) {
	mine, theirs := reflect.ValueOf(t).Elem(), reflect.ValueOf(before).Elem()
	for i := range mine.NumField() {
		f, g := mine.Field(i), theirs.Field(i)
		switch {
		case g.IsNil():
		case f.IsNil():
			f.Set(g)
		default:
			first := reflect.ValueOf(f.Interface())
			f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
				first.Call(args)
				return g.Call(args)
			}))
		}
	}
}
