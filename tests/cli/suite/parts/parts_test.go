package parts

import (
	"os"
	"path/filepath"
	"testing"
)

func TestA(t *testing.T) { t.Parallel(); t.Log("a") }
func TestB(t *testing.T) { t.Log("b, in turn") }

func TestC(t *testing.T) {
	t.Parallel()
	t.Run("x", func(t *testing.T) { t.Parallel(); t.Log("cx") })
	t.Run("y", func(t *testing.T) { t.Log("cy") })
	t.Log("end of c")
}

func TestD(t *testing.T) {
	t.Run("p", func(t *testing.T) { t.Parallel(); t.Run("q", func(t *testing.T) { t.Parallel(); t.Error("in q") }) })
	t.Run("r", func(t *testing.T) { t.Log("dr") })
	t.Cleanup(func() { t.Log("d is cleaned up") })
}

func TestNames(t *testing.T) {
	t.Run("a b", func(t *testing.T) {
		t.Run("c/d", func(t *testing.T) { t.Run("", func(t *testing.T) { t.Log("deep") }) })
	})
	t.Run("a b", func(t *testing.T) { t.Skip("once more") })
	t.Run("\x01\u00e9\u4e16", func(t *testing.T) { t.Log(t.Name()) })
	t.Run("#00", func(t *testing.T) {})
	t.Run("", func(t *testing.T) {})
}

func TestGoroutine(t *testing.T) {
	done := make(chan bool)
	go func() { defer close(done); t.Fatal("in a goroutine") }()
	<-done
	t.Log("goes on")
}

func TestFolders(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	t.Log(filepath.Base(a), filepath.Base(b))
	t.Setenv("PARTS", "1")
	t.Log(os.Getenv("PARTS"), t.Context().Err())
	t.Cleanup(func() { t.Log(t.Context().Err()) })
}

func TestUnset(t *testing.T) { t.Log("[" + os.Getenv("PARTS") + "]") }

func TestAlone(t *testing.T) {
	t.Parallel()
	defer func() { t.Log(recover()) }()
	t.Setenv("PARTS", "2")
}
