//go:build slow

package sub

import "testing"

func TestSlow(t *testing.T) { F(3) }
