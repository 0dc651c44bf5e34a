package template

import (
	"internal/templatefiles"
	"io/fs"
)

// parseFiles parses each file into the template of its name. Without t, the first one becomes t.
func parseFiles(t *Template, read templatefiles.Source, files ...string) (*Template, error) {
	if t != nil {
		if err := t.mayParse(); err != nil {
			return nil, err
		}
	}
	add := func(name, text string) error {
		if t == nil {
			t = New(name)
		}
		target := t
		if name != t.Name() {
			target = t.New(name)
		}
		_, err := target.Parse(text)
		return err
	}
	if err := templatefiles.Each("html/template", read, files, add); err != nil {
		return nil, err
	}
	return t, nil
}

func parseGlob(t *Template, pattern string) (*Template, error) {
	if t != nil {
		if err := t.mayParse(); err != nil {
			return nil, err
		}
	}
	files, err := templatefiles.Glob("html/template", pattern)
	if err != nil {
		return nil, err
	}
	return parseFiles(t, templatefiles.FromSystem, files...)
}

func parseFS(t *Template, fsys fs.FS, patterns []string) (*Template, error) {
	files, err := templatefiles.GlobFS("template", fsys, patterns) // as Go names it here
	if err != nil {
		return nil, err
	}
	return parseFiles(t, templatefiles.From(fsys), files...)
}

// ParseFiles returns a template of the first file's name, with those of the other files.
func ParseFiles(filenames ...string) (*Template, error) {
	return parseFiles(nil, templatefiles.FromSystem, filenames...)
}

// ParseFiles parses each file into the associated template of the file's name.
func (t *Template) ParseFiles(filenames ...string) (*Template, error) {
	return parseFiles(t, templatefiles.FromSystem, filenames...)
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
