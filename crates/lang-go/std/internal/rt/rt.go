// Package rt takes values apart by their types: what fmt, errors and sort need of reflection. Types are numbers,
// 0 is nil. Elements are seen where they lie, not copied.
package rt

// What a type is made of; the numbers are those of package reflect. Integers tell their size only.
const (
	Nil           = 0
	Bool          = 1
	Int8          = 3
	Int16         = 4
	Int32         = 5
	Int64         = 6
	Uint8         = 8
	Uint16        = 9
	Uint32        = 10
	Uint64        = 11
	Uintptr       = 12
	Float32       = 13
	Float64       = 14
	Complex64     = 15
	Complex128    = 16
	Array         = 17
	Chan          = 18
	Func          = 19
	Interface     = 20
	Map           = 21
	Pointer_      = 22
	Slice         = 23
	String_       = 24
	Struct        = 25
	UnsafePointer = 26
)

// Of types.
func TypeOf(v any) int
func Kind(t int) int
func TypeName(t int) string
func Named(t int) bool
func Elem(t int) int
func Key(t int) int
func NumField(t int) int
func FieldName(t, i int) string
func FieldType(t, i int) int
func FieldExported(t, i int) bool
func FieldEmbedded(t, i int) bool
func FieldTag(t, i int) string
func Comparable(t int) bool

// Word tells int and uint from int64 and uint64.
func Word(t int) bool
func Size(t int) int

// TypeLen is the length of an array type.
func TypeLen(t int) int

// Methods are the names of the exported methods, sorted.
func Methods(t int) []string

// Implements tells whether a type has all methods of an interface type.
func Implements(t, iface int) bool

// Parts of values. A part of interface type is the value in it; what there is not, is nil.
func Field(v any, i int) any
func Index(v any, i int) any
func Deref(v any) any

// Copy is a value like v that does not change when v's memory does.
func Copy(v any) any
func Len(v any) int
func Cap(v any) int

// Entries are the keys and values of a map in turn.
func Entries(m any) []any

// SortedEntries are the same in the order in which fmt prints them.
func SortedEntries(m any) []any

// Zero is the zero value of v's type; of a pointer's, one to a new zero value.
func Zero(v any) any

// Store puts v where the pointer p points; false if the types differ.
func Store(p any, v any) bool

// These put a value where a pointer to such a kind of type points.
func StoreBits(p any, bits uint64)
func StoreFloat(p any, f float64)
func StoreComplex(p any, re, im float64)
func StoreString(p any, s string)

// Swap exchanges two elements of a slice.
func Swap(slice any, i, j int)

// Values as what they are made of, whatever their type is called.
func Pointer(v any) uintptr
func IsNil(v any) bool
func Int(v any) int64
func Uint(v any) uint64
func Float(v any) float64
func Complex(v any) (float64, float64)
func String(v any) string

// Bytes are those of a string or of a slice or array of bytes, not copied.
func Bytes(v any) []byte

// ViewString is a string with the bytes of b, which nobody may change any more.
func ViewString(b []byte) string

// ViewBytes are the bytes of s, to be read only.
func ViewBytes(s string) []byte

// Fatal ends the run with an error that cannot be recovered from.
func Fatal(text string)
