// What random calls of the library found: each line was once different from Go's.
package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"time"
)

type panics struct{}

func (panics) String() string { panic("no text") }

func try(f func()) {
	defer func() { fmt.Println("recovered:", recover()) }()
	f()
}

func main() {
	// A width is 0 after a method that panicked.
	fmt.Printf("%9v|\n", []any{panics{}, 7, "x"})

	var c complex128
	var p complex64
	fmt.Println(fmt.Sscan("(1+2i) 0x1p2-.5i", &c, &p))
	fmt.Println(c, p)
	fmt.Println(fmt.Sscan("(1+2i", &c))
	fmt.Println(fmt.Sscanf("1+2i", "%d", &c))
	var f float64
	fmt.Println(fmt.Sscan("3p4", &f))
	fmt.Println(fmt.Sscan("3P4", &f))
	fmt.Println(f)
	try(func() { fmt.Sscan("1", nil) })

	// Times out of all reason turn over where Go's do.
	fmt.Println(time.Unix(math.MaxInt64, 2e9).UTC())
	fmt.Println(time.Unix(math.MinInt64, 0).UTC().Weekday())
	fmt.Println(time.Date(math.MaxInt64, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
	fmt.Println(time.Date(1<<60, 14, -3, 25, -1, 61, -1, time.UTC).Unix())
	_, err := time.LoadLocationFromTZData("x", []byte("y"))
	fmt.Println(err)

	fmt.Println(math.Expm1(709.782712893384), math.Expm1(709.7827128933839))

	for _, s := range []string{"a|ab|abc", "(a|ab)c", "|", "ab|ab", "(?:x(?:y))z|xy1", "a|b", "|a", "(?:){0,2}?"} {
		prefix, complete := regexp.MustCompile(s).LiteralPrefix()
		fmt.Printf("%q %v %v\n", prefix, complete, regexp.MustCompile(s).FindAllString("abc xyz xy1", -1))
	}

	floats := make([]float64, 40)
	for i := range floats {
		floats[i] = float64(i%5-2) / 4
		if i%5 == 2 && i%3 == 0 {
			floats[i] = math.Copysign(0, -1)
		}
	}
	slices.Sort(floats)
	fmt.Println(floats)
}

// Output:
// [%!v(PANIC=String method: no text) 7 x]|
// 2 <nil>
// (1+2i) (4-0.5i)
// 0 syntax error scanning complex number
// 0 bad verb '%d' for complex
// 1 <nil>
// 0 strconv.ParseFloat: parsing "3P4": invalid syntax
// 48
// recovered: reflect: call of reflect.Value.Type on zero Value
// 292277026596-12-04 15:30:09 +0000 UTC
// Sunday
// -62198793216
// 9223371974721629456
// malformed time zone information
// +Inf 1.7976931348620688e+308
// "a" false [a]
// "a" false [abc]
// "" true [           ]
// "ab" true [ab]
// "xy" false [xyz xy1]
// "" false [a b]
// "" false [           ]
// "" false [           ]
// [-0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.25 -0.25 -0.25 -0.25 -0.25 -0.25 -0.25 -0.25 -0 0 0 -0 0 0 0 0 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5]
