// Package list is a doubly linked list.
package list

// Element is one of a list.
type Element struct {
	next, prev *Element
	list       *List
	Value      any
}

// Next is nil at the end.
func (e *Element) Next() *Element {
	if e.list == nil || e.next == &e.list.root {
		return nil
	}
	return e.next
}

// Prev is nil at the start.
func (e *Element) Prev() *Element {
	if e.list == nil || e.prev == &e.list.root {
		return nil
	}
	return e.prev
}

// List is a ring through root, which is no element. The zero value is an empty list.
type List struct {
	root Element
	len  int
}

func New() *List { return new(List).Init() }

// Init empties the list.
func (l *List) Init() *List {
	l.root.next = &l.root
	l.root.prev = &l.root
	l.len = 0
	return l
}

func (l *List) ready() {
	if l.root.next == nil {
		l.Init()
	}
}

func (l *List) Len() int { return l.len }

func (l *List) Front() *Element {
	if l.len == 0 {
		return nil
	}
	return l.root.next
}

func (l *List) Back() *Element {
	if l.len == 0 {
		return nil
	}
	return l.root.prev
}

func link(e, after *Element) {
	e.prev = after
	e.next = after.next
	e.prev.next = e
	e.next.prev = e
}

func unlink(e *Element) {
	e.prev.next = e.next
	e.next.prev = e.prev
}

func (l *List) insert(v any, after *Element) *Element {
	e := &Element{list: l, Value: v}
	link(e, after)
	l.len++
	return e
}

func (l *List) move(e, after *Element) {
	if e != after {
		unlink(e)
		link(e, after)
	}
}

// Remove takes an element out, if it is in this list.
func (l *List) Remove(e *Element) any {
	if e.list == l {
		unlink(e)
		e.next, e.prev, e.list = nil, nil, nil
		l.len--
	}
	return e.Value
}

func (l *List) PushFront(v any) *Element {
	l.ready()
	return l.insert(v, &l.root)
}

func (l *List) PushBack(v any) *Element {
	l.ready()
	return l.insert(v, l.root.prev)
}

func (l *List) InsertBefore(v any, mark *Element) *Element {
	if mark.list != l {
		return nil
	}
	return l.insert(v, mark.prev)
}

func (l *List) InsertAfter(v any, mark *Element) *Element {
	if mark.list != l {
		return nil
	}
	return l.insert(v, mark)
}

func (l *List) MoveToFront(e *Element) {
	if e.list == l && l.root.next != e {
		l.move(e, &l.root)
	}
}

func (l *List) MoveToBack(e *Element) {
	if e.list == l && l.root.prev != e {
		l.move(e, l.root.prev)
	}
}

func (l *List) MoveBefore(e, mark *Element) {
	if e.list == l && e != mark && mark.list == l {
		l.move(e, mark.prev)
	}
}

func (l *List) MoveAfter(e, mark *Element) {
	if e.list == l && e != mark && mark.list == l {
		l.move(e, mark)
	}
}

// PushBackList appends copies of other's elements; the lists may be the same.
func (l *List) PushBackList(other *List) {
	l.ready()
	for n, e := other.Len(), other.Front(); n > 0; n, e = n-1, e.Next() {
		l.insert(e.Value, l.root.prev)
	}
}

// PushFrontList prepends copies of other's elements; the lists may be the same.
func (l *List) PushFrontList(other *List) {
	l.ready()
	for n, e := other.Len(), other.Back(); n > 0; n, e = n-1, e.Prev() {
		l.insert(e.Value, &l.root)
	}
}
