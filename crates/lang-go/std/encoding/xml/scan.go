package xml

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// byte reads a byte. False means that d.err is set.
func (d *Decoder) byte() (byte, bool) {
	if d.pos == len(d.buf) && !d.fill() {
		return 0, false
	}
	c := d.buf[d.pos]
	d.pos++
	return c, true
}

// need reads a byte without which the document is broken off.
func (d *Decoder) need() (byte, bool) {
	if d.pos == len(d.buf) && !d.fill() {
		d.brokenOff()
		return 0, false
	}
	c := d.buf[d.pos]
	d.pos++
	return c, true
}

func (d *Decoder) unread() { d.pos-- }

func (d *Decoder) skipSpace() {
	for {
		b := d.buf
		for d.pos < len(b) {
			if class[b[d.pos]]&isSpace == 0 {
				return
			}
			d.pos++
		}
		if !d.fill() {
			return
		}
	}
}

// raw reads the next event as it stands in the input.
func (d *Decoder) raw() error {
	if d.given {
		return d.fetch()
	}
	if d.err != nil {
		return d.err
	}
	if d.closing {
		d.closing, d.kind, d.name = false, end, d.toClose
		return nil
	}
	c, ok := d.byte()
	if !ok {
		return d.err
	}
	if c != '<' {
		d.unread()
		if d.data, ok = d.scanText(0, false); !ok {
			return d.err
		}
		d.kind = chars
		return nil
	}
	if c, ok = d.need(); !ok {
		return d.err
	}
	switch c {
	case '/':
		return d.scanEnd()
	case '?':
		return d.scanInstruction()
	case '!':
		return d.scanDeclaration()
	}
	d.unread()
	return d.scanStart()
}

func (d *Decoder) scanEnd() error {
	name := d.scanName()
	if name == nil || !name.ok {
		return d.orFail("expected element name after </")
	}
	d.kind, d.name = end, name.name
	d.skipSpace()
	c, ok := d.need()
	if !ok {
		return d.err
	}
	if c != '>' {
		return d.fail("invalid characters between </" + d.name.Local + " and >")
	}
	return nil
}

// orFail returns the error that there is, or sets this one.
func (d *Decoder) orFail(msg string) error {
	if d.err == nil {
		d.failBefore(msg)
	}
	return d.err
}

func (d *Decoder) scanStart() error {
	name := d.scanName()
	if name == nil || !name.ok {
		return d.orFail("expected element name after <")
	}
	d.kind, d.name = start, name.name
	d.attrs = d.attrs[:0]
	for {
		d.skipSpace()
		c, ok := d.need()
		if !ok {
			return d.err
		}
		if c == '>' {
			return nil
		}
		if c == '/' {
			if c, ok = d.need(); !ok {
				return d.err
			}
			if c != '>' {
				return d.fail("expected /> in element")
			}
			d.closing, d.toClose = true, d.name
			return nil
		}
		d.unread()
		if err := d.scanAttr(); err != nil {
			return err
		}
	}
}

func (d *Decoder) scanAttr() error {
	found := d.scanName()
	if found == nil || !found.ok {
		return d.orFail("expected attribute name in element")
	}
	name := found.name
	d.skipSpace()
	c, ok := d.need()
	if !ok {
		return d.err
	}
	if c != '=' {
		if d.Strict {
			return d.fail("attribute name without = in element")
		}
		d.unread()
		d.attrs = append(d.attrs, Attr{name, name.Local})
		return nil
	}
	d.skipSpace()
	value, ok := d.scanValue()
	if !ok {
		return d.err
	}
	d.attrs = append(d.attrs, Attr{name, string(value)})
	return nil
}

// scanValue reads the value of an attribute, which may lack quotes if Strict is false.
func (d *Decoder) scanValue() ([]byte, bool) {
	c, ok := d.need()
	if !ok {
		return nil, false
	}
	if c == '"' || c == '\'' {
		return d.scanText(c, false)
	}
	if d.Strict {
		d.fail("unquoted or missing attribute value in element")
		return nil, false
	}
	d.unread()
	d.tmp = d.tmp[:0]
	for {
		if c, ok = d.need(); !ok {
			return nil, false
		}
		if c == '.' || class[c]&inName == 0 {
			d.unread()
			return d.tmp, true
		}
		d.tmp = append(d.tmp, c)
	}
}

// scanName reads a name. The result is nil if there is none, or if it is not a name, which is an error.
func (d *Decoder) scanName() *known {
	b := d.buf
	i := d.pos
	hash := 0
	for i < len(b) && class[b[i]]&(inName|past) != 0 {
		hash = hash*31 + int(b[i])
		i++
	}
	var raw []byte
	if i < len(b) {
		raw = b[d.pos:i]
		d.pos = i
	} else {
		d.tmp = d.tmp[:0]
		d.appendName()
		if d.err != nil {
			return nil
		}
		raw = d.tmp
	}
	if len(raw) == 0 {
		return nil
	}
	n := &d.names[uint(hash)%uint(len(d.names))]
	if n.raw == string(raw) {
		return n
	}
	s := string(raw)
	if !isName(s) {
		d.failBefore("invalid XML name: " + s)
		return nil
	}
	*n = known{raw: s, name: Name{Local: s}, ok: strings.Count(s, ":") <= 1}
	if prefix, local, ok := strings.Cut(s, ":"); ok && prefix != "" && local != "" {
		n.name = Name{prefix, local}
	}
	return n
}

// appendName appends the letters of a name to tmp, and tells whether there are any.
func (d *Decoder) appendName() bool {
	for n := 0; ; n++ {
		c, ok := d.need()
		if !ok {
			return false
		}
		if class[c]&(inName|past) == 0 {
			d.unread()
			return n > 0
		}
		d.tmp = append(d.tmp, c)
	}
}

// scanUntil reads up to a mark, which is read too but is no part of the result.
func (d *Decoder) scanUntil(mark string, sep []byte) ([]byte, bool) {
	if n := bytes.Index(d.buf[d.pos:], sep); n >= 0 {
		data := d.buf[d.pos : d.pos+n]
		d.pos += n + len(mark)
		return data, true
	}
	d.tmp = d.tmp[:0]
	last := mark[len(mark)-1]
	for {
		c, ok := d.need()
		if !ok {
			return nil, false
		}
		d.tmp = append(d.tmp, c)
		if n := len(d.tmp) - len(mark); c == last && n >= 0 && string(d.tmp[n:]) == mark {
			return d.tmp[:n], true
		}
	}
}

var (
	endOfInstruction = []byte("?>")
	twoDashes        = []byte("--")
	endOfCDATA       = []byte("]]>")
)

func (d *Decoder) scanInstruction() error {
	name := d.scanName()
	if name == nil {
		return d.orFail("expected target name after <?")
	}
	d.kind, d.target = instruction, name.raw
	d.skipSpace()
	var ok bool
	if d.data, ok = d.scanUntil("?>", endOfInstruction); !ok {
		return d.err
	}
	if d.target == xmlPrefix {
		return d.declare(string(d.data))
	}
	return nil
}

// declare heeds the declaration <?xml …?>.
func (d *Decoder) declare(text string) error {
	if version := pseudoAttr("version=", text); version != "" && version != "1.0" {
		d.err = fmt.Errorf("xml: unsupported version %q; only version 1.0 is supported", version)
		return d.err
	}
	encoding := pseudoAttr("encoding=", text)
	if encoding == "" || strings.EqualFold(encoding, "utf-8") {
		return nil
	}
	if d.CharsetReader == nil {
		d.err = fmt.Errorf("xml: encoding %q declared but Decoder.CharsetReader is nil", encoding)
		return d.err
	}
	d.data = append(d.tmp[:0], text...)
	r, err := d.CharsetReader(encoding, d.restReader())
	if err != nil {
		d.err = fmt.Errorf("xml: opening charset %q: %w", encoding, err)
		return d.err
	}
	if r == nil {
		panic("CharsetReader returned a nil Reader for charset " + encoding)
	}
	d.setReader(r)
	return nil
}

// pseudoAttr returns what stands in quotes after a key of a declaration.
func pseudoAttr(key, text string) string {
	for {
		_, rest, ok := strings.Cut(text, key)
		if !ok || rest == "" {
			return ""
		}
		if quote := rest[0]; quote == '"' || quote == '\'' {
			value, _, ok := strings.Cut(rest[1:], string(rune(quote)))
			if !ok {
				return ""
			}
			return value
		}
		text = rest[1:]
	}
}

// scanDeclaration reads what begins with <!.
func (d *Decoder) scanDeclaration() error {
	c, ok := d.need()
	if !ok {
		return d.err
	}
	switch c {
	case '-':
		if c, ok = d.need(); !ok {
			return d.err
		}
		if c != '-' {
			return d.fail("invalid sequence <!- not part of <!--")
		}
		d.kind = comment
		if d.data, ok = d.scanUntil("--", twoDashes); !ok {
			return d.err
		}
		return d.endComment()
	case '[':
		for _, want := range []byte("CDATA[") {
			if c, ok = d.need(); !ok {
				return d.err
			}
			if c != want {
				return d.fail("invalid <![ sequence")
			}
		}
		d.kind = chars
		if d.data, ok = d.scanText(0, true); !ok {
			return d.err
		}
		return nil
	}
	d.kind = directive
	return d.scanDirective(c)
}

// endComment reads the > after the dashes that end a comment.
func (d *Decoder) endComment() error {
	if d.pos == len(d.buf) {
		d.data = append(d.tmp[:0], d.data...)
		d.tmp = d.data
	}
	c, ok := d.need()
	if !ok {
		return d.err
	}
	if c != '>' {
		return d.fail(`invalid sequence "--" not allowed in comments`)
	}
	return nil
}

// scanDirective reads a directive after its first letter. Brackets in it nest, except in quotes, and a
// comment in it becomes a space.
func (d *Decoder) scanDirective(first byte) error {
	d.tmp = append(d.tmp[:0], first)
	var quote byte
	depth := 0
	for {
		c, ok := d.need()
		if !ok {
			return d.err
		}
		if quote == 0 && c == '>' && depth == 0 {
			d.data = d.tmp
			return nil
		}
	again:
		d.tmp = append(d.tmp, c)
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '>':
			depth--
		case c == '<':
			before := len(d.tmp) - 1
			for _, want := range []byte("!--") {
				if c, ok = d.need(); !ok {
					return d.err
				}
				if c != want {
					depth++
					goto again
				}
				d.tmp = append(d.tmp, c)
			}
			d.tmp = d.tmp[:before]
			if !d.skipComment() {
				return d.err
			}
			d.tmp = append(d.tmp, ' ')
		}
	}
}

func (d *Decoder) skipComment() bool {
	dashes := 0
	for {
		c, ok := d.need()
		switch {
		case !ok:
			return false
		case c == '-':
			dashes++
		case c == '>' && dashes >= 2:
			return true
		default:
			dashes = 0
		}
	}
}

// scanText reads text up to <, to a quote, or to the end of a CDATA section.
func (d *Decoder) scanText(quote byte, cdata bool) ([]byte, bool) {
	b := d.buf
	if cdata {
		if n := bytes.Index(b[d.pos:], endOfCDATA); n >= 0 {
			data := b[d.pos : d.pos+n]
			if bytes.IndexByte(data, '\r') < 0 {
				d.pos += n + len(endOfCDATA)
				return data, d.checkChars(data)
			}
		}
		return d.scanHardText(b[:0], 0, true)
	}
	ends := uint8(endsText)
	if quote != 0 {
		ends = endsQuote
	}
	i := d.pos
	seen := uint8(0)
	for ; i < len(b); i++ {
		k := class[b[i]]
		seen |= k
		if k&ends == 0 {
			continue
		}
		if c := b[i]; c == '"' || c == '\'' {
			if c != quote {
				continue
			}
		} else if c == ']' && i+2 < len(b) {
			if b[i+1] != ']' || b[i+2] != '>' {
				continue
			}
		}
		break
	}
	if i < len(b) && (quote != 0 && b[i] == quote || quote == 0 && b[i] == '<') {
		data := b[d.pos:i]
		d.pos = i
		if quote != 0 {
			d.pos++
		}
		return data, seen&past == 0 || d.checkChars(data)
	}
	plain := b[d.pos:i]
	d.pos = i
	return d.scanHardText(plain, quote, false)
}

// scanHardText reads text that follows some plain text, into tmp: with escapes, ends of lines other than
// \n, or across windows.
func (d *Decoder) scanHardText(plain []byte, quote byte, cdata bool) ([]byte, bool) {
	d.tmp = append(d.tmp[:0], plain...)
	var b0, b1 byte // the last two bytes that were read and are no part of an escape
	if n := len(plain); n > 0 {
		b1 = plain[n-1]
		if n > 1 {
			b0 = plain[n-2]
		}
	}
	for {
		if b1 != ']' && b1 != '\r' && d.takePlain() {
			b0, b1 = 0, 0 // Neither is what is looked for here.
		}
		c, ok := d.byte()
		if !ok {
			if cdata {
				d.brokenOffIn(" in CDATA section")
				return nil, false
			}
			break // If quote is not 0, what follows the value is found to be missing.
		}
		if c == '>' && b0 == ']' && b1 == ']' && quote == 0 {
			if cdata {
				d.tmp = d.tmp[:len(d.tmp)-2]
				break
			}
			d.fail("unescaped ]]> not in CDATA section")
			return nil, false
		}
		if c == '<' && !cdata {
			if quote != 0 {
				d.fail("unescaped < inside quoted string")
				return nil, false
			}
			d.unread()
			break
		}
		if quote != 0 && c == quote {
			break
		}
		if c == '&' && !cdata {
			if !d.scanEscape() {
				return nil, false
			}
			b0, b1 = 0, 0
			continue
		}
		if c == '\r' {
			d.tmp = append(d.tmp, '\n')
		} else if c != '\n' || b1 != '\r' {
			d.tmp = append(d.tmp, c)
		}
		b0, b1 = b1, c
	}
	return d.tmp, d.checkChars(d.tmp)
}

// takePlain appends what is plain text anywhere to tmp, and tells whether there was some.
func (d *Decoder) takePlain() bool {
	b := d.buf
	i := d.pos
	for i < len(b) && class[b[i]]&(endsText|endsQuote) == 0 {
		i++
	}
	if i == d.pos {
		return false
	}
	d.tmp = append(d.tmp, b[d.pos:i]...)
	d.pos = i
	return true
}

// brokenOff makes an error of an end of input that came too early.
func (d *Decoder) brokenOff() { d.brokenOffIn("") }

func (d *Decoder) brokenOffIn(where string) {
	if d.err == io.EOF {
		d.err = d.syntaxError("unexpected EOF" + where)
	}
}

// checkChars makes sure that a document may contain these characters.
func (d *Decoder) checkChars(b []byte) bool {
	for i := 0; i < len(b); {
		if c := b[i]; c >= ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			d.fail("invalid UTF-8")
			return false
		}
		if !isChar(r) {
			d.fail(fmt.Sprintf("illegal character code %U", r))
			return false
		}
		i += n
	}
	return true
}

// scanEscape reads an escape after its &, and appends what it stands for to tmp.
func (d *Decoder) scanEscape() bool {
	before := len(d.tmp)
	d.tmp = append(d.tmp, '&')
	c, ok := d.need()
	if !ok {
		return false
	}
	text, known := "", false
	if c == '#' {
		d.tmp = append(d.tmp, '#')
		var code rune
		if code, known, ok = d.scanCode(); !ok {
			return false
		}
		if known {
			text = string(code)
		}
	} else {
		d.unread()
		if !d.appendName() && d.err != nil {
			return false
		}
		if c, ok = d.need(); !ok {
			return false
		}
		if c == ';' {
			if name := d.tmp[before+1:]; len(name) > 0 && isName(string(name)) {
				text, known = d.entity(name)
			}
			d.tmp = append(d.tmp, ';')
		} else {
			d.unread()
		}
	}
	if known {
		d.tmp = append(d.tmp[:before], text...)
		return true
	}
	if !d.Strict {
		return true
	}
	escape := string(d.tmp[before:])
	if escape[len(escape)-1] != ';' {
		escape += " (no semicolon)"
	}
	d.failBefore("invalid character entity " + escape)
	return false
}

func (d *Decoder) entity(name []byte) (string, bool) {
	switch string(name) {
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "amp":
		return "&", true
	case "apos":
		return "'", true
	case "quot":
		return `"`, true
	}
	text, ok := d.Entity[string(name)]
	return text, ok
}

// scanCode reads the number of a character, and appends it to tmp.
func (d *Decoder) scanCode() (code rune, known, ok bool) {
	c, ok := d.need()
	if !ok {
		return 0, false, false
	}
	base := 10
	if c == 'x' {
		base = 16
		d.tmp = append(d.tmp, 'x')
		if c, ok = d.need(); !ok {
			return 0, false, false
		}
	}
	from := len(d.tmp)
	for '0' <= c && c <= '9' || base == 16 && ('a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
		d.tmp = append(d.tmp, c)
		if c, ok = d.need(); !ok {
			return 0, false, false
		}
	}
	if c != ';' {
		d.unread()
		return 0, false, true
	}
	n, err := strconv.ParseUint(string(d.tmp[from:]), base, 64)
	d.tmp = append(d.tmp, ';')
	return rune(n), err == nil && n <= utf8.MaxRune, true
}
