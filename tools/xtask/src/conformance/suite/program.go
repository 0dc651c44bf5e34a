package main

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tags are set on both sides, so that both take the same files.
func tags() []string { return strings.Split(os.Getenv("SUITE_TAGS"), ",") }

// testName is Go's rule: after the word there is no lower-case letter.
func testName(name string) bool {
	for _, word := range []string{"Test", "Fuzz", "Example"} {
		rest, ok := strings.CutPrefix(name, word)
		first, _ := utf8.DecodeRuneInString(rest)
		if ok && (rest == "" || !unicode.IsLower(first)) {
			return name != "TestMain"
		}
	}
	return false
}

// hasTests reports whether a folder has a function that is named as tests are.
func hasTests(dir string) (bool, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return false, err
	}
	for _, name := range names {
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		for _, decl := range tree.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && testName(f.Name.Name) {
				return true, nil
			}
		}
	}
	return false, nil
}

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
