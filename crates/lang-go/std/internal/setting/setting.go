// Package setting reads the variable GODEBUG, by which programs ask for what Go did in former releases.
package setting

import (
	"os"
	"strings"
)

// Get is the value of a setting, or nothing. Of several, the last one counts. A variable that is not granted is not
// asked for, since that would end the run of a program that never names it.
func Get(name string) (value string) {
	for _, v := range os.Environ() {
		list, ok := strings.CutPrefix(v, "GODEBUG=")
		if !ok {
			continue
		}
		for one := range strings.SplitSeq(list, ",") {
			if key, v, ok := strings.Cut(one, "="); ok && key == name {
				value = v
			}
		}
	}
	return value
}
