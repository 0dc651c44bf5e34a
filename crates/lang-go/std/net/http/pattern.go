package http

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// pattern is what a handler of ServeMux is registered for.
type pattern struct {
	text     string
	method   string
	host     string
	segments []segment
	place    string // where it was registered
}

func (p *pattern) String() string { return p.text }

// segment is a part between slashes. A wildcard has a name, empty for the rest after a slash at the end. The text of the end of
// the path, {$}, is a slash.
type segment struct {
	text string
	wild bool
	rest bool // whether it takes all that is left
}

func (p *pattern) last() segment { return p.segments[len(p.segments)-1] }

// wildcard is the number of a wildcard by its name, -1 if there is none.
func (p *pattern) wildcard(name string) int {
	i := 0
	for _, s := range p.segments {
		if s.wild && s.text != "" {
			if s.text == name {
				return i
			}
			i++
		}
	}
	return -1
}

// offsetError tells where in a pattern something is wrong.
type offsetError struct {
	offset int
	err    error
}

func (e *offsetError) Error() string { return fmt.Sprintf("at offset %d: %v", e.offset, e.err) }
func (e *offsetError) Unwrap() error { return e.err }

// parsePattern reads [METHOD ][HOST]/[PATH].
func parsePattern(s string) (*pattern, error) {
	if s == "" {
		return nil, errors.New("empty pattern")
	}
	bad := func(offset int, format string, args ...any) (*pattern, error) {
		return nil, &offsetError{offset, fmt.Errorf(format, args...)}
	}
	method, rest, offset := "", s, 0
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		method, rest = s[:i], strings.TrimLeft(s[i+1:], " \t")
		if !isToken(method) && method != "" {
			return bad(0, "invalid method %q", method)
		}
		offset = i + 1
	}
	slash := strings.IndexByte(rest, '/')
	if slash < 0 {
		return bad(offset, "host/path missing /")
	}
	p := &pattern{text: s, method: method, host: rest[:slash]}
	if i := strings.IndexByte(p.host, '{'); i >= 0 {
		return bad(offset+i, "host contains '{' (missing initial '/'?)")
	}
	path := rest[slash:]
	if method != "" && method != "CONNECT" && path != cleanPath(path) {
		return bad(offset+slash, "non-CONNECT pattern with unclean path can never match")
	}
	seen := make(map[string]bool)
	for path != "" {
		path = path[1:]
		at := len(s) - len(path)
		if path == "" {
			p.segments = append(p.segments, segment{wild: true, rest: true})
			break
		}
		end := strings.IndexByte(path, '/')
		if end < 0 {
			end = len(path)
		}
		var text string
		text, path = path[:end], path[end:]
		seg, err := parseSegment(text, path == "")
		if err == nil && seg.wild && seen[seg.text] {
			err = fmt.Errorf("duplicate wildcard name %q", seg.text)
		}
		if err != nil {
			return nil, &offsetError{at, err}
		}
		if seg.wild {
			seen[seg.text] = true
		}
		p.segments = append(p.segments, seg)
	}
	return p, nil
}

func parseSegment(text string, last bool) (segment, error) {
	i := strings.IndexByte(text, '{')
	switch {
	case i < 0:
		return segment{text: unescapePath(text)}, nil
	case i > 0:
		return segment{}, errors.New("bad wildcard segment (must start with '{')")
	case text[len(text)-1] != '}':
		return segment{}, errors.New("bad wildcard segment (must end with '}')")
	}
	name := text[1 : len(text)-1]
	if name == "$" {
		if !last {
			return segment{}, errors.New("{$} not at end")
		}
		return segment{text: "/"}, nil
	}
	name, rest := strings.CutSuffix(name, "...")
	if rest && !last {
		return segment{}, errors.New("{...} wildcard not at end")
	}
	if name == "" {
		return segment{}, errors.New("empty wildcard")
	}
	for i, c := range name {
		if !unicode.IsLetter(c) && c != '_' && (i == 0 || !unicode.IsDigit(c)) {
			return segment{}, fmt.Errorf("bad wildcard name %q", name)
		}
	}
	return segment{text: name, wild: true, rest: rest}, nil
}

func unescapePath(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// relation is how the requests that two patterns match are related.
type relation int

const (
	equivalent relation = iota
	moreGeneral
	moreSpecific
	disjoint
	overlapping
)

// and is the relation of what has two parts.
func (a relation) and(b relation) relation {
	switch {
	case a == equivalent || a == b:
		return b
	case b == equivalent:
		return a
	case a == disjoint || b == disjoint:
		return disjoint
	}
	return overlapping
}

func (p *pattern) compareMethods(q *pattern) relation {
	switch {
	case p.method == q.method:
		return equivalent
	case p.method == "", p.method == "GET" && q.method == "HEAD":
		return moreGeneral
	case q.method == "", q.method == "GET" && p.method == "HEAD":
		return moreSpecific
	}
	return disjoint
}

func (s segment) compare(t segment) relation {
	switch {
	case s.rest && t.rest:
		return equivalent
	case s.rest:
		return moreGeneral
	case t.rest:
		return moreSpecific
	case s.wild && t.wild:
		return equivalent
	case s.wild:
		if t.text == "/" {
			return disjoint // A wildcard matches no empty segment.
		}
		return moreGeneral
	case t.wild:
		if s.text == "/" {
			return disjoint
		}
		return moreSpecific
	case s.text == t.text:
		return equivalent
	}
	return disjoint
}

func (p *pattern) comparePaths(q *pattern) relation {
	if len(p.segments) != len(q.segments) && !p.last().rest && !q.last().rest {
		return disjoint
	}
	rel := equivalent
	n := min(len(p.segments), len(q.segments))
	for i := range n {
		if rel = rel.and(p.segments[i].compare(q.segments[i])); rel == disjoint {
			return disjoint
		}
	}
	switch {
	case len(p.segments) == len(q.segments):
		return rel
	case len(p.segments) == n && p.last().rest:
		return rel.and(moreGeneral)
	case len(q.segments) == n && q.last().rest:
		return rel.and(moreSpecific)
	}
	return disjoint
}

// conflicts tells whether neither pattern takes precedence. One with a host takes it over one without.
func (p *pattern) conflicts(q *pattern) bool {
	if p.host != q.host {
		return false
	}
	rel := p.compareMethods(q)
	if rel == disjoint {
		return false
	}
	rel = rel.and(p.comparePaths(q))
	return rel == equivalent || rel == overlapping
}

func (p *pattern) describeConflict(q *pattern) string {
	methods, paths := p.compareMethods(q), p.comparePaths(q)
	switch {
	case methods.and(paths) == equivalent:
		return fmt.Sprintf("%s matches the same requests as %s", p, q)
	case paths == overlapping:
		return fmt.Sprintf("%[1]s and %[2]s both match some paths, like %[3]q.\n"+
			"But neither is more specific than the other.\n"+
			"%[1]s matches %[4]q, but %[2]s doesn't.\n%[2]s matches %[5]q, but %[1]s doesn't.",
			p, q, p.common(q), p.unlike(q), q.unlike(p))
	case methods == moreGeneral:
		return fmt.Sprintf("%s matches more methods than %s, but has a more specific path pattern", p, q)
	}
	return fmt.Sprintf("%s matches fewer methods than %s, but has a more general path pattern", p, q)
}

// example writes a segment as a path has it.
func (s segment) example(b *strings.Builder) {
	switch {
	case s.text == "/" && !s.wild:
		b.WriteByte('/')
	default:
		b.WriteString("/" + s.text)
	}
}

// common is a path that both patterns match.
func (p *pattern) common(q *pattern) string {
	var b strings.Builder
	n := min(len(p.segments), len(q.segments))
	for i := range n {
		s := p.segments[i]
		if s.wild {
			s = q.segments[i]
		}
		s.example(&b)
	}
	for _, s := range p.segments[n:] {
		s.example(&b)
	}
	for _, s := range q.segments[n:] {
		s.example(&b)
	}
	return b.String()
}

// unlike is a path that p matches and q does not.
func (p *pattern) unlike(q *pattern) string {
	var b strings.Builder
	n := min(len(p.segments), len(q.segments))
	for i := range n {
		s, t := p.segments[i], q.segments[i]
		switch {
		case s.rest && t.rest:
			b.WriteByte('/')
		case s.rest && !t.rest:
			// Anything but what the other wants here.
			b.WriteByte('/')
			if t.text == "/" && !t.wild {
				b.WriteString(s.textOr("x"))
			}
			return b.String()
		case !s.rest && t.rest:
			s.example(&b)
		case s.wild && t.wild:
			s.example(&b)
		case s.wild:
			if s.text != t.text {
				b.WriteString("/" + s.text)
			} else {
				b.WriteString("/" + t.text + "x")
			}
		default:
			s.example(&b)
		}
	}
	if len(p.segments) > n {
		for _, s := range p.segments[n:] {
			s.example(&b)
		}
	}
	if len(q.segments) > n {
		b.WriteByte('/')
	}
	return b.String()
}

func (s segment) textOr(other string) string {
	if s.text != "" {
		return s.text
	}
	return other
}
