// Package ioutil is what io and os were before they had these functions themselves.
package ioutil

import (
	"io"
	"io/fs"
	"os"
)

// Discard swallows what is written to it.
var Discard io.Writer = io.Discard

func ReadAll(r io.Reader) ([]byte, error)      { return io.ReadAll(r) }
func NopCloser(r io.Reader) io.ReadCloser      { return io.NopCloser(r) }
func ReadFile(filename string) ([]byte, error) { return os.ReadFile(filename) }

func WriteFile(filename string, data []byte, perm fs.FileMode) error {
	return os.WriteFile(filename, data, perm)
}

// ReadDir lists a folder by name.
func ReadDir(dirname string) ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(dirname)
	if err != nil {
		return nil, err
	}
	list := make([]fs.FileInfo, len(entries))
	for i, entry := range entries {
		if list[i], err = entry.Info(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func TempFile(dir, pattern string) (f *os.File, err error) { return os.CreateTemp(dir, pattern) }
func TempDir(dir, pattern string) (name string, err error) { return os.MkdirTemp(dir, pattern) }
