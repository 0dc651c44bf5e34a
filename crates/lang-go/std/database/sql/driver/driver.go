// Package driver has the interfaces between package sql and what drives a kind of databases.
package driver

import (
	"context"
	"errors"
	"reflect"
)

// Value is what databases take and give: nil, an int64, float64, bool, []byte, string or time.Time, or what a
// driver's NamedValueChecker lets through.
type Value any

// NamedValue is an argument by its name, or by its place, which is counted from 1.
type NamedValue struct {
	Name    string
	Ordinal int
	Value   Value
}

// Driver opens connections.
type Driver interface {
	Open(name string) (Conn, error)
}

// DriverContext is for drivers that read a name once only.
type DriverContext interface {
	OpenConnector(name string) (Connector, error)
}

// Connector opens connections to one database.
type Connector interface {
	Connect(context.Context) (Conn, error)
	Driver() Driver
}

var (
	// ErrSkip says that something should be done as if the method was not there.
	ErrSkip = errors.New("driver: skip fast-path; continue as if unimplemented")

	// ErrBadConn says that nothing was done and the connection cannot be used, so that another may be tried.
	ErrBadConn = errors.New("driver: bad connection")

	// ErrRemoveArgument is what a NamedValueChecker says of arguments that were meant for itself.
	ErrRemoveArgument = errors.New("driver: remove argument from query")
)

// Conn is a connection, which one goroutine uses at a time.
type Conn interface {
	Prepare(query string) (Stmt, error)
	Close() error
	Begin() (Tx, error)
}

// ConnPrepareContext is a Conn that prepares until a context is done.
type ConnPrepareContext interface {
	PrepareContext(ctx context.Context, query string) (Stmt, error)
}

// ConnBeginTx is a Conn whose transactions have options.
type ConnBeginTx interface {
	BeginTx(ctx context.Context, opts TxOptions) (Tx, error)
}

// Pinger is a Conn that finds out whether it is alive.
type Pinger interface {
	Ping(ctx context.Context) error
}

// Execer is a Conn that executes without a statement.
type Execer interface {
	Exec(query string, args []Value) (Result, error)
}

// ExecerContext is Execer until a context is done.
type ExecerContext interface {
	ExecContext(ctx context.Context, query string, args []NamedValue) (Result, error)
}

// Queryer is a Conn that asks without a statement.
type Queryer interface {
	Query(query string, args []Value) (Rows, error)
}

// QueryerContext is Queryer until a context is done.
type QueryerContext interface {
	QueryContext(ctx context.Context, query string, args []NamedValue) (Rows, error)
}

// SessionResetter is a Conn that forgets its state before it is used again.
type SessionResetter interface {
	ResetSession(ctx context.Context) error
}

// Validator is a Conn that tells whether it may be used again.
type Validator interface {
	IsValid() bool
}

// NamedValueChecker is a Conn or Stmt that checks and converts arguments itself.
type NamedValueChecker interface {
	CheckNamedValue(*NamedValue) error
}

// ColumnConverter is a Stmt with a converter for each of its arguments.
type ColumnConverter interface {
	ColumnConverter(idx int) ValueConverter
}

// IsolationLevel is that of package sql.
type IsolationLevel int

// TxOptions are the options of a transaction.
type TxOptions struct {
	Isolation IsolationLevel
	ReadOnly  bool
}

// Tx is a transaction.
type Tx interface {
	Commit() error
	Rollback() error
}

// Result is what is known after something was executed.
type Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}

// Stmt is a prepared statement. Its number of arguments is -1 if the driver does not know it.
type Stmt interface {
	Close() error
	NumInput() int
	Exec(args []Value) (Result, error)
	Query(args []Value) (Rows, error)
}

// StmtExecContext is a Stmt that executes until a context is done.
type StmtExecContext interface {
	ExecContext(ctx context.Context, args []NamedValue) (Result, error)
}

// StmtQueryContext is a Stmt that asks until a context is done.
type StmtQueryContext interface {
	QueryContext(ctx context.Context, args []NamedValue) (Rows, error)
}

// Rows is an answer. Next is io.EOF after the last row.
type Rows interface {
	Columns() []string
	Close() error
	Next(dest []Value) error
}

// RowsNextResultSet is an answer of several sets of rows.
type RowsNextResultSet interface {
	Rows
	HasNextResultSet() bool
	NextResultSet() error
}

// RowsColumnTypeScanType knows which Go type a column scans into.
type RowsColumnTypeScanType interface {
	Rows
	ColumnTypeScanType(index int) reflect.Type
}

// RowsColumnTypeDatabaseTypeName knows what the database calls the type of a column.
type RowsColumnTypeDatabaseTypeName interface {
	Rows
	ColumnTypeDatabaseTypeName(index int) string
}

// RowsColumnTypeLength knows how long values of a column can be.
type RowsColumnTypeLength interface {
	Rows
	ColumnTypeLength(index int) (length int64, ok bool)
}

// RowsColumnTypeNullable knows whether a column may be null.
type RowsColumnTypeNullable interface {
	Rows
	ColumnTypeNullable(index int) (nullable, ok bool)
}

// RowsColumnTypePrecisionScale knows the precision of decimals.
type RowsColumnTypePrecisionScale interface {
	Rows
	ColumnTypePrecisionScale(index int) (precision, scale int64, ok bool)
}

// RowsAffected is a Result of so many rows.
type RowsAffected int64

var _ Result = RowsAffected(0)

func (RowsAffected) LastInsertId() (int64, error) {
	return 0, errors.New("LastInsertId is not supported by this driver")
}

func (v RowsAffected) RowsAffected() (int64, error) { return int64(v), nil }

// ResultNoRows is the Result of a change to tables themselves.
var ResultNoRows noRows

type noRows struct{}

func (noRows) LastInsertId() (int64, error) {
	return 0, errors.New("no LastInsertId available after DDL statement")
}

func (noRows) RowsAffected() (int64, error) {
	return 0, errors.New("no RowsAffected available after DDL statement")
}
