package csv

import (
	"bufio"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Writer writes records through a buffer: Flush must follow the last.
type Writer struct {
	Comma   rune
	UseCRLF bool // end lines, also those within fields, with \r\n
	w       *bufio.Writer
}

func NewWriter(w io.Writer) *Writer {
	return &Writer{Comma: ',', w: bufio.NewWriter(w)}
}

func (w *Writer) newline() (err error) {
	if w.UseCRLF {
		_, err = w.w.WriteString("\r\n")
		return err
	}
	return w.w.WriteByte('\n')
}

func (w *Writer) Write(record []string) error {
	if !validDelim(w.Comma) {
		return errInvalidDelim
	}
	for i, field := range record {
		if i > 0 {
			if _, err := w.w.WriteRune(w.Comma); err != nil {
				return err
			}
		}
		if w.needsQuotes(field) {
			if err := w.quoted(field); err != nil {
				return err
			}
		} else if _, err := w.w.WriteString(field); err != nil {
			return err
		}
	}
	return w.newline()
}

func (w *Writer) quoted(field string) (err error) {
	if err = w.w.WriteByte('"'); err != nil {
		return err
	}
	for field != "" {
		n := strings.IndexAny(field, "\"\r\n")
		if n < 0 {
			n = len(field)
		}
		if _, err = w.w.WriteString(field[:n]); err != nil {
			return err
		}
		if field = field[n:]; field == "" {
			break
		}
		switch field[0] {
		case '"':
			_, err = w.w.WriteString(`""`)
		case '\r':
			if !w.UseCRLF {
				err = w.w.WriteByte('\r')
			}
		case '\n':
			err = w.newline()
		}
		if err != nil {
			return err
		}
		field = field[1:]
	}
	return w.w.WriteByte('"')
}

// needsQuotes: also for a leading space, and for what ends the data for some databases.
func (w *Writer) needsQuotes(field string) bool {
	if field == "" {
		return false
	}
	if field == `\.` || strings.ContainsRune(field, w.Comma) || strings.ContainsAny(field, "\"\r\n") {
		return true
	}
	r, _ := utf8.DecodeRuneInString(field)
	return unicode.IsSpace(r)
}

func (w *Writer) Flush() { w.w.Flush() }

// Error is the one that a Write or Flush met.
func (w *Writer) Error() error {
	_, err := w.w.Write(nil)
	return err
}

// WriteAll writes records and flushes.
func (w *Writer) WriteAll(records [][]string) error {
	for _, record := range records {
		if err := w.Write(record); err != nil {
			return err
		}
	}
	return w.w.Flush()
}
