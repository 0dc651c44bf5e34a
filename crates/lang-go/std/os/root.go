package os

import (
	"errors"
	"io/fs"
	"time"
)

// Root is an open folder that its methods do not leave: neither by .. nor by links.
type Root struct {
	name   string
	handle int
	closed bool
}

const directory = 0x10000

var errEmpty = errors.New("empty path")

// OpenRoot opens a folder as a root.
func OpenRoot(name string) (*Root, error) {
	code, handle := open(ambient, name, directory, 0)
	if code != 0 {
		return nil, failure("open", name, code)
	}
	return &Root{name: name, handle: handle}, nil
}

// OpenInRoot opens a file below a folder, to read.
func OpenInRoot(dir, name string) (*File, error) {
	r, err := OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.Open(name)
}

func (r *Root) Name() string { return r.name }

func (r *Root) Close() error {
	if !r.closed {
		r.closed = true
		close(r.handle)
	}
	return nil
}

// check tells why a path cannot lead anywhere.
func (r *Root) check(op, name string) error {
	switch {
	case r.closed:
		return &PathError{Op: op, Path: name, Err: ErrClosed}
	case name == "":
		return &PathError{Op: op, Path: name, Err: errEmpty}
	}
	return nil
}

func (r *Root) OpenFile(name string, flag int, perm FileMode) (*File, error) {
	if err := r.check("openat", name); err != nil {
		return nil, err
	}
	if perm&0o777 != perm {
		return nil, &PathError{Op: "openat", Path: name, Err: errors.New("unsupported file mode")}
	}
	code, handle := open(r.handle, name, flag, unixMode(perm))
	if code == 21 && flag&(O_CREATE|O_EXCL) == O_CREATE|O_EXCL && r.exists(name) {
		code = 17
	}
	if code != 0 {
		return nil, failure("openat", name, code)
	}
	return &File{name: r.name + "/" + name, stream: -1, handle: handle, appends: flag&O_APPEND != 0, rooted: true}, nil
}

func (r *Root) Open(name string) (*File, error) { return r.OpenFile(name, O_RDONLY, 0) }
func (r *Root) Create(name string) (*File, error) {
	return r.OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0666)
}

// OpenRoot opens a folder below as a root.
func (r *Root) OpenRoot(name string) (*Root, error) {
	if err := r.check("openat", name); err != nil {
		return nil, err
	}
	code, handle := open(r.handle, name, directory, 0)
	if code == 20 && r.exists(name) {
		return nil, failure("open", r.name+"/"+name, code)
	}
	if code != 0 {
		return nil, failure("openat", name, code)
	}
	return &Root{name: r.name + "/" + name, handle: handle}, nil
}

func (r *Root) exists(name string) bool {
	code, _, _, _, _ := stat(r.handle, name, true)
	return code == 0
}

func (r *Root) ReadFile(name string) ([]byte, error) {
	f, err := r.Open(name)
	if err != nil {
		return nil, err
	}
	return f.readAll()
}

func (r *Root) WriteFile(name string, data []byte, perm FileMode) error {
	f, err := r.OpenFile(name, O_WRONLY|O_CREATE|O_TRUNC, perm)
	if err != nil {
		return err
	}
	return f.writeAll(data)
}

func (r *Root) stat(op, name string, follow bool) (FileInfo, error) {
	if err := r.check(op, name); err != nil {
		return nil, err
	}
	code, size, mode, seconds, nanos := stat(r.handle, name, follow)
	return info(op, name, code, size, mode, seconds, nanos)
}

func (r *Root) Stat(name string) (FileInfo, error)  { return r.stat("statat", name, true) }
func (r *Root) Lstat(name string) (FileInfo, error) { return r.stat("statat", name, false) }

func (r *Root) Readlink(name string) (string, error) {
	if err := r.check("readlinkat", name); err != nil {
		return "", err
	}
	code, target := readLink(r.handle, name)
	return target, pathError("readlinkat", name, code)
}

func (r *Root) change(op, name string, what, value, more int) error {
	if err := r.check(op, name); err != nil {
		return err
	}
	return pathError(op, name, change(r.handle, name, what, value, more))
}

func (r *Root) Mkdir(name string, perm FileMode) error {
	if perm&0o777 != perm {
		return &PathError{Op: "mkdirat", Path: name, Err: errors.New("unsupported file mode")}
	}
	return r.change("mkdirat", name, makesFolder, unixMode(perm), 0)
}

// MkdirAll makes a folder, and those that it is to lie in.
func (r *Root) MkdirAll(name string, perm FileMode) error {
	if perm&0o777 != perm {
		return &PathError{Op: "mkdirat", Path: name, Err: errors.New("unsupported file mode")}
	}
	if err := r.check("mkdirat", name); err != nil {
		return err
	}
	for i := 1; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' || name[i-1] == '/' {
			continue
		}
		part := name[:i]
		code, _, mode, _, _ := stat(r.handle, part, true)
		if code == 2 {
			code = change(r.handle, part, makesFolder, unixMode(perm), 0)
			mode = int(ModeDir)
		}
		if code == 0 && !FileMode(mode).IsDir() {
			if i < len(name) {
				return failure("openat", part, 20)
			}
			code = 20
		}
		if code != 0 {
			return failure("mkdirat", name, code)
		}
	}
	return nil
}

func (r *Root) Remove(name string) error { return r.change("removeat", name, removes, 0, 0) }

func (r *Root) RemoveAll(name string) error {
	if err := r.check("RemoveAll", name); err != nil {
		return err
	}
	for len(name) > 1 && name[len(name)-1] == '/' {
		name = name[:len(name)-1]
	}
	if name == "." || len(name) > 1 && name[len(name)-2:] == "/." {
		return failure("RemoveAll", name, 22)
	}
	return removeAll(r.handle, name, "RemoveAll")
}

func (r *Root) Chmod(name string, mode FileMode) error {
	return r.change("chmodat", name, setsModeOf, unixMode(mode), 0)
}

func (r *Root) Chtimes(name string, atime time.Time, mtime time.Time) error {
	return r.change("chtimesat", name, setsTimes, moment(atime), moment(mtime))
}

func (r *Root) Chown(name string, uid, gid int) error {
	return r.owner("chownat", name, true, uid, gid)
}

func (r *Root) Lchown(name string, uid, gid int) error {
	return r.owner("lchownat", name, false, uid, gid)
}

func (r *Root) owner(op, name string, follow bool, uid, gid int) error {
	if err := r.check(op, name); err != nil {
		return err
	}
	return owner(r.handle, op, name, follow, uid, gid)
}

func (r *Root) relate(op string, what int, old, new string) error {
	switch {
	case r.closed:
		return &LinkError{op, old, new, ErrClosed}
	case new == "" || old == "" && what != linksByName:
		return &LinkError{op, old, new, errEmpty}
	}
	return linkError(op, old, new, relate(r.handle, what, old, new))
}

func (r *Root) Rename(oldname, newname string) error {
	if !r.closed && oldname != "" && newname != "" {
		if code := overFolder(r.handle, oldname, newname); code != 0 {
			return linkError("renameat", oldname, newname, code)
		}
	}
	return r.relate("renameat", renames, oldname, newname)
}

func (r *Root) Link(oldname, newname string) error {
	return r.relate("linkat", links, oldname, newname)
}

func (r *Root) Symlink(oldname, newname string) error {
	return r.relate("symlinkat", linksByName, oldname, newname)
}

// FS is what lies below the root, as a file system.
func (r *Root) FS() fs.FS { return (*rootFS)(r) }

type rootFS Root

func (r *rootFS) valid(op, name string) error {
	if !fs.ValidPath(name) {
		return &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	return nil
}

func (r *rootFS) Open(name string) (fs.File, error) {
	if err := r.valid("open", name); err != nil {
		return nil, err
	}
	f, err := (*Root)(r).Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (r *rootFS) ReadDir(name string) ([]DirEntry, error) {
	if err := r.valid("readdir", name); err != nil {
		return nil, err
	}
	f, err := (*Root)(r).Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	code, names := readNames(f.handle, ".")
	if code != 0 {
		return nil, failure("readdirent", f.name, code)
	}
	return entries(&File{name: f.name, stream: -1, handle: r.handle, rooted: true}, f.name, name+"/", names), nil
}

func (r *rootFS) ReadFile(name string) ([]byte, error) {
	if err := r.valid("readfile", name); err != nil {
		return nil, err
	}
	return (*Root)(r).ReadFile(name)
}

func (r *rootFS) Stat(name string) (FileInfo, error) {
	if err := r.valid("stat", name); err != nil {
		return nil, err
	}
	return (*Root)(r).Stat(name)
}

func (r *rootFS) Lstat(name string) (FileInfo, error) {
	if err := r.valid("lstat", name); err != nil {
		return nil, err
	}
	return (*Root)(r).Lstat(name)
}

func (r *rootFS) ReadLink(name string) (string, error) {
	if err := r.valid("readlink", name); err != nil {
		return "", err
	}
	return (*Root)(r).Readlink(name)
}
