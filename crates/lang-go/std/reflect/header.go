package reflect

// SliceHeader has the form of a slice. No memory can be made of it.
type SliceHeader struct {
	Data uintptr
	Len  int
	Cap  int
}

// StringHeader has the form of a string. No memory can be made of it.
type StringHeader struct {
	Data uintptr
	Len  int
}
