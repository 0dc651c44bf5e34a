package purlin

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// A Function is an exported function of an isolate, looked up once.
type Function struct {
	isolate *Isolate
	handle  uintptr
	// The types of words, or nothing: see purlin_function_words.
	words string
}

// Function looks an exported function up.
func (i *Isolate) Function(name string) (*Function, error) {
	function, failed := &Function{isolate: i}, new(uintptr)
	status, _, _ := purego.SyscallN(entry.moduleFunction, i.module.handle, uintptr(unsafe.Pointer(unsafe.StringData(name))), uintptr(len(name)),
		uintptr(unsafe.Pointer(&function.handle)), uintptr(unsafe.Pointer(failed)))
	runtime.KeepAlive(name)
	runtime.KeepAlive(i)
	if err := errorOf(status, *failed); err != nil {
		return nil, err
	}
	function.words = textOf(entry.functionWords, function.handle)
	runtime.SetFinalizer(function, func(f *Function) { purego.SyscallN(entry.functionFree, f.handle) })
	return function, nil
}

// Signature is the function's in the guest's language.
func (f *Function) Signature() string {
	defer runtime.KeepAlive(f)
	return textOf(entry.functionSignature, f.handle)
}

// Call calls the function: see [Isolate.Call].
func (f *Function) Call(ctx context.Context, args ...any) (any, error) {
	if args == nil {
		args = []any{}
	}
	bytes, err := encode(nil, args)
	if err != nil {
		return nil, err
	}
	i := f.isolate
	if err := i.lease(); err != nil {
		return nil, err
	}
	defer i.release()
	err = i.within(ctx, func() error {
		i.failed, i.result = 0, 0
		status, _, _ := purego.SyscallN(entry.callEncoded, f.handle, i.handle, uintptr(unsafe.Pointer(unsafe.SliceData(bytes))),
			uintptr(len(bytes)), uintptr(unsafe.Pointer(&i.result)), uintptr(unsafe.Pointer(&i.failed)))
		return i.errorOf(status)
	})
	runtime.KeepAlive(bytes)
	runtime.KeepAlive(f)
	if err != nil {
		return nil, err
	}
	return takeValue(i.result)
}

// A Word is a type of parameters and results that functions of numbers have, which are called quickest.
type Word interface {
	bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// The letter of a type, as purlin_function_words has it.
func letter[T Word]() string {
	var zero T
	switch any(zero).(type) {
	case bool:
		return "?"
	case int8:
		return "b"
	case uint8:
		return "B"
	case int16:
		return "h"
	case uint16:
		return "H"
	case int32:
		return "i"
	case uint32:
		return "I"
	case int, int64:
		return "q"
	case float32:
		return "f"
	case float64:
		return "d"
	}
	return "Q"
}

// The word of a number. The compiler knows the type.
func wordOf[T Word](value T) uint64 {
	switch value := any(value).(type) {
	case bool:
		if value {
			return 1
		}
		return 0
	case int:
		return uint64(value)
	case int8:
		return uint64(value)
	case int16:
		return uint64(value)
	case int32:
		return uint64(value)
	case int64:
		return uint64(value)
	case uint:
		return uint64(value)
	case uint8:
		return uint64(value)
	case uint16:
		return uint64(value)
	case uint32:
		return uint64(value)
	case uint64:
		return value
	case float32:
		return uint64(math.Float32bits(value))
	case float64:
		return math.Float64bits(value)
	}
	return 0
}

// The number of a word: its lowest bytes, as the type has them.
func ofWord[T Word](word uint64) T {
	return *(*T)(lowest(&word, unsafe.Sizeof(*new(T))))
}

// Calls a function of numbers with the words of the isolate, which is leased.
func (f *Function) byWords() error {
	i := f.isolate
	i.failed = 0
	status, _, _ := purego.SyscallN(entry.callWords, f.handle, i.handle, uintptr(unsafe.Pointer(&i.words)),
		uintptr(unsafe.Pointer(&i.failed)))
	if int32(status) != 0 {
		return i.errorOf(status)
	}
	return nil
}

// Looks a function up whose types are these.
func bound(i *Isolate, name, words string) (*Function, error) {
	function, err := i.Function(name)
	if err == nil && function.words != words {
		message := fmt.Sprintf("%s is %s, which other types were asked for", name, function.Signature())
		return nil, &Error{Kind: Host, Message: message, Report: message}
	}
	return function, err
}

// Bind1 is an exported function of one number, as a function of Go's.
func Bind1[A, R Word](i *Isolate, name string) (func(A) (R, error), error) {
	f, err := bound(i, name, letter[A]()+">"+letter[R]())
	if err != nil {
		return nil, err
	}
	return func(a A) (result R, err error) {
		if err := i.lease(); err != nil {
			return result, err
		}
		i.words[0] = wordOf(a)
		if err = f.byWords(); err == nil {
			result = ofWord[R](i.words[0])
		}
		i.release()
		return result, err
	}, nil
}

// Bind2 is an exported function of two numbers, as a function of Go's.
func Bind2[A, B, R Word](i *Isolate, name string) (func(A, B) (R, error), error) {
	f, err := bound(i, name, letter[A]()+letter[B]()+">"+letter[R]())
	if err != nil {
		return nil, err
	}
	return func(a A, b B) (result R, err error) {
		if err := i.lease(); err != nil {
			return result, err
		}
		i.words[0], i.words[1] = wordOf(a), wordOf(b)
		if err = f.byWords(); err == nil {
			result = ofWord[R](i.words[0])
		}
		i.release()
		return result, err
	}, nil
}

// Bind3 is an exported function of three numbers, as a function of Go's.
func Bind3[A, B, C, R Word](i *Isolate, name string) (func(A, B, C) (R, error), error) {
	f, err := bound(i, name, letter[A]()+letter[B]()+letter[C]()+">"+letter[R]())
	if err != nil {
		return nil, err
	}
	return func(a A, b B, c C) (result R, err error) {
		if err := i.lease(); err != nil {
			return result, err
		}
		i.words[0], i.words[1], i.words[2] = wordOf(a), wordOf(b), wordOf(c)
		if err = f.byWords(); err == nil {
			result = ofWord[R](i.words[0])
		}
		i.release()
		return result, err
	}, nil
}

// Where the lowest bytes of a word lie.
func lowest(word *uint64, size uintptr) unsafe.Pointer {
	one := uint16(1)
	if *(*byte)(unsafe.Pointer(&one)) == 1 {
		return unsafe.Pointer(word)
	}
	return unsafe.Add(unsafe.Pointer(word), 8-size)
}
