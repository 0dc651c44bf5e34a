// A JSON parser and printer over interface values, with positions in its errors.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

type parser struct {
	text string
	pos  int
}

type syntaxError struct {
	pos  int
	what string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("at %d: %s", e.pos, e.what) }

func (p *parser) fail(what string) { panic(&syntaxError{p.pos, what}) }

func (p *parser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) peek() byte {
	p.space()
	if p.pos == len(p.text) {
		p.fail("unexpected end")
	}
	return p.text[p.pos]
}

func (p *parser) expect(c byte) {
	if p.peek() != c {
		p.fail(fmt.Sprintf("want %q, have %q", c, p.text[p.pos]))
	}
	p.pos++
}

func (p *parser) word(w string, v interface{}) interface{} {
	if !strings.HasPrefix(p.text[p.pos:], w) {
		p.fail("unknown word")
	}
	p.pos += len(w)
	return v
}

func (p *parser) value() interface{} {
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		p.pos++
		list := []interface{}{}
		for p.peek() != ']' {
			if len(list) > 0 {
				p.expect(',')
			}
			list = append(list, p.value())
		}
		p.pos++
		return list
	case c == '"':
		return p.str()
	case c == 't':
		return p.word("true", true)
	case c == 'f':
		return p.word("false", false)
	case c == 'n':
		return p.word("null", nil)
	case c == '-' || c >= '0' && c <= '9':
		start := p.pos
		for p.pos++; p.pos < len(p.text) && strings.IndexByte("0123456789", p.text[p.pos]) >= 0; p.pos++ {
		}
		n, err := strconv.Atoi(p.text[start:p.pos])
		if err != nil {
			p.fail(err.Error())
		}
		return n
	default:
		p.fail(fmt.Sprintf("unexpected %q", c))
	}
	return nil
}

type member struct {
	key string
	val interface{}
}
type object []member

func (p *parser) object() object {
	o := object{}
	p.expect('{')
	for p.peek() != '}' {
		if len(o) > 0 {
			p.expect(',')
		}
		p.peek()
		k := p.str()
		p.expect(':')
		o = append(o, member{k, p.value()})
	}
	p.pos++
	return o
}

func (p *parser) str() string {
	p.expect('"')
	var b strings.Builder
	for ; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; c {
		case '"':
			p.pos++
			return b.String()
		case '\\':
			p.pos++
			if p.pos == len(p.text) {
				p.fail("unexpected end")
			}
			switch e := p.text[p.pos]; e {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'u':
				r := rune(0)
				for i := 1; i <= 4; i++ {
					d := strings.IndexByte("0123456789abcdef", p.text[p.pos+i])
					if d < 0 {
						p.fail("bad escape")
					}
					r = r<<4 | rune(d)
				}
				b.WriteRune(r)
				p.pos += 4
			default:
				b.WriteByte(e)
			}
		default:
			b.WriteByte(c)
		}
	}
	p.fail("string without end")
	return ""
}

func parse(text string) (v interface{}, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, r.(error)
		}
	}()
	p := &parser{text: text}
	v = p.value()
	p.space()
	if p.pos < len(text) {
		p.fail("text after the value")
	}
	return
}

func write(b *strings.Builder, v interface{}, indent string) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case string:
		fmt.Fprintf(b, "%q", v)
	case []interface{}:
		b.WriteByte('[')
		for i, x := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, x, indent)
		}
		b.WriteByte(']')
	case object:
		b.WriteString("{")
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "\n%s  %q: ", indent, m.key)
			write(b, m.val, indent+"  ")
		}
		b.WriteString("\n" + indent + "}")
	default:
		fmt.Fprint(b, v)
	}
}

func main() {
	v, err := parse(` {"name": "purlin", "list": [1, -2, [], [true, false, null]], "nest": {"a": {"b": "c\n\u00e9\"\\"}}, "empty": {}} `)
	var b strings.Builder
	write(&b, v, "")
	fmt.Println(b.String(), err)
	again, err := parse(b.String())
	var c strings.Builder
	write(&c, again, "")
	fmt.Println(c.String() == b.String(), err)
	for _, s := range []string{"", "[1, 2", `{"a" 1}`, "tru", `"abc`, "[1] x", "{1: 2}", "99999999999999999999", `"\u00zz"`, "-", `"\u12"`} {
		v, err := parse(s)
		fmt.Println(v, err)
	}
}

// Output:
// {
//   "name": "purlin",
//   "list": [1, -2, [], [true, false, null]],
//   "nest": {
//     "a": {
//       "b": "c\né\"\\"
//     }
//   },
//   "empty": {
//   }
// } <nil>
// true <nil>
// <nil> at 0: unexpected end
// <nil> at 5: unexpected end
// <nil> at 5: want ':', have '1'
// <nil> at 0: unknown word
// <nil> at 4: string without end
// <nil> at 4: text after the value
// <nil> at 1: want '"', have '1'
// <nil> at 20: strconv.Atoi: parsing "99999999999999999999": value out of range
// <nil> at 2: bad escape
// <nil> at 1: strconv.Atoi: parsing "-": invalid syntax
// <nil> at 2: bad escape
