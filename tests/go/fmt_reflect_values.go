package main

import (
	"fmt"
	"reflect"
)

type S struct{ V reflect.Value }
type SI struct{ V any }

func main() {
	vs := []reflect.Value{reflect.ValueOf(1), reflect.ValueOf("x"), {}}
	fmt.Println(vs, vs[0], vs[2], &vs[0], &vs[2], S{vs[1]}, SI{vs[0]}, SI{vs[2]}, &S{})
	fmt.Printf("%v %v\n", reflect.ValueOf(vs), reflect.ValueOf(S{vs[0]}))
	m := map[string]reflect.Value{"a": vs[0]}
	fmt.Println(m, any(vs[0]))
}

// Output:
// [<int Value> x <invalid Value>] 1 <invalid reflect.Value> <int Value> <invalid Value> {x} {<int Value>} {<invalid Value>} &{<invalid Value>}
// [<int Value> x <invalid Value>] {<int Value>}
// map[a:<int Value>] 1
