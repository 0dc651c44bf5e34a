package syntax

// limits bound the tree: how deep it is, how long its program would be, how many characters its classes have. The first
// two are looked at closely only where a cheap estimate says that they may be passed.
type limits struct {
	made, freed int // nodes
	runes       int
	repeats     int // product of all counts
	heights     map[*Regexp]int
	sizes       map[*Regexp]int
}

const (
	maxHeight = 1000
	maxSize   = 128 << 20 / 40
	maxRunes  = 128 << 20 / 4
)

// fresh is a new node.
func (l *limits) fresh(op Op) *Regexp {
	if l.freed > 0 {
		l.freed--
	} else {
		l.made++
	}
	return &Regexp{Op: op}
}

// free is told of nodes that are no longer part of the tree.
func (l *limits) free(re *Regexp) {
	delete(l.heights, re)
	l.freed++
}

// check fails if a node passes a limit.
func (l *limits) check(re *Regexp, p *parser) {
	if l.runes > maxRunes {
		p.fail(ErrLarge, p.whole)
	}
	if l.large(re, p.stack) {
		p.fail(ErrLarge, p.whole)
	}
	if l.deep(re, p.stack) {
		p.fail(ErrNestingDepth, p.whole)
	}
}

func (l *limits) large(re *Regexp, stack []*Regexp) bool {
	if l.sizes == nil {
		l.repeats = max(l.repeats, 1)
		if re.Op == OpRepeat {
			n := re.Max
			if n == -1 {
				n = re.Min
			}
			if n = max(n, 1); n > maxSize/l.repeats {
				l.repeats = maxSize
			} else {
				l.repeats *= n
			}
		}
		if l.made < maxSize/l.repeats {
			return false
		}
		l.sizes = map[*Regexp]int{}
		for _, below := range stack {
			if l.size(below, true) > maxSize {
				return true
			}
		}
	}
	return l.size(re, true) > maxSize
}

// size is about how many instructions a node is compiled to.
func (l *limits) size(re *Regexp, anew bool) int {
	if size, ok := l.sizes[re]; ok && !anew {
		return size
	}
	size := 0
	switch re.Op {
	case OpLiteral:
		size = len(re.Rune)
	case OpCapture, OpStar:
		size = 2 + l.size(re.Sub[0], false)
	case OpPlus, OpQuest:
		size = 1 + l.size(re.Sub[0], false)
	case OpConcat, OpAlternate:
		for _, sub := range re.Sub {
			size += l.size(sub, false)
		}
		if re.Op == OpAlternate && len(re.Sub) > 1 {
			size += len(re.Sub) - 1
		}
	case OpRepeat:
		sub := l.size(re.Sub[0], false)
		switch {
		case re.Max != -1:
			size = re.Max*sub + re.Max - re.Min
		case re.Min == 0:
			size = 2 + sub
		default:
			size = 1 + re.Min*sub
		}
	}
	size = max(size, 1)
	l.sizes[re] = size
	return size
}

func (l *limits) deep(re *Regexp, stack []*Regexp) bool {
	if l.made < maxHeight {
		return false
	}
	if l.heights == nil {
		l.heights = map[*Regexp]int{}
		for _, below := range stack {
			if l.height(below, true) > maxHeight {
				return true
			}
		}
	}
	return l.height(re, true) > maxHeight
}

func (l *limits) height(re *Regexp, anew bool) int {
	if height, ok := l.heights[re]; ok && !anew {
		return height
	}
	height := 1
	for _, sub := range re.Sub {
		height = max(height, 1+l.height(sub, false))
	}
	l.heights[re] = height
	return height
}
