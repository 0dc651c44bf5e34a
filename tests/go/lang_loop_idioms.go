// Loops that fill memory or look for a byte, at every length around those where many turns are done at once; loops that almost do;
// bounds that fail in the middle of one; others that run meanwhile.
package main

import "fmt"

const size = 70

type pair struct {
	a, b int32
}

//go:noinline
func fill8(s []bool, from, to int, v bool) {
	for i := from; i < to; i++ {
		s[i] = v
	}
}

//go:noinline
func fill16(s []uint16, v uint16) {
	for i := range s {
		s[i] = v
	}
}

//go:noinline
func fill32(s []int32, from, to int, v int32) {
	for i := from; i < to; i++ {
		s[i+1] = v
	}
}

//go:noinline
func fill64(s []int, v int) {
	for i := 0; i < len(s); i++ {
		s[i] = v
	}
}

//go:noinline
func fillFloat(s []float64) {
	for i := range s {
		s[i] = -1.5
	}
}

//go:noinline
func fillAny(s []float64, v float64) {
	for i := range s {
		s[i] = v
	}
}

//go:noinline
func fillNil(s []*int) {
	for i := range s {
		s[i] = nil
	}
}

// Strides, steps, values that change, two stores.
//
//go:noinline
func almost(p []pair, s []int, v int32) {
	for i := range p {
		p[i].b = v
	}
	for i := 0; i < len(s); i += 2 {
		s[i] = 5
	}
	for i := range s {
		s[i] += i
	}
	for i := len(s) - 1; i >= 0; i-- {
		s[i] ^= 1
	}
	for i := 0; i+1 < len(s); i++ {
		s[i] = 3
		s[i+1] = 4
	}
}

//go:noinline
func find(s []byte, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

//go:noinline
func findIn(s string, from int, c byte) (int, byte) {
	i := from
	for i < len(s) && s[i] != c {
		i++
	}
	if i < len(s) {
		return i, s[i]
	}
	return i, 0
}

//go:noinline
func skip(s []byte, from int) int {
	for from < len(s) && s[from] == ' ' {
		from++
	}
	return from
}

//go:noinline
func flag(s []bool, v bool) int {
	i := 0
	if v {
		for i < len(s) && !s[i] {
			i++
		}
		return i
	}
	for i < len(s) && s[i] {
		i++
	}
	return i
}

// Until it fails.
//
//go:noinline
func sentinel(s []byte, c byte) (n int, failed string) {
	defer func() {
		if r := recover(); r != nil {
			failed = fmt.Sprint(r)
		}
	}()
	for s[n] != c {
		n++
	}
	return
}

//go:noinline
func overrun(s []int32, n int, v int32) (failed string) {
	defer func() {
		if r := recover(); r != nil {
			failed = fmt.Sprint(r)
		}
	}()
	for i := 0; i < n; i++ {
		s[i] = v
	}
	return "none"
}

func sum[T int | int32 | uint16](s []T) (n int) {
	for i, v := range s {
		n = n*31%1000003 + int(v) + i
	}
	return
}

func fills() {
	for n := 0; n < size; n++ {
		s := make([]bool, size)
		fill8(s, n/3, n, true)
		fill8(s, n/2, n-1, false)
		count := 0
		for i, v := range s {
			if v {
				count += i
			}
		}
		words := make([]uint16, n)
		fill16(words, uint16(60000+n))
		ints := make([]int32, size+1)
		fill32(ints, n/2, n, -7)
		long := make([]int, n)
		fill64(long, -1<<40+n)
		floats, others := make([]float64, n), make([]float64, n+1)
		fillFloat(floats)
		fillAny(others, float64(n)/3)
		total := others[n]
		for _, v := range floats {
			total += v
		}
		pointers := []*int{&n, &n}
		fillNil(pointers[1:])
		fmt.Println(n, count, sum(words), sum(ints), sum(long), total, pointers[0] == &n, pointers[1] == nil)
	}
	pairs, ints := make([]pair, 40), make([]int, 41)
	almost(pairs, ints, 9)
	fmt.Println(pairs[0], pairs[39], sum(ints))
}

func searches() {
	text := make([]byte, size)
	flags := make([]bool, size)
	for n := 0; n < size; n++ {
		fill64(make([]int, 3), 0)
		for i := range text {
			text[i] = ' '
		}
		text[n] = 'x'
		flags[n] = true
		i, c := findIn(string(text), n/2, 'x')
		fmt.Println(find(text, 'x'), find(text[:n], 'x'), i, c, skip(text, 0), skip(text[:n], n/3), flag(flags, true), flag(flags, false))
		flags[n] = n%2 == 0
		at, failed := sentinel(text, 'x')
		none, why := sentinel(text[:n], 'x')
		fmt.Println(at, failed, none, why)
	}
	text[0], text[69] = 0xff, 0x80
	fmt.Println(find(text, 0xff), find(text, 0x80), find(text, 0))
}

// A long search and a long fill while others run.
func together() {
	big := make([]byte, 1<<17)
	done := make(chan int)
	for g := 1; g <= 3; g++ {
		go func() {
			mine := make([]int32, 1<<15)
			total := 0
			for round := 0; round < 4; round++ {
				for i := range mine {
					mine[i] = int32(g + round)
				}
				total += int(mine[g]) + int(mine[len(mine)-g]) + find(big, byte(g))
			}
			done <- total
		}()
	}
	total := 0
	for range 3 {
		total += <-done
	}
	fmt.Println(total)
}

func main() {
	fills()
	searches()
	ints := make([]int32, 50)
	fmt.Println(overrun(ints, 50, 1), sum(ints), overrun(ints[:45], 60, 2), sum(ints), overrun(ints[:3], 1<<62, 3), sum(ints))
	together()
}

// Output:
// 0 0 0 833118 0 0 true true
// 1 0 60001 -553611 -1099511627775 -1.1666666666666667 true true
// 2 1 920062 627094 -1099511834493 -2.3333333333333335 true true
// 3 2 582835 7543 -1099512241770 -3.5 true true
// 4 4 158621 96807 -1099511837525 -4.666666666666667 true true
// 5 5 931549 383364 -1099512382449 -5.833333333333333 true true
// 6 7 521311 657319 -1099511645973 -7 true true
// 7 8 304991 97782 -1099512314267 -8.166666666666666 true true
// 8 12 130666 712623 -1099512499744 -9.333333333333334 true true
// 9 11 205385 502883 -1099511770734 -10.5 true true
// 10 16 363712 370851 -1099512329449 -11.666666666666666 true true
// 11 17 375153 440352 -1099512546244 -12.833333333333334 true true
// 12 20 932644 594641 -1099512064048 -14 true true
// 13 21 502153 427179 -1099511828675 -15.166666666666668 true true
// 14 28 64486 981314 -1099512624621 -16.333333333333332 true true
// 15 25 629765 432751 -1099512165958 -17.5 true true
// 16 33 273622 433105 -1099511827185 -18.666666666666668 true true
// 17 34 961275 739507 -1099512597205 -19.833333333333332 true true
// 18 38 847969 572033 -1099511898236 -21 true true
// 19 39 990408 398574 -1099512575350 -22.166666666666668 true true
// 20 49 708278 528777 -1099512263545 -23.333333333333332 true true
// 21 44 332741 183122 -1099512227151 -24.5 true true
// 22 55 175573 134729 -1099512614497 -25.666666666666668 true true
// 23 56 321101 554766 -1099512604466 -26.833333333333332 true true
// 24 61 381745 243492 -1099511744214 -28 true true
// 25 62 289613 485345 -1099512048573 -29.166666666666664 true true
// 26 75 298677 918674 -1099512618528 -30.333333333333336 true true
// 27 68 399170 56280 -1099512467570 -31.5 true true
// 28 82 919181 66121 -1099512383150 -32.666666666666664 true true
// 29 83 586222 227555 -1099512219388 -33.833333333333336 true true
// 30 89 213693 71646 -1099512193611 -35 true true
// 31 90 89543 629568 -1099511970311 -36.166666666666664 true true
// 32 106 391502 52356 -1099511897435 -37.333333333333336 true true
// 33 97 420636 888527 -1099511969853 -38.5 true true
// 34 114 1045152 157484 -1099512493443 -39.666666666666664 true true
// 35 115 767277 563142 -1099512362496 -40.833333333333336 true true
// 36 122 380942 405053 -1099512075385 -42 true true
// 37 123 465258 355527 -1099512114306 -43.166666666666664 true true
// 38 142 959597 849970 -1099512440305 -44.333333333333336 true true
// 39 131 581029 795808 -1099512249273 -45.5 true true
// 40 151 1051471 541591 -1099512121285 -46.666666666666664 true true
// 41 152 1021484 897415 -1099511767313 -47.833333333333336 true true
// 42 160 68827 415836 -1099511817274 -49 true true
// 43 161 821633 582700 -1099512080979 -50.166666666666664 true true
// 44 183 996036 825040 -1099512418324 -51.333333333333336 true true
// 45 170 364532 769022 -1099511913965 -52.5 true true
// 46 193 610562 153629 -1099512456290 -53.666666666666664 true true
// 47 194 737840 308618 -1099511767942 -54.833333333333336 true true
// 48 203 194870 687166 -1099511917793 -56 true true
// 49 204 216980 296067 -1099511709030 -57.16666666666667 true true
// 50 229 380341 460954 -1099511759444 -58.33333333333333 true true
// 51 214 260986 345042 -1099512505806 -59.5 true true
// 52 240 871490 494792 -1099512332462 -60.66666666666667 true true
// 53 241 422374 508199 -1099512333496 -61.83333333333333 true true
// 54 251 884623 274248 -1099511980747 -63 true true
// 55 252 143094 432431 -1099512116764 -64.16666666666667 true true
// 56 280 948420 497611 -1099512540626 -65.33333333333333 true true
// 57 263 485652 145017 -1099512108105 -66.5 true true
// 58 292 878099 972212 -1099511961783 -67.66666666666667 true true
// 59 293 928394 552489 -1099512541342 -68.83333333333333 true true
// 60 304 906179 533742 -1099512088971 -70 true true
// 61 305 195441 639445 -1099512087585 -71.16666666666667 true true
// 62 336 478309 730096 -1099511728939 -72.33333333333333 true true
// 63 317 1033183 9080 -1099511824956 -73.5 true true
// 64 349 599874 580729 -1099512435826 -74.66666666666667 true true
// 65 350 502422 177272 -1099512037651 -75.83333333333333 true true
// 66 362 869057 876478 -1099512306627 -77 true true
// 67 363 251388 667941 -1099511628174 -78.16666666666667 true true
// 68 397 620788 85852 -1099512079115 -79.33333333333333 true true
// 69 376 101586 85635 -1099512028810 -80.5 true true
// {0 9} {0 9} 243224
// 0 -1 0 120 0 0 0 1
// 0  0 runtime error: index out of range [0] with length 0
// 1 -1 1 120 1 1 0 2
// 1  1 runtime error: index out of range [1] with length 1
// 2 -1 2 120 2 2 0 1
// 2  2 runtime error: index out of range [2] with length 2
// 3 -1 3 120 3 3 0 1
// 3  3 runtime error: index out of range [3] with length 3
// 4 -1 4 120 4 4 0 1
// 4  4 runtime error: index out of range [4] with length 4
// 5 -1 5 120 5 5 0 1
// 5  5 runtime error: index out of range [5] with length 5
// 6 -1 6 120 6 6 0 1
// 6  6 runtime error: index out of range [6] with length 6
// 7 -1 7 120 7 7 0 1
// 7  7 runtime error: index out of range [7] with length 7
// 8 -1 8 120 8 8 0 1
// 8  8 runtime error: index out of range [8] with length 8
// 9 -1 9 120 9 9 0 1
// 9  9 runtime error: index out of range [9] with length 9
// 10 -1 10 120 10 10 0 1
// 10  10 runtime error: index out of range [10] with length 10
// 11 -1 11 120 11 11 0 1
// 11  11 runtime error: index out of range [11] with length 11
// 12 -1 12 120 12 12 0 1
// 12  12 runtime error: index out of range [12] with length 12
// 13 -1 13 120 13 13 0 1
// 13  13 runtime error: index out of range [13] with length 13
// 14 -1 14 120 14 14 0 1
// 14  14 runtime error: index out of range [14] with length 14
// 15 -1 15 120 15 15 0 1
// 15  15 runtime error: index out of range [15] with length 15
// 16 -1 16 120 16 16 0 1
// 16  16 runtime error: index out of range [16] with length 16
// 17 -1 17 120 17 17 0 1
// 17  17 runtime error: index out of range [17] with length 17
// 18 -1 18 120 18 18 0 1
// 18  18 runtime error: index out of range [18] with length 18
// 19 -1 19 120 19 19 0 1
// 19  19 runtime error: index out of range [19] with length 19
// 20 -1 20 120 20 20 0 1
// 20  20 runtime error: index out of range [20] with length 20
// 21 -1 21 120 21 21 0 1
// 21  21 runtime error: index out of range [21] with length 21
// 22 -1 22 120 22 22 0 1
// 22  22 runtime error: index out of range [22] with length 22
// 23 -1 23 120 23 23 0 1
// 23  23 runtime error: index out of range [23] with length 23
// 24 -1 24 120 24 24 0 1
// 24  24 runtime error: index out of range [24] with length 24
// 25 -1 25 120 25 25 0 1
// 25  25 runtime error: index out of range [25] with length 25
// 26 -1 26 120 26 26 0 1
// 26  26 runtime error: index out of range [26] with length 26
// 27 -1 27 120 27 27 0 1
// 27  27 runtime error: index out of range [27] with length 27
// 28 -1 28 120 28 28 0 1
// 28  28 runtime error: index out of range [28] with length 28
// 29 -1 29 120 29 29 0 1
// 29  29 runtime error: index out of range [29] with length 29
// 30 -1 30 120 30 30 0 1
// 30  30 runtime error: index out of range [30] with length 30
// 31 -1 31 120 31 31 0 1
// 31  31 runtime error: index out of range [31] with length 31
// 32 -1 32 120 32 32 0 1
// 32  32 runtime error: index out of range [32] with length 32
// 33 -1 33 120 33 33 0 1
// 33  33 runtime error: index out of range [33] with length 33
// 34 -1 34 120 34 34 0 1
// 34  34 runtime error: index out of range [34] with length 34
// 35 -1 35 120 35 35 0 1
// 35  35 runtime error: index out of range [35] with length 35
// 36 -1 36 120 36 36 0 1
// 36  36 runtime error: index out of range [36] with length 36
// 37 -1 37 120 37 37 0 1
// 37  37 runtime error: index out of range [37] with length 37
// 38 -1 38 120 38 38 0 1
// 38  38 runtime error: index out of range [38] with length 38
// 39 -1 39 120 39 39 0 1
// 39  39 runtime error: index out of range [39] with length 39
// 40 -1 40 120 40 40 0 1
// 40  40 runtime error: index out of range [40] with length 40
// 41 -1 41 120 41 41 0 1
// 41  41 runtime error: index out of range [41] with length 41
// 42 -1 42 120 42 42 0 1
// 42  42 runtime error: index out of range [42] with length 42
// 43 -1 43 120 43 43 0 1
// 43  43 runtime error: index out of range [43] with length 43
// 44 -1 44 120 44 44 0 1
// 44  44 runtime error: index out of range [44] with length 44
// 45 -1 45 120 45 45 0 1
// 45  45 runtime error: index out of range [45] with length 45
// 46 -1 46 120 46 46 0 1
// 46  46 runtime error: index out of range [46] with length 46
// 47 -1 47 120 47 47 0 1
// 47  47 runtime error: index out of range [47] with length 47
// 48 -1 48 120 48 48 0 1
// 48  48 runtime error: index out of range [48] with length 48
// 49 -1 49 120 49 49 0 1
// 49  49 runtime error: index out of range [49] with length 49
// 50 -1 50 120 50 50 0 1
// 50  50 runtime error: index out of range [50] with length 50
// 51 -1 51 120 51 51 0 1
// 51  51 runtime error: index out of range [51] with length 51
// 52 -1 52 120 52 52 0 1
// 52  52 runtime error: index out of range [52] with length 52
// 53 -1 53 120 53 53 0 1
// 53  53 runtime error: index out of range [53] with length 53
// 54 -1 54 120 54 54 0 1
// 54  54 runtime error: index out of range [54] with length 54
// 55 -1 55 120 55 55 0 1
// 55  55 runtime error: index out of range [55] with length 55
// 56 -1 56 120 56 56 0 1
// 56  56 runtime error: index out of range [56] with length 56
// 57 -1 57 120 57 57 0 1
// 57  57 runtime error: index out of range [57] with length 57
// 58 -1 58 120 58 58 0 1
// 58  58 runtime error: index out of range [58] with length 58
// 59 -1 59 120 59 59 0 1
// 59  59 runtime error: index out of range [59] with length 59
// 60 -1 60 120 60 60 0 1
// 60  60 runtime error: index out of range [60] with length 60
// 61 -1 61 120 61 61 0 1
// 61  61 runtime error: index out of range [61] with length 61
// 62 -1 62 120 62 62 0 1
// 62  62 runtime error: index out of range [62] with length 62
// 63 -1 63 120 63 63 0 1
// 63  63 runtime error: index out of range [63] with length 63
// 64 -1 64 120 64 64 0 1
// 64  64 runtime error: index out of range [64] with length 64
// 65 -1 65 120 65 65 0 1
// 65  65 runtime error: index out of range [65] with length 65
// 66 -1 66 120 66 66 0 1
// 66  66 runtime error: index out of range [66] with length 66
// 67 -1 67 120 67 67 0 1
// 67  67 runtime error: index out of range [67] with length 67
// 68 -1 68 120 68 68 0 1
// 68  68 runtime error: index out of range [68] with length 68
// 69 -1 69 120 69 69 0 1
// 69  69 runtime error: index out of range [69] with length 69
// 0 69 -1
// none 347011 runtime error: index out of range [45] with length 45 986593 runtime error: index out of range [3] with length 3 830094
// 72
