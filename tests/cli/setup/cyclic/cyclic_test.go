package cyclic

import "testing"

func TestX(t *testing.T) {}
