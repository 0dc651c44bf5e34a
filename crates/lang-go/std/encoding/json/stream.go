package json

import (
	"bytes"
	"io"
)

// Decoder reads values from a stream.
type Decoder struct {
	r      io.Reader
	buf    []byte
	at     int   // bytes of buf that were consumed
	before int64 // bytes of the stream that are not in buf any more
	scan   scanner
	err    error
	state  place
	outer  []place

	useNumber, strict bool
}

// place is what Token expects next.
type place int

const (
	topValue place = iota
	arrayStart
	arrayValue
	arrayComma
	objectStart
	objectKey
	objectColon
	objectValue
	objectComma
)

// NewDecoder makes a decoder, which may read more of r than the values that are asked for.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: r} }

// UseNumber makes numbers in empty interfaces values of Number instead of float64.
func (dec *Decoder) UseNumber() { dec.useNumber = true }

// DisallowUnknownFields makes keys errors that match no field of a struct.
func (dec *Decoder) DisallowUnknownFields() { dec.strict = true }

// Buffered gives what was read of the stream and not decoded. It is good until the next call of Decode.
func (dec *Decoder) Buffered() io.Reader { return bytes.NewReader(dec.buf[dec.at:]) }

// InputOffset is the place in the stream after the last token, where the next one begins or space before it.
func (dec *Decoder) InputOffset() int64 { return dec.before + int64(dec.at) }

// Decode reads the next value into what v points to, as Unmarshal does.
func (dec *Decoder) Decode(v any) error {
	if dec.err != nil {
		return dec.err
	}
	if err := dec.beforeValue(); err != nil {
		return err
	}
	if !dec.valueAllowed() {
		return &SyntaxError{"not at beginning of value", dec.InputOffset()}
	}
	n, err := dec.readValue()
	if err != nil {
		return err
	}
	d := decoder{data: dec.buf[dec.at : dec.at+n], useNumber: dec.useNumber, strict: dec.strict}
	d.clean = isStrict(d.data)
	dec.at += n
	err = d.decode(v)
	dec.valueDone()
	return err
}

// readValue reads until the buffer has a whole value, and gives its length from the current place on.
func (dec *Decoder) readValue() (int, error) {
	dec.scan.reset()
	i := dec.at
	var err error
	for {
		for ; i < len(dec.buf); i++ {
			dec.scan.bytes++
			if dec.scan.inText(dec.buf[i]) {
				continue
			}
			switch dec.scan.next(dec.buf[i]) {
			case ended:
				// This byte will be read again.
				dec.scan.bytes--
				return i - dec.at, nil
			case closes:
				if len(dec.scan.open) == 0 {
					return i + 1 - dec.at, nil
				}
			case wrong:
				dec.err = dec.scan.err
				return 0, dec.scan.err
			}
		}
		// The error of the last read counts only now that what it read is used up.
		if err != nil {
			if err == io.EOF {
				if dec.scan.next(' ') == ended {
					return i - dec.at, nil
				}
				if !allSpace(dec.buf) {
					err = io.ErrUnexpectedEOF
				}
			}
			dec.err = err
			return 0, err
		}
		n := i - dec.at
		err = dec.refill()
		i = dec.at + n
	}
}

func allSpace(b []byte) bool {
	for _, c := range b {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// minRead is the room that a read has at least.
const minRead = 512

func (dec *Decoder) refill() error {
	if dec.at > 0 {
		dec.before += int64(dec.at)
		dec.buf = dec.buf[:copy(dec.buf, dec.buf[dec.at:])]
		dec.at = 0
	}
	if cap(dec.buf)-len(dec.buf) < minRead {
		dec.buf = append(make([]byte, 0, 2*cap(dec.buf)+minRead), dec.buf...)
	}
	n, err := dec.r.Read(dec.buf[len(dec.buf):cap(dec.buf)])
	dec.buf = dec.buf[:len(dec.buf)+n]
	return err
}

// peek is the next byte that is not space.
func (dec *Decoder) peek() (byte, error) {
	var err error
	for {
		for i, c := range dec.buf[dec.at:] {
			if !isSpace(c) {
				dec.at += i
				return c, nil
			}
		}
		if err != nil {
			return 0, err
		}
		err = dec.refill()
	}
}

// beforeValue reads the comma or colon that comes before a value.
func (dec *Decoder) beforeValue() error {
	want, what, next := byte(','), "expected comma after array element", arrayValue
	switch dec.state {
	case arrayComma:
	case objectColon:
		want, what, next = ':', "expected colon after object key", objectValue
	default:
		return nil
	}
	c, err := dec.peek()
	if err != nil {
		return err
	}
	if c != want {
		return &SyntaxError{what, dec.InputOffset()}
	}
	dec.at++
	dec.state = next
	return nil
}

func (dec *Decoder) valueAllowed() bool {
	switch dec.state {
	case topValue, arrayStart, arrayValue, objectValue:
		return true
	}
	return false
}

func (dec *Decoder) valueDone() {
	switch dec.state {
	case arrayStart, arrayValue:
		dec.state = arrayComma
	case objectValue:
		dec.state = objectComma
	}
}

// A Token is a Delim, bool, float64, Number, string or nil.
type Token any

// Delim is a bracket: [ ] { or }.
type Delim rune

// String gives the bracket.
func (d Delim) String() string { return string(d) }

// More tells whether the array or object that is open has another element.
func (dec *Decoder) More() bool {
	c, err := dec.peek()
	return err == nil && c != ']' && c != '}'
}

// Token gives the next token of the stream, io.EOF at its end. Brackets match; commas and colons are left out.
func (dec *Decoder) Token() (Token, error) {
	for {
		c, err := dec.peek()
		if err != nil {
			return nil, err
		}
		switch c {
		case '[', '{':
			if !dec.valueAllowed() {
				return nil, dec.misplaced(c)
			}
			return dec.open(c), nil
		case ']', '}':
			fits := dec.state == arrayStart || dec.state == arrayComma
			if c == '}' {
				fits = dec.state == objectStart || dec.state == objectComma
			}
			if !fits {
				return nil, dec.misplaced(c)
			}
			return dec.close(c), nil
		case ':', ',':
			switch {
			case c == ':' && dec.state == objectColon:
				dec.state = objectValue
			case c == ',' && dec.state == arrayComma:
				dec.state = arrayValue
			case c == ',' && dec.state == objectComma:
				dec.state = objectKey
			default:
				return nil, dec.misplaced(c)
			}
			dec.at++
		default:
			if c == '"' && (dec.state == objectStart || dec.state == objectKey) {
				return dec.key()
			}
			if !dec.valueAllowed() {
				return nil, dec.misplaced(c)
			}
			var v any
			if err := dec.Decode(&v); err != nil {
				return nil, err
			}
			return v, nil
		}
	}
}

func (dec *Decoder) open(c byte) Token {
	dec.at++
	dec.outer = append(dec.outer, dec.state)
	dec.state = arrayStart
	if c == '{' {
		dec.state = objectStart
	}
	return Delim(c)
}

func (dec *Decoder) close(c byte) Token {
	dec.at++
	n := len(dec.outer) - 1
	dec.state, dec.outer = dec.outer[n], dec.outer[:n]
	dec.valueDone()
	return Delim(c)
}

func (dec *Decoder) key() (Token, error) {
	var key string
	state := dec.state
	dec.state = topValue
	err := dec.Decode(&key)
	dec.state = state
	if err != nil {
		return nil, err
	}
	dec.state = objectColon
	return key, nil
}

// misplaced is the error of a byte that Token does not expect.
func (dec *Decoder) misplaced(c byte) error {
	where := ""
	switch dec.state {
	case topValue, arrayStart, arrayValue, objectValue:
		where = " looking for beginning of value"
	case arrayComma:
		where = " after array element"
	case objectKey:
		where = " looking for beginning of object key string"
	case objectColon:
		where = " after object key"
	case objectComma:
		where = " after object key:value pair"
	}
	return &SyntaxError{"invalid character " + quoteByte(c) + where, dec.InputOffset()}
}

// Encoder writes values to a stream.
type Encoder struct {
	w              io.Writer
	err            error
	plain          bool // not escaped for HTML
	prefix, indent string
}

// NewEncoder makes an encoder.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w} }

// SetIndent makes each element stand on a line of its own, as Indent does. Two empty strings undo that.
func (enc *Encoder) SetIndent(prefix, indent string) { enc.prefix, enc.indent = prefix, indent }

// SetEscapeHTML decides whether '<', '>' and '&' are escaped, as they are at first.
func (enc *Encoder) SetEscapeHTML(on bool) { enc.plain = !on }

// Encode writes the encoding of v and a line break.
func (enc *Encoder) Encode(v any) error {
	if enc.err != nil {
		return enc.err
	}
	b, err := appendValue(nil, v, !enc.plain)
	if err != nil {
		return err
	}
	b = append(b, '\n')
	if enc.prefix != "" || enc.indent != "" {
		if b, err = appendIndent(nil, b, enc.prefix, enc.indent); err != nil {
			return err
		}
	}
	_, enc.err = enc.w.Write(b)
	return enc.err
}
