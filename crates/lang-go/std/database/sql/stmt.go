package sql

import (
	"context"
	"slices"
	"sync"
)

// connStmt is a statement on one connection.
type connStmt struct {
	dc *driverConn
	ds *driverStmt
}

// Stmt is a prepared statement. One of the database is prepared on each connection that it meets.
type Stmt struct {
	db     *DB
	query  string
	sticky error // what each use fails with

	closing sync.RWMutex // held for reading while the statement is used

	cg     stmtConnGrabber // a transaction or connection that the statement stays with
	own    *driverStmt     // the statement there
	parent *Stmt           // the database's, that it was made of

	mu       sync.Mutex
	closed   bool
	uses     int // 1 until Close, and one for each set of rows and each statement of a transaction
	prepared []connStmt
}

func (s *Stmt) use() {
	s.mu.Lock()
	s.uses++
	s.mu.Unlock()
}

// unuse closes what is prepared after the last use.
func (s *Stmt) unuse() {
	s.mu.Lock()
	s.uses--
	var last []connStmt
	if s.uses == 0 {
		last, s.prepared = s.prepared, nil
	}
	s.mu.Unlock()
	for _, cs := range last {
		s.db.unused(cs.dc, cs.ds)
		cs.dc.forget(cs.ds)
	}
}

// Close closes the statement.
func (s *Stmt) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.sticky != nil {
		return s.sticky
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	own := s.own
	s.mu.Unlock()
	if s.cg == nil {
		s.unuse()
		return nil
	}
	if s.parent != nil {
		s.parent.unuse()
		return nil
	}
	return own.Close()
}

// on is the statement on a connection, prepared if it has not been.
func (s *Stmt) on(ctx context.Context, dc *driverConn) (*driverStmt, error) {
	s.mu.Lock()
	s.prepared = slices.DeleteFunc(s.prepared, func(cs connStmt) bool {
		cs.dc.Lock()
		defer cs.dc.Unlock()
		return cs.dc != dc && cs.dc.closed
	})
	for _, cs := range s.prepared {
		if cs.dc == dc {
			s.mu.Unlock()
			return cs.ds, nil
		}
	}
	s.mu.Unlock()
	var ds *driverStmt
	var err error
	locked(dc, func() { ds, err = dc.prepareLocked(ctx, nil, s.query) })
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.prepared = append(s.prepared, connStmt{dc, ds})
	s.mu.Unlock()
	return ds, nil
}

// take is a connection, what gives it back, and the statement on it.
func (s *Stmt) take(ctx context.Context, strategy connStrategy) (*driverConn, func(error), *driverStmt, error) {
	if s.sticky != nil {
		return nil, nil, nil, s.sticky
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return nil, nil, nil, errStmtClosed
	}
	if s.cg != nil {
		dc, release, err := s.cg.grabConn(ctx)
		return dc, release, s.own, err
	}
	dc, err := s.db.conn(ctx, strategy)
	if err != nil {
		return nil, nil, nil, err
	}
	ds, err := s.on(ctx, dc)
	if err != nil {
		dc.release(err)
		return nil, nil, nil, err
	}
	return dc, dc.release, ds, nil
}

// ExecContext executes what gives no rows.
func (s *Stmt) ExecContext(ctx context.Context, args ...any) (res Result, err error) {
	s.closing.RLock()
	defer s.closing.RUnlock()
	err = s.db.retry(func(strategy connStrategy) error {
		dc, release, ds, err := s.take(ctx, strategy)
		if err != nil {
			return err
		}
		res, err = resultOf(ctx, dc.ci, ds, args)
		release(err)
		return err
	})
	return res, err
}

// Exec executes what gives no rows.
func (s *Stmt) Exec(args ...any) (Result, error) { return s.ExecContext(context.Background(), args...) }

// QueryContext asks for rows.
func (s *Stmt) QueryContext(ctx context.Context, args ...any) (rows *Rows, err error) {
	s.closing.RLock()
	defer s.closing.RUnlock()
	err = s.db.retry(func(strategy connStrategy) error {
		dc, release, ds, err := s.take(ctx, strategy)
		if err != nil {
			return err
		}
		rowsi, err := rowsOf(ctx, dc.ci, ds, args)
		if err != nil {
			release(err)
			return err
		}
		s.use()
		rows = &Rows{dc: dc, rowsi: rowsi, releaseConn: func(err error) {
			release(err)
			s.unuse()
		}}
		var txctx context.Context
		if s.cg != nil {
			txctx = s.cg.txCtx()
		}
		rows.watch(ctx, txctx)
		return nil
	})
	return rows, err
}

// Query asks for rows.
func (s *Stmt) Query(args ...any) (*Rows, error) {
	return s.QueryContext(context.Background(), args...)
}

// QueryRowContext asks for a row; errors are those of its Scan.
func (s *Stmt) QueryRowContext(ctx context.Context, args ...any) *Row {
	rows, err := s.QueryContext(ctx, args...)
	return &Row{rows: rows, err: err}
}

// QueryRow asks for a row; errors are those of its Scan.
func (s *Stmt) QueryRow(args ...any) *Row { return s.QueryRowContext(context.Background(), args...) }
