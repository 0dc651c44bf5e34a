// Interfaces that contain themselves through others without a name: one error for each cycle.
package main

type (
	a interface { // ERROR "invalid recursive type: anonymous interface refers to itself"
		m() interface {
			a
			b
		}
	}
	b interface {
		m() interface {
			a
			b
		}
	}
)

func main() {}
