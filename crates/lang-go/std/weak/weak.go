// Package weak has pointers that do not say how long something lives. In Purlin what they point to stays as long as they do: when a
// collection happens, and what it finds, cannot be observed.
package weak

// Pointer leads to a value. Two are equal if the pointers that they were made of are.
type Pointer[T any] struct{ p *T }

// Make gives the weak pointer of a pointer.
func Make[T any](ptr *T) Pointer[T] { return Pointer[T]{ptr} }

// Value is the pointer that p was made of, nil if there was none.
func (p Pointer[T]) Value() *T { return p.p }
