// Recurrences with remainders: generators that carry products, whose numbers are small, large, negative and wrap, and what they leave
// behind the loop.
package main

import "fmt"

func signed(seed, n int) (last, sum int) {
	for i := 0; i < n; i++ {
		seed = (seed*3877 + 29573) % 139968
		sum += seed
	}
	return seed, sum
}

func wraps(seed, n int) (sum int) {
	for i := 0; i < n; i++ {
		seed = (seed*6364136223846793005 + 1442695040888963407) % -7919
		if seed == 17 {
			continue
		}
		sum = sum*31 + seed
	}
	return sum
}

func unsigned(seed uint, n int) (sum uint) {
	for i := 0; i < n; i++ {
		seed = (seed*2862933555777941757 + 3037000493) % 18446744073709551557
		sum ^= seed
	}
	return sum
}

func nested(n int) (sum int) {
	seed := n
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			seed = seed * 75 % 65537
			sum += seed & 3
		}
		seed = seed * -5 % 1001
	}
	return sum
}

func narrow(seed uint32, n int) (sum uint32) {
	for i := 0; i < n; i++ {
		seed = seed * 48271 % 2147483647
		sum += seed
	}
	return sum
}

func main() {
	for _, seed := range []int{42, 0, -1, -139967, 1 << 62, -1 << 63} {
		last, sum := signed(seed, 1000)
		fmt.Println(last, sum, wraps(seed, 1000), unsigned(uint(seed), 1000), narrow(uint32(seed), 100))
	}
	fmt.Println(nested(40))
	fmt.Println(signed(7, 0))
}

// Output:
// 11426 72233348 7404128029873895152 17566648248173270104 4160212458
// 48824 70790228 8826910505449216876 14487413882228339784 0
// 123031 70289308 8251773177159737034 16684967463322357104 3626325415
// -25383 -69656628 5063625880961739311 15637991045723008560 2896810905
// 111288 69848724 5217705124370675804 5264041845373563976 0
// -76104 -71773740 2355766805709553647 14487413882228339784 0
// 1196
// 7 0
