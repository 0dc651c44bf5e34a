package purlin

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// A HostCall is a call of a host function by a guest, good until the function returns.
type HostCall struct{ handle uintptr }

// Charge takes units of gas for the function's own work.
func (c *HostCall) Charge(units uint64) { purego.SyscallN(entry.hostCharge, c.handle, uintptr(units)) }

// CalledOff tells whether the run is to end: a function that takes long can return early.
func (c *HostCall) CalledOff() bool {
	off, _, _ := purego.SyscallN(entry.hostIsCalledOff, c.handle)
	return off&0xff != 0
}

// Write writes to the program's standard output. It fails if the limit of output is reached.
func (c *HostCall) Write(bytes []byte) (int, error) {
	good, _, _ := purego.SyscallN(entry.hostWrite, c.handle, uintptr(unsafe.Pointer(unsafe.SliceData(bytes))), uintptr(len(bytes)))
	runtime.KeepAlive(bytes)
	if good&0xff == 0 {
		return 0, End(errors.New("the limit of output is reached"))
	}
	return len(bytes), nil
}

// A Raw is a host function over values: see [Engine.RawFunction]. The call is nil for an asynchronous one.
type Raw func(call *HostCall, args []any) (any, error)

type ended struct{ error }

func (e ended) Unwrap() error { return e.error }

// End makes an error that ends the guest's run when a host function returns it, instead of being an error that the
// guest gets. A panic of a host function does too.
func End(err error) error { return ended{err} }

// The host functions, by the number that is the user's pointer. Callbacks cannot be freed, so there is one of
// each kind for all.
var hosts struct {
	sync.RWMutex
	functions map[uintptr]Raw
	last      uintptr
}

// The statuses that a callback returns.
const (
	statusOK         = 0
	statusHost       = 13
	statusGuestError = 33
)

var callbacks = sync.OnceValue(func() (c struct{ call, start, free, wake uintptr }) {
	c.call = purego.NewCallback(called)
	c.start = purego.NewCallback(started)
	c.free = purego.NewCallback(freed)
	c.wake = purego.NewCallback(woken)
	return c
})

func freed(user uintptr) uintptr {
	hosts.Lock()
	delete(hosts.functions, user)
	hosts.Unlock()
	return 0
}

func hostFunction(user uintptr) Raw {
	hosts.RLock()
	defer hosts.RUnlock()
	return hosts.functions[user]
}

// Calls a function, and makes a panic an error.
func guarded(function Raw, call *HostCall, args []any) (result any, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			if failed, ok := panicked.(error); ok {
				err = End(fmt.Errorf("panic: %w", failed))
			} else {
				err = End(fmt.Errorf("panic: %v", panicked))
			}
		}
	}()
	return function(call, args)
}

// The arguments of a call.
func arguments(args, count uintptr) []any {
	encoded, _, _ := purego.SyscallN(entry.valuesEncode, args, count)
	list, err := decode(takeBytes(encoded))
	if values, ok := list.([]any); ok && err == nil {
		return values
	}
	return nil
}

// The callback of all host functions.
func called(user, call, args, count uintptr, result *uintptr) uintptr {
	value, err := guarded(hostFunction(user), &HostCall{call}, arguments(args, count))
	status := uintptr(statusOK)
	if err == nil {
		if *result, err = giveValue(value); err == nil {
			return status
		}
		err = End(err)
	}
	status, message := failure(err)
	*result, _ = giveValue(message)
	return status
}

func failure(err error) (uintptr, string) {
	var end ended
	if errors.As(err, &end) {
		return statusHost, end.Error()
	}
	return statusGuestError, err.Error()
}

// The callback of all asynchronous host functions: each call has a goroutine.
func started(user, args, count, answer uintptr) uintptr {
	function, values := hostFunction(user), arguments(args, count)
	go func() {
		value, err := guarded(function, nil, values)
		if err == nil {
			var given uintptr
			if given, err = giveValue(value); err == nil {
				purego.SyscallN(entry.answerGive, answer, given)
				return
			}
			err = End(err)
		}
		status, message := failure(err)
		purego.SyscallN(entry.answerFail, answer, status, uintptr(unsafe.Pointer(unsafe.StringData(message))), uintptr(len(message)))
		runtime.KeepAlive(message)
	}()
	return 0
}

// RawFunction adds a function over values to a host package, with a signature such as
// "(item: String, n: i64) -> Result<f64, Error>". Several results are a []any.
func (e *Engine) RawFunction(path, name, signature string, function Raw) error {
	return e.add(entry.engineFunction, callbacks().call, path, name, signature, function)
}

// RawAsyncFunction adds a function over values that is called in a goroutine of its own: other goroutines of the
// guest's run until it returns.
func (e *Engine) RawAsyncFunction(path, name, signature string, function Raw) error {
	return e.add(entry.engineAsyncFunction, callbacks().start, path, name, signature, function)
}

func (e *Engine) add(add, callback uintptr, path, name, signature string, function Raw) error {
	hosts.Lock()
	if hosts.functions == nil {
		hosts.functions = map[uintptr]Raw{}
	}
	hosts.last++
	user := hosts.last
	hosts.functions[user] = function
	hosts.Unlock()
	failed := new(uintptr)
	status, _, _ := purego.SyscallN(add, e.handle,
		uintptr(unsafe.Pointer(unsafe.StringData(path))), uintptr(len(path)),
		uintptr(unsafe.Pointer(unsafe.StringData(name))), uintptr(len(name)),
		uintptr(unsafe.Pointer(unsafe.StringData(signature))), uintptr(len(signature)),
		callback, user, callbacks().free, uintptr(unsafe.Pointer(failed)))
	runtime.KeepAlive([]string{path, name, signature})
	runtime.KeepAlive(e)
	return errorOf(status, *failed)
}

// Function adds a function of Go's to a host package, with the types that it has. A *HostCall may be its first
// parameter. If its last result is an error, the guest gets it as one; [End] makes one that ends the run.
func (e *Engine) Function(path, name string, function any) error {
	signature, raw, err := derived(name, function)
	if err != nil {
		return err
	}
	return e.RawFunction(path, name, signature, raw)
}

// AsyncFunction is [Engine.Function] for a function that waits: it is called in a goroutine of its own, and other
// goroutines of the guest's run until it returns. It has no *HostCall.
func (e *Engine) AsyncFunction(path, name string, function any) error {
	signature, raw, err := derived(name, function)
	if err != nil {
		return err
	}
	return e.RawAsyncFunction(path, name, signature, raw)
}

var (
	errorType = reflect.TypeFor[error]()
	callType  = reflect.TypeFor[*HostCall]()
)

// The signature of a function, and the function over values.
func derived(name string, function any) (string, Raw, error) {
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func || f.Type().IsVariadic() {
		return "", nil, &Error{Kind: Usage, Message: name + " is no function that a guest can call"}
	}
	t := f.Type()
	first := 0
	if t.NumIn() > 0 && t.In(0) == callType {
		first = 1
	}
	var params, results []string
	for n := first; n < t.NumIn(); n++ {
		ty, err := typeText(t.In(n), 0)
		if err != nil {
			return "", nil, err
		}
		params = append(params, ty)
	}
	fails := t.NumOut() > 0 && t.Out(t.NumOut()-1) == errorType
	for n := range t.NumOut() {
		if fails && n == t.NumOut()-1 {
			break
		}
		ty, err := typeText(t.Out(n), 0)
		if err != nil {
			return "", nil, err
		}
		results = append(results, ty)
	}
	result := strings.Join(results, ", ")
	if len(results) != 1 {
		result = "(" + result + ")"
	}
	if fails {
		result = "Result<" + result + ", Error>"
	}
	signature := "(" + strings.Join(params, ", ") + ") -> " + result
	return signature, func(call *HostCall, args []any) (any, error) { return apply(f, first, fails, call, args) }, nil
}

// Calls a function with values that are fitted to its types.
func apply(f reflect.Value, first int, fails bool, call *HostCall, args []any) (any, error) {
	in := make([]reflect.Value, f.Type().NumIn())
	if first == 1 {
		in[0] = reflect.ValueOf(call)
	}
	for n := first; n < len(in); n++ {
		in[n] = reflect.New(f.Type().In(n)).Elem()
		if err := store(in[n], args[n-first]); err != nil {
			return nil, End(err)
		}
	}
	out := f.Call(in)
	if fails {
		last := out[len(out)-1]
		out = out[:len(out)-1]
		if !last.IsNil() {
			return nil, last.Interface().(error)
		}
	}
	switch len(out) {
	case 0:
		return nil, nil
	case 1:
		return out[0].Interface(), nil
	}
	values := make([]any, len(out))
	for n, value := range out {
		values[n] = value.Interface()
	}
	return values, nil
}

// A type as signatures have it.
func typeText(t reflect.Type, depth int) (string, error) {
	if depth > 40 {
		return "", &Error{Kind: Usage, Message: fmt.Sprintf("%v holds itself: give the signature", t)}
	}
	inner := func(pattern string, types ...reflect.Type) (string, error) {
		texts := make([]any, len(types))
		for n, t := range types {
			text, err := typeText(t, depth+1)
			if err != nil {
				return "", err
			}
			texts[n] = text
		}
		return fmt.Sprintf(pattern, texts...), nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return "bool", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("i%d", 8*t.Size()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprintf("u%d", 8*t.Size()), nil
	case reflect.Float32, reflect.Float64:
		return fmt.Sprintf("f%d", 8*t.Size()), nil
	case reflect.String:
		return "String", nil
	case reflect.Slice:
		return inner("Vec<%s>", t.Elem())
	case reflect.Array:
		return inner("[%s; "+fmt.Sprint(t.Len())+"]", t.Elem())
	case reflect.Map:
		return inner("HashMap<%s, %s>", t.Key(), t.Elem())
	case reflect.Pointer:
		return inner("Option<%s>", t.Elem())
	case reflect.Struct:
		var fields []string
		for n := range t.NumField() {
			text, err := typeText(t.Field(n).Type, depth+1)
			if err != nil {
				return "", err
			}
			fields = append(fields, t.Field(n).Name+": "+text)
		}
		return t.Name() + "{" + strings.Join(fields, ", ") + "}", nil
	}
	return "", &Error{Kind: Usage, Message: fmt.Sprintf("%v is no type that crosses", t)}
}
