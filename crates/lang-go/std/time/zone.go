package time

import "errors"

// span is what holds in a zone from start up to end, in seconds since 1970.
type span struct {
	zone       string
	offset     int
	start, end int64
	dst        bool
	// What a rule says may overlap with what it says of the next year: looked up again is what lies from low up to high.
	low, high int64
}

// Spans without a beginning or an end are said to have these.
const (
	first = -1 << 63
	last  = 1<<63 - 1
)

// Location is a time zone: an offset that never changes, or a table of changes.
type Location struct {
	name string
	// What was looked up last; of an offset that never changes, all there is.
	now   span
	table *table
}

var (
	utc = Location{name: "UTC", now: span{zone: "UTC", start: first, end: last, low: first, high: last}}
	// The host's zone is found when it is first asked for.
	local      Location
	localKnown bool

	// UTC is universal time.
	UTC *Location = &utc
	// Local is the zone that the host names in the variable TZ, if it grants it, and UTC otherwise.
	Local *Location = &local
)

// hostZone is the variable TZ, if the host granted it and it is set.
func hostZone() (name string, set bool)

// zoneData is the TZif file of a zone in the database; empty if there is none.
func zoneData(name string) string

func findLocal() {
	localKnown = true
	local = Location{name: "Local", now: utc.now}
	name, set := hostZone()
	if !set {
		return
	}
	if name != "" && name[0] == ':' {
		name = name[1:]
	}
	if name == "/etc/localtime" {
		return
	}
	local.name = "UTC"
	if name == "" || name == "UTC" || invalidName(name) {
		return
	}
	if found, err := LoadLocation(name); err == nil {
		local = *found
	}
}

func (l *Location) get() *Location {
	if l == nil {
		return &utc
	}
	if l == &local && !localKnown {
		findLocal()
	}
	return l
}

func (l *Location) String() string { return l.get().name }

// at is what holds at a moment. The fields are read together: a goroutine may be switched at any call, and another one
// may look up something else.
func (l *Location) at(sec int64) (zone string, offset int, start, end int64, dst bool) {
	if n := &l.now; n.low <= sec && sec < n.high {
		return n.zone, n.offset, n.start, n.end, n.dst
	}
	s := l.find(sec)
	return s.zone, s.offset, s.start, s.end, s.dst
}

// offsetAt is the offset alone.
func (l *Location) offsetAt(sec int64) int {
	if n := &l.now; n.low <= sec && sec < n.high {
		return n.offset
	}
	return l.find(sec).offset
}

func (l *Location) find(sec int64) span {
	l = l.get()
	if l.table != nil {
		s := l.table.find(sec)
		l.now = s
		return s
	}
	if l.now.end != last {
		// The zero Location.
		l.now = utc.now
	}
	return l.now
}

// offsetOf is the offset that an abbreviation stands for at a moment, given in seconds since 1970 of the zone.
func (l *Location) offsetOf(zone string, wall int64) (offset int, ok bool) {
	l = l.get()
	if l.table == nil {
		found, offset, _, _, _ := l.at(wall)
		return offset, found == zone
	}
	for i := range l.table.zones {
		z := &l.table.zones[i]
		if z.name != zone {
			continue
		}
		if found, offset, _, _, _ := l.at(wall - int64(z.offset)); found == zone {
			return offset, true
		}
	}
	for i := range l.table.zones {
		if z := &l.table.zones[i]; z.name == zone {
			return z.offset, true
		}
	}
	return 0, false
}

// hourly are the zones without name that are whole hours away, from -12 to 14: one of each, so that times can be compared.
var hourly []*Location

func fixed(name string, offset int) *Location {
	return &Location{name: name, now: span{zone: name, offset: offset, start: first, end: last, low: first, high: last}}
}

// FixedZone is a zone with this name, and an offset in seconds east of UTC.
func FixedZone(name string, offset int) *Location {
	hour := offset / 3600
	if name != "" || hour < -12 || hour > 14 || hour*3600 != offset {
		return fixed(name, offset)
	}
	if hourly == nil {
		hourly = make([]*Location, 27)
	}
	if hourly[hour+12] == nil {
		hourly[hour+12] = fixed("", offset)
	}
	return hourly[hour+12]
}

func invalidName(name string) bool {
	if name[0] == '/' || name[0] == '\\' {
		return true
	}
	for i := range len(name) {
		if name[i] == '.' && i+1 < len(name) && name[i+1] == '.' {
			return true
		}
	}
	return false
}

var errLocation = errors.New("time: invalid location name")

// LoadLocation finds a zone of the IANA database, which is part of the library.
func LoadLocation(name string) (*Location, error) {
	switch name {
	case "", "UTC":
		return UTC, nil
	case "Local":
		return Local, nil
	}
	if invalidName(name) {
		return nil, errLocation
	}
	data := zoneData(name)
	if data == "" {
		return nil, errors.New("unknown time zone " + name)
	}
	return fromTZif(name, data)
}

// LoadLocationFromTZData is the zone that a TZif file describes.
func LoadLocationFromTZData(name string, data []byte) (*Location, error) {
	return fromTZif(name, string(data))
}

// Zone is the abbreviation and the offset in force at t.
func (t Time) Zone() (name string, offset int) {
	name, offset, _, _, _ = t.loc.get().at(t.Unix())
	return name, offset
}

// ZoneBounds are the moments where the zone in force at t began, and where it ends; the zero time where there is none.
func (t Time) ZoneBounds() (start, end Time) {
	_, _, from, to, _ := t.loc.get().at(t.Unix())
	if from != first {
		start = Unix(from, 0)
		start.setLoc(t.loc)
	}
	if to != last {
		end = Unix(to, 0)
		end.setLoc(t.loc)
	}
	return start, end
}

// IsDST tells whether daylight saving time is in force at t.
func (t Time) IsDST() bool {
	_, _, _, _, dst := t.loc.get().at(t.Unix())
	return dst
}
