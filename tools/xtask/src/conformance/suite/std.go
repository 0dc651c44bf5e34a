package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// layOutStd makes a module of the tests of a package that need only what the package exports: those of the
// package x_test, and those of x with a dot import in its place. Declarations that need more are left out. The
// answer names the folders; each also has the other files of the package, as tests run in their folder.
func layOutStd(exports, pkg, dir string) ([]string, error) {
	imports, err := compiledImporter(exports)
	if err != nil {
		return nil, err
	}
	context := build.Default
	context.CgoEnabled = false
	context.BuildTags = tags()
	from := filepath.Join(context.GOROOT, "src", filepath.FromSlash(pkg))
	found, err := context.ImportDir(from, 0)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module suite\n\ngo 1.26\n"), 0o644); err != nil {
		return nil, err
	}
	folders := []string{}
	for _, part := range []struct {
		folder string
		files  []string
		dotted string
	}{{"in", found.TestGoFiles, pkg}, {"ex", found.XTestGoFiles, ""}} {
		texts := map[string][]byte{}
		for _, name := range part.files {
			text, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				return nil, err
			}
			texts[name] = withoutConstraints(text)
		}
		clause := found.Name + "_test"
		if err := moveOut(texts, clause, part.dotted); err != nil {
			return nil, err
		}
		if err := resolve(texts, imports); err != nil {
			return nil, err
		}
		target := filepath.Join(dir, part.folder)
		if err := writeAll(target, texts); err != nil {
			return nil, err
		}
		some, err := hasTests(target)
		if err != nil {
			return nil, err
		}
		if !some {
			continue
		}
		if err := copyOthers(from, target); err != nil {
			return nil, err
		}
		folders = append(folders, part.folder)
	}
	return folders, nil
}

// compiledImporter reads export data where go list says that it is.
func compiledImporter(exports string) (func(*token.FileSet) types.Importer, error) {
	text, err := os.ReadFile(exports)
	if err != nil {
		return nil, err
	}
	where := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			where[path] = file
		}
	}
	return func(files *token.FileSet) types.Importer {
		return importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
			if where[path] == "" || internal(path) {
				return nil, errors.New("no package " + path)
			}
			return os.Open(where[path])
		})
	}, nil
}

// internal reports whether a package is Go's own, and no program can import it.
func internal(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == "internal" || first == "cmd" || first == "vendor" || strings.Contains(path, "/internal/") ||
		strings.HasSuffix(path, "/internal") || strings.HasPrefix(path, "golang.org/")
}

// moveOut gives the files another package clause, and a dot import on the same line. What is empty without
// it is left alone.
func moveOut(texts map[string][]byte, clause, dotted string) error {
	for name, text := range texts {
		tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from, to := int(tree.Name.Pos())-1, int(tree.Name.End())-1
		var b bytes.Buffer
		b.Write(text[:from])
		b.WriteString(clause)
		if dotted != "" {
			fmt.Fprintf(&b, "; import . %q", dotted)
		}
		b.Write(text[to:])
		texts[name] = b.Bytes()
	}
	return nil
}

// resolve takes declarations out until the rest has no errors.
func resolve(texts map[string][]byte, imports func(*token.FileSet) types.Importer) error {
	gone := removed{}
	files := token.NewFileSet()
	compiled := imports(files)
	for range 100 {
		problems, err := check(texts, files, compiled)
		if err != nil || len(problems) == 0 {
			return err
		}
		any := false
		for _, name := range sorted(problems) {
			dropped, err := dropAt(texts[name], problems[name], gone)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			any = any || dropped
		}
		if !any {
			return fmt.Errorf("errors outside declarations: %v", problems)
		}
	}
	return errors.New("there is no end of errors")
}

func sorted[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func check(texts map[string][]byte, files *token.FileSet, imports types.Importer) (map[string][]problem, error) {
	problems := map[string][]problem{}
	var trees []*ast.File
	for _, name := range sorted(texts) {
		tree, err := parser.ParseFile(files, name, texts[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
		for _, decl := range tree.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body == nil {
				at := files.Position(f.Pos())
				problems[name] = append(problems[name], problem{at.Offset, "missing function body"})
			}
		}
	}
	config := types.Config{
		Importer: imports,
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) && !strings.HasPrefix(e.Msg, "\t") {
				at := files.Position(e.Pos)
				problems[at.Filename] = append(problems[at.Filename], problem{at.Offset, e.Msg})
			}
		},
	}
	config.Check("suite", files, trees, nil)
	return problems, nil
}

// writeAll writes those files that still declare something.
func writeAll(dir string, texts map[string][]byte) error {
	for _, name := range sorted(texts) {
		tree, err := parser.ParseFile(token.NewFileSet(), name, texts[name], parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		declares := false
		for _, decl := range tree.Decls {
			group, ok := decl.(*ast.GenDecl)
			declares = declares || !ok || group.Tok != token.IMPORT
		}
		if !declares {
			delete(texts, name)
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), texts[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// copyOthers copies what tests may read: the folder testdata, and files that are not Go's.
func copyOthers(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if e.Name() == "testdata" && e.IsDir() {
			if err := os.CopyFS(target, os.DirFS(source)); err != nil {
				return err
			}
		} else if e.Type().IsRegular() && !strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), ".s") {
			text, err := os.ReadFile(source)
			if err != nil {
				return err
			}
			if err := os.WriteFile(target, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
