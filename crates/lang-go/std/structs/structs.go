// Package structs has markers for the layout of structs.
package structs

// HostLayout marks a struct that is laid out as the host's languages do. Structs of Go are in any case.
type HostLayout struct {
	_ hostLayout // prevents conversions between a marked struct and another
}

type hostLayout struct{}
