package mail

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/netip"
	"strings"
	"unicode/utf8"
)

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// visible letters are those of ASCII, and all beyond it.
func visible(r rune) bool { return '!' <= r && r <= '~' || r >= utf8.RuneSelf }

func quotable(r rune) bool { return r != '\\' && r != '"' && visible(r) }

// atomLetter tells whether r may be in an atom, or in one with dots.
func atomLetter(r rune, dot bool) bool {
	switch r {
	case '.':
		return dot
	case '(', ')', '<', '>', '[', ']', ':', ';', '@', '\\', ',', '"':
		return false
	}
	return visible(r)
}

var (
	errComment = errors.New("mail: misformatted parenthetical comment")
	errComma   = errors.New("mail: expected comma")
)

// parser has what is still to be read.
type parser struct {
	s       string
	decoder *mime.WordDecoder
}

func (p *parser) empty() bool    { return p.s == "" }
func (p *parser) at(c byte) bool { return p.s != "" && p.s[0] == c }
func (p *parser) skipBlanks()    { p.s = strings.TrimLeft(p.s, " \t") }
func (p *parser) take(c byte) bool {
	if !p.at(c) {
		return false
	}
	p.s = p.s[1:]
	return true
}

// skipComments skips blanks and comments, and fails if a comment does not end.
func (p *parser) skipComments() bool {
	p.skipBlanks()
	for p.take('(') {
		if _, ok := p.comment(); !ok {
			return false
		}
		p.skipBlanks()
	}
	return true
}

// comment reads the rest of a comment, which may have others in it.
func (p *parser) comment() (text string, ok bool) {
	var b strings.Builder
	for depth := 1; !p.empty(); p.s = p.s[1:] {
		switch {
		case p.at('\\') && len(p.s) > 1:
			p.s = p.s[1:]
		case p.at('('):
			depth++
		case p.at(')'):
			if depth--; depth == 0 {
				p.s = p.s[1:]
				return b.String(), true
			}
		}
		b.WriteByte(p.s[0])
	}
	return b.String(), false
}

func (p *parser) single() (*Address, error) {
	list, err := p.address(true)
	if err != nil {
		return nil, err
	}
	if !p.skipComments() {
		return nil, errComment
	}
	switch {
	case !p.empty():
		return nil, fmt.Errorf("mail: expected single address, got %q", p.s)
	case len(list) == 0:
		return nil, errors.New("mail: empty group")
	case len(list) > 1:
		return nil, errors.New("mail: group with multiple addresses")
	}
	return list[0], nil
}

func (p *parser) list() ([]*Address, error) {
	var list []*Address
	for {
		p.skipBlanks()
		if p.take(',') {
			continue // An entry may be empty.
		}
		some, err := p.address(true)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
		if !p.skipComments() {
			return nil, errComment
		}
		if !p.empty() && !p.at(',') {
			return nil, errComma
		}
		for p.take(',') {
			p.skipBlanks()
		}
		if p.empty() {
			return list, nil
		}
	}
}

// address reads one, or a group of them.
func (p *parser) address(groups bool) ([]*Address, error) {
	p.skipBlanks()
	if p.empty() {
		return nil, errors.New("mail: no address")
	}
	// The grammar of an address alone is the narrower one, so it comes first.
	if spec, err := p.spec(); err == nil {
		name := ""
		p.skipBlanks()
		if p.take('(') {
			if name, err = p.nameInComment(); err != nil {
				return nil, err
			}
		}
		return []*Address{{Name: name, Address: spec}}, nil
	}
	name := ""
	if !p.at('<') {
		var err error
		if name, err = p.phrase(); err != nil {
			return nil, err
		}
	}
	p.skipBlanks()
	if groups && p.take(':') {
		return p.group()
	}
	if !p.take('<') {
		for _, r := range name {
			if !atomLetter(r, true) {
				return nil, errors.New("mail: no angle-addr")
			}
		}
		return nil, errors.New("mail: missing '@' or angle-addr")
	}
	spec, err := p.spec()
	if err != nil {
		return nil, err
	}
	if !p.take('>') {
		return nil, errors.New("mail: unclosed angle-addr")
	}
	return []*Address{{Name: name, Address: spec}}, nil
}

// group reads the addresses of a group and its semicolon.
func (p *parser) group() ([]*Address, error) {
	var list []*Address
	p.skipBlanks()
	for !p.take(';') {
		if len(list) > 0 && !p.take(',') {
			return nil, errComma
		}
		p.skipBlanks()
		one, err := p.address(false)
		if err != nil {
			return nil, err
		}
		list = append(list, one...)
		if !p.skipComments() {
			return nil, errComment
		}
	}
	if !p.skipComments() {
		return nil, errComment
	}
	return list, nil
}

// spec reads an address alone; where there is none, nothing is read.
func (p *parser) spec() (spec string, err error) {
	start := p.s
	if spec, err = p.localAndDomain(); err != nil {
		p.s = start
	}
	return spec, err
}

func (p *parser) localAndDomain() (string, error) {
	p.skipBlanks()
	if p.empty() {
		return "", errors.New("mail: no addr-spec")
	}
	var local, domain string
	var err error
	if p.at('"') {
		local, err = p.quoted()
		if local == "" {
			err = errors.New("mail: empty quoted string in addr-spec")
		}
	} else {
		local, err = p.atom(false)
	}
	if err != nil {
		return "", err
	}
	if !p.take('@') {
		return "", errors.New("mail: missing @ in addr-spec")
	}
	p.skipBlanks()
	if p.empty() {
		return "", errors.New("mail: no domain in addr-spec")
	}
	if p.at('[') {
		domain, err = p.literal()
	} else {
		domain, err = p.atom(false)
	}
	return local + "@" + domain, err
}

// phrase reads words; encoded ones that follow each other are one. As in Go, a comment may stand after the first word that
// is not encoded, and an encoded text that is empty is no word.
func (p *parser) phrase() (string, error) {
	var words []string
	var run strings.Builder // of encoded words
	flush := func() {
		if run.Len() > 0 {
			words = append(words, run.String())
			run.Reset()
		}
	}
	for {
		if len(words) > 0 && !p.skipComments() {
			return "", errComment
		}
		word, encoded, err := p.word()
		if err != nil {
			flush()
			if len(words) == 0 {
				return "", fmt.Errorf("mail: missing word in phrase: %v", err)
			}
			return strings.Join(words, " "), nil
		}
		if encoded {
			run.WriteString(word)
		} else {
			flush()
			words = append(words, word)
		}
	}
}

func (p *parser) word() (word string, encoded bool, err error) {
	p.skipBlanks()
	if p.at('"') {
		word, err = p.quoted()
		return word, false, err
	}
	if word, err = p.atom(true); err != nil {
		return "", false, err
	}
	return p.decode(word)
}

// quoted reads a string between quotes.
func (p *parser) quoted() (string, error) {
	var b strings.Builder
	escaped := false
	for i, size := 1, 0; ; i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(p.s[i:])
		switch {
		case size == 0:
			return "", errors.New("mail: unclosed quoted-string")
		case size == 1 && r == utf8.RuneError:
			return "", fmt.Errorf("mail: invalid utf-8 in quoted-string: %q", p.s)
		case escaped && (visible(r) || isBlank(r)), !escaped && (quotable(r) || isBlank(r)):
			b.WriteRune(r)
			escaped = false
		case !escaped && r == '"':
			p.s = p.s[i+1:]
			return b.String(), nil
		case !escaped && r == '\\':
			escaped = true
		default:
			return "", fmt.Errorf("mail: bad character in quoted-string: %q", r)
		}
	}
}

// atom reads letters and dots, the latter anywhere in a loose one.
func (p *parser) atom(loose bool) (string, error) {
	n := 0
	for n < len(p.s) {
		r, size := utf8.DecodeRuneInString(p.s[n:])
		if size == 1 && r == utf8.RuneError {
			return "", fmt.Errorf("mail: invalid utf-8 in address: %q", p.s)
		}
		if !atomLetter(r, true) {
			break
		}
		n += size
	}
	atom := p.s[:n]
	p.s = p.s[n:]
	switch {
	case atom == "":
		return "", errors.New("mail: invalid string")
	case loose:
	case atom[0] == '.':
		return "", errors.New("mail: leading dot in atom")
	case strings.Contains(atom, ".."):
		return "", errors.New("mail: double dot in atom")
	case atom[n-1] == '.':
		return "", errors.New("mail: trailing dot in atom")
	}
	return atom, nil
}

// literal reads an IP address in brackets.
func (p *parser) literal() (string, error) {
	for i, r := range p.s[1:] {
		switch {
		case r == ']':
			text := p.s[1 : i+1]
			if a, err := netip.ParseAddr(text); err != nil || a.Zone() != "" {
				return "", fmt.Errorf("mail: invalid IP address in domain-literal: %q", text)
			}
			p.s = p.s[i+2:]
			return "[" + text + "]", nil
		case r == utf8.RuneError && !strings.HasPrefix(p.s[i+1:], "\uFFFD"):
			return "", fmt.Errorf("mail: invalid utf-8 in domain-literal: %q", p.s[i+1:])
		case !visible(r) || r == '[' || r == '\\':
			return "", fmt.Errorf("mail: bad character in domain-literal: %q", r)
		}
	}
	return "", errors.New("mail: unclosed domain-literal")
}

// nameInComment is what a comment after an address says.
func (p *parser) nameInComment() (string, error) {
	text, ok := p.comment()
	if !ok {
		return "", errComment
	}
	words := strings.FieldsFunc(text, isBlank)
	for i, word := range words {
		decoded, encoded, err := p.decode(word)
		if err != nil {
			return "", err
		}
		if encoded {
			words[i] = decoded
		}
	}
	return strings.Join(words, " "), nil
}

// charsetError is the name of a charset that is not known.
type charsetError string

func (e charsetError) Error() string { return fmt.Sprintf("charset not supported: %q", string(e)) }

// decode decodes an encoded word, and gives others as they are. It fails if only the charset cannot be read.
func (p *parser) decode(s string) (word string, encoded bool, err error) {
	var failure error
	d := mime.WordDecoder{CharsetReader: func(charset string, input io.Reader) (io.Reader, error) {
		if p.decoder == nil || p.decoder.CharsetReader == nil {
			failure = charsetError(charset)
			return nil, failure
		}
		r, err := p.decoder.CharsetReader(charset, input)
		failure = err
		return r, err
	}}
	if word, err = d.Decode(s); err == nil {
		return word, true, nil
	}
	if failure != nil {
		return s, true, err
	}
	return s, false, nil
}
