// In a line of // +build a word that is no tag stands for "ignore", which an exclamation mark negates.
package main

import (
	"fmt"
	"go/build/constraint"
)

func main() {
	for _, s := range []string{"a !", "!", "!!a", "a,b !c", "a,", "!(", "!a-b,c", "a b,!c", "!\xff", "a ! b", ""} {
		x, err := constraint.Parse("// +build " + s)
		fmt.Printf("%+q %v %v\n", s, x, err)
	}
}

// Output:
// "a !" a || ignore <nil>
// "!" ignore <nil>
// "!!a" ignore <nil>
// "a,b !c" (a && b) || !c <nil>
// "a," a && ignore <nil>
// "!(" !ignore <nil>
// "!a-b,c" !ignore && c <nil>
// "a b,!c" a || (b && !c) <nil>
// "!\xff" !ignore <nil>
// "a ! b" a || ignore || b <nil>
// "" ignore <nil>
