package main

import (
	"flag"
	"fmt"
	"strings"
)

// A flag that is set before it is defined: the panic of the definition says where.
func main() {
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	fmt.Println(flags.Set("later", "value"))
	fmt.Println(flag.Set("other", "value"))
	defer func() {
		text := fmt.Sprint(recover())
		head, rest, _ := strings.Cut(text, " at ")
		fmt.Println(head, strings.HasSuffix(strings.Fields(rest)[0], "flag_undefined.go:12"), strings.HasSuffix(rest, " before being defined"))
		defer func() {
			fmt.Println(strings.Contains(fmt.Sprint(recover()), "flag_undefined.go:13 before being defined"))
		}()
		flag.Int("other", 0, "")
	}()
	flags.String("later", "default", "usage")
}

// Output:
// no such flag -later
// no such flag -other
// flag later set true true
// true
