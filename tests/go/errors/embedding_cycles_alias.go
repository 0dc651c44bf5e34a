// Interfaces that embed themselves through aliases.
package main

type I interface{ K } // ERROR "invalid recursive type I"
type K = J
type J interface{ I }

type L interface{ m(); M } // ERROR "invalid recursive type L"
type M = interface{ N; n() }
type N interface{ L }

type One interface{ Other } // ERROR "invalid recursive type: One refers to itself"
type Other = One

type G[T any] = interface{ H; m(T) }
type H interface{ G[int] } // ERROR "invalid recursive type: H refers to itself"

type S = interface{ S } // ERROR "invalid recursive type: S refers to itself"

func main() {}
