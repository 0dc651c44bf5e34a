package quotedprintable

import "io"

// longest is the length of the longest line, without its end.
const longest = 76

// Writer encodes.
type Writer struct {
	// Binary makes it encode \r and \n too, which end lines otherwise.
	Binary bool

	w    io.Writer
	n    int // bytes in line
	cr   bool
	line [longest + 2]byte
}

func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

const hexDigits = "0123456789ABCDEF"

func (w *Writer) Write(p []byte) (n int, err error) {
	for i, c := range p {
		switch {
		case '!' <= c && c <= '~' && c != '=', c == ' ', c == '\t':
			err = w.plain(c)
			w.cr = false
		case !w.Binary && (c == '\r' || c == '\n'):
			// As in Go, a \n belongs to the last \r even if escapes stand between them.
			if c == '\r' || !w.cr {
				err = w.endLine()
			}
			w.cr = c == '\r'
		default:
			err = w.escape(c)
		}
		if err != nil {
			return i, err
		}
	}
	return len(p), nil
}

// Close writes what is left. It does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.protectBlank(); err != nil {
		return err
	}
	return w.flush()
}

func (w *Writer) plain(c byte) error {
	if w.n == longest-1 {
		if err := w.softBreak(); err != nil {
			return err
		}
	}
	w.line[w.n] = c
	w.n++
	return nil
}

func (w *Writer) escape(c byte) error {
	if w.n+3 > longest-1 {
		if err := w.softBreak(); err != nil {
			return err
		}
	}
	w.line[w.n], w.line[w.n+1], w.line[w.n+2] = '=', hexDigits[c>>4], hexDigits[c&15]
	w.n += 3
	return nil
}

// protectBlank escapes the blank at the end of a line.
func (w *Writer) protectBlank() error {
	if w.n > 0 {
		if c := w.line[w.n-1]; c == ' ' || c == '\t' {
			w.n--
			return w.escape(c)
		}
	}
	return nil
}

func (w *Writer) endLine() error {
	if err := w.protectBlank(); err != nil {
		return err
	}
	return w.breakLine()
}

func (w *Writer) softBreak() error {
	w.line[w.n] = '='
	w.n++
	return w.breakLine()
}

func (w *Writer) breakLine() error {
	w.line[w.n], w.line[w.n+1] = '\r', '\n'
	w.n += 2
	return w.flush()
}

func (w *Writer) flush() error {
	_, err := w.w.Write(w.line[:w.n])
	w.n = 0
	return err
}
