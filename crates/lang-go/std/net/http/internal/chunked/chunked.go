// Package chunked reads and writes bodies in chunks, as HTTP/1.1 has them.
package chunked

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// ErrLineTooLong is the error of a line about a chunk that is too long.
var ErrLineTooLong = errors.New("header line too long")

// maxLine is how long the line before a chunk may be.
const maxLine = 4096

// NewReader reads what is in the chunks of r. It reads up to and including the line of the last one, which is empty.
func NewReader(r io.Reader) io.Reader {
	b, ok := r.(*bufio.Reader)
	if !ok {
		b = bufio.NewReader(r)
	}
	return &reader{r: b}
}

type reader struct {
	r      *bufio.Reader
	left   uint64 // of the chunk
	inside bool   // whether the end of a chunk's data is to come
	excess int64  // bytes that are not data, beyond what is usual
	err    error
}

func (c *reader) Read(b []byte) (n int, err error) {
	for c.err == nil {
		if c.inside && c.left == 0 {
			if n > 0 && c.r.Buffered() < 2 {
				break // Waiting could take long, and there is something to give.
			}
			c.endChunk()
			continue
		}
		if c.left == 0 {
			if n > 0 && !c.lineBuffered() {
				break
			}
			c.beginChunk()
			continue
		}
		if len(b) == 0 {
			break
		}
		part := b
		if uint64(len(part)) > c.left {
			part = part[:c.left]
		}
		var k int
		k, c.err = c.r.Read(part)
		n += k
		b = b[k:]
		c.left -= uint64(k)
		if c.err == io.EOF {
			c.err = io.ErrUnexpectedEOF
		}
	}
	return n, c.err
}

// lineBuffered tells whether the next line is there without waiting.
func (c *reader) lineBuffered() bool {
	have, _ := c.r.Peek(c.r.Buffered())
	return bytes.IndexByte(have, '\n') >= 0
}

// endChunk reads the end of line after the data.
func (c *reader) endChunk() {
	var end [2]byte
	if _, err := io.ReadFull(c.r, end[:]); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		c.err = err
		return
	}
	if string(end[:]) != "\r\n" {
		c.err = errors.New("malformed chunked encoding")
		return
	}
	c.inside = false
}

// beginChunk reads the line before the data. Data should outweigh what stands around it: a chunk may have 16 bytes of that, and
// twice as many as it has data.
func (c *reader) beginChunk() {
	line, err := readLine(c.r)
	if err != nil {
		c.err = err
		return
	}
	c.excess += int64(len(line)) + 2
	line = trimBlanks(line)
	if line, err = withoutExtension(line); err != nil {
		c.err = err
		return
	}
	if c.left, c.err = parseSize(line); c.err != nil {
		return
	}
	c.excess = max(0, c.excess-16-2*int64(min(c.left, 1<<40)))
	if c.excess > 16<<10 {
		c.err = errors.New("chunked encoding contains too much non-data")
		return
	}
	if c.left == 0 {
		c.err = io.EOF
		return
	}
	c.inside = true
}

// readLine reads a line that ends in \r\n. A \r within it is not valid, and neither is a \n alone.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		switch err {
		case io.EOF:
			err = io.ErrUnexpectedEOF
		case bufio.ErrBufferFull:
			err = ErrLineTooLong
		}
		return nil, err
	}
	if i := bytes.IndexByte(line, '\r'); i < 0 {
		return nil, errors.New("chunked line ends with bare LF")
	} else if i != len(line)-2 {
		return nil, errors.New("invalid CR in chunked line")
	}
	if len(line) >= maxLine {
		return nil, ErrLineTooLong
	}
	return line[:len(line)-2], nil
}

func trimBlanks(b []byte) []byte { return bytes.TrimRight(b, " \t\r\n") }

func withoutExtension(line []byte) ([]byte, error) {
	line, _, _ = bytes.Cut(line, []byte(";"))
	return line, nil
}

func parseSize(digits []byte) (n uint64, err error) {
	if len(digits) == 0 {
		return 0, errors.New("empty hex number for chunk length")
	}
	for i, c := range digits {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, errors.New("invalid byte in chunk length")
		}
		if i == 16 {
			return 0, errors.New("http chunk length too large")
		}
		n = n<<4 | uint64(c)
	}
	return n, nil
}

// NewWriter writes each write as a chunk. Close writes the empty one, and not the trailer that follows it.
func NewWriter(w io.Writer) io.WriteCloser { return &Writer{w} }

// Writer is what NewWriter makes.
type Writer struct{ Wire io.Writer }

// Write writes nothing where there is no data, since that would be the end.
func (w *Writer) Write(data []byte) (n int, err error) {
	if len(data) == 0 {
		return 0, nil
	}
	if _, err = fmt.Fprintf(w.Wire, "%x\r\n", len(data)); err != nil {
		return 0, err
	}
	if n, err = w.Wire.Write(data); err != nil {
		return n, err
	}
	if n != len(data) {
		return n, io.ErrShortWrite
	}
	if _, err = io.WriteString(w.Wire, "\r\n"); err != nil {
		return n, err
	}
	if b, ok := w.Wire.(*FlushAfterChunk); ok {
		err = b.Flush()
	}
	return n, err
}

func (w *Writer) Close() error {
	_, err := io.WriteString(w.Wire, "0\r\n")
	return err
}

// FlushAfterChunk is flushed after each chunk.
type FlushAfterChunk struct{ *bufio.Writer }
