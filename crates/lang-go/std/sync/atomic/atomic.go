// Package atomic: nothing interrupts these functions.
package atomic

import (
	"internal/rt"
	"unsafe"
)

func AddInt32(addr *int32, delta int32) (new int32) {
	*addr += delta
	return *addr
}

func AddInt64(addr *int64, delta int64) (new int64) {
	*addr += delta
	return *addr
}

func AddUint32(addr *uint32, delta uint32) (new uint32) {
	*addr += delta
	return *addr
}

func AddUint64(addr *uint64, delta uint64) (new uint64) {
	*addr += delta
	return *addr
}

func LoadInt32(addr *int32) int32       { return *addr }
func LoadInt64(addr *int64) int64       { return *addr }
func LoadUint32(addr *uint32) uint32    { return *addr }
func LoadUint64(addr *uint64) uint64    { return *addr }
func StoreInt32(addr *int32, val int32) { *addr = val }
func StoreInt64(addr *int64, val int64) { *addr = val }

func StoreUint32(addr *uint32, val uint32) { *addr = val }
func StoreUint64(addr *uint64, val uint64) { *addr = val }

func SwapInt32(addr *int32, new int32) (old int32) {
	old, *addr = *addr, new
	return old
}

func SwapInt64(addr *int64, new int64) (old int64) {
	old, *addr = *addr, new
	return old
}

func SwapUint32(addr *uint32, new uint32) (old uint32) {
	old, *addr = *addr, new
	return old
}

func SwapUint64(addr *uint64, new uint64) (old uint64) {
	old, *addr = *addr, new
	return old
}

func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

type Int32 struct{ v int32 }

func (x *Int32) Load() int32                        { return x.v }
func (x *Int32) Store(val int32)                    { x.v = val }
func (x *Int32) Add(delta int32) int32              { return AddInt32(&x.v, delta) }
func (x *Int32) Swap(new int32) int32               { return SwapInt32(&x.v, new) }
func (x *Int32) CompareAndSwap(old, new int32) bool { return CompareAndSwapInt32(&x.v, old, new) }

type Int64 struct{ v int64 }

func (x *Int64) Load() int64                        { return x.v }
func (x *Int64) Store(val int64)                    { x.v = val }
func (x *Int64) Add(delta int64) int64              { return AddInt64(&x.v, delta) }
func (x *Int64) Swap(new int64) int64               { return SwapInt64(&x.v, new) }
func (x *Int64) CompareAndSwap(old, new int64) bool { return CompareAndSwapInt64(&x.v, old, new) }

type Uint32 struct{ v uint32 }

func (x *Uint32) Load() uint32                        { return x.v }
func (x *Uint32) Store(val uint32)                    { x.v = val }
func (x *Uint32) Add(delta uint32) uint32             { return AddUint32(&x.v, delta) }
func (x *Uint32) Swap(new uint32) uint32              { return SwapUint32(&x.v, new) }
func (x *Uint32) CompareAndSwap(old, new uint32) bool { return CompareAndSwapUint32(&x.v, old, new) }

type Uint64 struct{ v uint64 }

func (x *Uint64) Load() uint64                        { return x.v }
func (x *Uint64) Store(val uint64)                    { x.v = val }
func (x *Uint64) Add(delta uint64) uint64             { return AddUint64(&x.v, delta) }
func (x *Uint64) Swap(new uint64) uint64              { return SwapUint64(&x.v, new) }
func (x *Uint64) CompareAndSwap(old, new uint64) bool { return CompareAndSwapUint64(&x.v, old, new) }

type Bool struct{ v bool }

func (x *Bool) Load() bool     { return x.v }
func (x *Bool) Store(val bool) { x.v = val }

func (x *Bool) Swap(new bool) (old bool) {
	old, x.v = x.v, new
	return old
}

func (x *Bool) CompareAndSwap(old, new bool) (swapped bool) {
	if x.v != old {
		return false
	}
	x.v = new
	return true
}

func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) {
	*addr += delta
	return *addr
}

func LoadUintptr(addr *uintptr) uintptr       { return *addr }
func StoreUintptr(addr *uintptr, val uintptr) { *addr = val }

func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) {
	old, *addr = *addr, new
	return old
}

func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

func LoadPointer(addr *unsafe.Pointer) unsafe.Pointer       { return *addr }
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) { *addr = val }

func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer) {
	old, *addr = *addr, new
	return old
}

func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

type Uintptr struct{ v uintptr }

func (x *Uintptr) Load() uintptr                        { return x.v }
func (x *Uintptr) Store(val uintptr)                    { x.v = val }
func (x *Uintptr) Add(delta uintptr) uintptr            { return AddUintptr(&x.v, delta) }
func (x *Uintptr) Swap(new uintptr) uintptr             { return SwapUintptr(&x.v, new) }
func (x *Uintptr) CompareAndSwap(old, new uintptr) bool { return CompareAndSwapUintptr(&x.v, old, new) }

func AndInt32(addr *int32, mask int32) (old int32) {
	old = *addr
	*addr = old & mask
	return old
}

func OrInt32(addr *int32, mask int32) (old int32) {
	old = *addr
	*addr = old | mask
	return old
}

func AndInt64(addr *int64, mask int64) (old int64) {
	old = *addr
	*addr = old & mask
	return old
}

func OrInt64(addr *int64, mask int64) (old int64) {
	old = *addr
	*addr = old | mask
	return old
}

func AndUint32(addr *uint32, mask uint32) (old uint32) {
	old = *addr
	*addr = old & mask
	return old
}

func OrUint32(addr *uint32, mask uint32) (old uint32) {
	old = *addr
	*addr = old | mask
	return old
}

func AndUint64(addr *uint64, mask uint64) (old uint64) {
	old = *addr
	*addr = old & mask
	return old
}

func OrUint64(addr *uint64, mask uint64) (old uint64) {
	old = *addr
	*addr = old | mask
	return old
}

func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	old = *addr
	*addr = old & mask
	return old
}

func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	old = *addr
	*addr = old | mask
	return old
}

func (x *Int32) And(mask int32) int32 { return AndInt32(&x.v, mask) }
func (x *Int32) Or(mask int32) int32  { return OrInt32(&x.v, mask) }

func (x *Int64) And(mask int64) int64 { return AndInt64(&x.v, mask) }
func (x *Int64) Or(mask int64) int64  { return OrInt64(&x.v, mask) }

func (x *Uint32) And(mask uint32) uint32 { return AndUint32(&x.v, mask) }
func (x *Uint32) Or(mask uint32) uint32  { return OrUint32(&x.v, mask) }

func (x *Uint64) And(mask uint64) uint64 { return AndUint64(&x.v, mask) }
func (x *Uint64) Or(mask uint64) uint64  { return OrUint64(&x.v, mask) }

func (x *Uintptr) And(mask uintptr) uintptr { return AndUintptr(&x.v, mask) }
func (x *Uintptr) Or(mask uintptr) uintptr  { return OrUintptr(&x.v, mask) }

// Value holds a value of one type.
type Value struct{ v any }

func (v *Value) Load() any { return v.v }

func (v *Value) Store(val any) {
	if val == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	if v.v != nil && rt.TypeOf(v.v) != rt.TypeOf(val) {
		panic("sync/atomic: store of inconsistently typed value into Value")
	}
	v.v = val
}

func (v *Value) Swap(new any) (old any) {
	if new == nil {
		panic("sync/atomic: swap of nil value into Value")
	}
	if v.v != nil && rt.TypeOf(v.v) != rt.TypeOf(new) {
		panic("sync/atomic: swap of inconsistently typed value into Value")
	}
	old, v.v = v.v, new
	return old
}

func (v *Value) CompareAndSwap(old, new any) (swapped bool) {
	if new == nil {
		panic("sync/atomic: compare and swap of nil value into Value")
	}
	if old != nil && rt.TypeOf(old) != rt.TypeOf(new) {
		panic("sync/atomic: compare and swap of inconsistently typed values")
	}
	if v.v == nil {
		if old != nil {
			return false
		}
		v.v = new
		return true
	}
	if rt.TypeOf(v.v) != rt.TypeOf(new) {
		panic("sync/atomic: compare and swap of inconsistently typed value into Value")
	}
	if v.v != old {
		return false
	}
	v.v = new
	return true
}
