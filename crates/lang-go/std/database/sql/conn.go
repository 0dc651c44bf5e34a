package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
	"sync/atomic"
)

// stmtConnGrabber is what statements belong to that stay with one connection.
type stmtConnGrabber interface {
	// grabConn gives the connection, and what gives it back.
	grabConn(context.Context) (*driverConn, func(error), error)

	// txCtx is the context of a transaction, or nil.
	txCtx() context.Context
}

// Conn is one connection. Only one thing is done with it at a time.
type Conn struct {
	db *DB

	closing sync.RWMutex // held for reading while the connection is used
	dc      *driverConn
	done    atomic.Bool
}

func (c *Conn) grabConn(context.Context) (*driverConn, func(error), error) {
	if c.done.Load() {
		return nil, nil, ErrConnDone
	}
	c.closing.RLock()
	if c.done.Load() {
		c.closing.RUnlock()
		return nil, nil, ErrConnDone
	}
	return c.dc, c.giveBack, nil
}

func (c *Conn) txCtx() context.Context { return nil }

// giveBack ends a use; what was found to be bad is closed.
func (c *Conn) giveBack(err error) {
	c.closing.RUnlock()
	if errors.Is(err, driver.ErrBadConn) {
		c.close(err)
	}
}

func (c *Conn) close(err error) error {
	if !c.done.CompareAndSwap(false, true) {
		return ErrConnDone
	}
	c.closing.Lock()
	defer c.closing.Unlock()
	c.dc.release(err)
	c.dc = nil
	return err
}

// Close gives the connection back to the pool.
func (c *Conn) Close() error { return c.close(nil) }

// PingContext makes sure that the connection works.
func (c *Conn) PingContext(ctx context.Context) error {
	dc, release, err := c.grabConn(ctx)
	if err != nil {
		return err
	}
	return dc.ping(ctx, release)
}

// ExecContext executes what gives no rows.
func (c *Conn) ExecContext(ctx context.Context, query string, args ...any) (Result, error) {
	dc, release, err := c.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	return dc.exec(ctx, release, query, args)
}

// QueryContext asks for rows.
func (c *Conn) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	dc, release, err := c.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	return dc.query(ctx, nil, release, query, args)
}

// QueryRowContext asks for a row; errors are those of its Scan.
func (c *Conn) QueryRowContext(ctx context.Context, query string, args ...any) *Row {
	rows, err := c.QueryContext(ctx, query, args...)
	return &Row{rows: rows, err: err}
}

// PrepareContext prepares a statement of this connection.
func (c *Conn) PrepareContext(ctx context.Context, query string) (*Stmt, error) {
	dc, release, err := c.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	return dc.prepare(ctx, release, c, query)
}

// Raw calls f with the driver's connection. If f panics or answers driver.ErrBadConn, the connection is
// closed.
func (c *Conn) Raw(f func(driverConn any) error) (err error) {
	dc, release, err := c.grabConn(nil)
	if err != nil {
		return err
	}
	dc.Lock()
	panicked := true
	defer func() {
		dc.Unlock()
		if panicked {
			err = driver.ErrBadConn
		}
		release(err)
	}()
	err = f(dc.ci)
	panicked = false
	return err
}

// BeginTx begins a transaction, which is rolled back when the context is done before it ends.
func (c *Conn) BeginTx(ctx context.Context, opts *TxOptions) (*Tx, error) {
	dc, release, err := c.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	return dc.begin(ctx, release, opts)
}
