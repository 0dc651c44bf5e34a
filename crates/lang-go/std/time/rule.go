package time

// ruleReader reads a rule in the form of POSIX's TZ, like CET-1CEST,M3.5.0,M10.5.0/3.
type ruleReader struct {
	rest string
	bad  bool
}

func (r *ruleReader) peek() byte {
	if r.bad || r.rest == "" {
		return 0
	}
	return r.rest[0]
}

func (r *ruleReader) skip(c byte) bool {
	if r.peek() != c || c == 0 {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// number reads one from low to high.
func (r *ruleReader) number(low, high int) int {
	n, digits := 0, 0
	for digit(r.rest, digits) {
		n = n*10 + int(r.rest[digits]-'0')
		digits++
		if n > high {
			break
		}
	}
	if digits == 0 || n < low || n > high {
		r.bad = true
		return 0
	}
	r.rest = r.rest[digits:]
	return n
}

// name reads an abbreviation: three letters or more, or anything between angle brackets.
func (r *ruleReader) name() string {
	s := r.rest
	if r.skip('<') {
		for i := range len(r.rest) {
			if r.rest[i] == '>' {
				name := r.rest[:i]
				r.rest = r.rest[i+1:]
				return name
			}
		}
		r.bad = true
		return ""
	}
	n := 0
	for n < len(s) && s[n] != ',' && s[n] != '-' && s[n] != '+' && !digit(s, n) {
		n++
	}
	if n < 3 {
		r.bad = true
		return ""
	}
	r.rest = s[n:]
	return s[:n]
}

// offset reads hours, and perhaps minutes and seconds, in seconds.
func (r *ruleReader) offset() int {
	sign := 1
	if r.skip('-') {
		sign = -1
	} else {
		r.skip('+')
	}
	seconds := r.number(0, 24*7) * 3600
	if r.skip(':') {
		seconds += r.number(0, 59) * 60
		if r.skip(':') {
			seconds += r.number(0, 59)
		}
	}
	return sign * seconds
}

// day is a moment of each year.
type day struct {
	// 'J' counts days without February 29, 'M' has a month and a weekday of one of its weeks, 0 counts days from 0.
	kind        byte
	day         int
	month, week int
	second      int
}

func (r *ruleReader) day() (d day) {
	switch {
	case r.skip('J'):
		d.kind, d.day = 'J', r.number(1, 365)
	case r.skip('M'):
		d.kind, d.month = 'M', r.number(1, 12)
		r.bad = !r.skip('.') || r.bad
		d.week = r.number(1, 5)
		r.bad = !r.skip('.') || r.bad
		d.day = r.number(0, 6)
	default:
		d.day = r.number(0, 365)
	}
	d.second = 2 * 3600
	if r.skip('/') {
		d.second = r.offset()
	}
	return d
}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// in is when a day begins to count, in seconds of its year, in UTC.
func (d day) in(year, offset int) int64 {
	var days int
	switch d.kind {
	case 'J':
		days = d.day - 1
		if leap(year) && d.day >= 60 {
			days++
		}
	case 'M':
		days = d.inMonth(year)
	default:
		days = d.day
	}
	return int64(days*daySeconds + d.second - offset)
}

// inMonth is the day of the year of a weekday in a week of a month; the fifth week is the last one that has it.
func (d day) inMonth(year int) int {
	start, _ := unixOf(year, int(January), 1, 0, 0, 0, 0)
	month, _ := unixOf(year, d.month, 1, 0, 0, 0, 0)
	next, _ := unixOf(year, d.month+1, 1, 0, 0, 0, 0)
	// Zeller's congruence, which is right for years that are not negative; Go uses it for others too.
	y := year
	if d.month <= 2 {
		y--
	}
	weekday := ((26*((d.month+9)%12+1)-2)/10 + 1 + y%100 + y%100/4 + y/100/4 - 2*(y/100)) % 7
	if weekday < 0 {
		weekday += 7
	}
	n := (d.day-weekday+7)%7 + (d.week-1)*7
	for int64(n) >= (next-month)/daySeconds {
		n -= 7
	}
	return int((month-start)/daySeconds) + n
}

// byRule is what a rule says of a moment after the last change. It knows no more than the year at hand: its spans end
// where 365 days of it end.
func byRule(rule string, change, sec int64) (s span, ok bool) {
	r := &ruleReader{rest: rule}
	std := span{zone: r.name(), start: change, end: last, low: change, high: last}
	std.offset = -r.offset()
	if r.bad {
		return s, false
	}
	if c := r.peek(); c == 0 || c == ',' {
		return std, true
	}
	dst := span{zone: r.name(), offset: std.offset + 3600, dst: true}
	if c := r.peek(); c != 0 && c != ',' {
		dst.offset = -r.offset()
	}
	if r.rest == "" {
		r.rest = ",M3.2.0,M11.1.0"
	}
	if !r.skip(',') && !r.skip(';') {
		return s, false
	}
	begin := r.day()
	if !r.skip(',') {
		return s, false
	}
	end := r.day()
	if r.bad || r.rest != "" {
		return s, false
	}
	year, _, _, yearDay := civil(sec)
	inYear := int64(yearDay-1)*daySeconds + sec%daySeconds
	start := sec - inYear
	from, to := begin.in(year, std.offset), end.in(year, dst.offset)
	if to < from {
		from, to = to, from
		std, dst = dst, std
	}
	s = dst
	switch {
	case inYear < from:
		s = std
		s.start, s.end = start, start+from
	case inYear >= to:
		s = std
		s.start, s.end = start+to, start+365*daySeconds
	default:
		s.start, s.end = start+from, start+to
	}
	first, _ := unixOf(year, 1, 1, 0, 0, 0, 0)
	s.low, s.high = max(s.start, first, change), min(s.end, first+365*daySeconds)
	return s, true
}
