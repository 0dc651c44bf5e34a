// Package metrics tells what package runtime can: every run of a program reads the same values.
package metrics

import (
	"math"
	"runtime"
	"slices"
)

// ValueKind is the type of a value.
type ValueKind int

const (
	KindBad ValueKind = iota
	KindUint64
	KindFloat64
	KindFloat64Histogram
)

// Value is what was read.
type Value struct {
	kind      ValueKind
	bits      uint64
	histogram *Float64Histogram
}

func (v Value) Kind() ValueKind { return v.kind }

func (v Value) Uint64() uint64 {
	if v.kind != KindUint64 {
		panic("called Uint64 on non-uint64 metric value")
	}
	return v.bits
}

func (v Value) Float64() float64 {
	if v.kind != KindFloat64 {
		panic("called Float64 on non-float64 metric value")
	}
	return math.Float64frombits(v.bits)
}

func (v Value) Float64Histogram() *Float64Histogram {
	if v.kind != KindFloat64Histogram {
		panic("called Float64Histogram on non-Float64Histogram metric value")
	}
	return v.histogram
}

// Float64Histogram counts values between Buckets[i] and Buckets[i+1] in Counts[i].
type Float64Histogram struct {
	Counts  []uint64
	Buckets []float64
}

// Description tells of a metric.
type Description struct {
	Name        string
	Description string
	Kind        ValueKind
	Cumulative  bool
}

// Sample is a metric's name and, after Read, its value.
type Sample struct {
	Name  string
	Value Value
}

// metric is a description and how to read it from the statistics of memory, or without them.
type metric struct {
	Description
	read func(m *runtime.MemStats) uint64
}

func number(name, description string, cumulative bool, read func(m *runtime.MemStats) uint64) metric {
	return metric{Description{name, description, KindUint64, cumulative}, read}
}

// known are all metrics, by name.
var known = []metric{
	number("/cgo/go-to-c-calls:calls", "Count of calls made from Go to C, of which there are none.", true,
		func(*runtime.MemStats) uint64 { return uint64(runtime.NumCgoCall()) }),
	number("/gc/cycles/automatic:gc-cycles", "Count of collections that the program did not ask for and can see.", true,
		func(m *runtime.MemStats) uint64 { return uint64(m.NumGC - m.NumForcedGC) }),
	number("/gc/cycles/forced:gc-cycles", "Count of collections that the program asked for.", true,
		func(m *runtime.MemStats) uint64 { return uint64(m.NumForcedGC) }),
	number("/gc/cycles/total:gc-cycles", "Count of all collections that the program can see.", true,
		func(m *runtime.MemStats) uint64 { return uint64(m.NumGC) }),
	number("/gc/heap/allocs:bytes", "Sum of the bytes that the program has allocated.", true,
		func(m *runtime.MemStats) uint64 { return m.TotalAlloc }),
	number("/memory/classes/heap/objects:bytes", "Bytes of objects, as if none had been freed.", false,
		func(m *runtime.MemStats) uint64 { return m.HeapAlloc }),
	number("/memory/classes/total:bytes", "All memory of the program that is counted.", false,
		func(m *runtime.MemStats) uint64 { return m.Sys }),
	number("/sched/gomaxprocs:threads", "Number of goroutines that can run at the same time.", false,
		func(*runtime.MemStats) uint64 { return uint64(runtime.GOMAXPROCS(0)) }),
	number("/sched/goroutines:goroutines", "Count of goroutines that have not ended.", false,
		func(*runtime.MemStats) uint64 { return uint64(runtime.NumGoroutine()) }),
	number("/sched/threads/total:threads", "Count of the threads that run goroutines.", false,
		func(*runtime.MemStats) uint64 { return uint64(runtime.GOMAXPROCS(0)) }),
}

// All describes the metrics that there are, by name.
func All() []Description {
	all := make([]Description, len(known))
	for i := range known {
		all[i] = known[i].Description
	}
	return all
}

// Read gives each sample its value, of KindBad where there is no such metric.
func Read(m []Sample) {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	for i := range m {
		at, ok := slices.BinarySearchFunc(known, m[i].Name, func(k metric, name string) int {
			switch {
			case k.Name < name:
				return -1
			case k.Name > name:
				return 1
			}
			return 0
		})
		m[i].Value = Value{}
		if ok {
			m[i].Value = Value{kind: known[at].Kind, bits: known[at].read(&stats)}
		}
	}
}
