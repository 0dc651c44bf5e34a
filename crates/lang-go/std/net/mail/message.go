// Package mail reads messages as RFC 5322 has them, and addresses in their headers.
package mail

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"net/textproto"
	"strings"
	"time"
)

// Message is a header, and a body that is still to be read.
type Message struct {
	Header Header
	Body   io.Reader
}

// ReadMessage reads the header.
func ReadMessage(r io.Reader) (msg *Message, err error) {
	tp := textproto.NewReader(bufio.NewReader(r))
	h, err := readHeader(tp)
	if err != nil && (err != io.EOF || len(h) == 0) {
		return nil, err
	}
	return &Message{Header: h, Body: tp.R}, nil
}

// readHeader allows more in keys than textproto does.
func readHeader(r *textproto.Reader) (Header, error) {
	h := Header{}
	if first, err := r.R.Peek(1); err == nil && (first[0] == ' ' || first[0] == '\t') {
		line, err := r.ReadLine()
		if err != nil {
			return h, err
		}
		return h, errors.New("malformed initial line: " + line)
	}
	for {
		line, err := r.ReadContinuedLine()
		if line == "" {
			return h, err
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			return h, errors.New("malformed header line: " + line)
		}
		if key = textproto.CanonicalMIMEHeaderKey(key); key != "" {
			h[key] = append(h[key], strings.TrimLeft(value, " \t"))
		}
		if err != nil {
			return h, err
		}
	}
}

// Header has the values of each key.
type Header map[string][]string

// Get is the first value.
func (h Header) Get(key string) string { return textproto.MIMEHeader(h).Get(key) }

// ErrHeaderNotPresent is the error for a header that the message has not.
var ErrHeaderNotPresent = errors.New("mail: header not in message")

// Date parses the header Date.
func (h Header) Date() (time.Time, error) {
	s := h.Get("Date")
	if s == "" {
		return time.Time{}, ErrHeaderNotPresent
	}
	return ParseDate(s)
}

// AddressList parses a header of addresses.
func (h Header) AddressList(key string) ([]*Address, error) {
	s := h.Get(key)
	if s == "" {
		return nil, ErrHeaderNotPresent
	}
	return ParseAddressList(s)
}

// layouts are the forms of dates: with or without the day of the week and seconds, years of two digits, zones by name.
var layouts []string

func dateLayouts() []string {
	if layouts == nil {
		for _, weekday := range []string{"", "Mon, "} {
			for _, day := range []string{"2", "02"} {
				for _, year := range []string{"2006", "06"} {
					for _, clock := range []string{"15:04:05", "15:04"} {
						for _, zone := range []string{"-0700", "MST", "UT"} {
							layouts = append(layouts, weekday+day+" Jan "+year+" "+clock+" "+zone)
						}
					}
				}
			}
		}
	}
	return layouts
}

// zoneEnd is where the date ends: after the digits of a zone, or after the T of one by name; -1 if that is not clear.
func zoneEnd(s string) int {
	if i := strings.IndexAny(s, "+-"); i >= 0 && len(s) >= i+5 {
		return i + 5
	}
	i := strings.Index(s, "T")
	if i == 0 {
		// That of Tue or Thu.
		if i = strings.Index(s[1:], "T"); i >= 0 {
			i++
		}
	}
	if i >= 0 && len(s) >= i+5 {
		return i + 1
	}
	return -1
}

// ParseDate reads a date, after which a comment may stand.
func ParseDate(date string) (time.Time, error) {
	date = strings.ReplaceAll(date, "\r\n", "")
	if strings.Contains(date, "\r") {
		return time.Time{}, errors.New("mail: header has a CR without LF")
	}
	p := parser{s: date}
	p.skipBlanks()
	if end := zoneEnd(p.s); end >= 0 {
		date, p.s = p.s[:end], p.s[end:]
	}
	if !p.skipComments() {
		return time.Time{}, errComment
	}
	for _, layout := range dateLayouts() {
		if t, err := time.Parse(layout, date); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errors.New("mail: header could not be parsed")
}

// Address is a name, which may be empty, and an address.
type Address struct {
	Name    string
	Address string
}

func ParseAddress(address string) (*Address, error)    { return (&AddressParser{}).Parse(address) }
func ParseAddressList(list string) ([]*Address, error) { return (&AddressParser{}).ParseList(list) }

// AddressParser parses addresses.
type AddressParser struct {
	// WordDecoder decodes names; nil for one that knows UTF-8, ISO-8859-1 and US-ASCII.
	WordDecoder *mime.WordDecoder
}

// Parse reads a single address.
func (p *AddressParser) Parse(address string) (*Address, error) {
	return (&parser{s: address, decoder: p.WordDecoder}).single()
}

// ParseList reads addresses between commas; groups have theirs in it.
func (p *AddressParser) ParseList(list string) ([]*Address, error) {
	return (&parser{s: list, decoder: p.WordDecoder}).list()
}

// String quotes or encodes what has to be.
func (a *Address) String() string {
	at := strings.LastIndex(a.Address, "@")
	local, domain := a.Address, ""
	if at >= 0 {
		local, domain = a.Address[:at], a.Address[at+1:]
	}
	if !isDotAtom(local) {
		local = quote(local)
	}
	s := "<" + local + "@" + domain + ">"
	if a.Name == "" {
		return s
	}
	printable := true
	for _, r := range a.Name {
		if !visible(r) && !isBlank(r) || r >= 0x80 {
			printable = false
			break
		}
	}
	if printable {
		return quote(a.Name) + " " + s
	}
	// Encoded words of names must not contain these (RFC 2047, section 5.3); in base64 they do not.
	if strings.ContainsAny(a.Name, "\"#$%&'(),.:;<>@[]^`{|}~") {
		return mime.BEncoding.Encode("utf-8", a.Name) + " " + s
	}
	return mime.QEncoding.Encode("utf-8", a.Name) + " " + s
}

// isDotAtom tells whether a local part needs no quotes; an empty one needs none.
func isDotAtom(s string) bool {
	for i, r := range s {
		between := r == '.' && i > 0 && s[i-1] != '.' && i < len(s)-1
		if !between && !atomLetter(r, false) {
			return false
		}
	}
	return true
}

// quote leaves out what cannot be quoted.
func quote(s string) string {
	b := []byte{'"'}
	for _, r := range s {
		switch {
		case quotable(r) || isBlank(r):
			b = append(b, string(r)...)
		case visible(r):
			b = append(append(b, '\\'), string(r)...)
		}
	}
	return string(append(b, '"'))
}
