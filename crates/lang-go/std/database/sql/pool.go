package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// DB is a database: a pool of connections, which any number of goroutines may use.
type DB struct {
	connector driver.Connector

	mu          sync.Mutex
	idle        []*driverConn // the one that was used last is last
	waiting     []chan connAnswer
	open        int // connections, and those that are being made
	closed      bool
	maxIdle     int // 0 is defaultIdle, negative is none
	maxOpen     int // 0 is no limit
	maxLifetime time.Duration
	maxIdleTime time.Duration
	cleaner     chan struct{} // wakes the goroutine that closes old connections; nil if there is none
	stats       DBStats       // the counters of it
}

type connAnswer struct {
	conn *driverConn
	err  error
}

const defaultIdle = 2

// OpenDB makes a database of a connector.
func OpenDB(c driver.Connector) *DB { return &DB{connector: c} }

// Driver is what drives the database.
func (db *DB) Driver() driver.Driver { return db.connector.Driver() }

// driverConn is a connection of the pool. Its lock is held while the driver does something with the
// connection.
type driverConn struct {
	db      *DB
	created time.Time

	sync.Mutex
	ci         driver.Conn
	needsReset bool
	closed     bool
	stmts      map[*driverStmt]bool

	// The pool's lock guards these.
	inUse    bool
	returned time.Time
	onPut    []func() // what was to be done while somebody else had the connection
}

// driverStmt is a statement of one connection.
type driverStmt struct {
	sync.Locker // that of the connection
	si          driver.Stmt
	closed      bool
	closeErr    error
}

// Close closes once, and answers alike afterwards.
func (ds *driverStmt) Close() error {
	ds.Lock()
	defer ds.Unlock()
	if !ds.closed {
		ds.closed = true
		ds.closeErr = ds.si.Close()
	}
	return ds.closeErr
}

// locked calls f with a lock, which is released even if f panics.
func locked(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

func (dc *driverConn) release(err error) { dc.db.put(dc, err, true) }

func (dc *driverConn) forget(ds *driverStmt) {
	dc.Lock()
	defer dc.Unlock()
	delete(dc.stmts, ds)
}

func (dc *driverConn) expired(lifetime time.Duration) bool {
	return lifetime > 0 && dc.created.Add(lifetime).Before(time.Now())
}

// prepareLocked makes a statement, which is closed with the connection unless cg ends before.
func (dc *driverConn) prepareLocked(ctx context.Context, cg stmtConnGrabber, query string) (*driverStmt, error) {
	si, err := ctxPrepare(ctx, dc.ci, query)
	if err != nil {
		return nil, err
	}
	ds := &driverStmt{Locker: dc, si: si}
	if cg != nil {
		return ds, nil
	}
	if dc.stmts == nil {
		dc.stmts = map[*driverStmt]bool{}
	}
	dc.stmts[ds] = true
	return ds, nil
}

// reset has the driver forget what was done with the connection.
func (dc *driverConn) reset(ctx context.Context) error {
	dc.Lock()
	defer dc.Unlock()
	if !dc.needsReset {
		return nil
	}
	if r, ok := dc.ci.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

// valid asks the driver whether the connection may be used again.
func (dc *driverConn) valid(needsReset bool) bool {
	dc.Lock()
	defer dc.Unlock()
	if needsReset {
		dc.needsReset = true
	}
	if v, ok := dc.ci.(driver.Validator); ok {
		return v.IsValid()
	}
	return true
}

// Close closes the connection and its statements. It is out of the pool already.
func (dc *driverConn) Close() error {
	dc.Lock()
	if dc.closed {
		dc.Unlock()
		return errors.New("sql: duplicate driverConn close")
	}
	dc.closed = true
	var stmts []*driverStmt
	for ds := range dc.stmts {
		stmts = append(stmts, ds)
	}
	dc.stmts = nil
	dc.Unlock()
	for _, ds := range stmts {
		ds.Close()
	}
	var err error
	locked(dc, func() {
		err = dc.ci.Close()
		dc.ci = nil
	})
	dc.db.mu.Lock()
	dc.db.open--
	dc.db.serveWaiting()
	dc.db.mu.Unlock()
	return err
}

// connStrategy says whether a connection may have been used before.
type connStrategy bool

const (
	cachedOrNew connStrategy = true
	alwaysNew   connStrategy = false
)

// retries is how often a connection of the pool may turn out to be bad before a new one is made.
const retries = 2

func (db *DB) retry(f func(connStrategy) error) error {
	for range retries {
		if err := f(cachedOrNew); err == nil || !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
	return f(alwaysNew)
}

// conn takes a connection out of the pool, or makes one, or waits for one.
func (db *DB) conn(ctx context.Context, strategy connStrategy) (*driverConn, error) {
	db.mu.Lock()
	if db.closed {
		db.mu.Unlock()
		return nil, errClosed
	}
	if err := ctx.Err(); err != nil {
		db.mu.Unlock()
		return nil, err
	}
	if n := len(db.idle); strategy == cachedOrNew && n > 0 {
		dc := db.idle[n-1]
		db.idle = db.idle[:n-1]
		dc.inUse = true
		if dc.expired(db.maxLifetime) {
			db.stats.MaxLifetimeClosed++
			db.mu.Unlock()
			dc.Close()
			return nil, driver.ErrBadConn
		}
		db.mu.Unlock()
		return dc.ready(ctx)
	}
	if db.maxOpen > 0 && db.open >= db.maxOpen {
		return db.wait(ctx, strategy)
	}
	db.open++
	db.mu.Unlock()
	return db.connect(ctx)
}

// ready is a connection that was used before, after it was reset.
func (dc *driverConn) ready(ctx context.Context) (*driverConn, error) {
	if err := dc.reset(ctx); errors.Is(err, driver.ErrBadConn) {
		dc.Close()
		return nil, err
	}
	return dc, nil
}

// connect makes a connection; it is counted already.
func (db *DB) connect(ctx context.Context) (*driverConn, error) {
	ci, err := db.connector.Connect(ctx)
	db.mu.Lock()
	defer db.mu.Unlock()
	if err != nil {
		db.open--
		db.serveWaiting()
		return nil, err
	}
	return &driverConn{db: db, created: time.Now(), returned: time.Now(), ci: ci, inUse: true}, nil
}

// wait queues up for a connection. The pool is locked, and unlocked afterwards.
func (db *DB) wait(ctx context.Context, strategy connStrategy) (*driverConn, error) {
	turn := make(chan connAnswer, 1)
	db.waiting = append(db.waiting, turn)
	db.stats.WaitCount++
	db.mu.Unlock()
	began := time.Now()
	done := func() { db.stats.WaitDuration += time.Since(began) }
	select {
	case <-ctx.Done():
		db.mu.Lock()
		if i := slices.Index(db.waiting, turn); i >= 0 {
			db.waiting = slices.Delete(db.waiting, i, i+1)
		}
		done()
		db.mu.Unlock()
		select {
		case answer, ok := <-turn:
			if ok && answer.conn != nil {
				db.put(answer.conn, answer.err, false)
			}
		default:
		}
		return nil, ctx.Err()
	case answer, ok := <-turn:
		db.mu.Lock()
		done()
		if !ok {
			db.mu.Unlock()
			return nil, errClosed
		}
		old := strategy == cachedOrNew && answer.err == nil && answer.conn.expired(db.maxLifetime)
		if old {
			db.stats.MaxLifetimeClosed++
		}
		db.mu.Unlock()
		if old {
			answer.conn.Close()
			return nil, driver.ErrBadConn
		}
		if answer.conn == nil {
			return nil, answer.err
		}
		return answer.conn.ready(ctx)
	}
}

// serveWaiting makes connections for those who wait, as far as there may be more. The pool is locked.
func (db *DB) serveWaiting() {
	for n := len(db.waiting); n > 0 && !db.closed && (db.maxOpen <= 0 || db.open < db.maxOpen); n-- {
		db.open++
		go db.openOne()
	}
}

// openOne makes a connection for whoever waits; it is counted already.
func (db *DB) openOne() {
	ci, err := db.connector.Connect(context.Background())
	db.mu.Lock()
	defer db.mu.Unlock()
	if err != nil {
		db.open--
		db.give(nil, err)
		db.serveWaiting()
		return
	}
	dc := &driverConn{db: db, created: time.Now(), returned: time.Now(), ci: ci}
	if db.closed || !db.give(dc, nil) {
		db.open--
		ci.Close()
	}
}

// give hands a connection or an error to the first who waits, or else keeps the connection. It tells whether
// it is in somebody's hands. The pool is locked.
func (db *DB) give(dc *driverConn, err error) bool {
	if db.closed || db.maxOpen > 0 && db.open > db.maxOpen {
		return false
	}
	if len(db.waiting) > 0 {
		turn := db.waiting[0]
		db.waiting = db.waiting[1:]
		if err == nil {
			dc.inUse = true
		}
		turn <- connAnswer{dc, err}
		return true
	}
	if err != nil {
		return false
	}
	if db.idleLimit() > len(db.idle) {
		db.idle = append(db.idle, dc)
		db.startCleaner()
		return true
	}
	db.stats.MaxIdleClosed++
	return false
}

// put gives a connection back, with the error that it was last used with.
func (db *DB) put(dc *driverConn, err error, needsReset bool) {
	bad := errors.Is(err, driver.ErrBadConn)
	if !bad && !dc.valid(needsReset) {
		bad = true
	}
	db.mu.Lock()
	if !dc.inUse {
		db.mu.Unlock()
		panic("sql: connection returned that was never out")
	}
	if !bad && dc.expired(db.maxLifetime) {
		db.stats.MaxLifetimeClosed++
		bad = true
	}
	dc.inUse = false
	dc.returned = time.Now()
	for _, f := range dc.onPut {
		f()
	}
	dc.onPut = nil
	kept := false
	if bad {
		db.serveWaiting()
	} else {
		kept = db.give(dc, nil)
	}
	db.mu.Unlock()
	if !kept {
		dc.Close()
	}
}

// unused closes a statement, as soon as its connection is free.
func (db *DB) unused(dc *driverConn, ds *driverStmt) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if dc.inUse {
		dc.onPut = append(dc.onPut, func() { ds.Close() })
		return
	}
	dc.Lock()
	closed := dc.closed
	dc.Unlock()
	if !closed {
		ds.Close()
	}
}

// Close closes what is idle, and what is in use when it comes back.
func (db *DB) Close() error {
	db.mu.Lock()
	if db.closed {
		db.mu.Unlock()
		return nil
	}
	if db.cleaner != nil {
		close(db.cleaner)
		db.cleaner = nil
	}
	idle := db.idle
	db.idle, db.closed = nil, true
	for _, turn := range db.waiting {
		close(turn)
	}
	db.waiting = nil
	db.mu.Unlock()
	var err error
	for _, dc := range idle {
		if e := dc.Close(); e != nil {
			err = e
		}
	}
	if c, ok := db.connector.(io.Closer); ok {
		if e := c.Close(); e != nil {
			err = e
		}
	}
	return err
}
