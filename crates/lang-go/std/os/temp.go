package os

import (
	"errors"
	"io"
	"io/fs"
)

// TempDir is the folder for temporary files. What is to be written there needs a grant, as anywhere.
func TempDir() string {
	if dir := Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/tmp"
}

// Numbers in temporary names are the same in each run; names that exist are passed over.
var temporary uint32 = 2166136261

func nextTemporary() string {
	temporary = (temporary ^ 0x9e) * 16777619
	n := temporary
	var digits []byte
	for i := 0; i < 10; i++ {
		digits = append(digits, byte('0'+n%10))
		n /= 10
	}
	return string(digits)
}

var errSeparator = errors.New("pattern contains path separator")

// tryNames calls make with names that fit a pattern, until one is new.
func tryNames(op, dir, pattern string, make func(name string) error) error {
	if dir == "" {
		dir = TempDir()
	}
	star := -1
	for i := range len(pattern) {
		if pattern[i] == '/' {
			return &PathError{Op: op, Path: pattern, Err: errSeparator}
		}
		if pattern[i] == '*' {
			star = i
		}
	}
	prefix, suffix := pattern, ""
	if star >= 0 {
		prefix, suffix = pattern[:star], pattern[star+1:]
	}
	if dir[len(dir)-1] != '/' {
		dir += "/"
	}
	for try := 0; ; try++ {
		err := make(dir + prefix + nextTemporary() + suffix)
		if err == nil || !IsExist(err) {
			return err
		}
		if try == 10000 {
			return &PathError{Op: op, Path: dir + prefix + "*" + suffix, Err: ErrExist}
		}
	}
}

// CreateTemp makes a file with a new name and opens it.
func CreateTemp(dir, pattern string) (f *File, err error) {
	err = tryNames("createtemp", dir, pattern, func(name string) error {
		f, err = OpenFile(name, O_RDWR|O_CREATE|O_EXCL, 0600)
		return err
	})
	return f, err
}

// MkdirTemp makes a folder with a new name.
func MkdirTemp(dir, pattern string) (path string, err error) {
	err = tryNames("mkdirtemp", dir, pattern, func(name string) error {
		path = name
		return Mkdir(name, 0700)
	})
	if err == nil {
		return path, nil
	}
	if dir == "" {
		dir = TempDir()
	}
	if IsNotExist(err) {
		// It is the folder that does not exist.
		if _, missing := Stat(dir); IsNotExist(missing) {
			err = missing
		}
	}
	return "", err
}

// CopyFS copies a file system into a folder. Files that exist are not replaced.
func CopyFS(dir string, fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(path string, d DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := dir
		if path != "." {
			to = dir + "/" + path
		}
		switch d.Type() {
		case ModeDir:
			return MkdirAll(to, 0777)
		case ModeSymlink:
			target, err := fs.ReadLink(fsys, path)
			if err != nil {
				return err
			}
			return Symlink(target, to)
		case 0:
			return copyFile(to, fsys, path)
		}
		return &PathError{Op: "CopyFS", Path: path, Err: ErrInvalid}
	})
}

func copyFile(to string, fsys fs.FS, path string) error {
	r, err := fsys.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return err
	}
	w, err := OpenFile(to, O_CREATE|O_EXCL|O_WRONLY, 0666|info.Mode()&0777)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, r); err != nil {
		w.Close()
		return &PathError{Op: "Copy", Path: to, Err: err}
	}
	return w.Close()
}
