package http

import (
	"errors"
	"fmt"
	"log"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

// Cookie is a cookie as the headers Set-Cookie and Cookie have it.
type Cookie struct {
	Name   string
	Value  string
	Quoted bool // whether the value stood in quotes

	Path       string
	Domain     string
	Expires    time.Time
	RawExpires string // of a cookie that was read

	// MaxAge is 0 where there is none, and negative where the cookie is to be deleted now.
	MaxAge      int
	Secure      bool
	HttpOnly    bool
	SameSite    SameSite
	Partitioned bool
	Raw         string
	Unparsed    []string // attributes that were not understood
}

// SameSite tells whether a cookie goes along with requests from other sites.
type SameSite int

const (
	SameSiteDefaultMode SameSite = iota + 1
	SameSiteLaxMode
	SameSiteStrictMode
	SameSiteNoneMode
)

var (
	errBlankCookie   = errors.New("http: blank cookie")
	errCookieEqual   = errors.New("http: '=' not found in cookie")
	errCookieName    = errors.New("http: invalid cookie name")
	errCookieValue   = errors.New("http: invalid cookie value")
	errManyCookies   = errors.New("http: number of cookies exceeded limit")
	errNilCookie     = errors.New("http: nil Cookie")
	errValidName     = errors.New("http: invalid Cookie.Name")
	errValidExpires  = errors.New("http: invalid Cookie.Expires")
	errValidDomain   = errors.New("http: invalid Cookie.Domain")
	errPartitionOnly = errors.New("http: partitioned cookies must be set with Secure")
)

// maxCookies is how many cookies the headers of one message may have.
const maxCookies = 3000

func tooManyCookies(lines []string) bool {
	n := 0
	for _, line := range lines {
		n += strings.Count(line, ";") + 1
	}
	return n > maxCookies
}

// ParseCookie reads the value of a Cookie header.
func ParseCookie(line string) ([]*Cookie, error) {
	if tooManyCookies([]string{line}) {
		return nil, errManyCookies
	}
	parts := strings.Split(textproto.TrimString(line), ";")
	if len(parts) == 1 && parts[0] == "" {
		return nil, errBlankCookie
	}
	cookies := make([]*Cookie, 0, len(parts))
	for _, part := range parts {
		name, value, ok := strings.Cut(textproto.TrimString(part), "=")
		if !ok {
			return nil, errCookieEqual
		}
		if !isToken(name) {
			return nil, errCookieName
		}
		value, quoted, ok := cookieValue(value, true)
		if !ok {
			return nil, errCookieValue
		}
		cookies = append(cookies, &Cookie{Name: name, Value: value, Quoted: quoted})
	}
	return cookies, nil
}

// ParseSetCookie reads the value of a Set-Cookie header.
func ParseSetCookie(line string) (*Cookie, error) {
	first, rest, more := strings.Cut(textproto.TrimString(line), ";")
	if first = textproto.TrimString(first); first == "" && !more {
		return nil, errBlankCookie
	}
	name, value, ok := strings.Cut(first, "=")
	if !ok {
		return nil, errCookieEqual
	}
	if name = textproto.TrimString(name); !isToken(name) {
		return nil, errCookieName
	}
	value, quoted, ok := cookieValue(value, true)
	if !ok {
		return nil, errCookieValue
	}
	c := &Cookie{Name: name, Value: value, Quoted: quoted, Raw: line}
	for part := range strings.SplitSeq(rest, ";") {
		if part = textproto.TrimString(part); part != "" && !c.attribute(part) {
			c.Unparsed = append(c.Unparsed, part)
		}
	}
	return c, nil
}

// attribute sets what a part of a Set-Cookie header says, unless it is not understood. What is not ASCII is not kept.
func (c *Cookie) attribute(part string) (understood bool) {
	key, value, _ := strings.Cut(part, "=")
	key, ascii := lowerASCII(key)
	if !ascii {
		return true
	}
	value, _, ok := cookieValue(value, false)
	if !ok {
		return false
	}
	switch key {
	case "samesite":
		mode, ascii := lowerASCII(value)
		c.SameSite = SameSiteDefaultMode
		if !ascii {
			break
		}
		switch mode {
		case "lax":
			c.SameSite = SameSiteLaxMode
		case "strict":
			c.SameSite = SameSiteStrictMode
		case "none":
			c.SameSite = SameSiteNoneMode
		}
	case "secure":
		c.Secure = true
	case "httponly":
		c.HttpOnly = true
	case "partitioned":
		c.Partitioned = true
	case "domain":
		c.Domain = value
	case "path":
		c.Path = value
	case "max-age":
		seconds, err := strconv.Atoi(value)
		if err != nil || seconds != 0 && value[0] == '0' {
			return false
		}
		if c.MaxAge = seconds; seconds <= 0 {
			c.MaxAge = -1
		}
	case "expires":
		c.RawExpires = value
		t, err := time.Parse(time.RFC1123, value)
		if err != nil {
			if t, err = time.Parse("Mon, 02-Jan-2006 15:04:05 MST", value); err != nil {
				c.Expires = time.Time{}
				return false
			}
		}
		c.Expires = t.UTC()
	default:
		return false
	}
	return true
}

// readSetCookies reads the cookies that a response sets; those that are not valid are left out.
func readSetCookies(h Header) []*Cookie {
	lines := h["Set-Cookie"]
	if len(lines) == 0 || tooManyCookies(lines[:0]) || len(lines) > maxCookies {
		return []*Cookie{}
	}
	cookies := make([]*Cookie, 0, len(lines))
	for _, line := range lines {
		if c, err := ParseSetCookie(line); err == nil {
			cookies = append(cookies, c)
		}
	}
	return cookies
}

// readCookies reads the cookies of a request, only those of a name unless that is empty.
func readCookies(h Header, only string) []*Cookie {
	lines := h["Cookie"]
	if len(lines) == 0 || tooManyCookies(lines) {
		return []*Cookie{}
	}
	cookies := make([]*Cookie, 0, len(lines)+strings.Count(lines[0], ";"))
	for _, line := range lines {
		for part := range strings.SplitSeq(textproto.TrimString(line), ";") {
			if part = textproto.TrimString(part); part == "" {
				continue
			}
			name, value, _ := strings.Cut(part, "=")
			if name = textproto.TrimString(name); !isToken(name) || only != "" && only != name {
				continue
			}
			if value, quoted, ok := cookieValue(value, true); ok {
				cookies = append(cookies, &Cookie{Name: name, Value: value, Quoted: quoted})
			}
		}
	}
	return cookies
}

// SetCookie adds a Set-Cookie header, unless the cookie's name is not valid.
func SetCookie(w ResponseWriter, cookie *Cookie) {
	if s := cookie.String(); s != "" {
		w.Header().Add("Set-Cookie", s)
	}
}

// String is the cookie as Set-Cookie has it, or, if it has a name and value only, as Cookie does. It is empty if the name is
// not valid.
func (c *Cookie) String() string {
	if c == nil || !isToken(c.Name) {
		return ""
	}
	var b strings.Builder
	b.WriteString(c.Name + "=" + cleanCookieValue(c.Value, c.Quoted))
	if c.Path != "" {
		b.WriteString("; Path=" + cleanBytes("Cookie.Path", c.Path, isCookiePathByte))
	}
	if c.Domain != "" {
		if isCookieDomain(c.Domain) {
			b.WriteString("; Domain=" + strings.TrimPrefix(c.Domain, "."))
		} else {
			log.Printf("net/http: invalid Cookie.Domain %q; dropping domain attribute", c.Domain)
		}
	}
	if isCookieTime(c.Expires) {
		b.WriteString("; Expires=" + c.Expires.UTC().Format(TimeFormat))
	}
	if c.MaxAge > 0 {
		b.WriteString("; Max-Age=" + strconv.Itoa(c.MaxAge))
	} else if c.MaxAge < 0 {
		b.WriteString("; Max-Age=0")
	}
	if c.HttpOnly {
		b.WriteString("; HttpOnly")
	}
	if c.Secure {
		b.WriteString("; Secure")
	}
	switch c.SameSite {
	case SameSiteNoneMode:
		b.WriteString("; SameSite=None")
	case SameSiteLaxMode:
		b.WriteString("; SameSite=Lax")
	case SameSiteStrictMode:
		b.WriteString("; SameSite=Strict")
	}
	if c.Partitioned {
		b.WriteString("; Partitioned")
	}
	return b.String()
}

// Valid tells what is wrong with a cookie.
func (c *Cookie) Valid() error {
	if c == nil {
		return errNilCookie
	}
	if !isToken(c.Name) {
		return errValidName
	}
	if !c.Expires.IsZero() && !isCookieTime(c.Expires) {
		return errValidExpires
	}
	for i := range len(c.Value) {
		if !isCookieByte(c.Value[i]) {
			return fmt.Errorf("http: invalid byte %q in Cookie.Value", c.Value[i])
		}
	}
	for i := range len(c.Path) {
		if !isCookiePathByte(c.Path[i]) {
			return fmt.Errorf("http: invalid byte %q in Cookie.Path", c.Path[i])
		}
	}
	if c.Domain != "" && !isCookieDomain(c.Domain) {
		return errValidDomain
	}
	if c.Partitioned && !c.Secure {
		return errPartitionOnly
	}
	return nil
}

func isCookieByte(b byte) bool {
	return ' ' <= b && b < 0x7f && b != '"' && b != ';' && b != '\\'
}

func isCookiePathByte(b byte) bool { return ' ' <= b && b < 0x7f && b != ';' }

func isCookieTime(t time.Time) bool { return t.Year() >= 1601 }

func isCookieDomain(s string) bool {
	return isDomainName(s) || net.ParseIP(s) != nil && !strings.Contains(s, ":")
}

// isDomainName tells whether s has labels of letters, digits and dashes, and a letter. A dot may stand in front, and one at the end.
func isDomainName(s string) bool {
	if s == "" || len(s) > 255 {
		return false
	}
	letter := false
	for label := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(s, "."), "."), ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			switch c := label[i]; {
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				letter = true
			case '0' <= c && c <= '9', c == '-':
			default:
				return false
			}
		}
	}
	return letter
}

func cleanCookieValue(value string, quoted bool) string {
	value = cleanBytes("Cookie.Value", value, isCookieByte)
	if value != "" && strings.ContainsAny(value, " ,") || quoted {
		return `"` + value + `"`
	}
	return value
}

// cleanBytes drops what is not valid, and logs the first of it.
func cleanBytes(field, s string, valid func(byte) bool) string {
	bad := -1
	for i := range len(s) {
		if !valid(s[i]) {
			bad = i
			break
		}
	}
	if bad < 0 {
		return s
	}
	log.Printf("net/http: invalid byte %q in %s; dropping invalid bytes", s[bad], field)
	b := []byte(s[:bad])
	for i := bad; i < len(s); i++ {
		if valid(s[i]) {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// cookieValue takes a value out of its quotes if it may have such.
func cookieValue(raw string, quotes bool) (value string, quoted, ok bool) {
	if quotes && len(raw) > 1 && raw[0] == '"' && raw[len(raw)-1] == '"' {
		raw, quoted = raw[1:len(raw)-1], true
	}
	for i := range len(raw) {
		if !isCookieByte(raw[i]) {
			return "", quoted, false
		}
	}
	return raw, quoted, true
}
