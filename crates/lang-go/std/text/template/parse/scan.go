package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token is. The kinds from keyBlock on are words of the template language.
type kind uint8

const (
	tokError kind = iota // the text is the message
	tokEOF
	tokText
	tokComment
	tokLeft    // the left delimiter
	tokRight   // the right delimiter
	tokSpace   // a run of white space inside an action
	tokBool    // true or false
	tokChar    // a character constant
	tokComplex // a sum of a real and an imaginary number
	tokNumber
	tokString
	tokRaw // a string in backquotes
	tokAssign
	tokDeclare
	tokPipe
	tokOpen
	tokClose
	tokField    // with its period
	tokVariable // with its dollar sign
	tokIdent
	tokOther // a printable ASCII character without a meaning of its own
	keyBlock
	keyBreak
	keyContinue
	keyDefine
	keyDot
	keyElse
	keyEnd
	keyIf
	keyNil
	keyRange
	keyTemplate
	keyWith
)

// words are the identifiers that have a kind of their own.
var words = map[string]kind{
	"block": keyBlock, "break": keyBreak, "continue": keyContinue, "define": keyDefine, "else": keyElse, "end": keyEnd,
	"if": keyIf, "nil": keyNil, "range": keyRange, "template": keyTemplate, "with": keyWith, "true": tokBool, "false": tokBool,
}

// token is a piece of the template's text; line counts from 1.
type token struct {
	kind kind
	line int
	pos  Pos
	text string
}

// String prints the token as error messages quote it.
func (t token) String() string {
	switch {
	case t.kind == tokEOF:
		return "EOF"
	case t.kind == tokError:
		return t.text
	case t.kind >= keyBlock:
		return "<" + t.text + ">"
	case len(t.text) > 10:
		return fmt.Sprintf("%.10q...", t.text)
	}
	return fmt.Sprintf("%q", t.text)
}

// blanks is what the trim markers remove.
const blanks = " \t\r\n"

// scanner cuts a template's text into tokens.
type scanner struct {
	text        string
	left, right string // the delimiters
	comments    bool   // comments are tokens too
	breaks      bool   // break is a word of the language
	continues   bool   // continue is a word of the language

	at     int  // where the next token begins
	line   int  // the line of at
	inside bool // at is within an action
	depth  int  // parentheses open in the action
	dead   bool // an error or the end of the text was found
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func isWordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// cut makes a token of the text up to end, which the next token follows.
func (s *scanner) cut(k kind, end int) token {
	t := token{k, s.line, Pos(s.at), s.text[s.at:end]}
	s.skip(end)
	return t
}

// skip leaves out the text up to end.
func (s *scanner) skip(end int) {
	s.line += strings.Count(s.text[s.at:end], "\n")
	s.at = end
}

func (s *scanner) fail(format string, args ...any) token {
	s.dead = true
	return token{tokError, s.line, Pos(s.at), fmt.Sprintf(format, args...)}
}

// rest is the text from i on.
func (s *scanner) rest(i int) string { return s.text[min(i, len(s.text)):] }

// runeAt returns the character at i and its width; the width is 0 at the end.
func (s *scanner) runeAt(i int) (rune, int) {
	if i < len(s.text) && s.text[i] < utf8.RuneSelf {
		return rune(s.text[i]), 1
	}
	r, width := utf8.DecodeRuneInString(s.rest(i))
	return r, width
}

// run returns the end of the characters of set that begin at i.
func (s *scanner) run(i int, set string) int {
	for i < len(s.text) && strings.IndexByte(set, s.text[i]) >= 0 {
		i++
	}
	return i
}

// word returns the end of the letters, digits and underscores that begin at i.
func (s *scanner) word(i int) int {
	for {
		r, width := s.runeAt(i)
		if width == 0 || !isWordRune(r) {
			return i
		}
		i += width
	}
}

// closes returns the length of the right delimiter at i, with its trim marker before it, and whether there is
// a marker.
func (s *scanner) closes(i int) (length int, trims bool) {
	text := s.rest(i)
	if len(text) >= 2 && isBlank(text[0]) && text[1] == '-' && strings.HasPrefix(text[2:], s.right) {
		return 2 + len(s.right), true
	}
	if strings.HasPrefix(text, s.right) {
		return len(s.right), false
	}
	return 0, false
}

// ends reports whether a word may end before the character at i.
func (s *scanner) ends(i int) bool {
	if i >= len(s.text) || isBlank(s.text[i]) || strings.IndexByte(".,|:)(", s.text[i]) >= 0 {
		return true
	}
	return strings.HasPrefix(s.text[i:], s.right)
}

// next returns the next token. After an error or the end of the text there is nothing but ends.
func (s *scanner) next() token {
	if s.dead {
		return token{kind: tokEOF, line: s.line, pos: Pos(s.at), text: "EOF"}
	}
	for !s.inside {
		if t, ok := s.outside(); ok {
			return t
		}
	}
	return s.action()
}

// outside returns the text up to the next action, or what begins there; ok is false for a comment that was
// left out.
func (s *scanner) outside() (t token, ok bool) {
	gap := strings.Index(s.text[s.at:], s.left)
	if gap < 0 {
		if s.at < len(s.text) {
			return s.cut(tokText, len(s.text)), true
		}
		s.dead = true
		return token{kind: tokEOF, line: s.line, pos: Pos(s.at)}, true
	}
	open := s.at + gap
	body := open + len(s.left)
	trims := body+1 < len(s.text) && s.text[body] == '-' && isBlank(s.text[body+1])
	if gap > 0 {
		end := open
		if trims {
			end = s.at + len(strings.TrimRight(s.text[s.at:open], blanks))
		}
		if end > s.at {
			t = s.cut(tokText, end)
			s.skip(open)
			return t, true
		}
		s.skip(open)
	}
	marker := 0
	if trims {
		marker = 2
	}
	if strings.HasPrefix(s.rest(body+marker), "/*") {
		s.skip(body + marker)
		return s.comment()
	}
	s.inside, s.depth = true, 0
	t = s.cut(tokLeft, body)
	s.skip(body + marker)
	return t, true
}

// comment returns the comment that begins here; ok is false if comments are left out.
func (s *scanner) comment() (t token, ok bool) {
	length := strings.Index(s.text[s.at+2:], "*/")
	if length < 0 {
		return s.fail("unclosed comment"), true
	}
	end := s.at + 2 + length + 2
	closing, trims := s.closes(end)
	if closing == 0 {
		return s.fail("comment ends before closing delimiter"), true
	}
	t = s.cut(tokComment, end)
	s.leave(end+closing, trims)
	return t, s.comments
}

// leave goes on after a right delimiter that ends at end.
func (s *scanner) leave(end int, trims bool) {
	if trims {
		end = s.run(end, blanks)
	}
	s.skip(end)
}

// action returns the next token of an action.
func (s *scanner) action() token {
	if length, trims := s.closes(s.at); length > 0 {
		if s.depth > 0 {
			return s.fail("unclosed left paren")
		}
		if trims {
			s.skip(s.at + 2)
		}
		s.inside = false
		t := s.cut(tokRight, s.at+len(s.right))
		s.leave(s.at, trims)
		return t
	}
	r, width := s.runeAt(s.at)
	switch {
	case width == 0:
		return s.fail("unclosed action")
	case isBlank(byte(r)) && r < utf8.RuneSelf:
		return s.space()
	case r == '=':
		return s.cut(tokAssign, s.at+1)
	case r == ':':
		if !strings.HasPrefix(s.text[s.at:], ":=") {
			return s.fail("expected :=")
		}
		return s.cut(tokDeclare, s.at+2)
	case r == '|':
		return s.cut(tokPipe, s.at+1)
	case r == '"':
		return s.quoted(tokString, '"', "unterminated quoted string")
	case r == '\'':
		return s.quoted(tokChar, '\'', "unterminated character constant")
	case r == '`':
		length := strings.IndexByte(s.text[s.at+1:], '`')
		if length < 0 {
			return s.fail("unterminated raw quoted string")
		}
		return s.cut(tokRaw, s.at+length+2)
	case r == '$':
		return s.name(tokVariable)
	case r == '.' && s.at+1 < len(s.text) && (s.text[s.at+1] < '0' || s.text[s.at+1] > '9'):
		return s.name(tokField)
	case r == '+' || r == '-' || r == '.' || '0' <= r && r <= '9':
		return s.number()
	case isWordRune(r):
		return s.identifier()
	}
	return s.punctuation(r)
}

// space returns white space up to the right delimiter's trim marker, whose blank does not belong to it.
func (s *scanner) space() token {
	end := s.run(s.at, blanks)
	if _, trims := s.closes(end - 1); trims {
		end--
	}
	return s.cut(tokSpace, end)
}

// quoted returns the constant that quote ends, in which a backslash protects the next character.
func (s *scanner) quoted(k kind, quote byte, message string) token {
	for i := s.at + 1; i < len(s.text); i++ {
		c := s.text[i]
		if c == '\\' && i+1 < len(s.text) {
			i++
			c = s.text[i]
		} else if c == quote {
			return s.cut(k, i+1)
		}
		if c == '\n' {
			break
		}
	}
	return s.fail("%s", message)
}

// name returns a variable or a field; nothing may follow the sign.
func (s *scanner) name(k kind) token {
	end := s.at + 1
	if s.ends(end) {
		if k == tokField {
			k = keyDot
		}
		return s.cut(k, end)
	}
	end = s.word(end)
	if !s.ends(end) {
		r, _ := s.runeAt(end)
		return s.fail("bad character %#U", r)
	}
	return s.cut(k, end)
}

func (s *scanner) identifier() token {
	end := s.word(s.at)
	if !s.ends(end) {
		r, _ := s.runeAt(end)
		return s.fail("bad character %#U", r)
	}
	k, known := words[s.text[s.at:end]]
	if !known || k == keyBreak && !s.breaks || k == keyContinue && !s.continues {
		k = tokIdent
	}
	return s.cut(k, end)
}

// number returns a number, or two of them that a sign joins into a complex one.
func (s *scanner) number() token {
	k := tokNumber
	end, ok := s.numeral(s.at)
	if ok && end < len(s.text) && (s.text[end] == '+' || s.text[end] == '-') {
		k = tokComplex
		end, ok = s.numeral(end)
		ok = ok && s.text[end-1] == 'i'
	}
	if !ok {
		return s.fail("bad number syntax: %q", s.text[s.at:end])
	}
	return s.cut(k, end)
}

// numeral returns the end of what looks like a number at i, and whether a word's character does not follow
// it. The conversions of strconv judge the number itself.
func (s *scanner) numeral(i int) (end int, ok bool) {
	one := func(set string) bool {
		if i < len(s.text) && strings.IndexByte(set, s.text[i]) >= 0 {
			i++
			return true
		}
		return false
	}
	const decimal = "0123456789_"
	digits, exponent := decimal, "eE"
	one("+-")
	if one("0") {
		switch {
		case one("xX"):
			digits, exponent = "0123456789abcdefABCDEF_", "pP"
		case one("oO"):
			digits, exponent = "01234567_", ""
		case one("bB"):
			digits, exponent = "01_", ""
		}
	}
	i = s.run(i, digits)
	if one(".") {
		i = s.run(i, digits)
	}
	if one(exponent) {
		one("+-")
		i = s.run(i, decimal)
	}
	one("i")
	if r, width := s.runeAt(i); width > 0 && isWordRune(r) {
		return i + width, false
	}
	return i, true
}

func (s *scanner) punctuation(r rune) token {
	switch {
	case r == '(':
		s.depth++
		return s.cut(tokOpen, s.at+1)
	case r == ')':
		if s.depth == 0 {
			return s.fail("unexpected right paren")
		}
		s.depth--
		return s.cut(tokClose, s.at+1)
	case r <= unicode.MaxASCII && unicode.IsPrint(r):
		return s.cut(tokOther, s.at+1)
	}
	return s.fail("unrecognized character in action: %#U", r)
}
