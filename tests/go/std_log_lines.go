package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"regexp"
)

func main() {
	var b bytes.Buffer
	l := log.New(&b, "pre: ", 0)
	l.Print("a", 1, 2, "b")
	l.Printf("%d-%s\n", 3, "x")
	l.Println("y", 4)
	l.SetFlags(log.Lmsgprefix)
	l.SetPrefix("[p] ")
	l.Output(1, "out")
	fmt.Print(b.String(), l.Flags(), l.Prefix(), l.Writer() == &b, "\n")
	b.Reset()
	l.SetFlags(log.LstdFlags | log.Lmicroseconds | log.LUTC)
	l.Print("timed")
	fmt.Println(regexp.MustCompile(`^\[p\] \d{4}/\d\d/\d\d \d\d:\d\d:\d\d\.\d{6} timed\n$`).MatchString(b.String()))
	b.Reset()
	l.SetFlags(0)
	l.Print("where")
	log.SetOutput(os.Stdout)
	log.SetFlags(log.Lmsgprefix)
	log.Print("here")
	log.Default().Println("there")
	fmt.Print(b.String())
	func() {
		defer func() { fmt.Println(recover()) }()
		l.Panicf("panic %d", 1)
	}()
	log.SetFlags(0)
	log.Fatalln("fatal", 1)
}

// Exit: 1
// Output:
// pre: a1 2b
// pre: 3-x
// pre: y 4
// [p] out
// 64[p] true
// true
// here
// there
// [p] where
// panic 1
// fatal 1
