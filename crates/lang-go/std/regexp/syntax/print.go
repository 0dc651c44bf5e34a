package syntax

import (
	"strings"
	"unicode"
)

// marks are what is written around a node: flags that hold inside it, and parentheses.
type marks uint8

const (
	markI     marks = 1 << iota // (?i:
	markM                       // (?m:
	markS                       // (?s:
	markEnd                     // the ) of these
	markGroup                   // (?:)
	markNoI                     // never written: a class says itself which letters it means
	markNoM                     // (?-m:
	markNoS                     // (?-s:

	negated = 5 // shifts markM to markNoM
)

// printer knows which flags are turned on at which nodes.
type printer struct {
	strings.Builder
	around map[*Regexp]marks
}

// String is the expression in the syntax of Perl. Flags are turned on around as much as needs them.
func (re *Regexp) String() string {
	p := printer{around: map[*Regexp]marks{}}
	needs, forbids := p.plan(re)
	if needs |= (forbids &^ markI) << negated; needs != 0 {
		needs |= markEnd
	}
	p.print(re, needs)
	return p.Builder.String()
}

// plan says which flags a tree needs, and which it must not have, and remembers what has to be turned on inside.
func (p *printer) plan(re *Regexp) (needs, forbids marks) {
	switch re.Op {
	case OpLiteral:
		for _, r := range re.Rune {
			if unicode.SimpleFold(r) == r {
				continue
			}
			if re.Flags&FoldCase != 0 {
				return markI, 0
			}
			return 0, markI
		}
	case OpCharClass:
		if !foldClosed(re.Rune) {
			return 0, markI
		}
	case OpAnyChar:
		return markS, 0
	case OpAnyCharNotNL:
		return 0, markS
	case OpBeginLine, OpEndLine:
		return markM, 0
	case OpEndText:
		if re.Flags&WasDollar != 0 {
			return 0, markM
		}
	case OpCapture, OpStar, OpPlus, OpQuest, OpRepeat:
		return p.plan(re.Sub[0])
	case OpConcat, OpAlternate:
		return p.planAll(re.Sub)
	}
	return 0, 0
}

// planAll turns flags on around runs of nodes that agree.
func (p *printer) planAll(subs []*Regexp) (needs, forbids marks) {
	var all marks
	from, to, split := 0, 0, false
	turnOn := func() {
		if needs != 0 {
			p.around[subs[from]] = needs
			p.around[subs[to]] |= markEnd
		}
	}
	for i, sub := range subs {
		n, f := p.plan(sub)
		if needs&f != 0 || n&forbids != 0 {
			turnOn()
			needs, forbids, from, split = 0, 0, i, true
		}
		needs |= n
		forbids |= f
		all |= f
		if n != 0 {
			to = i
		}
		if needs == 0 && from == i {
			from++
		}
	}
	if !split {
		return needs, forbids
	}
	turnOn()
	return 0, all
}

// foldClosed tells whether the letters of a class are there in both cases.
func foldClosed(class []rune) bool {
	for i := 0; i+1 < len(class); i += 2 {
		low, high := max(class[i], minFold), min(class[i+1], maxFold)
		for r := low; r <= high; r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				if (f < low || f > high) && !within(class, f) {
					return false
				}
			}
		}
	}
	return true
}

func within(class []rune, r rune) bool {
	for i := 0; i+1 < len(class); i += 2 {
		if class[i] <= r && r <= class[i+1] {
			return true
		}
	}
	return false
}

func (p *printer) open(m marks) {
	p.WriteString("(?")
	for _, f := range []struct {
		mark   marks
		letter byte
	}{{markI, 'i'}, {markM, 'm'}, {markS, 's'}} {
		if m&f.mark != 0 {
			p.WriteByte(f.letter)
		}
	}
	if m&(markNoM|markNoS) != 0 {
		p.WriteByte('-')
		if m&markNoM != 0 {
			p.WriteByte('m')
		}
		if m&markNoS != 0 {
			p.WriteByte('s')
		}
	}
	p.WriteByte(':')
}

func (p *printer) print(re *Regexp, m marks) {
	m |= p.around[re]
	flags := m &^ (markEnd | markGroup)
	if flags != 0 {
		if m&markEnd != 0 {
			m &^= markGroup // the parentheses of the flags are enough
		}
		p.open(flags)
	}
	if m&markGroup != 0 {
		p.WriteString("(?:")
	}
	p.node(re)
	if m&markGroup != 0 {
		p.WriteByte(')')
	}
	if m&markEnd != 0 {
		p.WriteByte(')')
	}
}

var fixedText = [...]string{
	OpNoMatch: `[^\x00-\x{10FFFF}]`, OpEmptyMatch: `(?:)`, OpAnyCharNotNL: `.`, OpAnyChar: `.`, OpBeginLine: `^`,
	OpEndLine: `$`, OpBeginText: `\A`, OpEndText: `\z`, OpWordBoundary: `\b`, OpNoWordBoundary: `\B`,
	OpStar: `*`, OpPlus: `+`, OpQuest: `?`, OpAlternate: ``,
}

func (p *printer) node(re *Regexp) {
	switch re.Op {
	case OpLiteral:
		for _, r := range re.Rune {
			p.char(r, false)
		}
	case OpCharClass:
		p.class(re.Rune)
	case OpEndText:
		if re.Flags&WasDollar != 0 {
			p.WriteByte('$')
			return
		}
		p.WriteString(fixedText[re.Op])
	case OpCapture:
		p.WriteByte('(')
		if re.Name != "" {
			p.WriteString("?P<" + re.Name + ">")
		}
		if re.Sub[0].Op != OpEmptyMatch {
			p.print(re.Sub[0], 0)
		}
		p.WriteByte(')')
	case OpStar, OpPlus, OpQuest, OpRepeat:
		p.repetition(re)
	case OpConcat:
		for _, sub := range re.Sub {
			var m marks
			if sub.Op == OpAlternate {
				m = markGroup
			}
			p.print(sub, m)
		}
	case OpAlternate:
		for i, sub := range re.Sub {
			if i > 0 {
				p.WriteByte('|')
			}
			p.print(sub, 0)
		}
	case 0:
		p.WriteString("<invalid op0>")
	default:
		if re.Op > OpAlternate {
			p.WriteString("<invalid op" + decimal(int(re.Op)) + ">")
			return
		}
		p.WriteString(fixedText[re.Op])
	}
}

func (p *printer) repetition(re *Regexp) {
	sub := re.Sub[0]
	var m marks
	if sub.Op > OpCapture || sub.Op == OpLiteral && len(sub.Rune) > 1 {
		m = markGroup
	}
	p.print(sub, m)
	if re.Op != OpRepeat {
		p.WriteString(fixedText[re.Op])
	} else {
		p.WriteString("{" + decimal(re.Min))
		if re.Max != re.Min {
			p.WriteByte(',')
			if re.Max >= 0 {
				p.WriteString(decimal(re.Max))
			}
		}
		p.WriteByte('}')
	}
	if re.Flags&NonGreedy != 0 {
		p.WriteByte('?')
	}
}

// class writes ranges, or what is between them if they are those of a negated class.
func (p *printer) class(ranges []rune) {
	n := len(ranges)
	if n%2 != 0 {
		p.WriteString("[invalid char class]")
		return
	}
	p.WriteByte('[')
	switch {
	case n == 0:
		p.WriteString(`^\x00-\x{10FFFF}`)
	case n > 2 && ranges[0] == 0 && ranges[n-1] == unicode.MaxRune:
		p.WriteByte('^')
		for i := 1; i < n-1; i += 2 {
			p.interval(ranges[i]+1, ranges[i+1]-1)
		}
	default:
		for i := 0; i < n; i += 2 {
			p.interval(ranges[i], ranges[i+1])
		}
	}
	p.WriteByte(']')
}

func (p *printer) interval(low, high rune) {
	p.char(low, low == '-')
	if low == high {
		return
	}
	if high != low+1 {
		p.WriteByte('-')
	}
	p.char(high, high == '-')
}

// char writes a character, with a backslash where it would mean something else.
func (p *printer) char(r rune, escape bool) {
	if unicode.IsPrint(r) {
		if escape || strings.ContainsRune(`\.+*?()|[]{}^$`, r) {
			p.WriteByte('\\')
		}
		p.WriteRune(r)
		return
	}
	if '\a' <= r && r <= '\r' && r != '\b' {
		p.WriteByte('\\')
		p.WriteByte("a.tnvfr"[r-'\a'])
		return
	}
	digits := hex(r)
	switch {
	case r < 0x10:
		p.WriteString(`\x0` + digits)
	case r < 0x100:
		p.WriteString(`\x` + digits)
	default:
		p.WriteString(`\x{` + digits + `}`)
	}
}

func hex(r rune) string {
	if r < 0 {
		return "-" + hex(-r)
	}
	digit := "0123456789abcdef"[r&15 : r&15+1]
	if r < 16 {
		return digit
	}
	return hex(r>>4) + digit
}

func decimal(n int) string {
	switch {
	case n < 0:
		return "-" + decimal(-n)
	case n < 10:
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}
