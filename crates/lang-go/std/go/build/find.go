package build

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func (ctxt *Context) join(elem ...string) string {
	if ctxt.JoinPath != nil {
		return ctxt.JoinPath(elem...)
	}
	return filepath.Join(elem...)
}

func (ctxt *Context) isAbs(path string) bool {
	if ctxt.IsAbsPath != nil {
		return ctxt.IsAbsPath(path)
	}
	return filepath.IsAbs(path)
}

func (ctxt *Context) isDir(path string) bool {
	if ctxt.IsDir != nil {
		return ctxt.IsDir(path)
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (ctxt *Context) subdir(root, dir string) (rel string, ok bool) {
	if ctxt.HasSubdir != nil {
		return ctxt.HasSubdir(root, dir)
	}
	if rel, ok = below(root, dir); ok {
		return rel, ok
	}
	// The same folders may have other names.
	realRoot, err := filepath.EvalSymlinks(root)
	realDir, err2 := filepath.EvalSymlinks(dir)
	if err != nil || err2 != nil {
		return "", false
	}
	return below(realRoot, realDir)
}

func below(root, dir string) (rel string, ok bool) {
	root = strings.TrimSuffix(filepath.Clean(root), "/") + "/"
	rel, ok = strings.CutPrefix(filepath.Clean(dir), root)
	return filepath.ToSlash(rel), ok
}

func (ctxt *Context) list(dir string) ([]fs.FileInfo, error) {
	if ctxt.ReadDir != nil {
		return ctxt.ReadDir(dir)
	}
	entries, err := os.ReadDir(dir)
	var list []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			list = append(list, info)
		}
	}
	return list, err
}

func (ctxt *Context) open(path string) (io.ReadCloser, error) {
	if ctxt.OpenFile != nil {
		return ctxt.OpenFile(path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// gopaths are the folders of GOPATH, without those that cannot be meant.
func (ctxt *Context) gopaths() (list []string) {
	split := filepath.SplitList
	if ctxt.SplitPathList != nil {
		split = ctxt.SplitPathList
	}
	for _, p := range split(ctxt.GOPATH) {
		if p != "" && p != ctxt.GOROOT && !strings.HasPrefix(p, "~") {
			list = append(list, p)
		}
	}
	return list
}

// SrcDirs are the folders of sources that there are.
func (ctxt *Context) SrcDirs() []string {
	var list []string
	for _, root := range append([]string{ctxt.GOROOT}, ctxt.gopaths()...) {
		if dir := ctxt.join(root, "src"); root != "" && ctxt.isDir(dir) {
			list = append(list, dir)
		}
	}
	return list
}

// Import finds a package by its path, as it would be meant in srcDir, and reads it.
func (ctxt *Context) Import(path string, srcDir string, mode ImportMode) (*Package, error) {
	p := &Package{ImportPath: path}
	var err error
	switch {
	case path == "":
		return p, fmt.Errorf("import %q: invalid import path", path)
	case IsLocalImport(path):
		if srcDir == "" {
			return p, fmt.Errorf("import %q: import relative to unknown directory", path)
		}
		err = ctxt.findLocal(p, srcDir)
	case strings.HasPrefix(path, "/"):
		return p, fmt.Errorf("import %q: cannot import absolute path", path)
	default:
		err = ctxt.find(p, srcDir, mode)
	}
	if p.Root != "" {
		p.SrcRoot, p.PkgRoot, p.BinDir = ctxt.join(p.Root, "src"), ctxt.join(p.Root, "pkg"), ctxt.join(p.Root, "bin")
		target := ctxt.GOOS + "_" + ctxt.GOARCH
		if ctxt.InstallSuffix != "" {
			target += "_" + ctxt.InstallSuffix
		}
		p.PkgTargetRoot = ctxt.join(p.Root, "pkg", target)
		// Go's own packages are not installed.
		if !p.Goroot {
			p.PkgObj = ctxt.join(p.PkgTargetRoot, p.ImportPath+".a")
		}
	}
	if err != nil || mode&FindOnly != 0 {
		return p, err
	}
	return p, ctxt.read(p, mode)
}

func (ctxt *Context) findLocal(p *Package, srcDir string) error {
	local := p.ImportPath
	p.Dir = ctxt.join(srcDir, local)
	for i, root := range append([]string{ctxt.GOROOT}, ctxt.gopaths()...) {
		if root == "" {
			continue
		}
		if rel, ok := ctxt.subdir(ctxt.join(root, "src"), p.Dir); ok && !slices.Contains(strings.Split(rel, "/"), "testdata") {
			p.ImportPath, p.Root, p.Goroot = rel, root, i == 0
			break
		}
	}
	if !ctxt.isDir(p.Dir) {
		return fmt.Errorf("cannot find package %q in:\n\t%s", p.ImportPath, p.Dir)
	}
	return nil
}

func (ctxt *Context) find(p *Package, srcDir string, mode ImportMode) error {
	var tried []string
	try := func(root, rel, why string, goroot bool) bool {
		dir := ctxt.join(root, "src", rel)
		if ctxt.isDir(dir) {
			p.Dir, p.Root, p.Goroot, p.ImportPath = dir, root, goroot, rel
			return true
		}
		tried = append(tried, "\t"+dir+why)
		return false
	}
	roots := append([]string{ctxt.GOROOT}, ctxt.gopaths()...)
	if mode&IgnoreVendor == 0 && srcDir != "" {
		for i, root := range roots {
			rel, ok := "", false
			if root != "" {
				rel, ok = ctxt.subdir(ctxt.join(root, "src"), srcDir)
			}
			for ok {
				if ctxt.isDir(ctxt.join(root, "src", rel, "vendor")) &&
					try(root, path.Join(rel, "vendor", p.ImportPath), " (vendor tree)", i == 0) {
					return nil
				}
				ok = rel != "" && rel != "."
				rel = path.Dir(rel)
			}
		}
	}
	for i, root := range roots {
		why := " (from $GOPATH)"
		if i == 0 {
			why = " (from $GOROOT)"
		}
		if root != "" && try(root, p.ImportPath, why, i == 0) {
			return nil
		}
	}
	if ctxt.GOROOT == "" {
		tried = append(tried, "\t($GOROOT not set)")
	}
	if len(roots) == 1 {
		tried = append(tried, "\t($GOPATH not set. For more details see: 'go help gopath')")
	}
	return fmt.Errorf("cannot find package %q in any of:\n%s", p.ImportPath, strings.Join(tried, "\n"))
}
