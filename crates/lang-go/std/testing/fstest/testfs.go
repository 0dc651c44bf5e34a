package fstest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/iotest"
)

// TestFS checks that a file system does what package fs asks of one, file by file, and that it has the files that are
// expected: none at all if none is named.
func TestFS(fsys fs.FS, expected ...string) error {
	if err := testFS(fsys, expected...); err != nil {
		return err
	}
	for _, name := range expected {
		dir, _, ok := strings.Cut(name, "/")
		if !ok {
			continue
		}
		var inside []string
		for _, other := range expected {
			if rest, ok := strings.CutPrefix(other, dir+"/"); ok {
				inside = append(inside, rest)
			}
		}
		sub, err := fs.Sub(fsys, dir)
		if err == nil {
			err = testFS(sub, inside...)
		}
		if err != nil {
			return fmt.Errorf("testing fs.Sub(fsys, %s): %w", dir, err)
		}
		break
	}
	return nil
}

func testFS(fsys fs.FS, expected ...string) error {
	t := &checker{fsys: fsys}
	t.dir(".")
	t.invalid(".")
	found := map[string]bool{}
	for _, name := range append(t.dirs, t.files...) {
		found[name] = true
	}
	delete(found, ".")
	if len(expected) == 0 && len(found) > 0 {
		var names []string
		for name := range found {
			names = append(names, name)
		}
		slices.Sort(names)
		if len(names) > 15 {
			names = append(names[:10], "...")
		}
		t.errorf("expected empty file system but found files:\n%s", strings.Join(names, "\n"))
	}
	for _, name := range expected {
		if !found[name] {
			t.errorf("expected but not found: %s", name)
		}
	}
	if len(t.problems) == 0 {
		return nil
	}
	return fmt.Errorf("TestFS found errors:\n%w", errors.Join(t.problems...))
}

// checker collects what is wrong.
type checker struct {
	fsys        fs.FS
	problems    []error
	dirs, files []string
}

func (t *checker) errorf(format string, args ...any) {
	t.problems = append(t.problems, fmt.Errorf(format, args...))
}

func (t *checker) openDir(dir string) fs.ReadDirFile {
	f, err := t.fsys.Open(dir)
	if err != nil {
		t.errorf("%s: Open: %w", dir, err)
		return nil
	}
	d, ok := f.(fs.ReadDirFile)
	if !ok {
		f.Close()
		t.errorf("%s: Open returned File type %T, not a fs.ReadDirFile", dir, f)
		return nil
	}
	return d
}

// dir checks a folder and everything below it.
func (t *checker) dir(dir string) {
	t.dirs = append(t.dirs, dir)
	d := t.openDir(dir)
	if d == nil {
		return
	}
	list, err := d.ReadDir(-1)
	d.Close()
	if err != nil {
		t.errorf("%s: ReadDir(-1): %w", dir, err)
		return
	}
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	for _, entry := range list {
		name := entry.Name()
		switch {
		case name == ".", name == "..", name == "":
			t.errorf("%s: ReadDir: child has invalid name: %#q", dir, name)
			continue
		case strings.ContainsAny(name, `/\`):
			t.errorf("%s: ReadDir: child name contains separator: %#q", dir, name)
			continue
		}
		at := prefix + name
		t.entry(at, entry)
		t.invalid(at)
		switch {
		case entry.IsDir():
			t.dir(at)
		case entry.Type() == fs.ModeSymlink:
			t.files = append(t.files, at)
		default:
			t.file(at)
		}
	}
	t.again(dir, list)
	t.globs(dir, list)
}

func describe(entry fs.DirEntry) string {
	return fmt.Sprintf("%s IsDir=%v Type=%v", entry.Name(), entry.IsDir(), entry.Type())
}

// again lists a folder in the other ways that there are.
func (t *checker) again(dir string, list []fs.DirEntry) {
	d := t.openDir(dir)
	if d == nil {
		return
	}
	defer d.Close()
	var parts []fs.DirEntry
	for n := 1; ; n = 3 - n {
		some, err := d.ReadDir(n)
		if len(some) > n {
			t.errorf("%s: third Open: ReadDir(%d) after %d: len(list) = %d", dir, n, len(parts), len(some))
			return
		}
		parts = append(parts, some...)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.errorf("%s: third Open: ReadDir(%d) after %d: %w", dir, n, len(parts), err)
			return
		}
		if len(some) == 0 {
			t.errorf("%s: third Open: ReadDir(%d) after %d returned 0 entries but nil error", dir, n, len(parts))
			return
		}
	}
	t.same(dir, "first Open+ReadDir(-1) vs third Open+ReadDir(1,2) loop", list, parts)
	sorted, err := fs.ReadDir(t.fsys, dir)
	if err != nil {
		t.errorf("%s: fs.ReadDir: %w", dir, err)
		return
	}
	t.same(dir, "first Open+ReadDir(-1) vs fs.ReadDir", list, sorted)
	if !slices.IsSortedFunc(sorted, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }) {
		t.errorf("%s: fs.ReadDir: list not sorted", dir)
	}
}

func (t *checker) same(dir, what string, one, other []fs.DirEntry) {
	texts := func(list []fs.DirEntry) []string {
		all := make([]string, len(list))
		for i, entry := range list {
			all[i] = describe(entry)
		}
		slices.Sort(all)
		return all
	}
	if x, y := texts(one), texts(other); !slices.Equal(x, y) {
		t.errorf("%s: diff %s:\n\t%s\n\t%s", dir, what, strings.Join(x, "\n\t"), strings.Join(y, "\n\t"))
	}
}

// globs looks for half of a folder by a pattern.
func (t *checker) globs(dir string, list []fs.DirEntry) {
	g, ok := t.fsys.(fs.GlobFS)
	if !ok || len(list) == 0 || strings.ContainsAny(dir, `*?[\`) {
		return
	}
	names, err := g.Glob(path.Join(dir, "*"))
	if err != nil {
		t.errorf("%s: Glob(%#q): %w", dir, path.Join(dir, "*"), err)
		return
	}
	want := make([]string, len(list))
	for i, entry := range list {
		want[i] = path.Join(dir, entry.Name())
	}
	slices.Sort(want)
	if !slices.IsSorted(names) {
		t.errorf("%s: Glob(%#q): unsorted output:\n%s", dir, path.Join(dir, "*"), strings.Join(names, "\n"))
		slices.Sort(names)
	}
	if !slices.Equal(names, want) {
		t.errorf("%s: Glob(%#q): wrong output:\n%s", dir, path.Join(dir, "*"), strings.Join(names, "\n"))
	}
	if _, err := g.Glob(path.Join(dir, "nonexist/[]")); err == nil {
		t.errorf("%s: Glob(%#q): bad pattern not detected", dir, path.Join(dir, "nonexist/[]"))
	}
}

func about(info fs.FileInfo) string {
	return fmt.Sprintf("%s IsDir=%v Mode=%v Size=%d ModTime=%v", info.Name(), info.IsDir(), info.Mode(), info.Size(), info.ModTime())
}

// entry compares what a folder's list says of a file with what Stat says.
func (t *checker) entry(at string, entry fs.DirEntry) {
	link := entry.Type()&fs.ModeSymlink != 0
	listed, err := entry.Info()
	if err != nil {
		t.errorf("%s: entry.Info: %w", at, err)
		return
	}
	if base := path.Base(at); listed.Name() != base {
		t.errorf("%s: entry.Info().Name() = %q, want %q", at, listed.Name(), base)
	}
	if listed.Mode().Type() != entry.Type() || listed.IsDir() != entry.IsDir() {
		t.errorf("%s: mismatch:\n\tentry = %s\n\tentry.Info() = %s", at, describe(entry), about(listed))
	}
	if link {
		if l, ok := t.fsys.(fs.ReadLinkFS); ok {
			if info, err := l.Lstat(at); err != nil {
				t.errorf("%s: fsys.Lstat: %v", at, err)
			} else if about(info) != about(listed) {
				t.errorf("%s: mismatch:\n\tentry.Info() = %s\n\tfsys.Lstat(...) = %s", at, about(listed), about(info))
			}
			if _, err := l.ReadLink(at); err != nil {
				t.errorf("%s: ReadLink: %v", at, err)
			}
		}
		return
	}
	f, err := t.fsys.Open(at)
	if err != nil {
		t.errorf("%s: Open: %w", at, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.errorf("%s: Stat: %w", at, err)
		return
	}
	if about(info) != about(listed) {
		t.errorf("%s: mismatch:\n\tentry.Info() = %s\n\tfile.Stat() = %s", at, about(listed), about(info))
	}
	stat, err := fs.Stat(t.fsys, at)
	if err != nil {
		t.errorf("%s: fs.Stat: %w", at, err)
	} else if about(stat) != about(listed) {
		t.errorf("%s: fs.Stat(...) = %s\n\twant %s", at, about(stat), about(listed))
	}
}

// file reads a file in all ways that there are.
func (t *checker) file(at string) {
	t.files = append(t.files, at)
	f, err := t.fsys.Open(at)
	if err != nil {
		t.errorf("%s: Open: %w", at, err)
		return
	}
	data, err := io.ReadAll(f)
	if err != nil {
		f.Close()
		t.errorf("%s: Open+ReadAll: %w", at, err)
		return
	}
	if err := f.Close(); err != nil {
		t.errorf("%s: Close: %w", at, err)
	}
	f.Close()
	if r, ok := t.fsys.(fs.ReadFileFS); ok {
		whole, err := r.ReadFile(at)
		if err != nil {
			t.errorf("%s: fsys.ReadFile: %w", at, err)
			return
		}
		if string(whole) != string(data) {
			t.errorf("%s: ReadAll vs fsys.ReadFile: different data returned", at)
		}
		// What was returned may be changed without a change of the file.
		for i := range whole {
			whole[i]++
		}
		if whole, err = r.ReadFile(at); err != nil || string(whole) != string(data) {
			t.errorf("%s: Readall vs second fsys.ReadFile: different data returned", at)
		}
	}
	if whole, err := fs.ReadFile(t.fsys, at); err != nil {
		t.errorf("%s: fs.ReadFile: %w", at, err)
	} else if string(whole) != string(data) {
		t.errorf("%s: ReadAll vs fs.ReadFile: different data returned", at)
	}
	if f, err := t.fsys.Open(at); err != nil {
		t.errorf("%s: second Open: %w", at, err)
	} else {
		if err := iotest.TestReader(f, data); err != nil {
			t.errorf("%s: failed TestReader:\n\t%s", at, strings.ReplaceAll(err.Error(), "\n", "\n\t"))
		}
		f.Close()
	}
}

// invalid tries names that are none.
func (t *checker) invalid(at string) {
	bad := []string{"/" + at, at + "/."}
	if at == "." {
		bad = append(bad, "/")
	}
	if i := strings.Index(at, "/"); i >= 0 {
		bad = append(bad, at[:i]+"//"+at[i+1:], at[:i]+"/./"+at[i+1:], at[:i]+"/../"+at)
	}
	for _, name := range bad {
		if f, err := t.fsys.Open(name); err == nil {
			f.Close()
			t.errorf("%s: Open(%s) succeeded, want error", at, name)
		}
	}
}
