package flaky

import "testing"

var n int

func TestFirst(t *testing.T) { n++ }

// TestAlone passes only in an isolate of its own.
func TestAlone(t *testing.T) {
	if n > 0 {
		t.Error("not alone")
	}
}
