// Package unique makes equal values one: handles of them are compared by a single word.
package unique

import "strings"

// tables has for each type, by a nil pointer to it, the map from its values to where the one of each is. What is in it stays
// until the program ends, since nothing tells when a handle is no longer used.
var tables = map[any]any{}

// Handle stands for a value. Two are equal if the values that they were made of are.
type Handle[T comparable] struct{ p *T }

// Value is a copy of the value.
func (h Handle[T]) Value() T { return *h.p }

// Make gives the handle of a value.
func Make[T comparable](value T) Handle[T] {
	var none *T
	table, _ := tables[none].(map[T]*T)
	if table == nil {
		table = make(map[T]*T)
		tables[none] = table
	}
	if p := table[value]; p != nil {
		return Handle[T]{p}
	}
	// A part of a larger string must not keep all of it.
	if s, ok := any(&value).(*string); ok {
		*s = strings.Clone(*s)
	}
	p := new(T)
	*p = value
	if value == value { // Others, which have NaNs in them, are equal to none.
		table[value] = p
	}
	return Handle[T]{p}
}
