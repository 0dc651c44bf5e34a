// Package fmt prints values by verbs, and scans them.
//
// How verbs, flags and values are read is in this file; how single values are laid out, in layout.go.
package fmt

import (
	"errors"
	"internal/rt"
	"internal/stdio"
	"io"
	"strconv"
	"unicode/utf8"
)

// State is what a Formatter prints to and finds its flags in.
type State interface {
	Write(b []byte) (n int, err error)
	Width() (wid int, ok bool)
	Precision() (prec int, ok bool)
	Flag(c int) bool
}

// Formatter prints itself.
type Formatter interface {
	Format(f State, verb rune)
}

// Stringer tells its text.
type Stringer interface {
	String() string
}

// GoStringer tells its text for %#v.
type GoStringer interface {
	GoString() string
}

// printer is the state of one call. Printers are used again.
type printer struct {
	buf  []byte
	tmp  []byte
	next *printer
	// What is being printed, for complaints.
	arg any

	width, prec                      int
	hasWidth, hasPrec                bool
	minus, plus, sharp, space, zero  bool
	plusV, sharpV                    bool
	reordered, goodArg               bool
	panicking, erroring, wrapsErrors bool
	wrapped                          []int
}

// free are printers that nobody uses.
var free *printer

func newPrinter() *printer {
	p := free
	if p == nil {
		p = &printer{buf: make([]byte, 0, 128)}
	} else {
		free = p.next
		p.next = nil
	}
	p.clearFlags()
	return p
}

const keptCapacity = 64 << 10

func (p *printer) release() {
	if cap(p.buf) > keptCapacity {
		return
	}
	p.buf = p.buf[:0]
	p.arg = nil
	p.wrapped = nil
	p.panicking, p.erroring, p.wrapsErrors = false, false, false
	p.next = free
	free = p
}

func (p *printer) clearFlags() {
	p.width, p.prec = 0, 0
	p.hasWidth, p.hasPrec = false, false
	p.minus, p.plus, p.sharp, p.space, p.zero = false, false, false, false, false
	p.plusV, p.sharpV = false, false
}

func (p *printer) Width() (wid int, ok bool)      { return p.width, p.hasWidth }
func (p *printer) Precision() (prec int, ok bool) { return p.prec, p.hasPrec }

func (p *printer) Flag(c int) bool {
	switch c {
	case '-':
		return p.minus
	case '+':
		return p.plus || p.plusV
	case '#':
		return p.sharp || p.sharpV
	case ' ':
		return p.space
	case '0':
		return p.zero
	}
	return false
}

func (p *printer) Write(b []byte) (n int, err error) {
	p.buf = append(p.buf, b...)
	return len(b), nil
}

func (p *printer) WriteString(s string) (n int, err error) {
	p.buf = append(p.buf, s...)
	return len(s), nil
}

// FormatString is the directive that a Formatter was called for.
func FormatString(state State, verb rune) string {
	b := []byte{'%'}
	for _, c := range " +-#0" {
		if state.Flag(int(c)) {
			b = append(b, byte(c))
		}
	}
	if w, ok := state.Width(); ok {
		b = strconv.AppendInt(b, int64(w), 10)
	}
	if w, ok := state.Precision(); ok {
		b = append(b, '.')
		b = strconv.AppendInt(b, int64(w), 10)
	}
	return string(utf8.AppendRune(b, verb))
}

func Fprintf(w io.Writer, format string, a ...any) (n int, err error) {
	p := newPrinter()
	p.printf(format, a)
	n, err = w.Write(p.buf)
	p.release()
	return n, err
}

func Printf(format string, a ...any) (n int, err error) {
	p := newPrinter()
	p.printf(format, a)
	n, err = stdio.Print(p.buf)
	p.release()
	return n, err
}

func Sprintf(format string, a ...any) string {
	p := newPrinter()
	p.printf(format, a)
	s := string(p.buf)
	p.release()
	return s
}

func Appendf(b []byte, format string, a ...any) []byte {
	p := newPrinter()
	p.printf(format, a)
	b = append(b, p.buf...)
	p.release()
	return b
}

func Fprint(w io.Writer, a ...any) (n int, err error) {
	p := newPrinter()
	p.print(a)
	n, err = w.Write(p.buf)
	p.release()
	return n, err
}

func Print(a ...any) (n int, err error) {
	p := newPrinter()
	p.print(a)
	n, err = stdio.Print(p.buf)
	p.release()
	return n, err
}

func Sprint(a ...any) string {
	p := newPrinter()
	p.print(a)
	s := string(p.buf)
	p.release()
	return s
}

func Append(b []byte, a ...any) []byte {
	p := newPrinter()
	p.print(a)
	b = append(b, p.buf...)
	p.release()
	return b
}

func Fprintln(w io.Writer, a ...any) (n int, err error) {
	p := newPrinter()
	p.println(a)
	n, err = w.Write(p.buf)
	p.release()
	return n, err
}

func Println(a ...any) (n int, err error) {
	p := newPrinter()
	p.println(a)
	n, err = stdio.Print(p.buf)
	p.release()
	return n, err
}

func Sprintln(a ...any) string {
	p := newPrinter()
	p.println(a)
	s := string(p.buf)
	p.release()
	return s
}

func Appendln(b []byte, a ...any) []byte {
	p := newPrinter()
	p.println(a)
	b = append(b, p.buf...)
	p.release()
	return b
}

// print puts a space between operands when neither is a string.
func (p *printer) print(a []any) {
	afterString := true
	for i, arg := range a {
		isString := arg != nil && rt.Kind(rt.TypeOf(arg)) == rt.String_
		if i > 0 && !isString && !afterString {
			p.buf = append(p.buf, ' ')
		}
		p.printArg(arg, 'v')
		afterString = isString
	}
}

func (p *printer) println(a []any) {
	for i, arg := range a {
		if i > 0 {
			p.buf = append(p.buf, ' ')
		}
		switch v := arg.(type) {
		case string:
			p.buf = append(p.buf, v...)
		case int:
			p.buf = strconv.AppendInt(p.buf, int64(v), 10)
		default:
			p.printArg(arg, 'v')
		}
	}
	p.buf = append(p.buf, '\n')
}

const most = 1_000_000

// number parses a decimal number at i; ok is false if there is none, or one that is too large.
func number(format string, i int) (n int, ok bool, next int) {
	for ; i < len(format) && '0' <= format[i] && format[i] <= '9'; i++ {
		if n > most {
			return 0, false, len(format)
		}
		n = n*10 + int(format[i]-'0')
		ok = true
	}
	return n, ok, i
}

// argIndex parses an explicit argument index such as [3] at i; found tells that there was one that is right.
func (p *printer) argIndex(arg int, format string, i int, count int) (newArg, next int, found bool) {
	if i >= len(format) || format[i] != '[' {
		return arg, i, false
	}
	p.reordered = true
	if len(format)-i >= 3 {
		for end := i + 1; end < len(format); end++ {
			if format[end] != ']' {
				continue
			}
			n, ok, stop := number(format[:end], i+1)
			if ok && stop == end && 1 <= n && n <= count {
				return n - 1, end + 1, true
			}
			p.goodArg = false
			return arg, end + 1, ok && stop == end
		}
	}
	p.goodArg = false
	return arg, i + 1, false
}

// intArg is the value of a star.
func intArg(a []any, at int) (n int, ok bool, next int) {
	if at >= len(a) {
		return 0, false, at
	}
	n, ok = a[at].(int)
	if !ok {
		switch k := rt.Kind(rt.TypeOf(a[at])); {
		case rt.Int8 <= k && k <= rt.Int64:
			n, ok = int(rt.Int(a[at])), true
		case rt.Uint8 <= k && k <= rt.Uintptr:
			u := rt.Uint(a[at])
			n, ok = int(u), u < 1<<63
		}
	}
	if !ok || n > most || n < -most {
		return 0, false, at + 1
	}
	return n, true, at + 1
}

func (p *printer) printf(format string, a []any) {
	arg := 0
	indexed := false // the last thing was an explicit index
	p.reordered = false
directives:
	for i := 0; i < len(format); {
		p.goodArg = true
		start := i
		for i < len(format) && format[i] != '%' {
			i++
		}
		if i > start {
			p.buf = append(p.buf, format[start:i]...)
		}
		if i >= len(format) {
			break
		}
		i++
		p.clearFlags()
	flags:
		for ; i < len(format); i++ {
			c := format[i]
			switch c {
			case '#':
				p.sharp = true
			case '0':
				p.zero = true
			case '+':
				p.plus = true
			case '-':
				p.minus = true
			case ' ':
				p.space = true
			default:
				if 'a' <= c && c <= 'z' && arg < len(a) {
					p.printVerb(a, arg, rune(c))
					arg++
					i++
					continue directives
				}
				break flags
			}
		}
		arg, i, indexed = p.argIndex(arg, format, i, len(a))
		if i < len(format) && format[i] == '*' {
			i++
			p.width, p.hasWidth, arg = intArg(a, arg)
			if !p.hasWidth {
				p.buf = append(p.buf, "%!(BADWIDTH)"...)
			}
			if p.width < 0 {
				p.width = -p.width
				p.minus = true
				p.zero = false
			}
			indexed = false
		} else {
			p.width, p.hasWidth, i = number(format, i)
			if indexed && p.hasWidth {
				p.goodArg = false
			}
		}
		if i+1 < len(format) && format[i] == '.' {
			i++
			if indexed {
				p.goodArg = false
			}
			arg, i, indexed = p.argIndex(arg, format, i, len(a))
			if i < len(format) && format[i] == '*' {
				i++
				p.prec, p.hasPrec, arg = intArg(a, arg)
				if p.prec < 0 {
					p.prec = 0
					p.hasPrec = false
				}
				if !p.hasPrec {
					p.buf = append(p.buf, "%!(BADPREC)"...)
				}
				indexed = false
			} else {
				p.prec, p.hasPrec, i = number(format, i)
				if !p.hasPrec {
					p.prec = 0
					p.hasPrec = true
				}
			}
		}
		if !indexed {
			arg, i, indexed = p.argIndex(arg, format, i, len(a))
		}
		if i >= len(format) {
			p.buf = append(p.buf, "%!(NOVERB)"...)
			break
		}
		verb, size := rune(format[i]), 1
		if verb >= utf8.RuneSelf {
			verb, size = utf8.DecodeRuneInString(format[i:])
		}
		i += size
		switch {
		case verb == '%':
			p.buf = append(p.buf, '%')
		case !p.goodArg:
			p.complain(verb, "(BADINDEX)")
		case arg >= len(a):
			p.complain(verb, "(MISSING)")
		default:
			p.printVerb(a, arg, verb)
			arg++
		}
	}
	if !p.reordered && arg < len(a) {
		p.clearFlags()
		p.extra(a[arg:])
	}
}

func (p *printer) complain(verb rune, what string) {
	p.buf = append(p.buf, "%!"...)
	p.buf = utf8.AppendRune(p.buf, verb)
	p.buf = append(p.buf, what...)
}

// extra reports operands that no verb asked for.
func (p *printer) extra(a []any) {
	p.buf = append(p.buf, "%!(EXTRA "...)
	for i, arg := range a {
		if i > 0 {
			p.buf = append(p.buf, ", "...)
		}
		if arg == nil {
			p.buf = append(p.buf, "<nil>"...)
			continue
		}
		p.buf = append(p.buf, rt.TypeName(rt.TypeOf(arg))...)
		p.buf = append(p.buf, '=')
		p.printArg(arg, 'v')
	}
	p.buf = append(p.buf, ')')
}

// printVerb prints the operand with that index.
func (p *printer) printVerb(a []any, arg int, verb rune) {
	if verb == 'w' {
		p.wrapped = append(p.wrapped, arg)
	}
	if verb == 'v' || verb == 'w' {
		p.sharpV, p.sharp = p.sharp, false
		p.plusV, p.plus = p.plus, false
	}
	p.printArg(a[arg], verb)
}

func (p *printer) badVerb(verb rune) {
	p.erroring = true
	p.complain(verb, "(")
	if arg := p.arg; arg != nil {
		p.buf = append(p.buf, rt.TypeName(rt.TypeOf(arg))...)
		p.buf = append(p.buf, '=')
		p.printArg(arg, 'v')
	} else {
		p.buf = append(p.buf, "<nil>"...)
	}
	p.buf = append(p.buf, ')')
	p.erroring = false
}

func (p *printer) printArg(arg any, verb rune) {
	p.arg = arg
	if arg == nil {
		if verb == 'T' || verb == 'v' {
			p.pad("<nil>")
		} else {
			p.badVerb(verb)
		}
		return
	}
	if verb == 'T' {
		p.formatString(rt.TypeName(rt.TypeOf(arg)))
		return
	}
	if verb == 'p' {
		p.printPointer(arg, 'p')
		return
	}
	switch v := arg.(type) {
	case string:
		p.printString(v, verb)
	case int:
		p.printInteger(uint64(v), true, verb)
	case bool:
		p.printBool(v, verb)
	case float64:
		p.printFloat(v, 64, verb)
	case float32:
		p.printFloat(float64(v), 32, verb)
	case int8:
		p.printInteger(uint64(v), true, verb)
	case int16:
		p.printInteger(uint64(v), true, verb)
	case int32:
		p.printInteger(uint64(v), true, verb)
	case int64:
		p.printInteger(uint64(v), true, verb)
	case uint:
		p.printInteger(uint64(v), false, verb)
	case uint8:
		p.printInteger(uint64(v), false, verb)
	case uint16:
		p.printInteger(uint64(v), false, verb)
	case uint32:
		p.printInteger(uint64(v), false, verb)
	case uint64:
		p.printInteger(v, false, verb)
	case uintptr:
		p.printInteger(uint64(v), false, verb)
	case []byte:
		p.printBytes(v, arg, "[]byte", verb)
	default:
		if !p.methods(verb, 0) {
			p.printValue(arg, verb, 0, true)
		}
	}
}

// hidesValue tells whether what is to be printed is a value of package reflect that shows its type only: where it is part
// of something, or behind a pointer, Go calls its method String as it would any other.
func (p *printer) hidesValue(verb rune, depth int) bool {
	switch verb {
	case 'v', 's', 'x', 'X', 'q':
		name := rt.TypeName(rt.TypeOf(p.arg))
		return !p.sharpV && (name == "*reflect.Value" || depth > 0 && name == "reflect.Value")
	}
	return false
}

// methods lets the operand print itself, if it can and may.
func (p *printer) methods(verb rune, depth int) bool {
	if p.erroring {
		return false
	}
	if verb == 'w' {
		if _, ok := p.arg.(error); !ok || !p.wrapsErrors {
			p.badVerb(verb)
			return true
		}
		verb = 'v'
	}
	switch v := p.arg.(type) {
	case Formatter:
		if !p.hidesValue(verb, depth) {
			p.callFormat(v, verb)
			return true
		}
	}
	if p.sharpV {
		if v, ok := p.arg.(GoStringer); ok {
			p.callGoString(v, verb)
			return true
		}
		return false
	}
	switch verb {
	case 'v', 's', 'x', 'X', 'q':
		switch v := p.arg.(type) {
		case error:
			p.callError(v, verb)
			return true
		case Stringer:
			p.callString(v, verb)
			return true
		}
	}
	return false
}

func (p *printer) callFormat(v Formatter, verb rune) {
	defer p.catch(v, verb, "Format")
	v.Format(p, verb)
}

func (p *printer) callGoString(v GoStringer, verb rune) {
	defer p.catch(v, verb, "GoString")
	p.formatString(v.GoString())
}

func (p *printer) callError(v error, verb rune) {
	defer p.catch(v, verb, "Error")
	p.printString(v.Error(), verb)
}

func (p *printer) callString(v Stringer, verb rune) {
	defer p.catch(v, verb, "String")
	p.printString(v.String(), verb)
}

// catch reports a panic of a method.
func (p *printer) catch(arg any, verb rune, method string) {
	err := recover()
	if err == nil {
		return
	}
	if rt.Kind(rt.TypeOf(arg)) == rt.Pointer_ && rt.IsNil(arg) {
		p.buf = append(p.buf, "<nil>"...)
		return
	}
	if p.panicking {
		panic(err)
	}
	hasWidth, hasPrec := p.hasWidth, p.hasPrec
	minus, plus, sharp, space, zero := p.minus, p.plus, p.sharp, p.space, p.zero
	plusV, sharpV := p.plusV, p.sharpV
	p.clearFlags()
	p.complain(verb, "(PANIC=")
	p.buf = append(p.buf, method...)
	p.buf = append(p.buf, " method: "...)
	p.panicking = true
	p.printArg(err, 'v')
	p.panicking = false
	p.buf = append(p.buf, ')')
	// As in Go, a width stays, but it is now 0.
	p.hasWidth, p.hasPrec = hasWidth, hasPrec
	p.minus, p.plus, p.sharp, p.space, p.zero = minus, plus, sharp, space, zero
	p.plusV, p.sharpV = plusV, sharpV
}

// printPart prints a field, element or key, whose static type is t. Methods are called only on what could be had
// without going through unexported fields.
func (p *printer) printPart(v any, t int, verb rune, depth int, exported bool) {
	if v == nil {
		if p.sharpV {
			p.buf = append(p.buf, rt.TypeName(t)...)
			p.buf = append(p.buf, "(nil)"...)
		} else {
			p.buf = append(p.buf, "<nil>"...)
		}
		return
	}
	if exported {
		p.arg = v
		if p.methods(verb, depth) {
			return
		}
	}
	p.printValue(v, verb, depth, exported)
}

func (p *printer) printValue(v any, verb rune, depth int, exported bool) {
	p.arg = v
	t := rt.TypeOf(v)
	switch k := rt.Kind(t); k {
	case rt.Bool:
		p.printBool(rt.Uint(v) != 0, verb)
	case rt.Int8, rt.Int16, rt.Int32, rt.Int64:
		p.printInteger(rt.Uint(v), true, verb)
	case rt.Uint8, rt.Uint16, rt.Uint32, rt.Uint64, rt.Uintptr:
		p.printInteger(rt.Uint(v), false, verb)
	case rt.Float32:
		p.printFloat(rt.Float(v), 32, verb)
	case rt.Float64:
		p.printFloat(rt.Float(v), 64, verb)
	case rt.Complex64, rt.Complex128:
		re, im := rt.Complex(v)
		p.printComplex(re, im, (k-rt.Complex64+1)*32, verb)
	case rt.String_:
		p.printString(rt.String(v), verb)
	case rt.Map:
		p.printMap(v, t, verb, depth, exported)
	case rt.Struct:
		p.printStruct(v, t, verb, depth, exported)
	case rt.Array, rt.Slice:
		p.printList(v, t, verb, depth, exported)
	case rt.Pointer_:
		if depth == 0 && !rt.IsNil(v) {
			switch rt.Kind(rt.Elem(t)) {
			case rt.Array, rt.Slice, rt.Struct, rt.Map:
				p.buf = append(p.buf, '&')
				p.printPart(rt.Deref(v), rt.Elem(t), verb, depth+1, exported)
				return
			}
		}
		p.printPointer(v, verb)
	case rt.Chan, rt.Func, rt.UnsafePointer:
		p.printPointer(v, verb)
	}
}

func (p *printer) printMap(v any, t int, verb rune, depth int, exported bool) {
	if p.sharpV {
		p.buf = append(p.buf, rt.TypeName(t)...)
		if rt.IsNil(v) {
			p.buf = append(p.buf, "(nil)"...)
			return
		}
		p.buf = append(p.buf, '{')
	} else {
		p.buf = append(p.buf, "map["...)
	}
	entries := rt.SortedEntries(v)
	for i := 0; i+1 < len(entries); i += 2 {
		p.separate(i)
		p.printPart(entries[i], rt.Key(t), verb, depth+1, exported)
		p.buf = append(p.buf, ':')
		p.printPart(entries[i+1], rt.Elem(t), verb, depth+1, exported)
	}
	if p.sharpV {
		p.buf = append(p.buf, '}')
	} else {
		p.buf = append(p.buf, ']')
	}
}

// separate stands before part i.
func (p *printer) separate(i int) {
	if i == 0 {
		return
	}
	if p.sharpV {
		p.buf = append(p.buf, ',')
	}
	p.buf = append(p.buf, ' ')
}

func (p *printer) printStruct(v any, t int, verb rune, depth int, exported bool) {
	if p.sharpV {
		p.buf = append(p.buf, rt.TypeName(t)...)
	}
	p.buf = append(p.buf, '{')
	n := rt.NumField(t)
	for i := 0; i < n; i++ {
		p.separate(i)
		if p.plusV || p.sharpV {
			p.buf = append(p.buf, rt.FieldName(t, i)...)
			p.buf = append(p.buf, ':')
		}
		p.printPart(rt.Field(v, i), rt.FieldType(t, i), verb, depth+1, exported && rt.FieldExported(t, i))
	}
	p.buf = append(p.buf, '}')
}

func (p *printer) printList(v any, t int, verb rune, depth int, exported bool) {
	elem := rt.Elem(t)
	switch verb {
	case 's', 'q', 'x', 'X':
		if rt.Kind(elem) == rt.Uint8 {
			p.printBytes(rt.Bytes(v), v, rt.TypeName(t), verb)
			return
		}
	}
	open, end := byte('['), byte(']')
	if p.sharpV {
		open, end = '{', '}'
		p.buf = append(p.buf, rt.TypeName(t)...)
		if rt.Kind(t) == rt.Slice && rt.IsNil(v) {
			p.buf = append(p.buf, "(nil)"...)
			return
		}
	}
	p.buf = append(p.buf, open)
	n := rt.Len(v)
	for i := 0; i < n; i++ {
		p.separate(i)
		p.printPart(rt.Index(v, i), elem, verb, depth+1, exported)
	}
	p.buf = append(p.buf, end)
}

type wrapError struct {
	msg string
	err error
}

func (e *wrapError) Error() string { return e.msg }
func (e *wrapError) Unwrap() error { return e.err }

type wrapErrors struct {
	msg  string
	errs []error
}

func (e *wrapErrors) Error() string   { return e.msg }
func (e *wrapErrors) Unwrap() []error { return e.errs }

// Errorf is an error with that text, which wraps the operands of %w.
func Errorf(format string, a ...any) error {
	p := newPrinter()
	p.wrapsErrors = true
	p.printf(format, a)
	s := string(p.buf)
	wrapped, reordered := p.wrapped, p.reordered
	p.release()
	switch len(wrapped) {
	case 0:
		return errors.New(s)
	case 1:
		e := &wrapError{msg: s}
		e.err, _ = a[wrapped[0]].(error)
		return e
	}
	if reordered {
		for i := range wrapped {
			for j := i; j > 0 && wrapped[j] < wrapped[j-1]; j-- {
				wrapped[j], wrapped[j-1] = wrapped[j-1], wrapped[j]
			}
		}
	}
	var errs []error
	for i, arg := range wrapped {
		if i > 0 && wrapped[i-1] == arg {
			continue
		}
		if e, ok := a[arg].(error); ok {
			errs = append(errs, e)
		}
	}
	return &wrapErrors{s, errs}
}
