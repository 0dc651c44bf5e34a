// Package cmp compares ordered values.
package cmp

// Ordered are the types with the operators < <= >= >.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 |
		~string
}

// Less orders NaN before all other floats.
func Less[T Ordered](x, y T) bool { return x < y || x != x && y == y }

// Compare is -1, 0 or +1. A NaN equals a NaN and is less than other floats.
func Compare[T Ordered](x, y T) int {
	if x < y {
		return -1
	}
	if x > y {
		return +1
	}
	if x == y {
		return 0
	}
	if x == x {
		return +1
	}
	if y == y {
		return -1
	}
	return 0
}

// Or is the first of its arguments that is not zero.
func Or[T comparable](vals ...T) T {
	var zero T
	for _, v := range vals {
		if v != zero {
			return v
		}
	}
	return zero
}
