// What runtime/metrics tells: some metrics by name, none of others, values of their kinds.
package main

import (
	"fmt"
	"runtime"
	"runtime/metrics"
)

func guard(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

var sink [][]byte

func main() {
	all := metrics.All()
	kinds := map[string]metrics.ValueKind{}
	sorted := true
	for i, d := range all {
		kinds[d.Name] = d.Kind
		sorted = sorted && (i == 0 || all[i-1].Name < d.Name) && d.Description != ""
	}
	fmt.Println(sorted)
	samples := []metrics.Sample{
		{Name: "/sched/goroutines:goroutines"}, {Name: "/gc/cycles/forced:gc-cycles"}, {Name: "/gc/heap/allocs:bytes"},
		{Name: "/memory/classes/total:bytes"}, {Name: "/no/such:metric"}, {Name: ""}, {Name: "/cgo/go-to-c-calls:calls"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/sched/gomaxprocs:threads"}, {Name: "/gc/cycles/total:gc-cycles"},
	}
	metrics.Read(samples)
	for _, s := range samples {
		fmt.Println(s.Name, s.Value.Kind(), s.Value.Kind() == kinds[s.Name])
	}
	goroutines, before := samples[0].Value.Uint64(), samples[2].Value.Uint64()
	fmt.Println(goroutines > 0, samples[1].Value.Uint64(), samples[6].Value.Uint64() < 10, samples[8].Value.Uint64() > 0)
	done := make(chan bool)
	for range 3 {
		go func() { <-done }()
	}
	for range 100 {
		sink = append(sink, make([]byte, 10000))
	}
	runtime.GC()
	metrics.Read(samples)
	fmt.Println(samples[0].Value.Uint64() >= goroutines+3, samples[1].Value.Uint64(), samples[2].Value.Uint64()-before >= 1000000)
	close(done)
	guard(func() { samples[0].Value.Float64() })
	guard(func() { samples[0].Value.Float64Histogram() })
	guard(func() { samples[4].Value.Uint64() })
	guard(func() { metrics.Value{}.Float64Histogram() })
}

// Output:
// true
// /sched/goroutines:goroutines 1 true
// /gc/cycles/forced:gc-cycles 1 true
// /gc/heap/allocs:bytes 1 true
// /memory/classes/total:bytes 1 true
// /no/such:metric 0 true
//  0 true
// /cgo/go-to-c-calls:calls 1 true
// /memory/classes/heap/objects:bytes 1 true
// /sched/gomaxprocs:threads 1 true
// /gc/cycles/total:gc-cycles 1 true
// true 0 true true
// true 1 true
// called Float64 on non-float64 metric value
// called Float64Histogram on non-Float64Histogram metric value
// called Uint64 on non-uint64 metric value
// called Float64Histogram on non-Float64Histogram metric value
