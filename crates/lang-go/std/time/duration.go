package time

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
		if d1 := d - (m - r); d1 < d {
			return d1
		}
		return -1 << 63
	}
	if uint64(r)+uint64(r) < uint64(m) {
		return d - r
	}
	if d1 := d + (m - r); d1 > d {
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
	var room [32]byte // written from the end; -2540400h10m10.000000000s has 25
	b := room[:]
	at := len(b) - 1
	b[at] = 's'
	switch {
	case u == 0:
		return "0s"
	case u < uint64(Microsecond):
		at--
		b[at] = 'n'
	case u < uint64(Millisecond):
		at -= len("µ")
		copy(b[at:], "µ")
		at, u = fraction(b, at, u, 3)
	case u < uint64(Second):
		at--
		b[at] = 'm'
		at, u = fraction(b, at, u, 6)
	default:
		at, u = fraction(b, at, u, 9)
		if u >= 60 {
			at = integer(b, at, u%60)
			u /= 60
			at--
			b[at] = 'm'
		}
		if u >= 60 {
			at = integer(b, at, u%60)
			u /= 60
			at--
			b[at] = 'h'
		}
	}
	at = integer(b, at, u)
	if d < 0 {
		at--
		b[at] = '-'
	}
	return string(b[at:])
}

// fraction writes the last digits of v before b[at] and after a point, without zeros at the end; it gives where they
// begin, and the rest of v.
func fraction(b []byte, at int, v uint64, places int) (int, uint64) {
	printed := false
	for i := 0; i < places; i++ {
		d := v % 10
		printed = printed || d != 0
		if printed {
			at--
			b[at] = byte(d) + '0'
		}
		v /= 10
	}
	if printed {
		at--
		b[at] = '.'
	}
	return at, v
}

// integer writes v before b[at] and gives where it begins.
func integer(b []byte, at int, v uint64) int {
	for {
		at--
		b[at] = byte(v%10) + '0'
		if v /= 10; v == 0 {
			return at
		}
	}
}

// durationError tells what is wrong with the text of a duration.
type durationError struct{ message, value string }

func (e *durationError) Error() string { return "time: " + e.message + " " + quote(e.value) }

func unitOf(name string) uint64 {
	switch name {
	case "ns":
		return uint64(Nanosecond)
	case "us", "µs", "μs": // with either letter mu
		return uint64(Microsecond)
	case "ms":
		return uint64(Millisecond)
	case "s":
		return uint64(Second)
	case "m":
		return uint64(Minute)
	case "h":
		return uint64(Hour)
	}
	return 0
}

func digit(s string, i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }

// ParseDuration reads numbers with units, like 1h15m30.918s.
func ParseDuration(s string) (Duration, error) {
	d, problem := parseDuration(s)
	if problem != "" {
		return 0, &durationError{problem, s}
	}
	return d, nil
}

func parseDuration(s string) (Duration, string) {
	const invalid = "invalid duration"
	negative := s != "" && s[0] == '-'
	if negative || s != "" && s[0] == '+' {
		s = s[1:]
	}
	switch s {
	case "0":
		return 0, ""
	case "":
		return 0, invalid
	}
	var total uint64
	for s != "" {
		var whole, part uint64
		i := 0
		for ; digit(s, i); i++ {
			if whole > 1<<63/10 {
				return 0, invalid
			}
			whole = whole*10 + uint64(s[i]-'0')
			if whole > 1<<63 {
				return 0, invalid
			}
		}
		digits := i
		scale := 1.0
		if i < len(s) && s[i] == '.' {
			full := false
			for i++; digit(s, i); i++ {
				digits++
				// Digits beyond what fits do not count.
				full = full || part > (1<<63-1)/10
				if !full {
					next := part*10 + uint64(s[i]-'0')
					if full = next > 1<<63; !full {
						part, scale = next, scale*10
					}
				}
			}
		}
		if digits == 0 {
			return 0, invalid
		}
		end := i
		for end < len(s) && s[end] != '.' && !digit(s, end) {
			end++
		}
		if end == i {
			return 0, "missing unit in duration"
		}
		unit := unitOf(s[i:end])
		if unit == 0 {
			return 0, "unknown unit " + quote(s[i:end]) + " in duration"
		}
		if whole > 1<<63/unit {
			return 0, invalid
		}
		whole *= unit
		if part > 0 {
			whole += uint64(float64(part) * (float64(unit) / scale))
			if whole > 1<<63 {
				return 0, invalid
			}
		}
		total += whole
		if total > 1<<63 {
			return 0, invalid
		}
		s = s[end:]
	}
	if negative {
		return -Duration(total), ""
	}
	if total > 1<<63-1 {
		return 0, invalid
	}
	return Duration(total), ""
}
