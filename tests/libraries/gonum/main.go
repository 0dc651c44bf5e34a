// Linear algebra and statistics with gonum, whose kernels are the portable ones in both runs.
package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

type random uint64

func (r *random) next(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

func (r *random) matrix(rows, columns int) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := 0; i < rows; i++ {
		for j := 0; j < columns; j++ {
			m.Set(i, j, float64(r.next(2000)-1000)/64)
		}
	}
	return m
}

func show(label string, m mat.Matrix) {
	fmt.Printf("%s =\n%.6g\n", label, mat.Formatted(m, mat.Squeeze()))
}

func algebra(r *random) {
	for _, n := range []int{1, 2, 3, 5, 8, 40, 70} {
		a, b := r.matrix(n, n), r.matrix(n, n)
		var product, sum, inverse mat.Dense
		product.Mul(a, b.T())
		sum.Add(&product, a)
		sum.Scale(0.5, &sum)
		fmt.Printf("%d trace %.8g det %.6g norm %.8g %.8g max %.8g\n", n, mat.Trace(&sum), mat.Det(a), mat.Norm(&sum, 1), mat.Norm(&sum, 2), mat.Max(&product))
		if err := inverse.Inverse(a); err != nil {
			fmt.Println(err)
		}
		var unit mat.Dense
		unit.Mul(a, &inverse)
		fmt.Println(mat.EqualApprox(&unit, mat.NewDiagDense(n, ones(n)), 1e-8))
		var qr mat.QR
		qr.Factorize(a)
		var q, rr, back mat.Dense
		qr.QTo(&q)
		qr.RTo(&rr)
		back.Mul(&q, &rr)
		fmt.Println(mat.EqualApprox(&back, a, 1e-9))
		symmetric := mat.NewSymDense(n, nil)
		symmetric.SymOuterK(1, a)
		var chol mat.Cholesky
		fmt.Printf("cholesky %t logdet %.5f\n", chol.Factorize(symmetric), chol.LogDet())
		var eigen mat.EigenSym
		fmt.Print(eigen.Factorize(symmetric, true))
		values := eigen.Values(nil)
		fmt.Printf(" %.6g .. %.6g\n", math.Abs(values[0])+1 > 1, values[n-1])
		var svd mat.SVD
		fmt.Print(svd.Factorize(a, mat.SVDThin))
		for i, v := range svd.Values(nil) {
			if i < 4 {
				fmt.Printf(" %.6g", v)
			}
		}
		fmt.Println()
		if n <= 3 {
			show("a", a)
			show("product", &product)
		}
		var eig mat.Eigen
		fmt.Print(eig.Factorize(a, mat.EigenRight), " ")
		total := complex(0, 0)
		for _, v := range eig.Values(nil) {
			total += v
		}
		fmt.Printf("%.6g\n", real(total))
	}
	a := r.matrix(6, 3)
	var x mat.Dense
	if err := x.Solve(a, r.matrix(6, 2)); err != nil {
		fmt.Println(err)
	}
	show("least squares", &x)
	defer func() { fmt.Println("recovered:", recover()) }()
	x.Mul(a, a)
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

func statistics(r *random) {
	x, y := make([]float64, 200), make([]float64, 200)
	for i := range x {
		x[i] = float64(r.next(1000)) / 10
		y[i] = 3*x[i] - 7 + float64(r.next(100))/50
	}
	alpha, beta := stat.LinearRegression(x, y, nil, false)
	mean, deviation := stat.MeanStdDev(x, nil)
	fmt.Printf("%.6f %.6f %.6f %.6f %.6f %.6f\n", alpha, beta, mean, deviation, stat.Correlation(x, y, nil), stat.RSquared(x, y, nil, alpha, beta))
	fmt.Printf("%.6f %.6f %.6f\n", stat.Skew(x, nil), stat.ExKurtosis(x, nil), stat.Covariance(x, y, nil))
	var pc stat.PC
	fmt.Println(pc.PrincipalComponents(r.matrix(30, 4), nil))
	for _, v := range pc.VarsTo(nil) {
		fmt.Printf(" %.6g", v)
	}
	fmt.Println()
}

func main() {
	r := random(8)
	algebra(&r)
	statistics(&r)
}
