// Package regexp searches for patterns, in time that is linear in the text. Compiling and searching are natives; a
// program is words in memory like any other.
package regexp

import (
	"internal/rt"
	"io"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// compile makes a program of a pattern, or tells which error (of errorCodes) is where in it. Names are separated
// by commas.
func compile(expr string, perl bool) (code int, prog []uint32, names, prefix string, complete bool, from, to int)

// find searches from a position: 1 if there is a match, which slots then hold, as many as there are; 0 if not; -1
// if it must be called again, with the state.
func find(prog []uint32, text string, from int, slots []int, longest, surrogates bool, state []uint64) (found int, next []uint64)

var errorCodes = [...]syntax.ErrorCode{
	1:  syntax.ErrInvalidCharRange,
	2:  syntax.ErrInvalidEscape,
	3:  syntax.ErrInvalidNamedCapture,
	4:  syntax.ErrInvalidPerlOp,
	5:  syntax.ErrInvalidRepeatOp,
	6:  syntax.ErrInvalidRepeatSize,
	7:  syntax.ErrInvalidUTF8,
	8:  syntax.ErrMissingBracket,
	9:  syntax.ErrMissingParen,
	10: syntax.ErrMissingRepeatArgument,
	11: syntax.ErrTrailingBackslash,
	12: syntax.ErrUnexpectedParen,
	13: syntax.ErrNestingDepth,
	14: syntax.ErrLarge,
}

// Regexp is a compiled pattern.
type Regexp struct {
	expr     string
	prog     []uint32
	names    []string // of groups; the whole at the head, without name
	prefix   string
	complete bool
	longest  bool
}

// Compile reads a pattern; of leftmost matches it prefers the one that comes first.
func Compile(expr string) (*Regexp, error) { return compileAs(expr, true) }

// CompilePOSIX reads a pattern of egrep's syntax; of leftmost matches it prefers the longest.
func CompilePOSIX(expr string) (*Regexp, error) { return compileAs(expr, false) }

func compileAs(expr string, perl bool) (*Regexp, error) {
	code, prog, names, prefix, complete, from, to := compile(expr, perl)
	if code != 0 {
		return nil, &syntax.Error{Code: errorCodes[code], Expr: expr[from:to]}
	}
	return &Regexp{expr, prog, strings.Split(names, ","), prefix, complete, !perl}, nil
}

func MustCompile(expr string) *Regexp {
	re, err := Compile(expr)
	if err != nil {
		panic("regexp: Compile(" + quote(expr) + "): " + err.Error())
	}
	return re
}

func MustCompilePOSIX(expr string) *Regexp {
	re, err := CompilePOSIX(expr)
	if err != nil {
		panic("regexp: CompilePOSIX(" + quote(expr) + "): " + err.Error())
	}
	return re
}

func quote(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

func (re *Regexp) String() string { return re.expr }

func (re *Regexp) Copy() *Regexp {
	other := *re
	return &other
}

// Longest makes later searches prefer the longest of leftmost matches.
func (re *Regexp) Longest() { re.longest = true }

func (re *Regexp) NumSubexp() int        { return len(re.names) - 1 }
func (re *Regexp) SubexpNames() []string { return re.names }

func (re *Regexp) SubexpIndex(name string) int {
	if name != "" {
		for i, s := range re.names {
			if s == name {
				return i
			}
		}
	}
	return -1
}

// LiteralPrefix is what every match begins with, and whether that is all.
func (re *Regexp) LiteralPrefix() (prefix string, complete bool) { return re.prefix, re.complete }

func (re *Regexp) MarshalText() ([]byte, error)        { return re.AppendText(nil) }
func (re *Regexp) AppendText(b []byte) ([]byte, error) { return append(b, re.expr...), nil }
func (re *Regexp) UnmarshalText(text []byte) error {
	other, err := Compile(string(text))
	if err != nil {
		return err
	}
	*re = *other
	return nil
}

// search fills slots with the first match at or behind a position.
func (re *Regexp) search(text string, from int, slots []int) bool {
	return re.searchRunes(text, false, from, slots)
}

// searchRunes searches a text that may have halves of surrogate pairs.
func (re *Regexp) searchRunes(text string, surrogates bool, from int, slots []int) bool {
	// Word 7 of a program is the length of its shortest match.
	if len(text)-from < int(re.prog[7]) {
		return false
	}
	found, state := find(re.prog, text, from, slots, re.longest, surrogates, nil)
	for found < 0 {
		found, state = find(re.prog, text, from, slots, re.longest, surrogates, state)
	}
	return found != 0
}

func (re *Regexp) slots() []int { return make([]int, 2*len(re.names)) }

// first are the slots of the first match, nil if there is none.
func (re *Regexp) first(text string, slots []int) []int {
	if !re.search(text, 0, slots) {
		return nil
	}
	return slots
}

// all finds up to n matches; found keeps the slots that it gets.
func (re *Regexp) all(text string, n, slots int, found func(match []int)) {
	if n < 0 {
		n = len(text) + 1
	}
	for pos, last := 0, -1; n > 0 && pos <= len(text); {
		match := make([]int, slots)
		if !re.search(text, pos, match) {
			break
		}
		// Nothing right behind a match is no match.
		accept := match[1] != pos || match[0] != last
		if match[1] > pos {
			pos = match[1]
		} else {
			pos = next(text, pos)
		}
		last = match[1]
		if accept {
			n--
			found(match)
		}
	}
}

// next is where the character behind pos begins; behind the end if there is none.
func next(text string, pos int) int {
	if pos >= len(text) {
		return len(text) + 1
	}
	if text[pos] < utf8.RuneSelf {
		return pos + 1
	}
	_, width := utf8.DecodeRuneInString(text[pos:])
	return pos + width
}

// part is a group of a match.
func part(text string, match []int, i int) string {
	if match[2*i] < 0 {
		return ""
	}
	return text[match[2*i]:match[2*i+1]]
}

func partBytes(text []byte, match []int, i int) []byte {
	if match[2*i] < 0 {
		return nil
	}
	return text[match[2*i]:match[2*i+1]:match[2*i+1]]
}

func parts(text string, match []int) []string {
	if match == nil {
		return nil
	}
	out := make([]string, len(match)/2)
	for i := range out {
		out[i] = part(text, match, i)
	}
	return out
}

func partsBytes(text []byte, match []int) [][]byte {
	if match == nil {
		return nil
	}
	out := make([][]byte, len(match)/2)
	for i := range out {
		out[i] = partBytes(text, match, i)
	}
	return out
}

// A shift says by how much positions of a reader exceed those in its text, from a place in the text on.
type shift struct{ from, by int }

// read is all that a reader of characters gives; bytes that are no UTF-8 stay so, and halves of surrogate pairs are
// encoded as other characters are. A reader counts its characters' sizes as it likes, in units of UTF-16 for example,
// and positions are sums of those.
func read(r io.RuneReader) (text string, surrogates bool, shifts []shift) {
	var b []byte
	by := 0
	for {
		c, size, err := r.ReadRune()
		if err != nil {
			return rt.ViewString(b), surrogates, shifts
		}
		before := len(b)
		if c == utf8.RuneError && size == 1 {
			b = append(b, 0xff)
		} else if 0xd800 <= c && c <= 0xdfff {
			surrogates = true
			b = append(b, 0xed, 0x80|byte(c>>6&0x3f), 0x80|byte(c&0x3f))
		} else {
			b = utf8.AppendRune(b, c)
		}
		if more := size - (len(b) - before); more != 0 {
			by += more
			shifts = append(shifts, shift{len(b), by})
		}
	}
}

// shifted turns places in a text into positions of its reader.
func shifted(places []int, shifts []shift) []int {
	for i, place := range places {
		low, high := 0, len(shifts)
		for low < high {
			if m := (low + high) / 2; shifts[m].from <= place {
				low = m + 1
			} else {
				high = m
			}
		}
		if place >= 0 && low > 0 {
			places[i] = place + shifts[low-1].by
		}
	}
	return places
}

func (re *Regexp) firstOf(r io.RuneReader, match []int) []int {
	text, surrogates, shifts := read(r)
	if !re.searchRunes(text, surrogates, 0, match) {
		return nil
	}
	return shifted(match, shifts)
}

func (re *Regexp) MatchString(s string) bool { return re.search(s, 0, nil) }
func (re *Regexp) Match(b []byte) bool       { return re.search(rt.ViewString(b), 0, nil) }
func (re *Regexp) MatchReader(r io.RuneReader) bool {
	text, surrogates, _ := read(r)
	return re.searchRunes(text, surrogates, 0, nil)
}

func MatchString(pattern string, s string) (matched bool, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchString(s), nil
}

func Match(pattern string, b []byte) (matched bool, err error) {
	return MatchString(pattern, rt.ViewString(b))
}

func MatchReader(pattern string, r io.RuneReader) (matched bool, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchReader(r), nil
}

func (re *Regexp) FindStringIndex(s string) []int         { return re.first(s, make([]int, 2)) }
func (re *Regexp) FindIndex(b []byte) []int               { return re.first(rt.ViewString(b), make([]int, 2)) }
func (re *Regexp) FindReaderIndex(r io.RuneReader) []int  { return re.firstOf(r, make([]int, 2)) }
func (re *Regexp) FindStringSubmatchIndex(s string) []int { return re.first(s, re.slots()) }
func (re *Regexp) FindSubmatchIndex(b []byte) []int       { return re.first(rt.ViewString(b), re.slots()) }
func (re *Regexp) FindReaderSubmatchIndex(r io.RuneReader) []int {
	return re.firstOf(r, re.slots())
}

func (re *Regexp) FindString(s string) string {
	var match [2]int
	if !re.search(s, 0, match[:]) {
		return ""
	}
	return s[match[0]:match[1]]
}

func (re *Regexp) Find(b []byte) []byte {
	var match [2]int
	if !re.search(rt.ViewString(b), 0, match[:]) {
		return nil
	}
	return b[match[0]:match[1]:match[1]]
}

func (re *Regexp) FindStringSubmatch(s string) []string {
	return parts(s, re.FindStringSubmatchIndex(s))
}
func (re *Regexp) FindSubmatch(b []byte) [][]byte { return partsBytes(b, re.FindSubmatchIndex(b)) }

func (re *Regexp) indexes(text string, n, slots int) (out [][]int) {
	re.all(text, n, slots, func(match []int) { out = append(out, match) })
	return out
}

func (re *Regexp) FindAllStringIndex(s string, n int) [][]int { return re.indexes(s, n, 2) }
func (re *Regexp) FindAllIndex(b []byte, n int) [][]int       { return re.indexes(rt.ViewString(b), n, 2) }
func (re *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return re.indexes(s, n, 2*len(re.names))
}
func (re *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return re.indexes(rt.ViewString(b), n, 2*len(re.names))
}

func (re *Regexp) FindAllString(s string, n int) (out []string) {
	re.all(s, n, 2, func(match []int) { out = append(out, s[match[0]:match[1]]) })
	return out
}

func (re *Regexp) FindAll(b []byte, n int) (out [][]byte) {
	re.all(rt.ViewString(b), n, 2, func(match []int) { out = append(out, partBytes(b, match, 0)) })
	return out
}

func (re *Regexp) FindAllStringSubmatch(s string, n int) (out [][]string) {
	re.all(s, n, 2*len(re.names), func(match []int) { out = append(out, parts(s, match)) })
	return out
}

func (re *Regexp) FindAllSubmatch(b []byte, n int) (out [][][]byte) {
	re.all(rt.ViewString(b), n, 2*len(re.names), func(match []int) { out = append(out, partsBytes(b, match)) })
	return out
}

// replace copies text with the matches replaced by what put appends.
func (re *Regexp) replace(text string, slots int, put func(b []byte, match []int) []byte) []byte {
	var b []byte
	match := make([]int, slots)
	last := 0
	for pos := 0; pos <= len(text) && re.search(text, pos, match); {
		b = append(b, text[last:match[0]]...)
		// Nothing right behind a match is not replaced.
		if match[1] > last || match[0] == 0 {
			b = put(b, match)
		}
		last = match[1]
		pos = max(next(text, pos), last)
	}
	return append(b, text[last:]...)
}

// slotsFor are as many as a template needs.
func (re *Regexp) slotsFor(template string) int {
	if strings.IndexByte(template, '$') < 0 {
		return 2
	}
	return 2 * len(re.names)
}

func (re *Regexp) ReplaceAllString(src, repl string) string {
	return rt.ViewString(re.replace(src, re.slotsFor(repl), func(b []byte, match []int) []byte {
		return re.expand(b, repl, src, match)
	}))
}

func (re *Regexp) ReplaceAllLiteralString(src, repl string) string {
	return rt.ViewString(re.replace(src, 2, func(b []byte, match []int) []byte { return append(b, repl...) }))
}

func (re *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string {
	return rt.ViewString(re.replace(src, 2, func(b []byte, match []int) []byte {
		return append(b, repl(src[match[0]:match[1]])...)
	}))
}

func (re *Regexp) ReplaceAll(src, repl []byte) []byte {
	text, template := rt.ViewString(src), rt.ViewString(repl)
	return re.replace(text, re.slotsFor(template), func(b []byte, match []int) []byte {
		return re.expand(b, template, text, match)
	})
}

func (re *Regexp) ReplaceAllLiteral(src, repl []byte) []byte {
	return re.replace(rt.ViewString(src), 2, func(b []byte, match []int) []byte { return append(b, repl...) })
}

func (re *Regexp) ReplaceAllFunc(src []byte, repl func([]byte) []byte) []byte {
	return re.replace(rt.ViewString(src), 2, func(b []byte, match []int) []byte {
		return append(b, repl(src[match[0]:match[1]])...)
	})
}

func (re *Regexp) Expand(dst []byte, template []byte, src []byte, match []int) []byte {
	return re.expand(dst, rt.ViewString(template), rt.ViewString(src), match)
}

func (re *Regexp) ExpandString(dst []byte, template string, src string, match []int) []byte {
	return re.expand(dst, template, src, match)
}

func (re *Regexp) expand(dst []byte, template, src string, match []int) []byte {
	for {
		before, after, ok := strings.Cut(template, "$")
		dst = append(dst, before...)
		if !ok {
			return dst
		}
		template = after
		if template != "" && template[0] == '$' {
			dst = append(dst, '$')
			template = template[1:]
			continue
		}
		name, num, rest, ok := extract(template)
		if !ok {
			dst = append(dst, '$')
			continue
		}
		template = rest
		if num >= 0 {
			if 2*num+1 < len(match) && match[2*num] >= 0 {
				dst = append(dst, src[match[2*num]:match[2*num+1]]...)
			}
			continue
		}
		for i, s := range re.names {
			if s == name && 2*i+1 < len(match) && match[2*i] >= 0 {
				dst = append(dst, src[match[2*i]:match[2*i+1]]...)
				break
			}
		}
	}
}

// extract takes name or {name} from the head of s; num is -1 if it is not a number.
func extract(s string) (name string, num int, rest string, ok bool) {
	brace := s != "" && s[0] == '{'
	if brace {
		s = s[1:]
	}
	end := len(s)
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			end = i
			break
		}
	}
	if end == 0 {
		return "", 0, "", false
	}
	name, rest = s[:end], s[end:]
	if brace {
		if rest == "" || rest[0] != '}' {
			return "", 0, "", false
		}
		rest = rest[1:]
	}
	for i := 0; i < len(name); i++ {
		if name[i] < '0' || '9' < name[i] || num >= 1e8 {
			return name, -1, rest, true
		}
		num = num*10 + int(name[i]-'0')
	}
	if name[0] == '0' && len(name) > 1 {
		num = -1
	}
	return name, num, rest, true
}

// Split cuts s at the matches, into n parts at most.
func (re *Regexp) Split(s string, n int) []string {
	if n == 0 {
		return nil
	}
	if re.expr != "" && s == "" {
		return []string{""}
	}
	matches := re.FindAllStringIndex(s, n)
	out := make([]string, 0, len(matches)+1)
	start, end := 0, 0
	for _, match := range matches {
		if n > 0 && len(out) == n-1 {
			break
		}
		end = match[0]
		if match[1] != 0 {
			out = append(out, s[start:end])
		}
		start = match[1]
	}
	if end != len(s) {
		out = append(out, s[start:])
	}
	return out
}

// QuoteMeta is a pattern that matches just s.
func QuoteMeta(s string) string {
	const special = `\.+*?()|[]{}^$`
	i := strings.IndexAny(s, special)
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, 2*len(s)-i), s[:i]...)
	for ; i < len(s); i++ {
		if strings.IndexByte(special, s[i]) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return rt.ViewString(b)
}
