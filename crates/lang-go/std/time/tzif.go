package time

import "errors"

// zoneType is a kind of time that a zone has had.
type zoneType struct {
	name   string
	offset int
	dst    bool
}

// change is where another kind of time begins.
type change struct {
	at   int64
	zone uint8
}

// table is a zone whose offset changes.
type table struct {
	zones   []zoneType
	changes []change
	// The rule for what follows the last change, as POSIX writes TZ; empty if there is none.
	rule string
}

var errTZif = errors.New("malformed time zone information")

// tzReader reads numbers, the highest byte first. Past the end it reads zeros, and remembers that.
type tzReader struct {
	rest  string
	short bool
}

func (r *tzReader) take(n int) string {
	if n < 0 || n > len(r.rest) {
		r.short = true
		r.rest = ""
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func number(s string) int64 {
	var n uint64
	for i := 0; i < len(s); i++ {
		n = n<<8 | uint64(s[i])
	}
	if len(s) == 4 {
		return int64(int32(n))
	}
	return int64(n)
}

// tzCounts say how much of each kind a file has.
type tzCounts struct{ utc, std, leaps, changes, zones, letters int }

func (r *tzReader) counts() (c tzCounts) {
	for _, n := range []*int{&c.utc, &c.std, &c.leaps, &c.changes, &c.zones, &c.letters} {
		*n = int(uint32(number(r.take(4))))
	}
	return c
}

// head reads the head of the data that count: of those with 64 bits if there are any.
func (r *tzReader) head() (c tzCounts, width int) {
	if r.take(4) != "TZif" {
		r.short = true
		return c, 4
	}
	version := r.take(16)
	c = r.counts()
	switch {
	case r.short || version[0] == 0:
		return c, 4
	case version[0] != '2' && version[0] != '3':
		r.short = true
		return c, 4
	}
	r.take(c.changes*5 + c.zones*6 + c.letters + c.leaps*8 + c.std + c.utc)
	r.take(20)
	return r.counts(), 8
}

// fromTZif reads a TZif file (RFC 9636).
func fromTZif(name, data string) (*Location, error) {
	r := &tzReader{rest: data}
	c, width := r.head()
	times := r.take(c.changes * width)
	kinds := r.take(c.changes)
	zones := r.take(c.zones * 6)
	letters := r.take(c.letters)
	r.take(c.leaps * (width + 4))
	r.take(c.std)
	r.take(c.utc)
	if r.short || c.zones == 0 {
		return nil, errTZif
	}
	t := new(table)
	if n := len(r.rest); n > 2 && r.rest[0] == '\n' && r.rest[n-1] == '\n' {
		t.rule = r.rest[1 : n-1]
	}
	t.zones = make([]zoneType, c.zones)
	for i := range t.zones {
		z := zones[i*6 : i*6+6]
		from := int(z[5])
		if from >= len(letters) {
			return nil, errTZif
		}
		end := from
		for end < len(letters) && letters[end] != 0 {
			end++
		}
		t.zones[i] = zoneType{letters[from:end], int(number(z[:4])), z[4] != 0}
	}
	t.changes = make([]change, c.changes)
	for i := range t.changes {
		if int(kinds[i]) >= len(t.zones) {
			return nil, errTZif
		}
		t.changes[i] = change{number(times[i*width : (i+1)*width]), kinds[i]}
	}
	if c.changes == 0 {
		// The first zone has always been there.
		t.changes = []change{{first, 0}}
	}
	return &Location{name: name, table: t}, nil
}

// before is the kind of time before the first change: the first one if no change leads to it; the standard time before
// the daylight saving time that comes first; the first standard time.
func (t *table) before() *zoneType {
	used := false
	for _, c := range t.changes {
		used = used || c.zone == 0
	}
	if !used {
		return &t.zones[0]
	}
	if k := int(t.changes[0].zone); t.zones[k].dst {
		for k--; k >= 0; k-- {
			if !t.zones[k].dst {
				return &t.zones[k]
			}
		}
	}
	for i := range t.zones {
		if !t.zones[i].dst {
			return &t.zones[i]
		}
	}
	return &t.zones[0]
}

func (t *table) find(sec int64) span {
	if sec < t.changes[0].at {
		z := t.before()
		return span{z.name, z.offset, first, t.changes[0].at, z.dst, first, t.changes[0].at}
	}
	low, high := 0, len(t.changes)
	for high-low > 1 {
		if middle := int(uint(low+high) >> 1); sec < t.changes[middle].at {
			high = middle
		} else {
			low = middle
		}
	}
	z, start, end := &t.zones[t.changes[low].zone], t.changes[low].at, int64(last)
	if high < len(t.changes) {
		end = t.changes[high].at
	} else if t.rule != "" {
		if s, ok := byRule(t.rule, start, sec); ok {
			return s
		}
	}
	return span{z.name, z.offset, start, end, z.dst, start, end}
}
