// Package tls has the types of TLS, its names and numbers. A handshake is an error that wraps
// errors.ErrUnsupported.
package tls

import (
	"container/list"
	"context"
	"crypto"
	_ "crypto/md5"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

type unsupportedError struct{}

func (unsupportedError) Error() string { return "crypto/tls: operation not supported" }
func (unsupportedError) Unwrap() error { return errors.ErrUnsupported }

// Certificate is a chain of certificates, the leaf first, and the key of the leaf.
type Certificate struct {
	Certificate                  [][]byte
	PrivateKey                   crypto.PrivateKey
	SupportedSignatureAlgorithms []SignatureScheme
	OCSPStaple                   []byte
	SignedCertificateTimestamps  [][]byte
	Leaf                         *x509.Certificate // Certificate[0], read
}

// CertificateRequestInfo is how a server asks for a certificate.
type CertificateRequestInfo struct {
	AcceptableCAs    [][]byte
	SignatureSchemes []SignatureScheme
	Version          uint16

	ctx context.Context
}

// Context is that of the handshake.
func (c *CertificateRequestInfo) Context() context.Context { return c.ctx }

// SupportsCertificate tells why the server would not take a certificate.
func (cri *CertificateRequestInfo) SupportsCertificate(c *Certificate) error {
	return unsupportedError{}
}

// ClientHelloInfo is what a client says first.
type ClientHelloInfo struct {
	CipherSuites      []uint16
	ServerName        string
	SupportedCurves   []CurveID
	SupportedPoints   []uint8
	SignatureSchemes  []SignatureScheme
	SupportedProtos   []string
	SupportedVersions []uint16
	Extensions        []uint16
	Conn              net.Conn
	HelloRetryRequest bool

	ctx context.Context
}

// Context is that of the handshake.
func (c *ClientHelloInfo) Context() context.Context { return c.ctx }

// SupportsCertificate tells why the client would not take a certificate.
func (chi *ClientHelloInfo) SupportsCertificate(c *Certificate) error { return unsupportedError{} }

// ClientSessionCache keeps sessions that may be resumed.
type ClientSessionCache interface {
	Get(sessionKey string) (session *ClientSessionState, ok bool)
	Put(sessionKey string, cs *ClientSessionState) // forgets the session if cs is nil
}

// ClientSessionState is what a client needs to resume a session.
type ClientSessionState struct {
	ticket  []byte
	session *SessionState
}

// NewResumptionState puts together what ResumptionState took apart.
func NewResumptionState(ticket []byte, state *SessionState) (*ClientSessionState, error) {
	return &ClientSessionState{ticket, state}, nil
}

// ResumptionState gives the ticket and the session.
func (cs *ClientSessionState) ResumptionState() (ticket []byte, state *SessionState, err error) {
	if cs == nil || cs.session == nil {
		return nil, nil, nil
	}
	return cs.ticket, cs.session, nil
}

type recentSessions struct {
	mutex    sync.Mutex
	entries  map[string]*list.Element
	order    *list.List
	capacity int
}

type recentSession struct {
	key   string
	state *ClientSessionState
}

// NewLRUClientSessionCache forgets the sessions that were not used for longest; capacity is 64 if it is less
// than 1.
func NewLRUClientSessionCache(capacity int) ClientSessionCache {
	if capacity < 1 {
		capacity = 64
	}
	return &recentSessions{entries: map[string]*list.Element{}, order: list.New(), capacity: capacity}
}

func (c *recentSessions) Put(sessionKey string, cs *ClientSessionState) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	element, ok := c.entries[sessionKey]
	switch {
	case ok && cs == nil:
		c.order.Remove(element)
		delete(c.entries, sessionKey)
	case ok:
		element.Value.(*recentSession).state = cs
		c.order.MoveToFront(element)
	default:
		if c.order.Len() >= c.capacity {
			last := c.order.Back()
			delete(c.entries, c.order.Remove(last).(*recentSession).key)
		}
		c.entries[sessionKey] = c.order.PushFront(&recentSession{sessionKey, cs})
	}
}

func (c *recentSessions) Get(sessionKey string) (*ClientSessionState, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	element, ok := c.entries[sessionKey]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(element)
	return element.Value.(*recentSession).state, true
}

// SessionState is a session that may be resumed.
type SessionState struct {
	Extra     [][]byte
	EarlyData bool
}

// ParseSessionState reads what Bytes writes.
func ParseSessionState(data []byte) (*SessionState, error) { return nil, unsupportedError{} }

// Bytes encodes the session.
func (s *SessionState) Bytes() ([]byte, error) { return nil, unsupportedError{} }

// Config says what clients and servers do. It must not be changed after it was given to one.
type Config struct {
	Rand                                io.Reader
	Time                                func() time.Time
	Certificates                        []Certificate
	NameToCertificate                   map[string]*Certificate
	GetCertificate                      func(*ClientHelloInfo) (*Certificate, error)
	GetClientCertificate                func(*CertificateRequestInfo) (*Certificate, error)
	GetConfigForClient                  func(*ClientHelloInfo) (*Config, error)
	VerifyPeerCertificate               func(rawCerts [][]byte, verifiedChains [][]*x509.Certificate) error
	VerifyConnection                    func(ConnectionState) error
	RootCAs                             *x509.CertPool
	NextProtos                          []string
	ServerName                          string
	ClientAuth                          ClientAuthType
	ClientCAs                           *x509.CertPool
	InsecureSkipVerify                  bool
	CipherSuites                        []uint16
	PreferServerCipherSuites            bool
	SessionTicketsDisabled              bool
	SessionTicketKey                    [32]byte
	ClientSessionCache                  ClientSessionCache
	UnwrapSession                       func(identity []byte, cs ConnectionState) (*SessionState, error)
	WrapSession                         func(ConnectionState, *SessionState) ([]byte, error)
	MinVersion                          uint16
	MaxVersion                          uint16
	CurvePreferences                    []CurveID
	DynamicRecordSizingDisabled         bool
	Renegotiation                       RenegotiationSupport
	KeyLogWriter                        io.Writer
	EncryptedClientHelloConfigList      []byte
	EncryptedClientHelloRejectionVerify func(ConnectionState) error
	GetEncryptedClientHelloKeys         func(*ClientHelloInfo) ([]EncryptedClientHelloKey, error)
	EncryptedClientHelloKeys            []EncryptedClientHelloKey

	ticketKeys [][32]byte
}

// Clone copies the configuration, but not what its fields point to.
func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	clone := *c
	return &clone
}

// SetSessionTicketKeys sets the keys of tickets, the newest first.
func (c *Config) SetSessionTicketKeys(keys [][32]byte) {
	if len(keys) == 0 {
		panic("tls: keys must have at least one key")
	}
	c.ticketKeys = append([][32]byte(nil), keys...)
}

// BuildNameToCertificate fills NameToCertificate with the names of the leaves.
func (c *Config) BuildNameToCertificate() {
	c.NameToCertificate = map[string]*Certificate{}
	for i := range c.Certificates {
		certificate := &c.Certificates[i]
		leaf := certificate.Leaf
		if leaf == nil {
			var err error
			if len(certificate.Certificate) == 0 {
				continue
			}
			if leaf, err = x509.ParseCertificate(certificate.Certificate[0]); err != nil {
				continue
			}
		}
		if leaf.Subject.CommonName != "" && len(leaf.DNSNames) == 0 {
			c.NameToCertificate[leaf.Subject.CommonName] = certificate
		}
		for _, name := range leaf.DNSNames {
			c.NameToCertificate[name] = certificate
		}
	}
}

// DecryptTicket reads a ticket that EncryptTicket made.
func (c *Config) DecryptTicket(identity []byte, cs ConnectionState) (*SessionState, error) {
	return nil, unsupportedError{}
}

// EncryptTicket makes a ticket.
func (c *Config) EncryptTicket(cs ConnectionState, ss *SessionState) ([]byte, error) {
	return nil, unsupportedError{}
}

// EncryptedClientHelloKey is a key for what clients encrypt of their first message.
type EncryptedClientHelloKey struct {
	Config      []byte
	PrivateKey  []byte
	SendAsRetry bool
}

// ConnectionState is what is known of a connection.
type ConnectionState struct {
	Version                     uint16
	HandshakeComplete           bool
	DidResume                   bool
	CipherSuite                 uint16
	CurveID                     CurveID
	NegotiatedProtocol          string
	NegotiatedProtocolIsMutual  bool
	ServerName                  string
	PeerCertificates            []*x509.Certificate
	VerifiedChains              [][]*x509.Certificate
	SignedCertificateTimestamps [][]byte
	OCSPResponse                []byte
	TLSUnique                   []byte
	ECHAccepted                 bool
	HelloRetryRequest           bool
}

// ExportKeyingMaterial derives keys from those of the connection (RFC 5705).
func (cs *ConnectionState) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	return nil, unsupportedError{}
}

// CertificateVerificationError says that the certificates of the other side are not valid.
type CertificateVerificationError struct {
	UnverifiedCertificates []*x509.Certificate
	Err                    error
}

func (e *CertificateVerificationError) Error() string {
	return "tls: failed to verify certificate: " + e.Err.Error()
}

func (e *CertificateVerificationError) Unwrap() error { return e.Err }

// ECHRejectionError says that the server could not read what was encrypted of the first message.
type ECHRejectionError struct {
	RetryConfigList []byte
}

func (e *ECHRejectionError) Error() string { return "tls: server rejected ECH" }

// RecordHeaderError says that what came is no record of TLS.
type RecordHeaderError struct {
	Msg          string
	RecordHeader [5]byte
	Conn         net.Conn
}

func (e RecordHeaderError) Error() string { return "tls: " + e.Msg }
