package testing

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A matcher decides which tests run, and gives sub-tests their names.
type matcher struct {
	mu    sync.Mutex
	match func(pattern, name string) (bool, error)
	run   [][]string // alternatives, each with a pattern a level; none matches everything
	skip  [][]string
	seen  map[string]int // names that were given, with the number that the next one like it tries
}

func newMatcher(match func(pattern, name string) (bool, error), run, flag, skip string) *matcher {
	if match == nil {
		match = matchString
	}
	m := &matcher{match: match, seen: map[string]int{}}
	if run != "" {
		m.run = alternatives(run)
	}
	if skip != "" {
		m.skip = alternatives(skip)
	}
	m.verify(m.run, flag)
	m.verify(m.skip, "-test.skip")
	return m
}

// verify ends the program if a pattern is none.
func (m *matcher) verify(patterns [][]string, flag string) {
	for _, levels := range patterns {
		for i, p := range levels {
			levels[i] = rewrite(p)
			if _, err := m.match(levels[i], "non-empty"); err != nil {
				fail(fmt.Sprintf("testing: invalid regexp for element %d of %s (%q): %s", i, flag, p, err))
			}
		}
	}
}

var lastPattern struct {
	mu   sync.Mutex
	text string
	re   *regexp.Regexp
}

func matchString(pattern, name string) (bool, error) {
	lastPattern.mu.Lock()
	defer lastPattern.mu.Unlock()
	if lastPattern.re == nil || lastPattern.text != pattern {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return false, err
		}
		lastPattern.text, lastPattern.re = pattern, re
	}
	return lastPattern.re.MatchString(name), nil
}

// alternatives splits a pattern at each | and what is between at each /, unless they stand in brackets.
func alternatives(pattern string) (all [][]string) {
	var levels []string
	begin, square, round := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			square++
		case ']':
			square = max(square-1, 0)
		case '(':
			if square == 0 {
				round++
			}
		case ')':
			if square == 0 {
				round = max(round-1, 0)
			}
		case '/', '|':
			if square == 0 && round == 0 {
				levels = append(levels, pattern[begin:i])
				begin = i + 1
				if pattern[i] == '|' {
					all, levels = append(all, levels), nil
				}
			}
		}
	}
	return append(all, append(levels, pattern[begin:]))
}

// matches tells whether the patterns match as many levels of a name as both have, and whether the name has fewer.
func (m *matcher) matches(patterns [][]string, name []string) (ok, partial bool) {
	for _, levels := range patterns {
		fits := true
		for i, part := range name {
			if i >= len(levels) {
				break
			}
			if found, _ := m.match(levels[i], part); !found {
				fits = false
				break
			}
		}
		if fits {
			ok = true
			if len(name) >= len(levels) {
				return true, false
			}
		}
	}
	return ok, ok
}

// fullName is the name of a test within another, whether it is to run, and whether some of its sub-tests may not.
func (m *matcher) fullName(parent *common, name string) (full string, ok, partial bool) {
	full = name
	m.mu.Lock()
	defer m.mu.Unlock()
	if parent != nil && parent.level > 0 {
		full = m.unique(parent.name, rewrite(name))
	}
	parts := strings.Split(full, "/")
	ok = true
	if m.run != nil {
		if ok, partial = m.matches(m.run, parts); !ok {
			return full, false, false
		}
	}
	if m.skip != nil {
		if skipped, some := m.matches(m.skip, parts); skipped && !some {
			return full, false, false
		}
	}
	return full, ok, partial
}

// unique gives a sub-test a name that no other has: a number follows where it would be the same, or empty.
func (m *matcher) unique(parent, name string) string {
	base := parent + "/" + name
	for {
		next, known := m.seen[base]
		m.seen[base] = next + 1
		if !known && name != "" {
			prefix, number := splitNumber(base)
			if prefix == "" || m.seen[prefix] <= number {
				return base
			}
			// A name that ends in a number which was given already.
			continue
		}
		full := fmt.Sprintf("%s#%02d", base, next)
		if m.seen[full] == 0 {
			return full
		}
	}
}

// splitNumber takes the number off that unique may have added.
func splitNumber(name string) (prefix string, number int) {
	i := strings.LastIndexByte(name, '#')
	if i < 0 || len(name)-i < 3 {
		return "", 0
	}
	n, err := strconv.Atoi(name[i+1:])
	if err != nil || n < 0 || len(name)-i > 3 && name[i+1] == '0' {
		return "", 0
	}
	return name[:i], n
}

// rewrite makes a name one that can be typed: no spaces, nothing that cannot be seen.
func rewrite(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte('_')
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
