package nobuild

import "testing"

func TestX(t *testing.T) { undefinedThing() }
