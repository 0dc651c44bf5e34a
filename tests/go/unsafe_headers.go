// Pointers to headers of strings, slices and interfaces that are kept: in variables, in fields, passed on.

package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

// bytesOf is what many libraries have to read a string as bytes.
func bytesOf(s string) (bs []byte) {
	sh := (*reflect.StringHeader)(unsafe.Pointer(&s))
	bh := (*reflect.SliceHeader)(unsafe.Pointer(&bs))
	bh.Data = sh.Data
	bh.Cap = sh.Len
	bh.Len = sh.Len
	return
}

// bytesLenFirst assigns the words in another order.
func bytesLenFirst(s string) []byte {
	var bs []byte
	sh := (*reflect.StringHeader)(unsafe.Pointer(&s))
	bh := (*reflect.SliceHeader)(unsafe.Pointer(&bs))
	bh.Len, bh.Cap = sh.Len, sh.Len
	bh.Data = sh.Data
	return bs
}

func stringOf(bs []byte) (s string) {
	bh := (*reflect.SliceHeader)(unsafe.Pointer(&bs))
	sh := (*reflect.StringHeader)(unsafe.Pointer(&s))
	sh.Data, sh.Len = bh.Data, bh.Len
	return
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

type iface struct {
	itab unsafe.Pointer
	word unsafe.Pointer
}

type value interface{ kind() string }

type number float64

func (number) kind() string { return "number" }

type small int8

func (small) kind() string { return "small" }

type yes bool

func (yes) kind() string { return "yes" }

type pair struct{ a, b int }

func (p pair) kind() string { return fmt.Sprint("pair ", p.a, p.b) }

// numbers hands out numbers of blocks, as an interpreter does.
type numbers struct {
	block  []float64
	header *reflect.SliceHeader
	shown  value
	words  *iface
}

func newNumbers() *numbers {
	n := &numbers{block: make([]float64, 0, 4)}
	n.header = (*reflect.SliceHeader)(unsafe.Pointer(&n.block))
	n.shown = number(0)
	n.words = (*iface)(unsafe.Pointer(&n.shown))
	return n
}

func (n *numbers) value(x float64) value {
	if len(n.block) == cap(n.block) {
		n.block = make([]float64, 0, 4)
		n.header = (*reflect.SliceHeader)(unsafe.Pointer(&n.block))
	}
	n.block = append(n.block, x)
	n.words.word = unsafe.Pointer(&n.block[len(n.block)-1])
	return n.shown
}

func shorten(h *reflect.SliceHeader, n int) {
	h.Len = n
	h.Cap--
}

func texts() {
	for _, s := range []string{"", "a", "hello, world", string(make([]byte, 3)) + "é"} {
		fmt.Printf("%q %q %q\n", bytesOf(s), bytesLenFirst(s), stringOf([]byte(s)))
	}
	b := bytesOf("constant" + fmt.Sprint(1))
	fmt.Println(len(b), cap(b), string(b))
	s := "shorter and shorter"
	h := (*reflect.StringHeader)(unsafe.Pointer(&s))
	for h.Len > 3 {
		h.Len /= 2
		fmt.Printf("%q ", s)
	}
	s = "other"
	fmt.Println(h.Len)
}

func slices() {
	xs := []int32{1, 2, 3, 4, 5, 6}
	h := (*reflect.SliceHeader)(unsafe.Pointer(&xs))
	fmt.Println(h.Len, h.Cap, h.Data == uintptr(unsafe.Pointer(&xs[0])))
	shorten(h, 4)
	fmt.Println(xs, len(xs), cap(xs))
	h.Len++
	fmt.Println(xs, *h == reflect.SliceHeader{Data: h.Data, Len: 5, Cap: 5})
	own := (*sliceHeader)(unsafe.Pointer(&xs))
	own.len -= 3
	fmt.Println(xs, own.cap, own.data == unsafe.Pointer(&xs[0]))
	xs = append(xs, 7, 8, 9, 10)
	fmt.Println(own.len, h.Len, h.Cap >= 6)
	*h = reflect.SliceHeader{}
	fmt.Println(xs == nil, own.len)
	strs := []string{"a", "b"}
	sh := (*reflect.SliceHeader)(unsafe.Pointer(&strs))
	fmt.Println(sh.Len, sh.Cap)
	// A header that stands for nothing is a struct like others.
	plain := &reflect.SliceHeader{Len: 3}
	shorten(plain, 2)
	fmt.Println(plain.Len, plain.Cap)
	heads := map[string]*reflect.SliceHeader{"xs": h, "plain": plain}
	heads["plain"].Len *= 21
	fmt.Println(plain.Len, heads["xs"].Len)
}

func interfaces() {
	n := newNumbers()
	var all []value
	for i := range 10 {
		all = append(all, n.value(float64(i)*1.5))
	}
	fmt.Println(all, n.header.Len, n.header.Cap, all[3].kind())
	var v value = small(-1)
	w := (*iface)(unsafe.Pointer(&v))
	fmt.Println(*(*int8)(w.word), w.itab != nil)
	other := int8(-7)
	w.word = unsafe.Pointer(&other)
	fmt.Println(v, v == value(small(-7)))
	v = yes(true)
	fmt.Println(*(*bool)(w.word))
	v = pair{1, 2}
	p := [2]int{3, 4}
	w.word = unsafe.Pointer(&p)
	fmt.Println(v.kind(), v)
	var a, b any = 1, 2
	wa, wb := (*iface)(unsafe.Pointer(&a)), (*iface)(unsafe.Pointer(&b))
	fmt.Println(wa.itab == wb.itab)
	b = "s"
	fmt.Println(wa.itab == wb.itab)
	b = nil
	fmt.Println(wb.itab == nil, wb.word == nil)
	// Words that stand for nothing.
	own := &iface{}
	own.word = unsafe.Pointer(&p)
	fmt.Println(own.itab == nil, own.word == unsafe.Pointer(&p))
}

// counts assigns numbers of addresses, its own and of other headers.
func counts() {
	array := [5]uint16{1, 2, 3, 4, 5}
	var xs []uint16
	h := (*reflect.SliceHeader)(unsafe.Pointer(&xs))
	h.Data = uintptr(unsafe.Pointer(&array[1]))
	h.Len, h.Cap = 3, 3
	fmt.Println(xs, h.Data == uintptr(unsafe.Pointer(&array[1])))
	h.Data += 2
	fmt.Println(xs, h.Data-uintptr(unsafe.Pointer(&array[1])))
	s := "a constant, or is it"
	sh := *(*reflect.StringHeader)(unsafe.Pointer(&s))
	var part string
	ph := (*reflect.StringHeader)(unsafe.Pointer(&part))
	ph.Data, ph.Len = sh.Data+2, 8
	fmt.Println(part, ph.Data-sh.Data)
	// Of many, those that were seen last can be assigned.
	texts := make([]string, 20)
	for i := range texts {
		text := fmt.Sprint("text ", i)
		h := (*reflect.StringHeader)(unsafe.Pointer(&text))
		k := (*reflect.StringHeader)(unsafe.Pointer(&texts[i]))
		k.Data, k.Len = h.Data, h.Len
	}
	fmt.Println(len(texts), texts[7], texts[19])
}

func main() {
	texts()
	counts()
	slices()
	interfaces()
}

// Output:
// "" "" ""
// "a" "a" "a"
// "hello, world" "hello, world" "hello, world"
// "\x00\x00\x00é" "\x00\x00\x00é" "\x00\x00\x00é"
// 9 9 constant1
// "shorter a" "shor" "sh" 5
// [2 3 4] true
// [3 4 5] 2
// constant 2
// 20 text 7 text 19
// 6 6 true
// [1 2 3 4] 4 5
// [1 2 3 4 5] true
// [1 2] 5 true
// 6 6 true
// true 0
// 2 2
// 2 -1
// 42 0
// [0 1.5 3 4.5 6 7.5 9 10.5 12 13.5] 2 4 number
// -1 true
// -7 true
// true
// pair 3 4 {3 4}
// true
// false
// true true
// true true
