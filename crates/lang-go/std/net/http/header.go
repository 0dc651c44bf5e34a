package http

import (
	"internal/mimeheader"
	"io"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Header has the values of each key; the methods make keys canonical.
type Header map[string][]string

// Add adds a value to those of a key.
func (h Header) Add(key, value string) { textproto.MIMEHeader(h).Add(key, value) }

// Set replaces the values of a key.
func (h Header) Set(key, value string) { textproto.MIMEHeader(h).Set(key, value) }

// Get is the first value of a key, empty if there is none.
func (h Header) Get(key string) string { return textproto.MIMEHeader(h).Get(key) }

// Values are all values of a key; the slice is not a copy.
func (h Header) Values(key string) []string { return textproto.MIMEHeader(h).Values(key) }

// Del removes a key with its values.
func (h Header) Del(key string) { textproto.MIMEHeader(h).Del(key) }

// get takes a key that is canonical.
func (h Header) get(key string) string {
	if v := h[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Clone is a copy that shares nothing; nil stays nil.
func (h Header) Clone() Header {
	if h == nil {
		return nil
	}
	c := make(Header, len(h))
	for key, values := range h {
		c[key] = slices.Clone(values)
	}
	return c
}

// Write writes the lines of a header.
func (h Header) Write(w io.Writer) error { return h.WriteSubset(w, nil) }

// WriteSubset leaves out the keys for which exclude has true.
func (h Header) WriteSubset(w io.Writer, exclude map[string]bool) error {
	return h.writeLines(w, func(key string) bool { return exclude[key] }, nil)
}

// writeLines writes the lines, by their keys in order, and tells of each key that it has written.
func (h Header) writeLines(w io.Writer, skip func(key string) bool, wrote func(key string, values []string)) error {
	keys := make([]string, 0, len(h))
	for key := range h {
		if !skip(key) && isToken(key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var b []byte
	for _, key := range keys {
		values := make([]string, 0, len(h[key]))
		for _, value := range h[key] {
			value = oneLine(value)
			values = append(values, value)
			b = append(b, key...)
			b = append(b, ": "...)
			b = append(b, value...)
			b = append(b, "\r\n"...)
		}
		if wrote != nil {
			wrote(key, values)
		}
	}
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	return err
}

// lineEnds leaves bytes that are no UTF-8 as they are.
var lineEnds = strings.NewReplacer("\r", " ", "\n", " ")

// oneLine writes a value as it fits on a line.
func oneLine(value string) string {
	if strings.ContainsAny(value, "\r\n") {
		value = lineEnds.Replace(value)
	}
	return textproto.TrimString(value)
}

// CanonicalHeaderKey has capital letters at the start and after dashes, as in Accept-Encoding.
func CanonicalHeaderKey(s string) string { return textproto.CanonicalMIMEHeaderKey(s) }

// TimeFormat is the format of times in headers; the time must be in UTC.
const TimeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"

// ParseTime reads a time in any of the three formats that headers may have.
func ParseTime(text string) (t time.Time, err error) {
	for _, layout := range [...]string{TimeFormat, time.RFC850, time.ANSIC} {
		if t, err = time.Parse(layout, text); err == nil {
			break
		}
	}
	return t, err
}

// isTokenByte tells whether a token may have a byte.
func isTokenByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	switch c {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~':
		return true
	}
	return false
}

func isToken(s string) bool {
	for i := range len(s) {
		if !isTokenByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func isFieldValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// isHostHeader tells whether a Host header has only bytes that hosts and ports may have.
func isHostHeader(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("!$%&()*+,-.:;=[]'_~", c) >= 0:
		default:
			return false
		}
	}
	return true
}

func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return true
		}
	}
	return false
}

// lowerASCII is s in small letters; false if it has others than ASCII can print.
func lowerASCII(s string) (string, bool) {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

func equalFoldASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		x, y := a[i], b[i]
		if 'A' <= x && x <= 'Z' {
			x |= 0x20
		}
		if 'A' <= y && y <= 'Z' {
			y |= 0x20
		}
		if x != y {
			return false
		}
	}
	return true
}

// hasListed tells whether lists with commas have a token, in whatever letters.
func hasListed(lists []string, token string) bool {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			if equalFoldASCII(strings.Trim(item, " \t"), token) {
				return true
			}
		}
	}
	return false
}

// badString tells what is wrong with a text.
func badString(what, text string) error { return &textError{what, text} }

type textError struct{ what, text string }

func (e *textError) Error() string { return e.what + " " + strconv.Quote(e.text) }

// readFields reads a header, as textproto does.
func readFields(r *textproto.Reader) (Header, error) {
	h, err := r.ReadMIMEHeader()
	return Header(h), err
}

// maxLine is what a first line may have where the reader itself has no limit.
const maxLine = mimeheader.NoLimit

// ParseHTTPVersion reads the version of the protocol, as in HTTP/1.0.
func ParseHTTPVersion(vers string) (major, minor int, ok bool) {
	if len(vers) != len("HTTP/1.1") || !strings.HasPrefix(vers, "HTTP/") || vers[6] != '.' {
		return 0, 0, false
	}
	a, b := vers[5]-'0', vers[7]-'0'
	if a > 9 || b > 9 {
		return 0, 0, false
	}
	return int(a), int(b), true
}

func hasPort(host string) bool {
	return strings.LastIndexByte(host, ':') > strings.LastIndexByte(host, ']')
}

// hostOf is a host without the port, and without the colon of one that is empty.
func withoutEmptyPort(host string) string {
	if hasPort(host) {
		return strings.TrimSuffix(host, ":")
	}
	return host
}

// withoutZone drops the zone of an IPv6 address in brackets.
func withoutZone(host string) string {
	if !strings.HasPrefix(host, "[") {
		return host
	}
	end := strings.LastIndexByte(host, ']')
	if end < 0 {
		return host
	}
	zone := strings.LastIndexByte(host[:end], '%')
	if zone < 0 {
		return host
	}
	return host[:zone] + host[end:]
}

// schemePort is the port of a scheme.
func schemePort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	case "socks5", "socks5h":
		return "1080"
	}
	return ""
}

// addressOf is the host and port that a URL leads to.
func addressOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = schemePort(u.Scheme)
	}
	host := u.Hostname()
	if ascii, ok := asciiHost(host); ok {
		host = ascii
	}
	if strings.IndexByte(host, ':') >= 0 {
		return "[" + host + "]:" + port
	}
	return host + ":" + port
}
