package strings

import (
	"errors"
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

// Reader reads a string.
type Reader struct {
	s    string
	i    int64
	prev int // where the last rune began; negative if nothing can be unread so
}

func NewReader(s string) *Reader { return &Reader{s, 0, -1} }

func (r *Reader) Len() int {
	if r.i >= int64(len(r.s)) {
		return 0
	}
	return int(int64(len(r.s)) - r.i)
}

func (r *Reader) Size() int64    { return int64(len(r.s)) }
func (r *Reader) Reset(s string) { *r = Reader{s, 0, -1} }

func (r *Reader) Read(b []byte) (n int, err error) {
	if r.i >= int64(len(r.s)) {
		return 0, io.EOF
	}
	r.prev = -1
	n = copy(b, r.s[r.i:])
	r.i += int64(n)
	return n, nil
}

func (r *Reader) ReadAt(b []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errors.New("strings.Reader.ReadAt: negative offset")
	}
	if off >= int64(len(r.s)) {
		return 0, io.EOF
	}
	n = copy(b, r.s[off:])
	if n < len(b) {
		err = io.EOF
	}
	return n, err
}

func (r *Reader) ReadByte() (byte, error) {
	r.prev = -1
	if r.i >= int64(len(r.s)) {
		return 0, io.EOF
	}
	b := r.s[r.i]
	r.i++
	return b, nil
}

func (r *Reader) UnreadByte() error {
	if r.i <= 0 {
		return errors.New("strings.Reader.UnreadByte: at beginning of string")
	}
	r.prev = -1
	r.i--
	return nil
}

func (r *Reader) ReadRune() (ch rune, size int, err error) {
	if r.i >= int64(len(r.s)) {
		r.prev = -1
		return 0, 0, io.EOF
	}
	r.prev = int(r.i)
	ch, size = utf8.DecodeRuneInString(r.s[r.i:])
	r.i += int64(size)
	return ch, size, nil
}

func (r *Reader) UnreadRune() error {
	if r.i <= 0 {
		return errors.New("strings.Reader.UnreadRune: at beginning of string")
	}
	if r.prev < 0 {
		return errors.New("strings.Reader.UnreadRune: previous operation was not ReadRune")
	}
	r.i = int64(r.prev)
	r.prev = -1
	return nil
}

func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	r.prev = -1
	var abs int64
	switch whence {
	case io.SeekStart:
		abs = offset
	case io.SeekCurrent:
		abs = r.i + offset
	case io.SeekEnd:
		abs = int64(len(r.s)) + offset
	default:
		return 0, errors.New("strings.Reader.Seek: invalid whence")
	}
	if abs < 0 {
		return 0, errors.New("strings.Reader.Seek: negative position")
	}
	r.i = abs
	return abs, nil
}

func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	r.prev = -1
	if r.i >= int64(len(r.s)) {
		return 0, nil
	}
	s := r.s[r.i:]
	m, err := io.WriteString(w, s)
	if m > len(s) {
		panic("strings.Reader.WriteTo: invalid WriteString count")
	}
	r.i += int64(m)
	if m != len(s) && err == nil {
		err = io.ErrShortWrite
	}
	return int64(m), err
}

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
