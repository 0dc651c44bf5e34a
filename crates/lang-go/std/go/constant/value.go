// Package constant has the values of constant expressions, and computes with them as the language says.
package constant

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is what a value is, whatever its type.
type Kind int

const (
	Unknown Kind = iota
	Bool
	String
	Int
	Float
	Complex
)

func (i Kind) String() string {
	if 0 <= i && i <= Complex {
		return [...]string{"Unknown", "Bool", "String", "Int", "Float", "Complex"}[i]
	}
	return "Kind(" + strconv.Itoa(int(i)) + ")"
}

// Value is a value of a constant.
type Value interface {
	Kind() Kind

	// String is a short text, for people; that of a number may be rounded, that of a string shortened.
	String() string

	// ExactString is a text that has all there is.
	ExactString() string

	// rank orders the forms that a value can have. Of two operands, the lower one is converted to the higher form.
	rank() int
}

// A number has the first of these forms that can hold it: int64, big.Int, big.Rat unless parts are longer than
// maxExp, big.Float with prec bits, and pairs of those.
const (
	maxExp = 4 << 10
	prec   = 512
)

type (
	unknownVal struct{}
	boolVal    bool
	stringVal  struct {
		text        string
		left, right *stringVal // If there are these, their texts are to be joined first.
	}
	int64Val   int64
	intVal     struct{ val *big.Int }
	ratVal     struct{ val *big.Rat }
	floatVal   struct{ val *big.Float }
	complexVal struct{ re, im Value }
)

func (unknownVal) Kind() Kind { return Unknown }
func (boolVal) Kind() Kind    { return Bool }
func (*stringVal) Kind() Kind { return String }
func (int64Val) Kind() Kind   { return Int }
func (intVal) Kind() Kind     { return Int }
func (ratVal) Kind() Kind     { return Float }
func (floatVal) Kind() Kind   { return Float }
func (complexVal) Kind() Kind { return Complex }

func (unknownVal) rank() int { return 0 }
func (boolVal) rank() int    { return 1 }
func (*stringVal) rank() int { return 1 }
func (int64Val) rank() int   { return 2 }
func (intVal) rank() int     { return 3 }
func (ratVal) rank() int     { return 4 }
func (floatVal) rank() int   { return 5 }
func (complexVal) rank() int { return 6 }

func (unknownVal) String() string   { return "unknown" }
func (x boolVal) String() string    { return strconv.FormatBool(bool(x)) }
func (x int64Val) String() string   { return strconv.FormatInt(int64(x), 10) }
func (x intVal) String() string     { return x.val.String() }
func (x ratVal) String() string     { return toFloatVal(x).String() }
func (x complexVal) String() string { return fmt.Sprintf("(%s + %si)", x.re, x.im) }

// String is at most 72 characters long, without its quotes.
func (x *stringVal) String() string {
	const limit = 72
	s := strconv.Quote(x.string())
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	i := 0
	for range limit - len("...") {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s[:i] + "..."
}

// String has six digits.
func (x floatVal) String() string {
	f := x.val
	if f.IsInf() {
		return f.String()
	}
	if v, _ := f.Float64(); (f.Sign() == 0) == (v == 0) && !math.IsInf(v, 0) {
		s := fmt.Sprintf("%.6g", v)
		if !f.IsInt() && !strings.Contains(s, ".") {
			s = fmt.Sprintf("%g", v)
		}
		return s
	}
	// The number is too large or too small for float64: its logarithm gives the exponent.
	var fraction big.Float
	exponent := f.MantExp(&fraction)
	m, _ := fraction.Float64()
	log := float64(exponent) * (math.Ln2 / math.Ln10)
	e := int64(log)
	m *= math.Pow(10, log-float64(e))
	switch abs := math.Abs(m); {
	case abs < 1-0.5e-6:
		m *= 10
		e--
	case abs >= 10:
		m /= 10
		e++
	}
	return fmt.Sprintf("%.6ge%+d", m, e)
}

func (x unknownVal) ExactString() string { return x.String() }
func (x boolVal) ExactString() string    { return x.String() }
func (x *stringVal) ExactString() string { return strconv.Quote(x.string()) }
func (x int64Val) ExactString() string   { return x.String() }
func (x intVal) ExactString() string     { return x.String() }

func (x ratVal) ExactString() string {
	if x.val.IsInt() {
		return x.val.Num().String()
	}
	return x.val.String()
}

func (x floatVal) ExactString() string { return x.val.Text('p', 0) }

func (x complexVal) ExactString() string {
	return fmt.Sprintf("(%s + %si)", x.re.ExactString(), x.im.ExactString())
}

// string is the text, joined at the first need, so that a long chain of sums takes linear time.
func (x *stringVal) string() string {
	if x.left == nil {
		return x.text
	}
	var parts []string
	for todo := []*stringVal{x}; len(todo) > 0; {
		top := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if top.left == nil {
			parts = append(parts, top.text)
		} else {
			todo = append(todo, top.right, top.left)
		}
	}
	x.text = strings.Join(parts, "")
	x.left, x.right = nil, nil
	return x.text
}

func newFloat() *big.Float { return new(big.Float).SetPrec(prec) }

func bigOf(x int64Val) *big.Int { return big.NewInt(int64(x)) }

func toRatVal(x Value) ratVal {
	switch x := x.(type) {
	case int64Val:
		return ratVal{new(big.Rat).SetInt64(int64(x))}
	case intVal:
		return ratVal{new(big.Rat).SetInt(x.val)}
	}
	return x.(ratVal)
}

func toFloatVal(x Value) floatVal {
	switch x := x.(type) {
	case int64Val:
		return floatVal{newFloat().SetInt64(int64(x))}
	case intVal:
		return floatVal{newFloat().SetInt(x.val)}
	case ratVal:
		return floatVal{newFloat().SetRat(x.val)}
	}
	return x.(floatVal)
}

func smallInt(x *big.Int) bool { return x.BitLen() < maxExp }

func smallFloat(x *big.Float) bool {
	if x.IsInf() {
		return false
	}
	e := x.MantExp(nil)
	return -maxExp < e && e < maxExp
}

func makeInt(x *big.Int) Value {
	if x.IsInt64() {
		return int64Val(x.Int64())
	}
	return intVal{x}
}

func makeRat(x *big.Rat) Value {
	if smallInt(x.Num()) && smallInt(x.Denom()) {
		return ratVal{x}
	}
	return floatVal{newFloat().SetRat(x)}
}

func makeFloat(x *big.Float) Value {
	switch {
	case x.Sign() == 0:
		return floatVal{newFloat()}
	case x.IsInf():
		return unknownVal{}
	}
	return floatVal{x}
}

func makeComplex(re, im Value) Value {
	if re.Kind() == Unknown || im.Kind() == Unknown {
		return unknownVal{}
	}
	return complexVal{re, im}
}

func MakeUnknown() Value { return unknownVal{} }

func MakeBool(b bool) Value { return boolVal(b) }

func MakeString(s string) Value { return &stringVal{text: s} }

func MakeInt64(x int64) Value { return int64Val(x) }

func MakeUint64(x uint64) Value {
	if x < 1<<63 {
		return int64Val(int64(x))
	}
	return intVal{new(big.Int).SetUint64(x)}
}

// MakeFloat64 is unknown for infinities and what is no number; -0 becomes 0.
func MakeFloat64(x float64) Value {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return unknownVal{}
	}
	if f := newFloat().SetFloat64(x + 0); !smallFloat(f) {
		return floatVal{f}
	}
	return ratVal{new(big.Rat).SetFloat64(x + 0)}
}

// Make is the value of a bool, string, int64, *big.Int, *big.Float or *big.Rat, and unknown for others.
func Make(x any) Value {
	switch x := x.(type) {
	case bool:
		return boolVal(x)
	case string:
		return MakeString(x)
	case int64:
		return int64Val(x)
	case *big.Int:
		return makeInt(x)
	case *big.Rat:
		return makeRat(x)
	case *big.Float:
		return makeFloat(x)
	}
	return unknownVal{}
}

// MakeFromBytes is the number of these bytes, the lowest one first.
func MakeFromBytes(bytes []byte) Value {
	high := len(bytes)
	turned := make([]byte, high)
	for i, b := range bytes {
		turned[high-1-i] = b
	}
	return makeInt(new(big.Int).SetBytes(turned))
}
