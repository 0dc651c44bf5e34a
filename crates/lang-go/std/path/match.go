package path

import "internal/wildcard"

var ErrBadPattern = wildcard.ErrBadPattern

// Match tells whether all of a name is as a shell's pattern says: * any text, ? any character, [a-z] and [^a-z]
// classes, none of them a slash except in classes. A malformed pattern is an error even if its beginning does not fit.
func Match(pattern, name string) (matched bool, err error) {
	return wildcard.Match(pattern, name, true)
}
