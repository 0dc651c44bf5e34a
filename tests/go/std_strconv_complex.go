package main

import (
	"fmt"
	"strconv"
)

func main() {
	for _, s := range []string{"1+2i", "(1-2i)", "i", "2i", "-i", "1+i", "1e400+2i", "(1+2i", "1++2i", "1+-2i", "1--2i", "inf+nani", "NaN-Infi", "0x1p3+0x1p-2i", "1_0+2i", "", "()", "3",
		"1e2-3.5e-1i", "+Inf-Infinityi", "1+2", "1+2ii", "infx", "0x_1p0i", "-0-0i", "1e40+1e40i", "infin+2i", "1e+2i", "0x1p", "1.5.5i"} {
		for _, size := range []int{64, 128} {
			c, err := strconv.ParseComplex(s, size)
			fmt.Println(s, size, c, err)
		}
	}
	for _, c := range []complex128{0, 1i, -1.5 + 2.25i, 1e100 - 1e-100i} {
		fmt.Println(strconv.FormatComplex(c, 'g', -1, 128), strconv.FormatComplex(c, 'f', 3, 64), strconv.FormatComplex(c, 'e', 2, 128))
	}
}

// Output:
// 1+2i 64 (1+2i) <nil>
// 1+2i 128 (1+2i) <nil>
// (1-2i) 64 (1-2i) <nil>
// (1-2i) 128 (1-2i) <nil>
// i 64 (0+0i) strconv.ParseComplex: parsing "i": invalid syntax
// i 128 (0+0i) strconv.ParseComplex: parsing "i": invalid syntax
// 2i 64 (0+2i) <nil>
// 2i 128 (0+2i) <nil>
// -i 64 (0+0i) strconv.ParseComplex: parsing "-i": invalid syntax
// -i 128 (0+0i) strconv.ParseComplex: parsing "-i": invalid syntax
// 1+i 64 (0+0i) strconv.ParseComplex: parsing "1+i": invalid syntax
// 1+i 128 (0+0i) strconv.ParseComplex: parsing "1+i": invalid syntax
// 1e400+2i 64 (+Inf+2i) strconv.ParseComplex: parsing "1e400+2i": value out of range
// 1e400+2i 128 (+Inf+2i) strconv.ParseComplex: parsing "1e400+2i": value out of range
// (1+2i 64 (0+0i) strconv.ParseComplex: parsing "(1+2i": invalid syntax
// (1+2i 128 (0+0i) strconv.ParseComplex: parsing "(1+2i": invalid syntax
// 1++2i 64 (0+0i) strconv.ParseComplex: parsing "1++2i": invalid syntax
// 1++2i 128 (0+0i) strconv.ParseComplex: parsing "1++2i": invalid syntax
// 1+-2i 64 (1-2i) <nil>
// 1+-2i 128 (1-2i) <nil>
// 1--2i 64 (0+0i) strconv.ParseComplex: parsing "1--2i": invalid syntax
// 1--2i 128 (0+0i) strconv.ParseComplex: parsing "1--2i": invalid syntax
// inf+nani 64 (+Inf+NaNi) <nil>
// inf+nani 128 (+Inf+NaNi) <nil>
// NaN-Infi 64 (NaN-Infi) <nil>
// NaN-Infi 128 (NaN-Infi) <nil>
// 0x1p3+0x1p-2i 64 (8+0.25i) <nil>
// 0x1p3+0x1p-2i 128 (8+0.25i) <nil>
// 1_0+2i 64 (10+2i) <nil>
// 1_0+2i 128 (10+2i) <nil>
//  64 (0+0i) strconv.ParseComplex: parsing "": invalid syntax
//  128 (0+0i) strconv.ParseComplex: parsing "": invalid syntax
// () 64 (0+0i) strconv.ParseComplex: parsing "()": invalid syntax
// () 128 (0+0i) strconv.ParseComplex: parsing "()": invalid syntax
// 3 64 (3+0i) <nil>
// 3 128 (3+0i) <nil>
// 1e2-3.5e-1i 64 (100-0.3499999940395355i) <nil>
// 1e2-3.5e-1i 128 (100-0.35i) <nil>
// +Inf-Infinityi 64 (+Inf-Infi) <nil>
// +Inf-Infinityi 128 (+Inf-Infi) <nil>
// 1+2 64 (0+0i) strconv.ParseComplex: parsing "1+2": invalid syntax
// 1+2 128 (0+0i) strconv.ParseComplex: parsing "1+2": invalid syntax
// 1+2ii 64 (0+0i) strconv.ParseComplex: parsing "1+2ii": invalid syntax
// 1+2ii 128 (0+0i) strconv.ParseComplex: parsing "1+2ii": invalid syntax
// infx 64 (0+0i) strconv.ParseComplex: parsing "infx": invalid syntax
// infx 128 (0+0i) strconv.ParseComplex: parsing "infx": invalid syntax
// 0x_1p0i 64 (0+1i) <nil>
// 0x_1p0i 128 (0+1i) <nil>
// -0-0i 64 (-0-0i) <nil>
// -0-0i 128 (-0-0i) <nil>
// 1e40+1e40i 64 (+Inf+Infi) strconv.ParseComplex: parsing "1e40+1e40i": value out of range
// 1e40+1e40i 128 (1e+40+1e+40i) <nil>
// infin+2i 64 (0+0i) strconv.ParseComplex: parsing "infin+2i": invalid syntax
// infin+2i 128 (0+0i) strconv.ParseComplex: parsing "infin+2i": invalid syntax
// 1e+2i 64 (0+100i) <nil>
// 1e+2i 128 (0+100i) <nil>
// 0x1p 64 (0+0i) strconv.ParseComplex: parsing "0x1p": invalid syntax
// 0x1p 128 (0+0i) strconv.ParseComplex: parsing "0x1p": invalid syntax
// 1.5.5i 64 (0+0i) strconv.ParseComplex: parsing "1.5.5i": invalid syntax
// 1.5.5i 128 (0+0i) strconv.ParseComplex: parsing "1.5.5i": invalid syntax
// (0+0i) (0.000+0.000i) (0.00e+00+0.00e+00i)
// (0+1i) (0.000+1.000i) (0.00e+00+1.00e+00i)
// (-1.5+2.25i) (-1.500+2.250i) (-1.50e+00+2.25e+00i)
// (1e+100-1e-100i) (+Inf-0.000i) (1.00e+100-1.00e-100i)
