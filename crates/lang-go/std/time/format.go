package time

import (
	"errors"
	"internal/text"
)

// Layouts show the reference time: Mon Jan 2 15:04:05 MST 2006.
const (
	Layout      = "01/02 03:04:05PM '06 -0700"
	ANSIC       = "Mon Jan _2 15:04:05 2006"
	UnixDate    = "Mon Jan _2 15:04:05 MST 2006"
	RubyDate    = "Mon Jan 02 15:04:05 -0700 2006"
	RFC822      = "02 Jan 06 15:04 MST"
	RFC822Z     = "02 Jan 06 15:04 -0700"
	RFC850      = "Monday, 02-Jan-06 15:04:05 MST"
	RFC1123     = "Mon, 02 Jan 2006 15:04:05 MST"
	RFC1123Z    = "Mon, 02 Jan 2006 15:04:05 -0700"
	RFC3339     = "2006-01-02T15:04:05Z07:00"
	RFC3339Nano = "2006-01-02T15:04:05.999999999Z07:00"
	Kitchen     = "3:04PM"
	Stamp       = "Jan _2 15:04:05"
	StampMilli  = "Jan _2 15:04:05.000"
	StampMicro  = "Jan _2 15:04:05.000000"
	StampNano   = "Jan _2 15:04:05.000000000"
	DateTime    = "2006-01-02 15:04:05"
	DateOnly    = "2006-01-02"
	TimeOnly    = "15:04:05"
)

// format writes a time by a layout and its plan, which may be empty; the seconds are those of the zone since 1970.
func format(layout, plan string, seconds, nanos, offset int64, zone string) string

// put writes a time by a plan into room, if that is large enough, and gives its length; -1 is a time or a plan that
// format must be called for.
func put(room []byte, plan string, seconds, nanos, offset int64, zone string) int

// plan tells where the parts of a layout are; it is empty for long ones.
func plan(layout string) string

type planned struct{ layout, plan string }

// plans has the plans of layouts that were used, in one of two places by a sum over each layout: programs use few of
// them, again and again.
var plans [32]planned

func planOf(layout string) string {
	if layout == "" || len(layout) > 64 {
		return ""
	}
	at := (len(layout)*7 + int(layout[0])*3 + int(layout[len(layout)/2])*5 + int(layout[len(layout)-1])) % len(plans)
	if p := &plans[at]; p.layout == layout {
		return p.plan
	}
	if p := &plans[at^1]; p.layout == layout {
		return p.plan
	}
	plans[at^1] = plans[at]
	own := []byte(layout) // layout may be a part of a text that is not to be kept
	plans[at] = planned{string(own), plan(layout)}
	return plans[at].plan
}

// parse reads one. With failure 0: seconds, nanoseconds, what is known of the zone (0 nothing, 1 UTC, 2 its
// offset, 3 its name, 4 both), the offset, position<<8|length of the name in value. With any other the places of what
// is wrong: in value, and from where to where in layout; -1 is the wrong text, others are messages.
func parse(layout, plan, value string) (failure, a, b, c, d, e int)

func (t Time) Format(layout string) string {
	seconds := t.Unix()
	zone, offset, _, _, _ := t.loc.get().at(seconds)
	return format(layout, planOf(layout), seconds+int64(offset), int64(t.nsec), int64(offset), zone)
}

func (t Time) AppendFormat(b []byte, layout string) []byte {
	seconds := t.Unix()
	zone, offset, _, _, _ := t.loc.get().at(seconds)
	p := planOf(layout)
	local := seconds + int64(offset)
	n := put(b[len(b):cap(b)], p, local, int64(t.nsec), int64(offset), zone)
	if n < 0 {
		return append(b, format(layout, p, local, int64(t.nsec), int64(offset), zone)...)
	}
	if n > cap(b)-len(b) {
		b = text.Grown(b, n)
		put(b[len(b):cap(b)], p, local, int64(t.nsec), int64(offset), zone)
	}
	return b[:len(b)+n]
}

func (t Time) String() string { return t.Format("2006-01-02 15:04:05.999999999 -0700 MST") }

func (t Time) GoString() string {
	s := t.Format("time.Date(2006, time.January, 2, ")
	if year := t.Year(); year < 1000 { // layouts have no year without zeros before it
		s = "time.Date(" + decimal(year) + t.Format(", time.January, 2, ")
	}
	hour, minute, second := t.Clock()
	s += decimal(hour) + ", " + decimal(minute) + ", " + decimal(second) + ", " + decimal(t.Nanosecond()) + ", "
	switch l := t.Location(); l {
	case UTC:
		return s + "time.UTC)"
	case Local:
		return s + "time.Local)"
	default:
		return s + "time.Location(" + quote(l.name) + "))"
	}
}

func decimal(n int) string {
	if n < 0 {
		return "-" + decimal(-n)
	}
	return digits(uint64(n))
}

// ParseError tells why a text is not a time.
type ParseError struct {
	Layout     string
	Value      string
	LayoutElem string
	ValueElem  string
	Message    string
}

func (e *ParseError) Error() string {
	s := "parsing time " + quote(e.Value)
	if e.Message != "" {
		return s + e.Message
	}
	return s + " as " + quote(e.Layout) + ": cannot parse " + quote(e.ValueElem) + " as " + quote(e.LayoutElem)
}

var outOfRange = [...]string{
	2: "month", 3: "hour", 4: "minute", 5: "second", 6: "fractional second", 7: "time zone offset hour",
	8: "time zone offset minute", 9: "time zone offset second", 10: "day-of-year", 13: "day",
}

func parseMessage(n int, rest string) string {
	switch n {
	case -1:
		return ""
	case 1:
		return ": extra text: " + quote(rest)
	case 11:
		return ": day-of-year does not match month"
	case 12:
		return ": day-of-year does not match day"
	}
	return ": " + outOfRange[n] + " out of range"
}

// Parse reads a time; in UTC if the text tells no zone.
func Parse(layout, value string) (Time, error) { return parseIn(layout, value, UTC, Local) }

// ParseInLocation reads a time; in loc if the text tells no zone, or tells one that is loc's.
func ParseInLocation(layout, value string, loc *Location) (Time, error) {
	return parseIn(layout, value, loc, loc)
}

func parseIn(layout, value string, otherwise, loc *Location) (Time, error) {
	failure, seconds, nanos, zone, offset, name := parse(layout, planOf(layout), value)
	if failure != 0 {
		at, from, to := seconds, nanos, zone
		message := parseMessage(failure, value[at:])
		return Time{}, &ParseError{layout, value, layout[from:to], value[at:], message}
	}
	t := Time{int64(seconds) - epoch, int32(nanos), nil}
	zoneName := value[name>>8 : name>>8+name&255]
	switch zone {
	case 0:
		// A date of the zone, as Date takes it.
		if l := otherwise.get(); l != &utc {
			_, offset, start, end, _ := l.at(int64(seconds))
			if moment := int64(seconds - offset); moment < start || moment >= end {
				offset = l.offsetAt(moment)
			}
			t.sec -= int64(offset)
		}
		t.setLoc(otherwise)
	case 1:
	case 3:
		if found, ok := loc.offsetOf(zoneName, int64(seconds)); ok {
			t.sec -= int64(found)
		} else {
			loc = FixedZone(zoneName, offset)
		}
		t.setLoc(loc)
	default:
		t.sec -= int64(offset)
		name, there, _, _, _ := loc.get().at(t.Unix())
		if offset != there || zoneName != "" && zoneName != name {
			loc = FixedZone(zoneName, offset)
		}
		t.setLoc(loc)
	}
	return t, nil
}

// quote is like strconv.Quote, with everything but ASCII as bytes.
func quote(s string) string {
	const hex = "0123456789abcdef"
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80 || c < ' ':
			b = append(b, '\\', 'x', hex[c>>4], hex[c&15])
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// strict is RFC 3339, if the time can be written so.
func (t Time) strict(b []byte, what string) ([]byte, error) {
	start := len(b)
	b = t.AppendFormat(b, RFC3339Nano)
	if b[start+4] != '-' {
		return nil, errors.New(what + "year outside of range [0,9999]")
	}
	if b[len(b)-1] != 'Z' {
		zone := b[len(b)-len("Z07:00"):]
		if digit(string(zone[:1]), 0) || (zone[1]-'0')*10+zone[2]-'0' >= 24 {
			return nil, errors.New(what + "timezone hour outside of range [0,23]")
		}
	}
	return b, nil
}

func (t Time) MarshalText() ([]byte, error) {
	return t.strict(make([]byte, 0, len(RFC3339Nano)), "Time.MarshalText: ")
}

func (t Time) AppendText(b []byte) ([]byte, error) { return t.strict(b, "Time.AppendText: ") }

func (t *Time) UnmarshalText(data []byte) (err error) {
	*t, err = Parse(RFC3339, string(data))
	return err
}

func (t Time) MarshalJSON() ([]byte, error) {
	b, err := t.strict(append(make([]byte, 0, len(RFC3339Nano)+2), '"'), "Time.MarshalJSON: ")
	if err != nil {
		return nil, err
	}
	return append(b, '"'), nil
}

func (t *Time) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if len(data) < 2 || data[0] != '"' || data[len(data)-1] != '"' {
		return errors.New("Time.UnmarshalJSON: input is not a JSON string")
	}
	return t.UnmarshalText(data[1 : len(data)-1])
}

// Version 2 has the seconds of the offset at the end.
func (t Time) AppendBinary(b []byte) ([]byte, error) {
	version, minutes, rest := byte(1), -1, 0 // -1 minute is UTC
	if t.Location() != UTC {
		_, offset := t.Zone()
		minutes, rest = offset/60, offset%60
		if rest != 0 {
			version = 2
		}
		if minutes < -1<<15 || minutes == -1 || minutes > 1<<15-1 {
			return b, errors.New("Time.MarshalBinary: unexpected zone offset")
		}
	}
	b = append(b, version)
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(t.sec>>shift))
	}
	for shift := 24; shift >= 0; shift -= 8 {
		b = append(b, byte(t.nsec>>shift))
	}
	b = append(b, byte(minutes>>8), byte(minutes))
	if version == 2 {
		b = append(b, byte(rest))
	}
	return b, nil
}

func (t Time) MarshalBinary() ([]byte, error) {
	b, err := t.AppendBinary(make([]byte, 0, 16))
	if err != nil {
		return nil, err
	}
	return b, nil
}

func (t *Time) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		return errors.New("Time.UnmarshalBinary: no data")
	}
	version := data[0]
	if version != 1 && version != 2 {
		return errors.New("Time.UnmarshalBinary: unsupported version")
	}
	if len(data) != 14+int(version) {
		return errors.New("Time.UnmarshalBinary: invalid length")
	}
	var sec int64
	for _, c := range data[1:9] {
		sec = sec<<8 | int64(c)
	}
	var nsec int32
	for _, c := range data[9:13] {
		nsec = nsec<<8 | int32(c)
	}
	offset := int(int16(data[13])<<8|int16(data[14])) * 60
	if version == 2 {
		offset += int(data[15])
	}
	*t = Time{sec, nsec, nil}
	if offset == -60 {
		return nil
	}
	if Local.get().offsetAt(t.Unix()) == offset {
		t.setLoc(Local)
	} else {
		t.setLoc(FixedZone("", offset))
	}
	return nil
}

func (t Time) GobEncode() ([]byte, error)   { return t.MarshalBinary() }
func (t *Time) GobDecode(data []byte) error { return t.UnmarshalBinary(data) }
