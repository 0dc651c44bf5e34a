package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser reads an expression from left to right. Its stack has what was read: nodes, and between them the parentheses and
// bars that are still open.
type parser struct {
	whole string
	rest  string
	flags Flags
	stack []*Regexp
	caps  int
	limits
}

// Parse reads an expression.
func Parse(s string, flags Flags) (re *Regexp, err error) {
	p := &parser{whole: s, rest: s, flags: flags}
	defer func() {
		// Limits are passed, and text is malformed, deep inside.
		switch problem := recover().(type) {
		case nil:
		case *Error:
			re, err = nil, problem
		default:
			panic(problem)
		}
	}()
	if flags&Literal != 0 {
		re := &Regexp{Op: OpLiteral, Flags: flags}
		re.Rune = re.Rune0[:0]
		for p.rest != "" {
			re.Rune = append(re.Rune, p.next())
		}
		return re, nil
	}
	last := ""
	for p.rest != "" {
		last = p.item(last)
	}
	p.closeAlternation()
	if len(p.stack) != 1 {
		p.fail(ErrMissingParen, s)
	}
	return p.stack[0], nil
}

// fail ends the parse.
func (p *parser) fail(code ErrorCode, expr string) { panic(&Error{code, expr}) }

// next takes a character.
func (p *parser) next() rune {
	r, size := utf8.DecodeRuneInString(p.rest)
	if r == utf8.RuneError && size == 1 {
		p.fail(ErrInvalidUTF8, p.rest)
	}
	p.rest = p.rest[size:]
	return r
}

func (p *parser) valid(s string) {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			p.fail(ErrInvalidUTF8, s)
		}
		s = s[size:]
	}
}

// since is what was read since the rest was from.
func (p *parser) since(from string) string { return from[:len(from)-len(p.rest)] }

// has tells whether the rest begins so.
func (p *parser) has(prefix string) bool { return strings.HasPrefix(p.rest, prefix) }

func (p *parser) perl() bool { return p.flags&PerlX != 0 }

// item reads the next piece. The text of a repetition is told, and last is that of the one just before.
func (p *parser) item(last string) (repetition string) {
	from := p.rest
	switch p.rest[0] {
	case '(':
		if p.perl() && p.has("(?") {
			p.perlGroup()
			return ""
		}
		p.caps++
		p.push(p.node(leftParen)).Cap = p.caps
	case ')':
		p.rest = p.rest[1:]
		p.closeParen()
		return ""
	case '|':
		p.bar()
	case '^':
		if p.flags&OneLine != 0 {
			p.push(p.node(OpBeginText))
		} else {
			p.push(p.node(OpBeginLine))
		}
	case '$':
		if p.flags&OneLine != 0 {
			p.push(p.node(OpEndText)).Flags |= WasDollar
		} else {
			p.push(p.node(OpEndLine))
		}
	case '.':
		if p.flags&DotNL != 0 {
			p.push(p.node(OpAnyChar))
		} else {
			p.push(p.node(OpAnyCharNotNL))
		}
	case '[':
		p.class()
		return ""
	case '\\':
		p.backslash()
		return ""
	case '*', '+', '?':
		op := map[byte]Op{'*': OpStar, '+': OpPlus, '?': OpQuest}[p.rest[0]]
		p.rest = p.rest[1:]
		p.repeat(op, 0, 0, from, last)
		return from
	case '{':
		low, high, ok := p.counts()
		if ok {
			if low < 0 || low > 1000 || high > 1000 || high >= 0 && low > high {
				p.fail(ErrInvalidRepeatSize, p.since(from))
			}
			p.repeat(OpRepeat, low, high, from, last)
			return from
		}
		p.literal('{')
	default:
		p.literal(p.next())
		return ""
	}
	p.rest = p.rest[1:]
	return ""
}

// node makes one with the flags at hand.
func (p *parser) node(op Op) *Regexp {
	re := p.fresh(op)
	re.Flags = p.flags
	return re
}

func (p *parser) literal(r rune) {
	re := p.node(OpLiteral)
	if p.flags&FoldCase != 0 {
		r = minimal(r)
	}
	re.Rune0[0] = r
	re.Rune = re.Rune0[:1]
	p.push(re)
}

// push puts a node on the stack. Classes of one character, or of one letter in both cases, become literals.
func (p *parser) push(re *Regexp) *Regexp {
	p.runes += len(re.Rune)
	flags, single := p.flags&^FoldCase, false
	if r := re.Rune; re.Op == OpCharClass {
		switch {
		case len(r) == 2 && r[0] == r[1]:
			single = true
		case len(r) == 4 && r[0] == r[1] && r[2] == r[3] && cases(r[0], r[2]),
			len(r) == 2 && r[0]+1 == r[1] && cases(r[0], r[1]):
			single = true
			flags = p.flags | FoldCase
		}
	}
	joined := p.join()
	if single {
		re.Op, re.Rune, re.Flags = OpLiteral, re.Rune[:1], flags
		if joined {
			// The literal that was joined with the one before it is used again; it is not counted anew.
			p.freed--
			p.stack = append(p.stack, re)
			return nil
		}
	}
	p.stack = append(p.stack, re)
	p.check(re, p)
	return re
}

// cases tells whether two characters are the only cases of a letter.
func cases(a, b rune) bool { return unicode.SimpleFold(a) == b && unicode.SimpleFold(b) == a }

// join makes one of the two literals on top of the stack. It is done when a third node comes, since a repetition is of the
// last character alone.
func (p *parser) join() bool {
	n := len(p.stack)
	if n < 2 {
		return false
	}
	left, right := p.stack[n-2], p.stack[n-1]
	if left.Op != OpLiteral || right.Op != OpLiteral || (left.Flags^right.Flags)&FoldCase != 0 {
		return false
	}
	left.Rune = append(left.Rune, right.Rune...)
	p.stack = p.stack[:n-1]
	p.free(right)
	return true
}

// repeat puts a repetition around the top of the stack; from is where it begins.
func (p *parser) repeat(op Op, low, high int, from, last string) {
	flags := p.flags
	if p.perl() {
		if p.has("?") {
			p.rest = p.rest[1:]
			flags ^= NonGreedy
		}
		if last != "" {
			p.fail(ErrInvalidRepeatOp, p.since(last))
		}
	}
	n := len(p.stack)
	if n == 0 || p.stack[n-1].Op >= pseudo {
		p.fail(ErrMissingRepeatArgument, p.since(from))
	}
	re := p.fresh(op)
	re.Min, re.Max, re.Flags = low, high, flags
	re.Sub0[0] = p.stack[n-1]
	re.Sub = re.Sub0[:1]
	p.stack[n-1] = re
	p.check(re, p)
	if op == OpRepeat && (low >= 2 || high >= 2) && !modest(re, 1000) {
		p.fail(ErrInvalidRepeatSize, p.since(from))
	}
}

// modest tells whether nested counts multiply to no more than n.
func modest(re *Regexp, n int) bool {
	if re.Op == OpRepeat {
		count := re.Max
		if count == 0 {
			return true
		}
		if count < 0 {
			count = re.Min
		}
		if count > n {
			return false
		}
		if count > 0 {
			n /= count
		}
	}
	for _, sub := range re.Sub {
		if !modest(sub, n) {
			return false
		}
	}
	return true
}

// counts reads {2}, {2,} or {2,3}; anything else is no repetition, and nothing is taken. Too large numbers are negative.
func (p *parser) counts() (low, high int, ok bool) {
	from := p.rest
	p.rest = p.rest[1:]
	low, ok = p.count()
	high = low
	if ok && p.has(",") {
		p.rest = p.rest[1:]
		if p.has("}") {
			high = -1
		} else if high, ok = p.count(); high < 0 {
			low = -1
		}
	}
	if !ok || !p.has("}") {
		p.rest = from
		return 0, 0, false
	}
	p.rest = p.rest[1:]
	return low, high, true
}

func (p *parser) count() (n int, ok bool) {
	digits := 0
	for digits < len(p.rest) && '0' <= p.rest[digits] && p.rest[digits] <= '9' {
		if n >= 1e8 {
			n = -1
		}
		if n >= 0 {
			n = n*10 + int(p.rest[digits]-'0')
		}
		digits++
	}
	if digits == 0 || digits > 1 && p.rest[0] == '0' {
		return 0, false
	}
	p.rest = p.rest[digits:]
	return n, true
}

// perlGroup reads what begins with (? up to its first parenthesis, colon or closing angle bracket.
func (p *parser) perlGroup() {
	from := p.rest
	skip := 0
	if p.has("(?P<") && len(from) > 4 {
		skip = 4
	} else if p.has("(?<") && len(from) > 3 {
		skip = 3
	}
	if skip > 0 {
		p.namedGroup(skip)
		return
	}
	p.rest = p.rest[2:]
	flags, negative, seen := p.flags, false, false
	for p.rest != "" {
		var bit Flags
		clears := negative
		switch r := p.next(); r {
		case 'i':
			bit = FoldCase
		case 'm':
			bit, clears = OneLine, !negative
		case 's':
			bit = DotNL
		case 'U':
			bit = NonGreedy
		case '-':
			if negative {
				p.fail(ErrInvalidPerlOp, p.since(from))
			}
			negative, seen = true, false
			continue
		case ':', ')':
			if negative && !seen {
				p.fail(ErrInvalidPerlOp, p.since(from))
			}
			if r == ':' {
				p.push(p.node(leftParen))
			}
			p.flags = flags
			return
		default:
			p.fail(ErrInvalidPerlOp, p.since(from))
		}
		seen = true
		if clears {
			flags &^= bit
		} else {
			flags |= bit
		}
	}
	p.fail(ErrInvalidPerlOp, from)
}

func (p *parser) namedGroup(skip int) {
	end := strings.IndexByte(p.rest, '>')
	if end < 0 {
		p.valid(p.rest)
		p.fail(ErrInvalidNamedCapture, p.rest)
	}
	name := p.rest[skip:end]
	p.valid(name)
	good := name != ""
	for i := range len(name) {
		good = good && IsWordChar(rune(name[i]))
	}
	if !good {
		p.fail(ErrInvalidNamedCapture, p.rest[:end+1])
	}
	p.caps++
	re := p.push(p.node(leftParen))
	re.Cap, re.Name = p.caps, name
	p.rest = p.rest[end+1:]
}

// concat makes one node of those down to a parenthesis or bar.
func (p *parser) concat() {
	p.join()
	subs := p.above()
	if len(subs) == 0 {
		p.push(p.fresh(OpEmptyMatch))
		return
	}
	p.push(p.collapse(subs, OpConcat))
}

// above takes the nodes above the last parenthesis or bar from the stack.
func (p *parser) above() []*Regexp {
	n := len(p.stack)
	for n > 0 && p.stack[n-1].Op < pseudo {
		n--
	}
	subs := p.stack[n:]
	p.stack = p.stack[:n:n]
	return subs
}

// bar ends a branch. There is at most one bar at each level, above the branches so far.
func (p *parser) bar() {
	p.concat()
	if !p.raiseBar() {
		p.push(p.node(verticalBar))
	}
}

// raiseBar puts the branch on top below the bar that it stands on, if any. Two branches of a single character are made
// one class.
func (p *parser) raiseBar() bool {
	n := len(p.stack)
	if n < 2 || p.stack[n-2].Op != verticalBar {
		return false
	}
	top := p.stack[n-1]
	if n >= 3 && isClass(top) && isClass(p.stack[n-3]) {
		other := p.stack[n-3]
		if top.Op > other.Op {
			top, other = other, top
			p.stack[n-3] = other
		}
		merge(other, top)
		p.free(top)
		p.stack = p.stack[:n-1]
		return true
	}
	if n >= 3 {
		tidy(p.stack[n-3])
	}
	p.stack[n-2], p.stack[n-1] = top, p.stack[n-2]
	return true
}

// closeAlternation makes one node of all branches of a group.
func (p *parser) closeAlternation() {
	p.concat()
	if p.raiseBar() {
		p.stack = p.stack[:len(p.stack)-1]
	}
	subs := p.above()
	if len(subs) == 0 {
		p.push(p.fresh(OpNoMatch))
		return
	}
	tidy(subs[len(subs)-1])
	p.push(p.collapse(subs, OpAlternate))
}

func (p *parser) closeParen() {
	p.closeAlternation()
	n := len(p.stack)
	if n < 2 || p.stack[n-2].Op != leftParen {
		p.fail(ErrUnexpectedParen, p.whole)
	}
	inside, paren := p.stack[n-1], p.stack[n-2]
	p.stack = p.stack[:n-2]
	p.flags = paren.Flags
	if paren.Cap == 0 {
		p.push(inside)
		return
	}
	paren.Op = OpCapture
	paren.Sub0[0] = inside
	paren.Sub = paren.Sub0[:1]
	p.push(paren)
}
