package time

import "errors"

// Location is a time zone: UTC, or an offset from it that never changes.
type Location struct {
	name   string
	zone   string
	offset int
}

var (
	utc   = Location{"UTC", "UTC", 0}
	local = Location{"Local", "UTC", 0}

	// UTC is universal time.
	UTC *Location = &utc
	// Local is UTC under another name: the zone of the machine is not a program's business.
	Local *Location = &local
)

func (l *Location) get() *Location {
	if l == nil {
		return &utc
	}
	return l
}

func (l *Location) String() string { return l.get().name }

// hourly are the zones without name that are whole hours away, from -12 to 14: one of each, so that times can be compared.
var hourly []*Location

// FixedZone is a zone with this name, and an offset in seconds east of UTC.
func FixedZone(name string, offset int) *Location {
	hour := offset / 3600
	if name != "" || hour < -12 || hour > 14 || hour*3600 != offset {
		return &Location{name, name, offset}
	}
	if hourly == nil {
		hourly = make([]*Location, 27)
	}
	if hourly[hour+12] == nil {
		hourly[hour+12] = &Location{"", "", offset}
	}
	return hourly[hour+12]
}

// LoadLocation knows UTC and Local; there is no database of time zones.
func LoadLocation(name string) (*Location, error) {
	switch name {
	case "", "UTC":
		return UTC, nil
	case "Local":
		return Local, nil
	}
	if name[0] == '/' || name[0] == '\\' {
		return nil, errLocation
	}
	for i := range len(name) {
		if name[i] == '.' && i+1 < len(name) && name[i+1] == '.' {
			return nil, errLocation
		}
	}
	return nil, errors.New("unknown time zone " + name + ": there is no database of time zones, only UTC, Local and time.FixedZone")
}

var errLocation = errors.New("time: invalid location name")

// LoadLocationFromTZData fails: zones that change their offset are not supported.
func LoadLocationFromTZData(name string, data []byte) (*Location, error) {
	if len(data) < 4 || string(data[:4]) != "TZif" {
		return nil, errors.New("malformed time zone information")
	}
	return nil, errors.New("time: zones that change their offset are not supported, only UTC, Local and time.FixedZone")
}
