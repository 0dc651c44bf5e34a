package pprof

import (
	"compress/gzip"
	"io"
	"runtime"
	"time"
)

// Fields of the messages of github.com/google/pprof/proto/profile.proto.
const (
	profileSampleType    = 1
	profileSample        = 2
	profileLocation      = 4
	profileFunction      = 5
	profileString        = 6
	profileTime          = 9
	profileDuration      = 10
	profilePeriodType    = 11
	profilePeriod        = 12
	profileDefaultSample = 14

	valueTypeName = 1
	valueTypeUnit = 2

	sampleLocations = 1
	sampleValues    = 2

	locationID      = 1
	locationAddress = 3
	locationLine    = 4

	lineFunction = 1
	lineNumber   = 2

	functionID     = 1
	functionName   = 2
	functionSystem = 3
	functionFile   = 4
)

type valueType struct{ name, unit string }

// fields are those of a message of Protocol Buffers.
type fields []byte

func (f *fields) varint(x uint64) {
	for ; x >= 0x80; x >>= 7 {
		*f = append(*f, byte(x)|0x80)
	}
	*f = append(*f, byte(x))
}

// number adds a number; a field that is not there is 0.
func (f *fields) number(field int, x int64) {
	if x != 0 {
		f.varint(uint64(field) << 3)
		f.varint(uint64(x))
	}
}

func (f *fields) bytes(field int, b []byte) {
	f.varint(uint64(field)<<3 | 2)
	f.varint(uint64(len(b)))
	*f = append(*f, b...)
}

// message is a profile that is being written.
type message struct {
	fields
	strings   map[string]int64
	texts     []string
	locations map[uintptr]uint64
	functions map[runtime.Frame]uint64
}

func newMessage(samples []valueType, period valueType, every int64) *message {
	m := &message{
		strings:   map[string]int64{"": 0},
		texts:     []string{""},
		locations: map[uintptr]uint64{},
		functions: map[runtime.Frame]uint64{},
	}
	for _, t := range samples {
		m.bytes(profileSampleType, m.valueType(t))
	}
	m.bytes(profilePeriodType, m.valueType(period))
	m.number(profilePeriod, every)
	return m
}

// text is the number of a string.
func (m *message) text(s string) int64 {
	n, there := m.strings[s]
	if !there {
		n = int64(len(m.texts))
		m.strings[s] = n
		m.texts = append(m.texts, s)
	}
	return n
}

func (m *message) valueType(t valueType) fields {
	var f fields
	f.number(valueTypeName, m.text(t.name))
	f.number(valueTypeUnit, m.text(t.unit))
	return f
}

// shown is the kind of value that pprof shows first.
func (m *message) shown(name string) { m.number(profileDefaultSample, m.text(name)) }

func (m *message) time(began time.Time, took time.Duration) {
	m.number(profileTime, began.UnixNano())
	m.number(profileDuration, int64(took))
}

// sample adds values with their stack.
func (m *message) sample(values []int64, stack []uintptr) {
	var f, packed fields
	for _, pc := range stack {
		packed.varint(m.location(pc))
	}
	f.bytes(sampleLocations, packed)
	packed = packed[:0]
	for _, value := range values {
		packed.varint(uint64(value))
	}
	f.bytes(sampleValues, packed)
	m.bytes(profileSample, f)
}

// location is the number of a program counter, which is written when it is seen first.
func (m *message) location(pc uintptr) uint64 {
	if id, there := m.locations[pc]; there {
		return id
	}
	id := uint64(len(m.locations) + 1)
	m.locations[pc] = id
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	var f, line fields
	line.number(lineFunction, int64(m.function(frame)))
	line.number(lineNumber, int64(frame.Line))
	f.number(locationID, int64(id))
	f.number(locationAddress, int64(pc))
	f.bytes(locationLine, line)
	m.bytes(profileLocation, f)
	return id
}

func (m *message) function(frame runtime.Frame) uint64 {
	key := runtime.Frame{Function: frame.Function, File: frame.File}
	if id, there := m.functions[key]; there {
		return id
	}
	id := uint64(len(m.functions) + 1)
	m.functions[key] = id
	var f fields
	f.number(functionID, int64(id))
	f.number(functionName, m.text(frame.Function))
	f.number(functionSystem, m.text(frame.Function))
	f.number(functionFile, m.text(frame.File))
	m.bytes(profileFunction, f)
	return id
}

// writeTo writes the message, compressed with gzip.
func (m *message) writeTo(w io.Writer) error {
	for _, s := range m.texts {
		m.bytes(profileString, []byte(s))
	}
	z := gzip.NewWriter(w)
	if _, err := z.Write(m.fields); err != nil {
		return err
	}
	return z.Close()
}
