package deep

import "testing"

func f(n int) int { return f(n+1) + 1 }

func TestDeep(t *testing.T)  { f(0) }
func TestAfter(t *testing.T) {}
