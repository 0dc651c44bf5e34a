package xml

import (
	"errors"
	"io"
	"strings"
)

// Decoder reads the tokens of a document, and values from them.
type Decoder struct {
	// Strict is true at first. If it is false, ends of elements may be missing, attributes may lack quotes
	// or values, and what looks like an unknown entity is text.
	Strict bool
	// AutoClose lists elements that end at once, if Strict is false.
	AutoClose []string
	// Entity maps names of entities to text, besides lt, gt, amp, apos and quot.
	Entity map[string]string
	// CharsetReader converts from an encoding that is not UTF-8.
	CharsetReader func(charset string, input io.Reader) (io.Reader, error)
	// DefaultSpace is the name space of elements outside of any.
	DefaultSpace string

	buf       []byte // the window of the input, all of it if src is nil
	pos       int
	src       source
	reader    io.Reader
	tokens    TokenReader
	given     bool  // the tokens come from tokens
	err       error // the error that ended the input
	base      int64 // the offset of the window in the input
	line      int   // the line of buf[counted]
	counted   int
	lineStart int64 // the offset of that line

	event          // the token that next has read
	token    Token // the same, if it came from tokens
	boxed    []byte
	tmp      []byte // text that could not be lent from the window
	names    [32]known
	closing  bool // an end follows, of toClose, which the input has not
	toClose  Name
	held     bool // an event was put off for an end that AutoClose asked for
	heldKind kind
	heldName Name

	spaces map[string]string // URLs by prefixes
	undo   []binding
	frames []frame

	open     int    // elements
	within   int    // values that read themselves
	text     []byte // a stack of the text of elements that are being read
	saving   int    // how many elements want their text
	saved    []byte
	saveFrom int
}

type kind uint8

const (
	other kind = iota // a token of a TokenReader that is none of ours
	start
	end
	chars
	comment
	instruction
	directive
)

// An event is a token without a box. What it holds is valid until the next one.
type event struct {
	kind   kind
	name   Name
	attrs  []Attr
	data   []byte
	target string
}

// A binding is what a prefix meant outside of an element that gave it a meaning.
type binding struct {
	prefix, url string
	had         bool
}

// A frame is an element that is open. A frame with eof ends the input of a value that reads itself. A stale
// one is what an element leaves that another's end has closed and that gave meaning to prefixes: no end
// fits it.
type frame struct {
	name  Name
	undo  int // bindings before the element
	eof   bool
	stale bool
}

// known is a name that was seen, with its parts.
type known struct {
	raw  string
	name Name
	ok   bool // at most one colon
}

// NewDecoder returns a decoder that reads r, and no more of it than it needs if r is an io.ByteReader.
func NewDecoder(r io.Reader) *Decoder {
	d := newDecoder()
	d.setReader(r)
	return d
}

// NewTokenDecoder returns a decoder of tokens that are there already.
func NewTokenDecoder(t TokenReader) *Decoder {
	if d, ok := t.(*Decoder); ok {
		return d
	}
	d := newDecoder()
	d.tokens, d.given = t, true
	return d
}

func newDecoder() *Decoder { return &Decoder{Strict: true, line: 1} }

// Token returns the next token, with name spaces resolved and elements that match; then nil, io.EOF.
func (d *Decoder) Token() (Token, error) {
	err := d.next()
	if err != nil {
		d.leave()
		return nil, err
	}
	return d.box(), nil
}

var errRawToken = errors.New("xml: cannot use RawToken from UnmarshalXML method")

// RawToken is like Token, but takes names as they are and does not match elements.
func (d *Decoder) RawToken() (Token, error) {
	if d.within > 0 {
		return nil, errRawToken
	}
	err := d.raw()
	if d.given {
		return d.token, err
	}
	if err != nil {
		d.leave()
		return nil, err
	}
	return d.box(), nil
}

// box makes a Token of the event.
func (d *Decoder) box() Token {
	switch d.kind {
	case start:
		attrs := make([]Attr, len(d.attrs))
		copy(attrs, d.attrs)
		d.leave()
		return StartElement{d.name, attrs}
	case end:
		d.leave()
		return EndElement{d.name}
	}
	if d.given {
		return d.token
	}
	if d.boxed == nil {
		d.boxed = make([]byte, 0, max(64, len(d.data)))
	}
	d.boxed = append(d.boxed[:0], d.data...)
	d.leave()
	switch d.kind {
	case chars:
		return CharData(d.boxed)
	case comment:
		return Comment(d.boxed)
	case instruction:
		return ProcInst{d.target, d.boxed}
	}
	return Directive(d.boxed)
}

// fetch makes an event of the next token of tokens. An error with a token is for the next time.
func (d *Decoder) fetch() error {
	t, err := d.tokens.Token()
	d.token, d.kind = t, other
	switch t := t.(type) {
	case StartElement:
		d.kind, d.name = start, t.Name
		d.attrs = append(d.attrs[:0], t.Attr...)
	case EndElement:
		d.kind, d.name = end, t.Name
	case CharData:
		d.kind, d.data = chars, t
	case Comment:
		d.kind, d.data = comment, t
	case ProcInst:
		d.kind, d.target, d.data = instruction, t.Target, t.Inst
	case Directive:
		d.kind, d.data = directive, t
	}
	return err
}

// next reads the next event, as Token does.
func (d *Decoder) next() error {
	top := len(d.frames) - 1
	if top >= 0 && d.frames[top].eof {
		return io.EOF
	}
	if d.held {
		d.held, d.kind, d.name = false, d.heldKind, d.heldName
	} else if err := d.raw(); err != nil && (!d.given || d.token == nil) {
		if err == io.EOF && top >= 0 {
			err = d.syntaxError("unexpected EOF")
		}
		return err
	}
	if !d.Strict && d.closes() {
		d.held, d.heldKind, d.heldName = true, d.kind, d.name
		d.kind, d.name = end, d.frames[top].name
	}
	switch d.kind {
	case start:
		d.enter()
	case end:
		return d.close()
	}
	return nil
}

// closes tells whether AutoClose asks for an end before the event.
func (d *Decoder) closes() bool {
	top := len(d.frames) - 1
	if top < 0 || d.frames[top].eof || d.frames[top].stale {
		return false
	}
	name := d.frames[top].name.Local
	for _, s := range d.AutoClose {
		if strings.EqualFold(s, name) {
			return d.kind != end || !strings.EqualFold(d.name.Local, name)
		}
	}
	return false
}

// enter opens an element: its attributes give meaning to prefixes, its own too.
func (d *Decoder) enter() {
	mark := len(d.undo)
	for i := range d.attrs {
		a := &d.attrs[i]
		if a.Name.Space == xmlnsName {
			d.bind(a.Name.Local, a.Value)
		} else if a.Name.Space == "" && a.Name.Local == xmlnsName {
			d.bind("", a.Value)
		}
	}
	d.open++
	d.frames = append(d.frames, frame{name: d.name, undo: mark})
	d.resolve(&d.name, true)
	for i := range d.attrs {
		if d.attrs[i].Name.Space != "" {
			d.resolve(&d.attrs[i].Name, false)
		}
	}
}

func (d *Decoder) bind(prefix, url string) {
	if d.spaces == nil {
		d.spaces = make(map[string]string)
	}
	old, had := d.spaces[prefix]
	d.undo = append(d.undo, binding{prefix, old, had})
	d.spaces[prefix] = url
}

// resolve puts the URL of a name in place of its prefix. A prefix without a meaning stays.
func (d *Decoder) resolve(n *Name, element bool) {
	switch {
	case n.Space == xmlnsName, n.Space == "" && (!element || n.Local == xmlnsName):
		return
	case n.Space == xmlPrefix:
		n.Space = xmlSpace
		return
	}
	if len(d.spaces) > 0 {
		if url, ok := d.spaces[n.Space]; ok {
			n.Space = url
			return
		}
	}
	if n.Space == "" {
		n.Space = d.DefaultSpace
	}
}

// close leaves an element, if the end fits what is open.
func (d *Decoder) close() error {
	name := d.name
	top := len(d.frames) - 1
	if top < 0 || d.frames[top].eof || d.frames[top].stale {
		return d.fail("unexpected end element </" + name.Local + ">")
	}
	f := &d.frames[top]
	if f.name != name {
		if f.name.Local != name.Local {
			if d.Strict {
				return d.fail("element <" + f.name.Local + "> closed by </" + name.Local + ">")
			}
			d.closing, d.toClose = true, name
			d.name = f.name
			d.open--
			if stale := len(d.undo) > f.undo; stale {
				d.frames[top] = frame{undo: len(d.undo), stale: true}
			} else {
				d.frames = d.frames[:top]
			}
			return nil
		} else {
			space := name.Space
			if space == "" {
				space = `""`
			}
			return d.fail("element <" + f.name.Local + "> in space " + f.name.Space + " closed by </" + name.Local +
				"> in space " + space)
		}
	}
	d.resolve(&d.name, true)
	for i := len(d.undo) - 1; i >= f.undo; i-- {
		b := &d.undo[i]
		if b.had {
			d.spaces[b.prefix] = b.url
		} else {
			delete(d.spaces, b.prefix)
		}
	}
	d.undo = d.undo[:f.undo]
	d.frames = d.frames[:top]
	d.open--
	return nil
}

// fence lets the input end after the element that was opened last.
func (d *Decoder) fence() {
	top := len(d.frames) - 1
	f := d.frames[top]
	d.frames[top] = frame{eof: true}
	d.frames = append(d.frames, f)
}

// unfence undoes fence, if all of the element has been read.
func (d *Decoder) unfence() bool {
	top := len(d.frames) - 1
	if top < 0 || !d.frames[top].eof {
		return false
	}
	d.frames = d.frames[:top]
	return true
}

func (d *Decoder) syntaxError(msg string) error {
	d.count()
	return &SyntaxError{Msg: msg, Line: d.line}
}

// fail ends the input with an error.
func (d *Decoder) fail(msg string) error {
	d.err = d.syntaxError(msg)
	return d.err
}

// failBefore is fail where a byte was read and unread. If that is the end of a line, the column is 0, as in
// Go.
func (d *Decoder) failBefore(msg string) error {
	d.fail(msg)
	if d.pos < len(d.buf) && d.buf[d.pos] == '\n' {
		d.lineStart = d.InputOffset() + 1
	}
	return d.err
}

// Skip reads up to the end of the element whose start was read last.
func (d *Decoder) Skip() error {
	err := d.skip()
	d.leave()
	return err
}

func (d *Decoder) skip() error {
	for depth := 0; ; {
		if err := d.next(); err != nil {
			return err
		}
		switch d.kind {
		case start:
			depth++
		case end:
			if depth == 0 {
				return nil
			}
			depth--
		}
	}
}
