package json

import "internal/jsontext"

// escapeHTML gives the length of what is escaped at the start of s for HTML, and 0 if nothing is.
func escapeHTML(b, s []byte) ([]byte, int) {
	switch c := s[0]; {
	case c == '<', c == '>', c == '&':
		return jsontext.AppendUnicode(b, c), 1
	case c == 0xe2 && len(s) > 2 && s[1] == 0x80 && s[2]&^1 == 0xa8:
		return append(b, '\\', 'u', '2', '0', '2', '8'|s[2]&1), 3
	}
	return b, 0
}

func appendHTMLEscape(b, src []byte) []byte {
	done := 0
	for i := 0; i < len(src); {
		if c := src[i]; c != '<' && c != '>' && c != '&' && c != 0xe2 {
			i++
			continue
		}
		b = append(b, src[done:i]...)
		var n int
		b, n = escapeHTML(b, src[i:])
		done = i + n
		i += max(n, 1)
	}
	return append(b, src[done:]...)
}

// appendCompact appends a text without spaces; with html it is also escaped for HTML. Its errors tell no offset.
func appendCompact(b, src []byte, html bool) ([]byte, error) {
	var s scanner
	from := len(b)
	done := 0 // what comes before is written
	for i := 0; i < len(src); i++ {
		if !html && s.inText(src[i]) {
			continue
		}
		switch s.next(src[i]) {
		case space, ended:
			b = append(b, src[done:i]...)
			done = i + 1
		case wrong:
			return b[:from], s.err
		case within:
			if html && i >= done {
				var n int
				if c := src[i]; c == '<' || c == '>' || c == '&' || c == 0xe2 {
					b = append(b, src[done:i]...)
					b, n = escapeHTML(b, src[i:])
					done = i + n
				}
			}
		}
	}
	if e := s.end(); e != nil {
		return b[:from], e
	}
	if done < len(src) {
		b = append(b, src[done:]...)
	}
	return b, nil
}

func appendNewline(b []byte, prefix, indent string, depth int) []byte {
	b = append(append(b, '\n'), prefix...)
	for range depth {
		b = append(b, indent...)
	}
	return b
}

// appendIndent appends a text with line breaks; space at its end is kept.
func appendIndent(b, src []byte, prefix, indent string) ([]byte, error) {
	var s scanner
	from := len(b)
	depth, fresh := 0, false // fresh: the last byte opened something
	for i, c := range src {
		s.bytes = int64(i + 1)
		e := s.next(c)
		if e == space {
			continue
		}
		if e == wrong {
			return b[:from], s.err
		}
		if fresh && e != closes {
			fresh = false
			depth++
			b = appendNewline(b, prefix, indent, depth)
		}
		switch e {
		case opens:
			fresh = true
			b = append(b, c)
		case comma:
			b = appendNewline(append(b, c), prefix, indent, depth)
		case colon:
			b = append(b, c, ' ')
		case closes:
			if fresh {
				fresh = false
			} else {
				depth--
				b = appendNewline(b, prefix, indent, depth)
			}
			b = append(b, c)
		default:
			b = append(b, c)
		}
	}
	if e := s.end(); e != nil {
		return b[:from], e
	}
	return b, nil
}
