// Package version compares versions of Go, such as "go1.20", "go1.21.0" and "go1.22rc2".
package version

import (
	"cmp"
	"strings"
)

// version has the parts of a version, as digits without leading zeros. A patch that is not there is empty from 1.21 on: that is
// the language, which comes before its releases.
type version struct {
	major, minor, patch, kind, pre string
}

// strip is a version without "go" and what follows a hyphen, or empty.
func strip(v string) string {
	v, _, _ = strings.Cut(v, "-")
	rest, _ := strings.CutPrefix(v, "go")
	if len(rest) == len(v) {
		return ""
	}
	return rest
}

// number cuts a number from a text.
func number(x string) (digits, rest string, ok bool) {
	n := 0
	for n < len(x) && '0' <= x[n] && x[n] <= '9' {
		n++
	}
	if n == 0 || x[0] == '0' && n != 1 {
		return "", "", false
	}
	return x[:n], x[n:], true
}

// parse is the zero version for what is none.
func parse(x string) version {
	var v version
	var ok bool
	if v.major, x, ok = number(x); !ok {
		return version{}
	}
	if x == "" {
		v.minor, v.patch = "0", "0"
		return v
	}
	if x[0] != '.' {
		return version{}
	}
	if v.minor, x, ok = number(x[1:]); !ok {
		return version{}
	}
	if x == "" {
		if compareNumbers(v.minor, "21") < 0 {
			v.patch = "0"
		}
		return v
	}
	if x[0] == '.' {
		if v.patch, x, ok = number(x[1:]); !ok || x != "" {
			return version{}
		}
		return v
	}
	n := 0
	for n < len(x) && (x[n] < '0' || x[n] > '9') {
		if x[n] < 'a' || x[n] > 'z' {
			return version{}
		}
		n++
	}
	if n == 0 {
		return version{}
	}
	v.kind, x = x[:n], x[n:]
	if x == "" {
		return v
	}
	if v.pre, x, ok = number(x); !ok || x != "" {
		return version{}
	}
	return v
}

func compareNumbers(x, y string) int {
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
}

// Compare orders versions. Those that are none come first, and are equal; "go1.21" is before "go1.21rc1", which is before "go1.21.0".
func Compare(x, y string) int {
	a, b := parse(strip(x)), parse(strip(y))
	return cmp.Or(
		compareNumbers(a.major, b.major),
		compareNumbers(a.minor, b.minor),
		compareNumbers(a.patch, b.patch),
		cmp.Compare(a.kind, b.kind),
		compareNumbers(a.pre, b.pre),
	)
}

// IsValid reports whether a text is a version.
func IsValid(x string) bool { return parse(strip(x)) != version{} }

// Lang is the version of the language, such as "go1.21" for "go1.21rc2", or empty if x is no version.
func Lang(x string) string {
	v := parse(strip(x))
	switch {
	case v == version{}:
		return ""
	case v.major == "1" && v.minor == "0":
		return "go" + v.major
	}
	return "go" + v.major + "." + v.minor
}
