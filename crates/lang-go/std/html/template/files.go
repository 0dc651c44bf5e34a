package template

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// source is one file: the name of its template, and its text.
type source func(file string) (name string, text []byte, err error)

func fromSystem(file string) (string, []byte, error) {
	text, err := os.ReadFile(file)
	return filepath.Base(file), text, err
}

func from(fsys fs.FS) source {
	return func(file string) (string, []byte, error) {
		text, err := fs.ReadFile(fsys, file)
		return path.Base(file), text, err
	}
}

// parseFiles parses each file into the template of its name. Without t, the first one becomes t.
func parseFiles(t *Template, read source, files ...string) (*Template, error) {
	if t != nil {
		if err := t.mayParse(); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("html/template: no files named in call to ParseFiles")
	}
	for _, file := range files {
		name, text, err := read(file)
		if err != nil {
			return nil, err
		}
		if t == nil {
			t = New(name)
		}
		target := t
		if name != t.Name() {
			target = t.New(name)
		}
		if _, err := target.Parse(string(text)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func parseGlob(t *Template, pattern string) (*Template, error) {
	if t != nil {
		if err := t.mayParse(); err != nil {
			return nil, err
		}
	}
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("html/template: pattern matches no files: %#q", pattern)
	}
	return parseFiles(t, fromSystem, files...)
}

func parseFS(t *Template, fsys fs.FS, patterns []string) (*Template, error) {
	var files []string
	for _, pattern := range patterns {
		list, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("template: pattern matches no files: %#q", pattern)
		}
		files = append(files, list...)
	}
	return parseFiles(t, from(fsys), files...)
}

// ParseFiles returns a template of the first file's name, with those of the other files.
func ParseFiles(filenames ...string) (*Template, error) {
	return parseFiles(nil, fromSystem, filenames...)
}

// ParseFiles parses each file into the associated template of the file's name.
func (t *Template) ParseFiles(filenames ...string) (*Template, error) {
	return parseFiles(t, fromSystem, filenames...)
}

// ParseGlob is ParseFiles for the files that the pattern matches.
func ParseGlob(pattern string) (*Template, error) {
	return parseGlob(nil, pattern)
}

// ParseGlob is ParseFiles for the files that the pattern matches.
func (t *Template) ParseGlob(pattern string) (*Template, error) {
	return parseGlob(t, pattern)
}

// ParseFS is ParseFiles for the files of fsys that the patterns match.
func ParseFS(fsys fs.FS, patterns ...string) (*Template, error) {
	return parseFS(nil, fsys, patterns)
}

// ParseFS is ParseFiles for the files of fsys that the patterns match.
func (t *Template) ParseFS(fsys fs.FS, patterns ...string) (*Template, error) {
	return parseFS(t, fsys, patterns)
}
