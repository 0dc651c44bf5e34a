package main

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"time"
)

type V struct{ v any }

func (v V) Value() (driver.Value, error) { return v.v, nil }

type PV struct{ v int }

func (v *PV) Value() (driver.Value, error) { return "pv", nil }

type EV struct{}

func (EV) Value() (driver.Value, error) { return nil, errors.New("ev") }

type S string
type I int8
type B []byte
type F float32
type T bool

func main() {
	i := 5
	var np *int
	var nv *V
	var npv *PV
	vals := []any{nil, true, false, 0, 1, 2, -1, int8(3), int64(1 << 40), uint(7), uint64(1 << 63), float32(1.5), 2.5, "true", "x", "12", "99999999999", []byte("1"), []byte("zz"), time.Unix(0, 5).UTC(), S("s"), I(1), B("1"), F(1.25), T(true), &i, np, nv, npv, &PV{1}, V{1}, V{int64(1)}, V{nil}, V{"q"}, EV{}, []int{1}, [2]int{}, struct{}{}, map[string]int{}, make(chan int), func() {}, complex(1, 2), errors.New("e"), sql.NullString{}, sql.NullInt64{3, true}, sql.Named("x", 1), sql.Out{}, []string{"a"}, uintptr(9),
		sql.Null[int]{3, true}, sql.Null[V]{V{"q"}, true}, sql.Null[[]int]{[]int{1}, true}, sql.NullByte{3, true}, sql.NullTime{}, sql.NullBool{true, true}}
	for n, v := range vals {
		for _, c := range []driver.ValueConverter{driver.Bool, driver.Int32, driver.String, driver.DefaultParameterConverter} {
			func() {
				defer func() {
					if r := recover(); r != nil {
						fmt.Println("panic", r)
					}
				}()
				if _, ok := c.(fmt.Stringer); ok && (reflect.ValueOf(v).Kind() == reflect.Func || reflect.ValueOf(v).Kind() == reflect.Chan || reflect.ValueOf(v).Kind() == reflect.Pointer) {
					return
				}
				out, err := c.ConvertValue(v)
				if n == 39 || n == 40 || n == 25 || n == 29 {
					out = 0
				}
				fmt.Printf("%d %T %T %v %T %v\n", n, c, v, out, out, err != nil && n != 39 && n != 40)
				if n != 39 && n != 40 && n != 25 && n != 29 {
					fmt.Println(err)
				}
			}()
		}
		fmt.Println(driver.IsValue(v), driver.IsScanValue(v))
	}
	fmt.Println(driver.RowsAffected(3).LastInsertId())
	fmt.Println(driver.RowsAffected(3).RowsAffected())
	fmt.Println(driver.ResultNoRows.LastInsertId())
	fmt.Println(driver.ResultNoRows.RowsAffected())
	fmt.Println(driver.ErrSkip, driver.ErrBadConn, driver.ErrRemoveArgument)
	src := []any{nil, true, int64(300), int64(-1), 1.5, "str", "12", "1e400", []byte("7"), time.Unix(7, 8).UTC(), S("named")}
	mk := func() []any {
		return []any{new(string), new([]byte), new(sql.RawBytes), new(bool), new(any), new(int), new(int8), new(uint), new(uint8), new(float32), new(float64), new(time.Time), new(S), new(I), new(B), new(F), new(T), new(*int), new(*string), new(**int), new([]int), new(map[string]int), new(sql.NullString), new(sql.NullInt64), new(sql.NullInt32), new(sql.NullInt16), new(sql.NullByte), new(sql.NullFloat64), new(sql.NullBool), new(sql.NullTime), new(sql.Null[string]), new(struct{}), (*int)(nil), 3, "x", nil}
	}
	for _, s := range src {
		for _, d := range mk() {
			func() {
				defer func() {
					if r := recover(); r != nil {
						fmt.Println("panic", r)
					}
				}()
				err := one(s, d)
				v := reflect.ValueOf(d)
				var out any
				if v.Kind() == reflect.Pointer && !v.IsNil() {
					out = v.Elem().Interface()
					for v = v.Elem(); v.Kind() == reflect.Pointer && !v.IsNil(); {
						v = v.Elem()
						out = v.Interface()
					}
				}
				fmt.Printf("%T(%v) -> %T: %v %v\n", s, s, d, out, err)
			}()
		}
	}
	for _, x := range []driver.Valuer{sql.NullString{}, sql.NullString{"a", true}, sql.NullInt64{}, sql.NullInt64{1, true}, sql.NullInt32{1, true}, sql.NullInt16{1, true}, sql.NullByte{1, true}, sql.NullFloat64{1, true}, sql.NullBool{true, true}, sql.NullTime{time.Unix(1, 0).UTC(), true}, sql.Null[int8]{1, true}, sql.Null[int8]{}, sql.Null[S]{"s", true}, sql.Null[V]{V{1}, true}, sql.Null[any]{nil, true}} {
		v, err := x.Value()
		fmt.Printf("%T %v %T %v\n", x, v, v, err)
	}
	for l := sql.IsolationLevel(-1); l < 10; l++ {
		fmt.Println(l)
	}
	fmt.Println(sql.ErrNoRows, sql.ErrConnDone, sql.ErrTxDone, sql.Drivers())
	_, err := sql.Open("nope", "")
	fmt.Println(err)
}

type drv struct{ v any }
type rows struct {
	v    any
	done bool
}

func (r *rows) Columns() []string { return []string{"col"} }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(d []driver.Value) error {
	if r.done {
		return fmt.Errorf("no")
	}
	d[0] = r.v
	return nil
}

func (d *drv) Open(string) (driver.Conn, error)            { return d, nil }
func (d *drv) Connect(interface{ Done() <-chan struct{} }) {}
func (d *drv) Prepare(string) (driver.Stmt, error)         { return d, nil }
func (d *drv) Begin() (driver.Tx, error)                   { return nil, errors.New("notx") }
func (d *drv) Close() error                                { return nil }
func (d *drv) NumInput() int                               { return 0 }
func (d *drv) Exec([]driver.Value) (driver.Result, error)  { return nil, nil }
func (d *drv) Query([]driver.Value) (driver.Rows, error)   { return &rows{v: d.v}, nil }

var theDrv = &drv{}
var db *sql.DB

func one(s, d any) error {
	if db == nil {
		sql.Register("d", theDrv)
		db, _ = sql.Open("d", "")
	}
	theDrv.v = s
	r, err := db.Query("q")
	if err != nil {
		return err
	}
	defer r.Close()
	r.Next()
	return r.Scan(d)
}

// Output:
// 0 driver.boolType <nil> <nil> <nil> true
// sql/driver: couldn't convert <nil> (<nil>) into type bool
// 0 driver.int32Type <nil> <nil> <nil> true
// sql/driver: unsupported value <nil> (type <nil>) converting to int32
// 0 driver.stringType <nil> <nil> string false
// <nil>
// 0 driver.defaultConverter <nil> <nil> <nil> false
// <nil>
// true true
// 1 driver.boolType bool true bool false
// <nil>
// 1 driver.int32Type bool <nil> <nil> true
// sql/driver: unsupported value true (type bool) converting to int32
// 1 driver.stringType bool true string false
// <nil>
// 1 driver.defaultConverter bool true bool false
// <nil>
// true true
// 2 driver.boolType bool false bool false
// <nil>
// 2 driver.int32Type bool <nil> <nil> true
// sql/driver: unsupported value false (type bool) converting to int32
// 2 driver.stringType bool false string false
// <nil>
// 2 driver.defaultConverter bool false bool false
// <nil>
// true true
// 3 driver.boolType int false bool false
// <nil>
// 3 driver.int32Type int 0 int64 false
// <nil>
// 3 driver.stringType int 0 string false
// <nil>
// 3 driver.defaultConverter int 0 int64 false
// <nil>
// false false
// 4 driver.boolType int true bool false
// <nil>
// 4 driver.int32Type int 1 int64 false
// <nil>
// 4 driver.stringType int 1 string false
// <nil>
// 4 driver.defaultConverter int 1 int64 false
// <nil>
// false false
// 5 driver.boolType int <nil> <nil> true
// sql/driver: couldn't convert 2 into type bool
// 5 driver.int32Type int 2 int64 false
// <nil>
// 5 driver.stringType int 2 string false
// <nil>
// 5 driver.defaultConverter int 2 int64 false
// <nil>
// false false
// 6 driver.boolType int <nil> <nil> true
// sql/driver: couldn't convert -1 into type bool
// 6 driver.int32Type int -1 int64 false
// <nil>
// 6 driver.stringType int -1 string false
// <nil>
// 6 driver.defaultConverter int -1 int64 false
// <nil>
// false false
// 7 driver.boolType int8 <nil> <nil> true
// sql/driver: couldn't convert 3 into type bool
// 7 driver.int32Type int8 3 int64 false
// <nil>
// 7 driver.stringType int8 3 string false
// <nil>
// 7 driver.defaultConverter int8 3 int64 false
// <nil>
// false false
// 8 driver.boolType int64 <nil> <nil> true
// sql/driver: couldn't convert 1099511627776 into type bool
// 8 driver.int32Type int64 <nil> <nil> true
// sql/driver: value 1099511627776 overflows int32
// 8 driver.stringType int64 1099511627776 string false
// <nil>
// 8 driver.defaultConverter int64 1099511627776 int64 false
// <nil>
// true true
// 9 driver.boolType uint <nil> <nil> true
// sql/driver: couldn't convert 7 into type bool
// 9 driver.int32Type uint 7 int64 false
// <nil>
// 9 driver.stringType uint 7 string false
// <nil>
// 9 driver.defaultConverter uint 7 int64 false
// <nil>
// false false
// 10 driver.boolType uint64 <nil> <nil> true
// sql/driver: couldn't convert 9223372036854775808 into type bool
// 10 driver.int32Type uint64 <nil> <nil> true
// sql/driver: value 9223372036854775808 overflows int32
// 10 driver.stringType uint64 9223372036854775808 string false
// <nil>
// 10 driver.defaultConverter uint64 <nil> <nil> true
// uint64 values with high bit set are not supported
// false false
// 11 driver.boolType float32 <nil> <nil> true
// sql/driver: couldn't convert 1.5 (float32) into type bool
// 11 driver.int32Type float32 <nil> <nil> true
// sql/driver: unsupported value 1.5 (type float32) converting to int32
// 11 driver.stringType float32 1.5 string false
// <nil>
// 11 driver.defaultConverter float32 1.5 float64 false
// <nil>
// false false
// 12 driver.boolType float64 <nil> <nil> true
// sql/driver: couldn't convert 2.5 (float64) into type bool
// 12 driver.int32Type float64 <nil> <nil> true
// sql/driver: unsupported value 2.5 (type float64) converting to int32
// 12 driver.stringType float64 2.5 string false
// <nil>
// 12 driver.defaultConverter float64 2.5 float64 false
// <nil>
// true true
// 13 driver.boolType string true bool false
// <nil>
// 13 driver.int32Type string <nil> <nil> true
// sql/driver: value "true" can't be converted to int32
// 13 driver.stringType string true string false
// <nil>
// 13 driver.defaultConverter string true string false
// <nil>
// true true
// 14 driver.boolType string <nil> <nil> true
// sql/driver: couldn't convert "x" into type bool
// 14 driver.int32Type string <nil> <nil> true
// sql/driver: value "x" can't be converted to int32
// 14 driver.stringType string x string false
// <nil>
// 14 driver.defaultConverter string x string false
// <nil>
// true true
// 15 driver.boolType string <nil> <nil> true
// sql/driver: couldn't convert "12" into type bool
// 15 driver.int32Type string 12 int64 false
// <nil>
// 15 driver.stringType string 12 string false
// <nil>
// 15 driver.defaultConverter string 12 string false
// <nil>
// true true
// 16 driver.boolType string <nil> <nil> true
// sql/driver: couldn't convert "99999999999" into type bool
// 16 driver.int32Type string 99999999999 int64 false
// <nil>
// 16 driver.stringType string 99999999999 string false
// <nil>
// 16 driver.defaultConverter string 99999999999 string false
// <nil>
// true true
// 17 driver.boolType []uint8 true bool false
// <nil>
// 17 driver.int32Type []uint8 <nil> <nil> true
// sql/driver: unsupported value [49] (type []uint8) converting to int32
// 17 driver.stringType []uint8 [49] []uint8 false
// <nil>
// 17 driver.defaultConverter []uint8 [49] []uint8 false
// <nil>
// true true
// 18 driver.boolType []uint8 <nil> <nil> true
// sql/driver: couldn't convert "zz" into type bool
// 18 driver.int32Type []uint8 <nil> <nil> true
// sql/driver: unsupported value [122 122] (type []uint8) converting to int32
// 18 driver.stringType []uint8 [122 122] []uint8 false
// <nil>
// 18 driver.defaultConverter []uint8 [122 122] []uint8 false
// <nil>
// true true
// 19 driver.boolType time.Time <nil> <nil> true
// sql/driver: couldn't convert 1970-01-01 00:00:00.000000005 +0000 UTC (time.Time) into type bool
// 19 driver.int32Type time.Time <nil> <nil> true
// sql/driver: unsupported value 1970-01-01 00:00:00.000000005 +0000 UTC (type time.Time) converting to int32
// 19 driver.stringType time.Time 1970-01-01 00:00:00.000000005 +0000 UTC string false
// <nil>
// 19 driver.defaultConverter time.Time 1970-01-01 00:00:00.000000005 +0000 UTC time.Time false
// <nil>
// true true
// 20 driver.boolType main.S <nil> <nil> true
// sql/driver: couldn't convert s (main.S) into type bool
// 20 driver.int32Type main.S <nil> <nil> true
// sql/driver: value "s" can't be converted to int32
// 20 driver.stringType main.S s string false
// <nil>
// 20 driver.defaultConverter main.S s string false
// <nil>
// false false
// 21 driver.boolType main.I true bool false
// <nil>
// 21 driver.int32Type main.I 1 int64 false
// <nil>
// 21 driver.stringType main.I 1 string false
// <nil>
// 21 driver.defaultConverter main.I 1 int64 false
// <nil>
// false false
// 22 driver.boolType main.B <nil> <nil> true
// sql/driver: couldn't convert [49] (main.B) into type bool
// 22 driver.int32Type main.B <nil> <nil> true
// sql/driver: unsupported value [49] (type main.B) converting to int32
// 22 driver.stringType main.B [49] string false
// <nil>
// 22 driver.defaultConverter main.B [49] []uint8 false
// <nil>
// false false
// 23 driver.boolType main.F <nil> <nil> true
// sql/driver: couldn't convert 1.25 (main.F) into type bool
// 23 driver.int32Type main.F <nil> <nil> true
// sql/driver: unsupported value 1.25 (type main.F) converting to int32
// 23 driver.stringType main.F 1.25 string false
// <nil>
// 23 driver.defaultConverter main.F 1.25 float64 false
// <nil>
// false false
// 24 driver.boolType main.T <nil> <nil> true
// sql/driver: couldn't convert true (main.T) into type bool
// 24 driver.int32Type main.T <nil> <nil> true
// sql/driver: unsupported value true (type main.T) converting to int32
// 24 driver.stringType main.T true string false
// <nil>
// 24 driver.defaultConverter main.T true bool false
// <nil>
// false false
// 25 driver.int32Type *int 0 int true
// 25 driver.stringType *int 0 int false
// 25 driver.defaultConverter *int 0 int false
// false false
// 26 driver.int32Type *int <nil> <nil> true
// sql/driver: unsupported value <nil> (type *int) converting to int32
// 26 driver.stringType *int <nil> string false
// <nil>
// 26 driver.defaultConverter *int <nil> <nil> false
// <nil>
// false false
// 27 driver.int32Type *main.V <nil> <nil> true
// sql/driver: unsupported value <nil> (type *main.V) converting to int32
// 27 driver.stringType *main.V <nil> string false
// <nil>
// 27 driver.defaultConverter *main.V <nil> <nil> false
// <nil>
// false false
// 28 driver.int32Type *main.PV <nil> <nil> true
// sql/driver: unsupported value <nil> (type *main.PV) converting to int32
// 28 driver.stringType *main.PV <nil> string false
// <nil>
// 28 driver.defaultConverter *main.PV pv string false
// <nil>
// false false
// 29 driver.int32Type *main.PV 0 int true
// 29 driver.stringType *main.PV 0 int false
// 29 driver.defaultConverter *main.PV 0 int false
// false false
// 30 driver.boolType main.V <nil> <nil> true
// sql/driver: couldn't convert {1} (main.V) into type bool
// 30 driver.int32Type main.V <nil> <nil> true
// sql/driver: unsupported value {1} (type main.V) converting to int32
// 30 driver.stringType main.V {1} string false
// <nil>
// 30 driver.defaultConverter main.V <nil> <nil> true
// non-Value type int returned from Value
// false false
// 31 driver.boolType main.V <nil> <nil> true
// sql/driver: couldn't convert {1} (main.V) into type bool
// 31 driver.int32Type main.V <nil> <nil> true
// sql/driver: unsupported value {1} (type main.V) converting to int32
// 31 driver.stringType main.V {1} string false
// <nil>
// 31 driver.defaultConverter main.V 1 int64 false
// <nil>
// false false
// 32 driver.boolType main.V <nil> <nil> true
// sql/driver: couldn't convert {<nil>} (main.V) into type bool
// 32 driver.int32Type main.V <nil> <nil> true
// sql/driver: unsupported value {<nil>} (type main.V) converting to int32
// 32 driver.stringType main.V {<nil>} string false
// <nil>
// 32 driver.defaultConverter main.V <nil> <nil> false
// <nil>
// false false
// 33 driver.boolType main.V <nil> <nil> true
// sql/driver: couldn't convert {q} (main.V) into type bool
// 33 driver.int32Type main.V <nil> <nil> true
// sql/driver: unsupported value {q} (type main.V) converting to int32
// 33 driver.stringType main.V {q} string false
// <nil>
// 33 driver.defaultConverter main.V q string false
// <nil>
// false false
// 34 driver.boolType main.EV <nil> <nil> true
// sql/driver: couldn't convert {} (main.EV) into type bool
// 34 driver.int32Type main.EV <nil> <nil> true
// sql/driver: unsupported value {} (type main.EV) converting to int32
// 34 driver.stringType main.EV {} string false
// <nil>
// 34 driver.defaultConverter main.EV <nil> <nil> true
// ev
// false false
// 35 driver.boolType []int <nil> <nil> true
// sql/driver: couldn't convert [1] ([]int) into type bool
// 35 driver.int32Type []int <nil> <nil> true
// sql/driver: unsupported value [1] (type []int) converting to int32
// 35 driver.stringType []int [1] string false
// <nil>
// 35 driver.defaultConverter []int <nil> <nil> true
// unsupported type []int, a slice of int
// false false
// 36 driver.boolType [2]int <nil> <nil> true
// sql/driver: couldn't convert [0 0] ([2]int) into type bool
// 36 driver.int32Type [2]int <nil> <nil> true
// sql/driver: unsupported value [0 0] (type [2]int) converting to int32
// 36 driver.stringType [2]int [0 0] string false
// <nil>
// 36 driver.defaultConverter [2]int <nil> <nil> true
// unsupported type [2]int, a array
// false false
// 37 driver.boolType struct {} <nil> <nil> true
// sql/driver: couldn't convert {} (struct {}) into type bool
// 37 driver.int32Type struct {} <nil> <nil> true
// sql/driver: unsupported value {} (type struct {}) converting to int32
// 37 driver.stringType struct {} {} string false
// <nil>
// 37 driver.defaultConverter struct {} <nil> <nil> true
// unsupported type struct {}, a struct
// false false
// 38 driver.boolType map[string]int <nil> <nil> true
// sql/driver: couldn't convert map[] (map[string]int) into type bool
// 38 driver.int32Type map[string]int <nil> <nil> true
// sql/driver: unsupported value map[] (type map[string]int) converting to int32
// 38 driver.stringType map[string]int map[] string false
// <nil>
// 38 driver.defaultConverter map[string]int <nil> <nil> true
// unsupported type map[string]int, a map
// false false
// 39 driver.int32Type chan int 0 int false
// 39 driver.stringType chan int 0 int false
// 39 driver.defaultConverter chan int 0 int false
// false false
// 40 driver.int32Type func() 0 int false
// 40 driver.stringType func() 0 int false
// 40 driver.defaultConverter func() 0 int false
// false false
// 41 driver.boolType complex128 <nil> <nil> true
// sql/driver: couldn't convert (1+2i) (complex128) into type bool
// 41 driver.int32Type complex128 <nil> <nil> true
// sql/driver: unsupported value (1+2i) (type complex128) converting to int32
// 41 driver.stringType complex128 (1+2i) string false
// <nil>
// 41 driver.defaultConverter complex128 <nil> <nil> true
// unsupported type complex128, a complex128
// false false
// 42 driver.int32Type *errors.errorString <nil> <nil> true
// sql/driver: unsupported value e (type *errors.errorString) converting to int32
// 42 driver.stringType *errors.errorString e string false
// <nil>
// 42 driver.defaultConverter *errors.errorString <nil> <nil> true
// unsupported type errors.errorString, a struct
// false false
// 43 driver.boolType sql.NullString <nil> <nil> true
// sql/driver: couldn't convert { false} (sql.NullString) into type bool
// 43 driver.int32Type sql.NullString <nil> <nil> true
// sql/driver: unsupported value { false} (type sql.NullString) converting to int32
// 43 driver.stringType sql.NullString { false} string false
// <nil>
// 43 driver.defaultConverter sql.NullString <nil> <nil> false
// <nil>
// false false
// 44 driver.boolType sql.NullInt64 <nil> <nil> true
// sql/driver: couldn't convert {3 true} (sql.NullInt64) into type bool
// 44 driver.int32Type sql.NullInt64 <nil> <nil> true
// sql/driver: unsupported value {3 true} (type sql.NullInt64) converting to int32
// 44 driver.stringType sql.NullInt64 {3 true} string false
// <nil>
// 44 driver.defaultConverter sql.NullInt64 3 int64 false
// <nil>
// false false
// 45 driver.boolType sql.NamedArg <nil> <nil> true
// sql/driver: couldn't convert {{} x 1} (sql.NamedArg) into type bool
// 45 driver.int32Type sql.NamedArg <nil> <nil> true
// sql/driver: unsupported value {{} x 1} (type sql.NamedArg) converting to int32
// 45 driver.stringType sql.NamedArg {{} x 1} string false
// <nil>
// 45 driver.defaultConverter sql.NamedArg <nil> <nil> true
// unsupported type sql.NamedArg, a struct
// false false
// 46 driver.boolType sql.Out <nil> <nil> true
// sql/driver: couldn't convert {{} <nil> false} (sql.Out) into type bool
// 46 driver.int32Type sql.Out <nil> <nil> true
// sql/driver: unsupported value {{} <nil> false} (type sql.Out) converting to int32
// 46 driver.stringType sql.Out {{} <nil> false} string false
// <nil>
// 46 driver.defaultConverter sql.Out <nil> <nil> true
// unsupported type sql.Out, a struct
// false false
// 47 driver.boolType []string <nil> <nil> true
// sql/driver: couldn't convert [a] ([]string) into type bool
// 47 driver.int32Type []string <nil> <nil> true
// sql/driver: unsupported value [a] (type []string) converting to int32
// 47 driver.stringType []string [a] string false
// <nil>
// 47 driver.defaultConverter []string <nil> <nil> true
// unsupported type []string, a slice of string
// false false
// 48 driver.boolType uintptr <nil> <nil> true
// sql/driver: couldn't convert 9 (uintptr) into type bool
// 48 driver.int32Type uintptr <nil> <nil> true
// sql/driver: unsupported value 9 (type uintptr) converting to int32
// 48 driver.stringType uintptr 9 string false
// <nil>
// 48 driver.defaultConverter uintptr <nil> <nil> true
// unsupported type uintptr, a uintptr
// false false
// 49 driver.boolType sql.Null[int] <nil> <nil> true
// sql/driver: couldn't convert {3 true} (sql.Null[int]) into type bool
// 49 driver.int32Type sql.Null[int] <nil> <nil> true
// sql/driver: unsupported value {3 true} (type sql.Null[int]) converting to int32
// 49 driver.stringType sql.Null[int] {3 true} string false
// <nil>
// 49 driver.defaultConverter sql.Null[int] 3 int64 false
// <nil>
// false false
// 50 driver.boolType sql.Null[main.V] <nil> <nil> true
// sql/driver: couldn't convert {{q} true} (sql.Null[main.V]) into type bool
// 50 driver.int32Type sql.Null[main.V] <nil> <nil> true
// sql/driver: unsupported value {{q} true} (type sql.Null[main.V]) converting to int32
// 50 driver.stringType sql.Null[main.V] {{q} true} string false
// <nil>
// 50 driver.defaultConverter sql.Null[main.V] q string false
// <nil>
// false false
// 51 driver.boolType sql.Null[[]int] <nil> <nil> true
// sql/driver: couldn't convert {[1] true} (sql.Null[[]int]) into type bool
// 51 driver.int32Type sql.Null[[]int] <nil> <nil> true
// sql/driver: unsupported value {[1] true} (type sql.Null[[]int]) converting to int32
// 51 driver.stringType sql.Null[[]int] {[1] true} string false
// <nil>
// 51 driver.defaultConverter sql.Null[[]int] <nil> <nil> true
// unsupported type []int, a slice of int
// false false
// 52 driver.boolType sql.NullByte <nil> <nil> true
// sql/driver: couldn't convert {3 true} (sql.NullByte) into type bool
// 52 driver.int32Type sql.NullByte <nil> <nil> true
// sql/driver: unsupported value {3 true} (type sql.NullByte) converting to int32
// 52 driver.stringType sql.NullByte {3 true} string false
// <nil>
// 52 driver.defaultConverter sql.NullByte 3 int64 false
// <nil>
// false false
// 53 driver.boolType sql.NullTime <nil> <nil> true
// sql/driver: couldn't convert {0001-01-01 00:00:00 +0000 UTC false} (sql.NullTime) into type bool
// 53 driver.int32Type sql.NullTime <nil> <nil> true
// sql/driver: unsupported value {0001-01-01 00:00:00 +0000 UTC false} (type sql.NullTime) converting to int32
// 53 driver.stringType sql.NullTime {0001-01-01 00:00:00 +0000 UTC false} string false
// <nil>
// 53 driver.defaultConverter sql.NullTime <nil> <nil> false
// <nil>
// false false
// 54 driver.boolType sql.NullBool <nil> <nil> true
// sql/driver: couldn't convert {true true} (sql.NullBool) into type bool
// 54 driver.int32Type sql.NullBool <nil> <nil> true
// sql/driver: unsupported value {true true} (type sql.NullBool) converting to int32
// 54 driver.stringType sql.NullBool {true true} string false
// <nil>
// 54 driver.defaultConverter sql.NullBool true bool false
// <nil>
// false false
// 0 LastInsertId is not supported by this driver
// 3 <nil>
// 0 no LastInsertId available after DDL statement
// 0 no RowsAffected available after DDL statement
// driver: skip fast-path; continue as if unimplemented driver: bad connection driver: remove argument from query
// <nil>(<nil>) -> *string:  sql: Scan error on column index 0, name "col": converting NULL to string is unsupported
// <nil>(<nil>) -> *[]uint8: [] <nil>
// <nil>(<nil>) -> *sql.RawBytes: [] <nil>
// <nil>(<nil>) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert <nil> (<nil>) into type bool
// <nil>(<nil>) -> *interface {}: <nil> <nil>
// <nil>(<nil>) -> *int: 0 sql: Scan error on column index 0, name "col": converting NULL to int is unsupported
// <nil>(<nil>) -> *int8: 0 sql: Scan error on column index 0, name "col": converting NULL to int8 is unsupported
// <nil>(<nil>) -> *uint: 0 sql: Scan error on column index 0, name "col": converting NULL to uint is unsupported
// <nil>(<nil>) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting NULL to uint8 is unsupported
// <nil>(<nil>) -> *float32: 0 sql: Scan error on column index 0, name "col": converting NULL to float32 is unsupported
// <nil>(<nil>) -> *float64: 0 sql: Scan error on column index 0, name "col": converting NULL to float64 is unsupported
// <nil>(<nil>) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type <nil> into type *time.Time
// <nil>(<nil>) -> *main.S:  sql: Scan error on column index 0, name "col": converting NULL to string is unsupported
// <nil>(<nil>) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting NULL to int8 is unsupported
// <nil>(<nil>) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type <nil> into type *main.B
// <nil>(<nil>) -> *main.F: 0 sql: Scan error on column index 0, name "col": converting NULL to float32 is unsupported
// <nil>(<nil>) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type <nil> into type *main.T
// <nil>(<nil>) -> **int: <nil> <nil>
// <nil>(<nil>) -> **string: <nil> <nil>
// <nil>(<nil>) -> ***int: <nil> <nil>
// <nil>(<nil>) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type <nil> into type *[]int
// <nil>(<nil>) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type <nil> into type *map[string]int
// <nil>(<nil>) -> *sql.NullString: { false} <nil>
// <nil>(<nil>) -> *sql.NullInt64: {0 false} <nil>
// <nil>(<nil>) -> *sql.NullInt32: {0 false} <nil>
// <nil>(<nil>) -> *sql.NullInt16: {0 false} <nil>
// <nil>(<nil>) -> *sql.NullByte: {0 false} <nil>
// <nil>(<nil>) -> *sql.NullFloat64: {0 false} <nil>
// <nil>(<nil>) -> *sql.NullBool: {false false} <nil>
// <nil>(<nil>) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC false} <nil>
// <nil>(<nil>) -> *sql.Null[string]: { false} <nil>
// <nil>(<nil>) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type <nil> into type *struct {}
// <nil>(<nil>) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// <nil>(<nil>) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// <nil>(<nil>) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// <nil>(<nil>) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// bool(true) -> *string: true <nil>
// bool(true) -> *[]uint8: [116 114 117 101] <nil>
// bool(true) -> *sql.RawBytes: [116 114 117 101] <nil>
// bool(true) -> *bool: true <nil>
// bool(true) -> *interface {}: true <nil>
// bool(true) -> *int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int: invalid syntax
// bool(true) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int8: invalid syntax
// bool(true) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a uint: invalid syntax
// bool(true) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a uint8: invalid syntax
// bool(true) -> *float32: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a float32: invalid syntax
// bool(true) -> *float64: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a float64: invalid syntax
// bool(true) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *time.Time
// bool(true) -> *main.S:  sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *main.S
// bool(true) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int8: invalid syntax
// bool(true) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *main.B
// bool(true) -> *main.F: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a float32: invalid syntax
// bool(true) -> *main.T: true <nil>
// bool(true) -> **int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int: invalid syntax
// bool(true) -> **string: true <nil>
// bool(true) -> ***int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int: invalid syntax
// bool(true) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *[]int
// bool(true) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *map[string]int
// bool(true) -> *sql.NullString: {true true} <nil>
// bool(true) -> *sql.NullInt64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int64: invalid syntax
// bool(true) -> *sql.NullInt32: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int32: invalid syntax
// bool(true) -> *sql.NullInt16: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a int16: invalid syntax
// bool(true) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a uint8: invalid syntax
// bool(true) -> *sql.NullFloat64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type bool ("true") to a float64: invalid syntax
// bool(true) -> *sql.NullBool: {true true} <nil>
// bool(true) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *time.Time
// bool(true) -> *sql.Null[string]: {true true} <nil>
// bool(true) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type bool into type *struct {}
// bool(true) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// bool(true) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// bool(true) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// bool(true) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// int64(300) -> *string: 300 <nil>
// int64(300) -> *[]uint8: [51 48 48] <nil>
// int64(300) -> *sql.RawBytes: [51 48 48] <nil>
// int64(300) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert 300 into type bool
// int64(300) -> *interface {}: 300 <nil>
// int64(300) -> *int: 300 <nil>
// int64(300) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("300") to a int8: value out of range
// int64(300) -> *uint: 300 <nil>
// int64(300) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("300") to a uint8: value out of range
// int64(300) -> *float32: 300 <nil>
// int64(300) -> *float64: 300 <nil>
// int64(300) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *time.Time
// int64(300) -> *main.S:  sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *main.S
// int64(300) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("300") to a int8: value out of range
// int64(300) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *main.B
// int64(300) -> *main.F: 300 <nil>
// int64(300) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *main.T
// int64(300) -> **int: 300 <nil>
// int64(300) -> **string: 300 <nil>
// int64(300) -> ***int: 300 <nil>
// int64(300) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *[]int
// int64(300) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *map[string]int
// int64(300) -> *sql.NullString: {300 true} <nil>
// int64(300) -> *sql.NullInt64: {300 true} <nil>
// int64(300) -> *sql.NullInt32: {300 true} <nil>
// int64(300) -> *sql.NullInt16: {300 true} <nil>
// int64(300) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("300") to a uint8: value out of range
// int64(300) -> *sql.NullFloat64: {300 true} <nil>
// int64(300) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert 300 into type bool
// int64(300) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *time.Time
// int64(300) -> *sql.Null[string]: {300 true} <nil>
// int64(300) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *struct {}
// int64(300) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// int64(300) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// int64(300) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// int64(300) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// int64(-1) -> *string: -1 <nil>
// int64(-1) -> *[]uint8: [45 49] <nil>
// int64(-1) -> *sql.RawBytes: [45 49] <nil>
// int64(-1) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert -1 into type bool
// int64(-1) -> *interface {}: -1 <nil>
// int64(-1) -> *int: -1 <nil>
// int64(-1) -> *int8: -1 <nil>
// int64(-1) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("-1") to a uint: invalid syntax
// int64(-1) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("-1") to a uint8: invalid syntax
// int64(-1) -> *float32: -1 <nil>
// int64(-1) -> *float64: -1 <nil>
// int64(-1) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *time.Time
// int64(-1) -> *main.S:  sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *main.S
// int64(-1) -> *main.I: -1 <nil>
// int64(-1) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *main.B
// int64(-1) -> *main.F: -1 <nil>
// int64(-1) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *main.T
// int64(-1) -> **int: -1 <nil>
// int64(-1) -> **string: -1 <nil>
// int64(-1) -> ***int: -1 <nil>
// int64(-1) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *[]int
// int64(-1) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *map[string]int
// int64(-1) -> *sql.NullString: {-1 true} <nil>
// int64(-1) -> *sql.NullInt64: {-1 true} <nil>
// int64(-1) -> *sql.NullInt32: {-1 true} <nil>
// int64(-1) -> *sql.NullInt16: {-1 true} <nil>
// int64(-1) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type int64 ("-1") to a uint8: invalid syntax
// int64(-1) -> *sql.NullFloat64: {-1 true} <nil>
// int64(-1) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert -1 into type bool
// int64(-1) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *time.Time
// int64(-1) -> *sql.Null[string]: {-1 true} <nil>
// int64(-1) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type int64 into type *struct {}
// int64(-1) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// int64(-1) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// int64(-1) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// int64(-1) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// float64(1.5) -> *string: 1.5 <nil>
// float64(1.5) -> *[]uint8: [49 46 53] <nil>
// float64(1.5) -> *sql.RawBytes: [49 46 53] <nil>
// float64(1.5) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert 1.5 (float64) into type bool
// float64(1.5) -> *interface {}: 1.5 <nil>
// float64(1.5) -> *int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int: invalid syntax
// float64(1.5) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int8: invalid syntax
// float64(1.5) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a uint: invalid syntax
// float64(1.5) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a uint8: invalid syntax
// float64(1.5) -> *float32: 1.5 <nil>
// float64(1.5) -> *float64: 1.5 <nil>
// float64(1.5) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *time.Time
// float64(1.5) -> *main.S:  sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *main.S
// float64(1.5) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int8: invalid syntax
// float64(1.5) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *main.B
// float64(1.5) -> *main.F: 1.5 <nil>
// float64(1.5) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *main.T
// float64(1.5) -> **int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int: invalid syntax
// float64(1.5) -> **string: 1.5 <nil>
// float64(1.5) -> ***int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int: invalid syntax
// float64(1.5) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *[]int
// float64(1.5) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *map[string]int
// float64(1.5) -> *sql.NullString: {1.5 true} <nil>
// float64(1.5) -> *sql.NullInt64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int64: invalid syntax
// float64(1.5) -> *sql.NullInt32: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int32: invalid syntax
// float64(1.5) -> *sql.NullInt16: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a int16: invalid syntax
// float64(1.5) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type float64 ("1.5") to a uint8: invalid syntax
// float64(1.5) -> *sql.NullFloat64: {1.5 true} <nil>
// float64(1.5) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert 1.5 (float64) into type bool
// float64(1.5) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *time.Time
// float64(1.5) -> *sql.Null[string]: {1.5 true} <nil>
// float64(1.5) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type float64 into type *struct {}
// float64(1.5) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// float64(1.5) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// float64(1.5) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// float64(1.5) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(str) -> *string: str <nil>
// string(str) -> *[]uint8: [115 116 114] <nil>
// string(str) -> *sql.RawBytes: [115 116 114] <nil>
// string(str) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "str" into type bool
// string(str) -> *interface {}: str <nil>
// string(str) -> *int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int: invalid syntax
// string(str) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int8: invalid syntax
// string(str) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a uint: invalid syntax
// string(str) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a uint8: invalid syntax
// string(str) -> *float32: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a float32: invalid syntax
// string(str) -> *float64: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a float64: invalid syntax
// string(str) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *time.Time
// string(str) -> *main.S: str <nil>
// string(str) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int8: invalid syntax
// string(str) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *main.B
// string(str) -> *main.F: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a float32: invalid syntax
// string(str) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *main.T
// string(str) -> **int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int: invalid syntax
// string(str) -> **string: str <nil>
// string(str) -> ***int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int: invalid syntax
// string(str) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *[]int
// string(str) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *map[string]int
// string(str) -> *sql.NullString: {str true} <nil>
// string(str) -> *sql.NullInt64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int64: invalid syntax
// string(str) -> *sql.NullInt32: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int32: invalid syntax
// string(str) -> *sql.NullInt16: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a int16: invalid syntax
// string(str) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a uint8: invalid syntax
// string(str) -> *sql.NullFloat64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type string ("str") to a float64: invalid syntax
// string(str) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "str" into type bool
// string(str) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *time.Time
// string(str) -> *sql.Null[string]: {str true} <nil>
// string(str) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *struct {}
// string(str) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// string(str) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(str) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(str) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(12) -> *string: 12 <nil>
// string(12) -> *[]uint8: [49 50] <nil>
// string(12) -> *sql.RawBytes: [49 50] <nil>
// string(12) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "12" into type bool
// string(12) -> *interface {}: 12 <nil>
// string(12) -> *int: 12 <nil>
// string(12) -> *int8: 12 <nil>
// string(12) -> *uint: 12 <nil>
// string(12) -> *uint8: 12 <nil>
// string(12) -> *float32: 12 <nil>
// string(12) -> *float64: 12 <nil>
// string(12) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *time.Time
// string(12) -> *main.S: 12 <nil>
// string(12) -> *main.I: 12 <nil>
// string(12) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *main.B
// string(12) -> *main.F: 12 <nil>
// string(12) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *main.T
// string(12) -> **int: 12 <nil>
// string(12) -> **string: 12 <nil>
// string(12) -> ***int: 12 <nil>
// string(12) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *[]int
// string(12) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *map[string]int
// string(12) -> *sql.NullString: {12 true} <nil>
// string(12) -> *sql.NullInt64: {12 true} <nil>
// string(12) -> *sql.NullInt32: {12 true} <nil>
// string(12) -> *sql.NullInt16: {12 true} <nil>
// string(12) -> *sql.NullByte: {12 true} <nil>
// string(12) -> *sql.NullFloat64: {12 true} <nil>
// string(12) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "12" into type bool
// string(12) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *time.Time
// string(12) -> *sql.Null[string]: {12 true} <nil>
// string(12) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *struct {}
// string(12) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// string(12) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(12) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(12) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(1e400) -> *string: 1e400 <nil>
// string(1e400) -> *[]uint8: [49 101 52 48 48] <nil>
// string(1e400) -> *sql.RawBytes: [49 101 52 48 48] <nil>
// string(1e400) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "1e400" into type bool
// string(1e400) -> *interface {}: 1e400 <nil>
// string(1e400) -> *int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int: invalid syntax
// string(1e400) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int8: invalid syntax
// string(1e400) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a uint: invalid syntax
// string(1e400) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a uint8: invalid syntax
// string(1e400) -> *float32: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a float32: value out of range
// string(1e400) -> *float64: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a float64: value out of range
// string(1e400) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *time.Time
// string(1e400) -> *main.S: 1e400 <nil>
// string(1e400) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int8: invalid syntax
// string(1e400) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *main.B
// string(1e400) -> *main.F: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a float32: value out of range
// string(1e400) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *main.T
// string(1e400) -> **int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int: invalid syntax
// string(1e400) -> **string: 1e400 <nil>
// string(1e400) -> ***int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int: invalid syntax
// string(1e400) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *[]int
// string(1e400) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *map[string]int
// string(1e400) -> *sql.NullString: {1e400 true} <nil>
// string(1e400) -> *sql.NullInt64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int64: invalid syntax
// string(1e400) -> *sql.NullInt32: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int32: invalid syntax
// string(1e400) -> *sql.NullInt16: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a int16: invalid syntax
// string(1e400) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a uint8: invalid syntax
// string(1e400) -> *sql.NullFloat64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type string ("1e400") to a float64: value out of range
// string(1e400) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "1e400" into type bool
// string(1e400) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *time.Time
// string(1e400) -> *sql.Null[string]: {1e400 true} <nil>
// string(1e400) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type string into type *struct {}
// string(1e400) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// string(1e400) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(1e400) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// string(1e400) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// []uint8([55]) -> *string: 7 <nil>
// []uint8([55]) -> *[]uint8: [55] <nil>
// []uint8([55]) -> *sql.RawBytes: [55] <nil>
// []uint8([55]) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "7" into type bool
// []uint8([55]) -> *interface {}: [55] <nil>
// []uint8([55]) -> *int: 7 <nil>
// []uint8([55]) -> *int8: 7 <nil>
// []uint8([55]) -> *uint: 7 <nil>
// []uint8([55]) -> *uint8: 7 <nil>
// []uint8([55]) -> *float32: 7 <nil>
// []uint8([55]) -> *float64: 7 <nil>
// []uint8([55]) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type []uint8 into type *time.Time
// []uint8([55]) -> *main.S: 7 <nil>
// []uint8([55]) -> *main.I: 7 <nil>
// []uint8([55]) -> *main.B: [55] <nil>
// []uint8([55]) -> *main.F: 7 <nil>
// []uint8([55]) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type []uint8 into type *main.T
// []uint8([55]) -> **int: 7 <nil>
// []uint8([55]) -> **string: 7 <nil>
// []uint8([55]) -> ***int: 7 <nil>
// []uint8([55]) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type []uint8 into type *[]int
// []uint8([55]) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type []uint8 into type *map[string]int
// []uint8([55]) -> *sql.NullString: {7 true} <nil>
// []uint8([55]) -> *sql.NullInt64: {7 true} <nil>
// []uint8([55]) -> *sql.NullInt32: {7 true} <nil>
// []uint8([55]) -> *sql.NullInt16: {7 true} <nil>
// []uint8([55]) -> *sql.NullByte: {7 true} <nil>
// []uint8([55]) -> *sql.NullFloat64: {7 true} <nil>
// []uint8([55]) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert "7" into type bool
// []uint8([55]) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type []uint8 into type *time.Time
// []uint8([55]) -> *sql.Null[string]: {7 true} <nil>
// []uint8([55]) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type []uint8 into type *struct {}
// []uint8([55]) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// []uint8([55]) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// []uint8([55]) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// []uint8([55]) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *string: 1970-01-01T00:00:07.000000008Z <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *[]uint8: [49 57 55 48 45 48 49 45 48 49 84 48 48 58 48 48 58 48 55 46 48 48 48 48 48 48 48 48 56 90] <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.RawBytes: [49 57 55 48 45 48 49 45 48 49 84 48 48 58 48 48 58 48 55 46 48 48 48 48 48 48 48 48 56 90] <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert 1970-01-01 00:00:07.000000008 +0000 UTC (time.Time) into type bool
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *interface {}: 1970-01-01 00:00:07.000000008 +0000 UTC <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int8: value out of range
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a uint: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a uint8: value out of range
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *float32: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a float32: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *float64: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a float64: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *time.Time: 1970-01-01 00:00:07.000000008 +0000 UTC <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *main.S:  sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type time.Time into type *main.S
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int8: value out of range
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type time.Time into type *main.B
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *main.F: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a float32: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type time.Time into type *main.T
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> **int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> **string: 1970-01-01T00:00:07.000000008Z <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> ***int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type time.Time into type *[]int
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type time.Time into type *map[string]int
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullString: {1970-01-01T00:00:07.000000008Z true} <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullInt64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int64: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullInt32: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int32: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullInt16: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a int16: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a uint8: value out of range
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullFloat64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type time.Time ("1970-01-01 00:00:07.000000008 +0000 UTC") to a float64: invalid syntax
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert 1970-01-01 00:00:07.000000008 +0000 UTC (time.Time) into type bool
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.NullTime: {1970-01-01 00:00:07.000000008 +0000 UTC true} <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *sql.Null[string]: {1970-01-01T00:00:07.000000008Z true} <nil>
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type time.Time into type *struct {}
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// time.Time(1970-01-01 00:00:07.000000008 +0000 UTC) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// main.S(named) -> *string: named <nil>
// main.S(named) -> *[]uint8: [110 97 109 101 100] <nil>
// main.S(named) -> *sql.RawBytes: [110 97 109 101 100] <nil>
// main.S(named) -> *bool: false sql: Scan error on column index 0, name "col": sql/driver: couldn't convert named (main.S) into type bool
// main.S(named) -> *interface {}: named <nil>
// main.S(named) -> *int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int: invalid syntax
// main.S(named) -> *int8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int8: invalid syntax
// main.S(named) -> *uint: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a uint: invalid syntax
// main.S(named) -> *uint8: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a uint8: invalid syntax
// main.S(named) -> *float32: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a float32: invalid syntax
// main.S(named) -> *float64: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a float64: invalid syntax
// main.S(named) -> *time.Time: 0001-01-01 00:00:00 +0000 UTC sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *time.Time
// main.S(named) -> *main.S: named <nil>
// main.S(named) -> *main.I: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int8: invalid syntax
// main.S(named) -> *main.B: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *main.B
// main.S(named) -> *main.F: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a float32: invalid syntax
// main.S(named) -> *main.T: false sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *main.T
// main.S(named) -> **int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int: invalid syntax
// main.S(named) -> **string: named <nil>
// main.S(named) -> ***int: 0 sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int: invalid syntax
// main.S(named) -> *[]int: [] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *[]int
// main.S(named) -> *map[string]int: map[] sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *map[string]int
// main.S(named) -> *sql.NullString: {named true} <nil>
// main.S(named) -> *sql.NullInt64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int64: invalid syntax
// main.S(named) -> *sql.NullInt32: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int32: invalid syntax
// main.S(named) -> *sql.NullInt16: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a int16: invalid syntax
// main.S(named) -> *sql.NullByte: {0 false} sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a uint8: invalid syntax
// main.S(named) -> *sql.NullFloat64: {0 true} sql: Scan error on column index 0, name "col": converting driver.Value type main.S ("named") to a float64: invalid syntax
// main.S(named) -> *sql.NullBool: {false true} sql: Scan error on column index 0, name "col": sql/driver: couldn't convert named (main.S) into type bool
// main.S(named) -> *sql.NullTime: {0001-01-01 00:00:00 +0000 UTC true} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *time.Time
// main.S(named) -> *sql.Null[string]: {named true} <nil>
// main.S(named) -> *struct {}: {} sql: Scan error on column index 0, name "col": unsupported Scan, storing driver.Value type main.S into type *struct {}
// main.S(named) -> *int: <nil> sql: Scan error on column index 0, name "col": destination pointer is nil
// main.S(named) -> int: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// main.S(named) -> string: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// main.S(named) -> <nil>: <nil> sql: Scan error on column index 0, name "col": destination not a pointer
// sql.NullString <nil> <nil> <nil>
// sql.NullString a string <nil>
// sql.NullInt64 <nil> <nil> <nil>
// sql.NullInt64 1 int64 <nil>
// sql.NullInt32 1 int64 <nil>
// sql.NullInt16 1 int64 <nil>
// sql.NullByte 1 int64 <nil>
// sql.NullFloat64 1 float64 <nil>
// sql.NullBool true bool <nil>
// sql.NullTime 1970-01-01 00:00:01 +0000 UTC time.Time <nil>
// sql.Null[int8] 1 int64 <nil>
// sql.Null[int8] <nil> <nil> <nil>
// sql.Null[main.S] s string <nil>
// sql.Null[main.V] 1 int64 <nil>
// sql.Null[interface {}] <nil> <nil> <nil>
// IsolationLevel(-1)
// Default
// Read Uncommitted
// Read Committed
// Write Committed
// Repeatable Read
// Snapshot
// Serializable
// Linearizable
// IsolationLevel(8)
// IsolationLevel(9)
// sql: no rows in result set sql: connection is already closed sql: transaction has already been committed or rolled back [d]
// sql: unknown driver "nope" (forgotten import?)
