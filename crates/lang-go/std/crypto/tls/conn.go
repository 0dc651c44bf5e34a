package tls

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// Conn is a connection that is to be secured. Its handshake fails.
type Conn struct {
	conn   net.Conn
	config *Config
	client bool

	mutex  sync.Mutex
	failed error
	closed bool
}

// Client is the side that begins; config needs a ServerName, or InsecureSkipVerify.
func Client(conn net.Conn, config *Config) *Conn {
	return &Conn{conn: conn, config: config, client: true}
}

// Server is the other side; config needs a certificate.
func Server(conn net.Conn, config *Config) *Conn { return &Conn{conn: conn, config: config} }

// Handshake agrees on keys, if that has not happened.
func (c *Conn) Handshake() error { return c.HandshakeContext(context.Background()) }

// HandshakeContext is Handshake, until the context is done.
func (c *Conn) HandshakeContext(ctx context.Context) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.failed != nil {
		return c.failed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	config := c.config
	if config == nil {
		config = new(Config)
	}
	c.failed = unsupportedError{}
	if c.client && config.ServerName == "" && !config.InsecureSkipVerify {
		c.failed = errors.New("tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config")
	}
	return c.failed
}

func (c *Conn) Read(b []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	return 0, unsupportedError{}
}

func (c *Conn) Write(b []byte) (int, error) {
	if c.isClosed() {
		return 0, net.ErrClosed
	}
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	return 0, unsupportedError{}
}

func (c *Conn) isClosed() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.closed
}

// Close closes what is beneath.
func (c *Conn) Close() error {
	c.mutex.Lock()
	closed := c.closed
	c.closed = true
	c.mutex.Unlock()
	if closed {
		return net.ErrClosed
	}
	return c.conn.Close()
}

var errEarlyCloseWrite = errors.New("tls: CloseWrite called before handshake complete")

// CloseWrite ends one direction, after the handshake.
func (c *Conn) CloseWrite() error { return errEarlyCloseWrite }

// ConnectionState is what is known of the connection.
func (c *Conn) ConnectionState() ConnectionState { return ConnectionState{} }

// OCSPResponse is what the server sent of that kind.
func (c *Conn) OCSPResponse() []byte { return nil }

// VerifyHostname tells whether the certificates of the other side are valid for a host.
func (c *Conn) VerifyHostname(host string) error {
	if !c.client {
		return errors.New("tls: VerifyHostname called on TLS server connection")
	}
	return errors.New("tls: handshake has not yet been performed")
}

// NetConn is what is beneath.
func (c *Conn) NetConn() net.Conn { return c.conn }

func (c *Conn) LocalAddr() net.Addr                { return c.conn.LocalAddr() }
func (c *Conn) RemoteAddr() net.Addr               { return c.conn.RemoteAddr() }
func (c *Conn) SetDeadline(t time.Time) error      { return c.conn.SetDeadline(t) }
func (c *Conn) SetReadDeadline(t time.Time) error  { return c.conn.SetReadDeadline(t) }
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.conn.SetWriteDeadline(t) }

type listener struct {
	net.Listener
	config *Config
}

// NewListener secures the connections that another listener accepts.
func NewListener(inner net.Listener, config *Config) net.Listener { return &listener{inner, config} }

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return Server(c, l.config), nil
}

// Listen waits for connections to secure.
func Listen(network, laddr string, config *Config) (net.Listener, error) {
	if config == nil || len(config.Certificates) == 0 && config.GetCertificate == nil && config.GetConfigForClient == nil {
		return nil, errors.New("tls: neither Certificates, GetCertificate, nor GetConfigForClient set in Config")
	}
	inner, err := net.Listen(network, laddr)
	if err != nil {
		return nil, err
	}
	return NewListener(inner, config), nil
}

// Dialer connects and secures.
type Dialer struct {
	NetDialer *net.Dialer
	Config    *Config
}

// Dial connects to an address.
func (d *Dialer) Dial(network, addr string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, addr)
}

// DialContext is Dial, until the context is done.
func (d *Dialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	dialer := d.NetDialer
	if dialer == nil {
		dialer = new(net.Dialer)
	}
	c, err := dial(ctx, dialer, network, addr, d.Config)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// DialWithDialer connects by a dialer, whose limits are those of the handshake, too.
func DialWithDialer(dialer *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	return dial(context.Background(), dialer, network, addr, config)
}

// Dial connects to an address.
func Dial(network, addr string, config *Config) (*Conn, error) {
	return DialWithDialer(new(net.Dialer), network, addr, config)
}

func dial(ctx context.Context, dialer *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	if dialer.Timeout != 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, dialer.Timeout)
		defer cancel()
	}
	raw, err := dialer.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	config = config.Clone()
	if config == nil {
		config = new(Config)
	}
	if config.ServerName == "" {
		config.ServerName = host
	}
	c := Client(raw, config)
	if err := c.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, err
	}
	return c, nil
}
