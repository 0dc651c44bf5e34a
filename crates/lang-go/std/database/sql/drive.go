package sql

import (
	"context"
	"database/sql/driver"
	"errors"
)

// These call a driver's methods with a context, or the older ones where it has no others.

func ctxPrepare(ctx context.Context, ci driver.Conn, query string) (driver.Stmt, error) {
	if c, ok := ci.(driver.ConnPrepareContext); ok {
		return c.PrepareContext(ctx, query)
	}
	si, err := ci.Prepare(query)
	if err == nil && ctx.Err() != nil {
		si.Close()
		return nil, ctx.Err()
	}
	return si, err
}

func ctxExec(ctx context.Context, with driver.ExecerContext, without driver.Execer, query string, args []driver.NamedValue) (
	driver.Result, error,
) {
	if with != nil {
		return with.ExecContext(ctx, query, args)
	}
	values, err := plainValues(args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return without.Exec(query, values)
}

func ctxQuery(ctx context.Context, with driver.QueryerContext, without driver.Queryer, query string, args []driver.NamedValue) (
	driver.Rows, error,
) {
	if with != nil {
		return with.QueryContext(ctx, query, args)
	}
	values, err := plainValues(args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return without.Query(query, values)
}

func ctxStmtExec(ctx context.Context, si driver.Stmt, args []driver.NamedValue) (driver.Result, error) {
	if s, ok := si.(driver.StmtExecContext); ok {
		return s.ExecContext(ctx, args)
	}
	values, err := plainValues(args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return si.Exec(values)
}

func ctxStmtQuery(ctx context.Context, si driver.Stmt, args []driver.NamedValue) (driver.Rows, error) {
	if s, ok := si.(driver.StmtQueryContext); ok {
		return s.QueryContext(ctx, args)
	}
	values, err := plainValues(args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return si.Query(values)
}

func ctxBegin(ctx context.Context, opts *TxOptions, ci driver.Conn) (driver.Tx, error) {
	if c, ok := ci.(driver.ConnBeginTx); ok {
		var o driver.TxOptions
		if opts != nil {
			o = driver.TxOptions{Isolation: driver.IsolationLevel(opts.Isolation), ReadOnly: opts.ReadOnly}
		}
		return c.BeginTx(ctx, o)
	}
	if opts != nil {
		if opts.Isolation != LevelDefault {
			return nil, errors.New("sql: driver does not support non-default isolation level")
		}
		if opts.ReadOnly {
			return nil, errors.New("sql: driver does not support read-only transactions")
		}
	}
	tx, err := ci.Begin()
	if err == nil && ctx.Err() != nil {
		tx.Rollback()
		return nil, ctx.Err()
	}
	return tx, err
}

// resultOf executes a statement.
func resultOf(ctx context.Context, ci driver.Conn, ds *driverStmt, args []any) (Result, error) {
	ds.Lock()
	defer ds.Unlock()
	values, err := driverArgs(ci, ds, args)
	if err != nil {
		return nil, err
	}
	result, err := ctxStmtExec(ctx, ds.si, values)
	if err != nil {
		return nil, err
	}
	return lockedResult{ds.Locker, result}, nil
}

// rowsOf asks with a statement.
func rowsOf(ctx context.Context, ci driver.Conn, ds *driverStmt, args []any) (driver.Rows, error) {
	ds.Lock()
	defer ds.Unlock()
	values, err := driverArgs(ci, ds, args)
	if err != nil {
		return nil, err
	}
	return ctxStmtQuery(ctx, ds.si, values)
}

// exec executes without a prepared statement, and gives the connection back.
func (dc *driverConn) exec(ctx context.Context, release func(error), query string, args []any) (res Result, err error) {
	defer func() { release(err) }()
	with, hasWith := dc.ci.(driver.ExecerContext)
	without, hasWithout := dc.ci.(driver.Execer)
	if hasWith || hasWithout {
		var result driver.Result
		locked(dc, func() {
			var values []driver.NamedValue
			if values, err = driverArgs(dc.ci, nil, args); err == nil {
				result, err = ctxExec(ctx, with, without, query, values)
			}
		})
		if err != driver.ErrSkip {
			if err != nil {
				return nil, err
			}
			return lockedResult{dc, result}, nil
		}
	}
	var si driver.Stmt
	locked(dc, func() { si, err = ctxPrepare(ctx, dc.ci, query) })
	if err != nil {
		return nil, err
	}
	ds := &driverStmt{Locker: dc, si: si}
	defer ds.Close()
	return resultOf(ctx, dc.ci, ds, args)
}

// query asks without a prepared statement; the connection is given back with the rows. txctx is the context
// of a transaction, if there is one.
func (dc *driverConn) query(
	ctx, txctx context.Context, release func(error), query string, args []any,
) (*Rows, error) {
	with, hasWith := dc.ci.(driver.QueryerContext)
	without, hasWithout := dc.ci.(driver.Queryer)
	var rowsi driver.Rows
	var err error
	if hasWith || hasWithout {
		locked(dc, func() {
			var values []driver.NamedValue
			if values, err = driverArgs(dc.ci, nil, args); err == nil {
				rowsi, err = ctxQuery(ctx, with, without, query, values)
			}
		})
		if err != driver.ErrSkip {
			if err != nil {
				release(err)
				return nil, err
			}
			rows := &Rows{dc: dc, releaseConn: release, rowsi: rowsi}
			rows.watch(ctx, txctx)
			return rows, nil
		}
	}
	var si driver.Stmt
	locked(dc, func() { si, err = ctxPrepare(ctx, dc.ci, query) })
	if err != nil {
		release(err)
		return nil, err
	}
	ds := &driverStmt{Locker: dc, si: si}
	if rowsi, err = rowsOf(ctx, dc.ci, ds, args); err != nil {
		ds.Close()
		release(err)
		return nil, err
	}
	rows := &Rows{dc: dc, releaseConn: release, rowsi: rowsi, closeStmt: ds}
	rows.watch(ctx, txctx)
	return rows, nil
}

func (dc *driverConn) ping(ctx context.Context, release func(error)) (err error) {
	defer func() { release(err) }()
	if p, ok := dc.ci.(driver.Pinger); ok {
		locked(dc, func() { err = p.Ping(ctx) })
	}
	return err
}

// prepare makes a statement. Without a grabber the statement is the database's, and may be prepared
// elsewhere, too.
func (dc *driverConn) prepare(
	ctx context.Context, release func(error), cg stmtConnGrabber, query string,
) (stmt *Stmt, err error) {
	defer func() { release(err) }()
	var ds *driverStmt
	locked(dc, func() { ds, err = dc.prepareLocked(ctx, cg, query) })
	if err != nil {
		return nil, err
	}
	stmt = &Stmt{db: dc.db, query: query, cg: cg, uses: 1}
	if cg != nil {
		stmt.own = ds
	} else {
		stmt.prepared = []connStmt{{dc, ds}}
	}
	return stmt, nil
}

// begin starts a transaction, which gives the connection back when it ends.
func (dc *driverConn) begin(ctx context.Context, release func(error), opts *TxOptions) (*Tx, error) {
	var txi driver.Tx
	var err error
	canReset := false
	locked(dc, func() {
		_, resets := dc.ci.(driver.SessionResetter)
		_, validates := dc.ci.(driver.Validator)
		canReset = resets && validates
		txi, err = ctxBegin(ctx, opts, dc.ci)
	})
	if err != nil {
		release(err)
		return nil, err
	}
	inner, cancel := context.WithCancel(ctx)
	tx := &Tx{db: dc.db, dc: dc, releaseConn: release, txi: txi, ctx: inner, cancel: cancel, keepConn: canReset}
	go tx.awaitDone()
	return tx, nil
}
