package pprof

import (
	"errors"
	"io"
	"sync"
	"time"
)

// every is how many units of gas one is sampled of.
const every = 250_000

// begin begins to sample one unit in so many; false if some are sampled already.
func begin(units int) bool

// end ends that: for each stack how often it was sampled, the number of its calls, and the calls.
func end() []uintptr

var cpu struct {
	sync.Mutex
	to    io.Writer
	began time.Time
}

// StartCPUProfile begins a profile by gas, which StopCPUProfile writes.
func StartCPUProfile(w io.Writer) error {
	cpu.Lock()
	defer cpu.Unlock()
	if cpu.to != nil || !begin(every) {
		return errors.New("cpu profiling already in use")
	}
	cpu.to, cpu.began = w, time.Now()
	return nil
}

// StopCPUProfile ends the profile and writes it, if there is one.
func StopCPUProfile() {
	cpu.Lock()
	defer cpu.Unlock()
	if cpu.to == nil {
		return
	}
	samples := end()
	m := newMessage([]valueType{{"samples", "count"}, {"gas", "units"}}, valueType{"gas", "units"}, every)
	m.time(cpu.began, time.Since(cpu.began))
	for len(samples) > 0 {
		count, calls := int64(samples[0]), samples[2:2+samples[1]]
		samples = samples[2+samples[1]:]
		m.sample([]int64{count, count * every}, calls)
	}
	// As in Go, there is no way to say that it could not be written.
	m.writeTo(cpu.to)
	cpu.to = nil
}
