// Package wildcard matches names against patterns of a shell: what path and path/filepath share.
package wildcard

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// ErrBadPattern is the error of a malformed pattern. Its name in the library is path.ErrBadPattern.
var ErrBadPattern = errors.New("syntax error in pattern")

// Match tells whether all of a name is as a pattern says. What follows the part that does not fit is looked at only if the
// whole pattern is to be well formed.
func Match(pattern, name string, whole bool) (matched bool, err error) {
	for pattern != "" {
		star, chunk, rest := next(pattern)
		pattern = rest
		if star && chunk == "" {
			return !strings.Contains(name, "/"), nil
		}
		after, ok, err := chunkAt(chunk, name)
		if err != nil {
			return false, err
		}
		ok = ok && (after == "" || pattern != "")
		for i := 0; star && !ok && i < len(name) && name[i] != '/'; i++ {
			after, ok, err = chunkAt(chunk, name[i+1:])
			if err != nil {
				return false, err
			}
			ok = ok && (after == "" || pattern != "")
		}
		if !ok && whole {
			return false, wellFormed(pattern)
		}
		if !ok {
			return false, nil
		}
		name = after
	}
	return name == "", nil
}

func wellFormed(pattern string) error {
	for pattern != "" {
		_, chunk, rest := next(pattern)
		if _, _, err := chunkAt(chunk, ""); err != nil {
			return err
		}
		pattern = rest
	}
	return nil
}

// next takes stars, and what follows up to the next star, off a pattern.
func next(pattern string) (star bool, chunk, rest string) {
	for pattern != "" && pattern[0] == '*' {
		pattern = pattern[1:]
		star = true
	}
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '*':
			if !inClass {
				return star, pattern[:i], pattern[i:]
			}
		}
	}
	return star, pattern, ""
}

// chunkAt tells whether s begins as a chunk without stars says, and what follows. A chunk is read to its end even if
// it does not fit, as it may be malformed.
func chunkAt(chunk, s string) (rest string, ok bool, err error) {
	ok = true
	for chunk != "" {
		ok = ok && s != ""
		switch chunk[0] {
		case '[':
			var r rune
			if ok {
				var n int
				r, n = utf8.DecodeRuneInString(s)
				s = s[n:]
			}
			var in bool
			if in, chunk, err = class(chunk[1:], r); err != nil {
				return "", false, err
			}
			ok = ok && in
			continue
		case '?':
			if ok {
				ok = s[0] != '/'
				_, n := utf8.DecodeRuneInString(s)
				s = s[n:]
			}
			chunk = chunk[1:]
			continue
		case '\\':
			chunk = chunk[1:]
			if chunk == "" {
				return "", false, ErrBadPattern
			}
		}
		if ok {
			ok = chunk[0] == s[0]
			s = s[1:]
		}
		chunk = chunk[1:]
	}
	if !ok {
		return "", false, nil
	}
	return s, true, nil
}

// class reads a class behind its bracket and tells whether r is in it.
func class(chunk string, r rune) (in bool, rest string, err error) {
	negated := chunk != "" && chunk[0] == '^'
	if negated {
		chunk = chunk[1:]
	}
	for first := true; first || chunk == "" || chunk[0] != ']'; first = false {
		var low, high rune
		if low, chunk, err = classChar(chunk); err != nil {
			return false, "", err
		}
		high = low
		if chunk[0] == '-' {
			if high, chunk, err = classChar(chunk[1:]); err != nil {
				return false, "", err
			}
		}
		in = in || low <= r && r <= high
	}
	return in != negated, chunk[1:], nil
}

// classChar is one character of a class; something must follow it.
func classChar(chunk string) (r rune, rest string, err error) {
	if chunk == "" || chunk[0] == '-' || chunk[0] == ']' {
		return 0, "", ErrBadPattern
	}
	if chunk[0] == '\\' {
		chunk = chunk[1:]
	}
	r, n := utf8.DecodeRuneInString(chunk)
	if n == 0 || n == len(chunk) || r == utf8.RuneError && n == 1 {
		return 0, "", ErrBadPattern
	}
	return r, chunk[n:], nil
}
