// Package fs: what file systems are made of.
package fs

import (
	"errors"
	"time"
)

var (
	ErrInvalid    = errors.New("invalid argument")
	ErrPermission = errors.New("permission denied")
	ErrExist      = errors.New("file already exists")
	ErrNotExist   = errors.New("file does not exist")
	ErrClosed     = errors.New("file already closed")
)

// FS opens files by paths as ValidPath has them.
type FS interface {
	Open(name string) (File, error)
}

type File interface {
	Stat() (FileInfo, error)
	Read([]byte) (int, error)
	Close() error
}

type ReadDirFile interface {
	File
	ReadDir(n int) ([]DirEntry, error)
}

type DirEntry interface {
	Name() string
	IsDir() bool
	Type() FileMode
	Info() (FileInfo, error)
}

type FileInfo interface {
	Name() string
	Size() int64
	Mode() FileMode
	ModTime() time.Time
	IsDir() bool
	Sys() any
}

// ValidPath tells whether a path is relative, with slashes, and without empty, . or .. elements; or a dot.
func ValidPath(name string) bool {
	if name == "." {
		return true
	}
	if name == "" || !valid(name) {
		return false
	}
	start := 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		if elem := name[start:i]; elem == "" || elem == "." || elem == ".." {
			return false
		}
		start = i + 1
	}
	return true
}

func valid(name string) bool {
	for i, c := range name {
		if c == '\uFFFD' && (i+3 > len(name) || name[i:i+3] != "\uFFFD") {
			return false
		}
	}
	return true
}

// FileMode are a file's mode and permission bits.
type FileMode uint32

const (
	ModeDir FileMode = 1 << (31 - iota)
	ModeAppend
	ModeExclusive
	ModeTemporary
	ModeSymlink
	ModeDevice
	ModeNamedPipe
	ModeSocket
	ModeSetuid
	ModeSetgid
	ModeCharDevice
	ModeSticky
	ModeIrregular

	ModeType = ModeDir | ModeSymlink | ModeNamedPipe | ModeSocket | ModeDevice | ModeCharDevice | ModeIrregular

	ModePerm FileMode = 0777
)

// String is like -rw-r--r--.
func (m FileMode) String() string {
	const kinds, permissions = "dalTLDpSugct?", "rwxrwxrwx"
	b := make([]byte, 0, 16)
	for i := 0; i < len(kinds); i++ {
		if m&(1<<(31-i)) != 0 {
			b = append(b, kinds[i])
		}
	}
	if len(b) == 0 {
		b = append(b, '-')
	}
	for i := 0; i < len(permissions); i++ {
		if m&(1<<(8-i)) != 0 {
			b = append(b, permissions[i])
		} else {
			b = append(b, '-')
		}
	}
	return string(b)
}

func (m FileMode) IsDir() bool     { return m&ModeDir != 0 }
func (m FileMode) IsRegular() bool { return m&ModeType == 0 }
func (m FileMode) Perm() FileMode  { return m & ModePerm }
func (m FileMode) Type() FileMode  { return m & ModeType }

// PathError tells which operation failed on which file.
type PathError struct {
	Op   string
	Path string
	Err  error
}

func (e *PathError) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }
func (e *PathError) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

type dirInfo struct{ info FileInfo }

func (d dirInfo) Name() string            { return d.info.Name() }
func (d dirInfo) IsDir() bool             { return d.info.IsDir() }
func (d dirInfo) Type() FileMode          { return d.info.Mode().Type() }
func (d dirInfo) Info() (FileInfo, error) { return d.info, nil }
func (d dirInfo) String() string          { return FormatDirEntry(d) }

// FileInfoToDirEntry is nil for nil.
func FileInfoToDirEntry(info FileInfo) DirEntry {
	if info == nil {
		return nil
	}
	return dirInfo{info}
}

// FormatFileInfo is like a line of ls -l.
func FormatFileInfo(info FileInfo) string {
	s := info.Mode().String() + " " + decimal(info.Size()) + " " + info.ModTime().Format(time.DateTime) + " " + info.Name()
	if info.IsDir() {
		s += "/"
	}
	return s
}

func decimal(n int64) string {
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + u%10)
		if u /= 10; u == 0 {
			break
		}
	}
	if n < 0 {
		i--
		b[i] = '-'
	}
	return string(b[i:])
}

// FormatDirEntry is like "d name/".
func FormatDirEntry(dir DirEntry) string {
	mode := dir.Type().String()
	s := mode[:len(mode)-9] + " " + dir.Name()
	if dir.IsDir() {
		s += "/"
	}
	return s
}
