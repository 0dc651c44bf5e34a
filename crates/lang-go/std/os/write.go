package os

import (
	"errors"
	"io"
	"time"
)

// writeAt writes some bytes to an offset, or to the end if that is -1.
func writeAt(handle int, b []byte, offset int64) (failure, n int)

// changeOpen changes an open file.
func changeOpen(handle, what, value int) (failure int)

const (
	syncs = iota
	resizes
	setsMode
)

// change changes what a path leads to.
func change(root int, path string, what, value, more int) (failure int)

const (
	makesFolder = iota
	removes
	setsModeOf
	resizesFile
	setsTimes
)

// relate gives a file another path.
func relate(root, what int, old, new string) (failure int)

const (
	renames = iota
	links
	linksByName
)

// unixMode are the bits of a mode as the system has them.
func unixMode(mode FileMode) int {
	bits := int(mode.Perm())
	if mode&ModeSetuid != 0 {
		bits |= 0o4000
	}
	if mode&ModeSetgid != 0 {
		bits |= 0o2000
	}
	if mode&ModeSticky != 0 {
		bits |= 0o1000
	}
	return bits
}

// pathError is nil for code 0.
func pathError(op, path string, code int) error {
	if code == 0 {
		return nil
	}
	return failure(op, path, code)
}

func linkError(op, old, new string, code int) error {
	if code == 0 {
		return nil
	}
	return &LinkError{op, old, new, reason(code)}
}

// size is the length of an open file.
func (f *File) size() (size int64, failure int) {
	failure, n, _, _, _ := statOpen(f.handle)
	return int64(n), failure
}

// writeHere writes where the file is at.
func (f *File) writeHere(b []byte) (n int, err error) {
	offset := f.offset
	if f.appends {
		offset = -1
	}
	n, err = f.writeTo(b, offset)
	f.offset += int64(n)
	if f.appends {
		f.offset, _ = f.size()
	}
	return n, err
}

func (f *File) writeTo(b []byte, offset int64) (n int, err error) {
	for {
		code, k := writeAt(f.handle, b[n:], offset)
		if code != 0 {
			return n, failure("write", f.name, code)
		}
		n += k
		if n == len(b) {
			return n, nil
		}
		if k == 0 {
			return n, &PathError{Op: "write", Path: f.name, Err: io.ErrShortWrite}
		}
		if offset >= 0 {
			offset += int64(k)
		}
	}
}

func (f *File) WriteAt(b []byte, off int64) (n int, err error) {
	if err := f.write("write"); err != nil {
		return 0, err
	}
	switch {
	case f.appends:
		return 0, errors.New("os: invalid use of WriteAt on file opened with O_APPEND")
	case off < 0:
		return 0, &PathError{Op: "writeat", Path: f.name, Err: errors.New("negative offset")}
	case f.stream != -1:
		return 0, failure("write", f.name, illegalSeek)
	}
	return f.writeTo(b, off)
}

// changed changes an open file, if it is one of the system's.
func (f *File) changed(op string, what, value int) error {
	if err := f.check(op); err != nil {
		return err
	}
	if f.stream != -1 {
		if what == syncs {
			return nil
		}
		return &PathError{Op: op, Path: f.name, Err: notWritable}
	}
	return pathError(op, f.name, changeOpen(f.handle, what, value))
}

func (f *File) Sync() error               { return f.changed("sync", syncs, 0) }
func (f *File) Chmod(mode FileMode) error { return f.changed("chmod", setsMode, unixMode(mode)) }

func (f *File) Truncate(size int64) error {
	if size < 0 && f.check("truncate") == nil {
		return failure("truncate", f.name, 22)
	}
	return f.changed("truncate", resizes, int(size))
}

func (f *File) Chown(uid, gid int) error {
	if err := f.check("chown"); err != nil {
		return err
	}
	if uid == -1 && gid == -1 {
		return nil
	}
	return &PathError{Op: "chown", Path: f.name, Err: notOffered}
}

// Open opens a file or folder to read.
func Open(name string) (*File, error) { return OpenFile(name, O_RDONLY, 0) }

// Create opens a file to read and write; it is made, or emptied.
func Create(name string) (*File, error) { return OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0666) }

func OpenFile(name string, flag int, perm FileMode) (*File, error) {
	code, handle := open(ambient, name, flag, unixMode(perm))
	if code != 0 {
		return nil, failure("open", name, code)
	}
	return &File{name: name, stream: -1, handle: handle, appends: flag&O_APPEND != 0}, nil
}

func WriteFile(name string, data []byte, perm FileMode) error {
	f, err := OpenFile(name, O_WRONLY|O_CREATE|O_TRUNC, perm)
	if err != nil {
		return err
	}
	return f.writeAll(data)
}

// writeAll writes a file, and closes it.
func (f *File) writeAll(data []byte) error {
	_, err := f.Write(data)
	if err2 := f.Close(); err == nil {
		err = err2
	}
	return err
}

func Mkdir(name string, perm FileMode) error {
	return pathError("mkdir", name, change(ambient, name, makesFolder, unixMode(perm), 0))
}

// MkdirAll makes a folder, and those that it is to lie in.
func MkdirAll(path string, perm FileMode) error {
	if info, err := Stat(path); err == nil {
		if info.IsDir() {
			return nil
		}
		return failure("mkdir", path, 20)
	}
	end := len(path)
	for end > 0 && path[end-1] == '/' {
		end--
	}
	for end > 0 && path[end-1] != '/' {
		end--
	}
	for end > 0 && path[end-1] == '/' {
		end--
	}
	if end > 0 {
		if err := MkdirAll(path[:end], perm); err != nil {
			return err
		}
	}
	err := Mkdir(path, perm)
	if err != nil {
		if info, err := Lstat(path); err == nil && info.IsDir() {
			return nil
		}
	}
	return err
}

// Remove removes a file or an empty folder.
func Remove(name string) error {
	return pathError("remove", name, change(ambient, name, removes, 0, 0))
}

// RemoveAll removes what a path leads to, and all that is in it. What is not there is no error.
func RemoveAll(path string) error {
	if path == "" {
		return nil
	}
	if path == "." || len(path) > 1 && path[len(path)-2:] == "/." {
		return failure("RemoveAll", path, 22)
	}
	return removeAll(ambient, path, "unlinkat")
}

func removeAll(root int, path, op string) error {
	code := change(root, path, removes, 0, 0)
	if code == 0 || code == 2 {
		return nil
	}
	missing, _, mode, _, _ := stat(root, path, false)
	if missing == 2 {
		return nil
	}
	if missing != 0 || !FileMode(mode).IsDir() {
		return failure(op, path, code)
	}
	missing, names := readNames(root, path)
	if missing != 0 && missing != 2 {
		return failure(op, path, missing)
	}
	var first error
	for _, name := range names {
		if err := removeAll(root, path+"/"+name[1:], op); err != nil && first == nil {
			first = err
		}
	}
	code = change(root, path, removes, 0, 0)
	if code == 0 || code == 2 {
		return nil
	}
	if first != nil {
		return first
	}
	return failure(op, path, code)
}

func Chmod(name string, mode FileMode) error {
	return pathError("chmod", name, change(ambient, name, setsModeOf, unixMode(mode), 0))
}

func Truncate(name string, size int64) error {
	if size < 0 {
		return failure("truncate", name, 22)
	}
	return pathError("truncate", name, change(ambient, name, resizesFile, int(size), 0))
}

// moment is a time in nanoseconds; the zero time stands for none.
func moment(t time.Time) int {
	if t.IsZero() {
		return -1 << 63
	}
	return int(t.UnixNano())
}

func Chtimes(name string, atime, mtime time.Time) error {
	return pathError("chtimes", name, change(ambient, name, setsTimes, moment(atime), moment(mtime)))
}

// owner fails unless it is to leave the owner as it is.
func owner(root int, op, name string, follow bool, uid, gid int) error {
	if code, _, _, _, _ := stat(root, name, follow); code != 0 {
		return failure(op, name, code)
	}
	if uid != -1 || gid != -1 {
		return &PathError{Op: op, Path: name, Err: notOffered}
	}
	return nil
}

func Chown(name string, uid, gid int) error  { return owner(ambient, "chown", name, true, uid, gid) }
func Lchown(name string, uid, gid int) error { return owner(ambient, "lchown", name, false, uid, gid) }

// Chdir changes the folder that relative paths begin at. It is that of the isolate: the host's stays.
func Chdir(dir string) error {
	if code := changeDir(dir); code != 0 {
		return failure("chdir", dir, code)
	}
	return nil
}

func changeDir(path string) (failure int)

// overFolder tells what is wrong with a rename if a folder has the new name already.
func overFolder(root int, old, new string) (failure int) {
	code, _, mode, _, _ := stat(root, new, false)
	if code != 0 || !FileMode(mode).IsDir() {
		return 0
	}
	if code, _, _, _, _ = stat(root, old, false); code != 0 {
		return code
	}
	return 17
}

// Rename moves a file or folder. What has the new name is replaced, if it is a file.
func Rename(oldpath, newpath string) error {
	if code := overFolder(ambient, oldpath, newpath); code > 0 {
		return linkError("rename", oldpath, newpath, code)
	}
	return linkError("rename", oldpath, newpath, relate(ambient, renames, oldpath, newpath))
}

func Link(oldname, newname string) error {
	return linkError("link", oldname, newname, relate(ambient, links, oldname, newname))
}

func Symlink(oldname, newname string) error {
	return linkError("symlink", oldname, newname, relate(ambient, linksByName, oldname, newname))
}
