// Package constraint parses and evaluates build constraints, in the form of //go:build and in that of // +build.
package constraint

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSize limits the operators and parentheses of a //go:build line, maxOldSize the operators of a // +build line.
const (
	maxSize    = 1000
	maxOldSize = 100
)

// Expr is a constraint: *AndExpr, *OrExpr, *NotExpr or *TagExpr.
type Expr interface {
	// String is the expression as in a //go:build line.
	String() string

	// Eval is the value of the expression, if ok says which tags are set. Both operands of an operator are evaluated.
	Eval(ok func(tag string) bool) bool

	// version is the least minor version of Go that makes the expression true, or false if not wanted; -1 if it takes none.
	version(wanted bool) int
}

type TagExpr struct {
	Tag string // such as "linux"
}

type NotExpr struct {
	X Expr
}

type AndExpr struct {
	X, Y Expr
}

type OrExpr struct {
	X, Y Expr
}

func (x *TagExpr) Eval(ok func(tag string) bool) bool { return ok(x.Tag) }
func (x *NotExpr) Eval(ok func(tag string) bool) bool { return !x.X.Eval(ok) }

func (x *AndExpr) Eval(ok func(tag string) bool) bool {
	left, right := x.X.Eval(ok), x.Y.Eval(ok)
	return left && right
}

func (x *OrExpr) Eval(ok func(tag string) bool) bool {
	left, right := x.X.Eval(ok), x.Y.Eval(ok)
	return left || right
}

func (x *TagExpr) String() string { return x.Tag }

func (x *NotExpr) String() string {
	switch x.X.(type) {
	case *AndExpr, *OrExpr:
		return "!(" + x.X.String() + ")"
	}
	return "!" + x.X.String()
}

func (x *AndExpr) String() string {
	var b strings.Builder
	writeAnd(&b, x)
	return b.String()
}

func (x *OrExpr) String() string {
	var b strings.Builder
	writeOr(&b, x)
	return b.String()
}

func writeAnd(b *strings.Builder, x Expr) {
	switch x := x.(type) {
	case *AndExpr:
		writeAnd(b, x.X)
		b.WriteString(" && ")
		writeAnd(b, x.Y)
	case *OrExpr:
		b.WriteString("(")
		writeOr(b, x)
		b.WriteString(")")
	default:
		b.WriteString(x.String())
	}
}

func writeOr(b *strings.Builder, x Expr) {
	switch x := x.(type) {
	case *OrExpr:
		writeOr(b, x.X)
		b.WriteString(" || ")
		writeOr(b, x.Y)
	case *AndExpr:
		b.WriteString("(")
		writeAnd(b, x)
		b.WriteString(")")
	default:
		b.WriteString(x.String())
	}
}

// SyntaxError is an error in the expression of a //go:build line.
type SyntaxError struct {
	Offset int // in the expression, in bytes
	Err    string
}

func (e *SyntaxError) Error() string { return e.Err }

var (
	errNoConstraint = errors.New("not a build constraint")
	errComplex      = errors.New("expression too complex for // +build lines")
)

// Parse parses a line with a constraint of either form.
func Parse(line string) (Expr, error) {
	if text, ok := splitGoBuild(line); ok {
		return parseExpr(text)
	}
	if text, ok := splitPlusBuild(line); ok {
		return parsePlusBuild(text)
	}
	return nil, errNoConstraint
}

// IsGoBuild reports whether a line starts as a //go:build constraint does.
func IsGoBuild(line string) bool {
	_, ok := splitGoBuild(line)
	return ok
}

// IsPlusBuild reports whether a line starts as a // +build constraint does.
func IsPlusBuild(line string) bool {
	_, ok := splitPlusBuild(line)
	return ok
}

// oneLine is a line without its end, and whether it is but one.
func oneLine(line string) (string, bool) {
	line = strings.TrimSuffix(line, "\n")
	return strings.TrimSuffix(line, "\r"), !strings.Contains(line, "\n")
}

// after is what follows a word, which a space or the end has to follow.
func after(line, word string) (string, bool) {
	rest, ok := strings.CutPrefix(line, word)
	trimmed := strings.TrimSpace(rest)
	return trimmed, ok && (trimmed == "" || len(trimmed) < len(strings.TrimRightFunc(rest, unicode.IsSpace)))
}

func splitGoBuild(line string) (string, bool) {
	line, ok := oneLine(line)
	if !ok {
		return "", false
	}
	return after(line, "//go:build")
}

func splitPlusBuild(line string) (string, bool) {
	line, ok := oneLine(line)
	if !ok || !strings.HasPrefix(line, "//") {
		return "", false
	}
	return after(strings.TrimSpace(line[2:]), "+build")
}

// parser has the current token of an expression: a tag, an operator, or nothing at the end.
type parser struct {
	text  string
	next  int // where the text after the token begins
	tok   string
	isTag bool
	pos   int // where the token begins
	size  int
	depth int // parentheses that are open
}

func (p *parser) fail(offset int, msg string) { panic(&SyntaxError{offset, msg}) }

func parseExpr(text string) (x Expr, err error) {
	defer func() {
		if e := recover(); e != nil {
			syntax, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			err = syntax
		}
	}()
	p := &parser{text: text}
	p.lex()
	x = p.or()
	if p.tok != "" {
		p.fail(p.pos, "unexpected token "+p.tok)
	}
	return x, nil
}

func (p *parser) count() {
	if p.size++; p.size >= maxSize {
		p.fail(p.pos, "build expression too large")
	}
}

func (p *parser) or() Expr {
	x := p.and()
	for p.tok == "||" {
		p.count()
		p.lex()
		x = &OrExpr{x, p.and()}
	}
	return x
}

func (p *parser) and() Expr {
	x := p.not()
	for p.tok == "&&" {
		p.count()
		p.lex()
		x = &AndExpr{x, p.not()}
	}
	return x
}

func (p *parser) not() Expr {
	if p.tok != "!" {
		return p.atom()
	}
	p.lex()
	if p.tok == "!" {
		p.fail(p.pos, "double negation not allowed")
	}
	return &NotExpr{p.atom()}
}

func (p *parser) atom() Expr {
	switch {
	case p.tok == "(":
		p.count()
		open := p.pos
		p.depth++
		p.lex()
		x := p.or()
		if p.tok != ")" {
			p.fail(open, "missing close paren")
		}
		p.depth--
		p.lex()
		return x
	case p.tok == "" && p.depth > 0:
		p.fail(p.pos, "missing close paren")
	case p.tok == "":
		p.fail(p.pos, "unexpected end of expression")
	case !p.isTag:
		p.fail(p.pos, "unexpected token "+p.tok)
	}
	tag := p.tok
	p.lex()
	return &TagExpr{tag}
}

func isTagChar(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '.'
}

func (p *parser) lex() {
	p.isTag = false
	for p.next < len(p.text) && (p.text[p.next] == ' ' || p.text[p.next] == '\t') {
		p.next++
	}
	p.pos = p.next
	rest := p.text[p.next:]
	if rest == "" {
		p.tok = ""
		return
	}
	n := 0
	switch rest[0] {
	case '(', ')', '!':
		n = 1
	case '&', '|':
		if len(rest) == 1 || rest[1] != rest[0] {
			p.fail(p.pos, "invalid syntax at "+rest[:1])
		}
		n = 2
	default:
		n = strings.IndexFunc(rest, func(c rune) bool { return !isTagChar(c) })
		if n < 0 {
			n = len(rest)
		}
		if n == 0 {
			c, _ := utf8.DecodeRuneInString(rest)
			p.fail(p.pos, "invalid syntax at "+string(c))
		}
		p.isTag = true
	}
	p.tok = rest[:n]
	p.next += n
}

// parsePlusBuild parses words, any of which may hold, with terms between commas, all of which have to hold.
func parsePlusBuild(text string) (Expr, error) {
	var all Expr
	size := 0
	for _, word := range strings.Fields(text) {
		var both Expr
		for _, term := range strings.Split(word, ",") {
			x := oldTerm(term)
			if both == nil {
				both = x
				continue
			}
			if size++; size > maxOldSize {
				return nil, errComplex
			}
			both = &AndExpr{both, x}
		}
		if all == nil {
			all = both
			continue
		}
		if size++; size > maxOldSize {
			return nil, errComplex
		}
		all = &OrExpr{all, both}
	}
	if all == nil {
		all = &TagExpr{"ignore"}
	}
	return all, nil
}

// oldTerm is a tag or its negation; what is none is "ignore".
func oldTerm(term string) Expr {
	tag, negated := strings.CutPrefix(term, "!")
	if tag == "" || tag[0] == '!' {
		return &TagExpr{"ignore"}
	}
	if strings.ContainsFunc(tag, func(c rune) bool { return !isTagChar(c) }) {
		tag = "ignore"
	}
	if negated {
		return &NotExpr{&TagExpr{tag}}
	}
	return &TagExpr{tag}
}

// PlusBuildLines has lines of // +build for a constraint, or an error if that takes too many.
func PlusBuildLines(x Expr) ([]string, error) {
	x = pushNot(x, false)
	var lines [][][]Expr // They all have to hold: in each, a word; in that, all of its terms.
	simple := true
	for _, or := range operands(x, isAnd) {
		var words [][]Expr
		for _, and := range operands(or, isOr) {
			terms := operands(and, isAnd)
			for _, term := range terms {
				if isOr(term) != nil {
					return nil, errComplex
				}
			}
			words = append(words, terms)
		}
		simple = simple && len(words) == 1
		lines = append(lines, words)
	}
	if simple {
		// All lines consist of one word, so that they can be one.
		var terms []Expr
		for _, words := range lines {
			terms = append(terms, words[0]...)
		}
		lines = [][][]Expr{{terms}}
	}
	var texts []string
	for _, words := range lines {
		line := "// +build"
		for _, terms := range words {
			for i, term := range terms {
				if i == 0 {
					line += " "
				} else {
					line += ","
				}
				line += term.String()
			}
		}
		texts = append(texts, line)
	}
	return texts, nil
}

// pushNot removes all negations but those of tags.
func pushNot(x Expr, not bool) Expr {
	switch x := x.(type) {
	case *NotExpr:
		if _, ok := x.X.(*TagExpr); ok && !not {
			return x
		}
		return pushNot(x.X, !not)
	case *TagExpr:
		if not {
			return &NotExpr{x}
		}
	case *AndExpr:
		left, right := pushNot(x.X, not), pushNot(x.Y, not)
		if not {
			return &OrExpr{left, right}
		}
		return &AndExpr{left, right}
	case *OrExpr:
		left, right := pushNot(x.X, not), pushNot(x.Y, not)
		if not {
			return &AndExpr{left, right}
		}
		return &OrExpr{left, right}
	}
	return x
}

// isAnd and isOr have the operands of an expression, if it is one.
func isAnd(x Expr) []Expr {
	if x, ok := x.(*AndExpr); ok {
		return []Expr{x.X, x.Y}
	}
	return nil
}

func isOr(x Expr) []Expr {
	if x, ok := x.(*OrExpr); ok {
		return []Expr{x.X, x.Y}
	}
	return nil
}

// operands has all operands of an operator and of such ones in it.
func operands(x Expr, split func(Expr) []Expr) (list []Expr) {
	parts := split(x)
	if parts == nil {
		return []Expr{x}
	}
	return append(operands(parts[0], split), operands(parts[1], split)...)
}

// GoVersion is the least version of Go without which a constraint cannot hold, such as "go1.20", or "".
func GoVersion(x Expr) string {
	switch minor := x.version(true); minor {
	case -1:
		return ""
	case 0:
		return "go1"
	default:
		return "go1." + strconv.Itoa(minor)
	}
}

func (x *TagExpr) version(wanted bool) int {
	if wanted {
		if x.Tag == "go1" {
			return 0
		}
		if digits, ok := strings.CutPrefix(x.Tag, "go1."); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				return n
			}
		}
	}
	return -1
}

func (x *NotExpr) version(wanted bool) int { return x.X.version(!wanted) }

func (x *AndExpr) version(wanted bool) int {
	left, right := x.X.version(wanted), x.Y.version(wanted)
	if wanted {
		return max(left, right)
	}
	return min(left, right)
}

func (x *OrExpr) version(wanted bool) int {
	left, right := x.X.version(wanted), x.Y.version(wanted)
	if wanted {
		return min(left, right)
	}
	return max(left, right)
}
