// Complex numbers in bytes.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

type withComplex struct {
	A complex64
	B [2]complex128
}

func main() {
	for _, v := range []any{complex(1, 2), complex64(complex(3, -4)), []complex128{complex(1, -1)}, withComplex{1 + 2i, [2]complex128{3, 4i}}} {
		for _, o := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			var out bytes.Buffer
			fmt.Println(binary.Write(&out, o, v), out.Bytes(), binary.Size(v))
			var c complex128
			fmt.Println(binary.Read(&out, o, &c), c)
		}
	}
}

// Output:
// <nil> [0 0 0 0 0 0 240 63 0 0 0 0 0 0 0 64] 16
// <nil> (1+2i)
// <nil> [63 240 0 0 0 0 0 0 64 0 0 0 0 0 0 0] 16
// <nil> (1+2i)
// <nil> [0 0 64 64 0 0 128 192] 8
// unexpected EOF (0+0i)
// <nil> [64 64 0 0 192 128 0 0] 8
// unexpected EOF (0+0i)
// <nil> [0 0 0 0 0 0 240 63 0 0 0 0 0 0 240 191] 16
// <nil> (1-1i)
// <nil> [63 240 0 0 0 0 0 0 191 240 0 0 0 0 0 0] 16
// <nil> (1-1i)
// <nil> [0 0 128 63 0 0 0 64 0 0 0 0 0 0 8 64 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 64] 40
// <nil> (2.000000473111868+3i)
// <nil> [63 128 0 0 64 0 0 0 64 8 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 64 16 0 0 0 0 0 0] 40
// <nil> (0.00781250186264515+3i)
