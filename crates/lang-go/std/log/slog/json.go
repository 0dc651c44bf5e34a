package slog

import (
	"context"
	"encoding/json"
	"errors"
	"internal/jsontext"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// JSONHandler writes each record as a line with a JSON object.
type JSONHandler struct {
	*common
}

func NewJSONHandler(w io.Writer, opts *HandlerOptions) *JSONHandler {
	return &JSONHandler{newCommon(w, true, opts)}
}

func (h *JSONHandler) Enabled(_ context.Context, level Level) bool { return h.enabled(level) }
func (h *JSONHandler) Handle(_ context.Context, r Record) error    { return h.handle(r) }
func (h *JSONHandler) WithAttrs(attrs []Attr) Handler              { return &JSONHandler{h.withAttrs(attrs)} }
func (h *JSONHandler) WithGroup(name string) Handler               { return &JSONHandler{h.withGroup(name)} }

// jsonAny writes an error that does not marshal itself by its text, and anything else as encoding/json does.
func (p *printer) jsonAny(v any) {
	if err, ok := v.(error); ok {
		if _, marshals := v.(interface{ MarshalJSON() ([]byte, error) }); !marshals {
			p.string(err.Error())
			return
		}
	}
	before := len(p.b)
	e := json.NewEncoder(p)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		p.b = p.b[:before]
		p.failure(err)
		return
	}
	p.b = p.b[:len(p.b)-1]
}

// Write takes what an encoder writes.
func (p *printer) Write(b []byte) (int, error) {
	p.b = append(p.b, b...)
	return len(b), nil
}

var errYear = errors.New("time.Time year outside of range [0,9999]")

// jsonTime writes a time as RFC 3339 has it, with the nanoseconds that are not zero.
func (p *printer) jsonTime(t time.Time) {
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		p.failure(errYear)
		return
	}
	b := appendSeconds(append(p.b, '"'), year, int(month), day, t)
	if nanos := t.Nanosecond(); nanos != 0 {
		// A leading one keeps the zeros after the point.
		dot := len(b)
		b = strconv.AppendInt(b, int64(1e9+nanos), 10)
		b[dot] = '.'
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
	}
	p.b = append(appendZone(b, t), '"')
}

// appendJSONString differs from encoding/json in '\b' and '\f', which have no short escapes here.
func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return append(appendEscaped(b, s), '"')
		}
	}
	return append(append(b, s...), '"')
}

func appendEscaped(b []byte, s string) []byte {
	for {
		i := strings.IndexAny(s, "\b\f")
		if i < 0 {
			return jsontext.AppendEscaped(b, s, false)
		}
		b = jsontext.AppendEscaped(b, s[:i], false)
		if s[i] == '\b' {
			b = append(b, `\u0008`...)
		} else {
			b = append(b, `\u000c`...)
		}
		s = s[i+1:]
	}
}
