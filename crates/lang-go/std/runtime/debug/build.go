package debug

import (
	"errors"
	"os"
	"strconv"
	"strings"
)

// CrashOptions has no fields.
type CrashOptions struct{}

// SetCrashOutput accepts that there is no file; a file cannot be written to.
func SetCrashOutput(f *os.File, opts CrashOptions) error {
	if f == nil {
		return nil
	}
	return errors.ErrUnsupported
}

// WriteHeapDump writes nothing: no file can be written to.
func WriteHeapDump(fd uintptr) {}

// mustQuote says whether a key or value is written in quotes: one with white space or quotes in it is, and a key that is empty or
// has the separator in it.
func mustQuote(s string, key bool) bool {
	return strings.ContainsAny(s, " \t\r\n\"`") || key && (s == "" || strings.Contains(s, "="))
}

// String has one line for each part, as ParseBuildInfo reads them.
func (bi *BuildInfo) String() string {
	var out strings.Builder
	line := func(words ...string) {
		out.WriteString(strings.Join(words, "\t"))
		out.WriteByte('\n')
	}
	var module func(word string, m *Module)
	module = func(word string, m *Module) {
		if m.Replace == nil {
			line(word, m.Path, m.Version, m.Sum)
			return
		}
		line(word, m.Path, m.Version)
		module("=>", m.Replace)
		line()
	}
	if bi.GoVersion != "" {
		line("go", bi.GoVersion)
	}
	if bi.Path != "" {
		line("path", bi.Path)
	}
	if bi.Main != (Module{}) {
		module("mod", &bi.Main)
	}
	for _, m := range bi.Deps {
		module("dep", m)
	}
	for _, s := range bi.Settings {
		key, value := s.Key, s.Value
		if mustQuote(key, true) {
			key = strconv.Quote(key)
		}
		if mustQuote(value, false) {
			value = strconv.Quote(value)
		}
		line("build", key+"="+value)
	}
	return out.String()
}

// parseError says on which line something is wrong.
type parseError struct {
	line int
	why  error
}

func (e *parseError) Error() string {
	return "could not parse Go build info: line " + strconv.Itoa(e.line) + ": " + e.why.Error()
}

func (e *parseError) Unwrap() error { return e.why }

// ParseBuildInfo reads what String writes, but for the version of Go.
func ParseBuildInfo(data string) (bi *BuildInfo, err error) {
	bi = new(BuildInfo)
	var last *Module
	for n := 1; data != ""; n++ {
		line, rest, ended := strings.Cut(data, "\n")
		if !ended {
			break
		}
		data = rest
		word, rest, _ := strings.Cut(line, "\t")
		if rest == "" && !strings.Contains(line, "\t") {
			continue
		}
		switch word {
		case "path":
			bi.Path = rest
		case "mod":
			last = &bi.Main
			*last, err = parseModule(rest)
		case "dep":
			last = new(Module)
			*last, err = parseModule(rest)
			bi.Deps = append(bi.Deps, last)
		case "=>":
			err = replace(last, strings.Split(rest, "\t"))
			last = nil
		case "build":
			var setting BuildSetting
			setting, err = parseSetting(rest)
			bi.Settings = append(bi.Settings, setting)
		}
		if err != nil {
			return nil, &parseError{n, err}
		}
	}
	return bi, nil
}

func parseModule(line string) (Module, error) {
	words := strings.Split(line, "\t")
	if len(words) != 2 && len(words) != 3 {
		return Module{}, errors.New("expected 2 or 3 columns; got " + strconv.Itoa(len(words)))
	}
	m := Module{Path: words[0], Version: words[1]}
	if len(words) == 3 {
		m.Sum = words[2]
	}
	return m, nil
}

func replace(last *Module, words []string) error {
	if len(words) != 3 {
		return errors.New("expected 3 columns for replacement; got " + strconv.Itoa(len(words)))
	}
	if last == nil {
		return errors.New("replacement with no module on previous line")
	}
	last.Replace = &Module{Path: words[0], Version: words[1], Sum: words[2]}
	return nil
}

func parseSetting(line string) (s BuildSetting, err error) {
	if line == "" {
		return s, errors.New("build line missing '='")
	}
	if line[0] == '=' {
		return s, errors.New("build line with missing key")
	}
	value := ""
	if line[0] == '"' || line[0] == '`' {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return s, errors.New("invalid quoted key in build line")
		}
		if s.Key, err = strconv.Unquote(quoted); err != nil {
			return s, errors.New("invalid quoted key in build line")
		}
		rest := line[len(quoted):]
		if rest == "" {
			return s, errors.New("build line missing '=' after quoted key")
		}
		if rest[0] != '=' {
			return s, errors.New("unexpected character after quoted key: " + strconv.QuoteRune(rune(rest[0])))
		}
		value = rest[1:]
	} else {
		var found bool
		if s.Key, value, found = strings.Cut(line, "="); !found {
			return s, errors.New("build line missing '=' after key")
		}
		if mustQuote(s.Key, true) {
			return s, errors.New("unquoted key " + strconv.Quote(s.Key) + " must be quoted")
		}
	}
	switch {
	case value != "" && (value[0] == '"' || value[0] == '`'):
		if s.Value, err = strconv.Unquote(value); err != nil {
			return s, errors.New("invalid quoted value in build line")
		}
	case mustQuote(value, false):
		return s, errors.New("unquoted value " + strconv.Quote(value) + " must be quoted")
	default:
		s.Value = value
	}
	return s, nil
}
