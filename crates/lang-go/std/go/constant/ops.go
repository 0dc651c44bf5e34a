package constant

import (
	"cmp"
	"fmt"
	"go/token"
	"math/big"
)

// match gives both operands the higher form of theirs. If the lower one is no number, both are that one.
func match(x, y Value) (Value, Value) {
	a, b := x.rank(), y.rank()
	switch {
	case a < b && a < 2:
		return x, x
	case a < b:
		return raise(x, y), y
	case a > b && b < 2:
		return y, y
	case a > b:
		return x, raise(y, x)
	}
	return x, y
}

// raise gives the number x the form of y, which is higher.
func raise(x, y Value) Value {
	switch y.(type) {
	case intVal:
		return intVal{bigOf(x.(int64Val))}
	case ratVal:
		return toRatVal(x)
	case floatVal:
		return toFloatVal(x)
	case complexVal:
		return complexVal{x, int64Val(0)}
	}
	return x
}

// UnaryOp is the result of a unary operation. Of ^, prec is the size in bits if it is not 0.
func UnaryOp(op token.Token, y Value, prec uint) Value {
	if y.Kind() == Unknown {
		switch op {
		case token.ADD, token.SUB, token.XOR, token.NOT:
			return y
		}
	}
	switch op {
	case token.ADD:
		if y.rank() >= 2 {
			return y
		}
	case token.SUB:
		switch y := y.(type) {
		case int64Val:
			if y != minInt64 {
				return -y
			}
			return makeInt(new(big.Int).Neg(bigOf(y)))
		case intVal:
			return makeInt(new(big.Int).Neg(y.val))
		case ratVal:
			return makeRat(new(big.Rat).Neg(y.val))
		case floatVal:
			return makeFloat(newFloat().Neg(y.val))
		case complexVal:
			return makeComplex(UnaryOp(token.SUB, y.re, 0), UnaryOp(token.SUB, y.im, 0))
		}
	case token.XOR:
		z := new(big.Int)
		switch y := y.(type) {
		case int64Val:
			z.Not(bigOf(y))
		case intVal:
			z.Not(y.val)
		default:
			z = nil
		}
		if z != nil {
			if prec > 0 {
				z.AndNot(z, new(big.Int).Lsh(big.NewInt(-1), prec))
			}
			return makeInt(z)
		}
	case token.NOT:
		if y, ok := y.(boolVal); ok {
			return !y
		}
	}
	panic(fmt.Sprintf("invalid unary operation %s%v", op, y))
}

// BinaryOp is the result of a binary operation that is no comparison and no shift. QUO_ASSIGN divides integers as integers.
func BinaryOp(x_ Value, op token.Token, y_ Value) Value {
	x, y := match(x_, y_)
	var z Value
	switch x := x.(type) {
	case unknownVal:
		return x
	case boolVal:
		y := y.(boolVal)
		switch op {
		case token.LAND:
			return x && y
		case token.LOR:
			return x || y
		}
	case *stringVal:
		if op == token.ADD {
			return &stringVal{left: x, right: y.(*stringVal)}
		}
	case int64Val:
		z = int64Op(x, op, y.(int64Val))
	case intVal:
		z = bigOp(x.val, op, y.(intVal).val)
	case ratVal:
		z = ratOp(x.val, op, y.(ratVal).val)
	case floatVal:
		z = floatOp(x.val, op, y.(floatVal).val)
	case complexVal:
		z = complexOp(x, op, y.(complexVal))
	}
	if z != nil {
		return z
	}
	panic(fmt.Sprintf("invalid binary operation %v %s %v", x_, op, y_))
}

// int64Op is nil if there is no such operation.
func int64Op(x int64Val, op token.Token, y int64Val) Value {
	switch op {
	case token.ADD:
		if z := x + y; (z > x) == (y > 0) {
			return z
		}
	case token.SUB:
		if z := x - y; (z < x) == (y > 0) {
			return z
		}
	case token.MUL:
		const half = 1 << 31
		if -half <= x && x < half && -half <= y && y < half {
			return x * y
		}
	case token.QUO:
		return makeRat(big.NewRat(int64(x), int64(y)))
	case token.QUO_ASSIGN:
		if x != minInt64 || y != -1 {
			return x / y
		}
	case token.REM:
		return x % y
	case token.AND:
		return x & y
	case token.OR:
		return x | y
	case token.XOR:
		return x ^ y
	case token.AND_NOT:
		return x &^ y
	}
	return bigOp(bigOf(x), op, bigOf(y))
}

func bigOp(x *big.Int, op token.Token, y *big.Int) Value {
	z := new(big.Int)
	switch op {
	case token.ADD:
		z.Add(x, y)
	case token.SUB:
		z.Sub(x, y)
	case token.MUL:
		z.Mul(x, y)
	case token.QUO:
		return makeRat(new(big.Rat).SetFrac(x, y))
	case token.QUO_ASSIGN:
		z.Quo(x, y)
	case token.REM:
		z.Rem(x, y)
	case token.AND:
		z.And(x, y)
	case token.OR:
		z.Or(x, y)
	case token.XOR:
		z.Xor(x, y)
	case token.AND_NOT:
		z.AndNot(x, y)
	default:
		return nil
	}
	return makeInt(z)
}

func ratOp(x *big.Rat, op token.Token, y *big.Rat) Value {
	z := new(big.Rat)
	switch op {
	case token.ADD:
		z.Add(x, y)
	case token.SUB:
		z.Sub(x, y)
	case token.MUL:
		z.Mul(x, y)
	case token.QUO:
		z.Quo(x, y)
	default:
		return nil
	}
	return makeRat(z)
}

func floatOp(x *big.Float, op token.Token, y *big.Float) Value {
	z := newFloat()
	switch op {
	case token.ADD:
		z.Add(x, y)
	case token.SUB:
		z.Sub(x, y)
	case token.MUL:
		z.Mul(x, y)
	case token.QUO:
		z.Quo(x, y)
	default:
		return nil
	}
	return makeFloat(z)
}

func complexOp(x complexVal, op token.Token, y complexVal) Value {
	a, b, c, d := x.re, x.im, y.re, y.im
	do := BinaryOp
	switch op {
	case token.ADD, token.SUB:
		return makeComplex(do(a, op, c), do(b, op, d))
	case token.MUL:
		re := do(do(a, token.MUL, c), token.SUB, do(b, token.MUL, d))
		im := do(do(b, token.MUL, c), token.ADD, do(a, token.MUL, d))
		return makeComplex(re, im)
	case token.QUO:
		size := do(do(c, token.MUL, c), token.ADD, do(d, token.MUL, d))
		re := do(do(a, token.MUL, c), token.ADD, do(b, token.MUL, d))
		im := do(do(b, token.MUL, c), token.SUB, do(a, token.MUL, d))
		return makeComplex(do(re, token.QUO, size), do(im, token.QUO, size))
	}
	return nil
}

// Shift is the result of a shift of an integer.
func Shift(x Value, op token.Token, s uint) Value {
	switch x := x.(type) {
	case unknownVal:
		return x
	case int64Val:
		if s == 0 {
			return x
		}
		switch op {
		case token.SHL:
			return makeInt(new(big.Int).Lsh(bigOf(x), s))
		case token.SHR:
			return x >> s
		}
	case intVal:
		if s == 0 {
			return x
		}
		switch op {
		case token.SHL:
			return makeInt(new(big.Int).Lsh(x.val, s))
		case token.SHR:
			return makeInt(new(big.Int).Rsh(x.val, s))
		}
	}
	panic(fmt.Sprintf("invalid shift %v %s %d", x, op, s))
}

// ordered is a comparison of a number with 0.
func ordered(order int, op token.Token) (result, ok bool) {
	switch op {
	case token.EQL:
		return order == 0, true
	case token.NEQ:
		return order != 0, true
	case token.LSS:
		return order < 0, true
	case token.LEQ:
		return order <= 0, true
	case token.GTR:
		return order > 0, true
	case token.GEQ:
		return order >= 0, true
	}
	return false, false
}

// ofBig is a comparison of numbers whose order is known.
func ofBig(order int, op token.Token) bool {
	result, ok := ordered(order, op)
	if !ok {
		panic(fmt.Sprintf("invalid comparison %v %s 0", order, op))
	}
	return result
}

// Compare is the result of a comparison. It is false if an operand is unknown.
func Compare(x_ Value, op token.Token, y_ Value) bool {
	x, y := match(x_, y_)
	var result, ok bool
	switch x := x.(type) {
	case unknownVal:
		return false
	case boolVal:
		result, ok = (x == y.(boolVal)) == (op == token.EQL), op == token.EQL || op == token.NEQ
	case int64Val:
		result, ok = ordered(cmp.Compare(x, y.(int64Val)), op)
	case intVal:
		return ofBig(x.val.Cmp(y.(intVal).val), op)
	case ratVal:
		return ofBig(x.val.Cmp(y.(ratVal).val), op)
	case floatVal:
		return ofBig(x.val.Cmp(y.(floatVal).val), op)
	case complexVal:
		y := y.(complexVal)
		same := Compare(x.re, token.EQL, y.re) && Compare(x.im, token.EQL, y.im)
		result, ok = same == (op == token.EQL), op == token.EQL || op == token.NEQ
	case *stringVal:
		result, ok = ordered(cmp.Compare(x.string(), y.(*stringVal).string()), op)
	}
	if !ok {
		panic(fmt.Sprintf("invalid comparison %v %s %v", x_, op, y_))
	}
	return result
}
