package syntax

import "unicode"

// hole is a place in the program that is to hold the number of an instruction: Out, or Arg.
type hole struct {
	inst int
	arg  bool
}

// fragment is a part of a program: where it begins, and the holes that lead out of it. It begins at 0, the instruction
// that fails, if it can match nothing at all.
type fragment struct {
	start    int
	holes    *holes
	nullable bool // it may match without taking a character
}

// holes is a list that is appended to without copying.
type holes struct {
	hole
	left, right *holes
}

func single(inst int, arg bool) *holes { return &holes{hole: hole{inst, arg}} }

func both(a, b *holes) *holes {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return &holes{left: a, right: b}
}

// Compile makes a program of a simplified tree.
func Compile(re *Regexp) (*Prog, error) {
	p := &Prog{NumCap: 2} // the ends of the whole match
	p.add(InstFail)
	f := p.compile(re)
	p.fill(f.holes, p.add(InstMatch))
	p.Start = f.start
	return p, nil
}

func (p *Prog) add(op InstOp) int {
	p.Inst = append(p.Inst, Inst{Op: op})
	return len(p.Inst) - 1
}

// fill has holes lead to an instruction. Lists are as deep as alternatives are long, so the left parts are put aside.
func (p *Prog) fill(list *holes, to int) {
	var later []*holes
	for list != nil {
		if list.left != nil {
			later = append(later, list.right)
			list = list.left
			continue
		}
		if inst := &p.Inst[list.inst]; list.arg {
			inst.Arg = uint32(to)
		} else {
			inst.Out = uint32(to)
		}
		list = nil
		if n := len(later); n > 0 {
			list, later = later[n-1], later[:n-1]
		}
	}
}

func (p *Prog) compile(re *Regexp) fragment {
	switch re.Op {
	case OpNoMatch:
		return fragment{}
	case OpEmptyMatch:
		return p.step(InstNop, 0, true)
	case OpLiteral:
		if len(re.Rune) == 0 {
			return p.step(InstNop, 0, true)
		}
		var all fragment
		for i := range re.Rune {
			f := p.runes(re.Rune[i:i+1], re.Flags)
			if i == 0 {
				all = f
			} else {
				all = p.concat(all, f)
			}
		}
		return all
	case OpCharClass:
		return p.runes(re.Rune, re.Flags)
	case OpAnyCharNotNL:
		return p.runes([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}, 0)
	case OpAnyChar:
		return p.runes([]rune{0, unicode.MaxRune}, 0)
	case OpBeginLine, OpEndLine, OpBeginText, OpEndText, OpWordBoundary, OpNoWordBoundary:
		return p.step(InstEmptyWidth, uint32(1)<<(re.Op-OpBeginLine), true)
	case OpCapture:
		open := p.capture(re.Cap << 1)
		inside := p.compile(re.Sub[0])
		return p.concat(p.concat(open, inside), p.capture(re.Cap<<1|1))
	case OpStar, OpPlus, OpQuest:
		return p.repetition(re.Op, p.compile(re.Sub[0]), re.Flags&NonGreedy != 0)
	case OpConcat, OpAlternate:
		return p.several(re)
	}
	panic("regexp: unhandled case in compile")
}

func (p *Prog) several(re *Regexp) fragment {
	if len(re.Sub) == 0 {
		if re.Op == OpConcat {
			return p.step(InstNop, 0, true)
		}
		return fragment{}
	}
	all := p.compile(re.Sub[0])
	for _, sub := range re.Sub[1:] {
		f := p.compile(sub)
		if re.Op == OpConcat {
			all = p.concat(all, f)
		} else {
			all = p.either(all, f)
		}
	}
	return all
}

// step is one instruction.
func (p *Prog) step(op InstOp, arg uint32, nullable bool) fragment {
	at := p.add(op)
	p.Inst[at].Arg = arg
	return fragment{at, single(at, false), nullable}
}

func (p *Prog) capture(n int) fragment {
	p.NumCap = max(p.NumCap, n+1)
	return p.step(InstCapture, uint32(n), true)
}

func (p *Prog) concat(a, b fragment) fragment {
	if a.start == 0 || b.start == 0 {
		return fragment{}
	}
	p.fill(a.holes, b.start)
	return fragment{a.start, b.holes, a.nullable && b.nullable}
}

func (p *Prog) either(a, b fragment) fragment {
	if a.start == 0 {
		return b
	}
	if b.start == 0 {
		return a
	}
	at := p.add(InstAlt)
	p.Inst[at].Out, p.Inst[at].Arg = uint32(a.start), uint32(b.start)
	return fragment{at, both(a.holes, b.holes), a.nullable || b.nullable}
}

// choice prefers to enter a fragment, or not to; the hole is the other way.
func (p *Prog) choice(f fragment, lazy bool) (at int, other *holes) {
	at = p.add(InstAlt)
	if lazy {
		p.Inst[at].Arg = uint32(f.start)
	} else {
		p.Inst[at].Out = uint32(f.start)
	}
	return at, single(at, !lazy)
}

func (p *Prog) repetition(op Op, f fragment, lazy bool) fragment {
	switch {
	case op == OpQuest:
		at, other := p.choice(f, lazy)
		return fragment{at, both(other, f.holes), true}
	case op == OpStar && f.nullable:
		// As (x+)?, which prefers what Perl prefers.
		return p.repetition(OpQuest, p.repetition(OpPlus, f, lazy), lazy)
	}
	at, other := p.choice(f, lazy)
	p.fill(f.holes, at)
	if op == OpPlus {
		return fragment{f.start, other, f.nullable}
	}
	return fragment{at, other, true}
}

func (p *Prog) runes(r []rune, flags Flags) fragment {
	flags &= FoldCase
	if len(r) != 1 || unicode.SimpleFold(r[0]) == r[0] {
		flags = 0
	}
	f := p.step(InstRune, uint32(flags), false)
	inst := &p.Inst[f.start]
	inst.Rune = r
	switch {
	case flags == 0 && (len(r) == 1 || len(r) == 2 && r[0] == r[1]):
		inst.Op = InstRune1
	case len(r) == 2 && r[0] == 0 && r[1] == unicode.MaxRune:
		inst.Op = InstRuneAny
	case len(r) == 4 && r[0] == 0 && r[1] == '\n'-1 && r[2] == '\n'+1 && r[3] == unicode.MaxRune:
		inst.Op = InstRuneAnyNotNL
	}
	return f
}
