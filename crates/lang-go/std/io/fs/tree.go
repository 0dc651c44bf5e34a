package fs

import (
	"errors"
	"io"
	"path"
)

type ReadDirFS interface {
	FS
	ReadDir(name string) ([]DirEntry, error)
}

type ReadFileFS interface {
	FS
	ReadFile(name string) ([]byte, error)
}

type ReadLinkFS interface {
	FS
	ReadLink(name string) (string, error)
	Lstat(name string) (FileInfo, error)
}

type StatFS interface {
	FS
	Stat(name string) (FileInfo, error)
}

type SubFS interface {
	FS
	Sub(dir string) (FS, error)
}

type GlobFS interface {
	FS
	Glob(pattern string) ([]string, error)
}

func Stat(fsys FS, name string) (FileInfo, error) {
	if fsys, ok := fsys.(StatFS); ok {
		return fsys.Stat(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Stat()
}

func Lstat(fsys FS, name string) (FileInfo, error) {
	if fsys, ok := fsys.(ReadLinkFS); ok {
		return fsys.Lstat(name)
	}
	return Stat(fsys, name)
}

func ReadLink(fsys FS, name string) (string, error) {
	if fsys, ok := fsys.(ReadLinkFS); ok {
		return fsys.ReadLink(name)
	}
	return "", &PathError{Op: "readlink", Path: name, Err: ErrInvalid}
}

func ReadFile(fsys FS, name string) ([]byte, error) {
	if fsys, ok := fsys.(ReadFileFS); ok {
		return fsys.ReadFile(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// ReadDir lists a folder by name.
func ReadDir(fsys FS, name string) ([]DirEntry, error) {
	if fsys, ok := fsys.(ReadDirFS); ok {
		return fsys.ReadDir(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	dir, ok := file.(ReadDirFile)
	if !ok {
		return nil, &PathError{Op: "readdir", Path: name, Err: errors.New("not implemented")}
	}
	list, err := dir.ReadDir(-1)
	sortEntries(list)
	return list, err
}

// sortEntries sorts by merging: most lists are in order already.
func sortEntries(list []DirEntry) {
	if len(list) < 2 {
		return
	}
	half := len(list) / 2
	sortEntries(list[:half])
	sortEntries(list[half:])
	if list[half-1].Name() <= list[half].Name() {
		return
	}
	left := append([]DirEntry(nil), list[:half]...)
	right, out := list[half:], list
	for len(left) > 0 {
		if len(right) > 0 && right[0].Name() < left[0].Name() {
			out[0], right = right[0], right[1:]
		} else {
			out[0], left = left[0], left[1:]
		}
		out = out[1:]
	}
}

var (
	SkipDir = errors.New("skip this directory")
	SkipAll = errors.New("skip everything and stop the walk")
)

type WalkDirFunc func(path string, d DirEntry, err error) error

// WalkDir calls fn for root and all below it, in order of names.
func WalkDir(fsys FS, root string, fn WalkDirFunc) error {
	info, err := Stat(fsys, root)
	if err != nil {
		err = fn(root, nil, err)
	} else {
		err = walkDir(fsys, root, FileInfoToDirEntry(info), fn)
	}
	if err == SkipDir || err == SkipAll {
		return nil
	}
	return err
}

func walkDir(fsys FS, name string, d DirEntry, fn WalkDirFunc) error {
	err := fn(name, d, nil)
	if err == nil && d.IsDir() {
		var list []DirEntry
		if list, err = ReadDir(fsys, name); err != nil {
			err = fn(name, d, err)
		}
		for i := 0; i < len(list) && err == nil; i++ {
			err = walkDir(fsys, path.Join(name, list[i].Name()), list[i], fn)
			if err == SkipDir {
				return nil
			}
		}
	}
	if err == SkipDir && d.IsDir() {
		return nil
	}
	return err
}

// Glob lists what is as a pattern of path.Match says.
func Glob(fsys FS, pattern string) (matches []string, err error) { return globAt(fsys, pattern, 0) }

func globAt(fsys FS, pattern string, depth int) (matches []string, err error) {
	if depth > 10000 {
		return nil, path.ErrBadPattern
	}
	if fsys, ok := fsys.(GlobFS); ok {
		return fsys.Glob(pattern)
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, err
	}
	if !hasMeta(pattern) {
		if _, err = Stat(fsys, pattern); err != nil {
			return nil, nil
		}
		return []string{pattern}, nil
	}
	dir, file := path.Split(pattern)
	if dir == "" {
		dir = "."
	} else {
		dir = dir[:len(dir)-1]
	}
	dirs := []string{dir}
	if hasMeta(dir) {
		if dir == pattern {
			return nil, path.ErrBadPattern
		}
		if dirs, err = globAt(fsys, dir, depth+1); err != nil {
			return nil, err
		}
	}
	for _, dir := range dirs {
		list, err := ReadDir(fsys, dir)
		if err != nil {
			continue
		}
		for _, entry := range list {
			matched, err := path.Match(file, entry.Name())
			if err != nil {
				return matches, err
			}
			if matched {
				matches = append(matches, path.Join(dir, entry.Name()))
			}
		}
	}
	return matches, nil
}

func hasMeta(path string) bool {
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '*', '?', '[', '\\':
			return true
		}
	}
	return false
}

// Sub is what lies below a folder, as a file system.
func Sub(fsys FS, dir string) (FS, error) {
	if !ValidPath(dir) {
		return nil, &PathError{Op: "sub", Path: dir, Err: ErrInvalid}
	}
	if dir == "." {
		return fsys, nil
	}
	if fsys, ok := fsys.(SubFS); ok {
		return fsys.Sub(dir)
	}
	return &subFS{fsys, dir}, nil
}

type subFS struct {
	fsys FS
	dir  string
}

func (f *subFS) full(op, name string) (string, error) {
	if !ValidPath(name) {
		return "", &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	return path.Join(f.dir, name), nil
}

// short is a name below the folder without the folder.
func (f *subFS) short(name string) (string, bool) {
	if name == f.dir {
		return ".", true
	}
	if len(name) > len(f.dir)+1 && name[len(f.dir)] == '/' && name[:len(f.dir)] == f.dir {
		return name[len(f.dir)+1:], true
	}
	return "", false
}

func (f *subFS) shorten(err error) error {
	if e, ok := err.(*PathError); ok {
		if name, ok := f.short(e.Path); ok {
			e.Path = name
		}
	}
	return err
}

func (f *subFS) Open(name string) (File, error) {
	full, err := f.full("open", name)
	if err != nil {
		return nil, err
	}
	file, err := f.fsys.Open(full)
	return file, f.shorten(err)
}

func (f *subFS) ReadDir(name string) ([]DirEntry, error) {
	full, err := f.full("read", name)
	if err != nil {
		return nil, err
	}
	list, err := ReadDir(f.fsys, full)
	return list, f.shorten(err)
}

func (f *subFS) ReadFile(name string) ([]byte, error) {
	full, err := f.full("read", name)
	if err != nil {
		return nil, err
	}
	data, err := ReadFile(f.fsys, full)
	return data, f.shorten(err)
}

func (f *subFS) ReadLink(name string) (string, error) {
	full, err := f.full("readlink", name)
	if err != nil {
		return "", err
	}
	target, err := ReadLink(f.fsys, full)
	return target, f.shorten(err)
}

func (f *subFS) Lstat(name string) (FileInfo, error) {
	full, err := f.full("lstat", name)
	if err != nil {
		return nil, err
	}
	info, err := Lstat(f.fsys, full)
	return info, f.shorten(err)
}

func (f *subFS) Glob(pattern string) ([]string, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, err
	}
	if pattern == "." {
		return []string{"."}, nil
	}
	list, err := Glob(f.fsys, f.dir+"/"+pattern)
	for i, name := range list {
		short, ok := f.short(name)
		if !ok {
			return nil, errors.New("invalid result from inner fsys Glob: " + name + " not in " + f.dir)
		}
		list[i] = short
	}
	return list, f.shorten(err)
}

func (f *subFS) Sub(dir string) (FS, error) {
	if dir == "." {
		return f, nil
	}
	full, err := f.full("sub", dir)
	if err != nil {
		return nil, err
	}
	return &subFS{f.fsys, full}, nil
}
