// Package quick checks functions with arguments that it makes by chance.
package quick

import (
	"flag"
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"strings"
)

var maxCount = flag.Int("quickchecks", 100, "The default number of iterations for each check")

// Generator makes values of its own type, of about a size.
type Generator interface {
	Generate(rand *rand.Rand, size int) reflect.Value
}

// Elements of slices and maps, and runes of strings, at most.
const complexSize = 50

// Value is a value of a type by chance, and whether such can be made.
func Value(t reflect.Type, rand *rand.Rand) (value reflect.Value, ok bool) {
	return make1(t, rand, complexSize)
}

func floatOf(rand *rand.Rand, most float64) float64 {
	f := rand.Float64() * most
	if rand.Int()&1 == 1 {
		f = -f
	}
	return f
}

func integer(rand *rand.Rand) uint64 {
	n := uint64(rand.Int63())
	if rand.Int()&1 == 1 {
		n = -n
	}
	return n
}

// make1 makes one of about a size: what it consists of is the smaller the more there is of it.
func make1(t reflect.Type, rand *rand.Rand, size int) (value reflect.Value, ok bool) {
	if m, ok := reflect.Zero(t).Interface().(Generator); ok {
		return m.Generate(rand, size), true
	}
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(rand.Int()&1 == 0)
	case reflect.Float32:
		v.SetFloat(floatOf(rand, math.MaxFloat32))
	case reflect.Float64:
		v.SetFloat(floatOf(rand, math.MaxFloat64))
	case reflect.Complex64:
		v.SetComplex(complex(floatOf(rand, math.MaxFloat32), floatOf(rand, math.MaxFloat32)))
	case reflect.Complex128:
		v.SetComplex(complex(floatOf(rand, math.MaxFloat64), floatOf(rand, math.MaxFloat64)))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(integer(rand)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(integer(rand))
	case reflect.String:
		runes := make([]rune, rand.Intn(complexSize))
		for i := range runes {
			runes[i] = rune(rand.Intn(0x10ffff))
		}
		v.SetString(string(runes))
	case reflect.Pointer:
		if rand.Intn(size) == 0 {
			return v, true // nil
		}
		elem, ok := make1(t.Elem(), rand, size)
		if !ok {
			return reflect.Value{}, false
		}
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(elem)
	case reflect.Map:
		n := rand.Intn(size)
		v.Set(reflect.MakeMap(t))
		for range n {
			key, ok1 := make1(t.Key(), rand, size-n)
			elem, ok2 := make1(t.Elem(), rand, size-n)
			if !ok1 || !ok2 {
				return reflect.Value{}, false
			}
			v.SetMapIndex(key, elem)
		}
	case reflect.Slice:
		n := rand.Intn(size)
		v.Set(reflect.MakeSlice(t, n, n))
		return fill(v, n, rand, size-n)
	case reflect.Array:
		return fill(v, v.Len(), rand, size)
	case reflect.Struct:
		left := size
		if n := v.NumField(); n > size {
			left = 1
		} else if n > 0 {
			left = size / n
		}
		for i := range v.NumField() {
			elem, ok := make1(t.Field(i).Type, rand, max(left, 1))
			if !ok {
				return reflect.Value{}, false
			}
			v.Field(i).Set(elem)
		}
	default:
		return reflect.Value{}, false
	}
	return v, true
}

func fill(v reflect.Value, n int, rand *rand.Rand, size int) (reflect.Value, bool) {
	for i := range n {
		elem, ok := make1(v.Type().Elem(), rand, max(size, 1))
		if !ok {
			return reflect.Value{}, false
		}
		v.Index(i).Set(elem)
	}
	return v, true
}

// Config says how a function is checked; zero fields are defaults.
type Config struct {
	MaxCount      int
	MaxCountScale float64
	Rand          *rand.Rand
	Values        func([]reflect.Value, *rand.Rand)
}

func (c *Config) random() *rand.Rand {
	if c.Rand == nil {
		return rand.New(rand.NewSource(rand.Int63()))
	}
	return c.Rand
}

func (c *Config) count() int {
	if c.MaxCount != 0 {
		return c.MaxCount
	}
	if c.MaxCountScale != 0 {
		return int(c.MaxCountScale * float64(*maxCount))
	}
	return *maxCount
}

// SetupError says what is wrong with a check, whatever the functions do.
type SetupError string

func (s SetupError) Error() string { return string(s) }

// CheckError has the arguments for which Check failed, and how many times it had tried.
type CheckError struct {
	Count int
	In    []any
}

func (s *CheckError) Error() string {
	return fmt.Sprintf("#%d: failed on input %s", s.Count, list(s.In))
}

// CheckEqualError has the arguments for which two functions differ, and what they gave.
type CheckEqualError struct {
	CheckError
	Out1 []any
	Out2 []any
}

func (s *CheckEqualError) Error() string {
	return fmt.Sprintf("#%d: failed on input %s. Output 1: %s. Output 2: %s", s.Count, list(s.In), list(s.Out1), list(s.Out2))
}

func list(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("%#v", v)
	}
	return strings.Join(texts, ", ")
}

func function(f any) (v reflect.Value, ok bool) {
	v = reflect.ValueOf(f)
	return v, v.Kind() == reflect.Func
}

// Check looks for arguments for which f, which returns a bool, gives false.
func Check(f any, config *Config) error {
	if config == nil {
		config = &Config{}
	}
	fn, ok := function(f)
	if !ok {
		return SetupError("argument is not a function")
	}
	t := fn.Type()
	if t.NumOut() != 1 {
		return SetupError("function does not return one value")
	}
	if t.Out(0).Kind() != reflect.Bool {
		return SetupError("function does not return a bool")
	}
	args, r := make([]reflect.Value, t.NumIn()), config.random()
	for i := range config.count() {
		if err := arguments(args, t, config, r); err != nil {
			return err
		}
		if !fn.Call(args)[0].Bool() {
			return &CheckError{i + 1, interfaces(args)}
		}
	}
	return nil
}

// CheckEqual looks for arguments for which two functions give different results.
func CheckEqual(f, g any, config *Config) error {
	if config == nil {
		config = &Config{}
	}
	x, ok := function(f)
	if !ok {
		return SetupError("f is not a function")
	}
	y, ok := function(g)
	if !ok {
		return SetupError("g is not a function")
	}
	if x.Type() != y.Type() {
		return SetupError("functions have different types")
	}
	args, r := make([]reflect.Value, x.Type().NumIn()), config.random()
	for i := range config.count() {
		if err := arguments(args, x.Type(), config, r); err != nil {
			return err
		}
		one, other := interfaces(x.Call(args)), interfaces(y.Call(args))
		if !reflect.DeepEqual(one, other) {
			return &CheckEqualError{CheckError{i + 1, interfaces(args)}, one, other}
		}
	}
	return nil
}

// arguments fills args for a function.
func arguments(args []reflect.Value, t reflect.Type, config *Config, rand *rand.Rand) error {
	if config.Values != nil {
		config.Values(args, rand)
		return nil
	}
	for i := range args {
		v, ok := Value(t.In(i), rand)
		if !ok {
			return SetupError(fmt.Sprintf("cannot create arbitrary value of type %s for argument %d", t.In(i), i))
		}
		args[i] = v
	}
	return nil
}

func interfaces(values []reflect.Value) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v.Interface()
	}
	return all
}
