// A field that holds negative zero is left out as one of zero is, but an element is not.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"
)

type numbers struct {
	F float64
	G float32
	C complex128
	L []float64
}

func main() {
	zero := math.Copysign(0, -1)
	var b bytes.Buffer
	fmt.Println(gob.NewEncoder(&b).Encode(numbers{zero, float32(zero), complex(zero, zero), []float64{zero, 1}}))
	var n numbers
	fmt.Println(gob.NewDecoder(&b).Decode(&n))
	fmt.Println(math.Signbit(n.F), math.Signbit(float64(n.G)), math.Signbit(real(n.C)), math.Signbit(n.L[0]), n.L)
}

// Output:
// <nil>
// <nil>
// false false false true [-0 1]
