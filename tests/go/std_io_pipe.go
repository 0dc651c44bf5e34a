package main

import (
	"fmt"
	"io"
	"strings"
)

func main() {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "hello ")
		w.Write(nil)
		fmt.Fprint(w, strings.Repeat("x", 10))
		w.CloseWithError(fmt.Errorf("done"))
	}()
	buf := make([]byte, 4)
	for {
		n, err := r.Read(buf)
		fmt.Printf("%q %v\n", buf[:n], err)
		if err != nil {
			break
		}
	}
	n, err := w.Write([]byte("x"))
	fmt.Println(n, err, r.Close())
	r, w = io.Pipe()
	go func() { r.Read(buf); r.CloseWithError(fmt.Errorf("stop")) }()
	n, err = w.Write([]byte("abcdefg"))
	fmt.Println(n, err)
	n, err = r.Read(buf)
	fmt.Println(n, err)
	r, w = io.Pipe()
	go func() { io.Copy(w, strings.NewReader("copied")); w.Close() }()
	b, err := io.ReadAll(r)
	fmt.Println(string(b), err)
}

// Output:
// "hell" <nil>
// "o " <nil>
// "" <nil>
// "xxxx" <nil>
// "xxxx" <nil>
// "xx" <nil>
// "" done
// 0 io: read/write on closed pipe <nil>
// 4 stop
// 0 io: read/write on closed pipe
// copied <nil>
