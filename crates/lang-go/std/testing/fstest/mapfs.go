// Package fstest has a file system in memory, and checks of file systems.
package fstest

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// MapFS is a file system in memory: what a map says of each path. Folders that are not in it are there if something in
// them is.
type MapFS map[string]*MapFile

// MapFile is what a MapFS says of a path.
type MapFile struct {
	Data    []byte // what the file holds, or where the symbolic link leads
	Mode    fs.FileMode
	ModTime time.Time
	Sys     any
}

var (
	_ fs.FS         = MapFS(nil)
	_ fs.ReadLinkFS = MapFS(nil)
	_ fs.File       = (*openFile)(nil)
)

// info is a file with its name.
type info struct {
	name string
	file *MapFile
}

func (i *info) Name() string               { return path.Base(i.name) }
func (i *info) Size() int64                { return int64(len(i.file.Data)) }
func (i *info) Mode() fs.FileMode          { return i.file.Mode }
func (i *info) Type() fs.FileMode          { return i.file.Mode.Type() }
func (i *info) ModTime() time.Time         { return i.file.ModTime }
func (i *info) IsDir() bool                { return i.file.Mode.IsDir() }
func (i *info) Sys() any                   { return i.file.Sys }
func (i *info) Info() (fs.FileInfo, error) { return i, nil }
func (i *info) String() string             { return fs.FormatFileInfo(i) }

// Links that one name may lead through.
const mostLinks = 40

// resolve follows the links on the way to a name, and the last one too if follow.
func (m MapFS) resolve(name string, follow bool) (string, bool) {
	links := 0
	done := "."
	rest := strings.Split(name, "/")
	for len(rest) > 0 {
		next := path.Join(done, rest[0])
		rest = rest[1:]
		file := m[next]
		if file == nil || file.Mode.Type() != fs.ModeSymlink || len(rest) == 0 && !follow {
			done = next
			continue
		}
		if links++; links > mostLinks {
			return "", false
		}
		target := string(file.Data)
		if path.IsAbs(target) {
			return "", false
		}
		to := path.Join(path.Dir(next), target)
		if !fs.ValidPath(to) {
			return "", false
		}
		rest, done = append(strings.Split(to, "/"), rest...), "."
	}
	return done, true
}

// find is what there is under a name that was resolved; a folder that is not in the map gets a file of its own.
func (m MapFS) find(name string) *MapFile {
	if file := m[name]; file != nil {
		return file
	}
	if name == "." {
		return &MapFile{Mode: fs.ModeDir | 0o555}
	}
	for other := range m {
		if strings.HasPrefix(other, name) && len(other) > len(name) && other[len(name)] == '/' {
			return &MapFile{Mode: fs.ModeDir | 0o555}
		}
	}
	return nil
}

func problem(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }

// look finds a file by its name.
func (m MapFS) look(op, name string, follow bool) (at string, file *MapFile, err error) {
	if !fs.ValidPath(name) {
		return "", nil, problem(op, name, fs.ErrNotExist)
	}
	at, ok := m.resolve(name, follow)
	if ok {
		file = m.find(at)
	}
	if file == nil {
		return "", nil, problem(op, name, fs.ErrNotExist)
	}
	return at, file, nil
}

// entries are what lies in a folder, by name.
func (m MapFS) entries(dir string) (list []fs.DirEntry) {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	seen := map[string]bool{}
	for name := range m {
		inside, ok := strings.CutPrefix(name, prefix)
		if !ok || inside == "" || name == "." {
			continue
		}
		first, _, _ := strings.Cut(inside, "/")
		if !seen[first] {
			seen[first] = true
			list = append(list, &info{first, m.find(prefix + first)})
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// Open opens the named file, after following symbolic links.
func (m MapFS) Open(name string) (fs.File, error) {
	at, file, err := m.look("open", name, true)
	if err != nil {
		return nil, err
	}
	i := info{name, file}
	if file.Mode.IsDir() {
		return &openDir{info: i, list: m.entries(at)}, nil
	}
	return &openFile{info: i}, nil
}

// ReadLink tells where the named symbolic link leads.
func (m MapFS) ReadLink(name string) (string, error) {
	_, file, err := m.look("readlink", name, false)
	if err != nil {
		return "", err
	}
	if file.Mode.Type() != fs.ModeSymlink {
		return "", problem("readlink", name, fs.ErrInvalid)
	}
	return string(file.Data), nil
}

// Lstat describes the named file, which may be a symbolic link.
func (m MapFS) Lstat(name string) (fs.FileInfo, error) {
	_, file, err := m.look("lstat", name, false)
	if err != nil {
		return nil, err
	}
	return &info{name, file}, nil
}

// plain hides the methods of a MapFS, so that functions of fs do the work by Open.
type plain struct{ fs.FS }

func (m MapFS) ReadFile(name string) ([]byte, error)       { return fs.ReadFile(plain{m}, name) }
func (m MapFS) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(plain{m}, name) }
func (m MapFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(plain{m}, name) }
func (m MapFS) Glob(pattern string) ([]string, error)      { return fs.Glob(plain{m}, pattern) }
func (m MapFS) Sub(dir string) (fs.FS, error)              { return fs.Sub(noSub{m}, dir) }

// noSub is a MapFS without Sub.
type noSub struct{ m MapFS }

func (n noSub) Open(name string) (fs.File, error)          { return n.m.Open(name) }
func (n noSub) ReadFile(name string) ([]byte, error)       { return n.m.ReadFile(name) }
func (n noSub) Stat(name string) (fs.FileInfo, error)      { return n.m.Stat(name) }
func (n noSub) ReadDir(name string) ([]fs.DirEntry, error) { return n.m.ReadDir(name) }
func (n noSub) Glob(pattern string) ([]string, error)      { return n.m.Glob(pattern) }
func (n noSub) ReadLink(name string) (string, error)       { return n.m.ReadLink(name) }
func (n noSub) Lstat(name string) (fs.FileInfo, error)     { return n.m.Lstat(name) }

// openFile is a file that is read.
type openFile struct {
	info
	offset int64
}

func (f *openFile) Stat() (fs.FileInfo, error) { return &f.info, nil }
func (f *openFile) Close() error               { return nil }

func (f *openFile) Read(b []byte) (int, error) {
	if f.offset < 0 {
		return 0, problem("read", f.name, fs.ErrInvalid)
	}
	if f.offset >= int64(len(f.file.Data)) {
		return 0, io.EOF
	}
	n := copy(b, f.file.Data[f.offset:])
	f.offset += int64(n)
	return n, nil
}

func (f *openFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.offset
	case io.SeekEnd:
		offset += int64(len(f.file.Data))
	}
	if offset < 0 || offset > int64(len(f.file.Data)) {
		return 0, problem("seek", f.name, fs.ErrInvalid)
	}
	f.offset = offset
	return offset, nil
}

func (f *openFile) ReadAt(b []byte, offset int64) (int, error) {
	if offset < 0 || offset > int64(len(f.file.Data)) {
		return 0, problem("read", f.name, fs.ErrInvalid)
	}
	n := copy(b, f.file.Data[offset:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// openDir is a folder that is listed.
type openDir struct {
	info
	list []fs.DirEntry // what is left
}

func (d *openDir) Stat() (fs.FileInfo, error) { return &d.info, nil }
func (d *openDir) Close() error               { return nil }
func (d *openDir) Read([]byte) (int, error)   { return 0, problem("read", d.name, fs.ErrInvalid) }

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	if count <= 0 {
		count = len(d.list)
	} else if len(d.list) == 0 {
		return nil, io.EOF
	}
	n := min(count, len(d.list))
	part := slices.Clone(d.list[:n])
	d.list = d.list[n:]
	if part == nil {
		part = []fs.DirEntry{}
	}
	return part, nil
}
