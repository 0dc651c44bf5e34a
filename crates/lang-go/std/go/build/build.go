// Package build finds out which files of a folder are a Go package, and what they import. There is no go command to ask
// about modules, so that packages are found in Go's own tree and below GOPATH only; lines of cgo are not read.
package build

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Context is what a package is built for, and how files are got at. Functions that are nil are those of the system.
type Context struct {
	GOARCH string
	GOOS   string
	GOROOT string
	GOPATH string

	Dir string // the folder in which relative paths begin

	CgoEnabled  bool
	UseAllFiles bool // whatever their names and constraints say
	Compiler    string

	// Tags that hold besides system, architecture and compiler.
	BuildTags   []string
	ToolTags    []string
	ReleaseTags []string

	InstallSuffix string

	JoinPath      func(elem ...string) string
	SplitPathList func(list string) []string
	IsAbsPath     func(path string) bool
	IsDir         func(path string) bool
	HasSubdir     func(root, dir string) (rel string, ok bool)
	ReadDir       func(dir string) ([]fs.FileInfo, error)
	OpenFile      func(path string) (io.ReadCloser, error)
}

// release is the language's version: Go 1.26.
const release = 26

// Default is a context for the system that programs see here, with the roots that were granted.
var Default Context = defaultContext()

func defaultContext() Context {
	c := Context{GOARCH: runtime.GOARCH, GOOS: runtime.GOOS, GOROOT: runtime.GOROOT(), Compiler: "gc"}
	c.ToolTags, c.BuildTags = []string{}, []string{}
	for i := 1; i <= release; i++ {
		c.ReleaseTags = append(c.ReleaseTags, "go1."+strconv.Itoa(i))
	}
	// Variables that are not granted are not asked for: most programs mean none of them.
	for _, v := range os.Environ() {
		switch name, value, _ := strings.Cut(v, "="); {
		case value == "":
		case name == "GOROOT":
			c.GOROOT = filepath.Clean(value)
		case name == "GOPATH":
			c.GOPATH = value
		case name == "GOOS":
			c.GOOS = value
		case name == "GOARCH":
			c.GOARCH = value
		}
	}
	return c
}

// ToolDir is where Go's tools would be.
var ToolDir = filepath.Join(Default.GOROOT, "pkg/tool", Default.GOOS+"_"+Default.GOARCH)

// ImportMode says what Import does.
type ImportMode uint

const (
	FindOnly      ImportMode = 1 << iota // look for the folder, and read nothing in it
	AllowBinary                          // changes nothing any more
	ImportComment                        // read the comments that name a package's path
	IgnoreVendor                         // do not look in folders named vendor
)

// Package is what is known of a package in a folder.
type Package struct {
	Dir           string
	Name          string
	ImportComment string
	Doc           string // the first sentence
	ImportPath    string
	Root          string // of the tree in which it lies, and folders of that tree
	SrcRoot       string
	PkgRoot       string
	PkgTargetRoot string
	BinDir        string
	Goroot        bool
	PkgObj        string
	AllTags       []string // on which the choice of files depends
	ConflictDir   string
	BinaryOnly    bool

	GoFiles           []string
	CgoFiles          []string
	IgnoredGoFiles    []string
	InvalidGoFiles    []string
	IgnoredOtherFiles []string
	CFiles            []string
	CXXFiles          []string
	MFiles            []string
	HFiles            []string
	FFiles            []string
	SFiles            []string
	SwigFiles         []string
	SwigCXXFiles      []string
	SysoFiles         []string

	CgoCFLAGS    []string
	CgoCPPFLAGS  []string
	CgoCXXFLAGS  []string
	CgoFFLAGS    []string
	CgoLDFLAGS   []string
	CgoPkgConfig []string

	TestGoFiles  []string
	XTestGoFiles []string

	Directives      []Directive
	TestDirectives  []Directive
	XTestDirectives []Directive

	Imports        []string
	ImportPos      map[string][]token.Position
	TestImports    []string
	TestImportPos  map[string][]token.Position
	XTestImports   []string
	XTestImportPos map[string][]token.Position

	EmbedPatterns        []string
	EmbedPatternPos      map[string][]token.Position
	TestEmbedPatterns    []string
	TestEmbedPatternPos  map[string][]token.Position
	XTestEmbedPatterns   []string
	XTestEmbedPatternPos map[string][]token.Position
}

// Directive is a comment of the form //go:name, before the package clause.
type Directive struct {
	Text string
	Pos  token.Position
}

// IsCommand tells whether the package is a program.
func (p *Package) IsCommand() bool { return p.Name == "main" }

// NoGoError is the error of a folder in which no file is to be built.
type NoGoError struct {
	Dir string
}

func (e *NoGoError) Error() string { return "no buildable Go source files in " + e.Dir }

// MultiplePackageError is the error of a folder with files of several packages.
type MultiplePackageError struct {
	Dir      string
	Packages []string
	Files    []string // one of each package
}

func (e *MultiplePackageError) Error() string {
	return fmt.Sprintf("found packages %s (%s) and %s (%s) in %s", e.Packages[0], e.Files[0], e.Packages[1], e.Files[1],
		e.Dir)
}

// IsLocalImport tells whether a path begins at the importing package.
func IsLocalImport(path string) bool {
	return path == "." || path == ".." || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")
}

// ArchChar was the letter of an architecture; there are none any more.
func ArchChar(goarch string) (string, error) {
	return "?", errors.New("architecture letter no longer used")
}

func Import(path, srcDir string, mode ImportMode) (*Package, error) {
	return Default.Import(path, srcDir, mode)
}

func ImportDir(dir string, mode ImportMode) (*Package, error) { return Default.ImportDir(dir, mode) }

// ImportDir reads the package in a folder.
func (ctxt *Context) ImportDir(dir string, mode ImportMode) (*Package, error) {
	return ctxt.Import(".", dir, mode)
}
