package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Files of tests are renamed to this ending, since what ends in _test.go is no part of a package.
const testSuffix = "_t.go"

// suiteFile lists the tests of a package; mainFolder has the program.
const (
	suiteFile      = "zz_suite.go"
	mainFolder     = "zz_main"
	externalFolder = "zz_ex"
)

// Tags are set on both sides, so that both take the same files.
func tags() []string { return strings.Split(os.Getenv("SUITE_TAGS"), ",") }

// testName is Go's rule: after the word there is no lower-case letter.
func testName(name, word string) bool {
	rest, ok := strings.CutPrefix(name, word)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(first))
}

// takes reports whether a function has one parameter of type *testing.name, and no result.
func takes(f *ast.FuncDecl, name string) bool {
	if f.Recv != nil || f.Type.TypeParams != nil || f.Type.Results != nil || len(f.Type.Params.List) != 1 {
		return false
	}
	param := f.Type.Params.List[0]
	star, ok := param.Type.(*ast.StarExpr)
	if !ok || len(param.Names) > 1 {
		return false
	}
	switch t := star.X.(type) {
	case *ast.SelectorExpr:
		return t.Sel.Name == name
	case *ast.Ident:
		return t.Name == name
	}
	return false
}

// A package's tests, in the order of files and lines.
type suite struct {
	clause   string
	tests    []string
	fuzz     []string
	examples []*doc.Example
	main     bool
}

func findTests(dir string) (*suite, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"+testSuffix))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	s := &suite{}
	files := token.NewFileSet()
	var trees []*ast.File
	for _, name := range names {
		tree, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		s.clause = tree.Name.Name
		trees = append(trees, tree)
		for _, decl := range tree.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := f.Name.Name
			switch {
			case name == "TestMain" && takes(f, "M"):
				s.main = true
			case testName(name, "Test") && takes(f, "T"):
				s.tests = append(s.tests, name)
			case testName(name, "Fuzz") && takes(f, "F"):
				s.fuzz = append(s.fuzz, name)
			}
		}
	}
	for _, e := range doc.Examples(trees...) {
		if e.Output != "" || e.EmptyOutput {
			s.examples = append(s.examples, e)
		}
	}
	sort.Slice(s.examples, func(i, j int) bool { return s.examples[i].Order < s.examples[j].Order })
	return s, nil
}

func (s *suite) empty() bool { return len(s.tests)+len(s.fuzz)+len(s.examples) == 0 }

// writeSuite writes the list of a package's tests into it.
func writeSuite(dir string) error {
	s, err := findTests(dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport suiteTesting \"testing\"\n\n", s.clause)
	fmt.Fprintf(&b, "func SuiteTests() []suiteTesting.InternalTest {\nreturn []suiteTesting.InternalTest{\n")
	for _, name := range s.tests {
		fmt.Fprintf(&b, "{Name: %q, F: %s},\n", name, name)
	}
	fmt.Fprintf(&b, "}\n}\n\nfunc SuiteFuzz() []suiteTesting.InternalFuzzTarget {\n")
	fmt.Fprintf(&b, "return []suiteTesting.InternalFuzzTarget{\n")
	for _, name := range s.fuzz {
		fmt.Fprintf(&b, "{Name: %q, Fn: %s},\n", name, name)
	}
	fmt.Fprintf(&b, "}\n}\n\nfunc SuiteExamples() []suiteTesting.InternalExample {\n")
	fmt.Fprintf(&b, "return []suiteTesting.InternalExample{\n")
	for _, e := range s.examples {
		name := "Example" + e.Name
		fmt.Fprintf(&b, "{Name: %q, F: %s, Output: %q, Unordered: %v},\n", name, name, e.Output, e.Unordered)
	}
	main := "nil"
	if s.main {
		main = "TestMain"
	}
	fmt.Fprintf(&b, "}\n}\n\nfunc SuiteMain() func(*suiteTesting.M) { return %s }\n", main)
	text, err := format.Source(b.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, suiteFile), text, 0o644)
}

// writeMain writes the program that runs the tests of some packages.
func writeMain(dir string, paths []string) error {
	var b bytes.Buffer
	b.WriteString(mainHead)
	for i, path := range paths {
		fmt.Fprintf(&b, "\tp%d %q\n", i, path)
	}
	b.WriteString(mainBody)
	for i := range paths {
		p := fmt.Sprintf("p%d", i)
		fmt.Fprintf(&b, "\tadd(%s.SuiteTests(), %s.SuiteFuzz(), %s.SuiteExamples(), %s.SuiteMain())\n", p, p, p, p)
	}
	b.WriteString(mainTail)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "main.go"), b.Bytes(), 0o644)
}

// The program is of today's language whatever the module says.
const mainHead = `//go:build go1.18

package main

import (
	"io"
	"os"
	"reflect"
	"regexp"
	"testing"
	"time"

`

const mainBody = `)

// deps is what the program that go test makes brings along, of which only the matching is used.
type deps struct{}

type entry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []interface{}
	Generation int
	IsSeed     bool
}

func (deps) ImportPath() string                                { return "" }
func (deps) ModulePath() string                                { return "" }
func (deps) MatchString(pat, str string) (bool, error)         { return regexp.MatchString(pat, str) }
func (deps) SetPanicOnExit0(bool)                              {}
func (deps) StartCPUProfile(io.Writer) error                   { return nil }
func (deps) StopCPUProfile()                                   {}
func (deps) StartTestLog(io.Writer)                            {}
func (deps) StopTestLog() error                                { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error       { return nil }
func (deps) RunFuzzWorker(func(entry) error) error             { return nil }
func (deps) ReadCorpus(string, []reflect.Type) ([]entry, error) { return nil, nil }
func (deps) CheckCorpus([]interface{}, []reflect.Type) error           { return nil }
func (deps) ResetCoverage()                                    {}
func (deps) SnapshotCoverage()                                 {}
func (deps) InitRuntimeCoverage() (string, func(string, string) (string, error), func() float64) {
	return "", nil, nil
}
func (deps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []entry, []reflect.Type, string, string) error {
	return nil
}

var (
	tests    []testing.InternalTest
	fuzz     []testing.InternalFuzzTarget
	examples []testing.InternalExample
	run      func(*testing.M)
)

func add(t []testing.InternalTest, f []testing.InternalFuzzTarget, e []testing.InternalExample, m func(*testing.M)) {
	tests, fuzz, examples = append(tests, t...), append(fuzz, f...), append(examples, e...)
	if m != nil {
		run = m
	}
}

func main() {
`

const mainTail = `	m := testing.MainStart(deps{}, tests, nil, fuzz, examples)
	if run == nil {
		os.Exit(m.Run())
	}
	run(m)
}
`

// withoutConstraints takes the build constraints out of a file that was chosen already, and links to names of
// other packages, which programs cannot have.
func withoutConstraints(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	inside := false
	for i, line := range lines {
		trimmed := string(bytes.TrimSpace(line))
		inside = inside || strings.HasPrefix(trimmed, "package ")
		header := !inside && (constraint.IsGoBuild(trimmed) || constraint.IsPlusBuild(trimmed))
		if header || bytes.HasPrefix(line, []byte("//go:linkname ")) {
			lines[i] = []byte("\n")
		}
	}
	return bytes.Join(lines, nil)
}

// renamed is the name that a file of tests gets. It does not end in the name of a system.
func renamed(name string) string {
	return strings.TrimSuffix(filepath.Base(name), "_test.go") + testSuffix
}

func unquote(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}
