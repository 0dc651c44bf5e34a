// Decimal numbers with binary exponents: rounded once, and zero stays zero.
package main

import "fmt"

func main() {
	for _, s := range []string{
		"0p2000", "-0p2000", "0p-2000", "1p2000", "-1p2000", "1p-2000", "1e-300p2000", "3e300p-1900", "1p1023", "1p1024",
		"1p-1074", "1p-1075", "3p-1075", "1.5p-1074", "1.0000000000000002p-1074", "7p-1076", "6.123456789p-1030", "1e308p-2100",
		"5e-324p1074", "5e-324p-1", "1e-320p-3", "1p9999999999999999999", "1p", "1p+5", "2.5p-3", "0x1p-3", "-1.75p-1023", "1p-4611686018427387904",
	} {
		var f float64
		n, err := fmt.Sscan(s, &f)
		var g float32
		m, fault := fmt.Sscan(s, &g)
		fmt.Println(s, n, err, f, m, fault, g)
	}
}

// Output:
// 0p2000 1 <nil> 0 1 <nil> 0
// -0p2000 1 <nil> -0 1 <nil> -0
// 0p-2000 1 <nil> 0 1 <nil> 0
// 1p2000 1 <nil> +Inf 1 <nil> +Inf
// -1p2000 1 <nil> -Inf 1 <nil> -Inf
// 1p-2000 1 <nil> 0 1 <nil> 0
// 1e-300p2000 1 <nil> 1e-300 1 <nil> 0
// 3e300p-1900 1 <nil> 3e+300 0 strconv.ParseFloat: parsing "3e300": value out of range 0
// 1p1023 1 <nil> 8.98846567431158e+307 1 <nil> +Inf
// 1p1024 1 <nil> +Inf 1 <nil> +Inf
// 1p-1074 1 <nil> 5e-324 1 <nil> 0
// 1p-1075 1 <nil> 0 1 <nil> 0
// 3p-1075 1 <nil> 1e-323 1 <nil> 0
// 1.5p-1074 1 <nil> 1e-323 1 <nil> 0
// 1.0000000000000002p-1074 1 <nil> 5e-324 1 <nil> 0
// 7p-1076 1 <nil> 1e-323 1 <nil> 0
// 6.123456789p-1030 1 <nil> 5.32232172847747e-310 1 <nil> 0
// 1e308p-2100 1 <nil> 1e+308 0 strconv.ParseFloat: parsing "1e308": value out of range 0
// 5e-324p1074 1 <nil> 5e-324 1 <nil> 0
// 5e-324p-1 1 <nil> 5e-324 1 <nil> 0
// 1e-320p-3 1 <nil> 1e-320 1 <nil> 0
// 1p9999999999999999999 0 strconv.Atoi: parsing "1p9999999999999999999": value out of range 0 0 strconv.Atoi: parsing "1p9999999999999999999": value out of range 0
// 1p 0 strconv.Atoi: parsing "1p": invalid syntax 0 0 strconv.Atoi: parsing "1p": invalid syntax 0
// 1p+5 1 <nil> 32 1 <nil> 32
// 2.5p-3 1 <nil> 0.3125 1 <nil> 0.3125
// 0x1p-3 1 <nil> 0.125 1 <nil> 0.125
// -1.75p-1023 1 <nil> -1.946939626193801e-308 1 <nil> -0
// 1p-4611686018427387904 1 <nil> 0 1 <nil> 0
