package testing

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"
)

// What the host says is to be done next with a fuzz test.
const (
	fuzzStop = iota
	fuzzRun
	fuzzDescribe
	fuzzReport
)

// An input may take this long, of virtual time.
const fuzzInputTime = 10 * time.Second

// fuzzBegins tells the host of a fuzz test, and reports whether the host makes inputs for it.
func fuzzBegins(name, kinds, seeds string) bool

// fuzzNext tells the host how the last input went, and asks what to do next, with what.
func fuzzNext(failed bool, log string, nanos int64) (step int, bytes string)

// fuzzDescribed hands over an input as the text of a file. The answer is where the file is.
func fuzzDescribed(text string) (path string)

// runFuzzing runs the fuzz test that -fuzz names on inputs that the host makes.
func runFuzzing(match func(pat, str string) (bool, error), tests []InternalFuzzTarget) (ok bool) {
	if *fuzzPattern == "" {
		return true
	}
	m := newMatcher(match, *fuzzPattern, "-test.fuzz", "")
	var names []string
	var test InternalFuzzTarget
	for _, t := range tests {
		if full, matches, _ := m.fullName(nil, t.Name); matches {
			names, test = append(names, full), t
		}
	}
	switch len(names) {
	case 0:
		fmt.Fprintln(os.Stderr, "testing: warning: no fuzz tests to fuzz")
		return true
	case 1:
	default:
		fmt.Fprintf(os.Stderr, "testing: will not fuzz, -fuzz matches more than one fuzz test: %v\n", names)
		return false
	}
	root := &common{chatty: newChatty()}
	f := &F{shared: newShared(1, m), explores: true}
	f.begin(root, names[0])
	f.tell(testBegins)
	if f.chatty != nil {
		f.chatty.update(f.name, "=== RUN   "+f.name+"\n")
	}
	go f.body(test.Fn)
	<-f.signal
	if f.chatty != nil {
		f.chatty.update("", "=== NAME  \n")
	}
	return !f.Failed()
}

// explore runs the function on inputs of the host's until one fails or time is up.
func (f *F) explore(fn reflect.Value, types []reflect.Type, seeds []seed) {
	kinds := make([]byte, len(types))
	for i, t := range types {
		kinds[i] = fuzzed[t]
	}
	var packed []byte
	for _, s := range seeds {
		packed = pack(append(packed, packText(s.name)...), s.values)
	}
	if !fuzzBegins(f.name, string(kinds), string(packed)) {
		return
	}
	watchdog := time.AfterFunc(fuzzInputTime, func() { panic(fmt.Sprintf("an input takes more than %v", fuzzInputTime)) })
	defer watchdog.Stop()
	start := time.Now()
	failed, log, path := false, "", ""
	for {
		step, bytes := fuzzNext(failed, log, int64(time.Since(start)))
		failed, log = false, ""
		switch step {
		case fuzzRun:
			watchdog.Reset(fuzzInputTime)
			failed, log = f.try(fn, unpack(bytes, types))
		case fuzzDescribe:
			path = fuzzDescribed(describe(unpack(bytes, types)))
		case fuzzReport:
			f.Fail()
			text := bytes + "\n"
			if path != "" {
				text += "Failing input written to " + path + "\n"
				text += "To re-run:\ngo test -run=" + f.name + "/" + filepath.Base(path) + "\n"
			}
			f.mu.Lock()
			f.out = indented(f.out, text)
			f.mu.Unlock()
			return
		default:
			return
		}
	}
}

// try runs the function on an input as a test of its own, and reports whether that has failed, and what it would print.
func (f *F) try(fn reflect.Value, args []reflect.Value) (failed bool, log string) {
	above := &common{name: f.name, level: 1, fuzzing: true}
	t := &T{shared: f.shared}
	t.begin(above, f.name)
	args[0] = reflect.ValueOf(t)
	f.inside = true
	go t.body(func(t *T) { fn.Call(args) })
	<-t.signal
	f.inside = false
	if !t.Failed() {
		return false, ""
	}
	var lines []string
	for line := range strings.Lines(string(above.out)) {
		lines = append(lines, strings.TrimPrefix(line, "    "))
	}
	return true, strings.Join(lines, "")
}

// packText is a text as the host reads it.
func packText(s string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(s))), s...)
}

// pack appends an input as the host reads it.
func pack(out []byte, values []any) []byte {
	for _, value := range values {
		var word uint64
		switch v := value.(type) {
		case []byte:
			out = append(out, packText(string(v))...)
			continue
		case string:
			out = append(out, packText(v)...)
			continue
		case bool:
			if v {
				word = 1
			}
		case float32:
			word = uint64(math.Float32bits(v))
		case float64:
			word = math.Float64bits(v)
		default:
			if r := reflect.ValueOf(value); r.CanInt() {
				word = uint64(r.Int())
			} else {
				word = r.Uint()
			}
		}
		out = binary.LittleEndian.AppendUint64(out, word)
	}
	return out
}

// unpack makes arguments of an input. The first is left for the *T.
func unpack(bytes string, types []reflect.Type) []reflect.Value {
	args := make([]reflect.Value, 1, len(types)+1)
	number := func(size int) (n uint64) {
		for i := range size {
			n |= uint64(bytes[i]) << (8 * i)
		}
		bytes = bytes[size:]
		return n
	}
	for _, t := range types {
		switch kind := fuzzed[t]; kind {
		case fuzzBytes, fuzzText:
			n := number(4)
			text := bytes[:n]
			bytes = bytes[n:]
			if kind == fuzzText {
				args = append(args, reflect.ValueOf(text))
			} else {
				args = append(args, reflect.ValueOf([]byte(text)))
			}
		case fuzzBool:
			args = append(args, reflect.ValueOf(number(8) != 0))
		case fuzzFloat32:
			args = append(args, reflect.ValueOf(math.Float32frombits(uint32(number(8)))))
		case fuzzFloat64:
			args = append(args, reflect.ValueOf(math.Float64frombits(number(8))))
		default:
			v := reflect.New(t).Elem()
			if v.CanInt() {
				v.SetInt(int64(number(8)))
			} else {
				v.SetUint(number(8))
			}
			args = append(args, v)
		}
	}
	return args
}

// describe is an input as the text of a file in testdata/fuzz.
func describe(args []reflect.Value) string {
	var out strings.Builder
	out.WriteString("go test fuzz v1\n")
	for _, arg := range args[1:] {
		switch v := arg.Interface().(type) {
		case []byte:
			fmt.Fprintf(&out, "[]byte(%q)\n", v)
		case string:
			fmt.Fprintf(&out, "string(%q)\n", v)
		case byte:
			fmt.Fprintf(&out, "byte(%q)\n", v)
		case rune:
			if utf8.ValidRune(v) {
				fmt.Fprintf(&out, "rune(%q)\n", v)
			} else {
				fmt.Fprintf(&out, "int32(%d)\n", v)
			}
		case float32:
			// There are many values that are no numbers, and text has one of them.
			if bits := math.Float32bits(v); v != v && bits != math.Float32bits(float32(math.NaN())) {
				fmt.Fprintf(&out, "math.Float32frombits(0x%x)\n", bits)
			} else {
				fmt.Fprintf(&out, "float32(%v)\n", v)
			}
		case float64:
			if bits := math.Float64bits(v); v != v && bits != math.Float64bits(math.NaN()) {
				fmt.Fprintf(&out, "math.Float64frombits(0x%x)\n", bits)
			} else {
				fmt.Fprintf(&out, "float64(%v)\n", v)
			}
		default:
			fmt.Fprintf(&out, "%T(%v)\n", v, v)
		}
	}
	return out.String()
}
