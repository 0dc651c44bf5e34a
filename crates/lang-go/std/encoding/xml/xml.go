// Package xml reads and writes XML 1.0 with name spaces. The scanner works on a window of the input and
// lends what it finds; what is known of a Go type is planned once a type.
package xml

import (
	"bytes"
	"reflect"
	"strconv"
)

// Header is a generic XML header, which Marshal does not write.
const Header = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

const (
	xmlSpace  = "http://www.w3.org/XML/1998/namespace"
	xmlPrefix = "xml"
	xmlnsName = "xmlns"
)

// Name is a name (Local) in a name space: its URL, or a prefix in what RawToken returns.
type Name struct {
	Space, Local string
}

// Attr is an attribute in an element.
type Attr struct {
	Name  Name
	Value string
}

// Token holds a StartElement, EndElement, CharData, Comment, ProcInst, or Directive.
type Token any

// StartElement is the start of an element.
type StartElement struct {
	Name Name
	Attr []Attr
}

// Copy returns the element with attributes of its own.
func (e StartElement) Copy() StartElement {
	attrs := make([]Attr, len(e.Attr))
	copy(attrs, e.Attr)
	e.Attr = attrs
	return e
}

// End returns the end that belongs to the element.
func (e StartElement) End() EndElement { return EndElement{e.Name} }

// EndElement is the end of an element.
type EndElement struct {
	Name Name
}

// CharData is text, in which escapes have been replaced by what they stand for.
type CharData []byte

func (c CharData) Copy() CharData { return CharData(bytes.Clone(c)) }

// Comment is the text between <!-- and -->.
type Comment []byte

func (c Comment) Copy() Comment { return Comment(bytes.Clone(c)) }

// ProcInst is a processing instruction <?target inst?>.
type ProcInst struct {
	Target string
	Inst   []byte
}

func (p ProcInst) Copy() ProcInst {
	p.Inst = bytes.Clone(p.Inst)
	return p
}

// Directive is the text between <! and >.
type Directive []byte

func (d Directive) Copy() Directive { return Directive(bytes.Clone(d)) }

// CopyToken returns a token that shares no bytes with t.
func CopyToken(t Token) Token {
	switch v := t.(type) {
	case CharData:
		return v.Copy()
	case Comment:
		return v.Copy()
	case Directive:
		return v.Copy()
	case ProcInst:
		return v.Copy()
	case StartElement:
		return v.Copy()
	}
	return t
}

// TokenReader is anything that decodes a stream of tokens.
type TokenReader interface {
	Token() (Token, error)
}

// Marshaler is a type that writes itself as elements.
type Marshaler interface {
	MarshalXML(e *Encoder, start StartElement) error
}

// MarshalerAttr is a type that writes itself as an attribute; Attr{} means none.
type MarshalerAttr interface {
	MarshalXMLAttr(name Name) (Attr, error)
}

// Unmarshaler is a type that reads itself from one element, all of which it has to consume.
type Unmarshaler interface {
	UnmarshalXML(d *Decoder, start StartElement) error
}

// UnmarshalerAttr is a type that reads itself from an attribute.
type UnmarshalerAttr interface {
	UnmarshalXMLAttr(attr Attr) error
}

// SyntaxError is an error in the text of a document.
type SyntaxError struct {
	Msg  string
	Line int
}

func (e *SyntaxError) Error() string {
	return "XML syntax error on line " + strconv.Itoa(e.Line) + ": " + e.Msg
}

// UnmarshalError tells that a document does not fit a type.
type UnmarshalError string

func (e UnmarshalError) Error() string { return string(e) }

// TagPathError tells that the tags of two fields of a struct are at odds.
type TagPathError struct {
	Struct       reflect.Type
	Field1, Tag1 string
	Field2, Tag2 string
}

func (e *TagPathError) Error() string {
	return e.Struct.String() + " field " + strconv.Quote(e.Field1) + " with tag " + strconv.Quote(e.Tag1) +
		" conflicts with field " + strconv.Quote(e.Field2) + " with tag " + strconv.Quote(e.Tag2)
}

// UnsupportedTypeError tells that a type has no form in XML.
type UnsupportedTypeError struct {
	Type reflect.Type
}

func (e *UnsupportedTypeError) Error() string { return "xml: unsupported type: " + e.Type.String() }
