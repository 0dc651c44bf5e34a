package unicode

// RangeTable is a set of code points: ranges in rising order, those below 1<<16 in R16.
type RangeTable struct {
	R16         []Range16
	R32         []Range32
	LatinOffset int // how many of R16 end at MaxLatin1 or before
}

// Range16 is every Stride-th code point from Lo to Hi.
type Range16 struct {
	Lo, Hi, Stride uint16
}

type Range32 struct {
	Lo, Hi, Stride uint32
}

// ranges are those of a table one after the other, after the number of those in R16.
func ranges(name string) []uint32

// made are the tables that were asked for.
var made = map[string]*RangeTable{}

// table is made when a program first refers to a variable that has it.
func table(name string) *RangeTable {
	if t := made[name]; t != nil {
		return t
	}
	flat := ranges(name)
	t := &RangeTable{}
	if n := int(flat[0]); n > 0 {
		t.R16 = make([]Range16, n)
	}
	flat = flat[1:]
	for i := range t.R16 {
		r := Range16{uint16(flat[0]), uint16(flat[1]), uint16(flat[2])}
		if r.Hi <= MaxLatin1 {
			t.LatinOffset++
		}
		t.R16[i] = r
		flat = flat[3:]
	}
	if len(flat) > 0 {
		t.R32 = make([]Range32, len(flat)/3)
	}
	for i := range t.R32 {
		t.R32[i] = Range32{flat[0], flat[1], flat[2]}
		flat = flat[3:]
	}
	made[name] = t
	return t
}

// names are those of the tables of a kind, without the kind.
func names(kind string) []string

func tables(kind string) map[string]*RangeTable {
	all := map[string]*RangeTable{}
	for _, name := range names(kind) {
		all[name] = table(kind + name)
	}
	return all
}

// Is tells whether a table has a code point.
func Is(rangeTab *RangeTable, r rune) bool {
	c := uint32(r)
	if c < 1<<16 {
		a := rangeTab.R16
		i, j := 0, len(a)
		for i < j {
			h := int(uint(i+j) >> 1)
			if uint32(a[h].Hi) < c {
				i = h + 1
			} else {
				j = h
			}
		}
		if i == len(a) || c < uint32(a[i].Lo) {
			return false
		}
		return a[i].Stride == 1 || (uint16(c)-a[i].Lo)%a[i].Stride == 0
	}
	a := rangeTab.R32
	i, j := 0, len(a)
	for i < j {
		h := int(uint(i+j) >> 1)
		if a[h].Hi < c {
			i = h + 1
		} else {
			j = h
		}
	}
	if i == len(a) || c < a[i].Lo {
		return false
	}
	return a[i].Stride == 1 || (c-a[i].Lo)%a[i].Stride == 0
}

func In(r rune, ranges ...*RangeTable) bool { return IsOneOf(ranges, r) }

func IsOneOf(ranges []*RangeTable, r rune) bool {
	for _, t := range ranges {
		if Is(t, r) {
			return true
		}
	}
	return false
}

// What IsGraphic and IsPrint accept; IsPrint the ASCII space too.
var (
	GraphicRanges = []*RangeTable{L, M, N, P, S, Zs}
	PrintRanges   = []*RangeTable{L, M, N, P, S}
)
