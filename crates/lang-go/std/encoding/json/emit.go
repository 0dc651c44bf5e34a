package json

import (
	"internal/raw"
	"reflect"
	"sync"
	"unsafe"
)

// emit appends values to out by the plan in table, as far as it goes, and tells why it stopped.
func emit(table, types []uint64, state unsafe.Pointer, words int, html bool, out []byte) (int, []byte)

// Why emit stopped.
const (
	emitDone = iota
	emitValue
	emitMember
	emitRoom
	emitPause
	emitType
)

const (
	stateWithin    = 5
	stateWanted    = 6 // bytes for which emit makes room in a text that it has only begun
	emitFrameWords = 5
	emitFieldWords = 4
)

// Flags of fields that may be left out.
const (
	emptyLength = 16
	emptyMap    = 32
	emptyFloat  = 64
)

// writers are plans for emit. Node 0 is what is left to this package, node 1 an interface.
type writers struct {
	mu     sync.Mutex
	table  []uint64
	byType map[reflect.Type]*writer
	list   map[int]*writer
	// The nodes of types by their numbers; 1<<32 marks those whose values are words of interfaces.
	types []uint64
}

type writer struct {
	at      int
	typ     reflect.Type
	pointer int
}

var emitting = writers{byType: map[reflect.Type]*writer{}, list: map[int]*writer{}}

func (w *writers) add(words ...uint64) int {
	at := len(w.table)
	w.table = append(w.table, words...)
	return at
}

func (w *writers) writerOf(t reflect.Type) *writer {
	if w.table == nil {
		w.table = make([]uint64, 2, 256)
		w.table[1] = opAny
		w.types = make([]uint64, raw.Count()+1)
	}
	if known, ok := w.byType[t]; ok {
		return known
	}
	made := &writer{typ: t}
	w.byType[t] = made
	if encodesItself(t) {
		made.at = w.add(opForeign)
	} else {
		w.describe(made, t)
	}
	w.list[made.at] = made
	return made
}

// encodesItself tells whether values of a type, or what points to them, encode themselves.
func encodesItself(t reflect.Type) bool {
	p := planOf(t)
	return p.marshals || p.marshalsText || p.pointerMarshals || p.pointerText || t == numberType
}

func (w *writers) describe(made *writer, t reflect.Type) {
	size := uint64(t.Size())
	switch k := t.Kind(); k {
	case reflect.Bool:
		made.at = w.add(opBool)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		made.at = w.add(opInt | size<<16)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		made.at = w.add(opUint | size<<16)
	case reflect.Float32:
		made.at = w.add(opF32)
	case reflect.Float64:
		made.at = w.add(opF64)
	case reflect.String:
		made.at = w.add(opString)
	case reflect.Pointer:
		made.at = w.add(opPointer, 0)
		w.child(made, t.Elem())
	case reflect.Slice:
		if isBytes(t.Elem()) {
			made.at = w.add(opForeign)
			return
		}
		made.at = w.add(opSlice, 0, uint64(t.Elem().Size()))
		w.child(made, t.Elem())
	case reflect.Array:
		made.at = w.add(opArray, 0, uint64(t.Elem().Size()), uint64(t.Len()))
		w.child(made, t.Elem())
	case reflect.Struct:
		w.structure(made, t)
	case reflect.Interface:
		made.at = w.add(opForeign)
		if t.NumMethod() == 0 {
			w.table[made.at] = opAny
		}
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			made.at = w.add(opForeign)
			return
		}
		made.at = w.add(opMap|uint64(raw.MapNumber(numberOf(t)))<<32, 0)
		w.child(made, t.Elem())
	default:
		made.at = w.add(opForeign)
	}
}

func (w *writers) child(made *writer, t reflect.Type) {
	w.table[made.at+1] = uint64(w.writerOf(t).at)
}

func (w *writers) structure(made *writer, t reflect.Type) {
	fields := planOf(t).fields()
	at := w.add(make([]uint64, 2+emitFieldWords*len(fields))...)
	made.at = at
	w.table[at], w.table[at+1] = opStruct, uint64(len(fields))
	for i := range fields {
		f := &fields[i]
		word := at + 2 + emitFieldWords*i
		w.table[word+2] = w.text("," + f.key)
		w.table[word+3] = w.text("," + f.keyHTML)
		offset, part, ok := lies(t, f)
		if !ok || f.quoted || f.omitZero {
			continue
		}
		flags := uint64(0)
		if f.omitEmpty {
			if part.Kind() == reflect.Array && part.Len() == 0 {
				continue
			}
			flags = emptyFlags(part)
		}
		child := w.writerOf(part)
		if w.table[child.at]&0xff == opForeign {
			continue
		}
		w.table[word], w.table[word+1] = flags<<32|uint64(child.at), uint64(offset)
	}
}

// emptyFlags tell how a value is seen to be empty.
func emptyFlags(t reflect.Type) uint64 {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Pointer:
		return uint64(t.Size())
	case reflect.Interface:
		return 8
	case reflect.Float32, reflect.Float64:
		return uint64(t.Size()) | emptyFloat
	case reflect.String, reflect.Slice:
		return emptyLength
	case reflect.Map:
		return emptyMap
	}
	return 0
}

// text puts bytes into the table and tells where.
func (w *writers) text(s string) uint64 {
	at := uint64(len(w.table))
	w.table = append(w.table, packed(s)...)
	return at | uint64(len(s))<<32
}

// learn makes the node of what an interface holds, unless the program made its type.
func (w *writers) learn(v any) bool {
	number := raw.TypeOf(v)
	w.mu.Lock()
	defer w.mu.Unlock()
	if number >= len(w.types) {
		return false
	}
	t := reflect.TypeOf(v)
	node := uint64(w.writerOf(t).at)
	switch t.Kind() {
	case reflect.Array, reflect.Slice, reflect.String, reflect.Struct, reflect.Complex64, reflect.Complex128:
	default:
		node |= 1 << 32
	}
	w.types[number] = node
	return true
}

// lastLong is the room that the last long text had, so that the next one, which may be as long, does not grow step by
// step to it.
var lastLong int

const (
	longText = 1 << 16
	mostRoom = 1 << 22
)

// any encodes what an interface holds, by emit as far as that goes.
func (e *encoder) any(v any) {
	words := stateFrames + 12*emitFrameWords
	state := raw.NewWords(words)
	set(state, stateNode, 1)
	set(state, stateWanted, lastLong)
	raw.StorePointer(raw.Add(state, 8*stateAddress), unsafe.Pointer(&v))
	emitting.mu.Lock()
	if emitting.table == nil {
		emitting.writerOf(reflect.TypeFor[any]())
	}
	table, types := emitting.table, emitting.types
	emitting.mu.Unlock()
	for {
		var why int
		why, e.b = emit(table, types, state, words, e.html, e.b)
		switch why {
		case emitDone:
			if len(e.b) > longText {
				lastLong = min(len(e.b)+len(e.b)/16, mostRoom)
			}
			return
		case emitPause:
		case emitValue, emitMember:
			e.forEmit(state, why == emitMember)
		case emitRoom:
			larger := raw.NewWords(2 * words)
			raw.Move(larger, state, 8*words)
			state, words = larger, 2*words
		case emitType:
			held := raw.LoadAny(raw.LoadPointer(raw.Add(state, 8*stateAddress)))
			if !emitting.learn(held) {
				e.nested(reflect.ValueOf(held), get(state, stateWithin)>>1, false)
				set(state, stateAfter, 1)
				continue
			}
			emitting.mu.Lock()
			table, types = emitting.table, emitting.types
			emitting.mu.Unlock()
		}
	}
}

// nested encodes a value that so many pointers, maps and slices enclose.
func (e *encoder) nested(v reflect.Value, depth int, quoted bool) {
	before := e.depth
	e.depth += depth
	e.value(v, quoted)
	e.depth = before
}

// forEmit encodes what emit has stopped at.
func (e *encoder) forEmit(state unsafe.Pointer, member bool) {
	at := raw.LoadPointer(raw.Add(state, 8*stateAddress))
	within := get(state, stateWithin)
	emitting.mu.Lock()
	w := emitting.list[get(state, stateNode)]
	emitting.mu.Unlock()
	v := valueAt(w.typ, &w.pointer, at)
	if within&1 == 0 {
		if v.Kind() == reflect.Interface {
			v = v.Elem()
		} else {
			v = reflect.ValueOf(v.Interface())
		}
	}
	if !member {
		e.nested(v, within>>1, false)
		return
	}
	frame := raw.Add(state, 8*(stateFrames+emitFrameWords*(get(state, stateDepth)-1)))
	f := &planOf(w.typ).fields()[get(frame, 2)-1]
	before := e.depth
	e.depth += within >> 1
	if e.member(v, f, get(frame, 3) == 0) {
		set(frame, 3, 1)
	}
	e.depth = before
}
