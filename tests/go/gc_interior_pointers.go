// Pointers into the middle of objects, and short slices of long arrays, keep the whole alive.
package main

import "fmt"

type big struct {
	head [10]int
	mid  struct{ a, b int }
	tail [10]string
}

func churn() int {
	n := 0
	for i := 0; i < 2000; i++ {
		b := make([]byte, 4096)
		b[i%4096] = byte(i)
		s := fmt.Sprint(i, string(b[:3]))
		n += len(s)
	}
	return n
}

func field(i int) *int {
	b := &big{}
	b.mid.b = i
	return &b.mid.b
}

func element(i int) *string {
	b := new(big)
	b.tail[7] = fmt.Sprint("t", i)
	return &b.tail[7]
}

func suffix(i int) []int {
	s := make([]int, 1000)
	s[998], s[999] = i, i+1
	return s[998:]
}

func captured(i int) func() int {
	var b big
	b.head[5] = i
	p := &b.head[5]
	return func() int { *p++; return b.head[5] }
}

func sub(i int) string {
	s := ""
	for j := 0; j < 200; j++ {
		s += string(rune('a' + (i+j)%26))
	}
	return s[100:105]
}

func main() {
	var ps []*int
	var ss []*string
	var sl [][]int
	var fs []func() int
	var strs []string
	for i := 0; i < 50; i++ {
		ps = append(ps, field(i))
		ss = append(ss, element(i))
		sl = append(sl, suffix(i))
		fs = append(fs, captured(i))
		strs = append(strs, sub(i))
		if i%10 == 0 {
			churn()
		}
	}
	fmt.Println(churn())
	sum := 0
	for i := range ps {
		sum += *ps[i] + len(*ss[i]) + sl[i][0] + sl[i][1] + fs[i]()
	}
	fmt.Println(sum, *ss[49], strs[0], strs[49])
	e := make([]int, 10)[10:]
	churn()
	e = append(e, 1)
	var m map[string]*int = map[string]*int{}
	for i := 0; i < 1000; i++ {
		m[fmt.Sprint(i%10)] = field(i)
	}
	churn()
	t := 0
	for _, p := range m {
		t += *p
	}
	fmt.Println(e, t)
	c := make(chan *int, 5)
	for i := 0; i < 5; i++ {
		c <- field(i * 100)
	}
	churn()
	var i interface{} = field(77)
	churn()
	fmt.Println(*<-c, *<-c, *i.(*int))
}

// Output:
// 12890
// 5140 t49 wxyza tuvwx
// [1] 9945
// 0 100 77
