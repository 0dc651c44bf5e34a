package passes

import (
	"fmt"
	"os"
	"testing"
)

func TestDouble(t *testing.T) {
	t.Log("a log")
	for _, n := range []int{1, 2} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			if Double(n) != 2*n {
				t.Error("no")
			}
			t.Logf("sub %d", n)
		})
	}
}

func TestSkip(t *testing.T) { t.Skip("not today") }

func TestPrint(t *testing.T) { fmt.Println("printed"); fmt.Fprintln(os.Stderr, "to stderr") }

func TestPar(t *testing.T) {
	t.Run("a", func(t *testing.T) { t.Parallel(); t.Log("in a") })
	t.Run("b", func(t *testing.T) { t.Parallel(); t.Log("in b") })
}

func TestDir(t *testing.T) {
	b, err := os.ReadFile("testdata/x.txt")
	if err != nil || string(b) != "hello\n" {
		t.Fatal(err, string(b))
	}
	if err := os.WriteFile(t.TempDir()+"/f", []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkDouble(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Double(i)
	}
}

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		Double(1)
	}
}

func FuzzDouble(f *testing.F) {
	f.Add(1)
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) {
		if Double(n) != n+n {
			t.Error("no")
		}
	})
}

func ExampleDouble() {
	fmt.Println(Double(2))
	// Output: 4
}
