package slog

import (
	"context"
	"encoding"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
)

// TextHandler writes each record as a line of words key=value.
type TextHandler struct {
	*common
}

func NewTextHandler(w io.Writer, opts *HandlerOptions) *TextHandler {
	return &TextHandler{newCommon(w, false, opts)}
}

func (h *TextHandler) Enabled(_ context.Context, level Level) bool { return h.enabled(level) }
func (h *TextHandler) Handle(_ context.Context, r Record) error    { return h.handle(r) }
func (h *TextHandler) WithAttrs(attrs []Attr) Handler              { return &TextHandler{h.withAttrs(attrs)} }
func (h *TextHandler) WithGroup(name string) Handler               { return &TextHandler{h.withGroup(name)} }

func (p *printer) textAny(v any) {
	switch v := v.(type) {
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		if err != nil {
			p.failure(err)
			return
		}
		p.string(string(text))
		return
	case []byte:
		p.b = strconv.AppendQuote(p.b, string(v))
		return
	}
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		p.b = strconv.AppendQuote(p.b, string(reflect.ValueOf(v).Bytes()))
		return
	}
	p.string(fmt.Sprintf("%+v", v))
}

func appendText(b []byte, s string) []byte {
	if needsQuoting(s) {
		return strconv.AppendQuote(b, s)
	}
	return append(b, s...)
}

// needsQuoting reports whether a word is empty or has spaces, '"', '=' or what is not printed.
func needsQuoting(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c <= ' ' || c == '"' || c == '=' {
			return true
		}
		if c >= utf8.RuneSelf {
			return needsQuotingWide(s[i:])
		}
	}
	return s == ""
}

func needsQuotingWide(s string) bool {
	for _, r := range s {
		if r <= ' ' || r == '"' || r == '=' || r == utf8.RuneError {
			return true
		}
		if r >= utf8.RuneSelf && (unicode.IsSpace(r) || !unicode.IsPrint(r)) {
			return true
		}
	}
	return false
}

// appendTextTime appends a time as RFC 3339 has it, with milliseconds.
func appendTextTime(b []byte, t time.Time) []byte {
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, "2006-01-02T15:04:05.000Z07:00")
	}
	b = appendSeconds(b, year, int(month), day, t)
	ms := t.Nanosecond() / 1e6
	b = append(b, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	return appendZone(b, t)
}

// appendSeconds appends date and clock to the second; the year has four digits.
func appendSeconds(b []byte, year, month, day int, t time.Time) []byte {
	hour, min, sec := t.Clock()
	return append(b,
		byte('0'+year/1000), byte('0'+year/100%10), byte('0'+year/10%10), byte('0'+year%10), '-',
		byte('0'+month/10), byte('0'+month%10), '-', byte('0'+day/10), byte('0'+day%10), 'T',
		byte('0'+hour/10), byte('0'+hour%10), ':', byte('0'+min/10), byte('0'+min%10), ':',
		byte('0'+sec/10), byte('0'+sec%10))
}

func appendZone(b []byte, t time.Time) []byte {
	_, offset := t.Zone()
	if offset == 0 {
		return append(b, 'Z')
	}
	return t.AppendFormat(b, "Z07:00")
}
