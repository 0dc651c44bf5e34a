package sql

import (
	"context"
	"database/sql/driver"
)

// PingContext makes sure that there is a connection that works.
func (db *DB) PingContext(ctx context.Context) error {
	var dc *driverConn
	err := db.retry(func(strategy connStrategy) (err error) {
		dc, err = db.conn(ctx, strategy)
		return err
	})
	if err != nil {
		return err
	}
	return dc.ping(ctx, dc.release)
}

// Ping makes sure that there is a connection that works.
func (db *DB) Ping() error { return db.PingContext(context.Background()) }

// PrepareContext prepares a statement; the context is that of the preparation only.
func (db *DB) PrepareContext(ctx context.Context, query string) (stmt *Stmt, err error) {
	err = db.retry(func(strategy connStrategy) error {
		dc, err := db.conn(ctx, strategy)
		if err != nil {
			return err
		}
		stmt, err = dc.prepare(ctx, dc.release, nil, query)
		return err
	})
	return stmt, err
}

// Prepare prepares a statement.
func (db *DB) Prepare(query string) (*Stmt, error) {
	return db.PrepareContext(context.Background(), query)
}

// ExecContext executes what gives no rows.
func (db *DB) ExecContext(ctx context.Context, query string, args ...any) (res Result, err error) {
	err = db.retry(func(strategy connStrategy) error {
		dc, err := db.conn(ctx, strategy)
		if err != nil {
			return err
		}
		res, err = dc.exec(ctx, dc.release, query, args)
		return err
	})
	return res, err
}

// Exec executes what gives no rows.
func (db *DB) Exec(query string, args ...any) (Result, error) {
	return db.ExecContext(context.Background(), query, args...)
}

// QueryContext asks for rows.
func (db *DB) QueryContext(ctx context.Context, query string, args ...any) (rows *Rows, err error) {
	err = db.retry(func(strategy connStrategy) error {
		dc, err := db.conn(ctx, strategy)
		if err != nil {
			return err
		}
		rows, err = dc.query(ctx, nil, dc.release, query, args)
		return err
	})
	return rows, err
}

// Query asks for rows.
func (db *DB) Query(query string, args ...any) (*Rows, error) {
	return db.QueryContext(context.Background(), query, args...)
}

// QueryRowContext asks for a row; errors are those of its Scan.
func (db *DB) QueryRowContext(ctx context.Context, query string, args ...any) *Row {
	rows, err := db.QueryContext(ctx, query, args...)
	return &Row{rows: rows, err: err}
}

// QueryRow asks for a row; errors are those of its Scan.
func (db *DB) QueryRow(query string, args ...any) *Row {
	return db.QueryRowContext(context.Background(), query, args...)
}

// BeginTx begins a transaction, which is rolled back when the context is done before it ends.
func (db *DB) BeginTx(ctx context.Context, opts *TxOptions) (tx *Tx, err error) {
	err = db.retry(func(strategy connStrategy) error {
		dc, err := db.conn(ctx, strategy)
		if err != nil {
			return err
		}
		tx, err = dc.begin(ctx, dc.release, opts)
		return err
	})
	return tx, err
}

// Begin begins a transaction.
func (db *DB) Begin() (*Tx, error) { return db.BeginTx(context.Background(), nil) }

// Conn takes a connection out of the pool, until its Close.
func (db *DB) Conn(ctx context.Context) (*Conn, error) {
	var dc *driverConn
	err := db.retry(func(strategy connStrategy) (err error) {
		dc, err = db.conn(ctx, strategy)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &Conn{db: db, dc: dc}, nil
}

var _ driver.Connector = dsnConnector{}
