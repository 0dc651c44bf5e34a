package pprof

import (
	"fmt"
	"io"
	"runtime"
)

// writeGoroutines writes the stacks of all goroutines: as a panic shows them if debug is 2 or more.
func writeGoroutines(w io.Writer, debug int) error {
	if debug >= 2 {
		_, err := w.Write(traces())
		return err
	}
	records := make([]runtime.StackRecord, runtime.NumGoroutine())
	n, _ := runtime.GoroutineProfile(records)
	stacks := make([][]uintptr, n)
	for i := range stacks {
		stacks[i] = records[i].Stack()
	}
	return writeStacks(w, debug, "goroutine", stacks)
}

// traces are those of all goroutines, of at most 64 MB.
func traces() []byte {
	for size := 1 << 16; ; size *= 2 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size || size >= 64<<20 {
			return buf[:n]
		}
	}
}

func writeThreads(w io.Writer, debug int) error { return writeStacks(w, debug, "threadcreate", nil) }

func WriteHeapProfile(w io.Writer) error { return writeHeap(w, 0) }

func writeHeap(w io.Writer, debug int) error { return writeMemory(w, debug, "inuse_space") }

func writeAllocs(w io.Writer, debug int) error { return writeMemory(w, debug, "alloc_space") }

func writeMemory(w io.Writer, debug int, shown string) error {
	rate := runtime.MemProfileRate
	if debug == 0 {
		m := newMessage([]valueType{
			{"alloc_objects", "count"}, {"alloc_space", "bytes"}, {"inuse_objects", "count"}, {"inuse_space", "bytes"},
		}, valueType{"space", "bytes"}, int64(rate))
		m.shown(shown)
		return m.writeTo(w)
	}
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	_, err := fmt.Fprintf(w, `heap profile: 0: 0 [0: 0] @ heap/%d

# runtime.MemStats
# Alloc = %d
# TotalAlloc = %d
# Sys = %d
# Mallocs = %d
# Frees = %d
# HeapAlloc = %d
# HeapSys = %d
# HeapInuse = %d
# NumGC = %d
# NumForcedGC = %d
# DebugGC = %t
`, 2*rate, s.Alloc, s.TotalAlloc, s.Sys, s.Mallocs, s.Frees, s.HeapAlloc, s.HeapSys, s.HeapInuse, s.NumGC, s.NumForcedGC, s.DebugGC)
	return err
}

func writeBlock(w io.Writer, debug int) error { return writeWaits(w, debug, "contention", "") }

func writeMutex(w io.Writer, debug int) error {
	period := fmt.Sprintf("sampling period=%d\n", runtime.SetMutexProfileFraction(-1))
	return writeWaits(w, debug, "mutex", period)
}

// cyclesPerSecond are those of the virtual clock.
const cyclesPerSecond = 1_000_000_000

func writeWaits(w io.Writer, debug int, title, more string) error {
	if debug == 0 {
		types := []valueType{{"contentions", "count"}, {"delay", "nanoseconds"}}
		return newMessage(types, valueType{"contentions", "count"}, 1).writeTo(w)
	}
	_, err := fmt.Fprintf(w, "--- %s:\ncycles/second=%d\n%s", title, cyclesPerSecond, more)
	return err
}
