// Package elliptic has the curves P-224, P-256, P-384 and P-521 of NIST.
package elliptic

import (
	"io"
	"math/big"
	"sync"
)

// A Curve is y² = x³ - 3x + b over a prime field. The pair (0, 0) stands for the point at infinity.
type Curve interface {
	Params() *CurveParams
	IsOnCurve(x, y *big.Int) bool
	Add(x1, y1, x2, y2 *big.Int) (x, y *big.Int)
	Double(x1, y1 *big.Int) (x, y *big.Int)
	ScalarMult(x1, y1 *big.Int, k []byte) (x, y *big.Int)
	ScalarBaseMult(k []byte) (x, y *big.Int)
}

// CurveParams are the numbers of a curve, and compute with any.
type CurveParams struct {
	P       *big.Int // of the field
	N       *big.Int // the order of the base point
	B       *big.Int
	Gx, Gy  *big.Int // the base point
	BitSize int
	Name    string
}

// Params returns the parameters themselves.
func (curve *CurveParams) Params() *CurveParams { return curve }

// IsOnCurve reports whether the coordinates are of the field and fulfil the equation.
func (curve *CurveParams) IsOnCurve(x, y *big.Int) bool {
	if x.Sign() < 0 || y.Sign() < 0 || x.Cmp(curve.P) >= 0 || y.Cmp(curve.P) >= 0 {
		return false
	}
	square := new(big.Int).Mul(y, y)
	return square.Mod(square, curve.P).Cmp(curve.polynomial(x)) == 0
}

// polynomial is x³ - 3x + b.
func (curve *CurveParams) polynomial(x *big.Int) *big.Int {
	v := new(big.Int).Mul(x, x)
	v.Sub(v, three)
	v.Mul(v, x)
	v.Add(v, curve.B)
	return v.Mod(v, curve.P)
}

// Add sums two points.
func (curve *CurveParams) Add(x1, y1, x2, y2 *big.Int) (*big.Int, *big.Int) {
	curve.mustHold(x1, y1)
	curve.mustHold(x2, y2)
	var sum point
	f := newField(curve.P)
	f.add(&sum, affine(x1, y1), affine(x2, y2))
	return f.coordinates(&sum)
}

// Double adds a point to itself.
func (curve *CurveParams) Double(x1, y1 *big.Int) (*big.Int, *big.Int) {
	curve.mustHold(x1, y1)
	p := affine(x1, y1)
	f := newField(curve.P)
	f.double(p, p)
	return f.coordinates(p)
}

// ScalarMult adds as many points as k says, most significant byte first.
func (curve *CurveParams) ScalarMult(Bx, By *big.Int, k []byte) (*big.Int, *big.Int) {
	curve.mustHold(Bx, By)
	return curve.multiply(Bx, By, k)
}

// ScalarBaseMult multiplies the base point.
func (curve *CurveParams) ScalarBaseMult(k []byte) (*big.Int, *big.Int) {
	return curve.multiply(curve.Gx, curve.Gy, k)
}

// mustHold panics where a point is not of the curve: computing with it would leak what it is multiplied with.
func (curve *CurveParams) mustHold(x, y *big.Int) {
	if x.Sign() == 0 && y.Sign() == 0 {
		return
	}
	if !curve.IsOnCurve(x, y) {
		panic("crypto/elliptic: attempted operation on invalid point")
	}
}

// nistCurve is one of the four; it is a type of its own so that programs tell it from parameters of their
// own.
type nistCurve struct{ params *CurveParams }

func (c *nistCurve) Params() *CurveParams         { return c.params }
func (c *nistCurve) IsOnCurve(x, y *big.Int) bool { return c.params.IsOnCurve(x, y) }
func (c *nistCurve) Add(x1, y1, x2, y2 *big.Int) (x, y *big.Int) {
	return c.params.Add(x1, y1, x2, y2)
}
func (c *nistCurve) Double(x1, y1 *big.Int) (x, y *big.Int) { return c.params.Double(x1, y1) }
func (c *nistCurve) ScalarMult(x1, y1 *big.Int, k []byte) (x, y *big.Int) {
	return c.params.ScalarMult(x1, y1, c.reduced(k))
}
func (c *nistCurve) ScalarBaseMult(k []byte) (x, y *big.Int) {
	return c.params.ScalarBaseMult(c.reduced(k))
}

// reduced is a scalar of at most the order's length, so that a long one costs no more.
func (c *nistCurve) reduced(k []byte) []byte {
	if len(k) <= (c.params.N.BitLen()+7)/8 {
		return k
	}
	n := new(big.Int).SetBytes(k)
	return n.Mod(n, c.params.N).Bytes()
}

func named(name string, bits int, p, n, b, gx, gy string) func() Curve {
	return sync.OnceValue(func() Curve {
		number := func(s string) *big.Int {
			v, _ := new(big.Int).SetString(s, 16)
			return v
		}
		return &nistCurve{&CurveParams{
			P: number(p), N: number(n), B: number(b), Gx: number(gx), Gy: number(gy), BitSize: bits, Name: name,
		}}
	})
}

var (
	p224 = named("P-224", 224,
		"ffffffffffffffffffffffffffffffff000000000000000000000001",
		"ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
		"b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
		"b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
		"bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34")
	p256 = named("P-256", 256,
		"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
		"ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
		"5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
		"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
		"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
	p384 = named("P-384", 384,
		"fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe"+"ffffffff0000000000000000ffffffff",
		"ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf"+"581a0db248b0a77aecec196accc52973",
		"b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875a"+"c656398d8a2ed19d2a85c8edd3ec2aef",
		"aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38"+"5502f25dbf55296c3a545e3872760ab7",
		"3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0"+"0a60b1ce1d7e819d7a431d7c90ea0e5f")
	p521 = named("P-521", 521,
		"1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"+
			"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"+
			"a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
		"51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e"+
			"156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
		"c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3db"+
			"aa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
		"11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e66"+
			"2c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650")
)

// P224 is secp224r1.
func P224() Curve { return p224() }

// P256 is secp256r1.
func P256() Curve { return p256() }

// P384 is secp384r1.
func P384() Curve { return p384() }

// P521 is secp521r1.
func P521() Curve { return p521() }

// GenerateKey makes a scalar below the order of bytes of rand, and the point that belongs to it.
func GenerateKey(curve Curve, rand io.Reader) (priv []byte, x, y *big.Int, err error) {
	n := curve.Params().N
	bits := n.BitLen()
	priv = make([]byte, (bits+7)/8)
	for x == nil {
		if _, err = io.ReadFull(rand, priv); err != nil {
			return nil, nil, nil, err
		}
		priv[0] &= 0xff >> ((8 - bits%8) % 8)
		// A reader that gives the same bytes each time must not keep this loop going.
		priv[1] ^= 0x42
		if new(big.Int).SetBytes(priv).Cmp(n) < 0 {
			x, y = curve.ScalarBaseMult(priv)
		}
	}
	return priv, x, y, nil
}

func size(curve Curve) int { return (curve.Params().BitSize + 7) / 8 }

// must panics where a point is neither on the curve nor at infinity.
func must(curve Curve, x, y *big.Int) {
	if infinity := x.Sign() == 0 && y.Sign() == 0; !infinity && !curve.IsOnCurve(x, y) {
		panic("crypto/elliptic: attempted operation on invalid point")
	}
}

// Marshal writes a point as 4 and both coordinates.
func Marshal(curve Curve, x, y *big.Int) []byte {
	must(curve, x, y)
	n := size(curve)
	b := make([]byte, 1+2*n)
	b[0] = 4
	x.FillBytes(b[1 : 1+n])
	y.FillBytes(b[1+n:])
	return b
}

// MarshalCompressed writes a point as 2 or 3, after its y coordinate's lowest bit, and its x coordinate.
func MarshalCompressed(curve Curve, x, y *big.Int) []byte {
	must(curve, x, y)
	b := make([]byte, 1+size(curve))
	b[0] = 2 | byte(y.Bit(0))
	x.FillBytes(b[1:])
	return b
}

// Unmarshal reads what Marshal writes; x is nil if data is no point.
func Unmarshal(curve Curve, data []byte) (x, y *big.Int) {
	n := size(curve)
	if len(data) != 1+2*n || data[0] != 4 {
		return nil, nil
	}
	x, y = new(big.Int).SetBytes(data[1:1+n]), new(big.Int).SetBytes(data[1+n:])
	if p := curve.Params().P; x.Cmp(p) >= 0 || y.Cmp(p) >= 0 || !curve.IsOnCurve(x, y) {
		return nil, nil
	}
	return x, y
}

// UnmarshalCompressed reads what MarshalCompressed writes; x is nil if data is no point.
func UnmarshalCompressed(curve Curve, data []byte) (x, y *big.Int) {
	params := curve.Params()
	if len(data) != 1+size(curve) || data[0] != 2 && data[0] != 3 {
		return nil, nil
	}
	x = new(big.Int).SetBytes(data[1:])
	if x.Cmp(params.P) >= 0 {
		return nil, nil
	}
	y = new(big.Int).ModSqrt(params.polynomial(x), params.P)
	if y == nil {
		return nil, nil
	}
	if byte(y.Bit(0)) != data[0]&1 {
		y.Sub(params.P, y)
	}
	if !curve.IsOnCurve(x, y) {
		return nil, nil
	}
	return x, y
}
