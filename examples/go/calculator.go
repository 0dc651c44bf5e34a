// Evaluates arithmetic: a small parser, errors as values, panics that are recovered.
//
//	purlin run examples/go/calculator.go '1 + 2 * (3 - 4)'
package main

import (
	"errors"
	"fmt"
	"os"
)

var errDivision = errors.New("division by zero")

type parser struct {
	text string
	at   int
}

func (p *parser) peek() byte {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) sum() int {
	v := p.product()
	for {
		switch p.peek() {
		case '+':
			p.at++
			v += p.product()
		case '-':
			p.at++
			v -= p.product()
		default:
			return v
		}
	}
}

func (p *parser) product() int {
	v := p.atom()
	for {
		switch p.peek() {
		case '*':
			p.at++
			v *= p.atom()
		case '/':
			p.at++
			by := p.atom()
			if by == 0 {
				panic(errDivision)
			}
			v /= by
		default:
			return v
		}
	}
}

func (p *parser) atom() int {
	switch c := p.peek(); {
	case c == '(':
		p.at++
		v := p.sum()
		if p.peek() != ')' {
			panic(fmt.Errorf("column %d: ) expected", p.at+1))
		}
		p.at++
		return v
	case c == '-':
		p.at++
		return -p.atom()
	case c >= '0' && c <= '9':
		v := 0
		for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			v = v*10 + int(p.text[p.at]-'0')
			p.at++
		}
		return v
	}
	panic(fmt.Errorf("column %d: a number expected", p.at+1))
}

func evaluate(text string) (v int, err error) {
	defer func() {
		if e, ok := recover().(error); ok {
			err = fmt.Errorf("%q: %w", text, e)
		}
	}()
	p := &parser{text: text}
	v = p.sum()
	if p.peek() != 0 {
		return 0, fmt.Errorf("%q: column %d: an operator expected", text, p.at+1)
	}
	return v, nil
}

func main() {
	texts := os.Args[1:]
	if len(texts) == 0 {
		texts = []string{"1 + 2 * (3 - 4)", "-7 / 2", "1 / (2 - 2)", "2 * (3", "4 4"}
	}
	for _, text := range texts {
		v, err := evaluate(text)
		switch {
		case errors.Is(err, errDivision):
			fmt.Println("no:", err)
		case err != nil:
			fmt.Println("error:", err)
		default:
			fmt.Println(text, "=", v)
		}
	}
}

// Output:
// 1 + 2 * (3 - 4) = -1
// -7 / 2 = -3
// no: "1 / (2 - 2)": division by zero
// error: "2 * (3": column 7: ) expected
// error: "4 4": column 3: an operator expected
