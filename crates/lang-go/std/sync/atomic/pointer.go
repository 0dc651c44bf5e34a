package atomic

// Pointer is a pointer for several goroutines.
type Pointer[T any] struct {
	_ [0]*T // no conversion to a Pointer of another type
	p *T
}

func (x *Pointer[T]) Load() *T     { return x.p }
func (x *Pointer[T]) Store(val *T) { x.p = val }

func (x *Pointer[T]) Swap(new *T) (old *T) {
	old, x.p = x.p, new
	return old
}

func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	if x.p != old {
		return false
	}
	x.p = new
	return true
}
