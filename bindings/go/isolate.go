package purlin

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Limits are what an isolate may use. Zero is no limit, but for the sizes of memory and stack, where it is the
// usual one.
type Limits struct {
	Gas         uint64        // Units of gas.
	AllocBytes  uint64        // Bytes ever allocated.
	HeapBytes   uint64        // Bytes of memory at once, stacks included; 1 GiB usually.
	StackBytes  uint64        // Bytes of stack of one goroutine; 256 MiB usually.
	CallDepth   uint64        // Calls that may be nested.
	OutputBytes uint64        // Bytes of output.
	Time        time.Duration // By the clock, from when the isolate is made, in whole milliseconds.
}

// The structure purlin_limits.
type limits struct {
	size                                                  uintptr
	gas, allocBytes, heapBytes, stackBytes                uint64
	callDepth, outputBytes, timeMilliseconds, hostObjects uint64
}

func milliseconds(d time.Duration) uint64 {
	if d <= 0 {
		return unlimited
	}
	return uint64((d + time.Millisecond - 1) / time.Millisecond)
}

func (l Limits) given() *limits {
	given := new(limits)
	purego.SyscallN(entry.limitsDefault, uintptr(unsafe.Pointer(given)))
	given.gas, given.allocBytes = orUnlimited(l.Gas), orUnlimited(l.AllocBytes)
	given.callDepth, given.outputBytes = orUnlimited(l.CallDepth), orUnlimited(l.OutputBytes)
	given.timeMilliseconds = milliseconds(l.Time)
	if l.HeapBytes != 0 {
		given.heapBytes = l.HeapBytes
	}
	if l.StackBytes != 0 {
		given.stackBytes = l.StackBytes
	}
	return given
}

// Stats are what an isolate has used since it was made or reset.
type Stats struct {
	Gas         uint64 // Units of gas.
	GasLeft     uint64 // Units that are left; the greatest number without a limit.
	AllocBytes  uint64 // Bytes allocated in all.
	OutputBytes uint64 // Bytes written.
	Goroutines  uint64 // Goroutines started.
}

// An Isolate is a running program: memory, limits, output. It serves one call at a time; another one meanwhile,
// also by a host function that the isolate calls, is an error of kind [Busy]. Cancel and TakeOutput may be called
// at any time.
type Isolate struct {
	// Held by the one use at a time.
	use sync.Mutex
	// Held for reading by what may happen beside it.
	life   sync.RWMutex
	handle uintptr
	closed atomic.Bool
	module *Module
	// Where words are and the error is stored, for the one use: memory that C writes is not to lie on a stack.
	words  [8]uint64
	failed uintptr
	result uintptr
}

// NewIsolate makes an isolate of a module.
func (m *Module) NewIsolate(limits Limits) (*Isolate, error) {
	isolate := &Isolate{module: m}
	given := limits.given()
	status, _, _ := purego.SyscallN(entry.isolateNew, m.handle, uintptr(unsafe.Pointer(given)),
		uintptr(unsafe.Pointer(&isolate.handle)), uintptr(unsafe.Pointer(&isolate.failed)))
	runtime.KeepAlive(m)
	if err := errorOf(status, isolate.failed); err != nil {
		return nil, err
	}
	runtime.SetFinalizer(isolate, (*Isolate).Close)
	return isolate, nil
}

// Close frees the isolate. One that is in use, even by the caller's own host function, is freed when that use
// ends.
func (i *Isolate) Close() error {
	i.closed.Store(true)
	i.freeIfIdle()
	return nil
}

func (i *Isolate) freeIfIdle() {
	if !i.use.TryLock() {
		return
	}
	i.life.Lock()
	if i.handle != 0 {
		purego.SyscallN(entry.isolateFree, i.handle)
		i.handle = 0
		runtime.SetFinalizer(i, nil)
	}
	i.life.Unlock()
	i.use.Unlock()
}

// Takes the isolate for one use.
func (i *Isolate) lease() error {
	if !i.use.TryLock() {
		return busy()
	}
	if i.closed.Load() {
		i.release()
		return closed()
	}
	return nil
}

func (i *Isolate) release() {
	i.use.Unlock()
	if i.closed.Load() {
		i.freeIfIdle()
	}
}

// Uses the isolate with an entry whose last argument is the place for an error.
//
//go:uintptrescapes
func (i *Isolate) do(entry uintptr, args ...uintptr) error {
	if err := i.lease(); err != nil {
		return err
	}
	defer i.release()
	return i.leased(entry, args...)
}

// Calls an entry while the isolate is leased.
//
//go:uintptrescapes
func (i *Isolate) leased(entry uintptr, args ...uintptr) error {
	all := append(append([]uintptr{i.handle}, args...), uintptr(unsafe.Pointer(&i.failed)))
	i.failed = 0
	status, _, _ := purego.SyscallN(entry, all...)
	return i.errorOf(status)
}

// The error of the last call.
func (i *Isolate) errorOf(status uintptr) error { return errorOf(status, i.failed) }

// Runs something that the context may cancel. The isolate is good for other calls afterwards.
func (i *Isolate) within(ctx context.Context, run func() error) error {
	if ctx.Done() == nil {
		return run()
	}
	cancelled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		i.Cancel()
		close(cancelled)
	})
	err := run()
	if stop() {
		return err
	}
	<-cancelled
	if clear := i.leased(entry.isolateClear); clear != nil {
		return clear
	}
	if failed, ok := err.(*Error); ok && failed.Kind == Cancelled {
		failed.Cause = context.Cause(ctx)
	}
	return err
}

// Call calls an exported function. Integers come back as int64 or uint64, structures as [Struct], maps as [Map],
// lists and several results as []any; [Call] gives them another type. An error that the function returns is one
// of kind [GuestError]. When the context is done, the call ends with one of kind [Cancelled].
func (i *Isolate) Call(ctx context.Context, name string, args ...any) (any, error) {
	function, err := i.Function(name)
	if err != nil {
		return nil, err
	}
	return function.Call(ctx, args...)
}

// Call calls an exported function whose result is a T: a number, a string, a struct with the guest's fields, a
// slice, a map; or a struct with a field for each of several results.
func Call[T any](ctx context.Context, i *Isolate, name string, args ...any) (result T, err error) {
	value, err := i.Call(ctx, name, args...)
	if err != nil {
		return result, err
	}
	return result, store(reflect.ValueOf(&result).Elem(), value)
}

// Run runs the program's main, after the initialisation of its packages.
func (i *Isolate) Run(ctx context.Context) error {
	if err := i.lease(); err != nil {
		return err
	}
	defer i.release()
	return i.within(ctx, func() error { return i.leased(entry.isolateRun) })
}

// Resume resumes what ran out of gas, at the same instruction, and gives the result of the call.
func (i *Isolate) Resume(ctx context.Context) (value any, err error) {
	if err := i.lease(); err != nil {
		return nil, err
	}
	defer i.release()
	err = i.within(ctx, func() error {
		i.result = 0
		return i.leased(entry.isolateResume, uintptr(unsafe.Pointer(&i.result)))
	})
	if err != nil {
		return nil, err
	}
	return takeValue(i.result)
}

// Refuel adds units of gas to what is left.
func (i *Isolate) Refuel(units uint64) error { return i.do(entry.isolateRefuel, uintptr(units)) }

// Reset brings the isolate back to the state of a fresh one, its limits included.
func (i *Isolate) Reset() error { return i.do(entry.isolateReset) }

// Cancel stops what runs in the isolate. It stays cancelled until it is reset, or the cancellation taken back.
func (i *Isolate) Cancel() {
	i.life.RLock()
	defer i.life.RUnlock()
	if i.handle != 0 {
		purego.SyscallN(entry.isolateCancel, i.handle)
	}
}

// ClearCancellation takes a cancellation back, so that the isolate can run with the state that it has.
func (i *Isolate) ClearCancellation() error { return i.do(entry.isolateClear) }

// SetLimits sets the limits that can change while an isolate lives: units of gas from now on, bytes of output in
// all, and time from now. Other fields are not looked at.
func (i *Isolate) SetLimits(limits Limits) error {
	return i.do(entry.isolateSetLimits, uintptr(orUnlimited(limits.Gas)), uintptr(orUnlimited(limits.OutputBytes)),
		uintptr(milliseconds(limits.Time)))
}

// Stats tells what the isolate has used.
func (i *Isolate) Stats() (Stats, error) {
	stats := new(Stats)
	err := i.do(entry.isolateStats, uintptr(unsafe.Pointer(stats)))
	return *stats, err
}

// TakeOutput is what the program has written to standard output since this was called last.
func (i *Isolate) TakeOutput() []byte { return i.take(1) }

// TakeErrors is what the program has written to standard error since this was called last.
func (i *Isolate) TakeErrors() []byte { return i.take(2) }

func (i *Isolate) take(stream uintptr) []byte {
	i.life.RLock()
	defer i.life.RUnlock()
	if i.handle == 0 {
		return nil
	}
	value, _, _ := purego.SyscallN(entry.isolateTakeOutput, i.handle, stream)
	return takeBytes(value)
}

// SetInput sets what the program reads from standard input.
func (i *Isolate) SetInput(input []byte) error {
	err := i.do(entry.isolateSetInput, uintptr(unsafe.Pointer(unsafe.SliceData(input))), uintptr(len(input)))
	runtime.KeepAlive(input)
	return err
}

// SetArgs sets the arguments that the program sees, its own name first.
func (i *Isolate) SetArgs(args ...string) error { return i.surround(args, nil) }

// SetEnv adds variables to the program's environment, which has none of the host's.
func (i *Isolate) SetEnv(env map[string]string) error { return i.surround(nil, env) }

func (i *Isolate) surround(args []string, env map[string]string) error {
	var values [2]uintptr
	var err error
	if args != nil {
		values[0], err = giveValue(args)
	}
	if env != nil && err == nil {
		values[1], err = giveValue(env)
	}
	if err == nil {
		err = i.do(entry.isolateSetSurroundings, values[0], values[1])
	}
	for _, value := range values {
		purego.SyscallN(entry.valueFree, value)
	}
	return err
}

// AllowFolder lets the program read the files in a folder, and change them if write is set.
func (i *Isolate) AllowFolder(path string, write bool) error {
	allowed := uintptr(0)
	if write {
		allowed = 1
	}
	err := i.do(entry.isolateAllowFolder, uintptr(unsafe.Pointer(unsafe.StringData(path))), uintptr(len(path)),
		allowed)
	runtime.KeepAlive(path)
	return err
}

// SetYieldInterval sets after how many units of gas a call that was started gives others a turn; a million
// unless it is set, and never for 0.
func (i *Isolate) SetYieldInterval(units uint64) error {
	return i.do(entry.isolateSetYield, uintptr(orUnlimited(units)))
}
