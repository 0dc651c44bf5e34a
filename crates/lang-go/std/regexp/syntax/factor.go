package syntax

import "unicode"

// isClass tells whether a node matches exactly one character.
func isClass(re *Regexp) bool {
	switch re.Op {
	case OpLiteral:
		return len(re.Rune) == 1
	case OpCharClass, OpAnyCharNotNL, OpAnyChar:
		return true
	}
	return false
}

// merge adds what src matches to dst; both match one character, and dst's operator is not below src's.
func merge(dst, src *Regexp) {
	switch dst.Op {
	case OpLiteral:
		if src.Rune[0] == dst.Rune[0] && src.Flags == dst.Flags {
			return
		}
		class := appendLiteral(nil, dst.Rune[0], dst.Flags)
		dst.Op, dst.Rune = OpCharClass, appendLiteral(class, src.Rune[0], src.Flags)
	case OpCharClass:
		if src.Op == OpLiteral {
			dst.Rune = appendLiteral(dst.Rune, src.Rune[0], src.Flags)
		} else {
			dst.Rune = appendClass(dst.Rune, src.Rune)
		}
	case OpAnyCharNotNL:
		newline := src.Op == OpLiteral && src.Rune[0] == '\n' || src.Op == OpCharClass && within(src.Rune, '\n')
		if newline {
			dst.Op = OpAnyChar
		}
	}
}

// tidy cleans a class that was merged, and names those that are the dot's.
func tidy(re *Regexp) {
	if re.Op != OpCharClass {
		return
	}
	re.Rune = clean(re.Rune)
	r := re.Rune
	switch {
	case len(r) == 2 && r[0] == 0 && r[1] == unicode.MaxRune:
		re.Op, re.Rune = OpAnyChar, nil
	case len(r) == 4 && r[0] == 0 && r[1] == '\n'-1 && r[2] == '\n'+1 && r[3] == unicode.MaxRune:
		re.Op, re.Rune = OpAnyCharNotNL, nil
	}
}

// collapse makes one node of several. Nodes of the operator itself give what they are made of.
func (p *parser) collapse(subs []*Regexp, op Op) *Regexp {
	if len(subs) == 1 {
		return subs[0]
	}
	re := p.fresh(op)
	re.Sub = re.Sub0[:0]
	for _, sub := range subs {
		if sub.Op == op {
			re.Sub = append(re.Sub, sub.Sub...)
			p.free(sub)
		} else {
			re.Sub = append(re.Sub, sub)
		}
	}
	if op != OpAlternate {
		return re
	}
	re.Sub = p.factor(re.Sub)
	if len(re.Sub) == 1 {
		p.free(re)
		return re.Sub[0]
	}
	return re
}

// factor makes ab|ac to a(?:b|c), and so on: first what begins with equal text, then what begins with an equal class,
// then runs of single characters become classes, and runs of nothing become one.
func (p *parser) factor(subs []*Regexp) []*Regexp {
	if len(subs) < 2 {
		return subs
	}
	return lessEmpty(p.classes(p.sameClass(p.sameText(subs))))
}

// factored is a prefix before what branches have after it.
func (p *parser) factored(prefix *Regexp, branches []*Regexp) *Regexp {
	suffix := p.collapse(branches, OpAlternate)
	re := p.fresh(OpConcat)
	re.Sub = append(re.Sub0[:0], prefix, suffix)
	return re
}

func (p *parser) sameText(subs []*Regexp) []*Regexp {
	var out []*Regexp
	for start := 0; start < len(subs); {
		text, flags := leadingText(subs[start])
		end := start + 1
		for ; end < len(subs); end++ {
			other, otherFlags := leadingText(subs[end])
			n := 0
			for flags == otherFlags && n < len(text) && n < len(other) && text[n] == other[n] {
				n++
			}
			if n == 0 {
				break
			}
			text = text[:n]
		}
		if end == start+1 {
			out = append(out, subs[start])
		} else {
			prefix := p.fresh(OpLiteral)
			prefix.Flags = flags
			prefix.Rune = append(prefix.Rune0[:0], text...)
			for i := start; i < end; i++ {
				subs[i] = p.withoutText(subs[i], len(text))
				p.check(subs[i], p)
			}
			out = append(out, p.factored(prefix, subs[start:end]))
		}
		start = end
	}
	return out
}

// leadingText is the text that a node begins with, and whether it is folded.
func leadingText(re *Regexp) ([]rune, Flags) {
	if re.Op == OpConcat && len(re.Sub) > 0 {
		re = re.Sub[0]
	}
	if re.Op != OpLiteral {
		return nil, 0
	}
	return re.Rune, re.Flags & FoldCase
}

func (p *parser) withoutText(re *Regexp, n int) *Regexp {
	if re.Op == OpConcat && len(re.Sub) > 0 {
		re.Sub[0] = p.withoutText(re.Sub[0], n)
		if re.Sub[0].Op == OpEmptyMatch {
			p.free(re.Sub[0])
			return p.withoutFirst(re)
		}
		return re
	}
	if re.Op == OpLiteral {
		re.Rune = append([]rune(nil), re.Rune[n:]...)
		if len(re.Rune) == 0 {
			re.Op = OpEmptyMatch
		}
	}
	return re
}

// withoutFirst is a concatenation without its first part.
func (p *parser) withoutFirst(re *Regexp) *Regexp {
	switch len(re.Sub) {
	case 1:
		re.Op, re.Sub = OpEmptyMatch, nil
	case 2:
		p.free(re)
		return re.Sub[1]
	default:
		re.Sub = append([]*Regexp(nil), re.Sub[1:]...)
	}
	return re
}

// sameClass factors classes, and classes repeated a fixed number of times. Other repetitions are left: to factor them
// would change which way of matching is preferred.
func (p *parser) sameClass(subs []*Regexp) []*Regexp {
	var out []*Regexp
	for start := 0; start < len(subs); {
		first := leading(subs[start])
		end := start + 1
		if simple := first != nil && (isClass(first) || first.Op == OpRepeat && first.Min == first.Max && isClass(first.Sub[0])); simple {
			for end < len(subs) && first.Equal(leading(subs[end])) {
				end++
			}
		}
		if end == start+1 {
			out = append(out, subs[start])
		} else {
			for i := start; i < end; i++ {
				subs[i] = p.withoutLeading(subs[i], i > start)
				p.check(subs[i], p)
			}
			out = append(out, p.factored(first, subs[start:end]))
		}
		start = end
	}
	return out
}

// leading is the first part of a node.
func leading(re *Regexp) *Regexp {
	if re.Op == OpConcat && len(re.Sub) > 0 {
		re = re.Sub[0]
	}
	if re.Op == OpEmptyMatch {
		return nil
	}
	return re
}

func (p *parser) withoutLeading(re *Regexp, unused bool) *Regexp {
	if re.Op == OpConcat && len(re.Sub) > 0 {
		if unused {
			p.free(re.Sub[0])
		}
		return p.withoutFirst(re)
	}
	if unused {
		p.free(re)
	}
	return p.fresh(OpEmptyMatch)
}

func (p *parser) classes(subs []*Regexp) []*Regexp {
	var out []*Regexp
	for start := 0; start < len(subs); {
		end := start
		for end < len(subs) && isClass(subs[end]) {
			end++
		}
		if end <= start+1 {
			out = append(out, subs[start])
			start++
			continue
		}
		// The others are merged into the one that says most.
		most := start
		for i := start + 1; i < end; i++ {
			if subs[most].Op < subs[i].Op || subs[most].Op == subs[i].Op && len(subs[most].Rune) < len(subs[i].Rune) {
				most = i
			}
		}
		subs[start], subs[most] = subs[most], subs[start]
		for _, other := range subs[start+1 : end] {
			merge(subs[start], other)
			p.free(other)
		}
		tidy(subs[start])
		out = append(out, subs[start])
		start = end
	}
	return out
}

func lessEmpty(subs []*Regexp) []*Regexp {
	out := subs[:0]
	for i, sub := range subs {
		if sub.Op != OpEmptyMatch || i+1 == len(subs) || subs[i+1].Op != OpEmptyMatch {
			out = append(out, sub)
		}
	}
	return out
}
