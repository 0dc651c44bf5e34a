package runtime

import "unsafe"

// Allocations and waits are not sampled, so there is nothing in their profiles.

// MemProfileRecord tells of the objects that were allocated from one stack.
type MemProfileRecord struct {
	AllocBytes, FreeBytes     int64
	AllocObjects, FreeObjects int64
	Stack0                    [32]uintptr
}

// InUseBytes is how many bytes were allocated and not freed.
func (r *MemProfileRecord) InUseBytes() int64 { return r.AllocBytes - r.FreeBytes }

// InUseObjects is how many objects were allocated and not freed.
func (r *MemProfileRecord) InUseObjects() int64 { return r.AllocObjects - r.FreeObjects }

// Stack is the part of Stack0 before the first zero.
func (r *MemProfileRecord) Stack() []uintptr { return upToZero(r.Stack0[:]) }

// BlockProfileRecord tells how long goroutines waited in one place.
type BlockProfileRecord struct {
	Count  int64
	Cycles int64
	StackRecord
}

// MemProfile finds no records.
func MemProfile(p []MemProfileRecord, inuseZero bool) (n int, ok bool) { return 0, true }

// BlockProfile finds no records.
func BlockProfile(p []BlockProfileRecord) (n int, ok bool) { return 0, true }

// MutexProfile finds no records.
func MutexProfile(p []BlockProfileRecord) (n int, ok bool) { return 0, true }

// ThreadCreateProfile finds no records: there are no threads.
func ThreadCreateProfile(p []StackRecord) (n int, ok bool) { return 0, true }

// GoroutineProfile has a record for each goroutine, if p has room for them, the caller's first. Stacks of goroutines beyond the first
// thousand are empty.
func GoroutineProfile(p []StackRecord) (n int, ok bool) {
	n = NumGoroutine()
	if len(p) < n {
		return n, false
	}
	clear(p[:n])
	callers(1, p[0].Stack0[:])
	others := otherCallers()
	for i := 1; i < n && len(others) > 0; i++ {
		end := 1 + int(others[0])
		copy(p[i].Stack0[:], others[1:end])
		others = others[end:]
	}
	return n, true
}

// mutexFraction is what was set last.
var mutexFraction int

// SetMutexProfileFraction gives the rate that was set before, and sets one unless it is negative. The profile stays empty.
func SetMutexProfileFraction(rate int) int {
	old := mutexFraction
	if rate >= 0 {
		mutexFraction = rate
	}
	return old
}

// SetBlockProfileRate changes nothing.
func SetBlockProfileRate(rate int) {}

// SetCPUProfileRate changes nothing.
func SetCPUProfileRate(hz int) {}

// CPUProfile panics, as it has done for long.
func CPUProfile() []byte { panic("CPUProfile no longer available") }

// notTraced is the error of StartTrace.
type notTraced struct{}

func (notTraced) Error() string { return "tracing is not supported" }

// StartTrace fails: there is no execution tracer.
func StartTrace() error { return notTraced{} }

// StopTrace does nothing, since no trace can be running.
func StopTrace() {}

// ReadTrace has nothing to give.
func ReadTrace() (buf []byte) { return nil }

// SetCgoTraceback takes no functions of C, as there are none.
func SetCgoTraceback(version int, traceback, context, symbolizer unsafe.Pointer) {
	if version != 0 {
		panic("unsupported version")
	}
}
