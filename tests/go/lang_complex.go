package main

import "fmt"

type cplx complex64

type point struct {
	z    complex128
	name string
	w    cplx
}

const (
	i     = 1i
	sq    = i * i
	big   = 1e500i / 1e490
	third = (1 + 2i) / 3
	hex   = 0x10i + 0b11i + 0o17i + 17i + 1_0.5e1i
)

//go:noinline
func div(a, b complex128) complex128 { return a / b }

//go:noinline
func div64(a, b complex64) complex64 { return a / b }

//go:noinline
func mul64(a, b complex64) complex64 { return a * b }

func sum(zs ...complex128) (s complex128) {
	for _, z := range zs {
		s += z
	}
	return
}

func parts(z complex128) (re, im float64) {
	defer func() {
		if r := recover(); r != nil {
			re, im = -1, -1
		}
	}()
	if z == 0 {
		panic(z)
	}
	return real(z), imag(z)
}

func main() {
	fmt.Println(i, sq, real(sq), big, third, hex)
	var zero float64
	inf := 1 / zero
	nan := zero / zero
	values := []complex128{0, 1, 1i, -1 - 1i, 3.5 + 4.25i, complex(inf, 1), complex(1, -inf), complex(nan, 0), complex(inf, nan), 1e-300 + 1e300i}
	for _, a := range values {
		fmt.Println(a, -a, +a, real(a), imag(a))
		for _, b := range values {
			fmt.Println(a+b, a-b, a*b, div(a, b), a == b, a != b)
			c, d := complex64(a), complex64(b)
			fmt.Println(c+d, c-d, mul64(c, d), div64(c, d), c == d)
		}
	}
	z := 3 + 4i
	z++
	z *= 2i
	z -= complex(1, 1)
	z /= 2 - 1i
	z--
	fmt.Println(z, sum(), sum(1, 2i, z))
	var w cplx = 2 - 0.5i
	w += cplx(z)
	fmt.Println(w, complex128(w), real(w), fmt.Sprintf("%T %T %T %T", w, real(w), z, imag(z)))
	fmt.Printf("%v %.2f %8.3f %+.1e %g %G %x|%30v|%-30v|%06.1f\n", z, z, z, z, z, z, z, w, w, w)
	fmt.Printf("%d %s\n", z, w)
	var a, b any = z, z
	fmt.Println(a == b, a == any(complex64(z)), a == any(1), a)
	m := map[complex128]string{0: "zero", 1i: "i", complex(nan, 0): "nan"}
	m[complex(-zero, 0)] += "!"
	m[complex(nan, 0)] = "another"
	fmt.Println(len(m), m[0], m[1i], m[2] == "")
	k := map[any]int{1i: 1, complex64(1i): 2, 1: 3}
	fmt.Println(k[1i], k[complex64(1i)], k[1+0i], k[1])
	p, q := point{z, "p", w}, point{z, "p", w}
	fmt.Println(p == q, p)
	q.w = 0
	fmt.Println(p == q, q)
	var arr [3]complex64
	arr[1] = complex(1, 2)
	fmt.Println(arr, arr == [3]complex64{1: 1 + 2i}, len(arr))
	ch := make(chan complex128, 1)
	ch <- 7i
	fmt.Println(<-ch)
	f := func() complex128 { z *= z; return z }
	fmt.Println(f(), f(), z)
	fmt.Println(parts(0))
	fmt.Println(parts(5i - 2))
	switch z {
	case 0, 1:
		fmt.Println("small")
	case z:
		fmt.Println("itself")
	}
	switch v := a.(type) {
	case complex64:
		fmt.Println("64", v)
	case complex128:
		fmt.Println("128", v)
	}
	x, y := float32(1.5), 2.0
	fmt.Println(complex(x, 2), complex(y, 1<<3), complex(0, y), real(2i), imag(3))
	pz := &z
	*pz = 1
	(*pz) += 1i
	fmt.Println(z, *pz)
	const c64 complex64 = 0.1 + 0.1i
	fmt.Println(c64*c64, complex128(c64), real(c64) == 0.1)
	println(z, complex64(z), complex(nan, -inf))
	defer delete(m, 1i)
	defer func() { fmt.Println(recover()) }()
	panic(z)
}

// Stderr:
// (1+1i) (1+1i) (NaN-Infi)

// Output:
// (0+1i) (-1+0i) -1 (0+1e+10i) (0.3333333333333333+0.6666666666666666i) (0+156i)
// (0+0i) (-0-0i) (0+0i) 0 0
// (0+0i) (0+0i) (0+0i) (NaN+NaNi) true false
// (0+0i) (0+0i) (0+0i) (NaN+NaNi) true
// (1+0i) (-1+0i) (0+0i) (0+0i) false true
// (1+0i) (-1+0i) (0+0i) (0+0i) false
// (0+1i) (0-1i) (0+0i) (0+0i) false true
// (0+1i) (0-1i) (0+0i) (0+0i) false
// (-1-1i) (1+1i) (0-0i) (-0-0i) false true
// (-1-1i) (1+1i) (0-0i) (-0-0i) false
// (3.5+4.25i) (-3.5-4.25i) (0+0i) (0+0i) false true
// (3.5+4.25i) (-3.5-4.25i) (0+0i) (0+0i) false
// (+Inf+1i) (-Inf-1i) (NaN+NaNi) (0+0i) false true
// (+Inf+1i) (-Inf-1i) (NaN+NaNi) (0+0i) false
// (1-Infi) (-1+Infi) (NaN+NaNi) (-0+0i) false true
// (1-Infi) (-1+Infi) (NaN+NaNi) (-0+0i) false
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false
// (1e-300+1e+300i) (-1e-300-1e+300i) (0+0i) (0+0i) false true
// (0+Infi) (0-Infi) (NaN+NaNi) (0+0i) false
// (1+0i) (-1-0i) (1+0i) 1 0
// (1+0i) (1+0i) (0+0i) (+Inf+NaNi) false true
// (1+0i) (1+0i) (0+0i) (+Inf+NaNi) false
// (2+0i) (0+0i) (1+0i) (1+0i) true false
// (2+0i) (0+0i) (1+0i) (1+0i) true
// (1+1i) (1-1i) (0+1i) (0-1i) false true
// (1+1i) (1-1i) (0+1i) (0-1i) false
// (0-1i) (2+1i) (-1-1i) (-0.5+0.5i) false true
// (0-1i) (2+1i) (-1-1i) (-0.5+0.5i) false
// (4.5+4.25i) (-2.5-4.25i) (3.5+4.25i) (0.11546391752577319-0.1402061855670103i) false true
// (4.5+4.25i) (-2.5-4.25i) (3.5+4.25i) (0.11546392-0.14020619i) false
// (+Inf+1i) (-Inf-1i) (+Inf+NaNi) (0+0i) false true
// (+Inf+1i) (-Inf-1i) (+Inf+NaNi) (0+0i) false
// (2-Infi) (0+Infi) (NaN-Infi) (-0+0i) false true
// (2-Infi) (0+Infi) (NaN-Infi) (-0+0i) false
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false
// (1+1e+300i) (1-1e+300i) (1e-300+1e+300i) (0-1e-300i) false true
// (1+Infi) (1-Infi) (NaN+Infi) (0-0i) false
// (0+1i) (-0-1i) (0+1i) 0 1
// (0+1i) (0+1i) (0+0i) (NaN+Infi) false true
// (0+1i) (0+1i) (0+0i) (NaN+Infi) false
// (1+1i) (-1+1i) (0+1i) (0+1i) false true
// (1+1i) (-1+1i) (0+1i) (0+1i) false
// (0+2i) (0+0i) (-1+0i) (1+0i) true false
// (0+2i) (0+0i) (-1+0i) (1+0i) true
// (-1+0i) (1+2i) (1-1i) (-0.5-0.5i) false true
// (-1+0i) (1+2i) (1-1i) (-0.5-0.5i) false
// (3.5+5.25i) (-3.5-3.25i) (-4.25+3.5i) (0.1402061855670103+0.11546391752577319i) false true
// (3.5+5.25i) (-3.5-3.25i) (-4.25+3.5i) (0.14020619+0.11546392i) false
// (+Inf+2i) (-Inf+0i) (NaN+Infi) (0+0i) false true
// (+Inf+2i) (-Inf+0i) (NaN+Infi) (0+0i) false
// (1-Infi) (-1+Infi) (+Inf+NaNi) (-0+0i) false true
// (1-Infi) (-1+Infi) (+Inf+NaNi) (-0+0i) false
// (NaN+1i) (NaN+1i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+1i) (NaN+1i) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false
// (1e-300+1e+300i) (-1e-300-1e+300i) (-1e+300+1e-300i) (1e-300+0i) false true
// (0+Infi) (0-Infi) (-Inf+NaNi) (0+0i) false
// (-1-1i) (1+1i) (-1-1i) -1 -1
// (-1-1i) (-1-1i) (0-0i) (-Inf-Infi) false true
// (-1-1i) (-1-1i) (0-0i) (-Inf-Infi) false
// (0-1i) (-2-1i) (-1-1i) (-1-1i) false true
// (0-1i) (-2-1i) (-1-1i) (-1-1i) false
// (-1+0i) (-1-2i) (1-1i) (-1+1i) false true
// (-1+0i) (-1-2i) (1-1i) (-1+1i) false
// (-2-2i) (0+0i) (0+2i) (1-0i) true false
// (-2-2i) (0+0i) (0+2i) (1-0i) true
// (2.5+3.25i) (-4.5-5.25i) (0.75-7.75i) (-0.2556701030927835+0.02474226804123712i) false true
// (2.5+3.25i) (-4.5-5.25i) (0.75-7.75i) (-0.2556701+0.024742268i) false
// (+Inf+0i) (-Inf-2i) (-Inf-Infi) (-0-0i) false true
// (+Inf+0i) (-Inf-2i) (-Inf-Infi) (-0-0i) false
// (0-Infi) (-2+Infi) (-Inf+Infi) (0-0i) false true
// (0-Infi) (-2+Infi) (-Inf+Infi) (0-0i) false
// (NaN-1i) (NaN-1i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN-1i) (NaN-1i) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (-0-0i) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (-0-0i) false
// (-1+1e+300i) (-1-1e+300i) (1e+300-1e+300i) (-1e-300+1e-300i) false true
// (-1+Infi) (-1-Infi) (+Inf-Infi) (-0+0i) false
// (3.5+4.25i) (-3.5-4.25i) (3.5+4.25i) 3.5 4.25
// (3.5+4.25i) (3.5+4.25i) (0+0i) (+Inf+Infi) false true
// (3.5+4.25i) (3.5+4.25i) (0+0i) (+Inf+Infi) false
// (4.5+4.25i) (2.5+4.25i) (3.5+4.25i) (3.5+4.25i) false true
// (4.5+4.25i) (2.5+4.25i) (3.5+4.25i) (3.5+4.25i) false
// (3.5+5.25i) (3.5+3.25i) (-4.25+3.5i) (4.25-3.5i) false true
// (3.5+5.25i) (3.5+3.25i) (-4.25+3.5i) (4.25-3.5i) false
// (2.5+3.25i) (4.5+5.25i) (0.75-7.75i) (-3.875-0.375i) false true
// (2.5+3.25i) (4.5+5.25i) (0.75-7.75i) (-3.875-0.375i) false
// (7+8.5i) (0+0i) (-5.8125+29.75i) (1+0i) true false
// (7+8.5i) (0+0i) (-5.8125+29.75i) (1+0i) true
// (+Inf+5.25i) (-Inf+3.25i) (+Inf+Infi) (0+0i) false true
// (+Inf+5.25i) (-Inf+3.25i) (+Inf+Infi) (0+0i) false
// (4.5-Infi) (2.5+Infi) (+Inf-Infi) (-0+0i) false true
// (4.5-Infi) (2.5+Infi) (+Inf-Infi) (-0+0i) false
// (NaN+4.25i) (NaN+4.25i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+4.25i) (NaN+4.25i) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false
// (3.5+1e+300i) (3.5-1e+300i) (-4.2500000000000004e+300+3.5e+300i) (4.25e-300-3.4999999999999995e-300i) false true
// (3.5+Infi) (3.5-Infi) (-Inf+Infi) (0-0i) false
// (+Inf+1i) (-Inf-1i) (+Inf+1i) +Inf 1
// (+Inf+1i) (+Inf+1i) (NaN+NaNi) (+Inf+Infi) false true
// (+Inf+1i) (+Inf+1i) (NaN+NaNi) (+Inf+Infi) false
// (+Inf+1i) (+Inf+1i) (+Inf+NaNi) (+Inf+NaNi) false true
// (+Inf+1i) (+Inf+1i) (+Inf+NaNi) (+Inf+NaNi) false
// (+Inf+2i) (+Inf+0i) (NaN+Infi) (NaN-Infi) false true
// (+Inf+2i) (+Inf+0i) (NaN+Infi) (NaN-Infi) false
// (+Inf+0i) (+Inf+2i) (-Inf-Infi) (-Inf+Infi) false true
// (+Inf+0i) (+Inf+2i) (-Inf-Infi) (-Inf+Infi) false
// (+Inf+5.25i) (+Inf-3.25i) (+Inf+Infi) (+Inf-Infi) false true
// (+Inf+5.25i) (+Inf-3.25i) (+Inf+Infi) (+Inf-Infi) false
// (+Inf+2i) (NaN+0i) (+Inf+Infi) (NaN+NaNi) true false
// (+Inf+2i) (NaN+0i) (+Inf+Infi) (NaN+NaNi) true
// (+Inf-Infi) (+Inf+Infi) (+Inf-Infi) (NaN+NaNi) false true
// (+Inf-Infi) (+Inf+Infi) (+Inf-Infi) (NaN+NaNi) false
// (NaN+1i) (NaN+1i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+1i) (NaN+1i) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+1e+300i) (+Inf-1e+300i) (+Inf+Infi) (NaN-Infi) false true
// (+Inf+Infi) (+Inf-Infi) (NaN+Infi) (NaN+NaNi) false
// (1-Infi) (-1+Infi) (1-Infi) 1 -Inf
// (1-Infi) (1-Infi) (NaN+NaNi) (+Inf-Infi) false true
// (1-Infi) (1-Infi) (NaN+NaNi) (+Inf-Infi) false
// (2-Infi) (0-Infi) (NaN-Infi) (NaN-Infi) false true
// (2-Infi) (0-Infi) (NaN-Infi) (NaN-Infi) false
// (1-Infi) (1-Infi) (+Inf+NaNi) (-Inf+NaNi) false true
// (1-Infi) (1-Infi) (+Inf+NaNi) (-Inf+NaNi) false
// (0-Infi) (2-Infi) (-Inf+Infi) (+Inf+Infi) false true
// (0-Infi) (2-Infi) (-Inf+Infi) (+Inf+Infi) false
// (4.5-Infi) (-2.5-Infi) (+Inf-Infi) (-Inf-Infi) false true
// (4.5-Infi) (-2.5-Infi) (+Inf-Infi) (-Inf-Infi) false
// (+Inf-Infi) (-Inf-Infi) (+Inf-Infi) (NaN+NaNi) false true
// (+Inf-Infi) (-Inf-Infi) (+Inf-Infi) (NaN+NaNi) false
// (2-Infi) (0+NaNi) (-Inf-Infi) (NaN+NaNi) true false
// (2-Infi) (0+NaNi) (-Inf-Infi) (NaN+NaNi) true
// (NaN-Infi) (NaN-Infi) (NaN+NaNi) (NaN+NaNi) false true
// (NaN-Infi) (NaN-Infi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (1-Infi) (1-Infi) (+Inf-Infi) (-Inf+NaNi) false true
// (1+NaNi) (1-Infi) (+Inf+NaNi) (NaN+NaNi) false
// (NaN+0i) (NaN-0i) (NaN+0i) NaN 0
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false
// (NaN+1i) (NaN-1i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+1i) (NaN-1i) (NaN+NaNi) (NaN+NaNi) false
// (NaN-1i) (NaN+1i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN-1i) (NaN+1i) (NaN+NaNi) (NaN+NaNi) false
// (NaN+4.25i) (NaN-4.25i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+4.25i) (NaN-4.25i) (NaN+NaNi) (NaN+NaNi) false
// (NaN+1i) (NaN-1i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+1i) (NaN-1i) (NaN+NaNi) (NaN+NaNi) false
// (NaN-Infi) (NaN+Infi) (NaN+NaNi) (NaN+NaNi) false true
// (NaN-Infi) (NaN+Infi) (NaN+NaNi) (NaN+NaNi) false
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+0i) (NaN+0i) (NaN+NaNi) (NaN+NaNi) false
// (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (NaN+1e+300i) (NaN-1e+300i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+Infi) (NaN-Infi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (+Inf+NaNi) +Inf NaN
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf+NaNi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf+NaNi) false
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf+NaNi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf+NaNi) false
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN-Infi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN-Infi) false
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (-Inf+Infi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (-Inf+Infi) false
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf-Infi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf-Infi) false
// (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false true
// (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (+Inf-Infi) false true
// (+Inf+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (1e-300+1e+300i) (-1e-300-1e+300i) (1e-300+1e+300i) 1e-300 1e+300
// (1e-300+1e+300i) (1e-300+1e+300i) (0+0i) (+Inf+Infi) false true
// (0+Infi) (0+Infi) (NaN+NaNi) (NaN+Infi) false
// (1+1e+300i) (-1+1e+300i) (1e-300+1e+300i) (1e-300+1e+300i) false true
// (1+Infi) (-1+Infi) (NaN+Infi) (NaN+Infi) false
// (1e-300+1e+300i) (1e-300+1e+300i) (-1e+300+1e-300i) (1e+300-1e-300i) false true
// (0+Infi) (0+Infi) (-Inf+NaNi) (+Inf+NaNi) false
// (-1+1e+300i) (1+1e+300i) (1e+300-1e+300i) (-5e+299-5e+299i) false true
// (-1+Infi) (1+Infi) (+Inf-Infi) (-Inf-Infi) false
// (3.5+1e+300i) (-3.5+1e+300i) (-4.2500000000000004e+300+3.5e+300i) (1.402061855670103e+299+1.154639175257732e+299i) false true
// (3.5+Infi) (-3.5+Infi) (-Inf+Infi) (+Inf+Infi) false
// (+Inf+1e+300i) (-Inf+1e+300i) (+Inf+Infi) (0+0i) false true
// (+Inf+Infi) (-Inf+Infi) (NaN+Infi) (NaN+NaNi) false
// (1-Infi) (-1+Infi) (+Inf-Infi) (-0+0i) false true
// (1+NaNi) (-1+Infi) (+Inf+NaNi) (NaN+NaNi) false
// (NaN+1e+300i) (NaN+1e+300i) (NaN+NaNi) (NaN+NaNi) false true
// (NaN+Infi) (NaN+Infi) (NaN+NaNi) (NaN+NaNi) false
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (0+0i) false true
// (+Inf+NaNi) (-Inf+NaNi) (NaN+NaNi) (NaN+NaNi) false
// (2e-300+2e+300i) (0+0i) (-Inf+2i) (1-0i) true false
// (0+Infi) (0+NaNi) (-Inf+NaNi) (NaN+NaNi) true
// (-6+1i) (0+0i) (-5+3i)
// (-4+0.5i) (-4+0.5i) -4 main.cplx float32 complex128 float64
// (-6+1i) (-6.00+1.00i) (  -6.000  +1.000i) (-6.0e+00+1.0e+00i) (-6+1i) (-6+1i) (-0x1.8p+02+0x1p+00i)|(                            -4                          +0.5i)|(-4                            +0.5                          i)|(-004.0+000.5i)
// %!d(complex128=(-6+1i)) %!s(main.cplx=(-4+0.5i))
// true false false (-6+1i)
// 4 zero! i true
// 1 2 0 3
// true {(-6+1i) p (-4+0.5i)}
// false {(-6+1i) p (0+0i)}
// [(0+0i) (1+2i) (0+0i)] true 3
// (0+7i)
// (35-12i) (1081-840i) (1081-840i)
// -1 -1
// -2 5
// itself
// 128 (-6+1i)
// (1.5+2i) (2+8i) (0+2i) 0 0
// (1+1i) (1+1i)
// (0+0.020000001i) (0.10000000149011612+0.10000000149011612i) true
// (1+1i)
