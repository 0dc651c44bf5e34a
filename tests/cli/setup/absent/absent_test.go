package absent

import (
	_ "nosuch/package"
	"testing"
)

func TestX(t *testing.T) { undefinedThing() }
