package main

// What scalar work costs: one function for each class of the schedule, each called the same number of times.

func simple(a, b int) int { return a + b - a&b ^ a | b<<3 }

func medium(a, b int) int { return a * b * int(float64(a)) }

func slow(a, b int) int { return a/(b+1) + a%(b+1) }

func narrow(a, b int8) int8 { return a*b + a/(b|1) }

func float(a, b float64) float64 { return a*b + a/b - float64(float32(a)) }

func branchy(n int) int {
	odd := 0
	for i := range n {
		switch {
		case i%3 == 0:
			odd++
		case i&1 != 0 && n > 5 || i == 7:
			odd += 2
		default:
			continue
		}
	}
	return odd
}

func main() {
	sum, f, small := 0, 1.5, int8(3)
	for i := range 100 {
		sum += simple(i, sum) + medium(i, 3) + slow(i, i)
		f = float(f, float64(i+1))
		small = narrow(small, int8(i))
	}
	println(sum, branchy(100), small, f > 0)
}

// Gas: 10668
// Stderr:
// 8570049776965835304 100 0 false
