package http

import (
	"strings"
	"time"
)

// Protocols is a set of protocols. What is served and asked for here is HTTP/1.
type Protocols struct{ bits uint8 }

const (
	bitHTTP1 = 1 << iota
	bitHTTP2
	bitPlainHTTP2
)

func (p *Protocols) set(bit uint8, ok bool) {
	if ok {
		p.bits |= bit
	} else {
		p.bits &^= bit
	}
}

// HTTP1 tells whether HTTP/1 is in the set.
func (p Protocols) HTTP1() bool { return p.bits&bitHTTP1 != 0 }

// SetHTTP1 puts HTTP/1 into the set or takes it out.
func (p *Protocols) SetHTTP1(ok bool) { p.set(bitHTTP1, ok) }

// HTTP2 tells whether HTTP/2 is in the set.
func (p Protocols) HTTP2() bool { return p.bits&bitHTTP2 != 0 }

// SetHTTP2 puts HTTP/2 into the set or takes it out.
func (p *Protocols) SetHTTP2(ok bool) { p.set(bitHTTP2, ok) }

// UnencryptedHTTP2 tells whether HTTP/2 over plain TCP is in the set.
func (p Protocols) UnencryptedHTTP2() bool { return p.bits&bitPlainHTTP2 != 0 }

// SetUnencryptedHTTP2 puts HTTP/2 over plain TCP into the set or takes it out.
func (p *Protocols) SetUnencryptedHTTP2(ok bool) { p.set(bitPlainHTTP2, ok) }

// String has the names of the protocols.
func (p Protocols) String() string {
	var names []string
	if p.HTTP1() {
		names = append(names, "HTTP1")
	}
	if p.HTTP2() {
		names = append(names, "HTTP2")
	}
	if p.UnencryptedHTTP2() {
		names = append(names, "UnencryptedHTTP2")
	}
	return "{" + strings.Join(names, ",") + "}"
}

// HTTP2Config has options for HTTP/2, which changes nothing here.
type HTTP2Config struct {
	MaxConcurrentStreams          int
	StrictMaxConcurrentRequests   bool
	MaxDecoderHeaderTableSize     int
	MaxEncoderHeaderTableSize     int
	MaxReadFrameSize              int
	MaxReceiveBufferPerConnection int
	MaxReceiveBufferPerStream     int
	SendPingTimeout               time.Duration
	PingTimeout                   time.Duration
	WriteByteTimeout              time.Duration
	PermitProhibitedCipherSuites  bool
	CountError                    func(errType string)
}
