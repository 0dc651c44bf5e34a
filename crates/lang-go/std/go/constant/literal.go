package constant

import (
	"fmt"
	"go/token"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// MakeFromLiteral is the value of a literal, and unknown if its syntax is wrong. It panics if the last argument is not zero, or the token is not of a literal.
func MakeFromLiteral(lit string, tok token.Token, zero uint) Value {
	if zero != 0 {
		panic("MakeFromLiteral called with non-zero last argument")
	}
	switch tok {
	case token.INT:
		if x, err := strconv.ParseInt(lit, 0, 64); err == nil {
			return int64Val(x)
		}
		if x, ok := new(big.Int).SetString(lit, 0); ok {
			return intVal{x}
		}
	case token.FLOAT:
		if x := floatOfLiteral(lit); x != nil {
			return x
		}
	case token.IMAG:
		if n := len(lit); n > 0 && lit[n-1] == 'i' {
			if im := floatOfLiteral(lit[:n-1]); im != nil {
				return makeComplex(int64Val(0), im)
			}
		}
	case token.CHAR:
		if n := len(lit); n >= 2 {
			if code, _, _, err := strconv.UnquoteChar(lit[1:n-1], '\''); err == nil {
				return int64Val(code)
			}
		}
	case token.STRING:
		if s, err := strconv.Unquote(lit); err == nil {
			return MakeString(s)
		}
	default:
		panic(fmt.Sprintf("%v is not a valid token", tok))
	}
	return unknownVal{}
}

// floatOfLiteral is nil if the syntax is wrong.
func floatOfLiteral(lit string) Value {
	f, ok := newFloat().SetString(lit)
	if !ok {
		return nil
	}
	if !smallFloat(f) {
		return makeFloat(f)
	}
	if f.Sign() == 0 {
		lit = "0" // A very small number would take a very long fraction.
	}
	if r, ok := new(big.Rat).SetString(lit); ok {
		return ratVal{r}
	}
	return nil
}

// BoolVal is false for an unknown value.
func BoolVal(x Value) bool {
	switch x := x.(type) {
	case boolVal:
		return bool(x)
	case unknownVal:
		return false
	}
	panic(fmt.Sprintf("%v not a Bool", x))
}

// StringVal is empty for an unknown value.
func StringVal(x Value) string {
	switch x := x.(type) {
	case *stringVal:
		return x.string()
	case unknownVal:
		return ""
	}
	panic(fmt.Sprintf("%v not a String", x))
}

// Int64Val reports whether the result is exact.
func Int64Val(x Value) (int64, bool) {
	switch x := x.(type) {
	case int64Val:
		return int64(x), true
	case intVal:
		return x.val.Int64(), false
	case unknownVal:
		return 0, false
	}
	panic(fmt.Sprintf("%v not an Int", x))
}

// Uint64Val reports whether the result is exact.
func Uint64Val(x Value) (uint64, bool) {
	switch x := x.(type) {
	case int64Val:
		return uint64(x), x >= 0
	case intVal:
		return x.val.Uint64(), x.val.IsUint64()
	case unknownVal:
		return 0, false
	}
	panic(fmt.Sprintf("%v not an Int", x))
}

// Float32Val is the nearest number, and whether it is exact.
func Float32Val(x Value) (float32, bool) {
	switch x := x.(type) {
	case int64Val:
		f := float32(x)
		return f, int64Val(f) == x
	case intVal:
		f, acc := newFloat().SetInt(x.val).Float32()
		return f, acc == big.Exact
	case ratVal:
		return x.val.Float32()
	case floatVal:
		f, acc := x.val.Float32()
		return f, acc == big.Exact
	case unknownVal:
		return 0, false
	}
	panic(fmt.Sprintf("%v not a Float", x))
}

// Float64Val is the nearest number, and whether it is exact.
func Float64Val(x Value) (float64, bool) {
	switch x := x.(type) {
	case int64Val:
		f := float64(int64(x))
		return f, int64Val(f) == x
	case intVal:
		f, acc := newFloat().SetInt(x.val).Float64()
		return f, acc == big.Exact
	case ratVal:
		return x.val.Float64()
	case floatVal:
		f, acc := x.val.Float64()
		return f, acc == big.Exact
	case unknownVal:
		return 0, false
	}
	panic(fmt.Sprintf("%v not a Float", x))
}

// Val is a bool, string, int64, *big.Int, *big.Rat or *big.Float, or nil for complex and unknown values.
func Val(x Value) any {
	switch x := x.(type) {
	case boolVal:
		return bool(x)
	case *stringVal:
		return x.string()
	case int64Val:
		return int64(x)
	case intVal:
		return x.val
	case ratVal:
		return x.val
	case floatVal:
		return x.val
	}
	return nil
}

// BitLen is how many bits the absolute value of an integer takes.
func BitLen(x Value) int {
	switch x := x.(type) {
	case int64Val:
		u := uint64(x)
		if x < 0 {
			u = -u
		}
		return bits.Len64(u)
	case intVal:
		return x.val.BitLen()
	case unknownVal:
		return 0
	}
	panic(fmt.Sprintf("%v not an Int", x))
}

// Sign is -1, 0 or 1; of a complex number, 0 if it is 0; of an unknown value, 1.
func Sign(x Value) int {
	switch x := x.(type) {
	case int64Val:
		switch {
		case x < 0:
			return -1
		case x > 0:
			return 1
		}
		return 0
	case intVal:
		return x.val.Sign()
	case ratVal:
		return x.val.Sign()
	case floatVal:
		return x.val.Sign()
	case complexVal:
		return Sign(x.re) | Sign(x.im)
	case unknownVal:
		return 1
	}
	panic(fmt.Sprintf("%v not numeric", x))
}

// Bytes has the absolute value of an integer, its lowest byte first.
func Bytes(x Value) []byte {
	var t intVal
	switch x := x.(type) {
	case int64Val:
		t.val = bigOf(x)
	case intVal:
		t = x
	default:
		panic(fmt.Sprintf("%v not an Int", x))
	}
	bytes := t.val.Bytes()
	for i, j := 0, len(bytes)-1; i < j; i, j = i+1, j-1 {
		bytes[i], bytes[j] = bytes[j], bytes[i]
	}
	return bytes
}

// fraction is the numerator or denominator of a number, if it can be had.
func fraction(x Value, part func(*big.Rat) *big.Int) Value {
	switch x := x.(type) {
	case int64Val, intVal:
		return makeInt(part(toRatVal(x).val))
	case ratVal:
		return makeInt(part(x.val))
	case floatVal:
		if smallFloat(x.val) {
			r, _ := x.val.Rat(nil)
			return makeInt(part(r))
		}
	case unknownVal:
	default:
		panic(fmt.Sprintf("%v not Int or Float", x))
	}
	return unknownVal{}
}

// Num is the numerator of a number, or unknown if it is too large or small for a fraction.
func Num(x Value) Value { return fraction(x, (*big.Rat).Num) }

// Denom is the denominator of a number, or unknown if it is too large or small for a fraction.
func Denom(x Value) Value { return fraction(x, (*big.Rat).Denom) }

// MakeImag is x times i.
func MakeImag(x Value) Value {
	switch x.(type) {
	case unknownVal:
		return x
	case int64Val, intVal, ratVal, floatVal:
		return makeComplex(int64Val(0), x)
	}
	panic(fmt.Sprintf("%v not Int or Float", x))
}

// Real is the real part of a number.
func Real(x Value) Value {
	switch x := x.(type) {
	case unknownVal, int64Val, intVal, ratVal, floatVal:
		return x
	case complexVal:
		return x.re
	}
	panic(fmt.Sprintf("%v not numeric", x))
}

// Imag is the imaginary part of a number.
func Imag(x Value) Value {
	switch x := x.(type) {
	case unknownVal:
		return x
	case int64Val, intVal, ratVal, floatVal:
		return int64Val(0)
	case complexVal:
		return x.im
	}
	panic(fmt.Sprintf("%v not numeric", x))
}

// ToInt is the integer of this value, or unknown if it is none.
func ToInt(x Value) Value {
	switch x := x.(type) {
	case int64Val, intVal:
		return x
	case ratVal:
		if x.val.IsInt() {
			return makeInt(x.val.Num())
		}
	case floatVal:
		if !smallFloat(x.val) {
			break
		}
		// A number that is an integer but for its last bits is one whose computation was rounded.
		var i big.Int
		if _, acc := x.val.Int(&i); acc == big.Exact {
			return makeInt(&i)
		}
		for _, mode := range []big.RoundingMode{big.ToZero, big.AwayFromZero} {
			t := new(big.Float).SetPrec(prec - 4).SetMode(mode).Set(x.val)
			if _, acc := t.Int(&i); acc == big.Exact {
				return makeInt(&i)
			}
		}
	case complexVal:
		if re := ToFloat(x); re.Kind() == Float {
			return ToInt(re)
		}
	}
	return unknownVal{}
}

// ToFloat is the real number of this value, or unknown if it is none.
func ToFloat(x Value) Value {
	switch x := x.(type) {
	case int64Val:
		return toRatVal(x)
	case intVal:
		if smallInt(x.val) {
			return toRatVal(x)
		}
		return toFloatVal(x)
	case ratVal, floatVal:
		return x
	case complexVal:
		if Sign(x.im) == 0 {
			return ToFloat(x.re)
		}
	}
	return unknownVal{}
}

// ToComplex is the complex number of this value, or unknown if it is none.
func ToComplex(x Value) Value {
	switch x := x.(type) {
	case int64Val, intVal, ratVal, floatVal:
		return complexVal{x, int64Val(0)}
	case complexVal:
		return x
	}
	return unknownVal{}
}

// minInt64 is the one number whose negative, and quotient by -1, int64 cannot hold.
const minInt64 = math.MinInt64
