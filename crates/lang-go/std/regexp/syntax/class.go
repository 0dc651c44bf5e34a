package syntax

import (
	"slices"
	"unicode"
)

// A class is a list of ranges, each two characters, that may overlap and stand in any order until clean.

// The first and the last character that have another case.
const (
	minFold = 0x41
	maxFold = 0x1e943
)

// minimal is the first of the characters that are a character's cases.
func minimal(r rune) rune {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// appendRange adds a range. It looks back two ranges, so that alphabets that come with both cases stay two.
func appendRange(class []rune, low, high rune) []rune {
	for at := len(class) - 2; at >= 0 && at >= len(class)-4; at -= 2 {
		if low <= class[at+1]+1 && class[at] <= high+1 {
			class[at], class[at+1] = min(class[at], low), max(class[at+1], high)
			return class
		}
	}
	return append(class, low, high)
}

// appendFolded adds a range and the other cases of its letters.
func appendFolded(class []rune, low, high rune) []rune {
	class = appendRange(class, low, high)
	from, to := max(low, minFold), min(high, maxFold)
	if from == minFold && to == maxFold {
		return class
	}
	for r := from; r <= to; r++ {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if f < low || f > high {
				class = appendRange(class, f, f)
			}
		}
	}
	return class
}

func appendLiteral(class []rune, r rune, flags Flags) []rune {
	if flags&FoldCase != 0 {
		return appendFolded(class, r, r)
	}
	return appendRange(class, r, r)
}

func appendClass(class, more []rune) []rune {
	for i := 0; i < len(more); i += 2 {
		class = appendRange(class, more[i], more[i+1])
	}
	return class
}

// tableClass are the ranges of a table.
func tableClass(table *unicode.RangeTable) []rune {
	var class []rune
	add := func(low, high, stride rune) {
		if stride == 1 {
			class = appendRange(class, low, high)
			return
		}
		for r := low; r <= high; r += stride {
			class = appendRange(class, r, r)
		}
	}
	for _, r := range table.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range table.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return class
}

// clean sorts ranges, and joins those that touch.
func clean(class []rune) []rune {
	sorted := true
	for i := 2; i < len(class) && sorted; i += 2 {
		sorted = class[i] > class[i-1]+1
	}
	if sorted {
		return class
	}
	ranges := make([][2]rune, len(class)/2)
	for i := range ranges {
		ranges[i] = [2]rune{class[2*i], class[2*i+1]}
	}
	slices.SortFunc(ranges, func(a, b [2]rune) int { return int(a[0]) - int(b[0]) })
	class = class[:0]
	for _, r := range ranges {
		if n := len(class); n > 0 && r[0] <= class[n-1]+1 {
			class[n-1] = max(class[n-1], r[1])
		} else {
			class = append(class, r[0], r[1])
		}
	}
	return class
}

// negate is what a clean class leaves out.
func negate(class []rune) []rune {
	out := make([]rune, 0, len(class)+2)
	next := rune(0)
	for i := 0; i < len(class); i += 2 {
		if next < class[i] {
			out = append(out, next, class[i]-1)
		}
		next = class[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out
}

// named are the classes that have names, by these: \d and its kin, and those of POSIX.
var named = map[string][]rune{
	`\d`: {'0', '9'},
	`\s`: {'\t', '\n', '\f', '\r', ' ', ' '},
	`\w`: {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'},

	"alnum":  {'0', '9', 'A', 'Z', 'a', 'z'},
	"alpha":  {'A', 'Z', 'a', 'z'},
	"ascii":  {0, 0x7f},
	"blank":  {'\t', '\t', ' ', ' '},
	"cntrl":  {0, 0x1f, 0x7f, 0x7f},
	"digit":  {'0', '9'},
	"graph":  {'!', '~'},
	"lower":  {'a', 'z'},
	"print":  {' ', '~'},
	"punct":  {'!', '/', ':', '@', '[', '`', '{', '~'},
	"space":  {'\t', '\r', ' ', ' '},
	"upper":  {'A', 'Z'},
	"word":   {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'},
	"xdigit": {'0', '9', 'A', 'F', 'a', 'f'},
}

// canonical is the name of a group of Unicode with one capital, and without spaces, hyphens and underscores.
func canonical(name string) string {
	out := make([]byte, 0, len(name))
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_' || c == '-' || c == ' ':
			continue
		case len(out) == 0 && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case len(out) > 0 && 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

// group finds a group of Unicode by its canonical name: its class, and what folding adds to it. As in Go, scripts whose
// names have more than one word are not found.
func group(name string) (class, folds []rune, found bool) {
	if name = canonical(name); name == "Lc" {
		name = "LC"
	}
	switch name {
	case "Any":
		return []rune{0, unicode.MaxRune}, nil, true
	case "Ascii":
		return []rune{0, 0x7f}, []rune{0x17f, 0x17f, 0x212a, 0x212a}, true
	case "Assigned":
		return negate(clean(tableClass(unicode.Cn))), nil, true
	}
	if table := unicode.Categories[name]; table != nil {
		return tableClass(table), foldsOf(unicode.FoldCategory[name]), true
	}
	if table := unicode.Scripts[name]; table != nil {
		return tableClass(table), foldsOf(unicode.FoldScript[name]), true
	}
	if short := aliasOf(name); short != "" {
		return tableClass(unicode.Categories[short]), foldsOf(unicode.FoldCategory[short]), true
	}
	return nil, nil, false
}

func foldsOf(table *unicode.RangeTable) []rune {
	if table == nil {
		return nil
	}
	return tableClass(table)
}

// aliases leads from canonical names to categories.
var aliases map[string]string

func aliasOf(name string) string {
	if aliases == nil {
		aliases = map[string]string{}
		for long, short := range unicode.CategoryAliases {
			aliases[canonical(long)] = short
		}
	}
	return aliases[name]
}
