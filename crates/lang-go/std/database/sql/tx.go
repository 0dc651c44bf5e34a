package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
	"sync/atomic"
)

// Tx is a transaction, which ends with Commit, Rollback, or its context.
type Tx struct {
	db          *DB
	closing     sync.RWMutex // held for reading while the connection is used
	dc          *driverConn
	txi         driver.Tx
	releaseConn func(error)
	done        atomic.Bool
	keepConn    bool // whether the connection may be used after the context ended the transaction

	stmts struct {
		sync.Mutex
		list []*Stmt
	}

	ctx    context.Context
	cancel func()
}

// awaitDone rolls back if the context ends first. What the driver was doing is unknown then, so that the
// connection is closed, unless the driver knows how to reset it.
func (tx *Tx) awaitDone() {
	<-tx.ctx.Done()
	tx.rollback(!tx.keepConn)
}

func (tx *Tx) txCtx() context.Context { return tx.ctx }

func (tx *Tx) grabConn(ctx context.Context) (*driverConn, func(error), error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	tx.closing.RLock()
	if tx.done.Load() {
		tx.closing.RUnlock()
		return nil, nil, ErrTxDone
	}
	return tx.dc, func(error) { tx.closing.RUnlock() }, nil
}

func (tx *Tx) closeStmts() {
	tx.stmts.Lock()
	defer tx.stmts.Unlock()
	for _, stmt := range tx.stmts.list {
		stmt.Close()
	}
}

// finish ends what is still going on, and then the transaction by f.
func (tx *Tx) finish(f func() error, discard bool) error {
	tx.cancel()
	tx.closing.Lock()
	tx.closing.Unlock()
	var err error
	locked(tx.dc, func() { err = f() })
	if !errors.Is(err, driver.ErrBadConn) {
		tx.closeStmts()
	}
	reported := err
	if discard {
		reported = driver.ErrBadConn
	}
	tx.releaseConn(reported)
	tx.dc, tx.txi = nil, nil
	return err
}

// Commit makes lasting what was done.
func (tx *Tx) Commit() error {
	if err := tx.ctx.Err(); err != nil {
		if tx.done.Load() {
			return ErrTxDone
		}
		return err
	}
	if !tx.done.CompareAndSwap(false, true) {
		return ErrTxDone
	}
	return tx.finish(tx.txi.Commit, false)
}

func (tx *Tx) rollback(discard bool) error {
	if !tx.done.CompareAndSwap(false, true) {
		return ErrTxDone
	}
	return tx.finish(tx.txi.Rollback, discard)
}

// Rollback undoes what was done.
func (tx *Tx) Rollback() error { return tx.rollback(false) }

// PrepareContext prepares a statement, which ends with the transaction.
func (tx *Tx) PrepareContext(ctx context.Context, query string) (*Stmt, error) {
	dc, release, err := tx.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	stmt, err := dc.prepare(ctx, release, tx, query)
	if err != nil {
		return nil, err
	}
	tx.adopt(stmt)
	return stmt, nil
}

func (tx *Tx) adopt(stmt *Stmt) {
	tx.stmts.Lock()
	defer tx.stmts.Unlock()
	tx.stmts.list = append(tx.stmts.list, stmt)
}

// Prepare prepares a statement, which ends with the transaction.
func (tx *Tx) Prepare(query string) (*Stmt, error) {
	return tx.PrepareContext(context.Background(), query)
}

// StmtContext is a statement as one of the transaction.
func (tx *Tx) StmtContext(ctx context.Context, stmt *Stmt) *Stmt {
	failed := func(err error) *Stmt { return &Stmt{db: tx.db, query: stmt.query, sticky: err, uses: 1} }
	dc, release, err := tx.grabConn(ctx)
	if err != nil {
		return failed(err)
	}
	defer release(nil)
	if tx.db != stmt.db {
		return failed(errors.New("sql: Tx.Stmt: statement from different database used"))
	}
	var ds *driverStmt
	var parent *Stmt
	if stmt.cg != nil || stmt.parent != nil {
		// It belongs to a connection or to a transaction already, so that it is prepared again.
		stmt.mu.Lock()
		query := stmt.query
		stmt.mu.Unlock()
		locked(dc, func() { ds, err = dc.prepareLocked(ctx, tx, query) })
	} else {
		ds, err = stmt.on(ctx, dc)
		parent = stmt
	}
	if err != nil {
		return failed(err)
	}
	child := &Stmt{db: tx.db, cg: tx, own: ds, parent: parent, query: stmt.query, uses: 1}
	if parent != nil {
		parent.use()
	}
	tx.adopt(child)
	return child
}

// Stmt is a statement as one of the transaction.
func (tx *Tx) Stmt(stmt *Stmt) *Stmt { return tx.StmtContext(context.Background(), stmt) }

// ExecContext executes what gives no rows.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (Result, error) {
	dc, release, err := tx.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	return dc.exec(ctx, release, query, args)
}

// Exec executes what gives no rows.
func (tx *Tx) Exec(query string, args ...any) (Result, error) {
	return tx.ExecContext(context.Background(), query, args...)
}

// QueryContext asks for rows.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	dc, release, err := tx.grabConn(ctx)
	if err != nil {
		return nil, err
	}
	return dc.query(ctx, tx.ctx, release, query, args)
}

// Query asks for rows.
func (tx *Tx) Query(query string, args ...any) (*Rows, error) {
	return tx.QueryContext(context.Background(), query, args...)
}

// QueryRowContext asks for a row; errors are those of its Scan.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *Row {
	rows, err := tx.QueryContext(ctx, query, args...)
	return &Row{rows: rows, err: err}
}

// QueryRow asks for a row; errors are those of its Scan.
func (tx *Tx) QueryRow(query string, args ...any) *Row {
	return tx.QueryRowContext(context.Background(), query, args...)
}
