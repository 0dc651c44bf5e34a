package main

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
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
