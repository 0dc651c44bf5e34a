// Package sql gives programs databases, by drivers that register themselves, with a pool of connections to
// each.
package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

var (
	driversMu sync.RWMutex
	drivers   = map[string]driver.Driver{}
)

// Register gives a driver a name. It panics if the name is taken, or the driver is nil.
func Register(name string, driver driver.Driver) {
	driversMu.Lock()
	defer driversMu.Unlock()
	if driver == nil {
		panic("sql: Register driver is nil")
	}
	if _, taken := drivers[name]; taken {
		panic("sql: Register called twice for driver " + name)
	}
	drivers[name] = driver
}

// Drivers are the names of drivers, sorted.
func Drivers() []string {
	driversMu.RLock()
	defer driversMu.RUnlock()
	names := make([]string, 0, len(drivers))
	for name := range drivers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

var (
	// ErrNoRows is the error of Row.Scan where there is no row.
	ErrNoRows = errors.New("sql: no rows in result set")

	// ErrConnDone is the error of a connection that was given back.
	ErrConnDone = errors.New("sql: connection is already closed")

	// ErrTxDone is the error of a transaction that has ended.
	ErrTxDone = errors.New("sql: transaction has already been committed or rolled back")

	errClosed     = errors.New("sql: database is closed")
	errStmtClosed = errors.New("sql: statement is closed")
	errRowsClosed = errors.New("sql: Rows are closed")
	errNoRows     = errors.New("sql: no Rows available")
)

// NamedArg is an argument by its name.
type NamedArg struct {
	_ struct{}

	Name  string
	Value any
}

// Named makes a NamedArg.
func Named(name string, value any) NamedArg { return NamedArg{Name: name, Value: value} }

// checkName tells what is wrong with the name of an argument.
func checkName(name string) error {
	if name == "" {
		return nil
	}
	if r, _ := utf8.DecodeRuneInString(name); unicode.IsLetter(r) {
		return nil
	}
	return fmt.Errorf("name %q does not begin with a letter", name)
}

// Out is an argument that the database sets.
type Out struct {
	_ struct{}

	Dest any  // a pointer
	In   bool // whether what it points to is an argument, too
}

// IsolationLevel says what transactions see of each other.
type IsolationLevel int

const (
	LevelDefault IsolationLevel = iota
	LevelReadUncommitted
	LevelReadCommitted
	LevelWriteCommitted
	LevelRepeatableRead
	LevelSnapshot
	LevelSerializable
	LevelLinearizable
)

var levels = [...]string{
	"Default", "Read Uncommitted", "Read Committed", "Write Committed", "Repeatable Read", "Snapshot", "Serializable",
	"Linearizable",
}

func (i IsolationLevel) String() string {
	if i < 0 || int(i) >= len(levels) {
		return "IsolationLevel(" + strconv.Itoa(int(i)) + ")"
	}
	return levels[i]
}

// TxOptions are the options of a transaction.
type TxOptions struct {
	Isolation IsolationLevel
	ReadOnly  bool
}

// RawBytes is memory of the database's, which is valid until the next call of Next, Scan or Close.
type RawBytes []byte

// Scanner takes values of a database.
type Scanner interface {
	// Scan takes an int64, float64, bool, []byte, string, time.Time or nil. Bytes have to be copied to be
	// kept.
	Scan(src any) error
}

// Result is what is known after something was executed.
type Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}

// lockedResult asks a driver's Result while it has the connection for itself.
type lockedResult struct {
	sync.Locker
	result driver.Result
}

func (r lockedResult) LastInsertId() (int64, error) {
	r.Lock()
	defer r.Unlock()
	return r.result.LastInsertId()
}

func (r lockedResult) RowsAffected() (int64, error) {
	r.Lock()
	defer r.Unlock()
	return r.result.RowsAffected()
}

// ColumnType is what a driver knows of a column.
type ColumnType struct {
	name              string
	databaseType      string
	scanType          reflect.Type
	length            int64
	precision, scale  int64
	nullable          bool
	hasLength         bool
	hasNullable       bool
	hasPrecisionScale bool
}

// Name is the column's name, or what it was renamed to.
func (ci *ColumnType) Name() string { return ci.name }

// Length is how long values can be, of types that vary.
func (ci *ColumnType) Length() (length int64, ok bool) { return ci.length, ci.hasLength }

// DecimalSize is the precision of decimals.
func (ci *ColumnType) DecimalSize() (precision, scale int64, ok bool) {
	return ci.precision, ci.scale, ci.hasPrecisionScale
}

// ScanType is a type that values can be scanned into.
func (ci *ColumnType) ScanType() reflect.Type { return ci.scanType }

// Nullable tells whether there may be null.
func (ci *ColumnType) Nullable() (nullable, ok bool) { return ci.nullable, ci.hasNullable }

// DatabaseTypeName is what the database calls the type.
func (ci *ColumnType) DatabaseTypeName() string { return ci.databaseType }

func columnTypes(rows driver.Rows) []*ColumnType {
	names := rows.Columns()
	list := make([]*ColumnType, len(names))
	for i, name := range names {
		ci := &ColumnType{name: name, scanType: reflect.TypeFor[any]()}
		list[i] = ci
		if r, ok := rows.(driver.RowsColumnTypeScanType); ok {
			ci.scanType = r.ColumnTypeScanType(i)
		}
		if r, ok := rows.(driver.RowsColumnTypeDatabaseTypeName); ok {
			ci.databaseType = r.ColumnTypeDatabaseTypeName(i)
		}
		if r, ok := rows.(driver.RowsColumnTypeLength); ok {
			ci.length, ci.hasLength = r.ColumnTypeLength(i)
		}
		if r, ok := rows.(driver.RowsColumnTypeNullable); ok {
			ci.nullable, ci.hasNullable = r.ColumnTypeNullable(i)
		}
		if r, ok := rows.(driver.RowsColumnTypePrecisionScale); ok {
			ci.precision, ci.scale, ci.hasPrecisionScale = r.ColumnTypePrecisionScale(i)
		}
	}
	return list
}

// dsnConnector is for drivers that read the name each time.
type dsnConnector struct {
	name   string
	driver driver.Driver
}

func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.name) }
func (c dsnConnector) Driver() driver.Driver                        { return c.driver }

// Open makes a database by a driver's name and a name that the driver understands. Nothing is connected yet.
func Open(driverName, dataSourceName string) (*DB, error) {
	driversMu.RLock()
	d, ok := drivers[driverName]
	driversMu.RUnlock()
	if !ok {
		return nil, fmt.Errorf("sql: unknown driver %q (forgotten import?)", driverName)
	}
	if dc, ok := d.(driver.DriverContext); ok {
		connector, err := dc.OpenConnector(dataSourceName)
		if err != nil {
			return nil, err
		}
		return OpenDB(connector), nil
	}
	return OpenDB(dsnConnector{dataSourceName, d}), nil
}

// DBStats counts connections.
type DBStats struct {
	MaxOpenConnections int // 0 is no limit

	OpenConnections int
	InUse           int
	Idle            int

	WaitCount         int64 // connections that were waited for
	WaitDuration      time.Duration
	MaxIdleClosed     int64 // connections closed by the limit of SetMaxIdleConns
	MaxIdleTimeClosed int64 // those of SetConnMaxIdleTime
	MaxLifetimeClosed int64 // those of SetConnMaxLifetime
}
