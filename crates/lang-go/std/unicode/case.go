package unicode

// d is what is added to a code point for each of the three cases.
type d [MaxCase]rune

// CaseRange says how the code points from Lo to Hi change; UpperLower instead of a difference says that they
// alternate.
type CaseRange struct {
	Lo    uint32
	Hi    uint32
	Delta d
}

// SpecialCase are changes of case that differ from the usual ones.
type SpecialCase []CaseRange

const UpperLower = MaxRune + 1

func caseRanges() []int32

// CaseRanges are the usual changes of case.
var CaseRanges = allCaseRanges()

func allCaseRanges() []CaseRange {
	flat := caseRanges()
	all := make([]CaseRange, len(flat)/5)
	for i := range all {
		all[i] = CaseRange{uint32(flat[0]), uint32(flat[1]), d{flat[2], flat[3], flat[4]}}
		flat = flat[5:]
	}
	return all
}

var TurkishCase = SpecialCase{
	{'I', 'I', d{0, 0x131 - 'I', 0}},
	{'i', 'i', d{0x130 - 'i', 0, 0x130 - 'i'}},
	{0x130, 0x130, d{0, 'i' - 0x130, 0}},
	{0x131, 0x131, d{'I' - 0x131, 0, 'I' - 0x131}},
}

var AzeriCase = TurkishCase

// to maps by the table, and as usual what the table does not have.
func (special SpecialCase) to(which int, r rune) rune {
	for _, c := range special {
		if rune(c.Lo) <= r && r <= rune(c.Hi) {
			if c.Delta[which] > MaxRune {
				return rune(c.Lo) + (r-rune(c.Lo))&^1 | rune(which&1)
			}
			return r + c.Delta[which]
		}
	}
	return To(which, r)
}

func (special SpecialCase) ToUpper(r rune) rune { return special.to(UpperCase, r) }
func (special SpecialCase) ToLower(r rune) rune { return special.to(LowerCase, r) }
func (special SpecialCase) ToTitle(r rune) rune { return special.to(TitleCase, r) }

func simpleFold(r rune) rune

// SimpleFold is the next larger code point that differs only in case, or the smallest if there is none.
func SimpleFold(r rune) rune {
	if r < 0 || r > MaxRune {
		return r
	}
	return simpleFold(r)
}
