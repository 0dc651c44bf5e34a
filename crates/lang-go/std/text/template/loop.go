package template

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// loop executes a range.
func (s *state) loop(dot reflect.Value, n *parse.RangeNode) flow {
	scope := len(s.vars)
	value, _ := indirect(s.pipeline(dot, n.Pipe))
	result := flowNext
	if !s.iterate(n, value) && n.ElseList != nil {
		result = s.walk(dot, n.ElseList)
	}
	s.vars = s.vars[:scope]
	return result
}

// body executes the list once; more is false after a break.
func (s *state) body(n *parse.RangeNode, index, elem reflect.Value) (more bool) {
	scope := len(s.vars)
	if decl := n.Pipe.Decl; len(decl) > 0 {
		last := len(decl) - 1
		if n.Pipe.IsAssign {
			if last > 0 {
				s.find(decl[0].Ident[0]).value = index
			}
			s.find(decl[last].Ident[0]).value = elem
		} else {
			// The pipeline declared the variables: they are on top.
			s.vars[scope-1].value = elem
			if last > 0 {
				s.vars[scope-2].value = index
			}
		}
	}
	f := s.walk(elem, n.List)
	s.vars = s.vars[:scope]
	return f != flowBreak
}

// single fails if a range over what has no second value sets two variables.
func (s *state) single(n *parse.RangeNode, value reflect.Value, message string) {
	if len(n.Pipe.Decl) > 1 {
		s.failf(message, value)
	}
}

// iterate executes the list for each element; ran is false if there are none.
func (s *state) iterate(n *parse.RangeNode, value reflect.Value) (ran bool) {
	switch value.Kind() {
	case reflect.Array, reflect.Slice:
		length := value.Len()
		var index reflect.Value
		for i := 0; i < length; i++ {
			if len(n.Pipe.Decl) > 1 {
				index = reflect.ValueOf(i)
			}
			if !s.body(n, index, value.Index(i)) {
				break
			}
		}
		return length > 0
	case reflect.Map:
		pairs := sortedPairs(value)
		for i := 0; i < len(pairs) && s.body(n, pairs[i].key, pairs[i].value); i++ {
		}
		return len(pairs) > 0
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		s.single(n, value, "can't use %v to iterate over more than one variable")
		return s.values(n, value)
	case reflect.Chan:
		return s.receive(n, value)
	case reflect.Invalid:
		return false // A nil interface has no elements.
	case reflect.Func:
		if value.Type().CanSeq() {
			s.single(n, value, "can't use %v iterate over more than one variable")
			return s.values(n, value)
		}
		if value.Type().CanSeq2() {
			for k, v := range value.Seq2() {
				ran = true
				if len(n.Pipe.Decl) < 2 {
					v = k // Without a second variable the first value is the element.
				}
				if !s.body(n, k, v) {
					break
				}
			}
			return ran
		}
	}
	s.failf("range can't iterate over %v", value)
	return false
}

// values iterates over a sequence of single values.
func (s *state) values(n *parse.RangeNode, value reflect.Value) (ran bool) {
	for v := range value.Seq() {
		ran = true
		if !s.body(n, v, v) {
			break
		}
	}
	return ran
}

// receive iterates over what comes from a channel until it is closed.
func (s *state) receive(n *parse.RangeNode, value reflect.Value) (ran bool) {
	if value.IsNil() {
		return false
	}
	if value.Type().ChanDir() == reflect.SendDir {
		s.failf("range over send-only channel %v", value)
	}
	for i := 0; ; i++ {
		elem, ok := value.Recv()
		if !ok {
			return i > 0
		}
		if !s.body(n, reflect.ValueOf(i), elem) {
			return true
		}
	}
}

// pair is an entry of a map.
type pair struct{ key, value reflect.Value }

// sortedPairs returns the entries of a map in the order of their keys.
func sortedPairs(m reflect.Value) []pair {
	pairs := make([]pair, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		pairs = append(pairs, pair{it.Key(), it.Value()})
	}
	order := compareKeys
	if m.Type().Key().Kind() == reflect.String {
		order = func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) }
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return order(a.key, b.key) })
	return pairs
}

// compareKeys orders keys of one type as package fmt prints them.
func compareKeys(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.String:
		return strings.Compare(a.String(), b.String())
	case reflect.Float32, reflect.Float64:
		return cmp.Compare(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)))
	case reflect.Bool:
		if x := a.Bool(); x != b.Bool() {
			if x {
				return 1
			}
			return -1
		}
		return 0
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		return cmp.Compare(a.Pointer(), b.Pointer())
	case reflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if c := compareKeys(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := 0; i < a.Len(); i++ {
			if c := compareKeys(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Interface:
		return compareInterfaces(a, b)
	}
	return 0
}

// compareInterfaces puts nil first, and orders values of different types by the names of the types.
func compareInterfaces(a, b reflect.Value) int {
	switch {
	case a.IsNil() && b.IsNil():
		return 0
	case a.IsNil():
		return -1
	case b.IsNil():
		return 1
	}
	x, y := a.Elem(), b.Elem()
	if x.Type() != y.Type() {
		return strings.Compare(x.Type().String(), y.Type().String())
	}
	return compareKeys(x, y)
}
