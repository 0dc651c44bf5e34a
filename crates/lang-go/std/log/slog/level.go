package slog

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
)

// Level is the importance of a record; any number is one.
type Level int

const (
	LevelDebug Level = -4
	LevelInfo  Level = 0
	LevelWarn  Level = 4
	LevelError Level = 8
)

// Leveler gives a level, perhaps a different one each time.
type Leveler interface {
	Level() Level
}

// name is that of the greatest named level which is not above l, and how far l is above it.
func (l Level) name() (string, Level) {
	switch {
	case l < LevelInfo:
		return "DEBUG", l - LevelDebug
	case l < LevelWarn:
		return "INFO", l - LevelInfo
	case l < LevelError:
		return "WARN", l - LevelWarn
	}
	return "ERROR", l - LevelError
}

func (l Level) String() string {
	name, above := l.name()
	if above == 0 {
		return name
	}
	return string(l.append(nil))
}

func (l Level) append(b []byte) []byte {
	name, above := l.name()
	b = append(b, name...)
	if above == 0 {
		return b
	}
	if above > 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, int64(above), 10)
}

func (l Level) Level() Level                        { return l }
func (l Level) AppendText(b []byte) ([]byte, error) { return l.append(b), nil }
func (l Level) MarshalText() ([]byte, error)        { return l.append(nil), nil }
func (l Level) MarshalJSON() ([]byte, error)        { return append(l.append([]byte{'"'}), '"'), nil }
func (l *Level) UnmarshalText(data []byte) error    { return l.parse(string(data)) }

func (l *Level) UnmarshalJSON(data []byte) error {
	s, err := strconv.Unquote(string(data))
	if err != nil {
		return err
	}
	return l.parse(s)
}

func (l *Level) parse(s string) error {
	name, offset := s, 0
	if i := strings.IndexAny(s, "+-"); i >= 0 {
		var err error
		if offset, err = strconv.Atoi(s[i:]); err != nil {
			return fmt.Errorf("slog: level string %q: %w", s, err)
		}
		name = s[:i]
	}
	var level Level
	switch strings.ToUpper(name) {
	case "DEBUG":
		level = LevelDebug
	case "INFO":
		level = LevelInfo
	case "WARN":
		level = LevelWarn
	case "ERROR":
		level = LevelError
	default:
		return fmt.Errorf("slog: level string %q: %w", s, errors.New("unknown name"))
	}
	*l = level + Level(offset)
	return nil
}

// LevelVar is a level that can be changed while others use it. Its zero value is LevelInfo.
type LevelVar struct {
	value atomic.Int64
}

func (v *LevelVar) Level() Level                        { return Level(v.value.Load()) }
func (v *LevelVar) Set(l Level)                         { v.value.Store(int64(l)) }
func (v *LevelVar) String() string                      { return "LevelVar(" + v.Level().String() + ")" }
func (v *LevelVar) AppendText(b []byte) ([]byte, error) { return v.Level().AppendText(b) }
func (v *LevelVar) MarshalText() ([]byte, error)        { return v.Level().MarshalText() }

func (v *LevelVar) UnmarshalText(data []byte) error {
	var l Level
	if err := l.UnmarshalText(data); err != nil {
		return err
	}
	v.Set(l)
	return nil
}
