package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// backslash reads an escape outside of classes.
func (p *parser) backslash() {
	if p.perl() && len(p.rest) >= 2 {
		op := Op(0)
		switch p.rest[1] {
		case 'A':
			op = OpBeginText
		case 'z':
			op = OpEndText
		case 'b':
			op = OpWordBoundary
		case 'B':
			op = OpNoWordBoundary
		case 'C':
			p.fail(ErrInvalidEscape, p.rest[:2])
		case 'Q':
			p.quoted()
			return
		}
		if op != 0 {
			p.push(p.node(op))
			p.rest = p.rest[2:]
			return
		}
	}
	if class, ok := p.escapedClass(); ok {
		re := p.node(OpCharClass)
		re.Rune = class
		p.push(re)
		return
	}
	p.literal(p.escape())
}

// quoted reads \Q...\E, or up to the end.
func (p *parser) quoted() {
	text, after, _ := strings.Cut(p.rest[2:], `\E`)
	for p.rest = text; p.rest != ""; {
		p.literal(p.next())
	}
	p.rest = after
}

// escapedClass reads a class such as \d or \pL, if there is one.
func (p *parser) escapedClass() (class []rune, ok bool) {
	if len(p.rest) < 2 || p.rest[0] != '\\' {
		return nil, false
	}
	letter := p.rest[1]
	if p.flags&UnicodeGroups != 0 && (letter == 'p' || letter == 'P') {
		return p.unicodeClass(), true
	}
	if !p.perl() {
		return nil, false
	}
	negative := 'A' <= letter && letter <= 'Z'
	class, ok = named[`\`+string(rune(letter|0x20))]
	if !ok || letter != 'd' && letter != 's' && letter != 'w' && letter != 'D' && letter != 'S' && letter != 'W' {
		return nil, false
	}
	p.rest = p.rest[2:]
	return p.signed(class, negative), true
}

// signed is a clean class with the other cases of its letters, if that is asked for, or what it leaves out.
func (p *parser) signed(class []rune, negative bool) []rune {
	if p.flags&FoldCase != 0 {
		var both []rune
		for i := 0; i < len(class); i += 2 {
			both = appendFolded(both, class[i], class[i+1])
		}
		class = clean(both)
	}
	if negative {
		return negate(class)
	}
	return append([]rune(nil), class...)
}

// unicodeClass reads \pN or \p{Name}.
func (p *parser) unicodeClass() []rune {
	from := p.rest
	negative := from[1] == 'P'
	p.rest = from[2:]
	name, seq := "", ""
	if r := p.next(); r != '{' {
		seq = p.since(from)
		name = seq[2:]
	} else {
		end := strings.IndexByte(from, '}')
		if end < 0 {
			p.valid(from)
			p.fail(ErrInvalidCharRange, from)
		}
		name, seq, p.rest = from[3:end], from[:end+1], from[end+1:]
		p.valid(name)
	}
	if strings.HasPrefix(name, "^") {
		negative = !negative
		name = name[1:]
	}
	class, folds, found := group(name)
	if !found {
		p.fail(ErrInvalidCharRange, seq)
	}
	if p.flags&FoldCase != 0 && folds != nil {
		class = append(class, folds...)
	}
	class = clean(class)
	if negative {
		return negate(class)
	}
	return class
}

func unhex(r rune) rune {
	switch {
	case '0' <= r && r <= '9':
		return r - '0'
	case 'a' <= r && r <= 'f':
		return r - 'a' + 10
	case 'A' <= r && r <= 'F':
		return r - 'A' + 10
	}
	return -1
}

// escape reads an escape that stands for one character.
func (p *parser) escape() rune {
	from := p.rest
	p.rest = p.rest[1:]
	if p.rest == "" {
		p.fail(ErrTrailingBackslash, "")
	}
	octal := func() bool { return p.rest != "" && '0' <= p.rest[0] && p.rest[0] <= '7' }
	r := p.next()
	switch {
	case r == '0', '1' <= r && r <= '7' && octal():
		r -= '0'
		for i := 0; i < 2 && octal(); i++ {
			r = r*8 + rune(p.rest[0]-'0')
			p.rest = p.rest[1:]
		}
		return r
	case r == 'x' && p.rest != "":
		if r := p.hexadecimal(); r >= 0 {
			return r
		}
	case 'a' <= r && r <= 'v' && strings.ContainsRune("afnrtv", r):
		return map[rune]rune{'a': '\a', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[r]
	case r < utf8.RuneSelf && (!IsWordChar(r) || r == '_'):
		return r
	}
	p.fail(ErrInvalidEscape, p.since(from))
	return 0
}

// hexadecimal reads two digits, or any number of them in braces; it is -1 for anything else.
func (p *parser) hexadecimal() rune {
	r := p.next()
	if r != '{' {
		high, low := unhex(r), unhex(p.next())
		if high < 0 || low < 0 {
			return -1
		}
		return high*16 + low
	}
	n := rune(0)
	for digits := 0; p.rest != ""; digits++ {
		r := p.next()
		if r == '}' {
			if digits == 0 {
				return -1
			}
			return n
		}
		v := unhex(r)
		if v < 0 {
			return -1
		}
		if n = n*16 + v; n > unicode.MaxRune {
			return -1
		}
	}
	return -1
}

// class reads a class in brackets.
func (p *parser) class() {
	whole := p.rest
	re := p.node(OpCharClass)
	var class []rune
	p.rest = p.rest[1:]
	negative := p.has("^")
	if negative {
		p.rest = p.rest[1:]
		if p.flags&ClassNL == 0 {
			class = append(class, '\n', '\n') // and so the newline is not in what is left out
		}
	}
	for first := true; p.rest == "" || p.rest[0] != ']' || first; first = false {
		if p.has("-") && !p.perl() && !first && (len(p.rest) == 1 || p.rest[1] != ']') {
			_, size := utf8.DecodeRuneInString(p.rest[1:])
			p.fail(ErrInvalidCharRange, p.rest[:1+size])
		}
		if more, ok := p.posixClass(); ok {
			class = appendClass(class, more)
			continue
		}
		if more, ok := p.escapedClass(); ok {
			class = appendClass(class, more)
			continue
		}
		from := p.rest
		low := p.classChar(whole)
		high := low
		if len(p.rest) >= 2 && p.rest[0] == '-' && p.rest[1] != ']' {
			p.rest = p.rest[1:]
			if high = p.classChar(whole); high < low {
				p.fail(ErrInvalidCharRange, p.since(from))
			}
		}
		if p.flags&FoldCase != 0 {
			class = appendFolded(class, low, high)
		} else {
			class = appendRange(class, low, high)
		}
	}
	p.rest = p.rest[1:]
	class = clean(class)
	if negative {
		class = negate(class)
	}
	re.Rune = class
	p.push(re)
}

func (p *parser) classChar(whole string) rune {
	if p.rest == "" {
		p.fail(ErrMissingBracket, whole)
	}
	if p.rest[0] == '\\' {
		return p.escape()
	}
	return p.next()
}

// posixClass reads [:alpha:] or [:^alpha:], if there is one.
func (p *parser) posixClass() (class []rune, ok bool) {
	if len(p.rest) <= 2 || !p.has("[:") {
		return nil, false
	}
	end := strings.Index(p.rest[2:], ":]")
	if end < 0 {
		return nil, false
	}
	whole := p.rest[:end+4]
	name, negative := strings.CutPrefix(whole[2:end+2], "^")
	class, ok = named[name]
	if !ok || strings.HasPrefix(name, `\`) {
		p.fail(ErrInvalidCharRange, whole)
	}
	p.rest = p.rest[end+4:]
	return p.signed(class, negative), true
}
