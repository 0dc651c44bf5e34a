package template

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"text/template/parse"
)

// builtin is a function of the language. Its arguments are values as they are; for those that print they hold
// what fmt is to print.
type builtin struct {
	fixed    int
	variadic bool
	first    reflect.Type // what the first argument has to be, nil if that is open
	prints   bool         // the arguments after the first type are printed
	run      func(args []reflect.Value) (reflect.Value, error)
}

var builtins map[string]*builtin

// builtinNames tells the parser which functions there are.
var builtinNames = map[string]any{}

func init() {
	one := func(v any, err error) (reflect.Value, error) {
		if err != nil {
			return reflect.Value{}, err
		}
		return reflect.ValueOf(v), nil
	}
	text := func(f func(...any) string) *builtin {
		return &builtin{variadic: true, prints: true, run: func(args []reflect.Value) (reflect.Value, error) {
			return reflect.ValueOf(f(interfaces(args)...)), nil
		}}
	}
	pair := func(f func(a, b reflect.Value) (bool, error)) *builtin {
		return &builtin{fixed: 2, run: func(args []reflect.Value) (reflect.Value, error) { return one(f(args[0], args[1])) }}
	}
	builtins = map[string]*builtin{
		"and":  {fixed: 1, variadic: true},
		"or":   {fixed: 1, variadic: true},
		"call": {fixed: 1, variadic: true},
		"html": text(HTMLEscaper), "js": text(JSEscaper), "urlquery": text(URLQueryEscaper),
		"print": text(fmt.Sprint), "println": text(fmt.Sprintln),
		"printf": {fixed: 1, variadic: true, first: stringType, prints: true,
			run: func(args []reflect.Value) (reflect.Value, error) {
				return reflect.ValueOf(fmt.Sprintf(args[0].String(), interfaces(args[1:])...)), nil
			}},
		"index": {fixed: 1, variadic: true, run: func(args []reflect.Value) (reflect.Value, error) { return index(args[0], args[1:]) }},
		"slice": {fixed: 1, variadic: true, run: func(args []reflect.Value) (reflect.Value, error) { return slice(args[0], args[1:]) }},
		"len":   {fixed: 1, run: func(args []reflect.Value) (reflect.Value, error) { return one(length(args[0])) }},
		"not": {fixed: 1, run: func(args []reflect.Value) (reflect.Value, error) {
			truth, _ := isTrue(throughInterface(args[0]))
			return reflect.ValueOf(!truth), nil
		}},
		"eq": {fixed: 1, variadic: true, run: func(args []reflect.Value) (reflect.Value, error) { return one(equalsAny(args[0], args[1:])) }},
		"ne": pair(func(a, b reflect.Value) (bool, error) {
			equal, err := equalsAny(a, []reflect.Value{b})
			return !equal, err
		}),
		"lt": pair(less),
		"le": pair(lessOrEqual),
		"gt": pair(func(a, b reflect.Value) (bool, error) {
			truth, err := lessOrEqual(a, b)
			return !truth && err == nil, err
		}),
		"ge": pair(func(a, b reflect.Value) (bool, error) {
			truth, err := less(a, b)
			return !truth && err == nil, err
		}),
	}
	for name := range builtins {
		builtinNames[name] = true
	}
}

// interfaces returns what the values hold.
func interfaces(values []reflect.Value) []any {
	list := make([]any, len(values))
	for i, v := range values {
		if v.IsValid() {
			list[i] = v.Interface()
		}
	}
	return list
}

var anyType = reflect.TypeFor[any]()

// parameter returns the type that argument i is evaluated for.
func (b *builtin) parameter(i int) reflect.Type {
	switch {
	case i == 0 && b.first != nil:
		return b.first
	case b.prints:
		return anyType
	}
	return reflectType
}

// builtin calls a function of the language.
func (s *state) builtin(dot reflect.Value, b *builtin, n parse.Node, name string, nodes []parse.Node, last final) reflect.Value {
	if nodes != nil {
		nodes = nodes[1:]
	}
	s.checkCount(name, b.fixed, b.variadic, len(nodes), last)
	if name == "and" || name == "or" {
		return s.logic(dot, name == "or", nodes, last)
	}
	args := make([]reflect.Value, 0, len(nodes)+1)
	for i, arg := range nodes {
		args = append(args, s.argument(dot, b.parameter(i), arg))
	}
	if last.ok {
		args = append(args, s.valid(last.value, b.parameter(len(nodes))))
	}
	s.running = running{s, n, name}
	var value reflect.Value
	var err error
	if name == "call" {
		callee := args[0].String()
		if len(nodes) > 0 {
			callee = nodes[0].String()
		}
		value, err = callValue(callee, args[0], args[1:])
	} else {
		value, err = b.run(args)
	}
	s.called(err)
	return unwrap(value)
}

// logic is and and or: the first argument with the truth that decides, which ends the evaluation, or else the
// last one.
func (s *state) logic(dot reflect.Value, decides bool, nodes []parse.Node, last final) (value reflect.Value) {
	for _, arg := range nodes {
		value = s.argument(dot, reflectType, arg)
		if truth, _ := isTrue(throughInterface(value)); truth == decides {
			return value
		}
	}
	if last.ok {
		value = s.valid(last.value, reflectType)
	}
	return value
}

// callValue is call, for the function that the template calls name.
func callValue(name string, f reflect.Value, args []reflect.Value) (reflect.Value, error) {
	f = throughInterface(f)
	if !f.IsValid() {
		return reflect.Value{}, errors.New("call of nil")
	}
	if f.Kind() != reflect.Func {
		return reflect.Value{}, fmt.Errorf("non-function %s of type %s", name, f.Type())
	}
	sig := signatureOf(f.Type())
	if err := sig.check(name); err != nil {
		return reflect.Value{}, err
	}
	if sig.rest == nil && len(args) != len(sig.in) {
		return reflect.Value{}, fmt.Errorf("wrong number of args for %s: got %d want %d", name, len(args), len(sig.in))
	}
	if len(args) < len(sig.in) {
		return reflect.Value{}, fmt.Errorf("wrong number of args for %s: got %d want at least %d", name, len(args), len(sig.in))
	}
	values := make([]reflect.Value, len(args))
	for i, arg := range args {
		var err error
		if values[i], err = convert(throughInterface(arg), sig.parameter(i)); err != nil {
			return reflect.Value{}, fmt.Errorf("arg %d: %w", i, err)
		}
	}
	return invoke(f, values)
}

// isInteger reports whether values of kind k are integers.
func isInteger(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Uintptr }

// convert returns a value that can be assigned to type t. Integers take the type of others.
func convert(v reflect.Value, t reflect.Type) (reflect.Value, error) {
	if !v.IsValid() {
		if !canBeNil(t) {
			return v, fmt.Errorf("value is nil; should be of type %s", t)
		}
		v = reflect.Zero(t)
	}
	if v.Type().AssignableTo(t) {
		return v, nil
	}
	if isInteger(v.Kind()) && isInteger(t.Kind()) {
		return v.Convert(t), nil
	}
	return v, fmt.Errorf("value has type %s; should be %s", v.Type(), t)
}

// position returns an index into a list, which may be at most limit.
func position(v reflect.Value, limit int) (int, error) {
	var i int64
	switch k := v.Kind(); {
	case !v.IsValid():
		return 0, errors.New("cannot index slice/array with nil")
	case reflect.Int <= k && k <= reflect.Int64:
		i = v.Int()
	case isInteger(k):
		i = int64(v.Uint())
	default:
		return 0, fmt.Errorf("cannot index slice/array with type %s", v.Type())
	}
	if i < 0 || i > int64(limit) {
		return 0, fmt.Errorf("index out of range: %d", i)
	}
	return int(i), nil
}

func index(item reflect.Value, indexes []reflect.Value) (reflect.Value, error) {
	item = throughInterface(item)
	if !item.IsValid() {
		return item, errors.New("index of untyped nil")
	}
	for _, at := range indexes {
		at = throughInterface(at)
		var isNil bool
		if item, isNil = indirect(item); isNil {
			return reflect.Value{}, errors.New("index of nil pointer")
		}
		switch item.Kind() {
		case reflect.Array, reflect.Slice, reflect.String:
			i, err := position(at, item.Len())
			if err != nil {
				return reflect.Value{}, err
			}
			item = item.Index(i)
		case reflect.Map:
			key, err := convert(at, item.Type().Key())
			if err != nil {
				return reflect.Value{}, err
			}
			if value := item.MapIndex(key); value.IsValid() {
				item = value
			} else {
				item = reflect.Zero(item.Type().Elem())
			}
		default:
			return reflect.Value{}, fmt.Errorf("can't index item of type %s", item.Type())
		}
	}
	return item, nil
}

func slice(item reflect.Value, indexes []reflect.Value) (none reflect.Value, err error) {
	item = throughInterface(item)
	if !item.IsValid() {
		return none, errors.New("slice of untyped nil")
	}
	item, isNil := indirect(item)
	if isNil {
		return none, errors.New("slice of nil pointer")
	}
	if len(indexes) > 3 {
		return none, fmt.Errorf("too many slice indexes: %d", len(indexes))
	}
	var limit int
	switch item.Kind() {
	case reflect.String:
		if len(indexes) == 3 {
			return none, errors.New("cannot 3-index slice a string")
		}
		limit = item.Len()
	case reflect.Array, reflect.Slice:
		limit = item.Cap()
	default:
		return none, fmt.Errorf("can't slice item of type %s", item.Type())
	}
	at := [3]int{0, item.Len(), limit}
	for i, x := range indexes {
		if at[i], err = position(x, limit); err != nil {
			return none, err
		}
	}
	for i := range 2 {
		if at[i] > at[i+1] && (i == 0 || len(indexes) == 3) {
			return none, fmt.Errorf("invalid slice index: %d > %d", at[i], at[i+1])
		}
	}
	if len(indexes) == 3 {
		return item.Slice3(at[0], at[1], at[2]), nil
	}
	return item.Slice(at[0], at[1]), nil
}

func length(v reflect.Value) (int, error) {
	v, isNil := indirect(v)
	if isNil {
		return 0, errors.New("len of nil pointer")
	}
	switch v.Kind() {
	case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String:
		return v.Len(), nil
	}
	return 0, fmt.Errorf("len of type %s", v.Type())
}

// URLQueryEscaper returns the text of its arguments, escaped for the query of a URL.
func URLQueryEscaper(args ...any) string {
	return url.QueryEscape(textOf(args))
}
