package gob

import (
	"fmt"
	"reflect"
)

var (
	typesByName = map[string]reflect.Type{}
	namesByType = map[reflect.Type]string{} // by types without pointers
)

// Register makes the type of a value known for what interfaces hold, by its name with the path of its package.
// It panics if the type has another name, or the name another type.
func Register(value any) {
	t := reflect.TypeOf(value)
	name := t.String()
	if t.Name() != "" {
		name = t.Name()
		if path := t.PkgPath(); path != "" {
			name = path + "." + name
		}
	}
	RegisterName(name, value)
}

// RegisterName is Register with a name of the caller's choice.
func RegisterName(name string, value any) {
	if name == "" {
		panic("attempt to register empty name")
	}
	mutex.Lock()
	defer mutex.Unlock()
	t := reflect.TypeOf(value)
	u, err := userTypeOf(t)
	if err != nil {
		panic(err)
	}
	if old, ok := typesByName[name]; ok && old != t {
		panic(fmt.Sprintf("gob: registering duplicate types for %q: %s != %s", name, old, t))
	}
	if old, ok := namesByType[u.base]; ok && old != name {
		panic(fmt.Sprintf("gob: registering duplicate names for %s: %q != %q", t, old, name))
	}
	typesByName[name] = t
	namesByType[u.base] = name
}

func init() {
	for _, value := range []any{
		int(0), int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0),
		float32(0), float64(0), complex64(0), complex128(0), uintptr(0), false, "", []byte(nil),
		[]int(nil), []int8(nil), []int16(nil), []int32(nil), []int64(nil),
		[]uint(nil), []uint16(nil), []uint32(nil), []uint64(nil),
		[]float32(nil), []float64(nil), []complex64(nil), []complex128(nil), []uintptr(nil), []bool(nil), []string(nil),
	} {
		Register(value)
	}
}
