// Package tabwriter aligns cells, which tabs end, in columns (elastic tabstops, after Gravgaard).
package tabwriter

import (
	"fmt"
	"internal/text"
	"io"
	"unicode/utf8"
)

const (
	FilterHTML          uint = 1 << iota // tags have no width, entities that of one character
	StripEscape                          // leave out the escape characters
	AlignRight                           // padding before the text
	DiscardEmptyColumns                  // columns whose cells all end with \v and are empty
	TabIndent                            // tabs for leading empty cells
	Debug                                // bars between columns
)

// Escape stands before and after text that is taken as it is.
const Escape = '\xff'

// cell is text with its length in bytes and its width in characters.
type cell struct {
	size, width int
	tab         bool // ended by \t
}

// Writer collects cells until a line without tabs, a form feed or Flush ends the columns.
type Writer struct {
	output                      io.Writer
	minWidth, tabWidth, padding int
	padChar                     byte
	flags                       uint

	text    []byte // that of all cells
	cells   []cell
	lines   []int // how many cells were there when each line began
	cell    cell  // what is not ended yet; its width is that of what lies before counted
	counted int
	closing byte  // what ends the escaped text, 0 if there is none
	widths  []int // of the columns that are being laid out
	out     []byte
}

func NewWriter(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer {
	return new(Writer).Init(output, minwidth, tabwidth, padding, padchar, flags)
}

func (w *Writer) Init(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer {
	if minwidth < 0 || tabwidth < 0 || padding < 0 {
		panic("negative minwidth, tabwidth, or padding")
	}
	if padchar == '\t' {
		flags &^= AlignRight
	}
	w.output, w.flags, w.padChar = output, flags, padchar
	w.minWidth, w.tabWidth, w.padding = minwidth, tabwidth, padding
	w.reset()
	return w
}

func (w *Writer) reset() {
	w.text = w.text[:0]
	w.cells = w.cells[:0]
	w.lines = append(w.lines[:0], 0)
	w.widths = w.widths[:0]
	w.out = w.out[:0]
	w.cell = cell{}
	w.counted = 0
	w.closing = 0
}

// line has the cells of a line.
func (w *Writer) line(i int) []cell {
	if i+1 < len(w.lines) {
		return w.cells[w.lines[i]:w.lines[i+1]]
	}
	return w.cells[w.lines[i]:]
}

func (w *Writer) add(b []byte) {
	w.text = append(w.text, b...)
	w.cell.size += len(b)
}

func (w *Writer) count() {
	w.cell.width += utf8.RuneCount(w.text[w.counted:])
	w.counted = len(w.text)
}

func (w *Writer) endCell(tab bool) {
	w.cell.tab = tab
	w.cells = append(w.cells, w.cell)
	w.cell = cell{}
}

func (w *Writer) endEscape() {
	switch w.closing {
	case Escape:
		w.count()
		if w.flags&StripEscape == 0 {
			w.cell.width -= 2
		}
	case ';':
		w.cell.width++
	}
	w.counted = len(w.text)
	w.closing = 0
}

func (w *Writer) Write(buf []byte) (n int, err error) {
	defer explain("Write")
	done := 0
	for i, c := range buf {
		if w.closing != 0 {
			if c != w.closing {
				continue
			}
			end := i + 1
			if c == Escape && w.flags&StripEscape != 0 {
				end = i
			}
			w.add(buf[done:end])
			done = i + 1
			w.endEscape()
			continue
		}
		switch c {
		case '\t', '\v', '\n', '\f':
			w.add(buf[done:i])
			w.count()
			done = i + 1
			w.endCell(c == '\t')
			if c == '\t' || c == '\v' {
				continue
			}
			alone := len(w.cells)-w.lines[len(w.lines)-1] == 1
			w.lines = append(w.lines, len(w.cells))
			if c == '\f' || alone {
				if err := w.flush(c == '\f' && w.flags&Debug != 0); err != nil {
					return done, err
				}
			}
		case Escape:
			w.add(buf[done:i])
			w.count()
			done = i
			if w.flags&StripEscape != 0 {
				done++
			}
			w.closing = Escape
		case '<', '&':
			if w.flags&FilterHTML != 0 {
				w.add(buf[done:i])
				w.count()
				done = i
				w.closing = '>'
				if c == '&' {
					w.closing = ';'
				}
			}
		}
	}
	w.add(buf[done:])
	return len(buf), nil
}

// Flush writes what was collected, taking the last cell for complete.
func (w *Writer) Flush() error {
	defer explain("Flush")
	return w.flush(false)
}

// explain says during what the underlying writer panicked.
func explain(what string) {
	if e := recover(); e != nil {
		panic(fmt.Sprintf("tabwriter: panic during %s (%v)", what, e))
	}
}

func (w *Writer) flush(bar bool) error {
	if w.cell.size > 0 {
		if w.closing != 0 {
			w.endEscape()
		}
		w.endCell(false)
	}
	w.format(0, 0, len(w.lines))
	if bar {
		w.out = append(w.out, "---\n"...)
	}
	var err error
	if len(w.out) > 0 {
		var n int
		if n, err = w.output.Write(w.out); n != len(w.out) && err == nil {
			err = io.ErrShortWrite
		}
	}
	w.reset()
	return err
}

// format lays out lines, given the widths of their first columns; pos is where their text begins.
func (w *Writer) format(pos, from, to int) int {
	column := len(w.widths)
	for at := from; at < to; at++ {
		if column >= len(w.line(at))-1 {
			continue
		}
		// The next column begins here; its block goes as far as lines have it.
		pos = w.layLines(pos, from, at)
		from = at
		width, discard := w.minWidth, w.flags&DiscardEmptyColumns != 0
		for ; at < to; at++ {
			line := w.line(at)
			if column >= len(line)-1 {
				break
			}
			c := line[column]
			width = max(width, c.width+w.padding)
			discard = discard && c.width == 0 && !c.tab
		}
		if discard {
			width = 0
		}
		w.widths = append(w.widths, width)
		pos = w.format(pos, from, at)
		w.widths = w.widths[:len(w.widths)-1]
		from = at
	}
	return w.layLines(pos, from, to)
}

func (w *Writer) layLines(pos, from, to int) int {
	for i := from; i < to; i++ {
		useTabs := w.flags&TabIndent != 0
		for j, c := range w.line(i) {
			if j > 0 && w.flags&Debug != 0 {
				w.out = append(w.out, '|')
			}
			useTabs = useTabs && c.size == 0
			inColumn := j < len(w.widths)
			if inColumn && w.flags&AlignRight != 0 && c.size > 0 {
				w.pad(c.width, w.widths[j], useTabs)
				inColumn = false
			}
			w.out = append(w.out, w.text[pos:pos+c.size]...)
			pos += c.size
			if inColumn {
				w.pad(c.width, w.widths[j], useTabs)
			}
		}
		if i+1 < len(w.lines) {
			w.out = append(w.out, '\n')
		}
	}
	return pos
}

// pad fills a column, of which so much is text.
func (w *Writer) pad(width, column int, useTabs bool) {
	n, c := column-width, w.padChar
	if c == '\t' || useTabs {
		if w.tabWidth == 0 {
			return
		}
		column = (column + w.tabWidth - 1) / w.tabWidth * w.tabWidth
		n, c = (column-width+w.tabWidth-1)/w.tabWidth, '\t'
	}
	w.out = text.AppendFill(w.out, n, c)
}
