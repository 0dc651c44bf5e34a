// Package slices: functions over slices of any type.
package slices

import "cmp"

func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v1 := range s1 {
		if !eq(v1, s2[i]) {
			return false
		}
	}
	return true
}

func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	for i, v1 := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := cmp.Compare(v1, s2[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(s1), len(s2))
}

func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, cmp func(E1, E2) int) int {
	for i, v1 := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := cmp(v1, s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

// overlaps is whether a and b have elements in common.
func overlaps[E any](a, b []E) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	for i := range a {
		if &a[i] == &b[0] {
			return true
		}
	}
	for i := range b {
		if &b[i] == &a[0] {
			return true
		}
	}
	return false
}

func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	_ = s[i:]
	n, m := len(s), len(v)
	if m == 0 {
		return s
	}
	if i == n {
		return append(s, v...)
	}
	if n+m > cap(s) {
		grown := append(s[:i], make(S, n+m-i)...)
		copy(grown[i:], v)
		copy(grown[i+m:], s[i:])
		return grown
	}
	s = s[:n+m]
	if overlaps(v, s[i+m:]) {
		v = append([]E(nil), v...)
	}
	copy(s[i+m:], s[i:n])
	copy(s[i:], v)
	return s
}

func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)]
	if i == j {
		return s
	}
	rest := append(s[:i], s[j:]...)
	clear(s[len(rest):])
	return rest
}

func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	i := IndexFunc(s, del)
	if i == -1 {
		return s
	}
	for _, v := range s[i+1:] {
		if !del(v) {
			s[i] = v
			i++
		}
	}
	clear(s[i:])
	return s[:i]
}

func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	_ = s[i:j]
	if i == j {
		return Insert(s, i, v...)
	}
	if j == len(s) {
		r := append(s[:i], v...)
		if len(r) < len(s) {
			clear(s[len(r):])
		}
		return r
	}
	end := i + len(v)
	n := end + len(s) - j
	if n > cap(s) {
		grown := append(s[:i], make(S, n-i)...)
		copy(grown[i:], v)
		copy(grown[end:], s[j:])
		return grown
	}
	r := s[:n]
	if end <= j {
		copy(r[i:], v)
		copy(r[end:], s[j:])
		clear(s[n:])
		return r
	}
	if overlaps(v, r[end:]) {
		v = append([]E(nil), v...)
	}
	copy(r[end:], s[j:])
	copy(r[i:], v)
	return r
}

// Clone is nil for nil.
func Clone[S ~[]E, E any](s S) S { return append(s[:0:0], s...) }

// Compact keeps the first of each run of equal elements.
func Compact[S ~[]E, E comparable](s S) S {
	if len(s) < 2 {
		return s
	}
	n := 1
	for i := 1; i < len(s); i++ {
		if s[i] != s[i-1] {
			s[n] = s[i]
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	n := 1
	for i := 1; i < len(s); i++ {
		if !eq(s[i], s[i-1]) {
			s[n] = s[i]
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

// Grow makes room for n more elements.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	if n -= cap(s) - len(s); n > 0 {
		s = append(s[:cap(s)], make([]E, n)...)[:len(s)]
	}
	return s
}

func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func Concat[S ~[]E, E any](slices ...S) S {
	n := 0
	for _, s := range slices {
		n += len(s)
		if n < 0 {
			panic("len out of range")
		}
	}
	all := Grow[S](nil, n)
	for _, s := range slices {
		all = append(all, s...)
	}
	return all
}

func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	const most = int(^uint(0) >> 1)
	if len(x) > 0 && count > most/len(x) {
		panic("the result of (len(x) * count) overflows")
	}
	all := make(S, len(x)*count)
	for n := copy(all, x); n < len(all); {
		n += copy(all[n:], all[:n])
	}
	return all
}

func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Min: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = min(m, v)
	}
	return m
}

func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MinFunc: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		if cmp(v, m) < 0 {
			m = v
		}
	}
	return m
}

func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Max: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = max(m, v)
	}
	return m
}

func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MaxFunc: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		if cmp(v, m) > 0 {
			m = v
		}
	}
	return m
}

// BinarySearch finds where target is, or belongs, in a sorted slice.
func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	n := len(x)
	i, j := 0, n
	for i < j {
		h := int(uint(i+j) >> 1)
		if cmp.Less(x[h], target) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < n && cmp.Compare(x[i], target) == 0
}

func BinarySearchFunc[S ~[]E, E, T any](x S, target T, cmp func(E, T) int) (int, bool) {
	n := len(x)
	i, j := 0, n
	for i < j {
		h := int(uint(i+j) >> 1)
		if cmp(x[h], target) < 0 {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < n && cmp(x[i], target) == 0
}
