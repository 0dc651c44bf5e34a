package url

import (
	"errors"
	"fmt"
	"internal/setting"
	"strconv"
	"strings"
)

func validPort(port string) bool {
	if port == "" {
		return true
	}
	if port[0] != ':' {
		return false
	}
	for i := 1; i < len(port); i++ {
		if port[i] < '0' || port[i] > '9' {
			return false
		}
	}
	return true
}

func parseHost(scheme, host string) (string, error) {
	if i := strings.LastIndexByte(host, '['); i > 0 {
		return "", errors.New("invalid IP-literal")
	} else if i == 0 {
		return parseLiteral(host)
	}
	if i := strings.IndexByte(host, ':'); i >= 0 {
		// Only in HTTP a host has no colons of its own, if no setting lets it.
		last := strings.LastIndexByte(host, ':')
		if last > i && (scheme != "http" && scheme != "https" || setting.Get("urlstrictcolons") == "0") {
			i = last
		}
		if !validPort(host[i:]) {
			return "", fmt.Errorf("invalid port %q after host", host[i:])
		}
	}
	return unescape(host, inHost)
}

// parseLiteral reads an address in brackets, perhaps with a zone and a port.
func parseLiteral(host string) (string, error) {
	end := strings.LastIndexByte(host, ']')
	if end < 0 {
		return "", errors.New("missing ']' in host")
	}
	name, port := host[1:end], host[end+1:]
	if !validPort(port) {
		return "", fmt.Errorf("invalid port %q after host", port)
	}
	zone := ""
	if i := strings.Index(name, "%25"); i >= 0 {
		name, zone = name[:i], name[i:]
	}
	name, err := unescape(name, inHost)
	if err == nil && zone != "" {
		zone, err = unescape(zone, inZone)
	}
	if err != nil {
		return "", err
	}
	name += zone
	isV4, err := checkAddress(name)
	if err != nil {
		return "", fmt.Errorf("invalid host: %w", err)
	}
	if isV4 {
		return "", errors.New("invalid IP-literal")
	}
	return "[" + name + "]" + port, nil
}

// addressError tells why a text is no address of the internet.
type addressError struct{ in, message, at string }

func (e addressError) Error() string {
	s := "ParseAddr(" + strconv.Quote(e.in) + "): " + e.message
	if e.at != "" {
		s += " (at " + strconv.Quote(e.at) + ")"
	}
	return s
}

// checkAddress tells whether an address is one of version 4, or what is wrong with it.
func checkAddress(s string) (isV4 bool, err error) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.':
			return true, checkV4(s, s)
		case ':':
			return false, checkV6(s)
		case '%':
			return false, addressError{s, "missing IPv6 address", ""}
		}
	}
	return false, addressError{s, "unable to parse IP", ""}
}

func checkV4(in, s string) error {
	value, digits, fields := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			if digits == 1 && value == 0 {
				return addressError{in, "IPv4 field has octet with leading zero", ""}
			}
			value = value*10 + int(c-'0')
			digits++
			if value > 255 {
				return addressError{in, "IPv4 field has value >255", ""}
			}
		case c == '.':
			if i == 0 || i == len(s)-1 || s[i-1] == '.' {
				return addressError{in, "IPv4 field must have at least one digit", s[i:]}
			}
			if fields == 3 {
				return addressError{in, "IPv4 address too long", ""}
			}
			fields++
			value, digits = 0, 0
		default:
			return addressError{in, "unexpected character", s[i:]}
		}
	}
	if fields < 3 {
		return addressError{in, "IPv4 address too short", ""}
	}
	return nil
}

func checkV6(in string) error {
	s, zone, hasZone := strings.Cut(in, "%")
	if hasZone && zone == "" {
		return addressError{in, "zone must be a non-empty string", ""}
	}
	gap := strings.HasPrefix(s, "::")
	if gap {
		s = s[2:]
		if s == "" {
			return nil
		}
	}
	bytes := 0
	for bytes < 16 {
		digits := 0
		for digits < len(s) && isHex(s[digits]) {
			if digits > 3 {
				return addressError{in, "each group must have 4 or less digits", s}
			}
			digits++
		}
		if digits == 0 {
			return addressError{in, "each colon-separated field must have at least one digit", s}
		}
		if digits < len(s) && s[digits] == '.' {
			if !gap && bytes != 12 {
				return addressError{in, "embedded IPv4 address must replace the final 2 fields of the address", s}
			}
			if bytes > 12 {
				return addressError{in, "too many hex fields to fit an embedded IPv4 at the end of the address", s}
			}
			if err := checkV4(in, s); err != nil {
				return err
			}
			s = ""
			bytes += 4
			break
		}
		bytes += 2
		s = s[digits:]
		if s == "" {
			break
		}
		if s[0] != ':' {
			return addressError{in, "unexpected character, want colon", s}
		}
		if len(s) == 1 {
			return addressError{in, "colon must be followed by more characters", s}
		}
		s = s[1:]
		if s[0] == ':' {
			if gap {
				return addressError{in, "multiple :: in address", s}
			}
			gap = true
			s = s[1:]
			if s == "" {
				break
			}
		}
	}
	switch {
	case s != "":
		return addressError{in, "trailing garbage after address", s}
	case bytes < 16 && !gap:
		return addressError{in, "address string too short", ""}
	case bytes == 16 && gap:
		return addressError{in, "the :: must expand to at least one field of zeros", ""}
	}
	return nil
}
