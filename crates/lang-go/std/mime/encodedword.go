package mime

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WordEncoder encodes words of headers as RFC 2047 has it.
type WordEncoder byte

const (
	// BEncoding is base64.
	BEncoding = WordEncoder('b')
	// QEncoding is almost quoted-printable.
	QEncoding = WordEncoder('q')
)

var errInvalidWord = errors.New("mime: invalid RFC 2047 encoded-word")

const (
	// A word has at most 75 letters; this many are left for its content.
	longestContent = 75 - len("=?UTF-8?q?") - len("?=")
	// The bytes that are as many letters of base64.
	longestBytes = longestContent / 4 * 3
)

// Encode gives s as words of a charset, that it has to be in; as it is if it consists of printable ASCII letters.
func (e WordEncoder) Encode(charset, s string) string {
	if !needsEncoding(s) {
		return s
	}
	w := wordWriter{e: e, charset: charset, b: make([]byte, 0, 48+len(s)*2)}
	w.open()
	// Only of UTF-8 it is known where words may end.
	divided := strings.EqualFold(charset, "utf-8")
	if e == BEncoding {
		w.base64(s, divided)
	} else {
		w.quoted(s, divided)
	}
	w.close()
	return string(w.b)
}

func needsEncoding(s string) bool {
	for i := range len(s) {
		if (s[i] < ' ' || s[i] > '~') && s[i] != '\t' {
			return true
		}
	}
	return false
}

type wordWriter struct {
	e       WordEncoder
	charset string
	b       []byte
}

func (w *wordWriter) open() {
	w.b = append(append(w.b, "=?"...), w.charset...)
	w.b = append(w.b, '?', byte(w.e), '?')
}

func (w *wordWriter) close() { w.b = append(w.b, "?="...) }

func (w *wordWriter) next() {
	w.close()
	w.b = append(w.b, ' ')
	w.open()
}

func (w *wordWriter) base64(s string, divided bool) {
	if divided && base64.StdEncoding.EncodedLen(len(s)) > longestContent {
		start, size := 0, 0
		for i := 0; i < len(s); i += size {
			_, size = utf8.DecodeRuneInString(s[i:])
			if i+size-start > longestBytes {
				w.b = base64.StdEncoding.AppendEncode(w.b, []byte(s[start:i]))
				w.next()
				start = i
			}
		}
		s = s[start:]
	}
	w.b = base64.StdEncoding.AppendEncode(w.b, []byte(s))
}

func plainLetter(c byte) bool { return ' ' <= c && c <= '~' && c != '=' && c != '?' && c != '_' }

func (w *wordWriter) quoted(s string, divided bool) {
	used, size := 0, 0
	for i := 0; i < len(s); i += size {
		size = 1
		if s[i] >= utf8.RuneSelf && divided {
			_, size = utf8.DecodeRuneInString(s[i:])
		}
		letters := 3 * size
		if plainLetter(s[i]) {
			letters = 1
		}
		if divided && used+letters > longestContent {
			w.next()
			used = 0
		}
		used += letters
		for _, c := range []byte(s[i : i+size]) {
			switch {
			case c == ' ':
				w.b = append(w.b, '_')
			case plainLetter(c):
				w.b = append(w.b, c)
			default:
				w.b = append(w.b, '=', hexDigits[c>>4], hexDigits[c&15])
			}
		}
	}
}

// WordDecoder decodes words of headers. It knows UTF-8, ISO-8859-1 and US-ASCII.
type WordDecoder struct {
	// CharsetReader makes UTF-8 of another charset, whose name is in lower case; it may be nil.
	CharsetReader func(charset string, input io.Reader) (io.Reader, error)
}

// Decode decodes a single word.
func (d *WordDecoder) Decode(word string) (string, error) {
	// The shortest is =?a?q??=, with all its question marks.
	if len(word) < 8 || !strings.HasPrefix(word, "=?") || !strings.HasSuffix(word, "?=") || strings.Count(word, "?") != 4 {
		return "", errInvalidWord
	}
	charset, rest, _ := strings.Cut(word[2:len(word)-2], "?")
	encoding, text, _ := strings.Cut(rest, "?")
	if charset == "" || len(encoding) != 1 {
		return "", errInvalidWord
	}
	content, err := decodeContent(encoding[0], text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := d.convert(&b, charset, content); err != nil {
		return "", err
	}
	return b.String(), nil
}

// cutWord finds what looks like a word; empty charsets are left to those who decode.
func cutWord(s string) (start int, charset string, encoding byte, text string, end int, ok bool) {
	start = strings.Index(s, "=?")
	if start < 0 {
		return
	}
	charset, rest, found := strings.Cut(s[start+2:], "?")
	if !found || len(rest) < len("q??=") || rest[1] != '?' {
		return
	}
	encoding = rest[0]
	text, rest, ok = strings.Cut(rest[2:], "?=")
	return start, charset, encoding, text, len(s) - len(rest), ok
}

// DecodeHeader decodes all words of a header. Blanks between two words are dropped; what is no valid word stays.
func (d *WordDecoder) DecodeHeader(header string) (string, error) {
	if !strings.Contains(header, "=?") {
		return header, nil
	}
	var b strings.Builder
	after := false // a word precedes
	for {
		start, charset, encoding, text, end, ok := cutWord(header)
		if !ok {
			break
		}
		content, err := decodeContent(encoding, text)
		if err != nil {
			after = false
			b.WriteString(header[:end])
			header = header[end:]
			continue
		}
		if between := header[:start]; !after || strings.Trim(between, " \t\r\n") != "" {
			b.WriteString(between)
		}
		if err := d.convert(&b, charset, content); err != nil {
			return "", err
		}
		header = header[end:]
		after = true
	}
	b.WriteString(header)
	return b.String(), nil
}

func decodeContent(encoding byte, text string) ([]byte, error) {
	switch encoding {
	case 'B', 'b':
		return base64.StdEncoding.DecodeString(text)
	case 'Q', 'q':
		return decodeQuoted(text)
	}
	return nil, errInvalidWord
}

func decodeQuoted(s string) ([]byte, error) {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '_':
			c = ' '
		case c == '=':
			if i+2 >= len(s) {
				return nil, errInvalidWord
			}
			for _, c := range []byte(s[i+1 : i+3]) {
				if _, ok := hexDigit(c); !ok {
					return nil, fmt.Errorf("mime: invalid hex byte %#02x", c)
				}
			}
			hi, _ := hexDigit(s[i+1])
			lo, _ := hexDigit(s[i+2])
			c = hi<<4 | lo
			i += 2
		case ' ' <= c && c <= '~', c == '\t', c == '\r', c == '\n':
		default:
			return nil, errInvalidWord
		}
		b = append(b, c)
	}
	return b, nil
}

func (d *WordDecoder) convert(b *strings.Builder, charset string, content []byte) error {
	switch {
	case strings.EqualFold(charset, "utf-8"):
		b.Write(content)
	case strings.EqualFold(charset, "iso-8859-1"):
		for _, c := range content {
			b.WriteRune(rune(c))
		}
	case strings.EqualFold(charset, "us-ascii"):
		for _, c := range content {
			if c >= utf8.RuneSelf {
				b.WriteRune(utf8.RuneError)
			} else {
				b.WriteByte(c)
			}
		}
	default:
		if d.CharsetReader == nil {
			return fmt.Errorf("mime: unhandled charset %q", charset)
		}
		r, err := d.CharsetReader(strings.ToLower(charset), strings.NewReader(string(content)))
		if err != nil {
			return err
		}
		if _, err := io.Copy(b, r); err != nil {
			return err
		}
	}
	return nil
}
