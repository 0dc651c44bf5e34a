// Package filepath takes paths of files apart, with Unix' separators, and walks folders that may be read.
package filepath

import (
	"errors"
	"internal/wildcard"
	"io/fs"
	"os"
	"path"
	"strings"
)

const (
	Separator     = os.PathSeparator
	ListSeparator = os.PathListSeparator
)

var (
	ErrBadPattern       = errors.New("syntax error in pattern")
	SkipDir       error = fs.SkipDir
	SkipAll       error = fs.SkipAll
)

func Clean(path_ string) string             { return path.Clean(path_) }
func Split(path_ string) (dir, file string) { return path.Split(path_) }
func Join(elem ...string) string            { return path.Join(elem...) }
func Ext(path_ string) string               { return path.Ext(path_) }
func Base(path_ string) string              { return path.Base(path_) }
func Dir(path_ string) string               { return path.Dir(path_) }
func IsAbs(path_ string) bool               { return path.IsAbs(path_) }
func VolumeName(path string) string         { return "" }
func ToSlash(path string) string            { return path }
func FromSlash(path string) string          { return path }
func HasPrefix(p, prefix string) bool       { return strings.HasPrefix(p, prefix) }

func SplitList(path string) []string {
	if path == "" {
		return []string{}
	}
	return strings.Split(path, string(ListSeparator))
}

// IsLocal tells whether a path does not lead out of where it is looked up, going by the text alone.
func IsLocal(path_ string) bool {
	if path_ == "" || path_[0] == Separator {
		return false
	}
	clean := path.Clean(path_)
	return clean != ".." && !strings.HasPrefix(clean, "../")
}

func Localize(path string) (string, error) {
	if !fs.ValidPath(path) || strings.IndexByte(path, 0) >= 0 {
		return "", errors.New("invalid path")
	}
	return path, nil
}

func Abs(path_ string) (string, error) {
	if IsAbs(path_) {
		return Clean(path_), nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return Join(dir, path_), nil
}

// Rel is the way from one path to another.
func Rel(basePath, targPath string) (string, error) {
	base, target := Clean(basePath), Clean(targPath)
	if target == base {
		return ".", nil
	}
	if base == "." {
		base = ""
	}
	if IsAbs(base) != IsAbs(target) {
		return "", errors.New("Rel: can't make " + targPath + " relative to " + basePath)
	}
	// What they share, element by element.
	for base != "" {
		a, restBase, _ := strings.Cut(base, "/")
		b, restTarget, _ := strings.Cut(target, "/")
		if a != b || target == "" {
			break
		}
		base, target = restBase, restTarget
	}
	if base == ".." || strings.HasPrefix(base, "../") {
		return "", errors.New("Rel: can't make " + targPath + " relative to " + basePath)
	}
	if base == "" {
		return target, nil
	}
	up := ".." + strings.Repeat("/..", strings.Count(base, "/"))
	if target == "" {
		return up, nil
	}
	return Clean(up + "/" + target), nil
}

// Match is path.Match, but a pattern is read only as far as it fits.
func Match(pattern, name string) (matched bool, err error) {
	if matched, err = wildcard.Match(pattern, name, false); err != nil {
		err = ErrBadPattern
	}
	return matched, err
}

// EvalSymlinks follows links, as far as they may be read.
func EvalSymlinks(path_ string) (string, error) {
	done, links := "", 0
	if IsAbs(path_) {
		done = "/"
	}
	for rest := path_; rest != ""; {
		var elem string
		elem, rest, _ = strings.Cut(rest, "/")
		switch {
		case elem == "" || elem == ".":
			continue
		case elem == "..":
			done = Join(done, "..")
			continue
		}
		next := Join(done, elem)
		info, err := os.Lstat(next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			if rest != "" && !info.IsDir() {
				return "", &fs.PathError{Op: "lstat", Path: next, Err: errors.New("not a directory")}
			}
			done = next
			continue
		}
		if links++; links > 255 {
			return "", errors.New("EvalSymlinks: too many links")
		}
		link, err := os.Readlink(next)
		if err != nil {
			return "", err
		}
		if IsAbs(link) {
			done = "/"
		}
		rest = link + "/" + rest
	}
	return Clean(done), nil
}

type WalkFunc func(path string, info fs.FileInfo, err error) error

// Walk calls fn for root and all below it, in order of names.
func Walk(root string, fn WalkFunc) error {
	info, err := os.Lstat(root)
	if err != nil {
		err = fn(root, nil, err)
	} else {
		err = walk(root, info, fn)
	}
	if err == SkipDir || err == SkipAll {
		return nil
	}
	return err
}

func walk(path string, info fs.FileInfo, fn WalkFunc) error {
	if !info.IsDir() {
		return fn(path, info, nil)
	}
	list, err := os.ReadDir(path)
	if err1 := fn(path, info, err); err != nil || err1 != nil {
		return err1
	}
	for _, entry := range list {
		name := Join(path, entry.Name())
		info, err := os.Lstat(name)
		if err != nil {
			if err := fn(name, info, err); err != nil && err != SkipDir {
				return err
			}
			continue
		}
		if err := walk(name, info, fn); err != nil && !(info.IsDir() && err == SkipDir) {
			return err
		}
	}
	return nil
}

// WalkDir is Walk without asking what each file is.
func WalkDir(root string, fn fs.WalkDirFunc) error {
	info, err := os.Lstat(root)
	if err != nil {
		err = fn(root, nil, err)
	} else {
		err = walkDir(root, fs.FileInfoToDirEntry(info), fn)
	}
	if err == SkipDir || err == SkipAll {
		return nil
	}
	return err
}

func walkDir(path string, d fs.DirEntry, fn fs.WalkDirFunc) error {
	err := fn(path, d, nil)
	if err == nil && d.IsDir() {
		var list []fs.DirEntry
		if list, err = os.ReadDir(path); err != nil {
			err = fn(path, d, err)
		}
		for i := 0; i < len(list) && err == nil; i++ {
			err = walkDir(Join(path, list[i].Name()), list[i], fn)
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

// Glob lists what is as a pattern says.
func Glob(pattern string) (matches []string, err error) { return globAt(pattern, 0) }

func globAt(pattern string, depth int) (matches []string, err error) {
	if depth == 10000 {
		return nil, ErrBadPattern
	}
	if _, err := Match(pattern, ""); err != nil {
		return nil, err
	}
	if !strings.ContainsAny(pattern, `*?[\`) {
		if _, err := os.Lstat(pattern); err != nil {
			return nil, nil
		}
		return []string{pattern}, nil
	}
	dir, file := Split(pattern)
	switch dir {
	case "":
		dir = "."
	case "/":
	default:
		dir = dir[:len(dir)-1]
	}
	dirs := []string{dir}
	if strings.ContainsAny(dir, `*?[\`) {
		if dir == pattern {
			return nil, ErrBadPattern
		}
		if dirs, err = globAt(dir, depth+1); err != nil {
			return nil, err
		}
	}
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err != nil || !info.IsDir() {
			continue
		}
		list, _ := os.ReadDir(dir)
		for _, entry := range list {
			matched, err := Match(file, entry.Name())
			if err != nil {
				return matches, err
			}
			if matched {
				matches = append(matches, Join(dir, entry.Name()))
			}
		}
	}
	return matches, nil
}
