// Errorf and errors.New make distinct values.
package main

import (
	"errors"
	"fmt"
)

var errBase = errors.New("base")

type code int

func (c code) Error() string { return fmt.Sprintf("code %d", int(c)) }

func step(n int) error {
	switch {
	case n == 0:
		return nil
	case n == 1:
		return errBase
	case n == 2:
		return code(2)
	case n < 10:
		return fmt.Errorf("step %d: %v", n, step(n-2))
	}
	return fmt.Errorf("%s at %q (%5.2f)", errBase, "ten", 1.0)
}

func main() {
	for i := 0; i < 12; i += 1 {
		err := step(i)
		if err == nil {
			fmt.Println(i, "fine")
			continue
		}
		c, isCode := err.(code)
		fmt.Println(i, err, err == errBase, isCode, int(c))
	}
	fmt.Println(errors.New("x") == errors.New("x"), errBase == errBase, errBase.Error())
	var list []error
	for i := 0; i < 3; i++ {
		if err := step(i); err != nil {
			list = append(list, err)
		}
	}
	fmt.Println(list, len(list))
	fmt.Printf("%v|%s|%q|%10s|%+v\n", errBase, errBase, errBase, errBase, code(1))
}

// Output:
// 0 fine
// 1 base true false 0
// 2 code 2 false true 2
// 3 step 3: base false false 0
// 4 step 4: code 2 false false 0
// 5 step 5: step 3: base false false 0
// 6 step 6: step 4: code 2 false false 0
// 7 step 7: step 5: step 3: base false false 0
// 8 step 8: step 6: step 4: code 2 false false 0
// 9 step 9: step 7: step 5: step 3: base false false 0
// 10 base at "ten" ( 1.00) false false 0
// 11 base at "ten" ( 1.00) false false 0
// false true base
// [base code 2] 2
// base|base|"base"|      base|code 1
