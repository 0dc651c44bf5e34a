// Package templatefiles finds and reads the files that templates are made of, for text/template and html/template. It
// knows nothing of templates.
package templatefiles

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// A Source reads one file: the name of its template, and its text.
type Source func(file string) (name string, text []byte, err error)

// FromSystem reads a file of the system's.
func FromSystem(file string) (string, []byte, error) {
	text, err := os.ReadFile(file)
	return filepath.Base(file), text, err
}

// From is the source of fsys.
func From(fsys fs.FS) Source {
	return func(file string) (string, []byte, error) {
		text, err := fs.ReadFile(fsys, file)
		return path.Base(file), text, err
	}
}

// Each passes name and text of each file to add, up to the first error. Errors name the package that owns the templates.
func Each(owner string, read Source, files []string, add func(name, text string) error) error {
	if len(files) == 0 {
		return fmt.Errorf("%s: no files named in call to ParseFiles", owner)
	}
	for _, file := range files {
		name, text, err := read(file)
		if err != nil {
			return err
		}
		if err := add(name, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// Glob returns the files of the system's that the pattern matches, of which there must be some.
func Glob(owner, pattern string) ([]string, error) {
	files, err := filepath.Glob(pattern)
	return some(owner, pattern, files, err)
}

// GlobFS returns the files of fsys that the patterns match, each of which must match some.
func GlobFS(owner string, fsys fs.FS, patterns []string) ([]string, error) {
	var all []string
	for _, pattern := range patterns {
		files, err := fs.Glob(fsys, pattern)
		files, err = some(owner, pattern, files, err)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

func some(owner, pattern string, files []string, err error) ([]string, error) {
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: pattern matches no files: %#q", owner, pattern)
	}
	return files, err
}
