package panics

import "testing"

func TestBefore(t *testing.T) {}

func TestBoom(t *testing.T) {
	t.Run("in", func(t *testing.T) {
		var m map[string]int
		m["x"] = 1
	})
}

func TestAfter(t *testing.T) {}
