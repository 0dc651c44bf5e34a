// Pipes of package os: in memory, as large as those of Linux, and ended from either side.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	r, w, err := os.Pipe()
	old := os.Stdout
	os.Stdout = w
	fmt.Println("captured")
	done := make(chan []byte)
	go func() {
		b, err := io.ReadAll(r)
		fmt.Fprintln(old, err)
		done <- b
	}()
	for i := 0; i < 20000; i++ {
		fmt.Println("line", i)
	}
	os.Stdout = old
	fmt.Println(w.Close(), err)
	b := <-done
	fmt.Println(len(b), string(b[:30]))
	fmt.Println(w.Write([]byte("x")))
	r2, w2, _ := os.Pipe()
	r2.Close()
	fmt.Println(w2.Write([]byte("x")))
	fmt.Println(r2.Read(make([]byte, 1)))
	fmt.Println(w2.Read(make([]byte, 1)))
	fmt.Println(w2.Seek(0, 0))
	r3, w3, _ := os.Pipe()
	fmt.Println(r3.Write([]byte("x")))
	fmt.Println(w3.WriteString("abc"))
	w3.Close()
	x := make([]byte, 2)
	for {
		n, err := r3.Read(x)
		fmt.Println(n, err, string(x[:n]))
		if err != nil {
			break
		}
	}
}

// Output:
// <nil> <nil>
// <nil>
// 208899 captured
// line 0
// line 1
// line 2
//
// 0 write |1: file already closed
// 0 write |1: broken pipe
// 0 read |0: file already closed
// 0 read |1: bad file descriptor
// 0 seek |1: illegal seek
// 0 write |0: bad file descriptor
// 3 <nil>
// 2 <nil> ab
// 1 <nil> c
// 0 EOF
