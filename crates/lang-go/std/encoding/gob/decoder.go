package gob

import (
	"bufio"
	"errors"
	"io"
	"reflect"
	"sync"
)

// Decoder reads values, and what it is told of their types, from a stream.
type Decoder struct {
	mutex sync.Mutex
	r     io.Reader
	data  []byte // the message
	pos   int    // how much of it has been read
	wires map[typeId]*wireType
	plans map[planKey]*decPlan
	skips map[typeId]*decPlan
	place place
	depth int

	nesting   int // of types that are being compiled
	announced int // the size that was read last, for errors
	err       error
}

// A place names what is being decoded, for errors: words for parts, innermost last, and a field or a type.
type place struct {
	name  string
	parts []string
}

// NewDecoder returns a decoder that reads from r. It reads ahead if r is no io.ByteReader.
func NewDecoder(r io.Reader) *Decoder {
	if _, ok := r.(io.ByteReader); !ok {
		r = bufio.NewReader(r)
	}
	return &Decoder{
		r: r, wires: map[typeId]*wireType{}, plans: map[planKey]*decPlan{}, skips: map[typeId]*decPlan{},
	}
}

// Decode reads the next value to what e points to; nil skips the value. At the end of the stream the error is
// io.EOF.
func (dec *Decoder) Decode(e any) error {
	if e == nil {
		return dec.DecodeValue(reflect.Value{})
	}
	v := reflect.ValueOf(e)
	if v.Type().Kind() != reflect.Pointer {
		dec.err = errors.New("gob: attempt to decode into a non-pointer")
		return dec.err
	}
	return dec.DecodeValue(v)
}

// DecodeValue reads the next value to v, a pointer or what can be set; the zero Value skips the value.
func (dec *Decoder) DecodeValue(v reflect.Value) error {
	if v.IsValid() && (v.Kind() != reflect.Pointer || v.IsNil()) && !v.CanSet() {
		return errors.New("gob: DecodeValue of unassignable value")
	}
	dec.mutex.Lock()
	defer dec.mutex.Unlock()
	dec.data, dec.pos = dec.data[:0], 0
	dec.err = nil
	if id := dec.typeSequence(false); dec.err == nil {
		dec.try(id, v)
	}
	return dec.err
}

// try decodes a value at the top level; the error is dec.err.
func (dec *Decoder) try(id typeId, v reflect.Value) {
	mutex.Lock()
	defer mutex.Unlock()
	dec.depth = 0
	dec.place = place{parts: dec.place.parts[:0]}
	defer caught(&dec.err)
	dec.top(id, v)
}

func (dec *Decoder) left() int { return len(dec.data) - dec.pos }

// readUint reads a number from a reader.
func readUint(r io.Reader) (x uint64, err error) {
	var buf [8]byte
	if _, err = io.ReadFull(r, buf[:1]); err != nil {
		return 0, err
	}
	if buf[0] <= 0x7f {
		return uint64(buf[0]), nil
	}
	n := -int(int8(buf[0]))
	if n > len(buf) {
		return 0, errBadUint
	}
	if _, err = io.ReadFull(r, buf[:n]); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return 0, err
	}
	for _, b := range buf[:n] {
		x = x<<8 | uint64(b)
	}
	return x, nil
}

// Read is for readUint, where the end of a message is io.EOF.
func (dec *messageReader) Read(p []byte) (int, error) {
	n := copy(p, dec.data[dec.pos:])
	dec.pos += n
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

type messageReader Decoder

// nextUint reads a number from the message; an error is dec.err.
func (dec *Decoder) nextUint() uint64 {
	if dec.pos < len(dec.data) && dec.data[dec.pos] <= 0x7f {
		dec.pos++
		return uint64(dec.data[dec.pos-1])
	}
	x, err := readUint((*messageReader)(dec))
	if err != nil {
		dec.err = err
	}
	return x
}

// signed undoes zigzag.
func signed(x uint64) int64 {
	return int64(x>>1) ^ -int64(x&1)
}

// typeSequence reads up to the number of the next value's type, with the descriptions before it.
func (dec *Decoder) typeSequence(inInterface bool) typeId {
	for first := true; dec.err == nil; first = false {
		if dec.left() == 0 && !dec.receive() {
			if !first && dec.err == io.EOF {
				dec.err = io.ErrUnexpectedEOF
			}
			break
		}
		id := typeId(signed(dec.nextUint()))
		if id >= 0 {
			return id
		}
		dec.receiveType(-id)
		if dec.err != nil {
			break
		}
		// A description is a message of its own; within an interface the rest of the message around it
		// follows, with its size.
		if dec.left() > 0 {
			if !inInterface {
				dec.err = errors.New("extra data in buffer")
				break
			}
			dec.nextUint()
		}
	}
	return -1
}

// receive reads a message.
func (dec *Decoder) receive() bool {
	n, err := readUint(dec.r)
	if err != nil {
		dec.err = err
		return false
	}
	if n >= maxMessage {
		dec.err = errBadCount
		return false
	}
	// Memory is for what has come, not for what was announced.
	const chunk = 1 << 20
	dec.data, dec.pos = dec.data[:0], 0
	for left := int(n); left > 0; {
		begin, size := len(dec.data), min(left, chunk)
		dec.data = append(dec.data, make([]byte, size)...)
		if _, err := io.ReadFull(dec.r, dec.data[begin:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			dec.data = dec.data[:0]
			dec.err = err
			return false
		}
		left -= size
	}
	return true
}

// receiveType reads the description of a type.
func (dec *Decoder) receiveType(id typeId) {
	if id < firstUser || dec.wires[id] != nil {
		dec.err = errors.New("gob: duplicate type received")
		return
	}
	wire := new(wireType)
	if dec.depth > 0 {
		// The mutex is held.
		func() {
			defer caught(&dec.err)
			dec.top(tWireType, reflect.ValueOf(wire))
		}()
	} else {
		dec.try(tWireType, reflect.ValueOf(wire))
	}
	if dec.err == nil {
		dec.wires[id] = wire
	}
}

// wire returns the description of a type of the stream, which may be one of those that all streams have.
func (dec *Decoder) wire(id typeId) *wireType {
	if id < firstUser {
		if g := byID[id]; g != nil && g.wire != nil {
			return g.wire
		}
	}
	return dec.wires[id]
}

// nameOf returns a name of a type of the stream for errors. A number that the program itself has given to a type
// means that type, whatever the stream says.
func (dec *Decoder) nameOf(id typeId) string {
	if byID[id] != nil {
		return describeFor(id, map[typeId]bool{})
	}
	if c := dec.wires[id].common(); c != nil {
		return c.Name
	}
	return "unknown type"
}
