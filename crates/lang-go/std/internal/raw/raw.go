// Package raw is memory, calls and types by number: what package reflect is written with. Nothing here is checked:
// addresses lead to values of the types that they are taken for, and numbers are of types that there are. Most of it
// is lowered to single operations. A *frame* is memory of the arguments of a call, and of its results after them;
// each begins at a multiple of eight bytes.
package raw

import "unsafe"

// Interfaces are the number of a type and a word: a number, boolean or pointer itself, or the address of any
// other value.
func TypeOf(v any) int
func WordOf(v any) unsafe.Pointer
func Any(t int, word unsafe.Pointer) any

// Words and addresses.
func Bits(word unsafe.Pointer) uint64
func Word(bits uint64) unsafe.Pointer
func Add(p unsafe.Pointer, n int) unsafe.Pointer

// Memory.
func LoadInt8(p unsafe.Pointer) int8
func LoadInt16(p unsafe.Pointer) int16
func LoadInt32(p unsafe.Pointer) int32
func LoadInt64(p unsafe.Pointer) int64
func LoadUint8(p unsafe.Pointer) uint8
func LoadUint16(p unsafe.Pointer) uint16
func LoadUint32(p unsafe.Pointer) uint32
func LoadUint64(p unsafe.Pointer) uint64
func LoadFloat32(p unsafe.Pointer) float32
func LoadFloat64(p unsafe.Pointer) float64
func LoadComplex64(p unsafe.Pointer) complex64
func LoadComplex128(p unsafe.Pointer) complex128
func LoadInt(p unsafe.Pointer) int
func LoadPointer(p unsafe.Pointer) unsafe.Pointer
func LoadString(p unsafe.Pointer) string
func LoadAny(p unsafe.Pointer) any
func LoadBytes(p unsafe.Pointer) []byte
func LoadSlice(p unsafe.Pointer) SliceHeader
func StoreUint8(p unsafe.Pointer, x uint8)
func StoreUint16(p unsafe.Pointer, x uint16)
func StoreUint32(p unsafe.Pointer, x uint32)
func StoreUint64(p unsafe.Pointer, x uint64)
func StoreFloat32(p unsafe.Pointer, x float32)
func StoreFloat64(p unsafe.Pointer, x float64)
func StoreComplex64(p unsafe.Pointer, x complex64)
func StoreComplex128(p unsafe.Pointer, x complex128)
func StorePointer(p, x unsafe.Pointer)
func StoreString(p unsafe.Pointer, x string)
func StoreAny(p unsafe.Pointer, x any)
func StoreBytes(p unsafe.Pointer, x []byte)
func StoreSlice(p unsafe.Pointer, x SliceHeader)
func Move(to, from unsafe.Pointer, n int)
func Clear(p unsafe.Pointer, n int)

// SliceHeader is a slice of any type.
type SliceHeader struct {
	Data     unsafe.Pointer
	Len, Cap int
}

// Zeroed memory: of a type, of values of a type, of words that may be pointers.
func New(t int) unsafe.Pointer
func NewArray(t, n int) unsafe.Pointer
func NewWords(n int) unsafe.Pointer

// Grow is a larger array with the elements of an old one, and its capacity.
func Grow(p unsafe.Pointer, len, cap, need, class int) (unsafe.Pointer, int)

// Equal compares two values of a type in memory.
func Equal(t int, a, b unsafe.Pointer) bool

// Maps, by the number of the map type. A key is two words: its bits, a string, or the address of another key.
func MapNew(m, hint int) unsafe.Pointer
func MapFind(m int, at unsafe.Pointer, k0, k1 uint64) unsafe.Pointer
func MapAssign(m int, at unsafe.Pointer, k0, k1 uint64) unsafe.Pointer
func MapDelete(m int, at unsafe.Pointer, k0, k1 uint64)
func MapClear(m int, at unsafe.Pointer)
func MapBegin(it *MapIter, m int, at unsafe.Pointer)
func MapNext(it *MapIter, m int) (key, value unsafe.Pointer)

// MapIter is where an iteration stands.
type MapIter [4]unsafe.Pointer

// Channels, by the allocation class of their elements. Elements come from memory and go to memory.
func ChanMake(class, room int) unsafe.Pointer
func ChanOf(size, room int) unsafe.Pointer
func ChanSend(c, value unsafe.Pointer)
func ChanRecv(c, to unsafe.Pointer) bool
func ChanClose(c unsafe.Pointer)
func ChanLen(c unsafe.Pointer) int
func ChanCap(c unsafe.Pointer) int

// Case is one of the communications that Select chooses from.
type Case struct {
	Chan, Value unsafe.Pointer
	Send        uint64
}

// Select is the number of the case that was done, -1 for none, and whether it received something.
func Select(cases unsafe.Pointer, n int, wait bool) (int, bool)

// Adapter is what Apply needs to call functions of a type, Maker the number of a function of that type that calls
// what its closure holds with a frame.
func Adapter(t int) int
func Maker(t int) int

// Method is the number of the i-th exported method of a type that is no interface, for receivers that are words of
// interfaces.
func Method(t, i int) int

// Apply calls the function with a number, with a word that comes before its arguments, and a frame.
func Apply(adapter, number int, first, frame unsafe.Pointer)

// Closure is a function value of the function with a number that Maker gave.
func Closure(number int, f func(frame unsafe.Pointer)) unsafe.Pointer

// FuncOf is the number of the function of a function value.
func FuncOf(closure unsafe.Pointer) int

// TakeDeferring tells whether the function with that number was called as deferred work, so that its recover may stop a
// panic, and takes this from it; SetDeferring gives it to another function.
func TakeDeferring(number int) bool
func SetDeferring(number int)

// MakeType makes a type of the isolate's own, or gives 0; MadeMap is the number that operations on a map type take
// that was made so.
func MakeType(kind int, name string, size int, comparable bool, elem, more int, parts []int, names []string) int
func MadeMap(t int) int

// What types are made of; see the natives.
func Count() int
func Class(t int) int
func MapNumber(t int) int
func Offset(t, i int) int
func Package(t int) string
func Direction(t int) int
func Params(t int) []int
func Results(t int) []int
func Variadic(t int) bool
func Methods(t int) int
func MethodName(t, i int) string
func MethodPackage(t, i int) string
func MethodSignature(t, i int) int
func MethodType(t, i int) int
func Find(kind, elem, more int) int
