// The error of a pattern that is no UTF-8 shows the pattern from the first bad byte, also in names.
package main

import (
	"fmt"
	"regexp"
)

func main() {
	for _, s := range []string{"(?P<f\xff>a)", "(?P<f\xff", "(?<ab\x80c>x)", `\p{G` + "\xffr}", `\p{Gr` + "\xff", "ab\xffc", "[a\xff]", `\Qab` + "\xff" + `c\E`} {
		_, err := regexp.Compile(s)
		fmt.Printf("%+q\n", err.Error())
	}
}

// Output:
// "error parsing regexp: invalid UTF-8: `\xff`"
// "error parsing regexp: invalid UTF-8: `\xff`"
// "error parsing regexp: invalid UTF-8: `\x80c`"
// "error parsing regexp: invalid UTF-8: `\xffr`"
// "error parsing regexp: invalid UTF-8: `\xff`"
// "error parsing regexp: invalid UTF-8: `\xffc`"
// "error parsing regexp: invalid UTF-8: `\xff]`"
// "error parsing regexp: invalid UTF-8: `\xffc`"
