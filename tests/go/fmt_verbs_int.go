// Verbs for integers with width, precision and flags.
package main

import "fmt"

type id int

func main() {
	for _, n := range []int{0, 1, -1, 42, -42, 255, 1 << 40} {
		fmt.Printf("%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%#o|%O|%b|%c|%q|%U\n", n, n, n, n, n, n, n, n, n, n, n, n, n, 'a'+n%7, 'b', n)
	}
	fmt.Printf("%8.3d|%-8.3d|%+08d|%08x|%#08x|%x\n", 7, 7, 7, 255, 255, -255)
	fmt.Printf("%d %d %d %v\n", uint8(200), int8(-100), uint64(1<<64-1), int64(-1<<63))
	fmt.Printf("%x %b %o %X\n", uint64(1<<64-1), uint8(5), uint16(8), int8(-128))
	fmt.Printf("%*d|%-*d|%.*f\n", 6, 42, 6, 42, 2, 3.14159)
	fmt.Printf("%[2]d %[1]d %d\n", 1, 2)
	fmt.Printf("%v %+v %#v %T %d %s\n", id(3), id(3), id(3), id(3), id(3), id(3))
	fmt.Printf("%t %v %d\n", true, false, true)
	fmt.Printf("%d%%|%c|%v|%s\n", 50, 0x4E16, 'x', string('y'))
	fmt.Printf("%d\n", 1, 2)
	fmt.Printf("%d %d\n", 1)
	fmt.Printf("%z %!\n", 3)
	fmt.Printf("%s %d %t\n", 5, "five", 1)
	fmt.Printf("no verbs\n")
	fmt.Printf("%6d|%-6d|%06d\n", []int{1, 2}, []int{3}, [2]int{4, 5})
	fmt.Printf("%x %X %d %s\n", []byte{1, 171}, []byte("az"), []byte("az"), []byte("az"))
	fmt.Printf("%3c|%-3c|%03d|%+.2d\n", 'a', 'b', -5, 3)
	fmt.Printf("%v %d %x\n", uintptr(10), uintptr(11), uintptr(255))
}

// Output:
// 0|    0|0    |00000|+0| 0|0|0|0x0|0|0|0o0|0|a|'b'|U+0000
// 1|    1|1    |00001|+1| 1|1|1|0x1|1|01|0o1|1|b|'b'|U+0001
// -1|   -1|-1   |-0001|-1|-1|-1|-1|-0x1|-1|-01|-0o1|-1|`|'b'|U+FFFFFFFFFFFFFFFF
// 42|   42|42   |00042|+42| 42|2a|2A|0x2a|52|052|0o52|101010|a|'b'|U+002A
// -42|  -42|-42  |-0042|-42|-42|-2a|-2A|-0x2a|-52|-052|-0o52|-101010|a|'b'|U+FFFFFFFFFFFFFFD6
// 255|  255|255  |00255|+255| 255|ff|FF|0xff|377|0377|0o377|11111111|d|'b'|U+00FF
// 1099511627776|1099511627776|1099511627776|1099511627776|+1099511627776| 1099511627776|10000000000|10000000000|0x10000000000|20000000000000|020000000000000|0o20000000000000|10000000000000000000000000000000000000000|c|'b'|U+10000000000
//      007|007     |+0000007|000000ff|0x000000ff|-ff
// 200 -100 18446744073709551615 -9223372036854775808
// ffffffffffffffff 101 10 -80
//     42|42    |3.14
// 2 1 2
// 3 3 3 main.id 3 %!s(main.id=3)
// true false %!d(bool=true)
// 50%|世|120|y
// 1
// %!(EXTRA int=2)1 %!d(MISSING)
// %!z(int=3) %!!(MISSING)
// %!s(int=5) %!d(string=five) %!t(int=1)
// no verbs
// [     1      2]|[3     ]|[000004 000005]
// 01ab 617A [97 122] az
//   a|b  |-05|+03
// 10 11 ff
