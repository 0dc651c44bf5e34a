package flag

import (
	"encoding"
	"errors"
	"fmt"
	"internal/rt"
	"strconv"
	"time"
)

// Value is what a flag sets.
type Value interface {
	String() string
	Set(string) error
}

// Getter is a Value whose value can be had.
type Getter interface {
	Value
	Get() any
}

// boolFlag is a Value that needs no argument.
type boolFlag interface {
	Value
	IsBoolFlag() bool
}

var (
	errParse = errors.New("parse error")
	errRange = errors.New("value out of range")
)

func numError(err error) error {
	if e, ok := err.(*strconv.NumError); ok {
		switch e.Err {
		case strconv.ErrSyntax:
			return errParse
		case strconv.ErrRange:
			return errRange
		}
	}
	return err
}

type boolValue bool

func (v *boolValue) Set(s string) error {
	x, err := strconv.ParseBool(s)
	if err != nil {
		err = errParse
	}
	*v = boolValue(x)
	return err
}

func (v *boolValue) Get() any       { return bool(*v) }
func (v *boolValue) String() string { return strconv.FormatBool(bool(*v)) }

func (v *boolValue) IsBoolFlag() bool { return true }

func (f *FlagSet) BoolVar(p *bool, name string, value bool, usage string) {
	*p = value
	f.Var((*boolValue)(p), name, usage)
}

func (f *FlagSet) Bool(name string, value bool, usage string) *bool {
	p := new(bool)
	f.BoolVar(p, name, value, usage)
	return p
}

func BoolVar(p *bool, name string, value bool, usage string) {
	CommandLine.BoolVar(p, name, value, usage)
}

func Bool(name string, value bool, usage string) *bool {
	return CommandLine.Bool(name, value, usage)
}

type intValue int

func (v *intValue) Set(s string) error {
	x, err := strconv.ParseInt(s, 0, strconv.IntSize)
	err = numError(err)
	*v = intValue(x)
	return err
}

func (v *intValue) Get() any       { return int(*v) }
func (v *intValue) String() string { return strconv.Itoa(int(*v)) }

func (f *FlagSet) IntVar(p *int, name string, value int, usage string) {
	*p = value
	f.Var((*intValue)(p), name, usage)
}

func (f *FlagSet) Int(name string, value int, usage string) *int {
	p := new(int)
	f.IntVar(p, name, value, usage)
	return p
}

func IntVar(p *int, name string, value int, usage string) {
	CommandLine.IntVar(p, name, value, usage)
}

func Int(name string, value int, usage string) *int {
	return CommandLine.Int(name, value, usage)
}

type int64Value int64

func (v *int64Value) Set(s string) error {
	x, err := strconv.ParseInt(s, 0, 64)
	err = numError(err)
	*v = int64Value(x)
	return err
}

func (v *int64Value) Get() any       { return int64(*v) }
func (v *int64Value) String() string { return strconv.FormatInt(int64(*v), 10) }

func (f *FlagSet) Int64Var(p *int64, name string, value int64, usage string) {
	*p = value
	f.Var((*int64Value)(p), name, usage)
}

func (f *FlagSet) Int64(name string, value int64, usage string) *int64 {
	p := new(int64)
	f.Int64Var(p, name, value, usage)
	return p
}

func Int64Var(p *int64, name string, value int64, usage string) {
	CommandLine.Int64Var(p, name, value, usage)
}

func Int64(name string, value int64, usage string) *int64 {
	return CommandLine.Int64(name, value, usage)
}

type uintValue uint

func (v *uintValue) Set(s string) error {
	x, err := strconv.ParseUint(s, 0, strconv.IntSize)
	err = numError(err)
	*v = uintValue(x)
	return err
}

func (v *uintValue) Get() any       { return uint(*v) }
func (v *uintValue) String() string { return strconv.FormatUint(uint64(*v), 10) }

func (f *FlagSet) UintVar(p *uint, name string, value uint, usage string) {
	*p = value
	f.Var((*uintValue)(p), name, usage)
}

func (f *FlagSet) Uint(name string, value uint, usage string) *uint {
	p := new(uint)
	f.UintVar(p, name, value, usage)
	return p
}

func UintVar(p *uint, name string, value uint, usage string) {
	CommandLine.UintVar(p, name, value, usage)
}

func Uint(name string, value uint, usage string) *uint {
	return CommandLine.Uint(name, value, usage)
}

type uint64Value uint64

func (v *uint64Value) Set(s string) error {
	x, err := strconv.ParseUint(s, 0, 64)
	err = numError(err)
	*v = uint64Value(x)
	return err
}

func (v *uint64Value) Get() any       { return uint64(*v) }
func (v *uint64Value) String() string { return strconv.FormatUint(uint64(*v), 10) }

func (f *FlagSet) Uint64Var(p *uint64, name string, value uint64, usage string) {
	*p = value
	f.Var((*uint64Value)(p), name, usage)
}

func (f *FlagSet) Uint64(name string, value uint64, usage string) *uint64 {
	p := new(uint64)
	f.Uint64Var(p, name, value, usage)
	return p
}

func Uint64Var(p *uint64, name string, value uint64, usage string) {
	CommandLine.Uint64Var(p, name, value, usage)
}

func Uint64(name string, value uint64, usage string) *uint64 {
	return CommandLine.Uint64(name, value, usage)
}

type stringValue string

func (v *stringValue) Set(s string) error {
	*v = stringValue(s)
	return nil
}

func (v *stringValue) Get() any       { return string(*v) }
func (v *stringValue) String() string { return string(*v) }

func (f *FlagSet) StringVar(p *string, name string, value string, usage string) {
	*p = value
	f.Var((*stringValue)(p), name, usage)
}

func (f *FlagSet) String(name string, value string, usage string) *string {
	p := new(string)
	f.StringVar(p, name, value, usage)
	return p
}

func StringVar(p *string, name string, value string, usage string) {
	CommandLine.StringVar(p, name, value, usage)
}

func String(name string, value string, usage string) *string {
	return CommandLine.String(name, value, usage)
}

type float64Value float64

func (v *float64Value) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	err = numError(err)
	*v = float64Value(x)
	return err
}

func (v *float64Value) Get() any       { return float64(*v) }
func (v *float64Value) String() string { return strconv.FormatFloat(float64(*v), 'g', -1, 64) }

func (f *FlagSet) Float64Var(p *float64, name string, value float64, usage string) {
	*p = value
	f.Var((*float64Value)(p), name, usage)
}

func (f *FlagSet) Float64(name string, value float64, usage string) *float64 {
	p := new(float64)
	f.Float64Var(p, name, value, usage)
	return p
}

func Float64Var(p *float64, name string, value float64, usage string) {
	CommandLine.Float64Var(p, name, value, usage)
}

func Float64(name string, value float64, usage string) *float64 {
	return CommandLine.Float64(name, value, usage)
}

type durationValue time.Duration

func (v *durationValue) Set(s string) error {
	x, err := time.ParseDuration(s)
	if err != nil {
		err = errParse
	}
	*v = durationValue(x)
	return err
}

func (v *durationValue) Get() any       { return time.Duration(*v) }
func (v *durationValue) String() string { return time.Duration(*v).String() }

func (f *FlagSet) DurationVar(p *time.Duration, name string, value time.Duration, usage string) {
	*p = value
	f.Var((*durationValue)(p), name, usage)
}

func (f *FlagSet) Duration(name string, value time.Duration, usage string) *time.Duration {
	p := new(time.Duration)
	f.DurationVar(p, name, value, usage)
	return p
}

func DurationVar(p *time.Duration, name string, value time.Duration, usage string) {
	CommandLine.DurationVar(p, name, value, usage)
}

func Duration(name string, value time.Duration, usage string) *time.Duration {
	return CommandLine.Duration(name, value, usage)
}

type textValue struct{ p encoding.TextUnmarshaler }

func (v textValue) Set(s string) error { return v.p.UnmarshalText([]byte(s)) }
func (v textValue) Get() any           { return v.p }
func (v textValue) String() string {
	if m, ok := v.p.(encoding.TextMarshaler); ok {
		if b, err := m.MarshalText(); err == nil {
			return string(b)
		}
	}
	return ""
}

// TextVar defines a flag whose value reads texts itself.
func (f *FlagSet) TextVar(p encoding.TextUnmarshaler, name string, value encoding.TextMarshaler, usage string) {
	want, have := rt.TypeOf(p), rt.TypeOf(value)
	if rt.Kind(want) != rt.Pointer_ {
		panic("variable value type must be a pointer")
	}
	if rt.Kind(have) == rt.Pointer_ {
		have = rt.Elem(have)
	}
	if have != rt.Elem(want) {
		panic(fmt.Sprintf("default type does not match variable type: %v != %v", rt.TypeName(have), rt.TypeName(rt.Elem(want))))
	}
	var v any = value
	if rt.Kind(rt.TypeOf(value)) == rt.Pointer_ {
		v = rt.Deref(value)
	}
	rt.Store(p, v)
	f.Var(textValue{p}, name, usage)
}

func TextVar(p encoding.TextUnmarshaler, name string, value encoding.TextMarshaler, usage string) {
	CommandLine.TextVar(p, name, value, usage)
}

type funcValue func(string) error

func (f funcValue) Set(s string) error { return f(s) }
func (f funcValue) String() string     { return "" }

func (f *FlagSet) Func(name, usage string, fn func(string) error) { f.Var(funcValue(fn), name, usage) }
func Func(name, usage string, fn func(string) error)              { CommandLine.Func(name, usage, fn) }

type boolFuncValue func(string) error

func (f boolFuncValue) Set(s string) error { return f(s) }
func (f boolFuncValue) String() string     { return "" }
func (f boolFuncValue) IsBoolFlag() bool   { return true }

func (f *FlagSet) BoolFunc(name, usage string, fn func(string) error) {
	f.Var(boolFuncValue(fn), name, usage)
}

func BoolFunc(name, usage string, fn func(string) error) { CommandLine.BoolFunc(name, usage, fn) }

// zeroOf is a Value of the same type that nobody has set.
func zeroOf(v Value) Value { return rt.Zero(v).(Value) }

// typeName is what a Value's type is called, a pointer's without its star.
func typeName(v Value) string {
	t := rt.TypeOf(v)
	if rt.Kind(t) == rt.Pointer_ {
		t = rt.Elem(t)
	}
	return rt.TypeName(t)
}
