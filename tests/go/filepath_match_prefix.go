// path.Match reads a pattern to its end, filepath.Match only as far as it fits.
package main

import (
	"fmt"
	"path"
	"path/filepath"
)

func main() {
	for _, c := range [][2]string{{"-*[b", "b]"}, {"a*[b/", "-]//"}, {"*-*[a", "]]a"}, {"*b*[*b", "^^-"}, {"[", "a"}, {"a[", "a"}, {"a[", "b"}, {"*[", "x"}, {"a*b*c", "axbyc"}, {"a*/*", "ab/c"}, {"*\\", "x"}} {
		ok, err := path.Match(c[0], c[1])
		ok2, err2 := filepath.Match(c[0], c[1])
		fmt.Println(c, ok, err, ok2, err2, err2 == path.ErrBadPattern)
	}
}

// Output:
// [-*[b b]] false syntax error in pattern false <nil> false
// [a*[b/ -]//] false syntax error in pattern false <nil> false
// [*-*[a ]]a] false syntax error in pattern false <nil> false
// [*b*[*b ^^-] false syntax error in pattern false <nil> false
// [[ a] false syntax error in pattern false syntax error in pattern false
// [a[ a] false syntax error in pattern false syntax error in pattern false
// [a[ b] false syntax error in pattern false syntax error in pattern false
// [*[ x] false syntax error in pattern false syntax error in pattern false
// [a*b*c axbyc] true <nil> true <nil> false
// [a*/* ab/c] true <nil> true <nil> false
// [*\ x] false syntax error in pattern false syntax error in pattern false
