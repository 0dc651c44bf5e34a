// A receiver's type may be an alias of a pointer: its method is one of pointers.
package main

import "fmt"

type counter struct{ n int }

type (
	pointer = *counter
	again   = (pointer)
	plain   = (counter)
)

func (p pointer) Inc()    { p.n++ }
func (p again) Add(n int) { p.n += n }
func (c plain) Get() int  { return c.n }
func (c *plain) Reset()   { c.n = 0 }

type incrementer interface{ Inc() }

func main() {
	var c counter
	c.Inc()
	(&c).Inc()
	c.Add(40)
	var i incrementer = &c
	i.Inc()
	fmt.Println(c.n, c.Get())
	_, ok := any(c).(incrementer)
	fmt.Println(ok)
	f := c.Inc
	f()
	fmt.Println(c.Get())
	c.Reset()
	fmt.Println((*counter).Get(&c))
}

// Output:
// 43 43
// false
// 44
// 0
