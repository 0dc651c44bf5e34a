package strings

import (
	"internal/content"
	"internal/rt"
	"io"
	"unicode/utf8"
)

// Builder puts a string together.
type Builder struct {
	addr *Builder // itself, to notice copies
	buf  []byte
}

func (b *Builder) check() {
	if b.addr == nil {
		b.addr = b
	} else if b.addr != b {
		panic("strings: illegal use of non-zero Builder copied by value")
	}
}

func (b *Builder) String() string { return rt.ViewString(b.buf) }
func (b *Builder) Len() int       { return len(b.buf) }
func (b *Builder) Cap() int       { return cap(b.buf) }

func (b *Builder) Reset() {
	b.addr = nil
	b.buf = nil
}

func (b *Builder) Grow(n int) {
	b.check()
	if n < 0 {
		panic("strings.Builder.Grow: negative count")
	}
	if cap(b.buf)-len(b.buf) < n {
		larger := append([]byte(nil), make([]byte, 2*cap(b.buf)+n)...)[:len(b.buf)]
		copy(larger, b.buf)
		b.buf = larger
	}
}

func (b *Builder) Write(p []byte) (int, error) {
	b.check()
	b.buf = append(b.buf, p...)
	return len(p), nil
}

func (b *Builder) WriteByte(c byte) error {
	b.check()
	b.buf = append(b.buf, c)
	return nil
}

func (b *Builder) WriteRune(r rune) (int, error) {
	b.check()
	n := len(b.buf)
	b.buf = utf8.AppendRune(b.buf, r)
	return len(b.buf) - n, nil
}

func (b *Builder) WriteString(s string) (int, error) {
	b.check()
	b.buf = append(b.buf, s...)
	return len(s), nil
}

// reader has the methods of Reader.
type reader = content.Reader

// Reader reads a string.
type Reader struct{ reader }

func NewReader(s string) *Reader { return &Reader{content.Of(s, false)} }
func (r *Reader) Reset(s string) { r.reader = content.Of(s, false) }

// Replacer replaces several strings at once: at each place the first that fits, in the order of the arguments.
type Replacer struct {
	pairs []string
	// By first byte, which pairs to try; built when first used. An empty pattern stands in all of them.
	byFirst [][]int
	empty   int // the first pair with an empty pattern, or -1
}

func NewReplacer(oldnew ...string) *Replacer {
	if len(oldnew)%2 == 1 {
		panic("strings.NewReplacer: odd argument count")
	}
	return &Replacer{pairs: append([]string(nil), oldnew...)}
}

func (r *Replacer) prepare() {
	if r.byFirst != nil {
		return
	}
	r.byFirst = make([][]int, 256)
	r.empty = -1
	for i := 0; i < len(r.pairs); i += 2 {
		old := r.pairs[i]
		if old != "" {
			r.byFirst[old[0]] = append(r.byFirst[old[0]], i)
		} else if r.empty < 0 {
			r.empty = i
		}
	}
}

// match is the pair to use where s begins, or -1.
func (r *Replacer) match(s string, ignoreEmpty bool) int {
	found := -1
	if s != "" {
		for _, i := range r.byFirst[s[0]] {
			if HasPrefix(s, r.pairs[i]) {
				found = i
				break
			}
		}
	}
	if !ignoreEmpty && r.empty >= 0 && (found < 0 || r.empty < found) {
		return r.empty
	}
	return found
}

func (r *Replacer) Replace(s string) string {
	r.prepare()
	var b []byte
	last := 0
	changed := false
	afterEmpty := false
	for i := 0; i <= len(s); {
		pair := r.match(s[i:], afterEmpty)
		afterEmpty = pair >= 0 && r.pairs[pair] == ""
		if pair < 0 {
			i++
			continue
		}
		changed = true
		b = append(b, s[last:i]...)
		b = append(b, r.pairs[pair+1]...)
		i += len(r.pairs[pair])
		last = i
	}
	if !changed {
		return s
	}
	b = append(b, s[last:]...)
	return rt.ViewString(b)
}

func (r *Replacer) WriteString(w io.Writer, s string) (n int, err error) {
	return io.WriteString(w, r.Replace(s))
}
