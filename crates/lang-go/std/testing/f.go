package testing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// InternalFuzzTarget is a fuzz test of a file.
type InternalFuzzTarget struct {
	Name string
	Fn   func(f *F)
}

// F is handed to fuzz tests.
type F struct {
	common
	shared *shared
	seeds  []seed
	called bool // Fuzz was
	inside bool // what Fuzz was given runs

	explores bool // inputs are the host's, not the seeds
}

// A seed is a tuple of arguments: of Add, or of a file.
type seed struct {
	name   string
	values []any
}

// Kinds of what is fuzzed, as the host numbers them.
const (
	fuzzBytes   = 1
	fuzzText    = 2
	fuzzBool    = 3
	fuzzFloat32 = 4
	fuzzFloat64 = 5
)

// Types of what is fuzzed, with the numbers of their kinds.
var fuzzed = map[reflect.Type]byte{}

func init() {
	for i, v := range []any{
		[]byte(nil), "", false, float32(0), float64(0), int8(0), int16(0), int32(0), int64(0), byte(0), uint16(0),
		uint32(0), uint64(0),
	} {
		fuzzed[reflect.TypeOf(v)] = byte(i + 1)
	}
	fuzzed[reflect.TypeOf(0)] = fuzzed[reflect.TypeOf(int64(0))]
	fuzzed[reflect.TypeOf(uint(0))] = fuzzed[reflect.TypeOf(uint64(0))]
}

func (f *F) outside(method string) {
	if f.inside {
		panic("testing: f." + method + " was called inside the fuzz target, use t." + method + " instead")
	}
}

func (f *F) Fail() {
	f.outside("Fail")
	f.common.Fail()
}

func (f *F) Skipped() bool {
	f.outside("Skipped")
	return f.common.Skipped()
}

func (f *F) Helper() {
	f.outside("Helper")
	f.common.Helper()
}

// Add adds a tuple of arguments to try.
func (f *F) Add(args ...any) {
	var values []any
	for _, arg := range args {
		if fuzzed[reflect.TypeOf(arg)] == 0 {
			panic(fmt.Sprintf("testing: unsupported type to Add %v", reflect.TypeOf(arg)))
		}
		values = append(values, arg)
	}
	f.seeds = append(f.seeds, seed{fmt.Sprintf("seed#%d", len(f.seeds)), values})
}

// Fuzz runs a function of a *T and arguments on all seeds, those of files in testdata/fuzz included.
func (f *F) Fuzz(ff any) {
	if f.called {
		panic("testing: F.Fuzz called more than once")
	}
	f.called = true
	if f.over {
		return
	}
	f.common.Helper()
	fn := reflect.ValueOf(ff)
	t := fn.Type()
	if t.Kind() != reflect.Func {
		panic("testing: F.Fuzz must receive a function")
	}
	if t.NumIn() < 2 || t.In(0) != reflect.TypeOf((*T)(nil)) {
		panic("testing: fuzz target must receive at least two arguments, where the first argument is a *T")
	}
	if t.NumOut() != 0 {
		panic("testing: fuzz target must not return a value")
	}
	var types []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		if fuzzed[t.In(i)] == 0 {
			panic(fmt.Sprintf("testing: unsupported type for fuzzing %v", t.In(i)))
		}
		types = append(types, t.In(i))
	}
	for _, s := range f.seeds {
		if err := fits(s.values, types); err != nil {
			f.Fatal(err)
		}
	}
	files, err := readSeeds(filepath.Join("testdata", "fuzz", f.name), types)
	if err != nil {
		f.Fatal(err)
	}
	if f.explores {
		f.explore(fn, types, append(f.seeds, files...))
		return
	}
	for _, s := range append(f.seeds, files...) {
		f.one(fn, s)
	}
}

// one runs the function on one seed, as a test within this one.
func (f *F) one(fn reflect.Value, s seed) {
	full, ok, _ := f.shared.match.fullName(&f.common, s.name)
	if !ok || shouldFailFast() {
		return
	}
	t := &T{shared: f.shared}
	t.begin(&f.common, full)
	t.tell(testBegins)
	if t.chatty != nil {
		t.chatty.update(full, "=== RUN   "+full+"\n")
	}
	f.inside = true
	defer func() { f.inside = false }()
	go t.body(func(t *T) {
		args := []reflect.Value{reflect.ValueOf(t)}
		for _, v := range s.values {
			args = append(args, reflect.ValueOf(v))
		}
		fn.Call(args)
	})
	<-t.signal
	t.chatty.backTo(f.name)
}

func fits(values []any, types []reflect.Type) error {
	if len(values) != len(types) {
		return fmt.Errorf("wrong number of values in corpus entry: %d, want %d", len(values), len(types))
	}
	for i, v := range values {
		if reflect.TypeOf(v) != types[i] {
			got := make([]reflect.Type, len(values))
			for i, v := range values {
				got[i] = reflect.TypeOf(v)
			}
			return fmt.Errorf("mismatched types in corpus entry: %v, want %v", got, types)
		}
	}
	return nil
}

// readSeeds reads the files of a folder, if there is one.
func readSeeds(dir string, types []reflect.Type) (seeds []seed, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		// Without a grant there is nothing to be seen either.
		return nil, nil
	}
	var problems []error
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		name := filepath.Join(dir, entry.Name())
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("failed to read corpus file: %v", err)
		}
		values, err := parseSeed(string(text))
		if err != nil {
			err = fmt.Errorf("unmarshal: %v", err)
		} else {
			err = fits(values, types)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%q: %v", name, err))
			continue
		}
		seeds = append(seeds, seed{entry.Name(), values})
	}
	return seeds, errors.Join(problems...)
}

// parseSeed reads a file of seeds: a line that says which version it is of, and then a value a line.
func parseSeed(text string) (values []any, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 2 {
		return nil, errors.New("must include version and at least one value")
	}
	if strings.TrimSuffix(lines[0], "\r") != "go test fuzz v1" {
		return nil, fmt.Errorf("unknown encoding version: %s", lines[0])
	}
	for _, line := range lines[1:] {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		v, err := parseValue(line)
		if err != nil {
			return nil, fmt.Errorf("malformed line %q: %v", line, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// parseValue reads a conversion of a literal, such as int8(-3) or []byte("x").
func parseValue(line string) (any, error) {
	typ, rest, ok := strings.Cut(line, "(")
	literal, closed := strings.CutSuffix(rest, ")")
	if !ok || !closed {
		return nil, errors.New("expected call expression")
	}
	typ, literal = strings.TrimSpace(typ), strings.TrimSpace(literal)
	switch typ {
	case "[]byte", "string":
		s, err := strconv.Unquote(literal)
		if err != nil || literal[0] == '\'' {
			return nil, errors.New("string literal required for type " + typ)
		}
		if typ == "string" {
			return s, nil
		}
		return []byte(s), nil
	case "bool":
		if literal != "true" && literal != "false" {
			return nil, errors.New("malformed bool: true or false is required")
		}
		return literal == "true", nil
	case "math.Float32frombits", "math.Float64frombits":
		if typ == "math.Float32frombits" {
			bits, err := strconv.ParseUint(literal, 0, 32)
			return math.Float32frombits(uint32(bits)), err
		}
		bits, err := strconv.ParseUint(literal, 0, 64)
		return math.Float64frombits(bits), err
	case "float32":
		v, err := strconv.ParseFloat(literal, 32)
		return float32(v), err
	case "float64":
		return strconv.ParseFloat(literal, 64)
	case "byte", "rune":
		if literal != "" && literal[0] == '\'' {
			s, err := strconv.Unquote(literal)
			r, _ := utf8.DecodeRuneInString(s)
			if typ == "byte" {
				if r > 255 {
					return nil, fmt.Errorf("can only encode single byte to a byte type")
				}
				return byte(r), err
			}
			return r, err
		}
	}
	return parseInteger(typ, literal)
}

func parseInteger(typ, literal string) (any, error) {
	signed := func(bits int) (int64, error) { return strconv.ParseInt(literal, 0, bits) }
	unsigned := func(bits int) (uint64, error) { return strconv.ParseUint(literal, 0, bits) }
	switch typ {
	case "int":
		v, err := signed(64)
		return int(v), err
	case "int8":
		v, err := signed(8)
		return int8(v), err
	case "int16":
		v, err := signed(16)
		return int16(v), err
	case "int32", "rune":
		v, err := signed(32)
		return int32(v), err
	case "int64":
		return signed(64)
	case "uint":
		v, err := unsigned(64)
		return uint(v), err
	case "uint8", "byte":
		v, err := unsigned(8)
		return uint8(v), err
	case "uint16":
		v, err := unsigned(16)
		return uint16(v), err
	case "uint32":
		v, err := unsigned(32)
		return uint32(v), err
	case "uint64":
		return unsigned(64)
	}
	return nil, fmt.Errorf("expected literal value for primitive type %s", typ)
}

// runFuzzTests runs fuzz tests on their seeds.
func runFuzzTests(match func(pat, str string) (bool, error), tests []InternalFuzzTarget, deadline time.Time) (ran, ok bool) {
	ok = true
	if len(tests) == 0 {
		return false, true
	}
	s := newShared(*parallel, newMatcher(match, *runPattern, "-test.run", *skipPattern))
	s.deadline = deadline
	root := &common{chatty: newChatty()}
	for _, test := range tests {
		full, matches, _ := s.match.fullName(nil, test.Name)
		if !matches {
			continue
		}
		if shouldFailFast() {
			break
		}
		if !admits(full) {
			continue
		}
		ran = true
		f := &F{shared: s}
		f.begin(root, full)
		f.tell(testBegins)
		if f.chatty != nil {
			f.chatty.update(full, "=== RUN   "+full+"\n")
		}
		go f.body(test.Fn)
		<-f.signal
		f.chatty.backTo("")
		if f.Failed() {
			ok = false
			failedTests.add()
		}
	}
	return ran, ok
}

// body runs a fuzz test in a goroutine of its own.
func (f *F) body(fn func(*F)) {
	defer func() {
		failure := recover()
		if failure == nil && !f.returned && !f.over {
			failure = errGoexit
		}
		f.duration += time.Since(f.start)
		if r := f.clean(); failure == nil {
			failure = r
		}
		if failure != nil {
			f.panicking = true
			f.common.Fail()
			f.report()
			panic(failure)
		}
		f.report()
		f.mu.Lock()
		f.finished = true
		f.mu.Unlock()
		f.signal <- true
	}()
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.start = time.Now()
	fn(f)
	f.returned = true
	if !f.called && !f.failed {
		// No line of the test says so.
		f.writeLog("fuzz.go:666: returned without calling F.Fuzz, F.Fail, or F.Skip\n")
		f.Fail()
	}
}
