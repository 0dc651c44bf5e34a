// The name of a template that cannot be parsed is a part of the format of the error.
package main

import (
	"fmt"
	"text/template"
)

func main() {
	for _, name := range []string{"plain", "%s", "%[2]d"} {
		_, err := template.New(name).Parse("{{.A")
		fmt.Println(err)
		_, err = template.New(name).Parse("{{nofunction}}")
		fmt.Println(err)
	}
}

// Output:
// template: plain:1: unclosed action
// template: plain:1: function "nofunction" not defined
// template: unclosed action:1: %!s(MISSING)
// template: nofunction:1: function %!q(MISSING) not defined
// template: %!d(string=):1: %!s(MISSING)%!s(MISSING)
// template: %!d(BADINDEX):1: function "nofunction" not defined
