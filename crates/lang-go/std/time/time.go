// Package time: durations, and a clock that begins at the epoch and runs with the work that is done, so that every run
// of a program sees the same times.
package time

import "internal/rt"

// Duration is in nanoseconds.
type Duration int64

const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

func (d Duration) Nanoseconds() int64  { return int64(d) }
func (d Duration) Microseconds() int64 { return int64(d) / 1e3 }
func (d Duration) Milliseconds() int64 { return int64(d) / 1e6 }

func (d Duration) Seconds() float64 { return float64(d/Second) + float64(d%Second)/1e9 }
func (d Duration) Minutes() float64 { return float64(d/Minute) + float64(d%Minute)/(60*1e9) }
func (d Duration) Hours() float64   { return float64(d/Hour) + float64(d%Hour)/(60*60*1e9) }

func (d Duration) Abs() Duration {
	switch {
	case d >= 0:
		return d
	case d == -1<<63:
		return 1<<63 - 1
	}
	return -d
}

func (d Duration) Truncate(m Duration) Duration {
	if m <= 0 {
		return d
	}
	return d - d%m
}

func (d Duration) Round(m Duration) Duration {
	if m <= 0 {
		return d
	}
	r := d % m
	if d < 0 {
		r = -r
		if uint64(r)+uint64(r) < uint64(m) {
			return d + r
		}
		if d1 := d - m + r; d1 < d {
			return d1
		}
		return -1 << 63
	}
	if uint64(r)+uint64(r) < uint64(m) {
		return d - r
	}
	if d1 := d + m - r; d1 > d {
		return d1
	}
	return 1<<63 - 1
}

// String is like 72h3m0.5s.
func (d Duration) String() string {
	u := uint64(d)
	if d < 0 {
		u = -u
	}
	var b []byte // from the end
	switch {
	case u == 0:
		return "0s"
	case u < uint64(Second):
		b = append(b, 's')
		digits := 0
		switch {
		case u < uint64(Microsecond):
			b = append(b, 'n')
		case u < uint64(Millisecond):
			b = append(b, "\xb5\xc2"...) // µ
			digits = 3
		default:
			b = append(b, 'm')
			digits = 6
		}
		b, u = fraction(b, u, digits)
		b = integer(b, u)
	default:
		b = append(b, 's')
		b, u = fraction(b, u, 9)
		b = integer(b, u%60)
		u /= 60
		if u > 0 {
			b = append(b, 'm')
			b = integer(b, u%60)
			u /= 60
			if u > 0 {
				b = append(b, 'h')
				b = integer(b, u)
			}
		}
	}
	if d < 0 {
		b = append(b, '-')
	}
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return rt.ViewString(b)
}

// fraction writes the last digits of v behind a point, without zeros at the end, and gives the rest of v.
func fraction(b []byte, v uint64, digits int) ([]byte, uint64) {
	printed := false
	for i := 0; i < digits; i++ {
		d := v % 10
		printed = printed || d != 0
		if printed {
			b = append(b, byte(d)+'0')
		}
		v /= 10
	}
	if printed {
		b = append(b, '.')
	}
	return b, v
}

func integer(b []byte, v uint64) []byte {
	if v == 0 {
		return append(b, '0')
	}
	for ; v > 0; v /= 10 {
		b = append(b, byte(v%10)+'0')
	}
	return b
}

// now are the nanoseconds since the program began.
func now() int64

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
		return "%!Month(" + string(reversed(m)) + ")"
	}
	name := names[(m-1)*9 : m*9]
	for name[len(name)-1] == ' ' {
		name = name[:len(name)-1]
	}
	return name
}

// reversed are the digits of a month that there is not.
func reversed(m Month) []byte {
	b := integer(nil, uint64(m))
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return b
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
	switch d {
	case Sunday:
		return "Sunday"
	case Monday:
		return "Monday"
	case Tuesday:
		return "Tuesday"
	case Wednesday:
		return "Wednesday"
	case Thursday:
		return "Thursday"
	case Friday:
		return "Friday"
	case Saturday:
		return "Saturday"
	}
	return "%!Weekday(" + string(reversed(Month(d))) + ")"
}

// Time is an instant, in UTC.
type Time struct {
	// Since the epoch; set tells that it is not the zero Time, which is in year 1.
	seconds int64
	nanos   int64
	set     bool
}

// zeroSeconds is the zero Time since the epoch.
const zeroSeconds = -62135596800

func Now() Time { return Unix(0, now()) }

func Unix(sec int64, nsec int64) Time {
	sec += nsec / 1e9
	nsec %= 1e9
	if nsec < 0 {
		nsec += 1e9
		sec--
	}
	return Time{sec, nsec, true}
}

func UnixMilli(msec int64) Time { return Unix(msec/1e3, msec%1e3*1e6) }

func (t Time) Unix() int64 {
	if !t.set {
		return zeroSeconds
	}
	return t.seconds
}

func (t Time) UnixNano() int64  { return t.Unix()*1e9 + t.nanos }
func (t Time) UnixMilli() int64 { return t.Unix()*1e3 + t.nanos/1e6 }
func (t Time) UnixMicro() int64 { return t.Unix()*1e6 + t.nanos/1e3 }
func (t Time) Nanosecond() int  { return int(t.nanos) }
func (t Time) IsZero() bool     { return t.Unix() == zeroSeconds && t.nanos == 0 }
func (t Time) UTC() Time        { return t }

func (t Time) Add(d Duration) Time {
	return Unix(t.Unix()+int64(d/1e9), t.nanos+int64(d%1e9))
}

func (t Time) Sub(u Time) Duration {
	seconds := t.Unix() - u.Unix()
	d := Duration(seconds)*Second + Duration(t.nanos-u.nanos)
	switch {
	case u.Add(d).Equal(t):
		return d
	case t.Before(u):
		return -1 << 63
	}
	return 1<<63 - 1
}

func (t Time) Equal(u Time) bool { return t.Unix() == u.Unix() && t.nanos == u.nanos }

func (t Time) Before(u Time) bool {
	return t.Unix() < u.Unix() || t.Unix() == u.Unix() && t.nanos < u.nanos
}

func (t Time) After(u Time) bool { return u.Before(t) }

func (t Time) Compare(u Time) int {
	switch {
	case t.Before(u):
		return -1
	case u.Before(t):
		return 1
	}
	return 0
}

func Since(t Time) Duration { return Now().Sub(t) }
func Until(t Time) Duration { return t.Sub(Now()) }
