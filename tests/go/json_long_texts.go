// Long texts grow in buffers that are cleared only where nothing is written: what lies between the length and the
// capacity of a result is zero, whatever was in that memory before, also where methods and their errors come between.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type row struct {
	Name  string
	Parts []int
}

// odd has a method of its own, which fails for one name.
type odd string

func (o odd) MarshalJSON() ([]byte, error) {
	if o == "bad" {
		return nil, errors.New("no text")
	}
	return json.Marshal("odd " + string(o))
}

func cleared(b []byte) bool {
	return len(bytes.Trim(b[len(b):cap(b)], "\x00")) == 0
}

func rows(n int) []row {
	list := make([]row, n)
	for i := range list {
		list[i] = row{strings.Repeat("x\u2028é<", i%9), []int{i, -i, i * i}}
	}
	return list
}

// litter leaves large blocks full of other bytes behind.
func litter() int {
	sum := 0
	for i := range 40 {
		b := bytes.Repeat([]byte{0xAA}, 100_000+i*30_000)
		sum += len(b)
	}
	return sum
}

func main() {
	for round := range 3 {
		for _, n := range []int{10, 3000, 300, 12_000, 2000} {
			litter()
			b, err := json.Marshal(rows(n))
			var back []row
			fmt.Println(round, n, len(b), cleared(b), err, json.Unmarshal(b, &back), len(back))
		}
		mixed := []any{rows(3000), odd("a"), rows(2500), map[string]any{"k": rows(100), "o": odd("b")}, rows(3000)}
		litter()
		b, err := json.Marshal(mixed)
		fmt.Println(len(b), cleared(b), err, json.Valid(b))
		mixed[3] = odd("bad")
		b, err = json.Marshal(mixed)
		fmt.Println(b == nil, err)
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		fmt.Println(encoder.Encode(mixed[:3]), out.Len(), json.Valid(out.Bytes()), bytes.Count(out.Bytes(), []byte("<")))
	}
}

// Output:
// 0 10 836 true <nil> <nil> 10
// 0 3000 299182 true <nil> <nil> 3000
// 0 300 28599 true <nil> <nil> 300
// 0 12000 1223019 true <nil> <nil> 12000
// 0 2000 198212 true <nil> <nil> 2000
// 856381 true <nil> true
// true json: error calling MarshalJSON for type main.odd: no text
// <nil> 437986 true 21984
// 1 10 836 true <nil> <nil> 10
// 1 3000 299182 true <nil> <nil> 3000
// 1 300 28599 true <nil> <nil> 300
// 1 12000 1223019 true <nil> <nil> 12000
// 1 2000 198212 true <nil> <nil> 2000
// 856381 true <nil> true
// true json: error calling MarshalJSON for type main.odd: no text
// <nil> 437986 true 21984
// 2 10 836 true <nil> <nil> 10
// 2 3000 299182 true <nil> <nil> 3000
// 2 300 28599 true <nil> <nil> 300
// 2 12000 1223019 true <nil> <nil> 12000
// 2 2000 198212 true <nil> <nil> 2000
// 856381 true <nil> true
// true json: error calling MarshalJSON for type main.odd: no text
// <nil> 437986 true 21984
