// Package debug: what there is to see of a running program, and settings that change nothing.
package debug

import (
	"os"
	"runtime"
	"time"
)

// Stack is the stack of the goroutine as a panic shows it.
func Stack() []byte {
	buf := make([]byte, 1024)
	for {
		n := runtime.Stack(buf, false)
		if n < len(buf) {
			return buf[:n]
		}
		buf = make([]byte, 2*len(buf))
	}
}

func PrintStack() { os.Stderr.Write(Stack()) }

var settings = struct {
	gcPercent, maxStack, maxThreads int
	memoryLimit                     int64
	panicOnFault                    bool
}{100, 1000000000, 10000, 1<<63 - 1, false}

func SetGCPercent(percent int) int {
	old := settings.gcPercent
	settings.gcPercent = max(percent, -1)
	return old
}

func SetMaxStack(bytes int) int {
	old := settings.maxStack
	settings.maxStack = bytes
	return old
}

func SetMaxThreads(threads int) int {
	old := settings.maxThreads
	settings.maxThreads = threads
	return old
}

func SetMemoryLimit(limit int64) int64 {
	old := settings.memoryLimit
	if limit >= 0 {
		settings.memoryLimit = limit
	}
	return old
}

func SetPanicOnFault(enabled bool) bool {
	old := settings.panicOnFault
	settings.panicOnFault = enabled
	return old
}

// SetTraceback says which goroutines a panic shows that nothing recovers: its own, or all.
func SetTraceback(level string) { showAll(level == "all" || level == "system" || level == "crash") }

func showAll(all bool)

func FreeOSMemory() { runtime.GC() }

// GCStats tells of collections.
type GCStats struct {
	LastGC         time.Time
	NumGC          int64
	PauseTotal     time.Duration
	Pause          []time.Duration
	PauseEnd       []time.Time
	PauseQuantiles []time.Duration
}

func ReadGCStats(stats *GCStats) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	*stats = GCStats{NumGC: int64(m.NumGC)}
}

// BuildInfo tells what a binary was built of.
type BuildInfo struct {
	GoVersion string
	Path      string
	Main      Module
	Deps      []*Module
	Settings  []BuildSetting
}

type Module struct {
	Path    string
	Version string
	Sum     string
	Replace *Module
}

type BuildSetting struct{ Key, Value string }

// ReadBuildInfo finds nothing: a program is run from its source.
func ReadBuildInfo() (info *BuildInfo, ok bool) { return nil, false }
