// Packages sort, math, math/bits, time and sync.
package main

import (
	"fmt"
	"math"
	"math/bits"
	"sort"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"
)

type person struct {
	name string
	age  int
}

type byAge []person

func (a byAge) Len() int           { return len(a) }
func (a byAge) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a byAge) Less(i, j int) bool { return a[i].age < a[j].age }

func main() {
	seed := uint32(1)
	next := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	for _, n := range []int{0, 1, 5, 13, 60} {
		people := make([]person, n)
		for i := range people {
			people[i] = person{fmt.Sprint("p", i), next(n/4 + 1)}
		}
		a := append(byAge(nil), people...)
		sort.Sort(a)
		b := append([]person(nil), people...)
		sort.Slice(b, func(i, j int) bool { return b[i].age < b[j].age })
		c := append([]person(nil), people...)
		sort.SliceStable(c, func(i, j int) bool { return c[i].age > c[j].age })
		d := append(byAge(nil), people...)
		sort.Stable(sort.Reverse(d))
		fmt.Println(n, a, b, c, d, sort.IsSorted(a))
	}
	for shape := 0; shape < 4; shape++ {
		people := make([]person, 2000)
		for i := range people {
			people[i].name = fmt.Sprint(i)
			people[i].age = []int{i % 7, min(i, 2000-i), next(50), -i + i%5}[shape]
		}
		sort.Slice(people, func(i, j int) bool { return people[i].age < people[j].age })
		hash := uint64(0)
		for _, p := range people {
			for _, c := range p.name {
				hash = hash*31 + uint64(c)
			}
		}
		fmt.Println(hash)
	}
	ints := []int{5, 2, 8, -1, 5, 0}
	sort.Ints(ints)
	words := []string{"pear", "apple", "fig", "", "banana"}
	sort.Strings(words)
	floats := []float64{2.5, math.NaN(), -1, math.Inf(1), 0}
	sort.Float64s(floats)
	fmt.Printf("%v %q %v %d %d %d\n", ints, words, floats, sort.SearchInts(ints, 5), sort.SearchStrings(words, "c"), sort.Search(100, func(i int) bool { return i*i >= 50 }))
	sort.Sort(sort.Reverse(sort.IntSlice(ints)))
	fmt.Println(ints, sort.IntsAreSorted(ints))
	for _, x := range []float64{0, 0.5, 1, 2, -3.7, 100, 1e10, 1e300, math.Pi, -0.1} {
		fmt.Println(math.Sqrt(x), math.Sin(x), math.Cos(x), math.Tan(x), math.Exp(x), math.Log(x), math.Log2(x), math.Log10(x), math.Log1p(x), math.Expm1(x), math.Atan(x), math.Asin(x), math.Acos(x), math.Sinh(x), math.Cosh(x), math.Tanh(x), math.Cbrt(x), math.Exp2(x), math.Gamma(x))
		fmt.Println(math.Floor(x), math.Ceil(x), math.Trunc(x), math.Round(x), math.RoundToEven(x), math.Abs(x), math.Pow(x, 2), math.Pow(2, x), math.Mod(x, 1.3), math.Hypot(x, 3), math.Atan2(x, 2), math.Remainder(x, 3), math.Max(x, 1), math.Min(x, 1), math.Dim(x, 1), math.Signbit(x), math.Ilogb(x))
		fr, e := math.Frexp(x)
		i, f := math.Modf(x)
		fmt.Println(fr, e, i, f, math.Ldexp(x, 3), math.Float64bits(x), math.Float32bits(float32(x)), math.Nextafter(x, 10))
	}
	fmt.Println(math.Inf(1), math.NaN(), math.IsNaN(math.NaN()), math.IsInf(math.Inf(-1), -1), math.MaxInt64, math.Pow10(-5), math.FMA(2, 3, 4))
	fmt.Println(bits.LeadingZeros32(7), bits.TrailingZeros(40), bits.OnesCount8(255), bits.Len(1023), bits.Reverse8(1), bits.RotateLeft32(1<<31, 1))
	fmt.Println(bits.Mul64(1<<63, 6))
	fmt.Println(bits.Div64(1, 5, 7))
	fmt.Println(bits.Add64(1<<63, 1<<63, 1))
	for _, d := range []time.Duration{0, 1, 1500, 2 * time.Millisecond, 3500 * time.Millisecond, 90 * time.Minute, -time.Second, 1<<63 - 1} {
		fmt.Println(d, d.Seconds(), d.Round(time.Second), d.Truncate(time.Minute))
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var once sync.Once
	var hits atomic.Int64
	total := 0
	for i := 0; i < 20; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { fmt.Println("once") })
			mu.Lock()
			defer mu.Unlock()
			total += i
			hits.Add(1)
		}()
	}
	wg.Wait()
	fmt.Println(total, hits.Load())
	for _, r := range []rune{'a', 'Z', '5', ' ', '世', 'ß', 'ǅ', '\u00a0', '+', '_', '$', 0x300, -1, 'Ⅷ', 'ſ'} {
		fmt.Println(unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsNumber(r), unicode.IsUpper(r), unicode.IsLower(r), unicode.IsTitle(r), unicode.IsSpace(r), unicode.IsPunct(r), unicode.IsSymbol(r), unicode.IsMark(r), unicode.IsPrint(r), unicode.IsGraphic(r), unicode.IsControl(r), unicode.ToUpper(r), unicode.ToLower(r), unicode.ToTitle(r))
	}
	fmt.Println(utf8.RuneCountInString("a世\xff"), utf8.ValidString("a\xff"), utf8.RuneLen('世'), utf8.ValidRune(0xd800))
	fmt.Println(utf8.DecodeLastRuneInString("世"))
	fmt.Println(utf8.FullRune([]byte{0xe4, 0xb8}), utf8.AppendRune(nil, 'é'))
}

// Output:
// 0 [] [] [] [] true
// 1 [{p0 0}] [{p0 0}] [{p0 0}] [{p0 0}] true
// 5 [{p2 0} {p0 1} {p1 1} {p3 1} {p4 1}] [{p2 0} {p0 1} {p1 1} {p3 1} {p4 1}] [{p0 1} {p1 1} {p3 1} {p4 1} {p2 0}] [{p0 1} {p1 1} {p3 1} {p4 1} {p2 0}] true
// 13 [{p9 0} {p3 0} {p4 0} {p7 0} {p10 0} {p11 0} {p6 1} {p0 1} {p12 1} {p2 2} {p1 3} {p5 3} {p8 3}] [{p9 0} {p3 0} {p4 0} {p7 0} {p10 0} {p11 0} {p6 1} {p0 1} {p12 1} {p2 2} {p1 3} {p5 3} {p8 3}] [{p1 3} {p5 3} {p8 3} {p2 2} {p0 1} {p6 1} {p12 1} {p3 0} {p4 0} {p7 0} {p9 0} {p10 0} {p11 0}] [{p1 3} {p5 3} {p8 3} {p2 2} {p0 1} {p6 1} {p12 1} {p3 0} {p4 0} {p7 0} {p9 0} {p10 0} {p11 0}] true
// 60 [{p31 0} {p55 0} {p23 0} {p26 0} {p2 1} {p16 1} {p40 1} {p59 2} {p52 2} {p53 3} {p32 3} {p29 3} {p19 3} {p0 4} {p12 5} {p28 5} {p18 5} {p7 6} {p49 6} {p14 7} {p30 7} {p22 7} {p41 7} {p51 8} {p20 8} {p47 8} {p38 8} {p50 9} {p56 9} {p25 9} {p27 9} {p48 9} {p1 9} {p58 9} {p6 9} {p57 10} {p4 10} {p17 10} {p44 10} {p10 10} {p46 10} {p11 10} {p42 10} {p36 11} {p43 11} {p35 12} {p13 12} {p21 13} {p34 13} {p54 13} {p15 13} {p39 14} {p37 14} {p24 14} {p3 14} {p8 14} {p45 14} {p33 14} {p5 15} {p9 15}] [{p31 0} {p55 0} {p23 0} {p26 0} {p2 1} {p16 1} {p40 1} {p59 2} {p52 2} {p53 3} {p32 3} {p29 3} {p19 3} {p0 4} {p12 5} {p28 5} {p18 5} {p7 6} {p49 6} {p14 7} {p30 7} {p22 7} {p41 7} {p51 8} {p20 8} {p47 8} {p38 8} {p50 9} {p56 9} {p25 9} {p27 9} {p48 9} {p1 9} {p58 9} {p6 9} {p57 10} {p4 10} {p17 10} {p44 10} {p10 10} {p46 10} {p11 10} {p42 10} {p36 11} {p43 11} {p35 12} {p13 12} {p21 13} {p34 13} {p54 13} {p15 13} {p39 14} {p37 14} {p24 14} {p3 14} {p8 14} {p45 14} {p33 14} {p5 15} {p9 15}] [{p5 15} {p9 15} {p3 14} {p8 14} {p24 14} {p33 14} {p37 14} {p39 14} {p45 14} {p15 13} {p21 13} {p34 13} {p54 13} {p13 12} {p35 12} {p36 11} {p43 11} {p4 10} {p10 10} {p11 10} {p17 10} {p42 10} {p44 10} {p46 10} {p57 10} {p1 9} {p6 9} {p25 9} {p27 9} {p48 9} {p50 9} {p56 9} {p58 9} {p20 8} {p38 8} {p47 8} {p51 8} {p14 7} {p22 7} {p30 7} {p41 7} {p7 6} {p49 6} {p12 5} {p18 5} {p28 5} {p0 4} {p19 3} {p29 3} {p32 3} {p53 3} {p52 2} {p59 2} {p2 1} {p16 1} {p40 1} {p23 0} {p26 0} {p31 0} {p55 0}] [{p5 15} {p9 15} {p3 14} {p8 14} {p24 14} {p33 14} {p37 14} {p39 14} {p45 14} {p15 13} {p21 13} {p34 13} {p54 13} {p13 12} {p35 12} {p36 11} {p43 11} {p4 10} {p10 10} {p11 10} {p17 10} {p42 10} {p44 10} {p46 10} {p57 10} {p1 9} {p6 9} {p25 9} {p27 9} {p48 9} {p50 9} {p56 9} {p58 9} {p20 8} {p38 8} {p47 8} {p51 8} {p14 7} {p22 7} {p30 7} {p41 7} {p7 6} {p49 6} {p12 5} {p18 5} {p28 5} {p0 4} {p19 3} {p29 3} {p32 3} {p53 3} {p52 2} {p59 2} {p2 1} {p16 1} {p40 1} {p23 0} {p26 0} {p31 0} {p55 0}] true
// 17495326902200236318
// 8348073367369658856
// 6559763845417942270
// 7622682728305751676
// [-1 0 2 5 5 8] ["" "apple" "banana" "fig" "pear"] [NaN -1 0 2.5 +Inf] 3 3 8
// [8 5 5 2 0 -1] false
// 0 0 1 0 1 -Inf -Inf -Inf 0 0 0 0 1.5707963267948966 0 1 0 0 1 +Inf
// 0 0 0 0 0 0 0 1 0 3 0 0 1 0 0 false -2147483648
// 0 0 0 0 0 0 0 5e-324
// 0.7071067811865476 0.479425538604203 0.8775825618903728 0.5463024898437905 1.6487212707001282 -0.6931471805599453 -1 -0.3010299956639812 0.4054651081081644 0.6487212707001282 0.4636476090008061 0.5235987755982989 1.0471975511965976 0.5210953054937474 1.1276259652063807 0.46211715726000974 0.7937005259840997 1.414213562373095 1.7724538509055159
// 0 1 0 1 0 0.5 0.25 1.4142135623730951 0.5 3.0413812651491092 0.24497866312686414 0.5 1 0.5 0 false -1
// 0.5 0 0 0.5 4 4602678819172646912 1056964608 0.5000000000000001
// 1 0.8414709848078965 0.5403023058681398 1.557407724654902 2.718281828459045 0 0 0 0.6931471805599453 1.718281828459045 0.7853981633974483 1.5707963267948966 0 1.1752011936438014 1.5430806348152437 0.7615941559557649 1 2 1
// 1 1 1 1 1 1 1 2 1 3.1622776601683795 0.4636476090008061 1 1 1 0 false 0
// 0.5 1 1 0 8 4607182418800017408 1065353216 1.0000000000000002
// 1.4142135623730951 0.9092974268256816 -0.4161468365471424 -2.185039863261519 7.38905609893065 0.6931471805599453 1 0.3010299956639812 1.0986122886681096 6.38905609893065 1.1071487177940904 NaN NaN 3.626860407847019 3.7621956910836314 0.9640275800758169 1.2599210498948732 4 1
// 2 2 2 2 2 2 4 4 0.7 3.6055512754639896 0.7853981633974483 -1 2 1 1 false 1
// 0.5 2 2 0 16 4611686018427387904 1073741824 2.0000000000000004
// NaN 0.5298361409084934 -0.848100031710408 -0.6247330752245639 0.024723526470339388 NaN NaN NaN NaN -0.9752764735296606 -1.306832603169192 NaN NaN -20.21129041679853 20.23601394326887 -0.9987782412811312 -1.5466803737720356 0.07694652583405726 0.2516439959024227
// -4 -3 -3 -4 -4 3.7 13.690000000000001 0.07694652583405726 -1.1 4.763402145525822 -1.075244653309068 -0.7000000000000002 1 -3.7 0 true 1
// -0.925 2 -3 -0.7000000000000002 -29.6 13838886114965428634 3228355789 -3.6999999999999997
// 10 -0.5063656411097588 0.8623188722876839 -0.587213915156929 2.6881171418161356e+43 4.605170185988092 6.643856189774724 2 4.61512051684126 2.6881171418161356e+43 1.5607966601082313 NaN NaN 1.3440585709080678e+43 1.3440585709080678e+43 1 4.641588833612778 1.2676506002282294e+30 9.332621544394423e+155
// 100 100 100 100 100 100 10000 1.2676506002282294e+30 1.1999999999999966 100.04498987955368 1.550798992821746 1 100 1 99 false 6
// 0.78125 7 100 0 800 4636737291354636288 1120403456 99.99999999999999
// 100000 -0.48750602508751073 0.873119622676856 -0.5583496378112419 +Inf 23.025850929940457 33.219280948873624 10 23.025850930040455 +Inf 1.5707963266948965 NaN NaN +Inf +Inf 1 2154.4346900318837 +Inf +Inf
// 1e+10 1e+10 1e+10 1e+10 1e+10 1e+10 1e+20 +Inf 0.3999996583929155 1e+10 1.5707963265948965 1 1e+10 1 9.999999999e+09 false 33
// 0.5820766091346741 34 1e+10 0 8e+10 4756540486875873280 1343554297 9.999999999999998e+09
// 1e+150 -0.8178819121159087 -0.5753861119575491 1.4214488238747243 +Inf 690.7755278982137 996.5784284662087 300 690.7755278982137 +Inf 1.5707963267948966 NaN NaN +Inf +Inf 1 1e+100 +Inf +Inf
// 1e+300 1e+300 1e+300 1e+300 1e+300 1e+300 +Inf +Inf 0.19939345461326474 1e+300 1.5707963267948966 0 1e+300 1 1e+300 false 996
// 0.7466108948025751 997 1e+300 0 8e+300 9094988921128908188 2139095040 9.999999999999999e+299
// 1.7724538509055159 1.2246467991473515e-16 -1 -1.2246467991473515e-16 23.140692632779267 1.1447298858494002 1.6514961294723187 0.49714987269413385 1.4210804127942926 22.140692632779267 1.2626272556789115 NaN NaN 11.548739357257748 11.591953275521519 0.99627207622075 1.4645918875615231 8.824977827076287 2.288037795340032
// 3 4 3 3 3 3.141592653589793 9.869604401089358 8.824977827076287 0.541592653589793 4.343915791206059 1.0038848218538872 0.14159265358979312 3.141592653589793 1 2.141592653589793 false 1
// 0.7853981633974483 2 3 0.14159265358979312 25.132741228718345 4614256656552045848 1078530011 3.1415926535897936
// NaN -0.09983341664682815 0.9950041652780257 -0.10033467208545055 0.9048374180359595 NaN NaN NaN -0.10536051565782631 -0.09516258196404043 -0.09966865249116204 -0.1001674211615598 1.6709637479564563 -0.10016675001984404 1.0050041680558035 -0.09966799462495582 -0.4641588833612779 0.9330329915368074 -10.686287021193193
// -1 -0 -0 -0 -0 0.1 0.010000000000000002 0.9330329915368074 -0.1 3.0016662039607267 -0.049958395721942765 -0.1 1 -0.1 0 true -4
// -0.8 -3 -0 -0.1 -0.8 13815242216921733530 3184315597 -0.09999999999999999
// +Inf NaN true true 9223372036854775807 1e-05 10
// 29 3 8 10 128 1
// 3 0
// 2635249153387078803 0
// 1 1
// 0s 0 0s 0s
// 1ns 1e-09 0s 0s
// 1.5µs 1.5e-06 0s 0s
// 2ms 0.002 0s 0s
// 3.5s 3.5 4s 0s
// 1h30m0s 5400 1h30m0s 1h30m0s
// -1s -1 -1s 0s
// 2562047h47m16.854775807s 9.223372036854776e+09 2562047h47m16.854775807s 2562047h47m0s
// once
// 190 20
// true false false false true false false false false false true true false 65 97 65
// true false false true false false false false false false true true false 90 122 90
// false true true false false false false false false false true true false 53 53 53
// false false false false false false true false false false true true false 32 32 32
// true false false false false false false false false false true true false 19990 19990 19990
// true false false false true false false false false false true true false 223 223 223
// true false false false false true false false false false true true false 452 454 453
// false false false false false false true false false false false true false 160 160 160
// false false false false false false false false true false true true false 43 43 43
// false false false false false false false true false false true true false 95 95 95
// false false false false false false false false true false true true false 36 36 36
// false false false false false false false false false true true true false 768 768 768
// false false false false false false false false false false false false false -1 -1 -1
// false false true false false false false false false false true true false 8551 8567 8551
// true false false false true false false false false false true true false 83 383 83
// 3 false 3 false
// 19990 3
// false [195 169]
