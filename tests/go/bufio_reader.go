// bufio.Reader: ReadString, ReadByte, ReadRune, UnreadByte, Peek, and io.EOF.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	line, err := in.ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
	b, err := in.ReadByte()
	fmt.Println(b, err)
	fmt.Println(in.UnreadByte())
	peek, err := in.Peek(3)
	fmt.Printf("%q %v\n", peek, err)
	r, size, err := in.ReadRune()
	fmt.Println(string(r), size, err)
	r, size, err = in.ReadRune()
	fmt.Println(string(r), size, err)
	rest, err := in.ReadBytes('\n')
	fmt.Printf("%q %v\n", rest, err)
	buf := make([]byte, 4)
	n, err := io.ReadFull(in, buf)
	fmt.Println(n, err, string(buf))
	for {
		line, err := in.ReadString('\n')
		fmt.Printf("%q %v\n", line, err == io.EOF)
		if err != nil {
			break
		}
	}
	n, err = in.Read(buf)
	fmt.Println(n, err)
	_, err = in.ReadByte()
	fmt.Println(err == io.EOF, io.EOF)
}

// Stdin:
// first line
// aé rest of it
// fourth
// fifth

// Output:
// "first line\n" <nil>
// 97 <nil>
// <nil>
// "aé" <nil>
// a 1 <nil>
// é 2 <nil>
// " rest of it\n" <nil>
// 4 <nil> four
// "th\n" false
// "fifth\n" false
// "" true
// 0 EOF
// true EOF
