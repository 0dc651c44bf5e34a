// Where log messages come from; errors by type; random numbers of any type.
package main

import (
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"time"
)

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }

type asCode struct{}

func (asCode) Error() string { return "as" }

func (asCode) As(target any) bool {
	p, ok := target.(*code)
	if ok {
		*p = 7
	}
	return ok
}

type timeout interface {
	error
	Timeout() bool
}

func helper() { log.Output(2, "from the caller") }

func main() {
	log.SetFlags(log.Lshortfile)
	log.SetOutput(os.Stdout)
	log.Print("a")
	log.Printf("b %d", 1)
	log.Println("c")
	l := log.New(os.Stdout, "p: ", log.Lshortfile|log.Lmsgprefix)
	l.Println("d")
	helper()
	func() { l.Print("closure") }()
	l.Output(100, "nowhere")

	fmt.Println(errors.AsType[code](fmt.Errorf("x %w", errors.Join(errors.New("y"), code(3)))))
	fmt.Println(errors.AsType[code](fmt.Errorf("x %w", asCode{})))
	_, ok := errors.AsType[code](errors.New("z"))
	_, none := errors.AsType[timeout](nil)
	fmt.Println(ok, none)
	e, ok := errors.AsType[timeout](fmt.Errorf("w %w", &os.PathError{Op: "o", Path: "p", Err: code(1)}))
	fmt.Println(e, ok)

	fmt.Println(rand.N(int8(1)), rand.N(time.Minute) < time.Minute)
	defer func() { fmt.Println(recover()) }()
	rand.N(uint16(0))
}

// Output:
// std_log_places.go:39: a
// std_log_places.go:40: b 1
// std_log_places.go:41: c
// std_log_places.go:43: p: d
// std_log_places.go:44: from the caller
// std_log_places.go:45: p: closure
// ???:0: p: nowhere
// code 3 true
// code 7 true
// false false
// o p: code 1 true
// 0 true
// invalid argument to N
