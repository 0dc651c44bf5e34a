// Package edwards is the group of Ed25519: points and scalars of 32 bytes.
package edwards

// Base multiplies the base point, and Reduce takes 64 bytes modulo the group's order. MultiplyAdd is the first of three
// scalars times the second and plus the third. Difference is the base point times s less a point times k; false if the
// point is none, or s is not less than the order.
func Base(out, scalar []byte)

func Reduce(out, wide []byte)

func MultiplyAdd(out, abc []byte)

func Difference(out, point, k, s []byte) bool
