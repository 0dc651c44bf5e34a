// Package time: durations, the calendar, and a clock that begins at the epoch and runs with the work that is done, so
// that every run of a program sees the same times. Calendar and layouts are natives.
package time

// now are the nanoseconds since the program began.
func now() int64

// Of seconds since 1970: the date, and the day of the year from 1.
func civil(seconds int64) (year, month, day, yearDay int)

// unixOf are the seconds since 1970 of a date whose parts may lie outside their ranges.
func unixOf(year, month, day, hour, minute, second, nanos int) (seconds, nanoseconds int64)

// remainder is what is left of seconds since year 1 when they are divided by a duration.
func remainder(seconds, nanos, d int64) int64

// Month is a month of the year.
type Month int

const (
	January Month = 1 + iota
	February
	March
	April
	May
	June
	July
	August
	September
	October
	November
	December
)

func (m Month) String() string {
	const names = "January  February March    April    May      June     July     August   SeptemberOctober  November December "
	if m < January || m > December {
		return "%!Month(" + digits(uint64(m)) + ")"
	}
	return trim(names[(m-1)*9 : m*9])
}

// Weekday is a day of the week.
type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
)

func (d Weekday) String() string {
	const names = "Sunday   Monday   Tuesday  WednesdayThursday Friday   Saturday "
	if d < Sunday || d > Saturday {
		return "%!Weekday(" + digits(uint64(d)) + ")"
	}
	return trim(names[d*9 : d*9+9])
}

func trim(name string) string {
	for name[len(name)-1] == ' ' {
		name = name[:len(name)-1]
	}
	return name
}

// digits are the decimal digits of a number.
func digits(n uint64) string {
	var room [20]byte
	return string(room[integer(room[:], len(room), n):])
}

// Time is an instant, seen in a time zone.
type Time struct {
	// Seconds since year 1 in UTC.
	sec  int64
	nsec int32
	// nil is UTC.
	loc *Location
}

// epoch is what must be added to seconds since 1970 to have those since year 1, negated.
const epoch = -62135596800

func Now() Time {
	t := Unix(0, now())
	return t
}

func Unix(sec int64, nsec int64) Time {
	if nsec < 0 || nsec >= 1e9 {
		n := nsec / 1e9
		sec += n
		nsec -= n * 1e9
		if nsec < 0 {
			nsec += 1e9
			sec--
		}
	}
	return Time{sec - epoch, int32(nsec), Local}
}

func UnixMilli(msec int64) Time { return Unix(msec/1e3, msec%1e3*1e6) }
func UnixMicro(usec int64) Time { return Unix(usec/1e6, usec%1e6*1e3) }

// Date is the time with this date and clock in a zone; parts outside their ranges carry over.
func Date(year int, month Month, day, hour, min, sec, nsec int, loc *Location) Time {
	if loc == nil {
		panic("time: missing Location in call to Date")
	}
	seconds, nanos := unixOf(year, int(month), day, hour, min, sec, nsec)
	l := loc.get()
	if _, offset, start, end, _ := l.at(seconds); offset != 0 {
		// The zone was looked up as if the date were one of UTC; where that crosses a change, it is looked up anew.
		if utc := seconds - int64(offset); utc < start || utc >= end {
			offset = l.offsetAt(utc)
		}
		seconds -= int64(offset)
	}
	t := Time{seconds - epoch, int32(nanos), nil}
	t.setLoc(loc)
	return t
}

func (t *Time) setLoc(loc *Location) {
	if loc == UTC {
		loc = nil
	}
	t.loc = loc
}

// wall are the seconds since 1970 in t's zone.
func (t Time) wall() int64 {
	if t.loc == nil {
		return t.sec + epoch
	}
	seconds := t.sec + epoch
	return seconds + int64(t.loc.offsetAt(seconds))
}

func (t Time) UTC() Time {
	t.loc = nil
	return t
}

func (t Time) Local() Time {
	t.setLoc(Local)
	return t
}

func (t Time) In(loc *Location) Time {
	if loc == nil {
		panic("time: missing Location in call to Time.In")
	}
	t.setLoc(loc)
	return t
}

func (t Time) Location() *Location {
	if t.loc == nil {
		return UTC
	}
	return t.loc
}

func (t Time) Unix() int64      { return t.sec + epoch }
func (t Time) UnixNano() int64  { return (t.sec+epoch)*1e9 + int64(t.nsec) }
func (t Time) UnixMilli() int64 { return (t.sec+epoch)*1e3 + int64(t.nsec)/1e6 }
func (t Time) UnixMicro() int64 { return (t.sec+epoch)*1e6 + int64(t.nsec)/1e3 }
func (t Time) IsZero() bool     { return t.sec == 0 && t.nsec == 0 }

func (t Time) Date() (year int, month Month, day int) {
	y, m, d, _ := civil(t.wall())
	return y, Month(m), d
}

func (t Time) Year() int {
	year, _, _, _ := civil(t.wall())
	return year
}

func (t Time) Month() Month {
	_, month, _, _ := civil(t.wall())
	return Month(month)
}

func (t Time) Day() int {
	_, _, day, _ := civil(t.wall())
	return day
}

func (t Time) YearDay() int {
	_, _, _, yearDay := civil(t.wall())
	return yearDay
}

const (
	daySeconds = 86400
	// What must be added to seconds since 1970 to have those that Go counts, which are never negative.
	counted = (292277022400/400*146097 + 306 + 719162) * daySeconds
)

// sinceMidnight is the second of the day.
func (t Time) sinceMidnight() int {
	return int(uint64(t.wall()+counted) % daySeconds)
}

func (t Time) Clock() (hour, min, sec int) {
	s := t.sinceMidnight()
	return s / 3600, s / 60 % 60, s % 60
}

func (t Time) Hour() int       { return t.sinceMidnight() / 3600 }
func (t Time) Minute() int     { return t.sinceMidnight() / 60 % 60 }
func (t Time) Second() int     { return t.sinceMidnight() % 60 }
func (t Time) Nanosecond() int { return int(t.nsec) }

func (t Time) Weekday() Weekday {
	days := uint64(t.wall()+counted) / daySeconds
	return Weekday((days + uint64(Wednesday)) % 7) // the count began on a Wednesday
}

// ISOWeek is the week that t is in, which belongs to the year of its Thursday.
func (t Time) ISOWeek() (year, week int) {
	toThursday := int64(Thursday - (t.Weekday()+6)%7 - 1)
	year, _, _, yearDay := civil(t.wall() + toThursday*daySeconds)
	return year, (yearDay-1)/7 + 1
}

func (t Time) Add(d Duration) Time {
	t.sec += int64(d / 1e9)
	nsec := t.nsec + int32(d%1e9)
	if nsec >= 1e9 {
		t.sec++
		nsec -= 1e9
	} else if nsec < 0 {
		t.sec--
		nsec += 1e9
	}
	t.nsec = nsec
	return t
}

func (t Time) AddDate(years int, months int, days int) Time {
	year, month, day, _ := civil(t.wall())
	return Date(year+years, Month(month+months), day+days, 0, 0, t.sinceMidnight(), int(t.nsec), t.Location())
}

// Sub is the time from u to t, as far as durations reach.
func (t Time) Sub(u Time) Duration {
	d := Duration(t.sec-u.sec)*Second + Duration(t.nsec-u.nsec)
	switch {
	case u.Add(d).Equal(t):
		return d
	case t.Before(u):
		return -1 << 63
	}
	return 1<<63 - 1
}

func (t Time) Equal(u Time) bool  { return t.sec == u.sec && t.nsec == u.nsec }
func (t Time) Before(u Time) bool { return t.sec < u.sec || t.sec == u.sec && t.nsec < u.nsec }
func (t Time) After(u Time) bool  { return t.sec > u.sec || t.sec == u.sec && t.nsec > u.nsec }

func (t Time) Compare(u Time) int {
	switch {
	case t.Before(u):
		return -1
	case t.After(u):
		return 1
	}
	return 0
}

// Truncate goes back to a multiple of d since the zero time.
func (t Time) Truncate(d Duration) Time {
	if d <= 0 {
		return t
	}
	return t.Add(-Duration(remainder(t.sec, int64(t.nsec), int64(d))))
}

// Round goes to the nearest multiple of d since the zero time; up from the middle.
func (t Time) Round(d Duration) Time {
	if d <= 0 {
		return t
	}
	r := Duration(remainder(t.sec, int64(t.nsec), int64(d)))
	if uint64(r)+uint64(r) < uint64(d) {
		return t.Add(-r)
	}
	return t.Add(d - r)
}

func Since(t Time) Duration { return Now().Sub(t) }
func Until(t Time) Duration { return t.Sub(Now()) }
