package template

import (
	"fmt"
	"reflect"
	"text/template/parse"
)

// function is what templates can call.
type function struct {
	value reflect.Value
	sig   *signature
}

// signature is the type of a function, taken apart once.
type signature struct {
	typ      reflect.Type
	in       []reflect.Type // without the variadic parameter
	rest     reflect.Type   // the type of one variadic argument, nil without
	results  int
	badError reflect.Type // the second of two results if it is not an error
}

var signatures = map[reflect.Type]*signature{}

func signatureOf(t reflect.Type) *signature {
	sig := signatures[t]
	if sig != nil {
		return sig
	}
	sig = &signature{typ: t, results: t.NumOut()}
	fixed := t.NumIn()
	if t.IsVariadic() {
		fixed--
		sig.rest = t.In(fixed).Elem()
	}
	for i := range fixed {
		sig.in = append(sig.in, t.In(i))
	}
	if sig.results == 2 && t.Out(1) != errorType {
		sig.badError = t.Out(1)
	}
	signatures[t] = sig
	return sig
}

// check returns an error if templates cannot use what the function returns.
func (sig *signature) check(name string) error {
	if sig.results != 1 && sig.results != 2 {
		return fmt.Errorf("function %s has %d return values; should be 1 or 2", name, sig.results)
	}
	if sig.badError != nil {
		return fmt.Errorf("invalid function signature for %s: second return value should be error; is %s", name, sig.badError)
	}
	return nil
}

// checkCount fails if there are not as many arguments as parameters. A message about variadic functions does
// not count the final one.
func (s *state) checkCount(name string, fixed int, variadic bool, args int, last final) {
	count := args
	if last.ok {
		count++
	}
	if variadic && count < fixed {
		s.failf("wrong number of args for %s: want at least %d got %d", name, fixed, args)
	}
	if !variadic && count != fixed {
		s.failf("wrong number of args for %s: want %d got %d", name, fixed, count)
	}
}

// function evaluates the call of a function. Errors of the call itself point at whole.
func (s *state) function(dot reflect.Value, n *parse.IdentifierNode, whole parse.Node, args []parse.Node, last final) reflect.Value {
	s.at(n)
	name := n.Ident
	if s.template.shared != nil {
		if f, ok := s.template.funcs[name]; ok {
			return s.call(dot, f, whole, name, args, last)
		}
	}
	b := builtins[name]
	if b == nil {
		s.failf("%q is not a defined function", name)
	}
	return s.builtin(dot, b, whole, name, args, last)
}

// call calls a function or method of the program.
func (s *state) call(dot reflect.Value, f function, n parse.Node, name string, args []parse.Node, last final) reflect.Value {
	if args != nil {
		args = args[1:] // The first is what is called.
	}
	sig := f.sig
	fixed := len(sig.in)
	s.checkCount(name, fixed, sig.rest != nil, len(args), last)
	if err := sig.check(name); err != nil {
		s.failf("%v", err)
	}
	values := make([]reflect.Value, 0, len(args)+1)
	for i, arg := range args {
		values = append(values, wrap(s.argument(dot, sig.parameter(i), arg), sig.parameter(i)))
	}
	if last.ok {
		t := sig.parameter(len(args))
		if t == reflectType && last.value.IsValid() && last.value.Type() == reflectType {
			values = append(values, last.value)
		} else {
			values = append(values, wrap(s.valid(last.value, t), t))
		}
	}
	s.running = running{s, n, name}
	value, err := invoke(f.value, values)
	s.called(err)
	return unwrap(value)
}

// running is the call that is being made. Execute makes an error of a panic in it, which costs a call
// nothing.
type running struct {
	state *state // nil between calls
	node  parse.Node
	name  string
}

// failure returns the error of the call.
func (r running) failure(err error) ExecError {
	r.state.at(r.node)
	return r.state.failure("error calling %s: %w", r.name, err)
}

// called ends the call that is running, and the execution if there is an error.
func (s *state) called(err error) {
	call := s.running
	s.running = running{}
	if err != nil {
		panic(call.failure(err))
	}
}

// parameter returns the type that argument i has to have.
func (sig *signature) parameter(i int) reflect.Type {
	if i < len(sig.in) {
		return sig.in[i]
	}
	return sig.rest
}

func invoke(f reflect.Value, args []reflect.Value) (reflect.Value, error) {
	results := f.Call(args)
	if len(results) == 2 && !results[1].IsNil() {
		return results[0], results[1].Interface().(error)
	}
	return results[0], nil
}

var reflectType = reflect.TypeFor[reflect.Value]()

// unwrap returns the reflect.Value that v holds, or else v.
func unwrap(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Type() == reflectType {
		return v.Interface().(reflect.Value)
	}
	return v
}

// wrap makes a reflect.Value of an argument if the parameter has that type.
func wrap(v reflect.Value, t reflect.Type) reflect.Value {
	if t == reflectType {
		return reflect.ValueOf(v)
	}
	return v
}

// argument evaluates an argument for a parameter of type t, any type if t is nil. For a parameter of type
// reflect.Value it is the value itself.
func (s *state) argument(dot reflect.Value, t reflect.Type, n parse.Node) reflect.Value {
	s.at(n)
	switch n := n.(type) {
	case *parse.DotNode:
		return s.valid(dot, t)
	case *parse.NilNode:
		if t == reflectType {
			return reflect.Value{}
		}
		if canBeNil(t) {
			return reflect.Zero(t)
		}
		s.failf("cannot assign nil to %s", t)
	case *parse.FieldNode:
		return s.valid(s.chain(dot, dot, n, n.Ident, nil, final{}), t)
	case *parse.VariableNode:
		return s.valid(s.variable(dot, n, nil, final{}), t)
	case *parse.PipeNode:
		return s.valid(s.pipeline(dot, n), t)
	case *parse.IdentifierNode:
		return s.valid(s.function(dot, n, n, nil, final{}), t)
	case *parse.ChainNode:
		return s.valid(s.chainOf(dot, n, nil, final{}), t)
	}
	if t == nil || t == reflectType || t.Kind() == reflect.Interface && t.NumMethod() == 0 {
		return s.untyped(n)
	}
	return s.typed(n, t)
}

// untyped gives a constant its default type.
func (s *state) untyped(n parse.Node) reflect.Value {
	switch n := n.(type) {
	case *parse.BoolNode:
		return reflect.ValueOf(n.True)
	case *parse.NumberNode:
		return s.constant(n)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	}
	s.failf("can't handle assignment of %s to empty interface argument", n)
	return reflect.Value{}
}

// typed gives a constant the type t.
func (s *state) typed(n parse.Node, t reflect.Type) reflect.Value {
	value := reflect.New(t).Elem()
	number, _ := n.(*parse.NumberNode)
	var expected string
	switch t.Kind() {
	case reflect.Bool:
		if b, ok := n.(*parse.BoolNode); ok {
			value.SetBool(b.True)
			return value
		}
		expected = "bool"
	case reflect.String:
		if str, ok := n.(*parse.StringNode); ok {
			value.SetString(str.Text)
			return value
		}
		expected = "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if number != nil && number.IsInt {
			value.SetInt(number.Int64)
			return value
		}
		expected = "integer"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if number != nil && number.IsUint {
			value.SetUint(number.Uint64)
			return value
		}
		expected = "unsigned integer"
	case reflect.Float32, reflect.Float64:
		if number != nil && number.IsFloat {
			value.SetFloat(number.Float64)
			return value
		}
		expected = "float"
	case reflect.Complex64, reflect.Complex128:
		if number != nil && number.IsComplex {
			value.SetComplex(number.Complex128)
			return value
		}
		expected = "complex"
	default:
		s.failf("can't handle %s for arg of type %s", n, t)
	}
	s.failf("expected %s; found %s", expected, n)
	return value
}

// canBeNil reports whether nil is a value of type t. For reflect.Value it is the zero Value.
func canBeNil(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	}
	return t == reflectType
}

// valid returns the value as one that can be assigned to type t, by way of its address or what it points to.
// A nil t takes every value; for reflect.Value it is the value itself.
func (s *state) valid(v reflect.Value, t reflect.Type) reflect.Value {
	if t == reflectType {
		return unwrap(v)
	}
	if !v.IsValid() {
		if t == nil {
			return v
		}
		if canBeNil(t) {
			return reflect.Zero(t)
		}
		s.failf("invalid value; expected %s", t)
	}
	if t == nil || v.Type() == t || v.Type().AssignableTo(t) {
		return v
	}
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
		if v.Type().AssignableTo(t) {
			return v
		}
	}
	switch {
	case v.Kind() == reflect.Pointer && v.Type().Elem().AssignableTo(t):
		p := v
		if v = v.Elem(); !v.IsValid() {
			s.failf("dereference of nil pointer of type %s", p.Type().Elem())
		}
	case reflect.PointerTo(v.Type()).AssignableTo(t) && v.CanAddr():
		v = v.Addr()
	default:
		s.failf("wrong type for value; expected %s; got %s", t, v.Type())
	}
	return v
}
