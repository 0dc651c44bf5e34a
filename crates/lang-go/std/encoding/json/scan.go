package json

import "strconv"

// maxDepth is how deep arrays and objects may be nested.
const maxDepth = 10000

// scanner checks a text byte by byte, so that it can arrive in pieces of any size.
type scanner struct {
	step state
	// The brackets that close what is open.
	open []byte
	// Bytes that were counted; errors tell them.
	bytes int64
	err   *SyntaxError
	// What is left of a word, and the word.
	rest, word string
	hex        int // digits of an escape that are still expected
}

// state is what the scanner expects next.
type state uint8

const (
	beginValue   state = iota // a value
	beginElement              // a value, or the end of an empty array
	beginMember               // a key, or the end of an empty object
	beginKey                  // a key
	afterKey                  // a colon
	afterValue                // a comma or the end of what is open
	afterTop                  // space alone
	inString                  // any character of a string
	inKey
	inEscape // the character after a backslash
	inKeyEscape
	inHex // the digits of \u
	inKeyHex
	afterMinus // the first digit
	afterZero  // a point, an exponent, or the end of the number
	inDigits   // the same, or a digit
	afterPoint // the first digit of a fraction
	inFraction // a digit, an exponent, or the end of the number
	afterE     // a sign or the first digit of an exponent
	afterSign  // the first digit of an exponent
	inExponent // a digit, or the end of the number
	inWord     // the rest of true, false or null
	failed     // nothing, since there was an error
)

// event is what a byte meant.
type event uint8

const (
	within event = iota // part of a token, or its first byte
	space               // between tokens
	opens               // an array or object
	closes              // an array or object
	comma
	colon
	ended // the byte is behind the text's value, or the value ended before it
	wrong
)

func (s *scanner) reset() {
	s.step, s.open, s.err = beginValue, s.open[:0], nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// fail notes an error at the byte c, which is counted already.
func (s *scanner) fail(c byte, where string) event {
	s.step = failed
	s.err = &SyntaxError{"invalid character " + quoteByte(c) + " " + where, s.bytes}
	return wrong
}

func quoteByte(c byte) string {
	switch c {
	case '\'':
		return `'\''`
	case '"':
		return `'"'`
	}
	q := strconv.Quote(string(rune(c)))
	return "'" + q[1:len(q)-1] + "'"
}

// inText tells whether c is a character of the string that is open, which changes nothing.
func (s *scanner) inText(c byte) bool {
	return (s.step == inString || s.step == inKey) && c >= ' ' && c != '"' && c != '\\'
}

// next takes a byte.
func (s *scanner) next(c byte) event {
	switch s.step {
	case inString, inKey:
		return s.character(c)
	case inEscape, inKeyEscape, inHex, inKeyHex:
		return s.escape(c)
	case inWord:
		return s.letter(c)
	case failed:
		return wrong
	}
	if s.step >= afterMinus {
		return s.digit(c)
	}
	if isSpace(c) {
		if s.step == afterTop {
			return ended
		}
		return space
	}
	switch s.step {
	case beginElement:
		if c == ']' {
			return s.close()
		}
		return s.begin(c)
	case beginValue:
		return s.begin(c)
	case beginMember, beginKey:
		if c == '}' && s.step == beginMember {
			return s.close()
		}
		if c != '"' {
			return s.fail(c, "looking for beginning of object key string")
		}
		s.step = inKey
		return within
	case afterKey:
		if c != ':' {
			return s.fail(c, "after object key")
		}
		s.step = beginValue
		return colon
	case afterValue:
		return s.after(c)
	}
	return s.behind(c)
}

// behind takes what stands after the outermost value. Where that is wrong, the value has ended all the same.
func (s *scanner) behind(c byte) event {
	s.fail(c, "after top-level value")
	return ended
}

// begin takes the first byte of a value.
func (s *scanner) begin(c byte) event {
	switch c {
	case '{', '[':
		if len(s.open) == maxDepth {
			return s.fail(c, "exceeded max depth")
		}
		s.open = append(s.open, c+2)
		s.step = beginElement
		if c == '{' {
			s.step = beginMember
		}
		return opens
	case '"':
		s.step = inString
	case '-':
		s.step = afterMinus
	case '0':
		s.step = afterZero
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		s.step = inDigits
	case 't':
		s.step, s.rest, s.word = inWord, "rue", "true"
	case 'f':
		s.step, s.rest, s.word = inWord, "alse", "false"
	case 'n':
		s.step, s.rest, s.word = inWord, "ull", "null"
	default:
		return s.fail(c, "looking for beginning of value")
	}
	return within
}

// valueDone is for the end of a value.
func (s *scanner) valueDone() {
	s.step = afterValue
	if len(s.open) == 0 {
		s.step = afterTop
	}
}

func (s *scanner) close() event {
	s.open = s.open[:len(s.open)-1]
	s.valueDone()
	return closes
}

// after takes what stands after a value within an array or object.
func (s *scanner) after(c byte) event {
	closing := s.open[len(s.open)-1]
	switch {
	case c == closing:
		return s.close()
	case c == ',':
		s.step = beginValue
		if closing == '}' {
			s.step = beginKey
		}
		return comma
	case closing == '}':
		return s.fail(c, "after object key:value pair")
	}
	return s.fail(c, "after array element")
}

func (s *scanner) character(c byte) event {
	switch {
	case c == '"':
		if s.step == inKey {
			s.step = afterKey
		} else {
			s.valueDone()
		}
	case c == '\\':
		s.step += inEscape - inString
	case c < ' ':
		return s.fail(c, "in string literal")
	}
	return within
}

func (s *scanner) escape(c byte) event {
	if s.step >= inHex {
		if !isHex(c) {
			return s.fail(c, "in \\u hexadecimal character escape")
		}
		s.hex--
		if s.hex == 0 {
			s.step -= inHex - inString
		}
		return within
	}
	switch c {
	case 'b', 'f', 'n', 'r', 't', '\\', '/', '"':
		s.step -= inEscape - inString
	case 'u':
		s.step += inHex - inEscape
		s.hex = 4
	default:
		return s.fail(c, "in string escape code")
	}
	return within
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

func (s *scanner) letter(c byte) event {
	if c != s.rest[0] {
		return s.fail(c, "in literal "+s.word+" (expecting "+quoteByte(s.rest[0])+")")
	}
	s.rest = s.rest[1:]
	if s.rest == "" {
		s.valueDone()
	}
	return within
}

// digit takes a byte of a number, or the one after it.
func (s *scanner) digit(c byte) event {
	isDigit := '0' <= c && c <= '9'
	switch s.step {
	case afterMinus:
		if !isDigit {
			return s.fail(c, "in numeric literal")
		}
		s.step = inDigits
		if c == '0' {
			s.step = afterZero
		}
		return within
	case afterPoint:
		if !isDigit {
			return s.fail(c, "after decimal point in numeric literal")
		}
		s.step = inFraction
		return within
	case afterE, afterSign:
		if s.step == afterE && (c == '+' || c == '-') {
			s.step = afterSign
			return within
		}
		if !isDigit {
			return s.fail(c, "in exponent of numeric literal")
		}
		s.step = inExponent
		return within
	}
	switch {
	case isDigit && s.step != afterZero:
		return within
	case c == '.' && (s.step == inDigits || s.step == afterZero):
		s.step = afterPoint
		return within
	case c|0x20 == 'e' && s.step != inExponent:
		s.step = afterE
		return within
	}
	s.valueDone()
	if s.step == afterTop {
		// What follows a number at the outermost level ends it and is not looked at, unless it is wrong.
		if isSpace(c) {
			return ended
		}
		return s.behind(c)
	}
	return s.next(c)
}

// end is for the end of the text: nil, or what is wrong with it.
func (s *scanner) end() *SyntaxError {
	if s.step != afterTop && s.err == nil {
		s.next(' ')
	}
	if s.err == nil && s.step != afterTop {
		s.step = failed
		s.err = &SyntaxError{"unexpected end of JSON input", s.bytes}
	}
	return s.err
}

// check tells what is wrong with a whole text.
func check(data []byte) *SyntaxError {
	var s scanner
	for i, c := range data {
		if s.inText(c) {
			continue
		}
		s.bytes = int64(i + 1)
		if s.next(c) == wrong {
			return s.err
		}
	}
	s.bytes = int64(len(data))
	return s.end()
}

// Valid tells whether data is one JSON value, with space around it or not.
func Valid(data []byte) bool { return isStrict(data) || check(data) == nil }
