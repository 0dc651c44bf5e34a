package main

import (
	"fmt"
	"path/filepath"
	"runtime"
)

func where() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprint(filepath.Base(file), ":", line)
}

// Generated code says where it comes from, and the run time then says so too.
func main() {
	fmt.Println(where())
//line template.y:70
	fmt.Println(where())
	fmt.Println(where() /*line other.y:5:9*/, where())
	fmt.Println(where())
//line /tmp/absolute.y:1
	fmt.Println(where())

//line :30
	fmt.Println(where())
//line last.y:100
	panic(where())
}

// Exit: 2
// Stderr:
// panic: last.y:100
// goroutine 1 [running]:

// Output:
// line_directives.go:16
// template.y:70
// template.y:71 other.y:5
// other.y:6
// absolute.y:1
// ??:30
