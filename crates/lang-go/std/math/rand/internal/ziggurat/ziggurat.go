// Package ziggurat has the tables for normal and exponential random numbers.
package ziggurat

// Normal is of 128 layers.
type Normal struct {
	Inside  [128]uint32
	Width   [128]float32
	Density [128]float32
}

// Exponential is of 256.
type Exponential struct {
	Inside  [256]uint32
	Width   [256]float32
	Density [256]float32
}

// Where the tails begin.
const (
	NormalEdge      = 3.442619855899
	ExponentialEdge = 7.69711747013104972
)

func fillNormal(t *Normal)
func fillExponential(t *Exponential)

var (
	normal      *Normal
	exponential *Exponential
)

func NormalTable() *Normal {
	if normal == nil {
		normal = new(Normal)
		fillNormal(normal)
	}
	return normal
}

func ExponentialTable() *Exponential {
	if exponential == nil {
		exponential = new(Exponential)
		fillExponential(exponential)
	}
	return exponential
}
