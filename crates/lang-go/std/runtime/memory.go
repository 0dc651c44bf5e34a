package runtime

// MemProfileRate changes nothing: nothing is sampled.
var MemProfileRate int

// collections counts those that the program asked for.
var collections uint32

func collect()

// allocated counts the bytes that were allocated in all.
func allocated() uint64

// GC collects garbage.
func GC() {
	collections++
	collect()
}

// MemStats tells what every run of the program sees alike: bytes allocated, as if none had been freed, and collections
// that the program asked for.
type MemStats struct {
	Alloc         uint64
	TotalAlloc    uint64
	Sys           uint64
	Lookups       uint64
	Mallocs       uint64
	Frees         uint64
	HeapAlloc     uint64
	HeapSys       uint64
	HeapIdle      uint64
	HeapInuse     uint64
	HeapReleased  uint64
	HeapObjects   uint64
	StackInuse    uint64
	StackSys      uint64
	MSpanInuse    uint64
	MSpanSys      uint64
	MCacheInuse   uint64
	MCacheSys     uint64
	BuckHashSys   uint64
	GCSys         uint64
	OtherSys      uint64
	NextGC        uint64
	LastGC        uint64
	PauseTotalNs  uint64
	PauseNs       [256]uint64
	PauseEnd      [256]uint64
	NumGC         uint32
	NumForcedGC   uint32
	GCCPUFraction float64
	EnableGC      bool
	DebugGC       bool
	BySize        [61]struct {
		Size    uint32
		Mallocs uint64
		Frees   uint64
	}
}

func ReadMemStats(m *MemStats) {
	n := allocated()
	*m = MemStats{EnableGC: true, NumGC: collections, NumForcedGC: collections}
	m.Alloc, m.TotalAlloc, m.HeapAlloc = n, n, n
	m.Sys, m.HeapSys, m.HeapInuse = n, n, n
}

// SetFinalizer does nothing: finalizers never run, as when they run would differ between machines.
func SetFinalizer(obj any, finalizer any) {}

// Cleanup names a call that AddCleanup was asked for.
type Cleanup struct{}

// AddCleanup checks its arguments as Go does. The call never happens, for the reason that finalizers never run; a program that ends
// before its next collection sees the same under Go.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic("runtime.AddCleanup: ptr is nil")
	}
	if same, ok := any(&arg).(**T); ok && *same == ptr {
		panic("runtime.AddCleanup: ptr is equal to arg, cleanup will never run")
	}
	return Cleanup{}
}

// Stop does nothing, since there is no call to prevent.
func (c Cleanup) Stop() {}

// KeepAlive does nothing.
func KeepAlive(x any) {}

// Pinner pins nothing: objects do not move.
type Pinner struct{ pinned []any }

func (p *Pinner) Pin(pointer any) { p.pinned = append(p.pinned, pointer) }
func (p *Pinner) Unpin()          { p.pinned = nil }
