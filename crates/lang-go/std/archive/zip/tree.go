package zip

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"
)

// entry is a file of the archive, or a directory that names of files imply, in the list of all, which is sorted by
// directory and name.
type entry struct {
	name  string // the whole path, without a slash at the end
	file  *File
	dir   bool
	twice bool
}

func (e *entry) split() (dir, elem string) { return split(e.name) }

func split(name string) (dir, elem string) {
	name = strings.TrimSuffix(name, "/")
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return ".", name
	}
	return name[:i], name[i+1:]
}

func (e *entry) info() (fileInfo, error) {
	if e.twice {
		return nil, errors.New(e.name + ": duplicate entries in zip file")
	}
	if !e.dir {
		return info{&e.file.FileHeader}, nil
	}
	return dirInfo{e}, nil
}

type fileInfo interface {
	fs.FileInfo
	fs.DirEntry
}

// dirInfo is a directory.
type dirInfo struct{ e *entry }

func (d dirInfo) Name() string {
	_, elem := d.e.split()
	return elem
}
func (d dirInfo) Size() int64                { return 0 }
func (d dirInfo) Mode() fs.FileMode          { return fs.ModeDir | 0555 }
func (d dirInfo) Type() fs.FileMode          { return fs.ModeDir }
func (d dirInfo) IsDir() bool                { return true }
func (d dirInfo) Sys() any                   { return nil }
func (d dirInfo) Info() (fs.FileInfo, error) { return d, nil }
func (d dirInfo) String() string             { return fs.FormatDirEntry(d) }

func (d dirInfo) ModTime() time.Time {
	if d.e.file == nil {
		return time.Time{}
	}
	return d.e.file.FileHeader.Modified.UTC()
}

// valid is a name of the archive as a path of a file system, or empty if it can be none.
func valid(name string) string {
	name = strings.ReplaceAll(name, `\`, `/`)
	p := strings.TrimPrefix(path.Clean(name), "/")
	for strings.HasPrefix(p, "../") {
		p = p[len("../"):]
	}
	return p
}

// entries makes the list.
func (r *Reader) entries() []entry {
	r.listOnce.Do(func() {
		known := make(map[string]int) // places in the list
		dirs := make(map[string]bool) // implied by files
		for _, file := range r.File {
			dir := isDir(file.Name)
			name := valid(file.Name)
			if name == "" {
				continue
			}
			if at, ok := known[name]; ok {
				r.list[at].twice = true
				continue
			}
			for d := path.Dir(name); d != "."; d = path.Dir(d) {
				dirs[d] = true
			}
			known[name] = len(r.list)
			r.list = append(r.list, entry{name: name, file: file, dir: dir})
		}
		for d := range dirs {
			if at, ok := known[d]; !ok {
				r.list = append(r.list, entry{name: d, dir: true})
			} else if !r.list[at].dir {
				r.list[at].twice = true
			}
		}
		sort.Slice(r.list, func(i, j int) bool {
			di, ei := r.list[i].split()
			dj, ej := r.list[j].split()
			if di != dj {
				return di < dj
			}
			return ei < ej
		})
	})
	return r.list
}

// Open opens a file or directory by its path.
func (r *Reader) Open(name string) (fs.File, error) {
	list := r.entries()
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	e := r.find(name)
	if e == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if e.dir {
		from := sort.Search(len(list), func(i int) bool {
			dir, _ := list[i].split()
			return dir >= name
		})
		to := sort.Search(len(list), func(i int) bool {
			dir, _ := list[i].split()
			return dir > name
		})
		return &openDir{e: e, list: list[from:to]}, nil
	}
	content, err := e.file.Open()
	if err != nil {
		return nil, err
	}
	return content.(fs.File), nil
}

var root = &entry{name: "./", dir: true}

func (r *Reader) find(name string) *entry {
	if name == "." {
		return root
	}
	dir, elem := split(name)
	i := sort.Search(len(r.list), func(i int) bool {
		d, e := r.list[i].split()
		return d > dir || d == dir && e >= elem
	})
	if i < len(r.list) && r.list[i].name == name {
		return &r.list[i]
	}
	return nil
}

// openDir is an open directory, whose entries up to at were read.
type openDir struct {
	e    *entry
	list []entry
	at   int
}

func (d *openDir) Close() error               { return nil }
func (d *openDir) Stat() (fs.FileInfo, error) { return d.e.info() }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.e.name, Err: errors.New("is a directory")}
}

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	n := len(d.list) - d.at
	if count > 0 && n > count {
		n = count
	}
	if n == 0 {
		if count <= 0 {
			return nil, nil
		}
		return nil, io.EOF
	}
	list := make([]fs.DirEntry, n)
	for i := range list {
		e := &d.list[d.at+i]
		info, err := e.info()
		if err != nil {
			return nil, err
		}
		if info.Name() == "." || !fs.ValidPath(info.Name()) {
			return nil, &fs.PathError{Op: "readdir", Path: d.e.name, Err: fmt.Errorf("invalid file name: %v", e.name)}
		}
		list[i] = info
	}
	d.at += n
	return list, nil
}
