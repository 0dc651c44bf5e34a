// Concatenation in loops, with +=, appended bytes, builders and Sprint; lengths and aliasing.
package main

import (
	"fmt"
	"strings"
)

func plus(n int) (s string) {
	for i := 0; i < n; i++ {
		s += string(rune('a' + i%26))
	}
	return
}

func prepend(n int) (s string) {
	for i := 0; i < n; i++ {
		s = fmt.Sprint(i%10) + s
	}
	return
}

func bytes(n int) string {
	var b []byte
	for i := 0; i < n; i++ {
		b = append(b, "xyz"[i%3])
		b = append(b, "é"...)
	}
	return string(b)
}

func builder(n int) string {
	var b strings.Builder
	b.Grow(n)
	for i := 0; i < n; i++ {
		b.WriteByte(byte('0' + i%10))
		if i%3 == 0 {
			b.WriteString("--")
		}
	}
	return b.String()
}

func hash(s string) (h uint32) {
	for i := 0; i < len(s); i++ {
		h = h*31 + uint32(s[i])
	}
	return
}

func main() {
	for _, n := range []int{0, 1, 2, 10, 1000} {
		a, b, c, d := plus(n), prepend(n), bytes(n), builder(n)
		fmt.Println(len(a), len(b), len(c), len(d), hash(a), hash(b), hash(c), hash(d))
	}
	b := []byte("mutable")
	s := string(b)
	b[0] = 'M'
	t := string(b)
	fmt.Println(s, t, s == t, string(b[2:4]))
	buf := make([]byte, 0, 16)
	buf = append(buf, "one"...)
	x := string(buf)
	buf = append(buf[:0], "two"...)
	fmt.Println(x, string(buf))
	parts := strings.Split("a,b,c", ",")
	parts[1] = "B"
	fmt.Println(strings.Join(parts, ""), len(parts))
	var sb strings.Builder
	sb.WriteString("first")
	snap := sb.String()
	sb.WriteString(" second")
	fmt.Println(snap, "|", sb.String(), sb.Len())
	long := strings.Repeat("0123456789", 10000)
	subs := []string{}
	for i := 0; i < len(long); i += 9999 {
		subs = append(subs, long[i:min(i+7, len(long))])
	}
	fmt.Println(subs, len(long))
	key := ""
	m := map[string]int{}
	for i := 0; i < 100; i++ {
		key = key[len(key)/2:] + fmt.Sprint(i)
		m[key]++
		m[strings.ToUpper(key)] += 2
	}
	fmt.Println(len(m), key, m[key])
	switch plus(3) + "" {
	case "ab" + "c":
		fmt.Println("equal contents")
	}
	e1, e2 := "", string([]byte{})
	fmt.Println(e1 == e2, e1+e2 == "", len(e1+"x"+e2))
	a, c := "same", strings.Repeat("same", 1)
	fmt.Println(a == c, a < c, a <= c, a+"1" > c)
}

// Output:
// 0 0 0 0 0 0 0 0
// 1 1 3 3 97 48 121534 47568
// 2 2 6 4 3105 1567 3620741889 1474657
// 10 10 30 18 3660649637 2863213467 3950461343 3786159365
// 1000 1000 3000 1668 2631085492 3878132236 365732863 2907896820
// mutable Mutable false ta
// one two
// aBc 3
// first | first second 12
// [0123456 9012345 8901234 7890123 6789012 5678901 4567890 3456789 2345678 1234567 0123456] 100000
// 100 9899 3
// equal contents
// true true 1
// true false true true
