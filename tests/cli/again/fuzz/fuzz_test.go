package fuzz

import "testing"

func FuzzDepth(f *testing.F) {
	f.Add("(a)")
	f.Fuzz(func(t *testing.T, s string) {
		if n := Depth(s); n > len(s) {
			t.Error(n)
		}
	})
}

func FuzzSeeds(f *testing.F) {
	f.Add(1)
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) {
		if n == 2 {
			t.Fatal("two")
		}
	})
}
