package ast

import (
	"bytes"
	"fmt"
	"go/token"
	"io"
	"os"
	"reflect"
)

// FieldFilter reports whether a field is printed.
type FieldFilter func(name string, value reflect.Value) bool

// NotNilFilter is a FieldFilter for what is not nil.
func NotNilFilter(_ string, v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return !v.IsNil()
	}
	return true
}

// Print prints a tree to standard output, without what is nil.
func Print(fset *token.FileSet, x any) error { return Fprint(os.Stdout, fset, x, NotNilFilter) }

// Fprint prints a tree, each exported field of it on a numbered line. Positions are numbers if there is no file set; the filter may be nil.
func Fprint(w io.Writer, fset *token.FileSet, x any, f FieldFilter) error {
	p := dumper{w: w, fset: fset, filter: f, seen: make(map[any]int), start: true}
	if x == nil {
		p.printf("nil\n")
	} else {
		p.print(reflect.ValueOf(x))
		p.printf("\n")
	}
	p.flush()
	return p.err
}

// dumper prints values. Pointers that were printed are printed as the lines where that was.
type dumper struct {
	w      io.Writer
	fset   *token.FileSet
	filter FieldFilter
	seen   map[any]int
	indent int
	start  bool // of a line
	line   int
	buf    bytes.Buffer
	err    error
}

func (p *dumper) flush() {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf.Bytes())
	}
	p.buf.Reset()
}

func (p *dumper) printf(format string, args ...any) {
	for _, b := range fmt.Appendf(nil, format, args...) {
		if p.start {
			fmt.Fprintf(&p.buf, "%6d  ", p.line)
			for range p.indent {
				p.buf.WriteString(".  ")
			}
			p.start = false
		}
		p.buf.WriteByte(b)
		if b == '\n' {
			p.line++
			p.start = true
			if p.buf.Len() > 4096 {
				p.flush()
			}
		}
	}
}

// block prints n lines in braces.
func (p *dumper) block(n int, line func(i int)) {
	if n > 0 {
		p.indent++
		p.printf("\n")
		for i := range n {
			line(i)
			p.printf("\n")
		}
		p.indent--
	}
	p.printf("}")
}

func (p *dumper) print(x reflect.Value) {
	if !NotNilFilter("", x) {
		p.printf("nil")
		return
	}
	switch x.Kind() {
	case reflect.Interface:
		p.print(x.Elem())
	case reflect.Map:
		p.printf("%s (len = %d) {", x.Type(), x.Len())
		keys := x.MapKeys()
		p.block(len(keys), func(i int) {
			p.print(keys[i])
			p.printf(": ")
			p.print(x.MapIndex(keys[i]))
		})
	case reflect.Pointer:
		p.printf("*")
		ptr := x.Interface()
		if line, ok := p.seen[ptr]; ok {
			p.printf("(obj @ %d)", line)
		} else {
			p.seen[ptr] = p.line
			p.print(x.Elem())
		}
	case reflect.Array, reflect.Slice:
		if x.Kind() == reflect.Array {
			p.printf("%s {", x.Type())
		} else if s, ok := x.Interface().([]byte); ok {
			p.printf("%#q", s)
			return
		} else {
			p.printf("%s (len = %d) {", x.Type(), x.Len())
		}
		p.block(x.Len(), func(i int) {
			p.printf("%d: ", i)
			p.print(x.Index(i))
		})
	case reflect.Struct:
		t := x.Type()
		p.printf("%s {", t)
		var fields []int
		for i := range t.NumField() {
			if name := t.Field(i).Name; IsExported(name) && (p.filter == nil || p.filter(name, x.Field(i))) {
				fields = append(fields, i)
			}
		}
		p.block(len(fields), func(i int) {
			p.printf("%s: ", t.Field(fields[i]).Name)
			p.print(x.Field(fields[i]))
		})
	default:
		switch v := x.Interface().(type) {
		case string:
			p.printf("%q", v)
		case token.Pos:
			if p.fset != nil {
				p.printf("%s", p.fset.Position(v))
			} else {
				p.printf("%v", v)
			}
		default:
			p.printf("%v", v)
		}
	}
}
