package fine

import "testing"

func TestX(t *testing.T) {}
