// Package ring is a circular list.
package ring

// Ring is one element of a ring, and stands for all of it. The zero value is a ring of one element.
type Ring struct {
	next, prev *Ring
	Value      any
}

func (r *Ring) ready() *Ring {
	if r.next == nil {
		r.next, r.prev = r, r
	}
	return r
}

func (r *Ring) Next() *Ring { return r.ready().next }
func (r *Ring) Prev() *Ring { return r.ready().prev }

// Move goes n elements forward, or backward if n is negative.
func (r *Ring) Move(n int) *Ring {
	r.ready()
	for ; n < 0; n++ {
		r = r.prev
	}
	for ; n > 0; n-- {
		r = r.next
	}
	return r
}

// New is a ring of n elements.
func New(n int) *Ring {
	if n <= 0 {
		return nil
	}
	first := new(Ring)
	last := first
	for i := 1; i < n; i++ {
		last.next = &Ring{prev: last}
		last = last.next
	}
	last.next = first
	first.prev = last
	return first
}

// Link puts the ring s after r: of two rings it makes one, and one it splits. What followed r is the result.
func (r *Ring) Link(s *Ring) *Ring {
	n := r.Next()
	if s != nil {
		last := s.Prev()
		r.next = s
		s.prev = r
		n.prev = last
		last.next = n
	}
	return n
}

// Unlink removes n elements after r.
func (r *Ring) Unlink(n int) *Ring {
	if n <= 0 {
		return nil
	}
	return r.Link(r.Move(n + 1))
}

func (r *Ring) Len() int {
	if r == nil {
		return 0
	}
	n := 1
	for p := r.Next(); p != r; p = p.next {
		n++
	}
	return n
}

// Do calls f with each value, from r on.
func (r *Ring) Do(f func(any)) {
	if r == nil {
		return
	}
	f(r.Value)
	for p := r.Next(); p != r; p = p.next {
		f(p.Value)
	}
}
