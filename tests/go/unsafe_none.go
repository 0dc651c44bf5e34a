// What package unsafe and its types have that are nothing: the data of no bytes, and a name with a package.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type named unsafe.Pointer

func string1(s string) bool { return unsafe.StringData(s) == nil }
func slice1(s []byte) bool  { return unsafe.SliceData(s) == nil }

func main() {
	fmt.Println(string1(""), string1("a"), slice1(nil), slice1([]byte{}), slice1([]byte{1}))
	p := unsafe.StringData(string([]byte{}))
	fmt.Println(len(unsafe.Slice(p, 0)), unsafe.String(p, 0) == "")
	for _, v := range []any{unsafe.Pointer(nil), named(nil), new(unsafe.Pointer), uintptr(0), []unsafe.Pointer{}} {
		t := reflect.TypeOf(v)
		fmt.Printf("%v %q %q %v\n", t, t.PkgPath(), t.Name(), t.Kind())
	}
}

// Output:
// true false true false false
// 0 true
// unsafe.Pointer "unsafe" "Pointer" unsafe.Pointer
// main.named "main" "named" unsafe.Pointer
// *unsafe.Pointer "" "" ptr
// uintptr "" "uintptr" uintptr
// []unsafe.Pointer "" "" slice
