// Package embed gives access to files that were made part of the program. The front end fills an FS by a call of function of
// in the initialisation of the variable that a //go:embed comment precedes.
package embed

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// FS is a tree of files that are only read. The zero FS has none.
type FS struct {
	// Files and the folders above them, in the order of their folders, then of their names.
	files *[]file
}

var (
	_ fs.ReadDirFS  = FS{}
	_ fs.ReadFileFS = FS{}
)

// file is a file, or a folder, whose name ends with a slash.
type file struct {
	name string
	data string
}

var root = &file{name: "./"}

// of makes a tree of files by their paths, to which it adds the folders.
func of(files []file) FS {
	known := map[string]bool{}
	for _, f := range files {
		known[f.name] = true
		for dir, _, _ := split(f.name); dir != "." && !known[dir+"/"]; dir, _, _ = split(dir) {
			known[dir+"/"] = true
			files = append(files, file{name: dir + "/"})
		}
	}
	slices.SortFunc(files, func(a, b file) int {
		dirA, nameA, _ := split(a.name)
		dirB, nameB, _ := split(b.name)
		if c := strings.Compare(dirA, dirB); c != 0 {
			return c
		}
		return strings.Compare(nameA, nameB)
	})
	return FS{&files}
}

// split gives the folder of a path, . for those at the top, the last element, and whether that is a folder.
func split(name string) (dir, element string, isDir bool) {
	name, isDir = strings.CutSuffix(name, "/")
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i], name[i+1:], isDir
	}
	return ".", name, isDir
}

func (f *file) Name() string               { _, element, _ := split(f.name); return element }
func (f *file) Size() int64                { return int64(len(f.data)) }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { _, _, isDir := split(f.name); return isDir }
func (f *file) Sys() any                   { return nil }
func (f *file) Type() fs.FileMode          { return f.Mode().Type() }
func (f *file) Info() (fs.FileInfo, error) { return f, nil }
func (f *file) String() string             { return fs.FormatFileInfo(f) }

func (f *file) Mode() fs.FileMode {
	if f.IsDir() {
		return fs.ModeDir | 0555
	}
	return 0444
}

// find is nil if there is no such file or folder.
func (f FS) find(name string) *file {
	if !fs.ValidPath(name) {
		return nil
	}
	if name == "." {
		return root
	}
	if f.files == nil {
		return nil
	}
	dir, element, _ := split(name)
	i, ok := slices.BinarySearchFunc(*f.files, dir, func(x file, dir string) int {
		xDir, xElement, _ := split(x.name)
		if c := strings.Compare(xDir, dir); c != 0 {
			return c
		}
		return strings.Compare(xElement, element)
	})
	if !ok {
		return nil
	}
	return &(*f.files)[i]
}

// list is what a folder has in it.
func (f FS) list(dir string) []file {
	if f.files == nil {
		return nil
	}
	by := func(x file, dir string) int {
		xDir, _, _ := split(x.name)
		return strings.Compare(xDir, dir)
	}
	start, _ := slices.BinarySearchFunc(*f.files, dir, by)
	end := start
	for end < len(*f.files) && by((*f.files)[end], dir) == 0 {
		end++
	}
	return (*f.files)[start:end]
}

// Open opens a file, which can be read from any place, or a folder.
func (f FS) Open(name string) (fs.File, error) {
	found := f.find(name)
	if found == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if found.IsDir() {
		return &openDir{f: found, files: f.list(name)}, nil
	}
	return &openFile{f: found}, nil
}

// ReadDir lists a folder by name.
func (f FS) ReadDir(name string) ([]fs.DirEntry, error) {
	opened, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	dir, ok := opened.(*openDir)
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a directory")}
	}
	return dir.ReadDir(-1)
}

// ReadFile gives a copy of a file's bytes.
func (f FS) ReadFile(name string) ([]byte, error) {
	opened, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	file, ok := opened.(*openFile)
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	}
	return []byte(file.f.data), nil
}

type openFile struct {
	f      *file
	offset int64
}

func (f *openFile) Close() error               { return nil }
func (f *openFile) Stat() (fs.FileInfo, error) { return f.f, nil }

func (f *openFile) fail(op string) error {
	return &fs.PathError{Op: op, Path: f.f.name, Err: fs.ErrInvalid}
}

func (f *openFile) Read(b []byte) (int, error) {
	if f.offset >= int64(len(f.f.data)) {
		return 0, io.EOF
	}
	if f.offset < 0 {
		return 0, f.fail("read")
	}
	n := copy(b, f.f.data[f.offset:])
	f.offset += int64(n)
	return n, nil
}

func (f *openFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += f.offset
	case io.SeekEnd:
		offset += int64(len(f.f.data))
	}
	if offset < 0 || offset > int64(len(f.f.data)) {
		return 0, f.fail("seek")
	}
	f.offset = offset
	return offset, nil
}

func (f *openFile) ReadAt(b []byte, offset int64) (int, error) {
	if offset < 0 || offset > int64(len(f.f.data)) {
		return 0, f.fail("read")
	}
	n := copy(b, f.f.data[offset:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

type openDir struct {
	f      *file
	files  []file
	offset int
}

func (d *openDir) Close() error               { return nil }
func (d *openDir) Stat() (fs.FileInfo, error) { return d.f, nil }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.f.name, Err: errors.New("is a directory")}
}

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	n := len(d.files) - d.offset
	if n == 0 {
		if count <= 0 {
			return nil, nil
		}
		return nil, io.EOF
	}
	if count > 0 {
		n = min(n, count)
	}
	list := make([]fs.DirEntry, n)
	for i := range list {
		list[i] = &d.files[d.offset+i]
	}
	d.offset += n
	return list, nil
}
