package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sort"
	"sync"
	"time"
)

func flush(title string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	fmt.Println("--", title)
	for _, l := range st.log {
		fmt.Println("   ", l)
	}
	st.log = nil
}
func stats(db *sql.DB) {
	s := db.Stats()
	s.WaitDuration = 0
	fmt.Printf("%+v\n", s)
}

func main() {
	sql.Register("fake", drv{})
	fmt.Println(sql.Drivers())
	_, err := sql.Open("fake", "bad")
	fmt.Println(err)
	db, err := sql.Open("fake", "x")
	fmt.Println(err, db.Driver() == drv{})
	fmt.Println(db.Ping())
	flush("ping")
	basic(db)
	stmts(db)
	txs(db)
	conns(db)
	contexts(db)
	pool(db)
	bad(db)
	fmt.Println(db.Close(), db.Close())
	flush("close")
	fmt.Println(db.Ping())
	_, err = db.Exec("x")
	fmt.Println(err)
	stats(db)
	func() {
		defer func() { fmt.Println(recover()) }()
		sql.Register("fake", drv{})
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		sql.Register("fake2", nil)
	}()
}

func basic(db *sql.DB) {
	res, err := db.Exec("fast", 1, "a", sql.Named("n", 2.5), []int{3})
	fmt.Println(err)
	fmt.Println(res.RowsAffected())
	fmt.Println(res.LastInsertId())
	flush("fast exec")
	res, err = db.Exec("slow", 1, nil, []byte("x"), int8(3), time.Unix(0, 0).UTC())
	fmt.Println(err)
	fmt.Println(res.RowsAffected())
	flush("slow exec")
	for _, args := range [][]any{{sql.Named("n", 1)}, {sql.Named("1n", 1)}, {map[string]int{}}, {struct{}{}}, {1, 2, sql.Named("x", struct{}{})}, {uint64(1 << 63)}} {
		_, err = db.Exec("slow", args...)
		fmt.Println(err)
	}
	_, err = db.Exec("two", 1)
	fmt.Println(err)
	_, err = db.Query("two", 1, 2, 3)
	fmt.Println(err)
	_, err = db.Exec("err")
	fmt.Println(err)
	_, err = db.Query("err")
	fmt.Println(err)
	_, err = db.Query("noprep")
	fmt.Println(err)
	flush("errors")
	r, err := db.Query("rows 3 1", 7)
	fmt.Println(err)
	fmt.Println(r.Scan(new(int), new(string), new(any)))
	cols, err := r.Columns()
	fmt.Println(cols, err)
	types, err := r.ColumnTypes()
	for _, t := range types {
		l, lo := t.Length()
		p, s, ok := t.DecimalSize()
		n, no := t.Nullable()
		fmt.Println(t.Name(), t.DatabaseTypeName(), t.ScanType(), l, lo, p, s, ok, n, no)
	}
	for {
		for r.Next() {
			var id int
			var name sql.RawBytes
			var t sql.NullTime
			fmt.Println(r.Scan(&id, &name, &t), id, string(name), t)
			fmt.Println(r.Scan(&id, &name, &t))
		}
		fmt.Println(r.Err())
		fmt.Println(r.Scan(new(int), new(string), new(any)))
		if !r.NextResultSet() {
			break
		}
		fmt.Println("set")
	}
	fmt.Println(r.Err(), r.Close(), r.Next(), r.NextResultSet())
	_, err = r.Columns()
	fmt.Println(err)
	_, err = r.ColumnTypes()
	fmt.Println(err)
	fmt.Println(r.Scan(new(int), new(string), new(any)))
	flush("rows")
	r, _ = db.Query("rows 2 0 fail")
	for r.Next() {
		fmt.Println(r.Scan(new(int)))
		fmt.Println(r.Scan(new(int), new(int), new(any)))
		fmt.Println(r.Scan(new(int), new(string), new(int)))
	}
	fmt.Println(r.Err(), r.Close(), r.Err())
	fmt.Println(r.Scan(new(int), new(string), new(any)))
	flush("failing rows")
	var id int
	var name string
	var nt any
	fmt.Println(db.QueryRow("rows 2").Scan(&id, &name, &nt), id, name, nt)
	fmt.Println(db.QueryRow("rows 0").Scan(&id, &name, &nt))
	fmt.Println(db.QueryRow("err").Scan(&id, &name, &nt), db.QueryRow("err").Err())
	fmt.Println(db.QueryRow("rows 2").Scan(&id, new(sql.RawBytes), &nt))
	fmt.Println(db.QueryRow("rows 2").Scan(&id))
	flush("row")
	r, _ = db.Query("rows 1 0 cursor")
	r.Next()
	var inner *sql.Rows = new(sql.Rows)
	fmt.Println(r.Scan(&id, &name, inner))
	for inner.Next() {
		fmt.Println(inner.Scan(&id, &name, &nt), id, name)
	}
	fmt.Println(inner.Err(), inner.Close(), r.Close())
	flush("cursor")
	stats(db)
}

func stmts(db *sql.DB) {
	s, err := db.Prepare("rows 1")
	fmt.Println(err)
	r, err := s.Query(1)
	fmt.Println(err)
	r2, err := s.Query(2)
	fmt.Println(err)
	flush("two queries")
	fmt.Println(s.Close(), s.Close())
	flush("stmt closed")
	fmt.Println(r.Close(), r2.Close())
	flush("rows closed")
	_, err = s.Exec()
	fmt.Println(err, s.QueryRow().Err())
	s, err = db.Prepare("slow")
	for i := range 3 {
		res, err := s.Exec(i)
		fmt.Println(err)
		fmt.Println(res.RowsAffected())
	}
	_, err = s.Exec(struct{}{})
	fmt.Println(err)
	s.Close()
	_, err = db.Prepare("noprep")
	fmt.Println(err)
	flush("stmt exec")
	stats(db)
}

func txs(db *sql.DB) {
	t, err := db.Begin()
	fmt.Println(err)
	_, err = t.Exec("slow", 1)
	fmt.Println(err)
	s, err := t.Prepare("slow")
	fmt.Println(err)
	_, err = s.Exec(5)
	fmt.Println(err)
	var id int
	fmt.Println(t.QueryRow("rows 1").Scan(&id, new(string), new(any)))
	fmt.Println(t.Commit(), t.Commit(), t.Rollback())
	_, err = t.Exec("x")
	fmt.Println(err)
	_, err = s.Exec(5)
	fmt.Println(err)
	_, err = t.Prepare("x")
	fmt.Println(err, t.QueryRow("x").Err(), t.Stmt(s).Close())
	flush("tx")
	ds, _ := db.Prepare("slow")
	t, _ = db.Begin()
	ts := t.Stmt(ds)
	_, err = ts.Exec(1)
	fmt.Println(err)
	ts2 := t.Stmt(ts)
	_, err = ts2.Exec(2)
	fmt.Println(err)
	fmt.Println(t.Rollback(), t.Rollback())
	flush("tx stmt")
	_, err = ts.Exec(1)
	fmt.Println(err)
	_, err = ds.Exec(3)
	fmt.Println(err, ds.Close())
	flush("db stmt after")
	for _, o := range []*sql.TxOptions{{Isolation: sql.LevelSerializable}, {ReadOnly: true}, {}} {
		t, err := db.BeginTx(context.Background(), o)
		fmt.Println(t != nil, err)
		if t != nil {
			t.Rollback()
		}
	}
	other := sql.OpenDB(connector{})
	os, _ := other.Prepare("slow")
	t, _ = db.Begin()
	_, err = t.Stmt(os).Exec()
	fmt.Println(err)
	t.Rollback()
	fmt.Println(other.Close())
	flush("options")
	stats(db)
}

func conns(db *sql.DB) {
	ctx := context.Background()
	c, err := db.Conn(ctx)
	fmt.Println(err, c.PingContext(ctx))
	_, err = c.ExecContext(ctx, "slow", 1)
	fmt.Println(err)
	s, err := c.PrepareContext(ctx, "slow")
	_, err = s.Exec(1)
	fmt.Println(err)
	t, err := c.BeginTx(ctx, nil)
	fmt.Println(err)
	_, err = t.Exec("slow", 2)
	fmt.Println(err, t.Commit())
	fmt.Println(c.Raw(func(dc any) error { fmt.Printf("%T\n", dc); return errors.New("raw") }))
	fmt.Println(c.QueryRowContext(ctx, "rows 1").Scan(new(int), new(string), new(any)))
	r, err := c.QueryContext(ctx, "rows 3")
	fmt.Println(err, r.Next(), r.Close())
	fmt.Println(s.Close())
	fmt.Println(c.Close(), c.Close(), c.PingContext(ctx))
	_, err = c.ExecContext(ctx, "x")
	fmt.Println(err)
	flush("conn")
	c, _ = db.Conn(ctx)
	fmt.Println(c.Raw(func(dc any) error { return driver.ErrBadConn }))
	fmt.Println(c.PingContext(ctx))
	flush("bad conn")
	c, _ = db.Conn(ctx)
	func() {
		defer func() { fmt.Println(recover()) }()
		c.Raw(func(dc any) error { panic("in raw") })
	}()
	fmt.Println(c.Close())
	flush("panic")
	c, _ = db.Conn(ctx)
	c.Raw(func(dc any) error { dc.(*conn).valid = false; return nil })
	fmt.Println(c.Close())
	flush("invalid")
	stats(db)
}

func contexts(db *sql.DB) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(db.PingContext(ctx))
	_, err := db.ExecContext(ctx, "slow")
	fmt.Println(err)
	_, err = db.QueryContext(ctx, "slow")
	fmt.Println(err)
	_, err = db.BeginTx(ctx, nil)
	fmt.Println(err)
	_, err = db.Conn(ctx)
	fmt.Println(err)
	_, err = db.PrepareContext(ctx, "slow")
	fmt.Println(err)
	flush("cancelled")
	ctx, cancel = context.WithCancel(context.Background())
	r, err := db.QueryContext(ctx, "rows 5")
	fmt.Println(err, r.Next())
	cancel()
	time.Sleep(20 * time.Millisecond)
	fmt.Println(r.Next(), r.Err(), r.Close())
	fmt.Println(r.Scan(new(int), new(string), new(any)))
	flush("rows cancelled")
	ctx, cancel = context.WithCancel(context.Background())
	t, err := db.BeginTx(ctx, nil)
	_, err = t.ExecContext(ctx, "slow")
	fmt.Println(err)
	cancel()
	time.Sleep(20 * time.Millisecond)
	fmt.Println(t.Commit(), t.Rollback())
	_, err = t.Exec("slow")
	fmt.Println(err)
	flush("tx cancelled")
	t, _ = db.Begin()
	r, _ = t.Query("rows 5")
	fmt.Println(r.Next())
	fmt.Println(t.Rollback())
	time.Sleep(10 * time.Millisecond)
	fmt.Println(r.Next(), r.Err())
	flush("tx rows")
	stats(db)
}

func pool(db *sql.DB) {
	db.SetMaxOpenConns(2)
	db.SetMaxIdleConns(1)
	ctx := context.Background()
	a, _ := db.Conn(ctx)
	b, _ := db.Conn(ctx)
	stats(db)
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	_, err := db.Conn(short)
	fmt.Println(err)
	cancel()
	var wg sync.WaitGroup
	results := make([]string, 4)
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, err := db.Exec("fast", i)
			results[i] = fmt.Sprint(i, err)
		}()
	}
	time.Sleep(10 * time.Millisecond)
	a.Close()
	wg.Wait()
	sort.Strings(results)
	fmt.Println(results)
	b.Close()
	stats(db)
	st.mu.Lock()
	sort.Strings(st.log)
	st.mu.Unlock()
	flush("pool")
	db.SetMaxIdleConns(0)
	stats(db)
	db.Exec("fast")
	flush("no idle")
	db.SetMaxIdleConns(5)
	db.SetMaxOpenConns(0)
	a, _ = db.Conn(ctx)
	b, _ = db.Conn(ctx)
	a.Close()
	b.Close()
	stats(db)
	flush("two idle")
	db.SetConnMaxLifetime(time.Millisecond)
	time.Sleep(5 * time.Millisecond)
	fmt.Println(db.Ping())
	stats(db)
	flush("expired")
	db.SetConnMaxLifetime(0)
	db.SetConnMaxIdleTime(time.Millisecond)
	db.Ping()
	time.Sleep(2500 * time.Millisecond)
	stats(db)
	flush("idle time")
	db.SetConnMaxIdleTime(-1)
	db.SetMaxIdleConns(2)
}

func bad(db *sql.DB) {
	_, err := db.Prepare("bad")
	fmt.Println(err, err == driver.ErrBadConn)
	flush("bad prepare")
	for n := range 5 {
		st.bad = n
		db.Ping()
		db.Ping()
		_, err = db.Exec("badexec")
		fmt.Println(n, err)
	}
	flush("bad exec")
	st.failing = true
	db.SetMaxIdleConns(0)
	_, err = db.Exec("slow")
	fmt.Println(err, db.QueryRow("x").Scan(), db.Ping())
	_, err = db.Begin()
	fmt.Println(err)
	_, err = db.Conn(context.Background())
	fmt.Println(err)
	st.failing = false
	flush("failing")
	stats(db)
}

// Output:
// [fake]
// bad name
// <nil> true
// <nil>
// -- ping
//     connect 1
//     c1 ping
//     c1 valid
// <nil>
// 3 <nil>
// 0 LastInsertId is not supported by this driver
// -- fast exec
//     c1 reset
//     c1 fast exec [{ 1 1} { 2 a} {n 3 2.5}]
//     c1 valid
// <nil>
// 5 <nil>
// -- slow exec
//     c1 reset
//     c1 prepare slow
//     c1 exec slow [1 <nil> [120] 3 1970-01-01 00:00:00 +0000 UTC]
//     c1 stmt close slow
//     c1 valid
// sql: driver does not support the use of Named Parameters
// name "1n" does not begin with a letter
// sql: converting argument $1 type: no maps
// sql: converting argument $1 type: unsupported type struct {}, a struct
// sql: converting argument with name "x" type: unsupported type struct {}, a struct
// sql: converting argument $1 type: uint64 values with high bit set are not supported
// sql: expected 2 arguments, got 1
// sql: expected 2 arguments, got 3
// exec err
// query err
// noprep
// -- errors
//     c1 reset
//     c1 prepare slow
//     c1 stmt close slow
//     c1 valid
//     c1 reset
//     c1 valid
//     c1 reset
//     c1 valid
//     c1 reset
//     c1 valid
//     c1 reset
//     c1 valid
//     c1 reset
//     c1 valid
//     c1 reset
//     c1 prepare two
//     c1 stmt close two
//     c1 valid
//     c1 reset
//     c1 prepare two
//     c1 stmt close two
//     c1 valid
//     c1 reset
//     c1 prepare err
//     c1 exec err []
//     c1 stmt close err
//     c1 valid
//     c1 reset
//     c1 prepare err
//     c1 query err []
//     c1 stmt close err
//     c1 valid
//     c1 reset
//     c1 prepare noprep
//     c1 valid
// <nil>
// sql: Scan called without calling Next
// [id name t] <nil>
// id BIGINT int64 7 false 9 2 true true false
// name BIGINT int64 7 true 9 2 false true false
// t BIGINT int64 7 false 9 2 false true true
// <nil> 0 name0 {0001-01-01 00:00:00 +0000 UTC false}
// sql: Scan called without calling Next (closemuScanHold)
// <nil> 1 name1 {0001-01-01 00:00:00 +0000 UTC false}
// sql: Scan called without calling Next (closemuScanHold)
// <nil> 2 name2 {0001-01-01 00:00:00 +0000 UTC false}
// sql: Scan called without calling Next (closemuScanHold)
// <nil>
// <nil>
// set
// <nil> 0 name0 {0001-01-01 00:00:00 +0000 UTC false}
// sql: Scan called without calling Next (closemuScanHold)
// <nil> 1 name1 {0001-01-01 00:00:00 +0000 UTC false}
// sql: Scan called without calling Next (closemuScanHold)
// <nil> 2 name2 {0001-01-01 00:00:00 +0000 UTC false}
// sql: Scan called without calling Next (closemuScanHold)
// <nil>
// sql: Rows are closed
// <nil> <nil> false false
// sql: Rows are closed
// sql: Rows are closed
// sql: Rows are closed
// -- rows
//     c1 reset
//     c1 prepare rows 3 1
//     c1 query rows 3 1 [7]
//     c1 rows close
//     c1 stmt close rows 3 1
//     c1 valid
// sql: expected 3 destination arguments in Scan, not 1
// sql: Scan error on column index 1, name "name": converting driver.Value type []uint8 ("name0") to a int: invalid syntax
// sql: Scan error on column index 2, name "t": converting NULL to int is unsupported
// sql: expected 3 destination arguments in Scan, not 1
// sql: Scan error on column index 1, name "name": converting driver.Value type []uint8 ("name1") to a int: invalid syntax
// sql: Scan error on column index 2, name "t": converting NULL to int is unsupported
// next failed <nil> next failed
// next failed
// -- failing rows
//     c1 reset
//     c1 prepare rows 2 0 fail
//     c1 query rows 2 0 fail []
//     c1 rows close
//     c1 stmt close rows 2 0 fail
//     c1 valid
// <nil> 0 name0 <nil>
// sql: no rows in result set
// query err query err
// sql: RawBytes isn't allowed on Row.Scan
// sql: expected 3 destination arguments in Scan, not 1
// -- row
//     c1 reset
//     c1 prepare rows 2
//     c1 query rows 2 []
//     c1 rows close
//     c1 stmt close rows 2
//     c1 valid
//     c1 reset
//     c1 prepare rows 0
//     c1 query rows 0 []
//     c1 rows close
//     c1 stmt close rows 0
//     c1 valid
//     c1 reset
//     c1 prepare err
//     c1 query err []
//     c1 stmt close err
//     c1 valid
//     c1 reset
//     c1 prepare err
//     c1 query err []
//     c1 stmt close err
//     c1 valid
//     c1 reset
//     c1 prepare rows 2
//     c1 query rows 2 []
//     c1 rows close
//     c1 stmt close rows 2
//     c1 valid
//     c1 reset
//     c1 prepare rows 2
//     c1 query rows 2 []
//     c1 rows close
//     c1 stmt close rows 2
//     c1 valid
// <nil>
// <nil> 0 name0
// <nil> 1 name1
// <nil> <nil> <nil>
// -- cursor
//     c1 reset
//     c1 prepare rows 1 0 cursor
//     c1 query rows 1 0 cursor []
//     c1 rows close
//     c1 rows close
//     c1 stmt close rows 1 0 cursor
//     c1 valid
// {MaxOpenConnections:0 OpenConnections:1 InUse:0 Idle:1 WaitCount:0 WaitDuration:0s MaxIdleClosed:0 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// <nil>
// <nil>
// <nil>
// -- two queries
//     c1 reset
//     c1 prepare rows 1
//     c1 valid
//     c1 reset
//     c1 query rows 1 [1]
//     connect 2
//     c2 prepare rows 1
//     c2 query rows 1 [2]
// <nil> <nil>
// -- stmt closed
// <nil> <nil>
// -- rows closed
//     c1 rows close
//     c1 valid
//     c2 rows close
//     c2 valid
//     c1 stmt close rows 1
//     c2 stmt close rows 1
// sql: statement is closed sql: statement is closed
// <nil>
// 1 <nil>
// <nil>
// 1 <nil>
// <nil>
// 1 <nil>
// sql: converting argument $1 type: unsupported type struct {}, a struct
// noprep
// -- stmt exec
//     c2 reset
//     c2 prepare slow
//     c2 valid
//     c2 reset
//     c2 exec slow [0]
//     c2 valid
//     c2 reset
//     c2 exec slow [1]
//     c2 valid
//     c2 reset
//     c2 exec slow [2]
//     c2 valid
//     c2 reset
//     c2 valid
//     c2 stmt close slow
//     c2 reset
//     c2 prepare noprep
//     c2 valid
// {MaxOpenConnections:0 OpenConnections:2 InUse:0 Idle:2 WaitCount:0 WaitDuration:0s MaxIdleClosed:0 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// <nil>
// <nil>
// <nil>
// <nil>
// <nil>
// <nil> sql: transaction has already been committed or rolled back sql: transaction has already been committed or rolled back
// sql: transaction has already been committed or rolled back
// sql: statement is closed
// sql: transaction has already been committed or rolled back sql: transaction has already been committed or rolled back sql: transaction has already been committed or rolled back
// -- tx
//     c2 reset
//     c2 begin
//     c2 prepare slow
//     c2 exec slow [1]
//     c2 stmt close slow
//     c2 prepare slow
//     c2 exec slow [5]
//     c2 prepare rows 1
//     c2 query rows 1 []
//     c2 rows close
//     c2 stmt close rows 1
//     c2 commit
//     c2 stmt close slow
//     c2 valid
// <nil>
// <nil>
// <nil> sql: transaction has already been committed or rolled back
// -- tx stmt
//     c2 reset
//     c2 prepare slow
//     c2 valid
//     c2 reset
//     c2 begin
//     c2 exec slow [1]
//     c2 prepare slow
//     c2 exec slow [2]
//     c2 rollback
//     c2 stmt close slow
//     c2 valid
// sql: statement is closed
// <nil> <nil>
// -- db stmt after
//     c2 reset
//     c2 exec slow [3]
//     c2 valid
//     c2 stmt close slow
// false sql: driver does not support non-default isolation level
// false sql: driver does not support read-only transactions
// true <nil>
// sql: Tx.Stmt: statement from different database used
// cc
// -- options
//     c2 reset
//     c2 valid
//     c2 reset
//     c2 valid
//     c2 reset
//     c2 begin
//     c2 rollback
//     c2 valid
//     connect 3
//     c3 prepare slow
//     c3 valid
//     c2 reset
//     c2 begin
//     c2 rollback
//     c2 valid
//     c3 stmt close slow
//     c3 close
//     connector close
// {MaxOpenConnections:0 OpenConnections:2 InUse:0 Idle:2 WaitCount:0 WaitDuration:0s MaxIdleClosed:0 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// <nil> <nil>
// <nil>
// <nil>
// <nil>
// <nil> <nil>
// *main.conn
// raw
// <nil>
// <nil> true <nil>
// <nil>
// <nil> sql: connection is already closed sql: connection is already closed
// sql: connection is already closed
// -- conn
//     c2 reset
//     c2 ping
//     c2 prepare slow
//     c2 exec slow [1]
//     c2 stmt close slow
//     c2 prepare slow
//     c2 exec slow [1]
//     c2 begin
//     c2 prepare slow
//     c2 exec slow [2]
//     c2 stmt close slow
//     c2 commit
//     c2 prepare rows 1
//     c2 query rows 1 []
//     c2 rows close
//     c2 stmt close rows 1
//     c2 prepare rows 3
//     c2 query rows 3 []
//     c2 rows close
//     c2 stmt close rows 3
//     c2 stmt close slow
//     c2 valid
// driver: bad connection
// sql: connection is already closed
// -- bad conn
//     c2 reset
//     c2 close
// in raw
// sql: connection is already closed
// -- panic
//     c1 reset
//     c1 close
// <nil>
// -- invalid
//     connect 4
//     c4 valid
//     c4 close
// {MaxOpenConnections:0 OpenConnections:0 InUse:0 Idle:0 WaitCount:0 WaitDuration:0s MaxIdleClosed:0 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// context canceled
// context canceled
// context canceled
// context canceled
// context canceled
// context canceled
// -- cancelled
// <nil> true
// false context canceled <nil>
// context canceled
// -- rows cancelled
//     connect 5
//     c5 prepare rows 5
//     c5 query rows 5 []
//     c5 rows close
//     c5 stmt close rows 5
//     c5 valid
// <nil>
// sql: transaction has already been committed or rolled back sql: transaction has already been committed or rolled back
// sql: transaction has already been committed or rolled back
// -- tx cancelled
//     c5 reset
//     c5 begin
//     c5 prepare slow
//     c5 exec slow []
//     c5 stmt close slow
//     c5 rollback
//     c5 valid
// true
// <nil>
// false context canceled
// -- tx rows
//     c5 reset
//     c5 begin
//     c5 prepare rows 5
//     c5 query rows 5 []
//     c5 rows close
//     c5 stmt close rows 5
//     c5 rollback
//     c5 valid
// {MaxOpenConnections:0 OpenConnections:1 InUse:0 Idle:1 WaitCount:0 WaitDuration:0s MaxIdleClosed:0 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// {MaxOpenConnections:2 OpenConnections:2 InUse:2 Idle:0 WaitCount:0 WaitDuration:0s MaxIdleClosed:0 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// context deadline exceeded
// [0 <nil> 1 <nil> 2 <nil> 3 <nil>]
// {MaxOpenConnections:2 OpenConnections:1 InUse:0 Idle:1 WaitCount:5 WaitDuration:0s MaxIdleClosed:1 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// -- pool
//     c5 fast exec [{ 1 0}]
//     c5 fast exec [{ 1 1}]
//     c5 fast exec [{ 1 2}]
//     c5 fast exec [{ 1 3}]
//     c5 reset
//     c5 reset
//     c5 reset
//     c5 reset
//     c5 reset
//     c5 valid
//     c5 valid
//     c5 valid
//     c5 valid
//     c5 valid
//     c6 close
//     c6 valid
//     connect 6
// {MaxOpenConnections:2 OpenConnections:0 InUse:0 Idle:0 WaitCount:5 WaitDuration:0s MaxIdleClosed:2 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// -- no idle
//     c5 close
//     connect 7
//     c7 fast exec []
//     c7 valid
//     c7 close
// {MaxOpenConnections:0 OpenConnections:2 InUse:0 Idle:2 WaitCount:5 WaitDuration:0s MaxIdleClosed:3 MaxIdleTimeClosed:0 MaxLifetimeClosed:0}
// -- two idle
//     connect 8
//     connect 9
//     c8 valid
//     c9 valid
// <nil>
// {MaxOpenConnections:0 OpenConnections:1 InUse:0 Idle:1 WaitCount:5 WaitDuration:0s MaxIdleClosed:3 MaxIdleTimeClosed:0 MaxLifetimeClosed:2}
// -- expired
//     c9 close
//     c8 close
//     connect 10
//     c10 ping
//     c10 valid
// {MaxOpenConnections:0 OpenConnections:0 InUse:0 Idle:0 WaitCount:5 WaitDuration:0s MaxIdleClosed:3 MaxIdleTimeClosed:1 MaxLifetimeClosed:2}
// -- idle time
//     c10 reset
//     c10 ping
//     c10 valid
//     c10 close
// driver: bad connection true
// -- bad prepare
//     connect 11
//     c11 prepare bad
//     c11 close
//     connect 12
//     c12 prepare bad
//     c12 close
//     connect 13
//     c13 prepare bad
//     c13 close
// 0 <nil>
// 1 <nil>
// 2 <nil>
// 3 driver: bad connection
// 4 driver: bad connection
// -- bad exec
//     connect 14
//     c14 ping
//     c14 valid
//     c14 reset
//     c14 ping
//     c14 valid
//     c14 reset
//     c14 prepare badexec
//     c14 exec badexec []
//     c14 stmt close badexec
//     c14 valid
//     c14 reset
//     c14 ping
//     c14 valid
//     c14 reset
//     c14 ping
//     c14 valid
//     c14 reset
//     c14 prepare badexec
//     c14 exec badexec []
//     c14 stmt close badexec
//     c14 close
//     connect 15
//     c15 prepare badexec
//     c15 exec badexec []
//     c15 stmt close badexec
//     c15 valid
//     c15 reset
//     c15 ping
//     c15 valid
//     c15 reset
//     c15 ping
//     c15 valid
//     c15 reset
//     c15 prepare badexec
//     c15 exec badexec []
//     c15 stmt close badexec
//     c15 close
//     connect 16
//     c16 prepare badexec
//     c16 exec badexec []
//     c16 stmt close badexec
//     c16 close
//     connect 17
//     c17 prepare badexec
//     c17 exec badexec []
//     c17 stmt close badexec
//     c17 valid
//     c17 reset
//     c17 ping
//     c17 valid
//     c17 reset
//     c17 ping
//     c17 valid
//     c17 reset
//     c17 prepare badexec
//     c17 exec badexec []
//     c17 stmt close badexec
//     c17 close
//     connect 18
//     c18 prepare badexec
//     c18 exec badexec []
//     c18 stmt close badexec
//     c18 close
//     connect 19
//     c19 prepare badexec
//     c19 exec badexec []
//     c19 stmt close badexec
//     c19 close
//     connect 20
//     c20 ping
//     c20 valid
//     c20 reset
//     c20 ping
//     c20 valid
//     c20 reset
//     c20 prepare badexec
//     c20 exec badexec []
//     c20 stmt close badexec
//     c20 close
//     connect 21
//     c21 prepare badexec
//     c21 exec badexec []
//     c21 stmt close badexec
//     c21 close
//     connect 22
//     c22 prepare badexec
//     c22 exec badexec []
//     c22 stmt close badexec
//     c22 close
// cannot connect cannot connect cannot connect
// cannot connect
// cannot connect
// -- failing
// {MaxOpenConnections:0 OpenConnections:0 InUse:0 Idle:0 WaitCount:5 WaitDuration:0s MaxIdleClosed:3 MaxIdleTimeClosed:1 MaxLifetimeClosed:2}
// cc <nil>
// -- close
//     connector close
// sql: database is closed
// sql: database is closed
// {MaxOpenConnections:0 OpenConnections:0 InUse:0 Idle:0 WaitCount:5 WaitDuration:0s MaxIdleClosed:3 MaxIdleTimeClosed:1 MaxLifetimeClosed:2}
// sql: Register called twice for driver fake
// sql: Register driver is nil
