// This program lays out the tests of a package of Go's library as a module of their own: compiled Go and Purlin
// then run the same tests. It is part of `cargo xtask conformance` and knows nothing of
// Purlin; what it finds out it prints as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

const usage = `usage: suite COMMAND

  std EXPORTS PACKAGE DIR   lay out the external tests of a package of Go's library in DIR, and print the folders;
                            EXPORTS is a file that go list has written: a path and its export data on each line
  list DIR                  print the packages of the module in DIR that have tests
  drop DIR                  take the declarations out that the lines FILE:LINE:COLUMN: MESSAGE of standard input name
`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var answer any
	var err error
	switch {
	case len(args) == 4 && args[0] == "std":
		answer, err = layOutStd(args[1], args[2], args[3])
	case len(args) == 2 && args[0] == "list":
		answer, err = listPackages(args[1])
	case len(args) == 2 && args[0] == "drop":
		answer, err = dropReported(args[1], os.Stdin)
	default:
		return fmt.Errorf("%s", usage)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(answer)
}
