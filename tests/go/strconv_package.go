// Itoa and Atoi, with the errors that Atoi gives.
package main

import (
	"fmt"
	"strconv"
)

func main() {
	for _, s := range []string{"0", "42", "-42", "+7", "007", "9223372036854775807", "-9223372036854775808"} {
		n, err := strconv.Atoi(s)
		fmt.Println(n, err)
	}
	for _, s := range []string{"", "x", "12a", "1.5", " 1", "9223372036854775808", "-9223372036854775809", "0x10", "--1", "1_000"} {
		n, err := strconv.Atoi(s)
		fmt.Println(n, err)
	}
	fmt.Println(strconv.Itoa(0), strconv.Itoa(-123), strconv.Itoa(1<<62), len(strconv.Itoa(-1<<63)))
	total := 0
	for i := -1000; i <= 1000; i++ {
		n, err := strconv.Atoi(strconv.Itoa(i))
		if n != i || err != nil {
			fmt.Println("wrong at", i)
		}
		total += len(strconv.Itoa(i))
	}
	fmt.Println(total)
}

// Output:
// 0 <nil>
// 42 <nil>
// -42 <nil>
// 7 <nil>
// 7 <nil>
// 9223372036854775807 <nil>
// -9223372036854775808 <nil>
// 0 strconv.Atoi: parsing "": invalid syntax
// 0 strconv.Atoi: parsing "x": invalid syntax
// 0 strconv.Atoi: parsing "12a": invalid syntax
// 0 strconv.Atoi: parsing "1.5": invalid syntax
// 0 strconv.Atoi: parsing " 1": invalid syntax
// 9223372036854775807 strconv.Atoi: parsing "9223372036854775808": value out of range
// -9223372036854775808 strconv.Atoi: parsing "-9223372036854775809": value out of range
// 0 strconv.Atoi: parsing "0x10": invalid syntax
// 0 strconv.Atoi: parsing "--1": invalid syntax
// 0 strconv.Atoi: parsing "1_000": invalid syntax
// 0 -123 4611686018427387904 20
// 6787
