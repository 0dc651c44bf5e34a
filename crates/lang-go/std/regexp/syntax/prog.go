package syntax

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// InstOp is the kind of an instruction.
type InstOp uint8

const (
	InstAlt InstOp = iota
	InstAltMatch
	InstCapture
	InstEmptyWidth
	InstMatch
	InstFail
	InstNop
	InstRune
	InstRune1
	InstRuneAny
	InstRuneAnyNotNL
)

var instNames = [...]string{
	"InstAlt", "InstAltMatch", "InstCapture", "InstEmptyWidth", "InstMatch", "InstFail", "InstNop", "InstRune",
	"InstRune1", "InstRuneAny", "InstRuneAnyNotNL",
}

// String is the name of a kind of instruction.
func (i InstOp) String() string {
	if int(i) < len(instNames) {
		return instNames[i]
	}
	return ""
}

// EmptyOp is a set of conditions on a place between two characters.
type EmptyOp uint8

const (
	EmptyBeginLine EmptyOp = 1 << iota
	EmptyEndLine
	EmptyBeginText
	EmptyEndText
	EmptyWordBoundary
	EmptyNoWordBoundary
)

// EmptyOpContext are the conditions that hold between two characters; -1 stands for an end of the text.
func EmptyOpContext(r1, r2 rune) EmptyOp {
	op := EmptyNoWordBoundary
	if IsWordChar(r1) != IsWordChar(r2) {
		op = EmptyWordBoundary
	}
	switch {
	case r1 < 0:
		op |= EmptyBeginText | EmptyBeginLine
	case r1 == '\n':
		op |= EmptyBeginLine
	}
	switch {
	case r2 < 0:
		op |= EmptyEndText | EmptyEndLine
	case r2 == '\n':
		op |= EmptyEndLine
	}
	return op
}

// Prog is a compiled expression.
type Prog struct {
	Inst   []Inst
	Start  int // where it begins
	NumCap int // ends of groups
}

// Inst is an instruction.
type Inst struct {
	Op   InstOp
	Out  uint32 // what follows
	Arg  uint32 // the other way, the end of a group, conditions, or flags
	Rune []rune
}

// skip goes on to an instruction that does something.
func (p *Prog) skip(pc uint32) *Inst {
	i := &p.Inst[pc]
	for i.Op == InstNop || i.Op == InstCapture {
		i = &p.Inst[i.Out]
	}
	return i
}

// single tells whether an instruction matches one character only.
func (i *Inst) single() bool { return (i.Op == InstRune || i.Op == InstRune1) && len(i.Rune) == 1 }

// Prefix is the text that every match begins with, and whether it is all there is.
func (p *Prog) Prefix() (prefix string, complete bool) {
	i := p.skip(uint32(p.Start))
	var b strings.Builder
	for i.single() && Flags(i.Arg)&FoldCase == 0 && i.Rune[0] != utf8.RuneError {
		b.WriteRune(i.Rune[0])
		i = p.skip(i.Out)
	}
	return b.String(), i.Op == InstMatch
}

// StartCond are the conditions at the beginning of every match; all bits if there is none.
func (p *Prog) StartCond() EmptyOp {
	var conditions EmptyOp
	for pc := uint32(p.Start); ; pc = p.Inst[pc].Out {
		switch i := &p.Inst[pc]; i.Op {
		case InstEmptyWidth:
			conditions |= EmptyOp(i.Arg)
		case InstFail:
			return ^EmptyOp(0)
		case InstCapture, InstNop:
		default:
			return conditions
		}
	}
}

// MatchRune tells whether an instruction matches a character.
func (i *Inst) MatchRune(r rune) bool { return i.MatchRunePos(r) >= 0 }

// MatchRunePos is the number of the range that has a character; -1 if there is none.
func (i *Inst) MatchRunePos(r rune) int {
	n := len(i.Rune)
	if n == 1 {
		if r == i.Rune[0] {
			return 0
		}
		if Flags(i.Arg)&FoldCase != 0 {
			for f := unicode.SimpleFold(i.Rune[0]); f != i.Rune[0]; f = unicode.SimpleFold(f) {
				if f == r {
					return 0
				}
			}
		}
		return -1
	}
	low, high := 0, n/2
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch {
		case r < i.Rune[2*middle]:
			high = middle
		case r <= i.Rune[2*middle+1]:
			return middle
		default:
			low = middle + 1
		}
	}
	return -1
}

// MatchEmptyWidth tells whether an instruction's condition holds between two characters.
func (i *Inst) MatchEmptyWidth(before rune, after rune) bool {
	switch EmptyOp(i.Arg) {
	case EmptyBeginLine:
		return before == '\n' || before == -1
	case EmptyEndLine:
		return after == '\n' || after == -1
	case EmptyBeginText:
		return before == -1
	case EmptyEndText:
		return after == -1
	case EmptyWordBoundary:
		return IsWordChar(before) != IsWordChar(after)
	case EmptyNoWordBoundary:
		return IsWordChar(before) == IsWordChar(after)
	}
	panic("unknown empty width arg")
}

// String lists a program, an instruction a line; a star is where it begins.
func (p *Prog) String() string {
	var b strings.Builder
	for n := range p.Inst {
		number := decimal(n)
		for pad := len(number); pad < 3; pad++ {
			b.WriteByte(' ')
		}
		b.WriteString(number)
		if n == p.Start {
			b.WriteByte('*')
		}
		b.WriteByte('\t')
		b.WriteString(p.Inst[n].String())
		b.WriteByte('\n')
	}
	return b.String()
}

// String is an instruction as lists of programs have it.
func (i *Inst) String() string {
	out, arg := decimal(int(i.Out)), decimal(int(i.Arg))
	switch i.Op {
	case InstAlt:
		return "alt -> " + out + ", " + arg
	case InstAltMatch:
		return "altmatch -> " + out + ", " + arg
	case InstCapture:
		return "cap " + arg + " -> " + out
	case InstEmptyWidth:
		return "empty " + arg + " -> " + out
	case InstMatch:
		return "match"
	case InstFail:
		return "fail"
	case InstNop:
		return "nop -> " + out
	case InstRune:
		s := "rune "
		if i.Rune == nil {
			s = "rune <nil>rune "
		}
		s += strconv.QuoteToASCII(string(i.Rune))
		if Flags(i.Arg)&FoldCase != 0 {
			s += "/i"
		}
		return s + " -> " + out
	case InstRune1:
		return "rune1 " + strconv.QuoteToASCII(string(i.Rune)) + " -> " + out
	case InstRuneAny:
		return "any -> " + out
	case InstRuneAnyNotNL:
		return "anynotnl -> " + out
	}
	return ""
}
