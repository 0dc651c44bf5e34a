// Package csv reads and writes lines of fields between commas.
package csv

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// ParseError says where the input is wrong; lines and columns count from 1, columns in bytes.
type ParseError struct {
	StartLine int // of the record
	Line      int
	Column    int
	Err       error
}

func (e *ParseError) Error() string {
	line, text := strconv.Itoa(e.Line), e.Err.Error()
	if e.Err == ErrFieldCount {
		return "record on line " + line + ": " + text
	}
	where := "parse error on line " + line + ", column " + strconv.Itoa(e.Column) + ": " + text
	if e.StartLine != e.Line {
		where = "record on line " + strconv.Itoa(e.StartLine) + "; " + where
	}
	return where
}

func (e *ParseError) Unwrap() error { return e.Err }

var (
	ErrBareQuote     = errors.New("bare \" in non-quoted-field")
	ErrQuote         = errors.New("extraneous or missing \" in quoted-field")
	ErrFieldCount    = errors.New("wrong number of fields")
	ErrTrailingComma = errors.New("extra delimiter at end of line")
)

var errInvalidDelim = errors.New("csv: invalid field or comment delimiter")

func validDelim(r rune) bool {
	return r != 0 && r != '"' && r != '\r' && r != '\n' && utf8.ValidRune(r) && r != utf8.RuneError
}

type position struct{ line, col int }

// Reader reads records. Its fields are set before the first Read.
type Reader struct {
	Comma            rune
	Comment          rune // starts lines to be skipped; 0 for none
	FieldsPerRecord  int  // 0: as many as the first has; negative: any number
	LazyQuotes       bool // quotes may stand within fields
	TrimLeadingSpace bool
	ReuseRecord      bool // the result of Read is overwritten by the next
	TrailingComma    bool // ignored

	r      *bufio.Reader
	line   int
	offset int64
	long   []byte     // a line that is longer than the buffer of r
	text   []byte     // the fields of a record, one after another
	ends   []int      // of the fields in text
	starts []position // of the fields in the input
	last   []string
}

func NewReader(r io.Reader) *Reader {
	return &Reader{Comma: ',', r: bufio.NewReader(r)}
}

func (r *Reader) Read() (record []string, err error) {
	if !r.ReuseRecord {
		return r.record(nil)
	}
	record, err = r.record(r.last)
	r.last = record
	return record, err
}

func (r *Reader) ReadAll() (records [][]string, err error) {
	for {
		record, err := r.record(nil)
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
}

// FieldPos is where a field of the last record started.
func (r *Reader) FieldPos(field int) (line, column int) {
	if field < 0 || field >= len(r.starts) {
		panic("out of range index passed to FieldPos")
	}
	p := r.starts[field]
	return p.line, p.col
}

// InputOffset is the offset of the end of the last record.
func (r *Reader) InputOffset() int64 { return r.offset }

// readLine ends lines with \n alone, the last one perhaps with nothing.
func (r *Reader) readLine() ([]byte, error) {
	line, err := r.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		r.long = append(r.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = r.r.ReadSlice('\n')
			r.long = append(r.long, line...)
		}
		line = r.long
	}
	n := len(line)
	r.line++
	r.offset += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
		if line[n-1] == '\r' {
			line = line[:n-1]
		}
	}
	if n = len(line); n >= 2 && line[n-2] == '\r' && line[n-1] == '\n' {
		line[n-2] = '\n'
		line = line[:n-1]
	}
	return line, err
}

// newline is the length of the newline at the end.
func newline(b []byte) int {
	if len(b) > 0 && b[len(b)-1] == '\n' {
		return 1
	}
	return 0
}

func first(b []byte) rune {
	r, _ := utf8.DecodeRune(b)
	return r
}

// firstLine skips comments and empty lines.
func (r *Reader) firstLine() ([]byte, error) {
	for {
		line, err := r.readLine()
		if err != nil && len(line) == 0 {
			return nil, err
		}
		comment := r.Comment != 0 && first(line) == r.Comment
		empty := err == nil && len(line) == newline(line)
		if !comment && !empty {
			return line, err
		}
		if err != nil {
			return nil, err
		}
	}
}

func (r *Reader) endField(start position) {
	r.ends = append(r.ends, len(r.text))
	r.starts = append(r.starts, start)
}

func (r *Reader) record(dst []string) ([]string, error) {
	if r.Comma == r.Comment || !validDelim(r.Comma) || r.Comment != 0 && !validDelim(r.Comment) {
		return nil, errInvalidDelim
	}
	line, fail := r.firstLine()
	if fail == io.EOF {
		return nil, fail
	}
	r.text, r.ends, r.starts = r.text[:0], r.ends[:0], r.starts[:0]
	start := r.line
	err := r.fields(line, fail)
	text := string(r.text)
	if cap(dst) < len(r.ends) {
		dst = make([]string, len(r.ends))
	}
	dst = dst[:len(r.ends)]
	from := 0
	for i, end := range r.ends {
		dst[i] = text[from:end]
		from = end
	}
	if r.FieldsPerRecord == 0 {
		r.FieldsPerRecord = len(dst)
	} else if r.FieldsPerRecord > 0 && len(dst) != r.FieldsPerRecord && err == nil {
		err = &ParseError{StartLine: start, Line: start, Column: 1, Err: ErrFieldCount}
	}
	return dst, err
}

// fields takes the record apart that starts with line; fail is the error with which that was read.
func (r *Reader) fields(line []byte, fail error) error {
	start := r.line
	comma := utf8.RuneLen(r.Comma)
	pos := position{r.line, 1}
	for {
		if r.TrimLeadingSpace {
			n := bytes.IndexFunc(line, func(c rune) bool { return !unicode.IsSpace(c) })
			if n < 0 {
				n = len(line)
				pos.col -= newline(line)
			}
			line = line[n:]
			pos.col += n
		}
		if len(line) == 0 || line[0] != '"' {
			end := r.comma(line)
			field := line
			if end >= 0 {
				field = line[:end]
			} else {
				field = line[:len(line)-newline(line)]
			}
			if !r.LazyQuotes {
				if j := bytes.IndexByte(field, '"'); j >= 0 {
					return &ParseError{StartLine: start, Line: r.line, Column: pos.col + j, Err: ErrBareQuote}
				}
			}
			r.text = append(r.text, field...)
			r.endField(pos)
			if end < 0 {
				return fail
			}
			line = line[end+comma:]
			pos.col += end + comma
			continue
		}
		fieldStart := pos
		line = line[1:]
		pos.col++
		for closed := false; !closed; {
			n := bytes.IndexByte(line, '"')
			if n < 0 {
				if len(line) == 0 { // the end of the input
					if !r.LazyQuotes && fail == nil {
						return &ParseError{StartLine: start, Line: pos.line, Column: pos.col, Err: ErrQuote}
					}
					r.endField(fieldStart)
					return fail
				}
				r.text = append(r.text, line...)
				if fail != nil {
					return fail
				}
				pos.col += len(line)
				line, fail = r.readLine()
				if len(line) > 0 {
					pos = position{pos.line + 1, 1}
				}
				if fail == io.EOF {
					fail = nil
				}
				continue
			}
			r.text = append(r.text, line[:n]...)
			line = line[n+1:]
			pos.col += n + 1
			switch c := first(line); {
			case c == '"':
				r.text = append(r.text, '"')
				line = line[1:]
				pos.col++
			case c == r.Comma:
				line = line[comma:]
				pos.col += comma
				r.endField(fieldStart)
				closed = true
			case newline(line) == len(line):
				r.endField(fieldStart)
				return fail
			case r.LazyQuotes:
				r.text = append(r.text, '"')
			default:
				return &ParseError{StartLine: start, Line: r.line, Column: pos.col - 1, Err: ErrQuote}
			}
		}
	}
}

// comma finds the next one.
func (r *Reader) comma(line []byte) int {
	if r.Comma < utf8.RuneSelf {
		return bytes.IndexByte(line, byte(r.Comma))
	}
	return bytes.IndexRune(line, r.Comma)
}
