package wrong

import (
	"fmt"
	"strings"
	"testing"
)

type Known struct{ Field int }

func (Known) Method()     {}
func (k *Known) Pointer() {}
func (Known) hidden()     {}

var Variable Known

const Constant = 1

func Testlower(t *testing.T)          {}
func Testé(t *testing.T)              {}
func Test_x(t *testing.T)             {}
func TestÉ(t *testing.T)              {}
func Benchmarklower(b *testing.B)     {}
func Fuzzlower(f *testing.F)          {}
func Testwrong(n int)                 {}
func Testresult(t *testing.T) int     { return 0 }
func Testgeneric[T any](t *testing.T) {}

func (Known) Testmethod(t *testing.T) {}

func Example()                    {}
func Example_suffix()             {}
func Example_Suffix()             {}
func Example_()                   {}
func ExampleKnown()               {}
func ExampleKnown_suffix()        {}
func ExampleKnown_Method()        {}
func ExampleKnown_Pointer()       {}
func ExampleKnown_Field()         {}
func ExampleKnown_hidden()        {}
func ExampleKnown_Missing()       {}
func ExampleKnown_Method_suffix() {}
func ExampleKnown_Method_Suffix() {}
func ExampleUnknown()             {}
func ExampleUnknown_Method()      {}
func ExampleVariable_Method()     {}
func ExampleConstant()            {}
func ExampleBuilder()             {}
func ExampleBuilder_WriteString() {}
func ExampleBuilder_Nothing()     {}
func ExampleKnown_()              {}
func ExampleParams(n int)         {}
func Example_results() int        { return 0 }
func Example_generic[T any]()     {}
func Examplelower()               {}

func Example_output() {
	fmt.Println(strings.ToUpper("a"))
	// Output: A

	// More.
}

func Example_twice() {
	// Output: A
	fmt.Println("A")
	// Unordered output:
	// A
	fmt.Println("A")
	// Output: A
}

func Example_last() {
	// A comment.
	fmt.Println("A") // Another.
	// output: A
}

func FuzzNoFunc(f *testing.F)   { f.Fuzz(1) }
func FuzzNothing(f *testing.F)  { f.Fuzz(func() {}) }
func FuzzResult(f *testing.F)   { f.Fuzz(func(t *testing.T, n int) int { return n }) }
func FuzzFirst(f *testing.F)    { f.Fuzz(func(n int, s string) {}) }
func FuzzTypes(f *testing.F)    { f.Fuzz(func(t *testing.T, a, b uintptr, k Known, bs []byte, is []int) {}) }
func FuzzMethods(f *testing.F)  { f.Fuzz(func(t *testing.T, n int) { f.Log(f.Name()); f.Failed() }) }
func FuzzCount(f *testing.F)    { f.Add(1, 2); f.Fuzz(func(t *testing.T, n int) {}) }
func FuzzMismatch(f *testing.F) { f.Add("a"); f.Fuzz(func(t *testing.T, n int) {}) }
func FuzzBoth(f *testing.F) {
	f.Add("a", 1, 2.5)
	f.Add([]byte("a"), 1, float32(2))
	f.Fuzz(func(t *testing.T, b []byte, s string, x float32) {})
}
func FuzzNamed(f *testing.F) { f.Fuzz(target) }

func target(n int) {}
