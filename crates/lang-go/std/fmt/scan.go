package fmt

import (
	"errors"
	"internal/raw"
	"internal/rt"
	"internal/stdio"
	"internal/text"
	"io"
	"strconv"
	"unicode/utf8"
)

// ScanState is what a Scanner reads from.
type ScanState interface {
	ReadRune() (r rune, size int, err error)
	UnreadRune() error
	SkipSpace()
	Token(skipSpace bool, f func(rune) bool) (token []byte, err error)
	Width() (wid int, ok bool)
	Read(buf []byte) (n int, err error)
}

// Scanner scans itself.
type Scanner interface {
	Scan(state ScanState, verb rune) error
}

func Scan(a ...any) (n int, err error)   { return Fscan(stdio.Input(), a...) }
func Scanln(a ...any) (n int, err error) { return Fscanln(stdio.Input(), a...) }
func Scanf(format string, a ...any) (n int, err error) {
	return Fscanf(stdio.Input(), format, a...)
}

func Sscan(str string, a ...any) (n int, err error) {
	return Fscan(&stringReader{str}, a...)
}

func Sscanln(str string, a ...any) (n int, err error) {
	return Fscanln(&stringReader{str}, a...)
}

func Sscanf(str string, format string, a ...any) (n int, err error) {
	return Fscanf(&stringReader{str}, format, a...)
}

func Fscan(r io.Reader, a ...any) (n int, err error) {
	return newScan(r, true, false).scanAll(a)
}

func Fscanln(r io.Reader, a ...any) (n int, err error) {
	return newScan(r, false, true).scanAll(a)
}

func Fscanf(r io.Reader, format string, a ...any) (n int, err error) {
	return newScan(r, false, false).scanFormat(format, a)
}

// stringReader is a string to read from.
type stringReader struct{ rest string }

func (t *stringReader) Read(b []byte) (n int, err error) {
	n = copy(b, t.rest)
	t.rest = t.rest[n:]
	if n == 0 {
		err = io.EOF
	}
	return n, err
}

// runeReader takes runes from a reader, never more bytes than it must.
type runeReader struct {
	r io.Reader
	// Bytes that were read and belong to later runes.
	ahead []byte
	one   []byte
	last  rune // the last rune; again tells that it is to be read once more
	again bool
	any   bool
}

func (r *runeReader) readByte() (byte, error) {
	if len(r.ahead) > 0 {
		b := r.ahead[0]
		r.ahead = r.ahead[1:]
		return b, nil
	}
	if _, err := io.ReadFull(r.r, r.one); err != nil {
		return 0, err
	}
	return r.one[0], nil
}

func (r *runeReader) ReadRune() (c rune, size int, err error) {
	if r.again {
		r.again = false
		return r.last, utf8.RuneLen(r.last), nil
	}
	b, err := r.readByte()
	if err != nil {
		return 0, 0, err
	}
	c, size = rune(b), 1
	if b >= utf8.RuneSelf {
		bytes := []byte{b}
		for !utf8.FullRune(bytes) {
			b, err = r.readByte()
			if err == io.EOF {
				break
			}
			if err != nil {
				return 0, 0, err
			}
			bytes = append(bytes, b)
		}
		c, size = utf8.DecodeRune(bytes)
		if size < len(bytes) {
			r.ahead = append(bytes[size:], r.ahead...)
		}
	}
	r.last, r.any = c, true
	return c, size, nil
}

func (r *runeReader) UnreadRune() error {
	if !r.any || r.again {
		return errors.New("fmt: scanning called UnreadRune with no rune available")
	}
	r.again = true
	return nil
}

// scanError is what scanning panics with, to get out.
type scanError struct{ err error }

const (
	endOfInput = -1
	unlimited  = 1 << 30
)

// scan is the state of one call.
type scan struct {
	rs           io.RuneScanner
	buf          []byte
	count        int
	atEOF        bool
	lineIsSpace  bool
	lineIsEnd    bool
	limit, width int // where the current operand must end; how wide it may be
}

func newScan(r io.Reader, lineIsSpace, lineIsEnd bool) *scan {
	rs, ok := r.(io.RuneScanner)
	if !ok {
		rs = &runeReader{r: r, one: make([]byte, 1)}
	}
	return &scan{rs: rs, lineIsSpace: lineIsSpace, lineIsEnd: lineIsEnd, limit: unlimited, width: unlimited}
}

func (s *scan) fail(text string) { panic(scanError{errors.New(text)}) }

func (s *scan) Read(buf []byte) (n int, err error) {
	return 0, errors.New("ScanState's Read should not be called. Use ReadRune")
}

func (s *scan) ReadRune() (r rune, size int, err error) {
	if s.atEOF || s.count >= s.limit {
		return 0, 0, io.EOF
	}
	r, size, err = s.rs.ReadRune()
	if err == nil {
		s.count++
		if s.lineIsEnd && r == '\n' {
			s.atEOF = true
		}
	} else if err == io.EOF {
		s.atEOF = true
	}
	return r, size, err
}

func (s *scan) Width() (wid int, ok bool) {
	if s.width == unlimited {
		return 0, false
	}
	return s.width, true
}

func (s *scan) next() rune {
	r, _, err := s.ReadRune()
	if err == io.EOF {
		return endOfInput
	}
	if err != nil {
		panic(scanError{err})
	}
	return r
}

func (s *scan) UnreadRune() error {
	s.rs.UnreadRune()
	s.atEOF = false
	s.count--
	return nil
}

func (s *scan) Token(skipSpace bool, f func(rune) bool) (token []byte, err error) {
	defer func() {
		if e := recover(); e != nil {
			se, ok := e.(scanError)
			if !ok {
				panic(e)
			}
			err = se.err
		}
	}()
	if f == nil {
		f = notSpace
	}
	s.buf = s.buf[:0]
	return s.token(skipSpace, f), nil
}

func notSpace(r rune) bool { return !text.IsSpace(r) }

func (s *scan) SkipSpace() {
	for {
		r := s.next()
		switch {
		case r == endOfInput:
			return
		case r == '\r' && s.peek("\n"):
		case r == '\n':
			if !s.lineIsSpace {
				s.fail("unexpected newline")
			}
		case !text.IsSpace(r):
			s.UnreadRune()
			return
		}
	}
}

func (s *scan) token(skipSpace bool, f func(rune) bool) []byte {
	if skipSpace {
		s.SkipSpace()
	}
	for {
		r := s.next()
		if r == endOfInput {
			break
		}
		if !f(r) {
			s.UnreadRune()
			break
		}
		s.buf = utf8.AppendRune(s.buf, r)
	}
	return s.buf
}

func isOneOf(r rune, set string) bool {
	for _, c := range set {
		if c == r {
			return true
		}
	}
	return false
}

func (s *scan) peek(set string) bool {
	r := s.next()
	if r == endOfInput {
		return false
	}
	s.UnreadRune()
	return isOneOf(r, set)
}

// accept takes the next rune into the token if it is one of the set.
func (s *scan) accept(set string) bool {
	r := s.next()
	if r == endOfInput {
		return false
	}
	if !isOneOf(r, set) {
		s.UnreadRune()
		return false
	}
	s.buf = utf8.AppendRune(s.buf, r)
	return true
}

// skip passes over a rune that must be one of the set.
func (s *scan) skip(set string) bool {
	r := s.next()
	return r != endOfInput && isOneOf(r, set)
}

func (s *scan) notAtEnd() {
	if s.next() == endOfInput {
		panic(io.EOF)
	}
	s.UnreadRune()
}

func (s *scan) checkVerb(verb rune, verbs, what string) {
	if !isOneOf(verb, verbs) {
		s.fail("bad verb '%" + string(verb) + "' for " + what)
	}
}

func (s *scan) scanBool(verb rune) bool {
	s.SkipSpace()
	s.notAtEnd()
	s.checkVerb(verb, "tv", "boolean")
	const wrong = "syntax error scanning boolean"
	switch s.next() {
	case '1':
		return true
	case 't', 'T':
		if s.accept("rR") && (!s.accept("uU") || !s.accept("eE")) {
			s.fail(wrong)
		}
		return true
	case 'f', 'F':
		if s.accept("aA") && (!s.accept("lL") || !s.accept("sS") || !s.accept("eE")) {
			s.fail(wrong)
		}
	}
	return false
}

const (
	octalDigits   = "01234567"
	decimalDigits = "0123456789"
	hexDigits     = "0123456789aAbBcCdDeEfF"
)

// integerToken reads an integer, with its sign if it may have one, and tells its base.
func (s *scan) integerToken(verb rune, signed bool) (token string, base int) {
	s.SkipSpace()
	s.notAtEnd()
	s.checkVerb(verb, "bdoUxXv", "integer")
	digits, some := decimalDigits, false
	base = 10
	switch verb {
	case 'b':
		base, digits = 2, "01"
	case 'o':
		base, digits = 8, octalDigits
	case 'x', 'X', 'U':
		base, digits = 16, hexDigits
	}
	if verb == 'U' {
		if !s.skip("U") || !s.skip("+") {
			s.fail("bad unicode format ")
		}
	} else {
		if signed {
			s.accept("+-")
		}
		if verb == 'v' {
			base = 0
			digits, some = s.basePrefix()
		}
	}
	if !some {
		s.notAtEnd()
		if !s.accept(digits) {
			s.fail("expected integer")
		}
	}
	for s.accept(digits) {
	}
	return string(s.buf), base
}

// basePrefix takes a prefix, and tells what digits follow and whether a zero was taken.
func (s *scan) basePrefix() (digits string, zero bool) {
	switch {
	case !s.accept("0"):
		return decimalDigits + "_", false
	case s.accept("bB"):
		return "01_", true
	case s.accept("oO"):
		return octalDigits + "_", true
	case s.accept("xX"):
		return hexDigits + "_", true
	}
	return octalDigits + "_", true
}

func (s *scan) scanRune(bits uint) int64 {
	s.notAtEnd()
	r := s.next()
	if int64(r)<<(64-bits)>>(64-bits) != int64(r) {
		s.fail("overflow on character value " + string(r))
	}
	return int64(r)
}

func (s *scan) scanInt(verb rune, bits uint) int64 {
	if verb == 'c' {
		return s.scanRune(bits)
	}
	token, base := s.integerToken(verb, true)
	i, err := strconv.ParseInt(token, base, 64)
	if err != nil {
		panic(scanError{err})
	}
	if i<<(64-bits)>>(64-bits) != i {
		s.fail("integer overflow on token " + token)
	}
	return i
}

func (s *scan) scanUint(verb rune, bits uint) uint64 {
	if verb == 'c' {
		return uint64(s.scanRune(bits))
	}
	token, base := s.integerToken(verb, false)
	i, err := strconv.ParseUint(token, base, 64)
	if err != nil {
		panic(scanError{err})
	}
	if i<<(64-bits)>>(64-bits) != i {
		s.fail("unsigned integer overflow on token " + token)
	}
	return i
}

// floatToken reads what may be a float; whether it is, is found when it is converted.
func (s *scan) floatToken() string {
	s.buf = s.buf[:0]
	if s.accept("nN") && s.accept("aA") && s.accept("nN") {
		return string(s.buf)
	}
	s.accept("+-")
	if s.accept("iI") && s.accept("nN") && s.accept("fF") {
		return string(s.buf)
	}
	digits, exponent := decimalDigits+"_", "eEpP"
	if s.accept("0") && s.accept("xX") {
		digits, exponent = hexDigits+"_", "pP"
	}
	for s.accept(digits) {
	}
	if s.accept(".") {
		for s.accept(digits) {
		}
	}
	if s.accept(exponent) {
		s.accept("+-")
		for s.accept(decimalDigits + "_") {
		}
	}
	return string(s.buf)
}

func (s *scan) scanFloat(verb rune, bits int) float64 {
	s.SkipSpace()
	s.notAtEnd()
	return s.float(s.floatToken(), bits)
}

// float converts a token. A decimal number may have a binary exponent here.
func (s *scan) float(token string, bits int) float64 {
	p, hex := -1, false
	for i := 0; i < len(token); i++ {
		switch token[i] {
		case 'p':
			if p < 0 {
				p = i
			}
		case 'x', 'X':
			hex = true
		}
	}
	number := token
	if p >= 0 && !hex {
		number = token[:p]
	}
	f, err := strconv.ParseFloat(number, bits)
	if err == nil && len(number) < len(token) {
		var exponent int
		exponent, err = strconv.Atoi(token[p+1:])
		f = scaled(f, exponent)
	}
	if err != nil {
		if e, ok := err.(*strconv.NumError); ok {
			e.Num = token
		}
		panic(scanError{err})
	}
	return f
}

// scanComplex reads N+Ni, perhaps in parentheses; bits are those of a part.
func (s *scan) scanComplex(verb rune, bits int) (re, im float64) {
	s.checkVerb(verb, "beEfFgGv", "complex")
	s.SkipSpace()
	s.notAtEnd()
	parens := s.accept("(")
	first := s.floatToken()
	s.buf = s.buf[:0]
	ok := s.accept("+-")
	sign := string(s.buf)
	if ok {
		second := s.floatToken()
		sign += second
		ok = s.accept("i") && (!parens || s.accept(")"))
	}
	if !ok {
		s.fail("syntax error scanning complex number")
	}
	return s.float(first, bits), s.float(sign, bits)
}

// scaled is f * 2**n, rounded once.
func scaled(f float64, n int) float64 {
	const normal = 0x1p-1021 // half of it is still normal
	finite := f-f == 0
	for ; n > 0 && finite && f != 0; n-- {
		f *= 2
		finite = f-f == 0
	}
	for ; n < 0 && finite && (f >= normal || f <= -normal); n++ {
		f /= 2
	}
	if n < 0 {
		f /= float64(uint64(1) << min(uint(-n), 60))
	}
	return f
}

func (s *scan) scanString(verb rune) string {
	s.checkVerb(verb, "svqxX", "string")
	s.SkipSpace()
	s.notAtEnd()
	switch verb {
	case 'q':
		return s.quoted()
	case 'x', 'X':
		return s.hexString()
	}
	return string(s.token(true, notSpace))
}

func (s *scan) must() rune {
	r := s.next()
	if r == endOfInput {
		panic(scanError{io.ErrUnexpectedEOF})
	}
	return r
}

func (s *scan) quoted() string {
	s.notAtEnd()
	mark := s.next()
	switch mark {
	case '`':
		for {
			r := s.must()
			if r == mark {
				return string(s.buf)
			}
			s.buf = utf8.AppendRune(s.buf, r)
		}
	case '"':
		s.buf = append(s.buf, '"')
		for {
			r := s.must()
			s.buf = utf8.AppendRune(s.buf, r)
			if r == '\\' {
				s.buf = utf8.AppendRune(s.buf, s.must())
			} else if r == '"' {
				break
			}
		}
		text, err := strconv.Unquote(string(s.buf))
		if err != nil {
			panic(scanError{err})
		}
		return text
	}
	s.fail("expected quoted string")
	return ""
}

func hexValue(r rune) (value int, ok bool) {
	switch {
	case '0' <= r && r <= '9':
		return int(r - '0'), true
	case 'a' <= r && r <= 'f':
		return int(r-'a') + 10, true
	case 'A' <= r && r <= 'F':
		return int(r-'A') + 10, true
	}
	return 0, false
}

func (s *scan) hexString() string {
	s.notAtEnd()
	for {
		r := s.next()
		if r == endOfInput {
			break
		}
		high, ok := hexValue(r)
		if !ok {
			s.UnreadRune()
			break
		}
		low, ok := hexValue(s.must())
		if !ok {
			s.fail("illegal hex digit")
		}
		s.buf = append(s.buf, byte(high<<4|low))
	}
	if len(s.buf) == 0 {
		s.fail("no hex data for %x string")
	}
	return string(s.buf)
}

func (s *scan) scanOne(verb rune, arg any) {
	s.buf = s.buf[:0]
	if v, ok := arg.(Scanner); ok {
		if err := v.Scan(s, verb); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			panic(scanError{err})
		}
		return
	}
	const floatVerbs = "beEfFgGv"
	switch v := arg.(type) {
	case *bool:
		*v = s.scanBool(verb)
	case *int:
		*v = int(s.scanInt(verb, 64))
	case *int8:
		*v = int8(s.scanInt(verb, 8))
	case *int16:
		*v = int16(s.scanInt(verb, 16))
	case *int32:
		*v = int32(s.scanInt(verb, 32))
	case *int64:
		*v = s.scanInt(verb, 64)
	case *uint:
		*v = uint(s.scanUint(verb, 64))
	case *uint8:
		*v = uint8(s.scanUint(verb, 8))
	case *uint16:
		*v = uint16(s.scanUint(verb, 16))
	case *uint32:
		*v = uint32(s.scanUint(verb, 32))
	case *uint64:
		*v = s.scanUint(verb, 64)
	case *uintptr:
		*v = uintptr(s.scanUint(verb, 64))
	case *complex64:
		re, im := s.scanComplex(verb, 32)
		*v = complex(float32(re), float32(im))
	case *complex128:
		*v = complex(s.scanComplex(verb, 64))
	case *float32:
		s.checkVerb(verb, floatVerbs, "float32")
		*v = float32(s.scanFloat(verb, 32))
	case *float64:
		s.checkVerb(verb, floatVerbs, "float64")
		*v = s.scanFloat(verb, 64)
	case *string:
		*v = s.scanString(verb)
	case *[]byte:
		*v = []byte(s.scanString(verb))
	case nil:
		panic(errors.New("reflect: call of reflect.Value.Type on zero Value"))
	default:
		t := rt.TypeOf(arg)
		if rt.Kind(t) != rt.Pointer_ {
			s.fail("type not a pointer: " + rt.TypeName(t))
		}
		s.scanNamed(verb, arg, rt.Elem(t))
	}
}

// scanNamed scans into a pointer to a defined type.
func (s *scan) scanNamed(verb rune, p any, t int) {
	switch k := rt.Kind(t); k {
	case rt.Bool:
		v := uint64(0)
		if s.scanBool(verb) {
			v = 1
		}
		rt.StoreBits(p, v)
	case rt.Int8, rt.Int16, rt.Int32, rt.Int64:
		rt.StoreBits(p, uint64(s.scanInt(verb, 8<<uint(k-rt.Int8))))
	case rt.Uint8, rt.Uint16, rt.Uint32, rt.Uint64:
		rt.StoreBits(p, s.scanUint(verb, 8<<uint(k-rt.Uint8)))
	case rt.Uintptr:
		rt.StoreBits(p, s.scanUint(verb, 64))
	case rt.Float32:
		rt.StoreFloat(p, s.scanFloat(verb, 32))
	case rt.Float64:
		rt.StoreFloat(p, s.scanFloat(verb, 64))
	case rt.Complex64, rt.Complex128:
		re, im := s.scanComplex(verb, 32<<uint(k-rt.Complex64))
		rt.StoreComplex(p, re, im)
	case rt.String_:
		rt.StoreString(p, s.scanString(verb))
	case rt.Slice:
		if rt.Kind(rt.Elem(t)) != rt.Uint8 {
			s.fail("can't scan type: " + rt.TypeName(rt.TypeOf(p)))
		}
		raw.StoreBytes(raw.WordOf(p), []byte(s.scanString(verb)))
	default:
		s.fail("can't scan type: " + rt.TypeName(rt.TypeOf(p)))
	}
}

// rescue turns what scanning panics with into an error.
func rescue(err *error) {
	switch e := recover().(type) {
	case nil:
	case scanError:
		*err = e.err
	case error:
		if e != io.EOF {
			panic(e)
		}
		*err = e
	default:
		panic(e)
	}
}

func (s *scan) scanAll(a []any) (n int, err error) {
	defer rescue(&err)
	for _, arg := range a {
		s.scanOne('v', arg)
		n++
	}
	for s.lineIsEnd {
		r := s.next()
		if r == '\n' || r == endOfInput {
			break
		}
		if !text.IsSpace(r) {
			s.fail("expected newline")
		}
	}
	return n, nil
}

// matchSpace matches the white space at the start of the format: newlines match newlines, other space at least one
// space or the end. It tells how long the space in the format is.
func (s *scan) matchSpace(format string) int {
	i, newlines, trailing := 0, 0, false
	for i < len(format) {
		c, size := utf8.DecodeRuneInString(format[i:])
		if !text.IsSpace(c) {
			break
		}
		trailing = c != '\n'
		if !trailing {
			newlines++
		}
		i += size
	}
	for range newlines {
		r := s.next()
		for r != '\n' && text.IsSpace(r) {
			r = s.next()
		}
		if r != '\n' && r != endOfInput {
			s.fail("newline in format does not match input")
		}
	}
	if trailing {
		r := s.next()
		if newlines == 0 {
			if !text.IsSpace(r) && r != endOfInput {
				s.fail("expected space in input to match format")
			}
			if r == '\n' {
				s.fail("newline in input does not match format")
			}
		}
		for r != '\n' && text.IsSpace(r) {
			r = s.next()
		}
		if r != endOfInput {
			s.UnreadRune()
		}
	}
	return i
}

// advance matches the format up to the next verb: how much of it, or -1 if the input does not match.
func (s *scan) advance(format string) int {
	i := 0
	for i < len(format) {
		c, size := utf8.DecodeRuneInString(format[i:])
		if text.IsSpace(c) {
			i += s.matchSpace(format[i:])
			continue
		}
		if c == '%' {
			if i+1 == len(format) {
				s.fail("missing verb: % at end of format string")
			}
			if format[i+1] != '%' {
				return i
			}
			i++
		}
		if s.must() != c {
			s.UnreadRune()
			return -1
		}
		i += size
	}
	return i
}

func (s *scan) scanFormat(format string, a []any) (n int, err error) {
	defer rescue(&err)
	for i := 0; i < len(format); {
		matched := s.advance(format[i:])
		if matched > 0 {
			i += matched
			continue
		}
		if format[i] != '%' {
			if matched < 0 {
				s.fail("input does not match format")
			}
			break
		}
		i++
		var hasWidth bool
		s.width, hasWidth, i = number(format, i)
		if !hasWidth {
			s.width = unlimited
		}
		verb, size := utf8.DecodeRuneInString(format[i:])
		i += size
		if verb != 'c' {
			s.SkipSpace()
		}
		if verb == '%' {
			s.SkipSpace()
			s.notAtEnd()
			if !s.accept("%") {
				s.fail("missing literal %")
			}
			continue
		}
		s.limit = min(unlimited, s.count+s.width)
		if n >= len(a) {
			s.fail("too few operands for format '%" + format[i-size:] + "'")
		}
		s.scanOne(verb, a[n])
		n++
		s.limit = unlimited
	}
	if n < len(a) {
		s.fail("too many operands")
	}
	return n, nil
}
