package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"
)

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	var a int32 = 5
	var b int64 = 6
	var c uint32 = 7
	var d uint64 = 8
	var e uintptr = 9
	fmt.Println(atomic.AddInt32(&a, -6), atomic.AddInt64(&b, 1<<40), atomic.AddUint32(&c, ^uint32(0)), atomic.AddUint64(&d, ^uint64(9)), atomic.AddUintptr(&e, 1))
	fmt.Println(atomic.LoadInt32(&a), atomic.LoadInt64(&b), atomic.LoadUint32(&c), atomic.LoadUint64(&d), atomic.LoadUintptr(&e))
	fmt.Println(atomic.SwapInt32(&a, 1), atomic.SwapInt64(&b, 2), atomic.SwapUint32(&c, 3), atomic.SwapUint64(&d, 4), atomic.SwapUintptr(&e, 5))
	fmt.Println(atomic.CompareAndSwapInt32(&a, 1, 10), atomic.CompareAndSwapInt32(&a, 1, 11), a)
	fmt.Println(atomic.CompareAndSwapInt64(&b, 2, 20), atomic.CompareAndSwapUint32(&c, 9, 30), atomic.CompareAndSwapUint64(&d, 4, 40), atomic.CompareAndSwapUintptr(&e, 5, 50))
	fmt.Println(atomic.AndInt32(&a, 6), a, atomic.OrInt32(&a, 1), a)
	fmt.Println(atomic.AndUint64(&d, 0xff), atomic.OrUint64(&d, 0xf00), d, atomic.OrInt64(&b, 3), atomic.AndUint32(&c, 1), atomic.OrUintptr(&e, 1), e)
	atomic.StoreInt32(&a, -1)
	atomic.StoreInt64(&b, -2)
	atomic.StoreUint32(&c, 3)
	atomic.StoreUint64(&d, 4)
	atomic.StoreUintptr(&e, 5)
	fmt.Println(a, b, c, d, e)

	var i32 atomic.Int32
	var i64 atomic.Int64
	var u32 atomic.Uint32
	var u64 atomic.Uint64
	var up atomic.Uintptr
	var flag atomic.Bool
	fmt.Println(i32.Add(3), i64.Add(-4), u32.Add(5), u64.Add(6), up.Add(7))
	fmt.Println(i32.Swap(30), i64.CompareAndSwap(-4, 40), u32.Or(8), u64.And(2), up.Load(), flag.Swap(true), flag.Load())
	fmt.Println(i32.And(14), i32.Load(), i64.Or(1), i64.Load(), flag.CompareAndSwap(false, true), flag.CompareAndSwap(true, false))
	i32.Store(1)
	u32.Store(2)
	u64.Store(3)
	up.Store(4)
	flag.Store(true)
	fmt.Println(i32.Load(), u32.Load(), u64.Load(), up.Load(), flag.Load())

	x, y := 1, 2
	p := unsafe.Pointer(&x)
	fmt.Println(atomic.CompareAndSwapPointer(&p, unsafe.Pointer(&x), unsafe.Pointer(&y)), atomic.LoadPointer(&p) == unsafe.Pointer(&y))
	fmt.Println(atomic.SwapPointer(&p, unsafe.Pointer(&x)) == unsafe.Pointer(&y), p == unsafe.Pointer(&x))

	var v atomic.Value
	fmt.Println(v.Load(), v.CompareAndSwap("no", "yes"), v.CompareAndSwap(nil, "first"))
	v.Store("second")
	fmt.Println(v.Swap("third"), v.CompareAndSwap("x", "y"), v.CompareAndSwap("third", "fourth"), v.Load())
	try(func() { v.Store(nil) })
	try(func() { v.Store(1) })
	try(func() { v.Swap(nil) })
	try(func() { v.Swap(errors.New("e")) })
	try(func() { v.CompareAndSwap(nil, nil) })
	try(func() { v.CompareAndSwap("fourth", 1) })
	try(func() { v.CompareAndSwap(1, 2) })

	var wg sync.WaitGroup
	var n atomic.Int64
	for i := range 20 {
		wg.Go(func() {
			for {
				old := n.Load()
				if n.CompareAndSwap(old, old+int64(i)) {
					return
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(n.Load())
}

// Output:
// -1 1099511627782 6 18446744073709551614 10
// -1 1099511627782 6 18446744073709551614 10
// -1 1099511627782 6 18446744073709551614 10
// true false 10
// true false true true
// 10 3 2 3
// 40 40 3880 20 3 50 51
// -1 -2 3 4 5
// 3 -4 5 6 7
// 3 true 5 6 7 false true
// 30 14 40 41 false true
// 1 2 3 4 true
// true true
// true true
// <nil> false true
// second false true fourth
// sync/atomic: store of nil value into Value
// sync/atomic: store of inconsistently typed value into Value
// sync/atomic: swap of nil value into Value
// sync/atomic: swap of inconsistently typed value into Value
// sync/atomic: compare and swap of nil value into Value
// sync/atomic: compare and swap of inconsistently typed values
// sync/atomic: compare and swap of inconsistently typed value into Value
// 190
