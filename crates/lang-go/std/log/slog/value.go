package slog

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value holds any value; scalars, strings, durations and times are held without an allocation. Its zero value is nil.
type Value struct {
	_    [0]func() // Values are compared with Equal.
	kind Kind
	// A number's bits, or the nanoseconds since 1970 of a time.
	num uint64
	str string
	// A *time.Location or a time.Time of a time, the []Attr of a group, anything of KindAny and KindLogValuer.
	any any
}

// Kind is what a Value holds.
type Kind int

const (
	KindAny Kind = iota
	KindBool
	KindDuration
	KindFloat64
	KindInt64
	KindString
	KindTime
	KindUint64
	KindGroup
	KindLogValuer
)

var kindNames = [...]string{
	"Any", "Bool", "Duration", "Float64", "Int64", "String", "Time", "Uint64", "Group", "LogValuer",
}

func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return "<unknown slog.Kind>"
	}
	return kindNames[k]
}

// LogValuer is a value that says itself what is to be logged for it.
type LogValuer interface {
	LogValue() Value
}

func StringValue(value string) Value      { return Value{kind: KindString, str: value} }
func IntValue(v int) Value                { return Value{kind: KindInt64, num: uint64(v)} }
func Int64Value(v int64) Value            { return Value{kind: KindInt64, num: uint64(v)} }
func Uint64Value(v uint64) Value          { return Value{kind: KindUint64, num: v} }
func Float64Value(v float64) Value        { return Value{kind: KindFloat64, num: math.Float64bits(v)} }
func DurationValue(v time.Duration) Value { return Value{kind: KindDuration, num: uint64(v)} }

func BoolValue(v bool) Value {
	if v {
		return Value{kind: KindBool, num: 1}
	}
	return Value{kind: KindBool}
}

// TimeValue holds nanoseconds since 1970 and a location where the time is near enough, and a whole time.Time otherwise.
func TimeValue(v time.Time) Value {
	if v.IsZero() {
		return Value{kind: KindTime}
	}
	nanos := v.UnixNano()
	if v.Equal(time.Unix(0, nanos)) {
		return Value{kind: KindTime, num: uint64(nanos), any: v.Location()}
	}
	return Value{kind: KindTime, any: v.Round(0)}
}

// GroupValue leaves out the groups that are empty.
func GroupValue(as ...Attr) Value {
	if n := emptyGroups(as); n > 0 {
		kept := make([]Attr, 0, len(as)-n)
		for i := range as {
			if !as[i].Value.isEmptyGroup() {
				kept = append(kept, as[i])
			}
		}
		as = kept
	}
	return Value{kind: KindGroup, num: uint64(len(as)), any: as}
}

func emptyGroups(as []Attr) (n int) {
	for i := range as {
		if as[i].Value.isEmptyGroup() {
			n++
		}
	}
	return n
}

func (v *Value) isEmptyGroup() bool { return v.kind == KindGroup && v.num == 0 }

func AnyValue(v any) Value {
	switch v := v.(type) {
	case string:
		return StringValue(v)
	case int:
		return Int64Value(int64(v))
	case bool:
		return BoolValue(v)
	case float64:
		return Float64Value(v)
	case time.Duration:
		return DurationValue(v)
	case time.Time:
		return TimeValue(v)
	case int64:
		return Int64Value(v)
	case uint64:
		return Uint64Value(v)
	case Value:
		return v
	case []Attr:
		return GroupValue(v...)
	case LogValuer:
		return Value{kind: KindLogValuer, any: v}
	case uint:
		return Uint64Value(uint64(v))
	case int8:
		return Int64Value(int64(v))
	case int16:
		return Int64Value(int64(v))
	case int32:
		return Int64Value(int64(v))
	case uint8:
		return Uint64Value(uint64(v))
	case uint16:
		return Uint64Value(uint64(v))
	case uint32:
		return Uint64Value(uint64(v))
	case uintptr:
		return Uint64Value(uint64(v))
	case float32:
		return Float64Value(float64(v))
	}
	return Value{any: v}
}

func (v Value) Kind() Kind { return v.kind }

func (v Value) Any() any {
	switch v.kind {
	case KindBool:
		return v.num == 1
	case KindDuration:
		return time.Duration(v.num)
	case KindFloat64:
		return math.Float64frombits(v.num)
	case KindInt64:
		return int64(v.num)
	case KindString:
		return v.str
	case KindTime:
		return v.time()
	case KindUint64:
		return v.num
	}
	return v.any
}

// want panics unless v is of a kind.
func (v *Value) want(kind Kind) {
	if v.kind != kind {
		panic("Value kind is " + v.kind.String() + ", not " + kind.String())
	}
}

func (v Value) Bool() bool {
	v.want(KindBool)
	return v.num == 1
}

func (v Value) Duration() time.Duration {
	v.want(KindDuration)
	return time.Duration(v.num)
}

func (v Value) Float64() float64 {
	v.want(KindFloat64)
	return math.Float64frombits(v.num)
}

func (v Value) Int64() int64 {
	v.want(KindInt64)
	return int64(v.num)
}

func (v Value) Uint64() uint64 {
	v.want(KindUint64)
	return v.num
}

func (v Value) Time() time.Time {
	v.want(KindTime)
	return v.time()
}

func (v *Value) time() time.Time {
	switch at := v.any.(type) {
	case *time.Location:
		return time.Unix(0, int64(v.num)).In(at)
	case time.Time:
		return at
	}
	return time.Time{}
}

func (v Value) Group() []Attr {
	if v.kind != KindGroup {
		panic("Group: bad kind")
	}
	return v.group()
}

func (v *Value) group() []Attr { return v.any.([]Attr) }

func (v Value) LogValuer() LogValuer { return v.Any().(LogValuer) }

// Equal panics, as == does, where both hold the same type that cannot be compared.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind {
		return false
	}
	switch v.kind {
	case KindString:
		return v.str == w.str
	case KindFloat64:
		return math.Float64frombits(v.num) == math.Float64frombits(w.num)
	case KindTime:
		return v.time().Equal(w.time())
	case KindGroup:
		return slices.EqualFunc(v.group(), w.group(), Attr.Equal)
	case KindAny, KindLogValuer:
		return v.any == w.any
	}
	return v.num == w.num
}

func (v Value) String() string {
	if v.kind == KindString {
		return v.str
	}
	return string(v.append(nil))
}

// append appends the value as fmt.Sprint gives it.
func (v *Value) append(b []byte) []byte {
	switch v.kind {
	case KindString:
		return append(b, v.str...)
	case KindInt64:
		return strconv.AppendInt(b, int64(v.num), 10)
	case KindUint64:
		return strconv.AppendUint(b, v.num, 10)
	case KindFloat64:
		return strconv.AppendFloat(b, math.Float64frombits(v.num), 'g', -1, 64)
	case KindBool:
		return strconv.AppendBool(b, v.num == 1)
	case KindDuration:
		return append(b, time.Duration(v.num).String()...)
	case KindTime:
		return append(b, v.time().String()...)
	}
	return fmt.Append(b, v.any)
}

// maxLogValues is the number of calls of LogValue until Resolve gives up.
const maxLogValues = 100

func (v Value) Resolve() Value {
	if v.kind != KindLogValuer {
		return v
	}
	return v.resolve()
}

func (v Value) resolve() (resolved Value) {
	first := v.any
	defer func() {
		if r := recover(); r != nil {
			resolved = AnyValue(fmt.Errorf("LogValue panicked\n%s", callStack(4, 5)))
		}
	}()
	for range maxLogValues {
		if v.kind != KindLogValuer {
			return v
		}
		v = v.any.(LogValuer).LogValue()
	}
	return AnyValue(fmt.Errorf("LogValue called too many times on Value of type %T", first))
}

// callStack describes up to n calls, without the innermost skip.
func callStack(skip, n int) string {
	pcs := make([]uintptr, n+1)
	count := runtime.Callers(skip, pcs)
	if count == 0 {
		return "(no stack)"
	}
	var b strings.Builder
	frames := runtime.CallersFrames(pcs[:count])
	for i := 0; ; i++ {
		frame, more := frames.Next()
		fmt.Fprintf(&b, "called from %s (%s:%d)\n", frame.Function, frame.File, frame.Line)
		if !more {
			break
		}
		if i+1 >= n {
			b.WriteString("(rest of stack elided)\n")
			break
		}
	}
	return b.String()
}
