// Package binary puts numbers into bytes and takes them out.
package binary

import (
	"errors"
	"internal/rt"
	"io"
)

// ByteOrder reads and writes numbers in byte slices.
type ByteOrder interface {
	Uint16([]byte) uint16
	Uint32([]byte) uint32
	Uint64([]byte) uint64
	PutUint16([]byte, uint16)
	PutUint32([]byte, uint32)
	PutUint64([]byte, uint64)
	String() string
}

// AppendByteOrder appends numbers to byte slices.
type AppendByteOrder interface {
	AppendUint16([]byte, uint16) []byte
	AppendUint32([]byte, uint32) []byte
	AppendUint64([]byte, uint64) []byte
	String() string
}

var (
	LittleEndian littleEndian
	BigEndian    bigEndian
	NativeEndian nativeEndian // little
)

type littleEndian struct{}

func (littleEndian) String() string   { return "LittleEndian" }
func (littleEndian) GoString() string { return "binary.LittleEndian" }

func (littleEndian) Uint16(b []byte) uint16 {
	_ = b[1]
	return uint16(b[0]) | uint16(b[1])<<8
}

func (littleEndian) Uint32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func (littleEndian) Uint64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

func (littleEndian) PutUint16(b []byte, v uint16) {
	_ = b[1]
	b[0] = byte(v)
	b[1] = byte(v >> 8)
}

func (littleEndian) PutUint32(b []byte, v uint32) {
	_ = b[3]
	b[0] = byte(v)
	b[1] = byte(v >> 8)
	b[2] = byte(v >> 16)
	b[3] = byte(v >> 24)
}

func (littleEndian) PutUint64(b []byte, v uint64) {
	_ = b[7]
	b[0] = byte(v)
	b[1] = byte(v >> 8)
	b[2] = byte(v >> 16)
	b[3] = byte(v >> 24)
	b[4] = byte(v >> 32)
	b[5] = byte(v >> 40)
	b[6] = byte(v >> 48)
	b[7] = byte(v >> 56)
}

func (littleEndian) AppendUint16(b []byte, v uint16) []byte {
	return append(b, byte(v), byte(v>>8))
}

func (littleEndian) AppendUint32(b []byte, v uint32) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

func (littleEndian) AppendUint64(b []byte, v uint64) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24),
		byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
}

type bigEndian struct{}

func (bigEndian) String() string   { return "BigEndian" }
func (bigEndian) GoString() string { return "binary.BigEndian" }

func (bigEndian) Uint16(b []byte) uint16 {
	_ = b[1]
	return uint16(b[1]) | uint16(b[0])<<8
}

func (bigEndian) Uint32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[3]) | uint32(b[2])<<8 | uint32(b[1])<<16 | uint32(b[0])<<24
}

func (bigEndian) Uint64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[7]) | uint64(b[6])<<8 | uint64(b[5])<<16 | uint64(b[4])<<24 |
		uint64(b[3])<<32 | uint64(b[2])<<40 | uint64(b[1])<<48 | uint64(b[0])<<56
}

func (bigEndian) PutUint16(b []byte, v uint16) {
	_ = b[1]
	b[0] = byte(v >> 8)
	b[1] = byte(v)
}

func (bigEndian) PutUint32(b []byte, v uint32) {
	_ = b[3]
	b[0] = byte(v >> 24)
	b[1] = byte(v >> 16)
	b[2] = byte(v >> 8)
	b[3] = byte(v)
}

func (bigEndian) PutUint64(b []byte, v uint64) {
	_ = b[7]
	b[0] = byte(v >> 56)
	b[1] = byte(v >> 48)
	b[2] = byte(v >> 40)
	b[3] = byte(v >> 32)
	b[4] = byte(v >> 24)
	b[5] = byte(v >> 16)
	b[6] = byte(v >> 8)
	b[7] = byte(v)
}

func (bigEndian) AppendUint16(b []byte, v uint16) []byte {
	return append(b, byte(v>>8), byte(v))
}

func (bigEndian) AppendUint32(b []byte, v uint32) []byte {
	return append(b, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

func (bigEndian) AppendUint64(b []byte, v uint64) []byte {
	return append(b, byte(v>>56), byte(v>>48), byte(v>>40), byte(v>>32),
		byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

type nativeEndian struct{ littleEndian }

func (nativeEndian) String() string   { return "NativeEndian" }
func (nativeEndian) GoString() string { return "binary.NativeEndian" }

// size is the number of bytes of a value whose size is fixed, of what a pointer points to, or of the elements of a
// slice; negative for others.
func size(data any) int

// encode and decode want exactly as many bytes as size says. A blank field is zeros, and is left as it is. At a field
// that may not be set decode stops, and gives the place of its setter in setters.
func encode(dst []byte, data any, big bool)
func decode(src []byte, data any, big bool) (setter int)

var setters = [...]string{1: "SetBool", "SetInt", "SetUint", "SetFloat", "SetComplex"}

// set decodes into data, which reflection has to be allowed to set.
func set(data any, src []byte, big bool) {
	if setter := decode(src, data, big); setter != 0 {
		panic("reflect: reflect.Value." + setters[setter] + " using value obtained using unexported field")
	}
}

// variable tells whether data can be stored to: a pointer, or a slice.
func variable(data any) bool {
	switch rt.Kind(rt.TypeOf(data)) {
	case rt.Pointer_, rt.Slice:
		return true
	}
	return false
}

// isBig asks an order, perhaps of the program's own, what comes first.
func isBig(order ByteOrder) bool {
	switch order.(type) {
	case littleEndian, nativeEndian:
		return false
	case bigEndian:
		return true
	}
	b := make([]byte, 8)
	order.PutUint64(b, 1)
	return b[7] == 1
}

var errBufferTooSmall = errors.New("buffer too small")

func typeName(data any) string { return rt.TypeName(rt.TypeOf(data)) }

// Size is the number of bytes that Write would write, or -1.
func Size(v any) int { return size(v) }

// Read fills what data points to, or the elements of the slice data.
func Read(r io.Reader, order ByteOrder, data any) error {
	n := size(data)
	if n < 0 || !variable(data) {
		return errors.New("binary.Read: invalid type " + typeName(data))
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return err
	}
	set(data, b, isBig(order))
	return nil
}

func Decode(buf []byte, order ByteOrder, data any) (int, error) {
	n := size(data)
	if n < 0 || !variable(data) {
		return 0, errors.New("binary.Decode: invalid type " + typeName(data))
	}
	if len(buf) < n {
		return 0, errBufferTooSmall
	}
	set(data, buf[:n], isBig(order))
	return n, nil
}

func Write(w io.Writer, order ByteOrder, data any) error {
	n := size(data)
	if n < 0 {
		return errors.New("binary.Write: some values are not fixed-sized in type " + typeName(data))
	}
	b := make([]byte, n)
	encode(b, data, isBig(order))
	_, err := w.Write(b)
	return err
}

func Encode(buf []byte, order ByteOrder, data any) (int, error) {
	n := size(data)
	if n < 0 {
		return 0, errors.New("binary.Encode: some values are not fixed-sized in type " + typeName(data))
	}
	if len(buf) < n {
		return 0, errBufferTooSmall
	}
	encode(buf[:n], data, isBig(order))
	return n, nil
}

func Append(buf []byte, order ByteOrder, data any) ([]byte, error) {
	n := size(data)
	if n < 0 {
		return nil, errors.New("binary.Append: some values are not fixed-sized in type " + typeName(data))
	}
	end := len(buf) + n
	if end > cap(buf) {
		larger := make([]byte, len(buf), max(2*cap(buf), end))
		copy(larger, buf)
		buf = larger
	}
	encode(buf[len(buf):end], data, isBig(order))
	return buf[:end], nil
}
