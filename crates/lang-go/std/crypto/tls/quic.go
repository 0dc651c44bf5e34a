package tls

import "context"

// QUICEncryptionLevel says how messages of the handshake are encrypted.
type QUICEncryptionLevel int

const (
	QUICEncryptionLevelInitial = QUICEncryptionLevel(iota)
	QUICEncryptionLevelEarly
	QUICEncryptionLevelHandshake
	QUICEncryptionLevelApplication
)

var levels = [...]string{"Initial", "Early", "Handshake", "Application"}

func (l QUICEncryptionLevel) String() string {
	if l < 0 || int(l) >= len(levels) {
		return numbered("QUICEncryptionLevel", int(l))
	}
	return levels[l]
}

// QUICConfig configures a QUICConn.
type QUICConfig struct {
	TLSConfig           *Config
	EnableSessionEvents bool
}

// QUICEventKind says what happened.
type QUICEventKind int

const (
	QUICNoEvent QUICEventKind = iota
	QUICSetReadSecret
	QUICSetWriteSecret
	QUICWriteData
	QUICTransportParameters
	QUICTransportParametersRequired
	QUICRejectedEarlyData
	QUICHandshakeDone
	QUICResumeSession
	QUICStoreSession
	QUICErrorEvent
)

// QUICEvent is something that happened; which fields are set depends on the kind.
type QUICEvent struct {
	Kind         QUICEventKind
	Level        QUICEncryptionLevel
	Data         []byte
	Suite        uint16
	SessionState *SessionState
	Err          error
}

// QUICSessionTicketOptions say what a ticket is for.
type QUICSessionTicketOptions struct {
	EarlyData bool
	Extra     [][]byte
}

// QUICConn is TLS for a transport by QUIC (RFC 9001). Its handshake fails.
type QUICConn struct {
	config     *QUICConfig
	parameters []byte
}

// QUICClient is the side that begins.
func QUICClient(config *QUICConfig) *QUICConn { return &QUICConn{config: config} }

// QUICServer is the other side.
func QUICServer(config *QUICConfig) *QUICConn { return &QUICConn{config: config} }

// Start begins the handshake.
func (q *QUICConn) Start(ctx context.Context) error { return unsupportedError{} }

// NextEvent is what happened next.
func (q *QUICConn) NextEvent() QUICEvent { return QUICEvent{Kind: QUICNoEvent} }

// Close ends the handshake.
func (q *QUICConn) Close() error { return nil }

// HandleData takes bytes of the other side.
func (q *QUICConn) HandleData(level QUICEncryptionLevel, data []byte) error {
	return unsupportedError{}
}

// SendSessionTicket sends a ticket to the client.
func (q *QUICConn) SendSessionTicket(opts QUICSessionTicketOptions) error { return unsupportedError{} }

// StoreSession keeps a session for later.
func (q *QUICConn) StoreSession(session *SessionState) error { return unsupportedError{} }

// ConnectionState is what is known of the connection.
func (q *QUICConn) ConnectionState() ConnectionState { return ConnectionState{} }

// SetTransportParameters sets what the other side is told.
func (q *QUICConn) SetTransportParameters(params []byte) {
	q.parameters = append([]byte{}, params...)
}
