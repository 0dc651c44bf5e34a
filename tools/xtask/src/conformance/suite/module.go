package main

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func context() *build.Context {
	context := build.Default
	context.CgoEnabled = false
	context.BuildTags = tags()
	return &context
}

// listPackages names the folders of a module whose packages have tests.
func listPackages(dir string) ([]string, error) {
	found := []string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name := entry.Name()
		if path != dir {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if name == "vendor" || name == "testdata" || name[0] == '.' || name[0] == '_' || err == nil {
				return filepath.SkipDir
			}
		}
		pkg, err := context().ImportDir(path, 0)
		if err == nil && pkg.Name != "main" && len(pkg.TestGoFiles)+len(pkg.XTestGoFiles) > 0 {
			relative, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			found = append(found, filepath.ToSlash(relative))
		}
		return nil
	})
	return found, err
}

// layOutPackage makes the tests of a package part of it, as go test does: internal ones are compiled with the
// package, external ones become a package beside it.
func layOutPackage(dir, relative string) (*outline, error) {
	folder := filepath.Join(dir, filepath.FromSlash(relative))
	found, err := context().ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	module, err := modulePath(dir)
	if err != nil {
		return nil, err
	}
	path := module
	if relative != "." {
		path += "/" + relative
	}
	var paths []string
	for _, part := range []struct {
		files []string
		to    string
		path  string
	}{{found.TestGoFiles, folder, path}, {found.XTestGoFiles, filepath.Join(folder, externalFolder), path + "/" + externalFolder}} {
		for _, name := range part.files {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return nil, err
			}
			if err := os.MkdirAll(part.to, 0o755); err != nil {
				return nil, err
			}
			if err := os.WriteFile(filepath.Join(part.to, renamed(name)), withoutConstraints(text), 0o644); err != nil {
				return nil, err
			}
		}
		if len(part.files) > 0 {
			paths = append(paths, part.path)
		}
	}
	return finish(dir, filepath.Join(folder, mainFolder), paths, func(p string) string {
		if p == path {
			return folder
		}
		return filepath.Join(folder, externalFolder)
	})
}

func modulePath(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.Trim(strings.TrimSpace(path), "\"`"), nil
		}
	}
	return "", os.ErrNotExist
}
