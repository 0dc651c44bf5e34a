//go:build go1.21

// A file may say that it is older than its package.
package main

func count(yield func(int) bool) { yield(1) }

func main() {
	for range 3 { // ERROR "cannot range over 3 \(untyped int constant\): requires go1.22 or later \(file declares //go:build go1.21\)"
	}
	for range count { // ERROR "cannot range over count \(value of type .*\): requires go1.23 or later \(file declares //go:build go1.21\)"
	}
	_ = new(5) // ERROR "new\(5\) requires go1.26 or later \(file declares //go:build go1.21\)"
	_ = min(1, 2)
}
