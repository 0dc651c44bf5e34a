package slog

import "time"

// Attr is a key with its value.
type Attr struct {
	Key   string
	Value Value
}

func String(key, value string) Attr             { return Attr{key, StringValue(value)} }
func Int64(key string, value int64) Attr        { return Attr{key, Int64Value(value)} }
func Int(key string, value int) Attr            { return Attr{key, Int64Value(int64(value))} }
func Uint64(key string, v uint64) Attr          { return Attr{key, Uint64Value(v)} }
func Float64(key string, v float64) Attr        { return Attr{key, Float64Value(v)} }
func Bool(key string, v bool) Attr              { return Attr{key, BoolValue(v)} }
func Time(key string, v time.Time) Attr         { return Attr{key, TimeValue(v)} }
func Duration(key string, v time.Duration) Attr { return Attr{key, DurationValue(v)} }
func Any(key string, value any) Attr            { return Attr{key, AnyValue(value)} }
func Group(key string, args ...any) Attr        { return Attr{key, GroupValue(attrsOf(args)...)} }
func GroupAttrs(key string, attrs ...Attr) Attr { return Attr{key, GroupValue(attrs...)} }
func (a Attr) Equal(b Attr) bool                { return a.Key == b.Key && a.Value.Equal(b.Value) }
func (a Attr) String() string                   { return a.Key + "=" + a.Value.String() }
func (a *Attr) isEmpty() bool                   { return a.Key == "" && a.Value.kind == KindAny && a.Value.any == nil }

// badKey is the key of a value that has none.
const badKey = "!BADKEY"

// appendArgs makes attributes of arguments, perhaps without empty groups.
func appendArgs(attrs []Attr, args []any, groups bool) []Attr {
	for i := 0; i < len(args); i++ {
		var a Attr
		switch x := args[i].(type) {
		case string:
			if i+1 == len(args) {
				a = String(badKey, x)
			} else {
				i++
				a = Attr{x, AnyValue(args[i])}
			}
		case Attr:
			a = x
		default:
			a = Any(badKey, x)
		}
		if groups || !a.Value.isEmptyGroup() {
			attrs = append(attrs, a)
		}
	}
	return attrs
}

func attrsOf(args []any) []Attr { return appendArgs(make([]Attr, 0, (len(args)+1)/2), args, true) }
