package scanner

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"sort"
)

// Error is an error at a place.
type Error struct {
	Pos token.Position
	Msg string
}

// Error has the place first, if there is one.
func (e Error) Error() string {
	if e.Pos.Filename != "" || e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Msg
	}
	return e.Msg
}

// ErrorList is a list of errors, which can be sorted by their places.
type ErrorList []*Error

func (p *ErrorList) Add(pos token.Position, msg string) {
	*p = append(*p, &Error{pos, msg})
}

func (p *ErrorList) Reset() { *p = (*p)[:0] }

func (p ErrorList) Len() int      { return len(p) }
func (p ErrorList) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

// Less compares files, lines, columns and texts, in this order.
func (p ErrorList) Less(i, j int) bool {
	a, b := p[i], p[j]
	return cmp.Or(
		cmp.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Msg, b.Msg),
	) < 0
}

func (p ErrorList) Sort() { sort.Sort(p) }

// RemoveMultiples sorts the list and leaves but the first error of each line.
func (p *ErrorList) RemoveMultiples() {
	p.Sort()
	var last token.Position
	kept := 0
	for _, e := range *p {
		if e.Pos.Filename != last.Filename || e.Pos.Line != last.Line {
			last = e.Pos
			(*p)[kept] = e
			kept++
		}
	}
	*p = (*p)[:kept]
}

// Error is the first error, and how many more there are.
func (p ErrorList) Error() string {
	switch len(p) {
	case 0:
		return "no errors"
	case 1:
		return p[0].Error()
	}
	return fmt.Sprintf("%s (and %d more errors)", p[0], len(p)-1)
}

// Err is the list, or nil if it is empty.
func (p ErrorList) Err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// PrintError prints an error, or each of a list of them, in lines.
func PrintError(w io.Writer, err error) {
	if list, ok := err.(ErrorList); ok {
		for _, e := range list {
			fmt.Fprintf(w, "%s\n", e)
		}
	} else if err != nil {
		fmt.Fprintf(w, "%s\n", err)
	}
}
