// Interfaces, embedding, method values, formatted output.
//
//	purlin run examples/go/shapes.go
package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

type shape interface {
	area() float64
	fmt.Stringer
}

type named struct{ name string }

func (n named) String() string { return strings.ToUpper(n.name[:1]) + n.name[1:] }

type circle struct {
	named
	radius float64
}

func (c circle) area() float64 { return math.Pi * c.radius * c.radius }

type rectangle struct {
	named
	width, height float64
}

func (r rectangle) area() float64 { return r.width * r.height }

func (r *rectangle) scale(by float64) {
	r.width *= by
	r.height *= by
}

func main() {
	card := rectangle{named{"card"}, 85.6, 53.98}
	shapes := []shape{circle{named{"coin"}, 11.6}, card, rectangle{named{"stamp"}, 20, 24}}
	sort.Slice(shapes, func(i, j int) bool { return shapes[i].area() < shapes[j].area() })
	for _, s := range shapes {
		fmt.Printf("%-6v %8.2f mm²\n", s, s.area())
	}
	grow := card.scale
	grow(2)
	fmt.Printf("%v doubled: %.2f × %.2f\n", card, card.width, card.height)
}

// Output:
// Coin     422.73 mm²
// Stamp    480.00 mm²
// Card    4620.69 mm²
// Card doubled: 171.20 × 107.96
