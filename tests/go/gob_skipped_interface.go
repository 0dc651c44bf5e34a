// Interfaces without a value that a decoder skips, which compiled Go takes for ones with a type.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
)

type sent struct {
	A int
	L []any
	Z int
}

type wanted struct{ A, Z int }

func main() {
	for _, list := range [][]any{{1, "x"}, {nil}, {nil, 1}, {2, nil}, {nil, nil, nil}} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(sent{7, list, 9}); err != nil {
			fmt.Println(err)
			continue
		}
		var w wanted
		err := gob.NewDecoder(&b).Decode(&w)
		fmt.Println(w, err)
	}
}

// Output:
// {7 9} <nil>
// {7 0} gob: duplicate type received
// {7 0} gob: duplicate type received
// {7 0} gob: duplicate type received
// {7 0} EOF
