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
