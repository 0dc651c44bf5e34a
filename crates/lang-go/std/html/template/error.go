package template

import (
	"fmt"
	"text/template/parse"
)

// Error is what is wrong with a template as a template for HTML.
type Error struct {
	// ErrorCode is the kind of the error.
	ErrorCode ErrorCode
	// Node is where the error is, if that is known; then Name and Line do not count.
	Node parse.Node
	// Name is the name of the template.
	Name string
	// Line is the number of the line, or 0.
	Line int
	// Description says for people what is wrong.
	Description string
}

// ErrorCode is a kind of error. Templates may also fail while they are executed; where an unsafe value came to a URL
// or to CSS, the output has ZgotmplZ instead.
type ErrorCode int

const (
	// OK is no error.
	OK ErrorCode = iota

	// ErrAmbigContext is for an action in a URL of which it is not known whether it is in the path or the query.
	ErrAmbigContext

	// ErrBadHTML is for tags that are malformed, or that browsers would read in different ways.
	ErrBadHTML

	// ErrBranchEnd is for an if, with or range whose branches end in different contexts.
	ErrBranchEnd

	// ErrEndContext is for a template that ends within a tag, a script or the like.
	ErrEndContext

	// ErrNoSuchTemplate is for a call of a template that is not there when the calling one is first executed.
	ErrNoSuchTemplate

	// ErrOutputContext is for a recursive template that ends in another context than it begins in.
	ErrOutputContext

	// ErrPartialCharset is for an action within the brackets of a regular expression of JavaScript.
	ErrPartialCharset

	// ErrPartialEscape is for an action after a backslash.
	ErrPartialEscape

	// ErrRangeLoopReentry is for the body of a range that cannot follow itself.
	ErrRangeLoopReentry

	// ErrSlashAmbig is for a slash that could begin a regular expression or be a division.
	ErrSlashAmbig

	// ErrPredefinedEscaper is for html or urlquery where what they write would be escaped again.
	ErrPredefinedEscaper

	// ErrJSTemplate was for actions in template literals of JavaScript.
	//
	// Deprecated: such actions are escaped.
	ErrJSTemplate
)

// Error returns the description with the place.
func (e *Error) Error() string {
	place := " "
	switch {
	case e.Node != nil:
		location, _ := (*parse.Tree)(nil).ErrorContext(e.Node)
		place = location + ": "
	case e.Line != 0:
		place = fmt.Sprintf("%s:%d: ", e.Name, e.Line)
	case e.Name != "":
		place = e.Name + ": "
	}
	return "html/template:" + place + e.Description
}
