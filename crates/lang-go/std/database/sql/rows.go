package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// Rows is an answer. Next goes from row to row, and Scan reads one.
type Rows struct {
	dc          *driverConn
	releaseConn func(error)
	rowsi       driver.Rows
	cancel      func()
	closeStmt   *driverStmt // to be closed with the rows

	contextDone atomic.Pointer[error] // why a context ended the rows

	closing sync.RWMutex // held for reading while the rows are used
	closed  bool
	lasterr error
	cols    []driver.Value // the row
	cursors []*Rows        // those that were scanned out of these

	held bool // whether closing is held since a Scan, for the sake of RawBytes
}

// watch has the rows end with a context, or with that of a transaction.
func (rs *Rows) watch(ctx, txctx context.Context) {
	if ctx.Done() == nil && (txctx == nil || txctx.Done() == nil) {
		return
	}
	inner, cancel := context.WithCancel(ctx)
	rs.cancel = cancel
	go rs.awaitDone(ctx, txctx, inner)
}

func (rs *Rows) awaitDone(ctx, txctx, inner context.Context) {
	var txDone <-chan struct{}
	if txctx != nil {
		txDone = txctx.Done()
	}
	select {
	case <-ctx.Done():
		err := ctx.Err()
		rs.contextDone.CompareAndSwap(nil, &err)
	case <-txDone:
		err := txctx.Err()
		rs.contextDone.CompareAndSwap(nil, &err)
	case <-inner.Done():
	}
	rs.close(inner.Err())
}

// letGo ends what a Scan of RawBytes holds.
func (rs *Rows) letGo() {
	if rs.held {
		rs.held = false
		rs.closing.RUnlock()
	}
}

// keep is for RawBytes of values that are none.
func (rs *Rows) keep(b []byte) []byte { return b }

// Next goes to the next row. It is false after the last, and when something failed, which Err tells.
func (rs *Rows) Next() bool {
	rs.letGo()
	if rs.contextDone.Load() != nil {
		return false
	}
	ends, ok := rs.next()
	if ends {
		rs.Close()
	}
	return ok
}

func (rs *Rows) next() (ends, ok bool) {
	rs.closing.RLock()
	defer rs.closing.RUnlock()
	if rs.closed {
		return false, false
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	if rs.cols == nil {
		rs.cols = make([]driver.Value, len(rs.rowsi.Columns()))
	}
	rs.lasterr = rs.rowsi.Next(rs.cols)
	if rs.lasterr == nil {
		return false, true
	}
	if rs.lasterr != io.EOF {
		return true, false
	}
	more, ok := rs.rowsi.(driver.RowsNextResultSet)
	return !ok || !more.HasNextResultSet(), false
}

// NextResultSet goes to the next set of rows, if there is one.
func (rs *Rows) NextResultSet() bool {
	rs.letGo()
	ends := false
	defer func() {
		if ends {
			rs.Close()
		}
	}()
	rs.closing.RLock()
	defer rs.closing.RUnlock()
	if rs.closed {
		return false
	}
	rs.cols = nil
	more, ok := rs.rowsi.(driver.RowsNextResultSet)
	if !ok {
		ends = true
		return false
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	rs.lasterr = more.NextResultSet()
	ends = rs.lasterr != nil
	return !ends
}

// failure is what went wrong before, or else err.
func (rs *Rows) failure(err error) error {
	if rs.lasterr != nil && rs.lasterr != io.EOF {
		return rs.lasterr
	}
	return err
}

// Err is what went wrong, if something did.
func (rs *Rows) Err() error {
	if !rs.held {
		if err := rs.contextDone.Load(); err != nil {
			return *err
		}
	}
	rs.closing.RLock()
	defer rs.closing.RUnlock()
	return rs.failure(nil)
}

// available tells why the rows cannot be described.
func (rs *Rows) available() error {
	if rs.closed {
		return rs.failure(errRowsClosed)
	}
	if rs.rowsi == nil {
		return rs.failure(errNoRows)
	}
	return nil
}

// Columns are the names of the columns.
func (rs *Rows) Columns() ([]string, error) {
	rs.closing.RLock()
	defer rs.closing.RUnlock()
	if err := rs.available(); err != nil {
		return nil, err
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	return rs.rowsi.Columns(), nil
}

// ColumnTypes are the types of the columns.
func (rs *Rows) ColumnTypes() ([]*ColumnType, error) {
	rs.closing.RLock()
	defer rs.closing.RUnlock()
	if err := rs.available(); err != nil {
		return nil, err
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	return columnTypes(rs.rowsi), nil
}

func hasRawBytes(dest []any) bool {
	for _, d := range dest {
		if _, ok := d.(*RawBytes); ok {
			return true
		}
	}
	return false
}

// Scan puts the columns of the row where dest points to.
func (rs *Rows) Scan(dest ...any) error {
	if rs.held {
		return errors.New("sql: Scan called without calling Next (closemuScanHold)")
	}
	rs.closing.RLock()
	if rs.lasterr != nil && rs.lasterr != io.EOF {
		rs.closing.RUnlock()
		return rs.lasterr
	}
	if rs.closed {
		err := rs.failure(errRowsClosed)
		rs.closing.RUnlock()
		return err
	}
	if hasRawBytes(dest) {
		rs.held = true
	} else {
		defer rs.closing.RUnlock()
	}
	err := rs.scan(dest)
	if err != nil {
		rs.letGo()
	}
	return err
}

func (rs *Rows) scan(dest []any) error {
	if rs.cols == nil {
		return errors.New("sql: Scan called without calling Next")
	}
	if len(dest) != len(rs.cols) {
		return fmt.Errorf("sql: expected %d destination arguments in Scan, not %d", len(rs.cols), len(dest))
	}
	for i, value := range rs.cols {
		if err := convertAssignRows(dest[i], value, rs); err != nil {
			return fmt.Errorf("sql: Scan error on column index %d, name %q: %w", i, rs.rowsi.Columns()[i], err)
		}
	}
	return nil
}

// Close ends the rows, if they have not ended.
func (rs *Rows) Close() error {
	rs.letGo()
	return rs.close(nil)
}

func (rs *Rows) close(err error) error {
	rs.closing.Lock()
	defer rs.closing.Unlock()
	if rs.closed {
		return nil
	}
	rs.closed = true
	if rs.lasterr == nil {
		rs.lasterr = err
	}
	for _, cursor := range rs.cursors {
		cursor.close(err)
	}
	locked(rs.dc, func() { err = rs.rowsi.Close() })
	if rs.cancel != nil {
		rs.cancel()
	}
	if rs.closeStmt != nil {
		rs.closeStmt.Close()
	}
	rs.releaseConn(err)
	rs.lasterr = rs.failure(err)
	return err
}

// Row is the first row of an answer.
type Row struct {
	rows *Rows
	err  error
}

// Scan reads the row, and forgets the others. Without a row it is ErrNoRows.
func (r *Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if hasRawBytes(dest) {
		return errors.New("sql: RawBytes isn't allowed on Row.Scan")
	}
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return ErrNoRows
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	return r.rows.Close()
}

// Err is the error of the question; Scan has it, too.
func (r *Row) Err() error { return r.err }
