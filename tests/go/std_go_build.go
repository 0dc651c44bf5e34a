package main

import (
	"errors"
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"
)

var tree = fstest.MapFS{
	"go/src/lib/a.go":              {Data: []byte("// Package lib is here. It does little.\npackage lib\n\nimport (\n\t\"fmt\"\n\tx \"os\"\n)\n")},
	"go/src/lib/b_linux.go":        {Data: []byte("package lib\n\nimport \"fmt\"\n")},
	"go/src/lib/b_windows.go":      {Data: []byte("package lib\n")},
	"go/src/lib/b_plan9_arm.go":    {Data: []byte("package lib\n")},
	"go/src/lib/linux.go":          {Data: []byte("package lib\n")},
	"go/src/lib/tag.go":            {Data: []byte("//go:build mine && !other\n\npackage lib\n")},
	"go/src/lib/old.go":            {Data: []byte("// +build other\n\npackage lib\n")},
	"go/src/lib/doc.go":            {Data: []byte("/* text */\n\n//go:build ignore\n\npackage documentation\n")},
	"go/src/lib/c.go":              {Data: []byte("package lib\n\nimport \"C\"\n")},
	"go/src/lib/_x.go":             {Data: []byte("package nothing\n")},
	"go/src/lib/e.go":              {Data: []byte("//go:debug a=b\npackage lib\n\nimport _ \"embed\"\n\n//go:embed x*.txt \"y z\" `q`\nvar s string\n")},
	"go/src/lib/in_test.go":        {Data: []byte("package lib\n\nimport \"testing\"\n")},
	"go/src/lib/out_test.go":       {Data: []byte("//go:generate x\npackage lib_test\n\nimport \"lib\"\n")},
	"go/src/lib/s_amd64.s":         {Data: []byte("TEXT\n")},
	"go/src/lib/s_arm64.s":         {Data: []byte("TEXT\n")},
	"go/src/lib/notes.txt":         {Data: []byte("x")},
	"go/src/lib/testdata/t/t.go":   {Data: []byte("package main\n")},
	"go/src/two/a.go":              {Data: []byte("package one\n")},
	"go/src/two/b.go":              {Data: []byte("package two\n")},
	"go/src/none/x.txt":            {Data: []byte("x")},
	"go/src/bad/a.go":              {Data: []byte("package bad\nimport 1\n")},
	"go/src/bad/b.go":              {Data: []byte("//go:build a &&\n\npackage bad\n")},
	"path/src/ex.am/p/p.go":        {Data: []byte("package p // import \"ex.am/p\"\n")},
	"path/src/ex.am/p/q.go":        {Data: []byte("package p /* import \"ex.am/q\" */\n")},
	"path/src/ex.am/vendor/v/v.go": {Data: []byte("package v\n")},
}

func context() *build.Context {
	c := build.Default
	c.GOROOT, c.GOPATH, c.GOOS, c.GOARCH, c.CgoEnabled = "/go", "/path", "linux", "amd64", false
	c.BuildTags = []string{"mine"}
	c.JoinPath = path.Join
	c.SplitPathList = func(list string) []string { return strings.Split(list, ":") }
	c.IsAbsPath = path.IsAbs
	c.IsDir = func(p string) bool {
		info, err := fs.Stat(tree, p[1:])
		return err == nil && info.IsDir()
	}
	c.HasSubdir = func(root, dir string) (string, bool) { return strings.CutPrefix(dir, root+"/") }
	c.ReadDir = func(dir string) (list []fs.FileInfo, err error) {
		entries, err := fs.ReadDir(tree, dir[1:])
		for _, e := range entries {
			info, _ := e.Info()
			list = append(list, info)
		}
		return list, err
	}
	c.OpenFile = func(p string) (io.ReadCloser, error) { return tree.Open(p[1:]) }
	return &c
}

func show(p *build.Package, err error) {
	fmt.Printf("%q %q %q %v %q\n", p.Name, p.Dir, p.ImportPath, p.Goroot, p.Root)
	fmt.Println("  ", p.GoFiles, p.CgoFiles, p.IgnoredGoFiles, p.InvalidGoFiles, p.IgnoredOtherFiles, p.SFiles)
	fmt.Println("  ", p.TestGoFiles, p.XTestGoFiles, p.Imports, p.TestImports, p.XTestImports)
	fmt.Println("  ", p.ImportPos, p.AllTags, p.Doc, p.IsCommand())
	fmt.Println("  ", p.EmbedPatterns, p.EmbedPatternPos, p.Directives, p.XTestDirectives)
	fmt.Printf("   %q %q %q %q\n", p.SrcRoot, p.PkgTargetRoot, p.PkgObj, p.ImportComment)
	var none *build.NoGoError
	var several *build.MultiplePackageError
	fmt.Println("  ", err, errors.As(err, &none), errors.As(err, &several))
}

func main() {
	c := context()
	show(c.Import("lib", "", 0))
	show(c.ImportDir("/go/src/lib/testdata/t", 0))
	show(c.Import("two", "", 0))
	show(c.Import("none", "", 0))
	show(c.Import("ex.am/p", "", build.ImportComment))
	show(c.Import("v", "/path/src/ex.am/p", 0))
	show(c.Import("v", "/path/src/ex.am/p", build.IgnoreVendor))
	show(c.Import("../lib", "/go/src/two", build.FindOnly))
	show(c.Import("", "", 0))
	show(c.Import("./x", "", 0))
	show(c.Import("/x", "", 0))
	bad, err := c.Import("bad", "", 0)
	fmt.Println(bad.InvalidGoFiles, err != nil)
	fmt.Println(c.SrcDirs())
	for _, name := range []string{"a.go", "b_linux.go", "b_windows.go", "tag.go", "old.go", "_x.go", "notes.txt", "s_arm64.s"} {
		fmt.Println(c.MatchFile("/go/src/lib", name))
	}
	c.UseAllFiles, c.CgoEnabled = true, true
	all, _ := c.Import("lib", "", 0)
	fmt.Println(all.GoFiles, all.CgoFiles, all.IgnoredGoFiles)
	fmt.Println(slices.Contains(build.Default.ReleaseTags, "go1.20"), build.IsLocalImport("../a"), build.IsLocalImport(".a"))
	fmt.Println(build.ArchChar("amd64"))
}

// Output:
// "lib" "/go/src/lib" "lib" true "/go"
//    [a.go b_linux.go e.go linux.go tag.go] [] [b_plan9_arm.go b_windows.go c.go doc.go old.go] [] [s_arm64.s] [s_amd64.s]
//    [in_test.go] [out_test.go] [embed fmt os] [testing] [lib]
//    map[embed:[/go/src/lib/e.go:4:8] fmt:[/go/src/lib/a.go:5:2 /go/src/lib/b_linux.go:3:8] os:[/go/src/lib/a.go:6:2]] [amd64 arm arm64 cgo ignore linux mine other plan9 windows] Package lib is here. false
//    [q x*.txt y z] map[q:[/go/src/lib/e.go:6:25] x*.txt:[/go/src/lib/e.go:6:12] y z:[/go/src/lib/e.go:6:19]] [{//go:debug a=b /go/src/lib/e.go:1:1} {//go:build mine && !other /go/src/lib/tag.go:1:1}] [{//go:generate x /go/src/lib/out_test.go:1:1}]
//    "/go/src" "/go/pkg/linux_amd64" "" ""
//    <nil> false false
// "main" "/go/src/lib/testdata/t" "." false ""
//    [t.go] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  true
//    [] map[] [] []
//    "" "" "" ""
//    <nil> false false
// "one" "/go/src/two" "two" true "/go"
//    [a.go b.go] [] [] [b.go] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "/go/src" "/go/pkg/linux_amd64" "" ""
//    found packages one (a.go) and two (b.go) in /go/src/two false true
// "" "/go/src/none" "none" true "/go"
//    [] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "/go/src" "/go/pkg/linux_amd64" "" ""
//    no buildable Go source files in /go/src/none true false
// "p" "/path/src/ex.am/p" "ex.am/p" false "/path"
//    [p.go q.go] [] [] [q.go] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "/path/src" "/path/pkg/linux_amd64" "/path/pkg/linux_amd64/ex.am/p.a" "ex.am/p"
//    found import comments "ex.am/p" (p.go) and "ex.am/q" (q.go) in /path/src/ex.am/p false false
// "v" "/path/src/ex.am/vendor/v" "ex.am/vendor/v" false "/path"
//    [v.go] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "/path/src" "/path/pkg/linux_amd64" "/path/pkg/linux_amd64/ex.am/vendor/v.a" ""
//    <nil> false false
// "" "" "v" false ""
//    [] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "" "" "" ""
//    cannot find package "v" in any of:
// 	/go/src/v (from $GOROOT)
// 	/path/src/v (from $GOPATH) false false
// "" "/go/src/lib" "lib" true "/go"
//    [] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "/go/src" "/go/pkg/linux_amd64" "" ""
//    <nil> false false
// "" "" "" false ""
//    [] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "" "" "" ""
//    import "": invalid import path false false
// "" "" "./x" false ""
//    [] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "" "" "" ""
//    import "./x": import relative to unknown directory false false
// "" "" "/x" false ""
//    [] [] [] [] [] []
//    [] [] [] [] []
//    map[] []  false
//    [] map[] [] []
//    "" "" "" ""
//    import "/x": cannot import absolute path false false
// [a.go b.go] true
// [/go/src /path/src]
// true <nil>
// true <nil>
// false <nil>
// true <nil>
// false <nil>
// false <nil>
// false <nil>
// false <nil>
// [a.go b_linux.go b_plan9_arm.go b_windows.go e.go linux.go old.go tag.go] [c.go] [doc.go]
// true true false
// ? architecture letter no longer used
