package build

import (
	"bytes"
	"fmt"
	"go/build/constraint"
	"io"
	"slices"
	"strings"
)

// Systems and architectures whose names a file's name may end in, some of them of the past or of the future.
var systems = strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9
	solaris wasip1 windows zos`)

var architectures = strings.Fields(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le
	mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)

var unixes = strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris`)

// holds tells whether a tag does, and takes it down in tags.
func (ctxt *Context) holds(tag string, tags map[string]bool) bool {
	if tags != nil {
		tags[tag] = true
	}
	switch {
	case tag == "cgo":
		return ctxt.CgoEnabled
	case tag == ctxt.GOOS, tag == ctxt.GOARCH, tag == ctxt.Compiler:
		return true
	case tag == "unix":
		return slices.Contains(unixes, ctxt.GOOS)
	case tag == "linux" && ctxt.GOOS == "android", tag == "solaris" && ctxt.GOOS == "illumos",
		tag == "darwin" && ctxt.GOOS == "ios":
		return true
	case tag == "boringcrypto":
		tag = "goexperiment.boringcrypto"
	}
	return slices.Contains(ctxt.BuildTags, tag) || slices.Contains(ctxt.ToolTags, tag) ||
		slices.Contains(ctxt.ReleaseTags, tag)
}

// fitsName tells whether the end of a file's name is that of another system or architecture.
func (ctxt *Context) fitsName(name string, tags map[string]bool) bool {
	name, _, _ = strings.Cut(name, ".")
	// What stands before the first underscore is a name, whatever it says.
	at := strings.IndexByte(name, '_')
	if at < 0 {
		return true
	}
	words := strings.Split(name[at+1:], "_")
	if words[len(words)-1] == "test" {
		words = words[:len(words)-1]
	}
	n := len(words)
	if n >= 2 && slices.Contains(systems, words[n-2]) && slices.Contains(architectures, words[n-1]) {
		arch, system := ctxt.holds(words[n-1], tags), ctxt.holds(words[n-2], tags)
		return arch && system
	}
	if n >= 1 && (slices.Contains(systems, words[n-1]) || slices.Contains(architectures, words[n-1])) {
		return ctxt.holds(words[n-1], tags)
	}
	return true
}

// header is what stands before the first line that is neither blank nor a comment, without comments between asterisks;
// and how much of it is followed by a blank line.
func header(text []byte) (lines []string, loose int) {
	inside := false
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		switch {
		case inside, bytes.HasPrefix(line, []byte("/*")):
			if !inside {
				line, inside = line[2:], true
			}
			if _, rest, ok := bytes.Cut(line, []byte("*/")); ok {
				if inside = false; len(bytes.TrimSpace(rest)) > 0 {
					return lines, loose
				}
			}
		case len(line) == 0:
			loose = len(lines)
		case bytes.HasPrefix(line, []byte("//")):
			lines = append(lines, string(line))
		default:
			return lines, loose
		}
	}
	return lines, len(lines)
}

// fitsText tells whether a file's constraints hold. Lines of the old form count only where there is no other.
func (ctxt *Context) fitsText(text []byte, tags map[string]bool) (bool, error) {
	lines, loose := header(text)
	have := func(tag string) bool { return ctxt.holds(tag, tags) }
	var expr constraint.Expr
	for _, line := range lines {
		if !constraint.IsGoBuild(line) {
			continue
		}
		if expr != nil {
			return false, fmt.Errorf("multiple //go:build comments")
		}
		var err error
		if expr, err = constraint.Parse(line); err != nil {
			return false, fmt.Errorf("parsing //go:build line: %v", err)
		}
	}
	if expr != nil {
		return evaluate(expr, have), nil
	}
	fits := true
	for _, line := range lines[:loose] {
		if constraint.IsPlusBuild(line) {
			if expr, err := constraint.Parse(line); err == nil && !evaluate(expr, have) {
				fits = false
			}
		}
	}
	return fits, nil
}

// evaluate looks at all tags of an expression, so that all are taken down.
func evaluate(expr constraint.Expr, have func(string) bool) bool {
	known := map[string]bool{}
	collect(expr, known)
	for tag := range known {
		known[tag] = have(tag)
	}
	return expr.Eval(func(tag string) bool { return known[tag] })
}

func collect(expr constraint.Expr, tags map[string]bool) {
	switch x := expr.(type) {
	case *constraint.TagExpr:
		tags[x.Tag] = false
	case *constraint.NotExpr:
		collect(x.X, tags)
	case *constraint.AndExpr:
		collect(x.X, tags)
		collect(x.Y, tags)
	case *constraint.OrExpr:
		collect(x.X, tags)
		collect(x.Y, tags)
	}
}

// MatchFile tells whether a file would be part of the package in its folder.
func (ctxt *Context) MatchFile(dir, name string) (match bool, err error) {
	_, match, err = ctxt.match(dir, name, nil)
	return match, err
}

// match reads a file that may be part of a package, and tells whether it is.
func (ctxt *Context) match(dir, name string, tags map[string]bool) (text []byte, match bool, err error) {
	if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || !isSource(name) {
		return nil, false, nil
	}
	if !ctxt.fitsName(name, tags) && !ctxt.UseAllFiles {
		return nil, false, nil
	}
	if strings.HasSuffix(name, ".syso") {
		return nil, true, nil
	}
	path := ctxt.join(dir, name)
	file, err := ctxt.open(path)
	if err != nil {
		return nil, false, err
	}
	text, err = io.ReadAll(file)
	file.Close()
	if err != nil {
		return nil, false, fmt.Errorf("read %s: %v", path, err)
	}
	match, err = ctxt.fitsText(text, tags)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %v", path, err)
	}
	return text, match || ctxt.UseAllFiles, nil
}
