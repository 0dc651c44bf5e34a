package template

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"text/template/parse"
)

// maxDepth is how deep executions of templates may be nested.
const maxDepth = 100000

// ExecError is the error of an execution. Errors of the writer are not wrapped in it.
type ExecError struct {
	Name string // the template's
	Err  error
}

func (e ExecError) Error() string { return e.Err.Error() }
func (e ExecError) Unwrap() error { return e.Err }

// writeFailure is an error of the writer on its way out.
type writeFailure struct{ err error }

// variable is a variable in scope; the innermost one is the last.
type variable struct {
	name  string
	value reflect.Value
}

// state is one execution of one template.
type state struct {
	*output
	template *Template
	node     parse.Node // what errors point at
	vars     []variable
	depth    int
}

// output is what nested executions share.
type output struct {
	writer  io.Writer
	scratch []byte
	last    *members // those of the type that was looked at last
	running running
}

// flow is how a list ended.
type flow uint8

const (
	flowNext flow = iota
	flowBreak
	flowContinue
)

// Execute applies the template to data. A reflect.Value stands for what it holds.
func (t *Template) Execute(wr io.Writer, data any) error {
	return t.execute(wr, data)
}

// ExecuteTemplate applies the associated template of the name to data.
func (t *Template) ExecuteTemplate(wr io.Writer, name string, data any) error {
	other := t.Lookup(name)
	if other == nil {
		return fmt.Errorf("template: no template %q associated with template %q", name, t.name)
	}
	return other.Execute(wr, data)
}

func (t *Template) execute(wr io.Writer, data any) (err error) {
	out := &output{writer: wr}
	defer func() {
		problem := recover()
		if problem != nil && out.running.state != nil {
			// What was called panicked.
			cause, ok := problem.(error)
			if !ok {
				cause = fmt.Errorf("%v", problem)
			}
			err = out.running.failure(cause)
			return
		}
		switch problem := problem.(type) {
		case nil:
		case writeFailure:
			err = problem.err
		case ExecError:
			err = problem
		default:
			panic(problem)
		}
	}()
	value, ok := data.(reflect.Value)
	if !ok {
		value = reflect.ValueOf(data)
	}
	s := &state{output: out, template: t, vars: []variable{{"$", value}}}
	if t.Tree == nil || t.Root == nil {
		s.failf("%q is an incomplete or empty template", t.name)
	}
	s.walk(value, t.Root)
	return nil
}

// failf ends the execution with an error that tells the place.
func (s *state) failf(format string, args ...any) {
	panic(s.failure(format, args...))
}

// failure returns an error that tells the place.
func (s *state) failure(format string, args ...any) ExecError {
	prefix := "template: " + s.template.name + ": "
	if s.node != nil {
		location, context := s.template.ErrorContext(s.node)
		prefix = fmt.Sprintf("template: %s: executing %q at <%s>: ", location, s.template.name, context)
	}
	format = strings.ReplaceAll(prefix, "%", "%%") + format
	return ExecError{s.template.name, fmt.Errorf(format, args...)}
}

func (s *state) at(n parse.Node) { s.node = n }

func (s *state) push(name string, value reflect.Value) {
	s.vars = append(s.vars, variable{name, value})
}

// find returns the innermost variable of the name.
func (s *state) find(name string) *variable {
	for i := len(s.vars) - 1; i >= 0; i-- {
		if s.vars[i].name == name {
			return &s.vars[i]
		}
	}
	s.failf("undefined variable: %s", name)
	return nil
}

// walk executes a node.
func (s *state) walk(dot reflect.Value, n parse.Node) flow {
	s.at(n)
	switch n := n.(type) {
	case *parse.ActionNode:
		// A pipeline that sets variables prints nothing.
		value := s.pipeline(dot, n.Pipe)
		if len(n.Pipe.Decl) == 0 {
			s.print(n, value)
		}
	case *parse.TextNode:
		s.write(n.Text)
	case *parse.ListNode:
		for _, item := range n.Nodes {
			if f := s.walk(dot, item); f != flowNext {
				return f
			}
		}
	case *parse.IfNode:
		return s.branch(dot, &n.BranchNode, false)
	case *parse.WithNode:
		return s.branch(dot, &n.BranchNode, true)
	case *parse.RangeNode:
		return s.loop(dot, n)
	case *parse.TemplateNode:
		s.nested(dot, n)
	case *parse.BreakNode:
		return flowBreak
	case *parse.ContinueNode:
		return flowContinue
	case *parse.CommentNode:
	default:
		s.failf("unknown node: %s", n)
	}
	return flowNext
}

// branch executes an if or a with.
func (s *state) branch(dot reflect.Value, n *parse.BranchNode, with bool) flow {
	scope := len(s.vars)
	value := s.pipeline(dot, n.Pipe)
	truth, ok := isTrue(throughInterface(value))
	if !ok {
		s.failf("if/with can't use %v", value)
	}
	f := flowNext
	switch {
	case truth && with:
		f = s.walk(value, n.List)
	case truth:
		f = s.walk(dot, n.List)
	case n.ElseList != nil:
		f = s.walk(dot, n.ElseList)
	}
	s.vars = s.vars[:scope]
	return f
}

// nested executes another template.
func (s *state) nested(dot reflect.Value, n *parse.TemplateNode) {
	t := s.template.Lookup(n.Name)
	if t == nil {
		s.failf("template %q not defined", n.Name)
	}
	if s.depth == maxDepth {
		s.failf("exceeded maximum template depth (%v)", maxDepth)
	}
	dot = s.pipeline(dot, n.Pipe)
	inner := &state{output: s.output, template: t, vars: []variable{{"$", dot}}, depth: s.depth + 1}
	inner.walk(dot, t.Root)
}

// IsTrue reports whether val is not empty: not the zero value of its type, and not a list, map or string
// without elements. It reports besides whether that has a meaning for val.
func IsTrue(val any) (truth, ok bool) {
	return isTrue(reflect.ValueOf(val))
}

func isTrue(v reflect.Value) (truth, ok bool) {
	switch v.Kind() {
	case reflect.Invalid:
		return false, true
	case reflect.Bool:
		return v.Bool(), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int() != 0, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return v.Uint() != 0, true
	case reflect.Float32, reflect.Float64:
		return v.Float() != 0, true
	case reflect.Complex64, reflect.Complex128:
		return v.Complex() != 0, true
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() > 0, true
	case reflect.Chan, reflect.Func, reflect.Pointer, reflect.UnsafePointer, reflect.Interface:
		return !v.IsNil(), true
	case reflect.Struct:
		return true, true
	}
	return false, false
}

func (s *state) write(text []byte) {
	if _, err := s.writer.Write(text); err != nil {
		panic(writeFailure{err})
	}
}

var (
	boolType   = reflect.TypeFor[bool]()
	intType    = reflect.TypeFor[int]()
	stringType = reflect.TypeFor[string]()
)

// print writes a value as fmt.Print does.
func (s *state) print(n parse.Node, v reflect.Value) {
	s.at(n)
	if v.IsValid() {
		switch v.Type() {
		case stringType:
			s.scratch = append(s.scratch[:0], v.String()...)
			s.write(s.scratch)
			return
		case intType:
			s.scratch = strconv.AppendInt(s.scratch[:0], v.Int(), 10)
			s.write(s.scratch)
			return
		case boolType:
			s.scratch = strconv.AppendBool(s.scratch[:0], v.Bool())
			s.write(s.scratch)
			return
		}
	}
	x, ok := printable(v)
	if !ok {
		s.failf("can't print %s of type %s", n, v.Type())
	}
	if _, err := fmt.Fprint(s.writer, x); err != nil {
		panic(writeFailure{err})
	}
}

var (
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
)

// prints reports whether values of type t print themselves.
func prints(t reflect.Type) bool {
	return t.NumMethod() > 0 && (t.Implements(errorType) || t.Implements(stringerType))
}

// printable returns what fmt is to print for v; ok is false for functions and channels.
func printable(v reflect.Value) (x any, ok bool) {
	if v.Kind() == reflect.Pointer {
		v, _ = indirect(v)
	}
	if !v.IsValid() {
		return "<no value>", true
	}
	if t := v.Type(); !prints(t) {
		if v.CanAddr() && prints(reflect.PointerTo(t)) {
			v = v.Addr()
		} else if k := v.Kind(); k == reflect.Chan || k == reflect.Func {
			return nil, false
		}
	}
	return v.Interface(), true
}

// indirect follows pointers and interfaces to their end, or to a nil one.
func indirect(v reflect.Value) (_ reflect.Value, isNil bool) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return v, true
		}
		v = v.Elem()
	}
	return v, false
}

// throughInterface returns what an interface holds, the zero Value if that is nothing.
func throughInterface(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Interface {
		return v
	}
	if v.IsNil() {
		return reflect.Value{}
	}
	return v.Elem()
}
