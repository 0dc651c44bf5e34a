package main

import (
	"fmt"
	"go/constant"
	"go/token"
	"hash/fnv"
	"math/big"
	"math/rand"
	"strings"
)

// All results go into a hash, and some are printed.
var out = new(strings.Builder)

func try(name string, f func() any) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Fprintln(out, name, "PANIC", e)
		}
	}()
	r := f()
	if v, ok := r.(constant.Value); ok {
		fmt.Fprintf(out, "%s %v %v %v %T\n", name, v.Kind(), v.String(), v.ExactString(), constant.Val(v))
	} else {
		fmt.Fprintf(out, "%s %v\n", name, r)
	}
}

type pair struct{ a, b any }

func main() {
	lit := []struct {
		s string
		t token.Token
	}{{"0", token.INT}, {"1", token.INT}, {"-", token.INT}, {"0x7fffffffffffffff", token.INT}, {"9223372036854775808", token.INT}, {"0b101", token.INT}, {"0777", token.INT}, {"1_000_000_000_000_000_000_000_000", token.INT},
		{"1e3", token.FLOAT}, {"1.5", token.FLOAT}, {"1e-500", token.FLOAT}, {"1e500", token.FLOAT}, {"0x1p-2", token.FLOAT}, {"6e-1886451601", token.FLOAT}, {"0.1", token.FLOAT}, {"3.141592653589793238462643383279502884197169399", token.FLOAT}, {"1e300", token.FLOAT}, {"1e-400", token.FLOAT}, {"123456789.5", token.FLOAT},
		{"1i", token.IMAG}, {"0123i", token.IMAG}, {"0.5e3i", token.IMAG}, {"1", token.IMAG},
		{"'a'", token.CHAR}, {"'\\n'", token.CHAR}, {"'", token.CHAR}, {"\"abc\"", token.STRING}, {"`x\ny`", token.STRING}, {"\"", token.STRING}, {"x", token.IDENT}, {"100000000000000000000", token.FLOAT}, {"0x10", token.FLOAT}, {"0o17i", token.IMAG}}
	vals := []constant.Value{constant.MakeUnknown(), constant.MakeBool(true), constant.MakeBool(false), constant.MakeString(""), constant.MakeInt64(-1 << 63), constant.MakeInt64(1<<63 - 1), constant.MakeUint64(1<<64 - 1), constant.MakeFloat64(0.25), constant.MakeFloat64(-0.0), constant.MakeFloat64(1e308), constant.MakeFloat64(5e-324),
		constant.MakeInt64(3), constant.MakeInt64(-7), constant.MakeFromBytes([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}), constant.MakeString("日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語"),
		constant.Make(big.NewRat(7, 3)), constant.Make(big.NewFloat(1.25)), constant.Make(int(3)), constant.Make(new(big.Float).SetInf(true)), constant.Shift(constant.MakeInt64(1), token.SHL, 200)}
	for _, l := range lit {
		try(fmt.Sprint(l), func() any { v := constant.MakeFromLiteral(l.s, l.t, 0); vals = append(vals, v); return v })
	}
	try("zero", func() any { return constant.MakeFromLiteral("1", token.INT, 1) })
	r := rand.New(rand.NewSource(9))
	ops := []token.Token{token.ADD, token.SUB, token.MUL, token.QUO, token.QUO_ASSIGN, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT, token.LAND, token.LOR, token.EQL, token.LSS}
	cmps := []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.ADD}
	for n := 0; n < 120; n++ {
		x, y := vals[r.Intn(len(vals))], vals[r.Intn(len(vals))]
		op := ops[r.Intn(len(ops))]
		cm := cmps[r.Intn(len(cmps))]
		try(fmt.Sprintf("#%d %v", n, op), func() any {
			v := constant.BinaryOp(x, op, y)
			if r.Intn(5) == 0 && constant.BitLen(constant.ToInt(v)) < 20000 {
				vals = append(vals, v)
				if len(vals) > 150 {
					vals = vals[60:]
				}
			}
			return v
		})
		try("cmp", func() any { return constant.Compare(x, cm, y) })
	}
	for _, x := range vals[20:] {
		for _, op := range []token.Token{token.ADD, token.SUB, token.XOR, token.NOT, token.MUL} {
			try("unary", func() any { return constant.UnaryOp(op, x, 0) })
			try("unary", func() any { return constant.UnaryOp(op, x, 8) })
		}
		try("shl", func() any { return constant.Shift(x, token.SHL, 70) })
		try("shr", func() any { return constant.Shift(x, token.SHR, 3) })
		try("sh0", func() any { return constant.Shift(x, token.ADD, 0) })
		try("shx", func() any { return constant.Shift(x, token.ADD, 1) })
		for i, f := range []func(constant.Value) constant.Value{constant.ToInt, constant.ToFloat, constant.ToComplex, constant.Num, constant.Denom, constant.Real, constant.Imag, constant.MakeImag} {
			try(fmt.Sprint("f", i), func() any { return f(x) })
		}
		try("bool", func() any { return constant.BoolVal(x) })
		try("string", func() any { return constant.StringVal(x) })
		try("int", func() any { a, b := constant.Int64Val(x); return pair{a, b} })
		try("uint", func() any { a, b := constant.Uint64Val(x); return pair{a, b} })
		try("f32", func() any { a, b := constant.Float32Val(x); return pair{a, b} })
		try("f64", func() any { a, b := constant.Float64Val(x); return pair{a, b} })
		try("bitlen", func() any { return constant.BitLen(x) })
		try("sign", func() any { return constant.Sign(x) })
		try("bytes", func() any { return constant.Bytes(x) })
		try("val", func() any { return constant.Val(x) })
	}
	fmt.Fprintln(out, constant.Kind(7), constant.Int)
	lines := strings.Split(out.String(), "\n")
	h := fnv.New64a()
	h.Write([]byte(out.String()))
	fmt.Println(len(lines), h.Sum64())
	for i := 0; i < len(lines); i += 11 {
		fmt.Println(lines[i] + ".")
	}
}

// Output:
// 1527 845405320140555169
// {0 5} Int 0 0 int64.
// {1e500 6} Float 1e+500 100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 *big.Rat.
// {1 7} Unknown unknown unknown <nil>.
// {0o17i 7} Complex (0 + 15i) (0 + 15i) <nil>.
// cmp true.
// #10 / Unknown unknown unknown <nil>.
// cmp true.
// #21 % PANIC invalid binary operation 1e-500 % "abc".
// cmp false.
// #32 / Float 2.93589e+18 1317624576693539401000000000000000000000000000000000000000000000/448798950512827605494663340468500412028167057 *big.Rat.
// cmp false.
// #43 - Unknown unknown unknown <nil>.
// cmp PANIC invalid comparison 9223372036854775808 >= true.
// #54 * Int -70 -70 int64.
// cmp PANIC invalid comparison 1 + 0.
// #65 == PANIC invalid binary operation (0 + 0i) == 9223372036854775807.
// cmp false.
// #76 == Unknown unknown unknown <nil>.
// cmp true.
// #87 &^ PANIC invalid binary operation 18446744073709551615 &^ 0.1.
// cmp false.
// #98 == PANIC invalid binary operation 0.1 == 1.25.
// cmp true.
// #109 | Unknown unknown unknown <nil>.
// cmp false.
// unary Int 0 0 int64.
// shr Int 0 0 int64.
// bool PANIC 0 not a Bool.
// unary Int 1 1 int64.
// sh0 Int 1 1 int64.
// string PANIC 1 not a String.
// unary Unknown unknown unknown <nil>.
// shx Unknown unknown unknown <nil>.
// int {0 false}.
// unary Int -9223372036854775807 -9223372036854775807 int64.
// f0 Int 9223372036854775807 9223372036854775807 int64.
// uint {9223372036854775807 true}.
// unary Int -9223372036854775809 -9223372036854775809 *big.Int.
// f1 Float 9.22337e+18 9223372036854775808 *big.Rat.
// f32 {9.223372e+18 true}.
// unary Int 250 250 int64.
// f2 Complex (5 + 0i) (5 + 0i) <nil>.
// f64 {5 true}.
// unary PANIC invalid unary operation !511.
// f3 Int 511 511 int64.
// bitlen 9.
// unary PANIC invalid unary operation !1000000000000000000000000.
// f4 Int 1 1 int64.
// sign 1.
// unary PANIC invalid unary operation *1000.
// f5 Float 1000 1000 *big.Rat.
// bytes PANIC 1000 not an Int.
// unary PANIC invalid unary operation *1.5.
// f6 Int 0 0 int64.
// val 3/2.
// shl PANIC invalid shift 1e-500 << 70.
// f7 Complex (0 + 1e-500i) (0 + 1/100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000i) <nil>.
// unary Float 1e+500 100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 *big.Rat.
// shr PANIC invalid shift 1e+500 >> 3.
// bool PANIC 1e+500 not a Bool.
// unary Float 0.25 1/4 *big.Rat.
// sh0 PANIC invalid shift 0.25 + 0.
// string PANIC 0.25 not a String.
// unary Float 0 0 *big.Rat.
// shx PANIC invalid shift 0 + 1.
// int PANIC 0 not an Int.
// unary Float -0.1 -1/10 *big.Rat.
// f0 Unknown unknown unknown <nil>.
// uint PANIC 0.1 not an Int.
// unary PANIC invalid unary operation ^3.14159.
// f1 Float 3.14159 3141592653589793238462643383279502884197169399/1000000000000000000000000000000000000000000000 *big.Rat.
// f32 {3.1415927 false}.
// unary PANIC invalid unary operation ^1e+300.
// f2 Complex (1e+300 + 0i) (1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 + 0i) <nil>.
// f64 {1e+300 false}.
// unary PANIC invalid unary operation !1e-400.
// f3 Int 1 1 int64.
// bitlen PANIC 1e-400 not an Int.
// unary PANIC invalid unary operation !1.23457e+08.
// f4 Int 2 2 int64.
// sign 1.
// unary PANIC invalid unary operation *(0 + 1i).
// f5 Int 0 0 int64.
// bytes PANIC (0 + 1i) not an Int.
// unary PANIC invalid unary operation *(0 + 123i).
// f6 Float 123 123 *big.Rat.
// val <nil>.
// shl PANIC invalid shift (0 + 500i) << 70.
// f7 PANIC (0 + 500i) not Int or Float.
// unary Unknown unknown unknown <nil>.
// shr Unknown unknown unknown <nil>.
// bool false.
// unary Int 97 97 int64.
// sh0 Int 97 97 int64.
// string PANIC 97 not a String.
// unary Int -10 -10 int64.
// shx PANIC invalid shift 10 + 1.
// int {10 true}.
// unary Unknown unknown unknown <nil>.
// f0 Unknown unknown unknown <nil>.
// uint {0 false}.
// unary PANIC invalid unary operation ^"abc".
// f1 Unknown unknown unknown <nil>.
// f32 PANIC "abc" not a Float.
// unary PANIC invalid unary operation ^"x\ny".
// f2 Unknown unknown unknown <nil>.
// f32 PANIC "x\ny" not a Float.
// unary Unknown unknown unknown <nil>.
// f1 Unknown unknown unknown <nil>.
// f32 {0 false}.
// unary PANIC invalid unary operation ^1e+20.
// f2 Complex (1e+20 + 0i) (100000000000000000000 + 0i) <nil>.
// f64 {1e+20 true}.
// unary PANIC invalid unary operation !16.
// f3 Int 16 16 int64.
// bitlen PANIC 16 not an Int.
// unary PANIC invalid unary operation !(0 + 15i).
// f4 PANIC (0 + 15i) not Int or Float.
// sign 1.
// unary PANIC invalid unary operation *unknown.
// f5 Unknown unknown unknown <nil>.
// bytes PANIC unknown not an Int.
// unary PANIC invalid unary operation *(0 + 0i).
// f6 Float 0 0 *big.Rat.
// val <nil>.
// shl Unknown unknown unknown <nil>.
// f7 Unknown unknown unknown <nil>.
// unary Float 1e+308 100000000000000001097906362944045541740492309677311846336810682903157585404911491537163328978494688899061249669721172515611590283743140088328307009198146046031271664502933027185697489699588559043338384466165001178426897626212945177628091195786707458122783970171784415105291802893207873272974885715430223118320 *big.Rat.
// shr PANIC invalid shift 1e+308 >> 3.
// bool PANIC 1e+308 not a Bool.
// unary Unknown unknown unknown <nil>.
// sh0 Unknown unknown unknown <nil>.
// string .
// unary Unknown unknown unknown <nil>.
// shx Unknown unknown unknown <nil>.
// int {0 false}.
// unary Unknown unknown unknown <nil>.
// f0 Unknown unknown unknown <nil>.
// uint {0 false}.
