package gob

import (
	"errors"
	"go/token"
	"io"
	"reflect"
	"sync"
)

// Encoder writes values, and what a reader must know of their types, to a stream.
type Encoder struct {
	mutex sync.Mutex
	out   io.Writer // where messages go: the stream, or the message around the one that is being written
	buf   buffer
	sent  map[reflect.Type]typeId
	err   error
}

// NewEncoder returns an encoder that writes to w.
func NewEncoder(w io.Writer) *Encoder {
	return &Encoder{out: w, sent: map[reflect.Type]typeId{}}
}

// Encode writes a value, after what the stream has not had yet of its type. It panics if the value is a nil pointer.
func (enc *Encoder) Encode(e any) error {
	return enc.EncodeValue(reflect.ValueOf(e))
}

// EncodeValue is Encode for the value that a reflect.Value represents.
func (enc *Encoder) EncodeValue(value reflect.Value) error {
	if value.Kind() == reflect.Invalid {
		return errors.New("gob: cannot encode nil value")
	}
	if value.Kind() == reflect.Pointer && value.IsNil() {
		panic("gob: cannot encode nil pointer of type " + value.Type().String())
	}
	enc.mutex.Lock()
	defer enc.mutex.Unlock()
	out := enc.out
	enc.buf.data = enc.buf.data[:0]
	err := enc.encode(value)
	enc.out = out
	return err
}

func (enc *Encoder) encode(value reflect.Value) (err error) {
	mutex.Lock()
	defer mutex.Unlock()
	defer caught(&err)
	u := mustUserType(value.Type())
	b := &enc.buf
	enc.describe(b, u)
	b.int(int64(enc.sent[u.base]))
	enc.top(b, value, u)
	enc.flush(enc.out, b)
	return nil
}

// flush writes what is in a buffer as a message, and empties it.
func (enc *Encoder) flush(w io.Writer, b *buffer) {
	if len(b.data) >= maxMessage {
		fail(errors.New("gob: encoder: message too big"))
	}
	var head buffer
	if outer, ok := w.(*buffer); ok {
		outer.uint(uint64(len(b.data)))
	} else {
		head.data = make([]byte, 0, len(b.data)+9)
		head.uint(uint64(len(b.data)))
	}
	_, err := w.Write(append(head.data, b.data...))
	b.data = b.data[:0]
	if err != nil {
		fail(err)
	}
}

// describe makes sure that the stream has had the description of a type.
func (enc *Encoder) describe(b *buffer, u *userType) {
	t := u.base
	if u.enc != notExternal {
		t = u.user
	}
	if _, ok := enc.sent[t]; ok {
		return
	}
	if !enc.send(b, t) {
		// A basic type, whose number is known.
		info, err := typeInfoOf(u)
		if err != nil {
			fail(err)
		}
		enc.sent[t] = info.id
	}
}

// send writes the description of a type and of all that it consists of, and tells whether it did.
func (enc *Encoder) send(b *buffer, t reflect.Type) bool {
	u := mustUserType(t)
	if u.enc != notExternal {
		return enc.sendOne(b, u, u.base)
	}
	switch t := u.base; t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return false
		}
	case reflect.Array, reflect.Map, reflect.Struct:
	default:
		return false
	}
	return enc.sendOne(b, u, u.base)
}

func (enc *Encoder) sendOne(b *buffer, u *userType, t reflect.Type) bool {
	if _, ok := enc.sent[t]; ok {
		return false
	}
	info, err := typeInfoOf(u)
	if err != nil {
		fail(err)
	}
	b.int(-int64(info.id))
	enc.structure(b, encPlanOf(reflect.TypeFor[wireType]()), reflect.ValueOf(info.wire).Elem())
	enc.flush(enc.out, b)
	enc.sent[u.base] = info.id
	enc.sent[u.user] = info.id
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); token.IsExported(f.Name) {
				enc.send(b, f.Type)
			}
		}
	case reflect.Array, reflect.Slice:
		enc.send(b, t.Elem())
	case reflect.Map:
		enc.send(b, t.Key())
		enc.send(b, t.Elem())
	}
	return true
}
