package xml

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Encoder writes tokens, and values as elements.
type Encoder struct {
	out     io.Writer     // nil if the result stays in buf
	shared  *bufio.Writer // out, if it is a buffer itself: then nothing stays in buf
	buf     []byte
	flushed int // bytes at the start of buf that Flush has seen, if out is nil
	err     error
	closed  bool

	prefix, indent string
	depth          int
	begun          bool // something has been written, so a line ends before what follows
	inside         bool // no element ended since the last start, so its end stays on the line

	tags     []Name // elements that are open; an empty name begins those of a value that writes itself
	seq      int
	byURL    map[string]string // prefixes of attributes
	byPrefix map[string]string
	prefixes []string // in the order of their elements, each of which begins with ""
}

const bufferSize = 4096

// NewEncoder returns an encoder that writes to w, through a buffer.
func NewEncoder(w io.Writer) *Encoder {
	enc := &Encoder{out: w}
	if b, ok := w.(*bufio.Writer); ok && b.Size() >= bufferSize {
		enc.shared = b
	}
	return enc
}

// Indent has each element begin on a line, after a prefix and indents for its depth.
func (enc *Encoder) Indent(prefix, indent string) { enc.prefix, enc.indent = prefix, indent }

// Flush writes what is in the buffer.
func (enc *Encoder) Flush() error {
	if enc.out == nil {
		enc.flushed = len(enc.buf)
		return nil
	}
	if enc.err == nil && len(enc.buf) > 0 {
		enc.drain(len(enc.buf))
	}
	if enc.shared != nil && enc.err == nil {
		enc.err = enc.shared.Flush()
	}
	return enc.err
}

// Close flushes, and tells whether elements are still open. Nothing can be written any more.
func (enc *Encoder) Close() error {
	if enc.closed {
		return nil
	}
	enc.closed = true
	if err := enc.Flush(); err != nil {
		return err
	}
	if n := len(enc.tags); n > 0 {
		return fmt.Errorf("unclosed tag <%s>", enc.tags[n-1].Local)
	}
	return nil
}

// drain writes the first n bytes of the buffer.
func (enc *Encoder) drain(n int) {
	m, err := enc.out.Write(enc.buf[:n])
	if m < n && err == nil {
		err = io.ErrShortWrite
	}
	enc.err = err
	m = max(0, min(m, n))
	enc.buf = enc.buf[:copy(enc.buf, enc.buf[m:])]
}

// status drains a full buffer, and returns the first error of writing.
func (enc *Encoder) status() error {
	if enc.closed {
		return errors.New("use of closed Encoder")
	}
	switch {
	case enc.out == nil:
	case enc.err != nil:
		enc.buf = enc.buf[:0]
	case enc.shared != nil:
		enc.drain(len(enc.buf))
	case len(enc.buf) > bufferSize:
		enc.drain(len(enc.buf) - len(enc.buf)%bufferSize)
	}
	return enc.err
}

// EncodeToken writes a token. Starts and ends have to match, and Flush has to follow the last token.
func (enc *Encoder) EncodeToken(t Token) error {
	if enc.closed {
		return errors.New("use of closed Encoder")
	}
	switch t := t.(type) {
	case StartElement:
		if err := enc.writeStart(t.Name, t.Attr); err != nil {
			return err
		}
	case EndElement:
		if err := enc.writeEnd(t.Name); err != nil {
			return err
		}
	case CharData:
		enc.buf = appendEscaped(enc.buf, t, false)
	case Comment:
		if bytes.Contains(t, []byte("-->")) {
			return errors.New("xml: EncodeToken of Comment containing --> marker")
		}
		enc.buf = append(append(append(enc.buf, "<!--"...), t...), "-->"...)
	case ProcInst:
		if err := enc.checkInstruction(t); err != nil {
			return err
		}
		enc.buf = append(append(enc.buf, "<?"...), t.Target...)
		if len(t.Inst) > 0 {
			enc.buf = append(append(enc.buf, ' '), t.Inst...)
		}
		enc.buf = append(enc.buf, "?>"...)
	case Directive:
		if !validDirective(t) {
			return errors.New("xml: EncodeToken of Directive containing wrong < or > markers")
		}
		enc.buf = append(append(append(enc.buf, "<!"...), t...), '>')
	default:
		return errors.New("xml: EncodeToken of invalid token type")
	}
	return enc.status()
}

func (enc *Encoder) checkInstruction(t ProcInst) error {
	if t.Target == xmlPrefix && (len(enc.buf) > enc.flushed || enc.shared != nil && enc.shared.Buffered() > 0) {
		return errors.New("xml: EncodeToken of ProcInst xml target only valid for xml declaration, first token encoded")
	}
	if !isName(t.Target) {
		return errors.New("xml: EncodeToken of ProcInst with invalid Target")
	}
	if bytes.Contains(t.Inst, endOfInstruction) {
		return errors.New("xml: EncodeToken of ProcInst containing ?> marker")
	}
	return nil
}

// validDirective tells whether the brackets outside of quotes and comments nest.
func validDirective(text Directive) bool {
	depth := 0
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '<' && i+4 < len(text) && string(text[i:i+4]) == "<!--":
			// The end of a comment may share its dashes with the start.
			n := bytes.Index(text[i+2:], endOfComment)
			if n < 0 {
				return false
			}
			i += 2 + n + 2
		case c == '<':
			depth++
		case c == '>':
			if depth == 0 {
				return false
			}
			depth--
		}
	}
	return depth == 0 && quote == 0
}

var endOfComment = []byte("-->")

func (enc *Encoder) writeStart(name Name, attrs []Attr) error {
	if name.Local == "" {
		return fmt.Errorf("xml: start tag with no name")
	}
	enc.tags = append(enc.tags, name)
	enc.prefixes = append(enc.prefixes, "")
	enc.writeIndent(1)
	enc.buf = append(append(enc.buf, '<'), name.Local...)
	if name.Space != "" {
		enc.buf = append(enc.buf, ` xmlns="`...)
		enc.buf = appendEscaped(enc.buf, name.Space, true)
		enc.buf = append(enc.buf, '"')
	}
	for i := range attrs {
		a := &attrs[i]
		if a.Name.Local == "" {
			continue
		}
		enc.buf = append(enc.buf, ' ')
		if a.Name.Space != "" {
			prefix := enc.prefixFor(a.Name.Space)
			enc.buf = append(append(enc.buf, prefix...), ':')
		}
		enc.buf = append(append(enc.buf, a.Name.Local...), `="`...)
		enc.buf = appendEscaped(enc.buf, a.Value, true)
		enc.buf = append(enc.buf, '"')
	}
	enc.buf = append(enc.buf, '>')
	return nil
}

func (enc *Encoder) writeEnd(name Name) error {
	if name.Local == "" {
		return fmt.Errorf("xml: end tag with no name")
	}
	last := len(enc.tags) - 1
	if last < 0 || enc.tags[last].Local == "" {
		return fmt.Errorf("xml: end tag </%s> without start tag", name.Local)
	}
	if top := enc.tags[last]; top != name {
		if top.Local != name.Local {
			return fmt.Errorf("xml: end tag </%s> does not match start tag <%s>", name.Local, top.Local)
		}
		return fmt.Errorf("xml: end tag </%s> in namespace %s does not match start tag <%s> in namespace %s",
			name.Local, name.Space, top.Local, top.Space)
	}
	enc.tags = enc.tags[:last]
	enc.writeIndent(-1)
	enc.buf = append(append(append(enc.buf, "</"...), name.Local...), '>')
	for {
		n := len(enc.prefixes) - 1
		prefix := enc.prefixes[n]
		enc.prefixes = enc.prefixes[:n]
		if prefix == "" {
			return nil
		}
		delete(enc.byURL, enc.byPrefix[prefix])
		delete(enc.byPrefix, prefix)
	}
}

func (enc *Encoder) writeIndent(change int) {
	if enc.prefix == "" && enc.indent == "" {
		return
	}
	if change < 0 {
		enc.depth--
		if enc.inside {
			enc.inside = false // An element that has only comments ends on their line too.
			return
		}
	}
	if enc.begun {
		enc.buf = append(enc.buf, '\n')
	}
	enc.begun = true
	enc.buf = append(enc.buf, enc.prefix...)
	for range enc.depth {
		enc.buf = append(enc.buf, enc.indent...)
	}
	if change > 0 {
		enc.depth++
		enc.inside = true
	}
}

// prefixFor returns the prefix of attributes of a name space, after it has been declared in the start that
// is being written.
func (enc *Encoder) prefixFor(url string) string {
	if prefix := enc.byURL[url]; prefix != "" {
		return prefix
	}
	if url == xmlSpace {
		return xmlPrefix
	}
	if enc.byURL == nil {
		enc.byURL = make(map[string]string)
		enc.byPrefix = make(map[string]string)
	}
	prefix := strings.TrimRight(url, "/")
	prefix = prefix[strings.LastIndexByte(prefix, '/')+1:]
	if !isName(prefix) || strings.Contains(prefix, ":") {
		prefix = "_"
	}
	if len(prefix) >= 3 && strings.EqualFold(prefix[:3], "xml") {
		prefix = "_" + prefix
	}
	if enc.byPrefix[prefix] != "" {
		for {
			enc.seq++
			if id := prefix + "_" + strconv.Itoa(enc.seq); enc.byPrefix[id] == "" {
				prefix = id
				break
			}
		}
	}
	enc.byURL[url], enc.byPrefix[prefix] = prefix, url
	enc.prefixes = append(enc.prefixes, prefix)
	enc.buf = append(append(append(enc.buf, "xmlns:"...), prefix...), `="`...)
	enc.buf = append(appendEscaped(enc.buf, url, true), `" `...)
	return prefix
}

// EscapeText writes text so that it stands for itself in XML.
func EscapeText(w io.Writer, s []byte) error {
	_, err := w.Write(appendEscaped(nil, s, true))
	return err
}

// Escape is EscapeText, without its error.
func Escape(w io.Writer, s []byte) { EscapeText(w, s) }

// appendEscaped appends text, with escapes where they are needed. What XML cannot contain becomes U+FFFD.
func appendEscaped[T ~string | ~[]byte](to []byte, s T, newlines bool) []byte {
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if class[c]&escaped == 0 {
			i++
			continue
		}
		n := 1
		escape := ""
		switch c {
		case '"':
			escape = "&#34;"
		case '\'':
			escape = "&#39;"
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '\t':
			escape = "&#x9;"
		case '\n':
			if newlines {
				escape = "&#xA;"
			}
		case '\r':
			escape = "&#xD;"
		default:
			var r rune
			r, n = decodeRune(s[i:])
			if !isChar(r) || r == utf8.RuneError && n == 1 {
				escape = "\uFFFD"
			}
		}
		if escape != "" {
			to = append(to, s[done:i]...)
			to = append(to, escape...)
			done = i + n
		}
		i += n
	}
	return append(to, s[done:]...)
}

func decodeRune[T ~string | ~[]byte](s T) (rune, int) {
	if len(s) > utf8.UTFMax {
		s = s[:utf8.UTFMax]
	}
	return utf8.DecodeRuneInString(string(s))
}
