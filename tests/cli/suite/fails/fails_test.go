package fails_test

import "testing"

func TestGood(t *testing.T) { t.Log("hidden") }

func help(t *testing.T) { t.Helper(); t.Errorf("from helper %d", 1) }

func TestBad(t *testing.T) {
	t.Log("first")
	t.Run("sub", func(t *testing.T) {
		t.Run("deep", func(t *testing.T) { help(t) })
		t.Run("fine", func(t *testing.T) {})
	})
	t.Fatal("stop\nhere")
}

func TestLast(t *testing.T) {}
