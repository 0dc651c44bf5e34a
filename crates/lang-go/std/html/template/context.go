package template

import (
	"fmt"
	"strconv"
	"strings"
)

// A context is where in HTML, CSS or JavaScript a piece of a template is.
type context struct {
	state   state
	delim   delim
	urlPart urlPart
	slash   slash
	braces  string // how many braces are open, for each ${ of template literals, with a blank after each
	attr    attr
	element element
	err     *Error
}

// String is part of texts of errors.
func (c context) String() string {
	return fmt.Sprintf("{%v %v %v %v %v %v %v %v}",
		c.state, c.delim, c.urlPart, c.slash, "["+strings.TrimSuffix(c.braces, " ")+"]", c.attr, c.element, c.err)
}

// failed returns the context after an error.
func failed(code ErrorCode, format string, args ...any) context {
	return context{state: stateError, err: &Error{ErrorCode: code, Description: fmt.Sprintf(format, args...)}}
}

// derivedName names the variant of a template that begins in a context.
func (c context) derivedName(name string) string {
	if c.state == stateText {
		return name
	}
	name += "$htmltemplate_" + c.state.String()
	if c.delim != noDelim {
		name += "_" + c.delim.String()
	}
	if c.urlPart != 0 {
		name += "_" + c.urlPart.String()
	}
	if c.slash != 0 {
		name += "_" + c.slash.String()
	}
	if c.braces != "" {
		name += "_jsBraceDepth([" + strings.TrimSuffix(c.braces, " ") + "])"
	}
	if c.attr != 0 {
		name += "_" + c.attr.String()
	}
	if c.element != 0 {
		name += "_" + c.element.String()
	}
	return name
}

// openBrace counts an opening brace within ${.
func (c *context) openBrace(n int) (depth int) {
	i := strings.LastIndexByte(c.braces[:len(c.braces)-1], ' ') + 1
	depth, _ = strconv.Atoi(c.braces[i : len(c.braces)-1])
	depth += n
	c.braces = c.braces[:i]
	if depth >= 0 {
		c.braces += strconv.Itoa(depth) + " "
	}
	return depth
}

type state uint8

const (
	stateText state = iota
	stateTag
	stateAttrName
	stateAfterName
	stateBeforeValue
	stateHTMLCmt
	stateRCDATA // text in which only the end tag counts
	stateAttr
	stateURL
	stateSrcset
	stateJS
	stateJSDqStr
	stateJSSqStr
	stateJSTmplLit
	stateJSRegexp
	stateJSBlockCmt
	stateJSLineCmt
	stateJSHTMLOpenCmt
	stateJSHTMLCloseCmt
	stateCSS
	stateCSSDqStr
	stateCSSSqStr
	stateCSSDqURL
	stateCSSSqURL
	stateCSSURL
	stateCSSBlockCmt
	stateCSSLineCmt
	stateError
	stateMetaContent
	stateMetaContentURL
	stateDead // after break or continue
)

// The names are parts of the names of derived templates, and of errors.
const stateNames = "Text Tag AttrName AfterName BeforeValue HTMLCmt RCDATA Attr URL Srcset JS JSDqStr JSSqStr JSTmplLit " +
	"JSRegexp JSBlockCmt JSLineCmt JSHTMLOpenCmt JSHTMLCloseCmt CSS CSSDqStr CSSSqStr CSSDqURL CSSSqURL CSSURL " +
	"CSSBlockCmt CSSLineCmt Error MetaContent MetaContentURL Dead"

func word(prefix, words string, n uint8) string {
	return prefix + strings.Fields(words)[n]
}

func (s state) String() string { return word("state", stateNames, uint8(s)) }

func (s state) isComment() bool {
	switch s {
	case stateHTMLCmt, stateJSBlockCmt, stateJSLineCmt, stateJSHTMLOpenCmt, stateJSHTMLCloseCmt,
		stateCSSBlockCmt, stateCSSLineCmt:
		return true
	}
	return false
}

// isInTag tells whether a state is between < and >, outside of values.
func (s state) isInTag() bool {
	switch s {
	case stateTag, stateAttrName, stateAfterName, stateBeforeValue, stateAttr:
		return true
	}
	return false
}

// isScriptLiteral tells whether a state is within quotes of JavaScript, in which tags of scripts mean nothing.
func (s state) isScriptLiteral() bool {
	switch s {
	case stateJSDqStr, stateJSSqStr, stateJSTmplLit, stateJSRegexp:
		return true
	}
	return false
}

// A delim is what ends the value of an attribute.
type delim uint8

const (
	noDelim delim = iota
	delimDoubleQuote
	delimSingleQuote
	delimSpaceOrTagEnd
)

func (d delim) String() string {
	return word("delim", "None DoubleQuote SingleQuote SpaceOrTagEnd", uint8(d))
}

var delimEnds = [...]string{
	delimDoubleQuote:   `"`,
	delimSingleQuote:   "'",
	delimSpaceOrTagEnd: " \t\n\f\r>",
}

type urlPart uint8

const (
	urlPartNone urlPart = iota
	urlPartPreQuery
	urlPartQueryOrFrag
	urlPartUnknown
)

func (u urlPart) String() string {
	return word("urlPart", "None PreQuery QueryOrFrag Unknown", uint8(u))
}

// A slash is what a slash would be at a place in JavaScript.
type slash uint8

const (
	slashRegexp slash = iota
	slashDivOp
	slashUnknown
)

func (s slash) String() string { return word("jsCtx", "Regexp DivOp Unknown", uint8(s)) }

type element uint8

const (
	elementNone element = iota
	elementScript
	elementStyle
	elementTextarea
	elementTitle
	elementMeta
)

func (e element) String() string {
	return word("element", "None Script Style Textarea Title Meta", uint8(e))
}

// elements has those in which text is not just text, or attributes are special.
var elements = map[string]element{
	"script": elementScript, "style": elementStyle, "textarea": elementTextarea, "title": elementTitle,
	"meta": elementMeta,
}

// contents has the state after the start tag of an element.
var contents = [...]state{
	elementNone: stateText, elementScript: stateJS, elementStyle: stateCSS, elementTextarea: stateRCDATA,
	elementTitle: stateRCDATA, elementMeta: stateText,
}

// endTags has the names of elements that only their end tag ends.
var endTags = [...]string{
	elementScript: "script", elementStyle: "style", elementTextarea: "textarea", elementTitle: "title", elementMeta: "",
}

type attr uint8

const (
	attrNone attr = iota
	attrScript
	attrScriptType
	attrStyle
	attrURL
	attrSrcset
	attrMetaContent
)

func (a attr) String() string {
	return word("attr", "None Script ScriptType Style URL Srcset MetaContent", uint8(a))
}

// values has the state at the beginning of the value of an attribute.
var values = [...]state{
	attrNone: stateAttr, attrScript: stateJS, attrScriptType: stateAttr, attrStyle: stateCSS, attrURL: stateURL,
	attrSrcset: stateSrcset, attrMetaContent: stateMetaContent,
}

// beforeAction returns the context in which an action writes: within a tag what it writes is a name or a value.
func (c context) beforeAction() context {
	switch c.state {
	case stateTag:
		c.state = stateAttrName
	case stateBeforeValue:
		c.state, c.delim, c.attr = values[c.attr], delimSpaceOrTagEnd, attrNone
	case stateAfterName:
		c.state, c.attr = stateAttrName, attrNone
	}
	return c
}

// join returns the context after branches that end in two contexts.
func join(a, b context, name string) context {
	switch {
	case a.state == stateError:
		return a
	case b.state == stateError:
		return b
	case a.state == stateDead:
		return b
	case b.state == stateDead || a == b:
		return a
	}
	c := a
	c.urlPart = b.urlPart
	if c == b {
		c.urlPart = urlPartUnknown
		return c
	}
	c = a
	c.slash = b.slash
	if c == b {
		c.slash = slashUnknown
		return c
	}
	// A name or a value that one branch has begun may be begun by the other too.
	if c, d := a.beforeAction(), b.beforeAction(); c != a || d != b {
		if e := join(c, d, name); e.state != stateError {
			return e
		}
	}
	return failed(ErrBranchEnd, "{{%s}} branches end in different contexts: %v, %v", name, a, b)
}
