package tar

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

const blockSize = 512

// block is a header as it stands in an archive.
type block [blockSize]byte

// Fields of a block, by where they begin and end.
func (b *block) name() []byte     { return b[0:100] }
func (b *block) mode() []byte     { return b[100:108] }
func (b *block) uid() []byte      { return b[108:116] }
func (b *block) gid() []byte      { return b[116:124] }
func (b *block) size() []byte     { return b[124:136] }
func (b *block) modTime() []byte  { return b[136:148] }
func (b *block) sum() []byte      { return b[148:156] }
func (b *block) typeflag() *byte  { return &b[156] }
func (b *block) linkname() []byte { return b[157:257] }
func (b *block) magic() []byte    { return b[257:265] }
func (b *block) uname() []byte    { return b[265:297] }
func (b *block) gname() []byte    { return b[297:329] }
func (b *block) devmajor() []byte { return b[329:337] }
func (b *block) devminor() []byte { return b[337:345] }
func (b *block) prefix() []byte   { return b[345:500] }

// Fields of GNU.
func (b *block) gnuAccess() []byte   { return b[345:357] }
func (b *block) gnuChange() []byte   { return b[357:369] }
func (b *block) gnuSparse() []byte   { return b[386:483] }
func (b *block) gnuRealSize() []byte { return b[483:495] }

// Fields of star.
func (b *block) starPrefix() []byte { return b[345:476] }
func (b *block) starAccess() []byte { return b[476:488] }
func (b *block) starChange() []byte { return b[488:500] }

const (
	magicGNU   = "ustar  \x00"
	magicUSTAR = "ustar\x0000"
)

// sums adds up the block with spaces in place of its sum; old writers took bytes with signs.
func (b *block) sums() (unsigned, signed int64) {
	for i, c := range b {
		if i >= 148 && i < 156 {
			c = ' '
		}
		unsigned += int64(c)
		signed += int64(int8(c))
	}
	return unsigned, signed
}

// format is what the block is, unknown if its sum is wrong.
func (b *block) format() Format {
	var p parser
	want := p.octal(b.sum())
	unsigned, signed := b.sums()
	if p.failed || want != unsigned && want != signed {
		return FormatUnknown
	}
	switch magic := string(b.magic()); {
	case magic[:6] == magicUSTAR[:6] && string(b[508:]) == "tar\x00":
		return formatSTAR
	case magic[:6] == magicUSTAR[:6]:
		return FormatUSTAR | FormatPAX
	case magic == magicGNU:
		return FormatGNU
	}
	return formatV7
}

// seal sets what tells the format, and the sum.
func (b *block) seal(f Format) {
	switch {
	case f.has(FormatGNU):
		copy(b.magic(), magicGNU)
	case f.has(FormatUSTAR | FormatPAX):
		copy(b.magic(), magicUSTAR)
	}
	sum, _ := b.sums()
	var p formatter
	p.octal(b.sum()[:7], sum)
	b.sum()[7] = ' '
}

// parser reads fields, and remembers whether one was wrong.
type parser struct{ failed bool }

// text is what stands before a zero byte.
func (*parser) text(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return string(b[:i])
	}
	return string(b)
}

// number is binary, where the highest bit is set, or octal.
func (p *parser) number(b []byte) int64 {
	if len(b) == 0 || b[0]&0x80 == 0 {
		return p.octal(b)
	}
	var invert byte
	if b[0]&0x40 != 0 {
		invert = 0xff // negative
	}
	var x uint64
	for i, c := range b {
		c ^= invert
		if i == 0 {
			c &= 0x7f
		}
		if x>>56 > 0 {
			p.failed = true
			return 0
		}
		x = x<<8 | uint64(c)
	}
	if x>>63 > 0 {
		p.failed = true
		return 0
	}
	if invert != 0 {
		return ^int64(x)
	}
	return int64(x)
}

func (p *parser) octal(b []byte) int64 {
	b = bytes.Trim(b, " \x00")
	if len(b) == 0 {
		return 0
	}
	x, err := strconv.ParseUint(p.text(b), 8, 64)
	if err != nil {
		p.failed = true
	}
	return int64(x)
}

func (p *parser) err() error {
	if p.failed {
		return ErrHeader
	}
	return nil
}

// formatter writes fields, and remembers whether one did not fit.
type formatter struct{ failed bool }

func (f *formatter) text(b []byte, s string) {
	if len(s) > len(b) {
		f.failed = true
	}
	copy(b, s)
	if len(s) < len(b) {
		b[len(s)] = 0
	}
	// A slash at the end of a name that was cut would make it a directory for some.
	if len(s) > len(b) && b[len(b)-1] == '/' {
		b[len(strings.TrimRight(s[:len(b)], "/"))] = 0
	}
}

func (f *formatter) octal(b []byte, x int64) {
	if !fitsOctal(len(b), x) {
		x = 0
		f.failed = true
	}
	s := strconv.FormatInt(x, 8)
	if n := len(b) - len(s) - 1; n > 0 {
		s = strings.Repeat("0", n) + s
	}
	f.text(b, s)
}

// number is octal if that fits, and binary otherwise.
func (f *formatter) number(b []byte, x int64) {
	if fitsOctal(len(b), x) {
		f.octal(b, x)
		return
	}
	if !fitsBinary(len(b), x) {
		f.octal(b, 0)
		f.failed = true
		return
	}
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte(x)
		x >>= 8
	}
	b[0] |= 0x80
}

// fitsBinary tells whether n bytes with a mark in the highest bit hold a number.
func fitsBinary(n int, x int64) bool {
	bits := uint(n-1) * 8
	return n >= 9 || x >= -1<<bits && x < 1<<bits
}

// fitsOctal tells whether the digits of a number and a zero byte fit.
func fitsOctal(n int, x int64) bool {
	bits := uint(n-1) * 3
	return x >= 0 && (n >= 22 || x < 1<<bits)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] == 0 {
			return false
		}
	}
	return true
}

// toASCII drops what is not ASCII.
func toASCII(s string) string {
	if isASCII(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, c := range []byte(s) {
		if c < 0x80 && c != 0 {
			b = append(b, c)
		}
	}
	return string(b)
}

// splitPath splits a name that is too long for one field of USTAR.
func splitPath(name string) (prefix, suffix string, ok bool) {
	if len(name) <= 100 || !isASCII(name) {
		return "", "", false
	}
	n := len(name)
	if n > 156 {
		n = 156
	} else if name[n-1] == '/' {
		n--
	}
	i := strings.LastIndexByte(name[:n], '/')
	rest := len(name) - i - 1
	if i <= 0 || rest > 100 || rest == 0 || i > 155 {
		return "", "", false
	}
	return name[:i], name[i+1:], true
}

// parseTime reads seconds with a fraction, of which nine digits count.
func parseTime(s string) (time.Time, error) {
	whole, fraction, dotted := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return time.Time{}, ErrHeader
	}
	if !dotted || fraction == "" {
		return time.Unix(seconds, 0), nil
	}
	if strings.Trim(fraction, "0123456789") != "" {
		return time.Time{}, ErrHeader
	}
	digits := fraction
	if len(digits) < 9 {
		digits += strings.Repeat("0", 9-len(digits))
	}
	nanos, _ := strconv.ParseInt(digits[:9], 10, 64)
	if len(whole) > 0 && whole[0] == '-' {
		nanos = -nanos
	}
	return time.Unix(seconds, nanos), nil
}

func formatTime(t time.Time) string {
	seconds, nanos := t.Unix(), t.Nanosecond()
	if nanos == 0 {
		return strconv.FormatInt(seconds, 10)
	}
	sign := ""
	if seconds < 0 {
		sign = "-"
		seconds, nanos = -(seconds + 1), 1e9-nanos
	}
	fraction := strconv.Itoa(nanos)
	fraction = strings.Repeat("0", 9-len(fraction)) + fraction
	return sign + strconv.FormatInt(seconds, 10) + "." + strings.TrimRight(fraction, "0")
}

// parseRecord reads a record of PAX: its length, its key and its value.
func parseRecord(s string) (key, value, rest string, err error) {
	digits, after, ok := strings.Cut(s, " ")
	if !ok {
		return "", "", s, ErrHeader
	}
	n, err := strconv.ParseInt(digits, 10, 0)
	if err != nil || n < 5 || n > int64(len(s)) {
		return "", "", s, ErrHeader
	}
	n -= int64(len(digits) + 1)
	if n <= 0 {
		return "", "", s, ErrHeader
	}
	record, end, rest := after[:n-1], after[n-1:n], after[n:]
	if end != "\n" {
		return "", "", s, ErrHeader
	}
	key, value, ok = strings.Cut(record, "=")
	if !ok || !validRecord(key, value) {
		return "", "", s, ErrHeader
	}
	return key, value, rest, nil
}

func formatRecord(key, value string) (string, error) {
	if !validRecord(key, value) {
		return "", ErrHeader
	}
	size := len(key) + len(value) + len(" =\n")
	// The length counts its own digits.
	n := size + len(strconv.Itoa(size))
	record := strconv.Itoa(n) + " " + key + "=" + value + "\n"
	if len(record) != n {
		record = strconv.Itoa(len(record)) + " " + key + "=" + value + "\n"
	}
	return record, nil
}

func validRecord(key, value string) bool {
	if key == "" || strings.IndexByte(key, '=') >= 0 {
		return false
	}
	switch key {
	case paxPath, paxLinkpath, paxUname, paxGname:
		return strings.IndexByte(value, 0) < 0
	}
	return strings.IndexByte(key, 0) < 0
}
