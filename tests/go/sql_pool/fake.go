package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
)

type state struct {
	mu      sync.Mutex
	log     []string
	conns   int
	bad     int
	failing bool
}

func (s *state) add(f string, a ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf(f, a...))
}

var st = &state{}

type conn struct {
	id    int
	valid bool
}
type stmt struct {
	c *conn
	q string
}
type tx struct{ c *conn }
type connector struct{}
type drv struct{}

func (drv) Open(n string) (driver.Conn, error) { return nil, errors.New("not so") }
func (drv) OpenConnector(n string) (driver.Connector, error) {
	if n == "bad" {
		return nil, errors.New("bad name")
	}
	return connector{}, nil
}
func (connector) Driver() driver.Driver { return drv{} }
func (connector) Close() error          { st.add("connector close"); return errors.New("cc") }
func (connector) Connect(ctx context.Context) (driver.Conn, error) {
	if st.failing {
		return nil, errors.New("cannot connect")
	}
	st.conns++
	st.add("connect %d", st.conns)
	return &conn{st.conns, true}, nil
}
func (c *conn) Prepare(q string) (driver.Stmt, error) {
	st.add("c%d prepare %s", c.id, q)
	if q == "bad" {
		return nil, driver.ErrBadConn
	}
	if q == "noprep" {
		return nil, errors.New("noprep")
	}
	return &stmt{c, q}, nil
}
func (c *conn) Close() error { st.add("c%d close", c.id); return nil }
func (c *conn) Begin() (driver.Tx, error) {
	st.add("c%d begin", c.id)
	return &tx{c}, nil
}
func (c *conn) ResetSession(ctx context.Context) error { st.add("c%d reset", c.id); return nil }
func (c *conn) IsValid() bool                          { st.add("c%d valid", c.id); return c.valid }
func (c *conn) Ping(ctx context.Context) error         { st.add("c%d ping", c.id); return nil }
func (c *conn) ExecContext(ctx context.Context, q string, a []driver.NamedValue) (driver.Result, error) {
	if strings.HasPrefix(q, "fast") {
		st.add("c%d fast exec %v", c.id, a)
		return driver.RowsAffected(len(a)), nil
	}
	return nil, driver.ErrSkip
}
func (c *conn) CheckNamedValue(nv *driver.NamedValue) error {
	switch nv.Value.(type) {
	case sql.Out:
		return nil
	case []int:
		return driver.ErrRemoveArgument
	case map[string]int:
		return errors.New("no maps")
	}
	return driver.ErrSkip
}
func (t *tx) Commit() error   { st.add("c%d commit", t.c.id); return nil }
func (t *tx) Rollback() error { st.add("c%d rollback", t.c.id); return nil }
func (s *stmt) Close() error  { st.add("c%d stmt close %s", s.c.id, s.q); return nil }
func (s *stmt) NumInput() int {
	if strings.HasPrefix(s.q, "two") {
		return 2
	}
	return -1
}
func (s *stmt) Exec(a []driver.Value) (driver.Result, error) {
	st.add("c%d exec %s %v", s.c.id, s.q, a)
	switch s.q {
	case "err":
		return nil, errors.New("exec err")
	case "badexec":
		if st.bad > 0 {
			st.bad--
			return nil, driver.ErrBadConn
		}
	}
	return driver.RowsAffected(len(a)), nil
}
func (s *stmt) Query(a []driver.Value) (driver.Rows, error) {
	st.add("c%d query %s %v", s.c.id, s.q, a)
	if s.q == "err" {
		return nil, errors.New("query err")
	}
	r := &rows{s: s}
	var n, m int
	fmt.Sscanf(s.q, "rows %d %d", &n, &m)
	r.n, r.sets = n, m
	r.a = a
	return r, nil
}

type rows struct {
	s       *stmt
	n, sets int
	i       int
	a       []driver.Value
}

func (r *rows) Columns() []string { return []string{"id", "name", "t"} }
func (r *rows) Close() error      { st.add("c%d rows close", r.s.c.id); return nil }
func (r *rows) Next(d []driver.Value) error {
	if r.i >= r.n {
		if r.s.q == "rows 2 0 fail" {
			return errors.New("next failed")
		}
		return io.EOF
	}
	d[0] = int64(r.i)
	d[1] = []byte(fmt.Sprint("name", r.i))
	d[2] = nil
	if r.s.q == "rows 1 0 cursor" {
		d[2] = &rows{s: r.s, n: 2}
	}
	r.i++
	return nil
}
func (r *rows) HasNextResultSet() bool { return r.sets > 0 }
func (r *rows) NextResultSet() error {
	if r.sets == 0 {
		return io.EOF
	}
	r.sets--
	r.i = 0
	return nil
}
func (r *rows) ColumnTypeScanType(i int) reflect.Type                { return reflect.TypeOf(int64(0)) }
func (r *rows) ColumnTypeDatabaseTypeName(i int) string              { return "BIGINT" }
func (r *rows) ColumnTypeLength(i int) (int64, bool)                 { return 7, i == 1 }
func (r *rows) ColumnTypeNullable(i int) (bool, bool)                { return true, i == 2 }
func (r *rows) ColumnTypePrecisionScale(i int) (a, b int64, ok bool) { return 9, 2, i == 0 }
