package syntax

import "slices"

// Op is the kind of a node of a tree.
type Op uint8

const (
	OpNoMatch        Op = 1 + iota // matches nothing
	OpEmptyMatch                   // matches the empty text
	OpLiteral                      // matches the characters of Rune in turn
	OpCharClass                    // matches a character of the ranges in Rune
	OpAnyCharNotNL                 // matches a character but a newline
	OpAnyChar                      // matches a character
	OpBeginLine                    // matches at the beginning of a line
	OpEndLine                      // matches at the end of a line
	OpBeginText                    // matches at the beginning of the text
	OpEndText                      // matches at the end of the text
	OpWordBoundary                 // matches where a word begins or ends
	OpNoWordBoundary               // matches where no word begins or ends
	OpCapture                      // the group number Cap, whose name is Name
	OpStar                         // Sub[0] any number of times
	OpPlus                         // Sub[0] once or more
	OpQuest                        // Sub[0] or nothing
	OpRepeat                       // Sub[0] from Min to Max times; Max is -1 where there is no limit
	OpConcat                       // all of Sub in turn
	OpAlternate                    // one of Sub
)

// Operators from pseudo on are only on the parser's stack.
const (
	pseudo Op = 128 + iota
	leftParen
	verticalBar
)

var opNames = [...]string{
	OpNoMatch: "NoMatch", OpEmptyMatch: "EmptyMatch", OpLiteral: "Literal", OpCharClass: "CharClass",
	OpAnyCharNotNL: "AnyCharNotNL", OpAnyChar: "AnyChar", OpBeginLine: "BeginLine", OpEndLine: "EndLine",
	OpBeginText: "BeginText", OpEndText: "EndText", OpWordBoundary: "WordBoundary",
	OpNoWordBoundary: "NoWordBoundary", OpCapture: "Capture", OpStar: "Star", OpPlus: "Plus", OpQuest: "Quest",
	OpRepeat: "Repeat", OpConcat: "Concat", OpAlternate: "Alternate", pseudo: "opPseudo",
}

// String is the name of an operator, without its first letters.
func (i Op) String() string {
	if int(i) < len(opNames) && opNames[i] != "" {
		return opNames[i]
	}
	return "Op(" + decimal(int(i)) + ")"
}

// Regexp is a node of the tree of an expression.
type Regexp struct {
	Op       Op // the kind
	Flags    Flags
	Sub      []*Regexp  // what it is made of
	Sub0     [1]*Regexp // room for a short Sub
	Rune     []rune     // the characters of a literal, the ranges of a class
	Rune0    [2]rune    // room for a short Rune
	Min, Max int        // how often, of OpRepeat
	Cap      int        // the number of a group
	Name     string     // the name of a group
}

// Equal tells whether two trees are the same.
func (x *Regexp) Equal(y *Regexp) bool {
	if x == nil || y == nil {
		return x == y
	}
	if x.Op != y.Op {
		return false
	}
	differ := x.Flags ^ y.Flags
	switch x.Op {
	case OpLiteral, OpCharClass:
		return slices.Equal(x.Rune, y.Rune)
	case OpEndText:
		return differ&WasDollar == 0
	case OpConcat, OpAlternate:
		return slices.EqualFunc(x.Sub, y.Sub, (*Regexp).Equal)
	case OpRepeat:
		if x.Min != y.Min || x.Max != y.Max {
			return false
		}
		fallthrough
	case OpStar, OpPlus, OpQuest:
		return differ&NonGreedy == 0 && x.Sub[0].Equal(y.Sub[0])
	case OpCapture:
		return x.Cap == y.Cap && x.Name == y.Name && x.Sub[0].Equal(y.Sub[0])
	}
	return true
}

// MaxCap is the greatest number of a group.
func (re *Regexp) MaxCap() int {
	most := 0
	if re.Op == OpCapture {
		most = re.Cap
	}
	for _, sub := range re.Sub {
		most = max(most, sub.MaxCap())
	}
	return most
}

// CapNames are the names of groups, by their numbers.
func (re *Regexp) CapNames() []string {
	names := make([]string, re.MaxCap()+1)
	re.name(names)
	return names
}

func (re *Regexp) name(names []string) {
	if re.Op == OpCapture {
		names[re.Cap] = re.Name
	}
	for _, sub := range re.Sub {
		sub.name(names)
	}
}

// one is a node with one operand.
func one(op Op, flags Flags, sub *Regexp) *Regexp {
	re := &Regexp{Op: op, Flags: flags}
	re.Sub0[0] = sub
	re.Sub = re.Sub0[:1]
	return re
}

// Simplify replaces counted repetitions by others. The result may share nodes with the tree that it is made from.
func (re *Regexp) Simplify() *Regexp {
	if re == nil {
		return nil
	}
	switch re.Op {
	case OpStar, OpPlus, OpQuest:
		sub := re.Sub[0].Simplify()
		if sub == re.Sub[0] && sub.Op != OpEmptyMatch && !idempotent(re.Op, re.Flags, sub) {
			return re
		}
		return repeated(re.Op, re.Flags, sub)
	case OpRepeat:
		if re.Min == 0 && re.Max == 0 {
			return &Regexp{Op: OpEmptyMatch}
		}
		return re.unrolled(re.Sub[0].Simplify())
	case OpCapture, OpConcat, OpAlternate:
		var changed *Regexp
		for i, sub := range re.Sub {
			simple := sub.Simplify()
			if simple == sub {
				continue
			}
			if changed == nil {
				changed = new(Regexp)
				*changed = *re
				changed.Rune = nil
				changed.Sub = append(changed.Sub0[:0], re.Sub...)
			}
			changed.Sub[i] = simple
		}
		if changed != nil {
			return changed
		}
	}
	return re
}

// idempotent tells whether a repetition of a repetition adds nothing.
func idempotent(op Op, flags Flags, sub *Regexp) bool {
	return op == sub.Op && (flags^sub.Flags)&NonGreedy == 0
}

// repeated is a repetition of what was simplified.
func repeated(op Op, flags Flags, sub *Regexp) *Regexp {
	if sub.Op == OpEmptyMatch || idempotent(op, flags, sub) {
		return sub
	}
	return one(op, flags, sub)
}

// unrolled is a counted repetition without a count: x{2,} is xx+, x{2,4} is xx(x(x)?)?.
func (re *Regexp) unrolled(sub *Regexp) *Regexp {
	if re.Max == -1 && re.Min == 0 {
		return repeated(OpStar, re.Flags, sub)
	}
	if re.Max == -1 && re.Min == 1 {
		return repeated(OpPlus, re.Flags, sub)
	}
	if re.Min == 1 && re.Max == 1 {
		return sub
	}
	all := &Regexp{Op: OpConcat}
	all.Sub = all.Sub0[:0]
	copies := re.Min
	if re.Max == -1 {
		copies--
	}
	for range copies {
		all.Sub = append(all.Sub, sub)
	}
	if re.Max == -1 {
		all.Sub = append(all.Sub, repeated(OpPlus, re.Flags, sub))
		return all
	}
	if re.Max > re.Min {
		rest := repeated(OpQuest, re.Flags, sub)
		for i := re.Min + 1; i < re.Max; i++ {
			both := &Regexp{Op: OpConcat}
			both.Sub = append(both.Sub0[:0], sub, rest)
			rest = repeated(OpQuest, re.Flags, both)
		}
		if re.Min <= 0 {
			return rest
		}
		all.Sub = append(all.Sub, rest)
	}
	if re.Min <= 0 {
		return &Regexp{Op: OpNoMatch}
	}
	return all
}
