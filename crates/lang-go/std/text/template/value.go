package template

import (
	"reflect"
	"strings"
	"text/template/parse"
)

// final is the value that the command before this one in the pipeline gave; ok is false for the first
// command.
type final struct {
	value reflect.Value
	ok    bool
}

// pipeline evaluates a pipeline and sets its variables.
func (s *state) pipeline(dot reflect.Value, p *parse.PipeNode) (value reflect.Value) {
	if p == nil {
		return
	}
	s.at(p)
	var last final
	for _, c := range p.Cmds {
		value = s.command(dot, c, last)
		if value.Kind() == reflect.Interface && value.Type().NumMethod() == 0 {
			value = value.Elem()
		}
		last = final{value, true}
	}
	for _, v := range p.Decl {
		if p.IsAssign {
			s.find(v.Ident[0]).value = value
		} else {
			s.push(v.Ident[0], value)
		}
	}
	return value
}

// plain fails if a value that cannot be called has arguments.
func (s *state) plain(args []parse.Node, last final) {
	if len(args) > 1 || last.ok {
		s.failf("can't give argument to non-function %s", args[0])
	}
}

// command evaluates one command of a pipeline.
func (s *state) command(dot reflect.Value, c *parse.CommandNode, last final) reflect.Value {
	switch n := c.Args[0].(type) {
	case *parse.FieldNode:
		s.at(n)
		return s.chain(dot, dot, n, n.Ident, c.Args, last)
	case *parse.ChainNode:
		return s.chainOf(dot, n, c.Args, last)
	case *parse.IdentifierNode:
		return s.function(dot, n, c, c.Args, last)
	case *parse.PipeNode:
		s.plain(c.Args, last)
		return s.pipeline(dot, n)
	case *parse.VariableNode:
		return s.variable(dot, n, c.Args, last)
	}
	n := c.Args[0]
	s.at(n)
	s.plain(c.Args, last)
	switch n := n.(type) {
	case *parse.BoolNode:
		return reflect.ValueOf(n.True)
	case *parse.DotNode:
		return dot
	case *parse.NilNode:
		s.failf("nil is not a command")
	case *parse.NumberNode:
		return s.constant(n)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	}
	s.failf("can't evaluate command %q", n)
	return reflect.Value{}
}

// constant gives a number the type that Go would: that of its syntax.
func (s *state) constant(n *parse.NumberNode) reflect.Value {
	s.at(n)
	hex := len(n.Text) > 2 && n.Text[0] == '0' && (n.Text[1] == 'x' || n.Text[1] == 'X') && !strings.ContainsAny(n.Text, "pP")
	switch {
	case n.IsComplex:
		return reflect.ValueOf(n.Complex128)
	case n.IsFloat && !hex && n.Text[0] != '\'' && strings.ContainsAny(n.Text, ".eEpP"):
		return reflect.ValueOf(n.Float64)
	case n.IsInt:
		return reflect.ValueOf(int(n.Int64))
	case n.IsUint:
		s.failf("%s overflows int", n.Text)
	}
	return reflect.Value{}
}

// chainOf evaluates the fields of a term.
func (s *state) chainOf(dot reflect.Value, n *parse.ChainNode, args []parse.Node, last final) reflect.Value {
	s.at(n)
	if len(n.Field) == 0 {
		s.failf("internal error: no fields in evalChainNode")
	}
	if n.Node.Type() == parse.NodeNil {
		s.failf("indirection through explicit nil in %s", n)
	}
	return s.chain(dot, s.argument(dot, nil, n.Node), n, n.Field, args, last)
}

func (s *state) variable(dot reflect.Value, n *parse.VariableNode, args []parse.Node, last final) reflect.Value {
	s.at(n)
	value := s.find(n.Ident[0]).value
	if len(n.Ident) == 1 {
		s.plain(args, last)
		return value
	}
	return s.chain(dot, value, n, n.Ident[1:], args, last)
}

// chain evaluates fields one after the other. The last one gets the arguments.
func (s *state) chain(dot, receiver reflect.Value, n parse.Node, names []string, args []parse.Node, last final) reflect.Value {
	end := len(names) - 1
	for _, name := range names[:end] {
		receiver = s.field(dot, receiver, name, n, nil, final{})
	}
	return s.field(dot, receiver, names[end], n, args, last)
}

// field evaluates a field, an entry of a map or a method.
func (s *state) field(dot, receiver reflect.Value, name string, n parse.Node, args []parse.Node, last final) reflect.Value {
	if !receiver.IsValid() {
		if s.template.missing == missingIsError {
			s.failf("nil data; no entry for key %q", name)
		}
		return reflect.Value{}
	}
	t := receiver.Type()
	receiver, isNil := indirect(receiver)
	if isNil && receiver.Kind() == reflect.Interface {
		s.failf("nil pointer evaluating %s.%s", t, name)
	}
	m := s.membersOf(receiver.Type())
	if method := m.method(receiver.CanAddr() && receiver.Kind() != reflect.Pointer, name); method != nil {
		if method.onPointer {
			receiver = receiver.Addr()
		}
		return s.call(dot, function{receiver.Method(method.index), method.sig}, n, name, args, last)
	}
	hasArgs := len(args) > 1 || last.ok
	switch receiver.Kind() {
	case reflect.Struct:
		if f := m.field(name); f != nil {
			return s.structField(receiver, f, t, hasArgs)
		}
	case reflect.Map:
		if stringType.AssignableTo(receiver.Type().Key()) {
			return s.entry(receiver, name, hasArgs)
		}
	case reflect.Pointer:
		// Only a nil pointer is left here; that the field does not exist is the better message.
		elem := receiver.Type().Elem()
		if isNil && (elem.Kind() != reflect.Struct || s.membersOf(elem).field(name) != nil) {
			s.failf("nil pointer evaluating %s.%s", t, name)
		}
	}
	s.failf("can't evaluate field %s in type %s", name, t)
	return reflect.Value{}
}

func (s *state) structField(receiver reflect.Value, f *structField, t reflect.Type, hasArgs bool) reflect.Value {
	var value reflect.Value
	if len(f.index) == 1 {
		value = receiver.Field(f.index[0])
	}
	if !f.exported {
		s.failf("%s is an unexported field of struct type %s", f.name, t)
	}
	if len(f.index) > 1 {
		var err error
		if value, err = receiver.FieldByIndexErr(f.index); err != nil {
			s.failf("%v", err)
		}
	}
	if hasArgs {
		s.failf("%s has arguments but cannot be invoked as function", f.name)
	}
	return value
}

// entry looks a name up in a map.
func (s *state) entry(m reflect.Value, name string, hasArgs bool) reflect.Value {
	if hasArgs {
		s.failf("%s is not a method but has arguments", name)
	}
	value := m.MapIndex(reflect.ValueOf(name))
	if !value.IsValid() {
		switch s.template.missing {
		case missingIsZero:
			return reflect.Zero(m.Type().Elem())
		case missingIsError:
			s.failf("map has no entry for key %q", name)
		}
	}
	return value
}

// members is what names mean in a type: what was asked for so far, and exists.
type members struct {
	typ     reflect.Type
	pointer reflect.Type // the pointer to it, nil while it is not needed
	fields  map[string]*structField
	methods [2]map[string]*method // of a value, and of one that has an address
	bare    [2]bool               // there are no methods
}

type structField struct {
	name     string
	index    []int
	exported bool
}

type method struct {
	index     int
	onPointer bool // the receiver is the address
	sig       *signature
}

var membersByType = map[reflect.Type]*members{}

func (s *state) membersOf(t reflect.Type) *members {
	if s.last != nil && s.last.typ == t {
		return s.last
	}
	m := membersByType[t]
	if m == nil {
		m = &members{typ: t}
		if t.Kind() == reflect.Struct {
			m.fields = map[string]*structField{}
		}
		m.pointer = reflect.PointerTo(t)
		m.bare = [2]bool{t.NumMethod() == 0, m.pointer.NumMethod() == 0}
		m.methods = [2]map[string]*method{{}, {}}
		membersByType[t] = m
	}
	s.last = m
	return m
}

// field returns the field of a struct that the name means, nil if there is none.
func (m *members) field(name string) *structField {
	f := m.fields[name]
	if f == nil && m.fields != nil {
		if found, ok := m.typ.FieldByName(name); ok {
			f = &structField{name, found.Index, found.IsExported()}
			m.fields[name] = f
		}
	}
	return f
}

// method returns the method of the name, nil if there is none.
func (m *members) method(addressable bool, name string) *method {
	set, t := 0, m.typ
	if addressable {
		set, t = 1, m.pointer
	}
	if m.bare[set] {
		return nil
	}
	found := m.methods[set][name]
	if found == nil {
		if f, ok := t.MethodByName(name); ok {
			found = &method{index: f.Index, onPointer: addressable}
			found.sig = signatureOf(reflect.Zero(t).Method(f.Index).Type())
			m.methods[set][name] = found
		}
	}
	return found
}
