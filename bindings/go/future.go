package purlin

import (
	"context"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

const statusPending = 36

// A Running is a call that was started: it proceeds while [Running.Wait] waits for it, and holds no thread while
// the guest waits for asynchronous host functions. Until it has ended, its isolate is in use.
type Running struct {
	isolate *Isolate
	handle  uintptr
	wake    chan struct{}
	number  uintptr
}

// Those that wait, by the number that is the user's pointer.
var waiting struct {
	sync.Mutex
	wakes map[uintptr]chan struct{}
	last  uintptr
}

// The callback that asks for another poll.
func woken(user uintptr) uintptr {
	waiting.Lock()
	wake := waiting.wakes[user]
	waiting.Unlock()
	select {
	case wake <- struct{}{}:
	default: // It is asked for already, or its call has ended.
	}
	return 0
}

// Start begins a call of an exported function, which is to be waited for.
func (i *Isolate) Start(name string, args ...any) (*Running, error) {
	function, err := i.Function(name)
	if err != nil {
		return nil, err
	}
	list, err := giveValue(append([]any{}, args...))
	if err != nil {
		return nil, err
	}
	defer purego.SyscallN(entry.valueFree, list)
	handles := make([]uintptr, len(args))
	for n := range handles {
		handles[n], _, _ = purego.SyscallN(entry.valueAt, list, uintptr(n))
	}
	if err := i.lease(); err != nil {
		return nil, err
	}
	running := &Running{isolate: i, wake: make(chan struct{}, 1)}
	i.failed = 0
	status, _, _ := purego.SyscallN(entry.callStart, function.handle, i.handle, uintptr(unsafe.Pointer(unsafe.SliceData(handles))),
		uintptr(len(handles)), uintptr(unsafe.Pointer(&running.handle)), uintptr(unsafe.Pointer(&i.failed)))
	runtime.KeepAlive(handles)
	runtime.KeepAlive(function)
	if err := i.errorOf(status); err != nil {
		i.release()
		return nil, err
	}
	waiting.Lock()
	if waiting.wakes == nil {
		waiting.wakes = map[uintptr]chan struct{}{}
	}
	waiting.last++
	running.number = waiting.last
	waiting.wakes[running.number] = running.wake
	waiting.Unlock()
	return running, nil
}

// Wait waits for the result, once. When the context is done, the call ends with an error of kind [Cancelled].
func (r *Running) Wait(ctx context.Context) (any, error) {
	if r.handle == 0 {
		return nil, &Error{Kind: Usage, Message: "the call has ended"}
	}
	i := r.isolate
	defer i.release()
	var status uintptr
	i.result, i.failed = 0, 0
	for {
		status, _, _ = purego.SyscallN(entry.futurePoll, r.handle, callbacks().wake, r.number,
			uintptr(unsafe.Pointer(&i.result)), uintptr(unsafe.Pointer(&i.failed)))
		if int32(status) != statusPending {
			break
		}
		select {
		case <-r.wake:
		case <-ctx.Done():
			r.free()
			cause := context.Cause(ctx)
			return nil, &Error{Kind: Cancelled, Message: cause.Error(), Report: cause.Error(), Cause: cause}
		}
	}
	r.free()
	if err := i.errorOf(status); err != nil {
		return nil, err
	}
	return takeValue(i.result)
}

func (r *Running) free() {
	purego.SyscallN(entry.futureFree, r.handle)
	r.handle = 0
	waiting.Lock()
	delete(waiting.wakes, r.number)
	waiting.Unlock()
}
