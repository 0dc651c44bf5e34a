package odd

import (
	"os"
	"runtime"
	"testing"
)

func TestExit(t *testing.T) { t.Run("in", func(t *testing.T) { os.Exit(0) }) }

func TestCleanup(t *testing.T) {
	t.Cleanup(func() { t.Log("runs all the same") })
	t.Cleanup(func() { panic("in cleanup") })
}

var left *testing.T

func TestLeave(t *testing.T) { left = t }
func TestLate(t *testing.T)  { left.Log("nobody is told") }

func TestOuter(t *testing.T)  { t.Run("in", func(*testing.T) { t.Fatal("of the outer one") }) }
func TestGoexit(t *testing.T) { runtime.Goexit() }

func TestReads(t *testing.T) {
	text, err := os.ReadFile("../../programs/greeting.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(text) > 0)
}

func FuzzNothing(f *testing.F) {}
func FuzzSeeds(f *testing.F)   { f.Fuzz(func(t *testing.T, b []byte) {}) }
