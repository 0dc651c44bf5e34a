// Interfaces that embed themselves.
package main

type I interface{ J } // ERROR "invalid recursive type I"
type J interface{ I }

type A interface{ (B); a() } // ERROR "invalid recursive type A"
type B interface{ C; b() }
type C interface{ ((D)) }
type D interface{ A }

type Self interface{ interface{ Self } } // ERROR "invalid recursive type: Self refers to itself"

type Late struct{ last Last }
type First interface{ Last }
type Last interface{ First } // ERROR "invalid recursive type Last"

type Left interface{ Union | int } // ERROR "invalid recursive type Left"
type Union interface{ ~string | Left }

type Struct interface{ Part | int } // ERROR "invalid recursive type Struct"
type Part struct{ whole [2]Struct }

// What embeds a type of a cycle has its other methods.
type User interface {
	A
	use()
}

func use(u User) {
	u.use()
	u.none() // ERROR "u.none undefined .type User has no field or method none."
}

// None of these is a cycle.
type Node interface{ Next() interface{ Value() int }; Tree }
type Tree interface{ Children() []Node; Leaf }
type Leaf interface{ Value() int; Parent() Tree }

func main() {}
