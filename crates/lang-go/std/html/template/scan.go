package template

import (
	"html"
	"internal/setting"
	"strings"
)

const space = " \t\n\f\r"

// after returns the context after some of the text that follows a context, and how much of the text that is.
func (c context) after(s string) (context, int) {
	if c.delim == noDelim {
		end := c.endTag(s)
		if end == 0 {
			return context{}, 0
		}
		return c.step(s[:end])
	}
	end := strings.IndexAny(s, delimEnds[c.delim])
	value := s
	if end >= 0 {
		value = s[:end]
	}
	if c.delim == delimSpaceOrTagEnd {
		if i := strings.IndexAny(value, "\"'<=`"); i >= 0 {
			return failed(ErrBadHTML, "%q in unquoted attr: %q", value[i:i+1], value), len(s)
		}
	}
	if end < 0 {
		// The value goes on. What is in it is read as its language reads it, without entities.
		for text := html.UnescapeString(s); text != ""; {
			var n int
			c, n = c.step(text)
			text = text[n:]
		}
		return c, len(s)
	}
	e := c.element
	if c.state == stateAttr && e == elementScript && c.attr == attrScriptType && !isScriptType(value) {
		e = elementNone
	}
	if c.delim != delimSpaceOrTagEnd {
		end++
	}
	return context{state: stateTag, element: e}, end
}

// endTag returns where the end tag of the element begins, or the length of the text. Within literals and comments of
// scripts there is none: such tags are escaped.
func (c context) endTag(s string) int {
	name := endTags[c.element]
	if name == "" || c.element == elementScript && (c.state.isScriptLiteral() || c.state.isComment()) {
		return len(s)
	}
	for i := 0; i < len(s); {
		j := strings.Index(s[i:], "</")
		if j < 0 {
			break
		}
		i += j
		if rest := s[i+2:]; len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) &&
			strings.IndexByte(space+"/>", rest[len(name)]) >= 0 {
			return i
		}
		i += 2
	}
	return len(s)
}

// step is after where neither an attribute nor an element ends.
func (c context) step(s string) (context, int) {
	switch c.state {
	case stateText:
		return c.inText(s)
	case stateTag:
		return c.inTag(s)
	case stateAttrName:
		end, bad := attrNameEnd(s, 0)
		if bad != nil {
			return context{state: stateError, err: bad}, len(s)
		}
		if end != len(s) {
			c.state = stateAfterName
		}
		return c, end
	case stateAfterName:
		i := spaceEnd(s)
		if i < len(s) {
			if s[i] == '=' {
				c.state = stateBeforeValue
				i++
			} else {
				c.state = stateTag // an attribute without a value
			}
		}
		return c, i
	case stateBeforeValue:
		return c.beforeValue(s)
	case stateHTMLCmt:
		if i := strings.Index(s, "-->"); i >= 0 {
			return context{}, i + 3
		}
	case stateURL, stateSrcset:
		c.url(s)
	case stateMetaContent, stateMetaContentURL:
		return c.inMeta(s)
	case stateJS:
		return c.inScript(s)
	case stateJSDqStr, stateJSSqStr, stateJSRegexp:
		return c.inScriptString(s)
	case stateJSTmplLit:
		return c.inTemplateLiteral(s)
	case stateJSBlockCmt, stateCSSBlockCmt:
		return c.inBlockComment(s)
	case stateJSLineCmt, stateJSHTMLOpenCmt, stateJSHTMLCloseCmt:
		return c.inLineComment(s, "\n\r\u2028\u2029", stateJS)
	case stateCSSLineCmt:
		return c.inLineComment(s, "\n\f\r", stateCSS)
	case stateCSS:
		return c.inStyle(s)
	case stateCSSDqStr, stateCSSSqStr, stateCSSDqURL, stateCSSSqURL, stateCSSURL:
		return c.inStyleString(s)
	}
	return c, len(s)
}

func spaceEnd(s string) int {
	return len(s) - len(strings.TrimLeft(s, space))
}

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isAlnum(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9'
}

// inText looks for the next tag or comment.
func (c context) inText(s string) (context, int) {
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], '<')
		if j < 0 {
			break
		}
		i += j
		rest := s[i+1:]
		if strings.HasPrefix(rest, "!--") {
			return context{state: stateHTMLCmt}, i + 4
		}
		i++
		ends := strings.HasPrefix(rest, "/")
		if ends {
			rest = rest[1:]
			i++
		}
		if n := tagNameEnd(rest); n > 0 {
			e := elementNone
			if !ends {
				e = elements[strings.ToLower(rest[:n])]
			}
			return context{state: stateTag, element: e}, i + n
		}
	}
	return c, len(s)
}

// tagNameEnd returns the length of the name of a tag, which may have single colons and hyphens inside.
func tagNameEnd(s string) int {
	if s == "" || !isLetter(s[0]) {
		return 0
	}
	i := 1
	for i < len(s) {
		switch {
		case isAlnum(s[i]):
			i++
		case (s[i] == ':' || s[i] == '-') && i+1 < len(s) && isAlnum(s[i+1]):
			i += 2
		default:
			return i
		}
	}
	return i
}

// attrNameEnd returns the length of the name of an attribute. Some characters are legal there, and always mistakes.
func attrNameEnd(s string, begin int) (int, *Error) {
	i := strings.IndexAny(s[begin:], space+"=>'\"<")
	if i < 0 {
		return len(s), nil
	}
	i += begin
	switch s[i] {
	case '\'', '"', '<':
		return 0, failed(ErrBadHTML, "%q in attribute name: %.32q", s[i:i+1], s).err
	}
	return i, nil
}

func (c context) inTag(s string) (context, int) {
	i := spaceEnd(s)
	if i == len(s) {
		return c, i
	}
	if s[i] == '>' {
		e := c.element
		if e == elementMeta {
			e = elementNone
		}
		return context{state: contents[e], element: e}, i + 1
	}
	end, bad := attrNameEnd(s, i)
	if bad != nil {
		return context{state: stateError, err: bad}, len(s)
	}
	if end == i {
		return failed(ErrBadHTML, "expected space, attr name, or end of tag, but got %q", s[i:]), len(s)
	}
	name := strings.ToLower(s[i:end])
	d := context{state: stateAfterName, element: c.element}
	if end == len(s) {
		d.state = stateAttrName
	}
	switch {
	case c.element == elementScript && name == "type":
		d.attr = attrScriptType
	case c.element == elementMeta && name == "content":
		d.attr = attrMetaContent
	default:
		switch attrContent(name) {
		case isURL:
			d.attr = attrURL
		case isCSS:
			d.attr = attrStyle
		case isJS:
			d.attr = attrScript
		case isSrcset:
			d.attr = attrSrcset
		}
	}
	return d, end
}

func (c context) beforeValue(s string) (context, int) {
	i := spaceEnd(s)
	if i == len(s) {
		return c, i
	}
	c.delim = delimSpaceOrTagEnd
	switch s[i] {
	case '\'':
		c.delim = delimSingleQuote
		i++
	case '"':
		c.delim = delimDoubleQuote
		i++
	}
	c.state = values[c.attr]
	return c, i
}

// url notes in which part of a URL what follows is.
func (c *context) url(s string) {
	if strings.ContainsAny(s, "#?") {
		c.urlPart = urlPartQueryOrFrag
	} else if c.urlPart == urlPartNone && spaceEnd(s) != len(s) {
		c.urlPart = urlPartPreQuery
	}
}

// inMeta looks for "url=" in the content of a meta element, and for the semicolon that ends the URL. By a setting it
// knows no URL there.
func (c context) inMeta(s string) (context, int) {
	if c.state == stateMetaContentURL {
		if i := strings.IndexByte(s, ';'); i >= 0 {
			c.state = stateMetaContent
			return c, i + 1
		}
		return c, len(s)
	}
	for i := 0; i+3 < len(s); i++ {
		if strings.EqualFold(s[i:i+3], "url") && setting.Get("htmlmetacontenturlescape") != "0" {
			rest := strings.TrimLeft(s[i+3:], space)
			if strings.HasPrefix(rest, "=") {
				c.state = stateMetaContentURL
				return c, len(s) - len(rest) + 1
			}
		}
	}
	return c, len(s)
}

func (c context) inScript(s string) (context, int) {
	i := strings.IndexAny(s, "\"`'/{}<-#")
	if i < 0 {
		c.slash = slashAfter(s, c.slash)
		return c, len(s)
	}
	c.slash = slashAfter(s[:i], c.slash)
	rest := s[i:]
	switch s[i] {
	case '"':
		c.state, c.slash = stateJSDqStr, slashRegexp
	case '\'':
		c.state, c.slash = stateJSSqStr, slashRegexp
	case '`':
		c.state, c.slash = stateJSTmplLit, slashRegexp
	case '/':
		switch {
		case strings.HasPrefix(rest, "//"):
			c.state = stateJSLineCmt
			i++
		case strings.HasPrefix(rest, "/*"):
			c.state = stateJSBlockCmt
			i++
		case c.slash == slashRegexp:
			c.state = stateJSRegexp
		case c.slash == slashDivOp:
			c.slash = slashRegexp
		default:
			return failed(ErrSlashAmbig, "'/' could start a division or regexp: %.32q", rest), len(s)
		}
	case '{':
		c.slash = slashRegexp
		if c.braces != "" {
			c.openBrace(1)
		}
	case '}':
		if c.braces != "" && c.openBrace(-1) < 0 {
			c.state = stateJSTmplLit
		} else {
			c.slash = slashRegexp
		}
	default:
		return c.inScriptSign(s, i)
	}
	return c, i + 1
}

// inScriptSign reads what may begin a comment of the kind that is there for the sake of old browsers. Otherwise it is
// an operator, after which a slash is what it was before, as Go has it.
func (c context) inScriptSign(s string, i int) (context, int) {
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		c.state = stateJSHTMLOpenCmt
		return c, i + 4
	case strings.HasPrefix(rest, "-->"):
		c.state = stateJSHTMLCloseCmt
		return c, i + 3
	case strings.HasPrefix(rest, "#!"):
		c.state = stateJSLineCmt
		return c, i + 2
	}
	return c, i + 1
}

// inScriptString looks for the end of a string or a regular expression.
func (c context) inScriptString(s string) (context, int) {
	signs := `\"`
	switch c.state {
	case stateJSSqStr:
		signs = `\'`
	case stateJSRegexp:
		signs = `\/[]`
	}
	inSet := false
	for i := 0; ; i++ {
		j := strings.IndexAny(s[i:], signs)
		if j < 0 {
			break
		}
		i += j
		switch s[i] {
		case '\\':
			i++
			if i == len(s) {
				return failed(ErrPartialEscape, "unfinished escape sequence in JS string: %q", s), len(s)
			}
		case '[':
			inSet = true
		case ']':
			inSet = false
		case '/':
			if i > 0 && i+7 <= len(s) && strings.EqualFold(s[i-1:i+7], "</script") {
				continue // the tag will be escaped, with the slash
			}
			fallthrough
		default:
			if !inSet {
				c.state, c.slash = stateJS, slashDivOp
				return c, i + 1
			}
		}
	}
	if inSet {
		return failed(ErrPartialCharset, "unfinished JS regexp charset: %q", s), len(s)
	}
	return c, len(s)
}

func (c context) inTemplateLiteral(s string) (context, int) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
			if i == len(s) {
				return failed(ErrPartialEscape, "unfinished escape sequence in JS string: %q", s), len(s)
			}
		case '$':
			if strings.HasPrefix(s[i:], "${") {
				c.braces += "0 "
				c.state = stateJS
				return c, i + 2
			}
		case '`':
			c.state = stateJS
			return c, i + 1
		}
	}
	return c, len(s)
}

func (c context) inBlockComment(s string) (context, int) {
	i := strings.Index(s, "*/")
	if i < 0 {
		return c, len(s)
	}
	if c.state == stateJSBlockCmt {
		c.state = stateJS
	} else {
		c.state = stateCSS
	}
	return c, i + 2
}

// inLineComment looks for the end of a line, which is not part of the comment.
func (c context) inLineComment(s, ends string, next state) (context, int) {
	i := strings.IndexAny(s, ends)
	if i < 0 {
		return c, len(s)
	}
	c.state = next
	return c, i
}

func (c context) inStyle(s string) (context, int) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			if !endsInWord(strings.TrimRight(s[:i], space), "url") {
				continue
			}
			c.state = stateCSSURL
			i += 1 + spaceEnd(s[i+1:])
			if strings.HasPrefix(s[i:], `"`) {
				c.state = stateCSSDqURL
				i++
			} else if strings.HasPrefix(s[i:], "'") {
				c.state = stateCSSSqURL
				i++
			}
			return c, i
		case '/':
			if strings.HasPrefix(s[i:], "//") {
				c.state = stateCSSLineCmt
				return c, i + 2
			}
			if strings.HasPrefix(s[i:], "/*") {
				c.state = stateCSSBlockCmt
				return c, i + 2
			}
		case '"':
			c.state = stateCSSDqStr
			return c, i + 1
		case '\'':
			c.state = stateCSSSqStr
			return c, i + 1
		}
	}
	return c, len(s)
}

// inStyleString looks for the end of a string or a URL in CSS. A string may be a URL too.
func (c context) inStyleString(s string) (context, int) {
	ends := `\"`
	switch c.state {
	case stateCSSSqStr, stateCSSSqURL:
		ends = `\'`
	case stateCSSURL:
		ends = "\\\t\n\f\r )"
	}
	for i := 0; ; i++ {
		j := strings.IndexAny(s[i:], ends)
		if j < 0 {
			c.url(unescapeStyle(s[i:]))
			return c, len(s)
		}
		i += j
		if s[i] != '\\' {
			c.state = stateCSS
			return c, i + 1
		}
		i++
		if i == len(s) {
			return failed(ErrPartialEscape, "unfinished escape sequence in CSS string: %q", s), len(s)
		}
		c.url(unescapeStyle(s[:i+1]))
	}
}
