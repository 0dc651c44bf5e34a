package purlin

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode"
)

// A Field is one of a structure of the guest's.
type Field struct {
	Name  string
	Value any
}

// A Struct is a structure of the guest's where no type of Go's is known for it.
type Struct []Field

// Get is the field of that name, in any style, or nil.
func (s Struct) Get(name string) any {
	for _, field := range s {
		if sameName(field.Name, name) {
			return field.Value
		}
	}
	return nil
}

// A Map is one whose order matters, or whose keys Go's maps do not take.
type Map []Entry

// An Entry is one of a [Map].
type Entry struct{ Key, Value any }

// How deep values may be nested: what is deeper is a circle.
const deepest = 900

// The tags of crates/purlin-c/src/wire.rs.
const (
	tagNull, tagFalse, tagTrue, tagInt, tagUint, tagFloat = 0, 1, 2, 3, 4, 5
	tagText, tagBytes, tagList, tagMap, tagStruct         = 6, 7, 8, 9, 10
)

func word(to []byte, tag byte, n uint64) []byte {
	return binary.LittleEndian.AppendUint64(append(to, tag), n)
}

// Appends a value as the library reads it.
func encode(to []byte, value any) ([]byte, error) {
	// What most values are, without reflection.
	switch value := value.(type) {
	case nil:
		return append(to, tagNull), nil
	case int:
		return word(to, tagInt, uint64(value)), nil
	case int64:
		return word(to, tagInt, uint64(value)), nil
	case float64:
		return word(to, tagFloat, math.Float64bits(value)), nil
	case string:
		return append(word(to, tagText, uint64(len(value))), value...), nil
	case []byte:
		return append(word(to, tagBytes, uint64(len(value))), value...), nil
	}
	return encodeAny(to, reflect.ValueOf(value), 0)
}

func encodeAny(to []byte, value reflect.Value, depth int) ([]byte, error) {
	if depth > deepest {
		return nil, &Error{Kind: Host, Message: "values are nested too deep"}
	}
	switch value.Kind() {
	case reflect.Invalid:
		return append(to, tagNull), nil
	case reflect.Bool:
		if value.Bool() {
			return append(to, tagTrue), nil
		}
		return append(to, tagFalse), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return word(to, tagInt, uint64(value.Int())), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if value.Uint() > math.MaxInt64 {
			return word(to, tagUint, value.Uint()), nil
		}
		return word(to, tagInt, value.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return word(to, tagFloat, math.Float64bits(value.Float())), nil
	case reflect.String:
		return append(word(to, tagText, uint64(value.Len())), value.String()...), nil
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			return append(to, tagNull), nil
		}
		return encodeAny(to, value.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		return encodeList(to, value, depth+1)
	case reflect.Map:
		to = word(to, tagMap, uint64(value.Len()))
		var err error
		for each := value.MapRange(); err == nil && each.Next(); {
			to, err = encodePair(to, each.Key(), each.Value(), depth+1)
		}
		return to, err
	case reflect.Struct:
		return encodeStruct(to, value, depth+1)
	}
	return nil, &Error{Kind: Host, Message: fmt.Sprintf("a value of type %v does not cross", value.Type())}
}

func encodePair(to []byte, key, value reflect.Value, depth int) ([]byte, error) {
	to, err := encodeAny(to, key, depth)
	if err != nil {
		return nil, err
	}
	return encodeAny(to, value, depth)
}

func encodeList(to []byte, value reflect.Value, depth int) ([]byte, error) {
	var err error
	switch all := value.Interface().(type) {
	case Struct:
		to = word(to, tagStruct, uint64(len(all)))
		for _, field := range all {
			to = append(binary.LittleEndian.AppendUint64(to, uint64(len(field.Name))), field.Name...)
			if to, err = encodeAny(to, reflect.ValueOf(field.Value), depth); err != nil {
				return nil, err
			}
		}
		return to, nil
	case Map:
		to = word(to, tagMap, uint64(len(all)))
		for _, entry := range all {
			if to, err = encodePair(to, reflect.ValueOf(entry.Key), reflect.ValueOf(entry.Value), depth); err != nil {
				return nil, err
			}
		}
		return to, nil
	}
	if value.Type().Elem().Kind() == reflect.Uint8 {
		to = word(to, tagBytes, uint64(value.Len()))
		if value.Kind() == reflect.Slice {
			return append(to, value.Bytes()...), nil
		}
		for i := range value.Len() {
			to = append(to, byte(value.Index(i).Uint()))
		}
		return to, nil
	}
	to = word(to, tagList, uint64(value.Len()))
	for i := range value.Len() {
		if to, err = encodeAny(to, value.Index(i), depth); err != nil {
			return nil, err
		}
	}
	return to, nil
}

func encodeStruct(to []byte, value reflect.Value, depth int) ([]byte, error) {
	var fields []reflect.StructField
	for _, field := range reflect.VisibleFields(value.Type()) {
		if len(field.Index) == 1 && field.IsExported() {
			fields = append(fields, field)
		}
	}
	to = word(to, tagStruct, uint64(len(fields)))
	var err error
	for _, field := range fields {
		to = append(binary.LittleEndian.AppendUint64(to, uint64(len(field.Name))), field.Name...)
		if to, err = encodeAny(to, value.FieldByIndex(field.Index), depth); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// Reads what the library wrote, which is whole.
type decoder struct{ rest []byte }

func decode(bytes []byte) (value any, err error) {
	defer func() {
		if recover() != nil {
			err = &Error{Kind: Internal, Message: "a value of the library ends too early"}
		}
	}()
	from := decoder{bytes}
	return from.value(), nil
}

func (d *decoder) word() uint64 {
	n := binary.LittleEndian.Uint64(d.rest)
	d.rest = d.rest[8:]
	return n
}

func (d *decoder) run() []byte {
	n := d.word()
	bytes := d.rest[:n]
	d.rest = d.rest[n:]
	return bytes
}

func (d *decoder) value() any {
	tag := d.rest[0]
	d.rest = d.rest[1:]
	switch tag {
	case tagFalse, tagTrue:
		return tag == tagTrue
	case tagInt:
		return int64(d.word())
	case tagUint:
		return d.word()
	case tagFloat:
		return math.Float64frombits(d.word())
	case tagText:
		return string(d.run())
	case tagBytes:
		return append([]byte{}, d.run()...)
	case tagList:
		list := make([]any, d.word())
		for i := range list {
			list[i] = d.value()
		}
		return list
	case tagMap:
		all := make(Map, d.word())
		for i := range all {
			all[i].Key = d.value()
			all[i].Value = d.value()
		}
		return all
	case tagStruct:
		fields := make(Struct, d.word())
		for i := range fields {
			fields[i].Name = string(d.run())
			fields[i].Value = d.value()
		}
		return fields
	}
	return nil
}

// Whether names are equal but for their style: UnitPrice and unit_price.
func sameName(a, b string) bool {
	plain := func(r rune) rune {
		if r == '_' {
			return -1
		}
		return unicode.ToLower(r)
	}
	return strings.Map(plain, a) == strings.Map(plain, b)
}

// Stores a value of the guest's in a variable of Go's, by its type.
func store(to reflect.Value, value any) error {
	if value == nil {
		to.SetZero()
		return nil
	}
	from := reflect.ValueOf(value)
	if from.Type() == to.Type() || to.Kind() == reflect.Interface && from.Type().AssignableTo(to.Type()) {
		to.Set(from)
		return nil
	}
	mismatch := func() error {
		return &Error{Kind: Host, Message: fmt.Sprintf("%v crosses where the host has %v", short(value), to.Type())}
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return store(to.Elem(), value)
	case reflect.Bool, reflect.String:
		if from.Kind() == to.Kind() {
			to.Set(from.Convert(to.Type()))
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if n, ok := value.(int64); ok && !to.OverflowInt(n) {
			to.SetInt(n)
			return nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, signed := value.(int64)
		u, unsigned := value.(uint64)
		if unsigned || signed && n >= 0 {
			if u |= uint64(n); !to.OverflowUint(u) {
				to.SetUint(u)
				return nil
			}
		}
	case reflect.Float32, reflect.Float64:
		if f, ok := value.(float64); ok {
			to.SetFloat(f)
			return nil
		}
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		return storeParts(to, value, mismatch)
	}
	return mismatch()
}

func storeParts(to reflect.Value, value any, mismatch func() error) error {
	switch value := value.(type) {
	case []byte:
		if to.Kind() == reflect.Slice && to.Type().Elem().Kind() == reflect.Uint8 {
			to.SetBytes(value)
			return nil
		}
		if to.Kind() == reflect.Array && to.Type().Elem().Kind() == reflect.Uint8 && to.Len() == len(value) {
			reflect.Copy(to, reflect.ValueOf(value))
			return nil
		}
	case []any:
		if to.Kind() == reflect.Slice {
			to.Set(reflect.MakeSlice(to.Type(), len(value), len(value)))
		} else if to.Kind() == reflect.Struct {
			return storeFields(to, value, mismatch)
		} else if to.Kind() != reflect.Array || to.Len() != len(value) {
			return mismatch()
		}
		for i, part := range value {
			if err := store(to.Index(i), part); err != nil {
				return err
			}
		}
		return nil
	case Map:
		if to.Kind() == reflect.Map {
			return storeMap(to, value)
		}
	case Struct:
		if to.Kind() == reflect.Struct {
			return storeStruct(to, value)
		}
	}
	return mismatch()
}

// Several results, in the order of the fields.
func storeFields(to reflect.Value, values []any, mismatch func() error) error {
	if to.NumField() != len(values) {
		return mismatch()
	}
	for i, value := range values {
		if err := store(to.Field(i), value); err != nil {
			return err
		}
	}
	return nil
}

func storeMap(to reflect.Value, entries Map) error {
	to.Set(reflect.MakeMapWithSize(to.Type(), len(entries)))
	for _, entry := range entries {
		key, value := reflect.New(to.Type().Key()).Elem(), reflect.New(to.Type().Elem()).Elem()
		if err := store(key, entry.Key); err != nil {
			return err
		}
		if err := store(value, entry.Value); err != nil {
			return err
		}
		to.SetMapIndex(key, value)
	}
	return nil
}

func storeStruct(to reflect.Value, fields Struct) error {
	for _, field := range fields {
		at := to.FieldByNameFunc(func(name string) bool { return sameName(name, field.Name) })
		if !at.IsValid() || !at.CanSet() {
			return &Error{Kind: Host, Message: fmt.Sprintf("%v has no field for %s", to.Type(), field.Name)}
		}
		if err := store(at, field.Value); err != nil {
			return err
		}
	}
	return nil
}

// A value in a message: numbers and booleans as they are, of others the type.
func short(value any) string {
	switch value.(type) {
	case bool, int64, uint64, float64:
		return fmt.Sprint(value)
	}
	return fmt.Sprintf("%T", value)
}
