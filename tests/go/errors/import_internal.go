// Packages that only the library may import.
package main

import "internal/bytealg" // ERROR "use of internal package internal/bytealg not allowed"

func main() {
	bytealg.IndexByte(nil, 'x')
}
