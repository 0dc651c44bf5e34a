package benches

import "testing"

func BenchmarkParts(b *testing.B) {
	b.Run("one", func(b *testing.B) {
		for range b.N {
		}
	})
	b.Run("two=2", func(b *testing.B) {
		for b.Loop() {
		}
	})
}

func BenchmarkFails(b *testing.B) { b.Fatal("no") }
func BenchmarkSkips(b *testing.B) { b.Skip("not here") }
func BenchmarkLogs(b *testing.B)  { b.Log("a line") }

func TestInside(t *testing.T) {
	result := testing.Benchmark(func(b *testing.B) {
		b.Run("silent", func(b *testing.B) {})
	})
	t.Log(result.N)
}
