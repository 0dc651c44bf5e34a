// call n: n rounds of calls by reflection: functions, methods, variadic ones, several results, closures of MakeFunc. Prints
// a sum. Check: equal to compiled Go.
package main

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
)

type counter struct{ sum int }

func (c *counter) Add(n int) int { c.sum += n; return c.sum }

func divide(a, b int) (int, error) {
	if b == 0 {
		return 0, fmt.Errorf("by zero")
	}
	return a / b, nil
}

func sum(label string, rest ...int) int {
	total := len(label)
	for _, n := range rest {
		total += n
	}
	return total
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	c := new(counter)
	add := reflect.ValueOf(c).MethodByName("Add")
	div, variadic := reflect.ValueOf(divide), reflect.ValueOf(sum)
	swap := reflect.MakeFunc(reflect.TypeOf(func(int, string) (string, int) { return "", 0 }), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{in[1], in[0]}
	})
	total := 0
	for i := range n {
		total += int(add.Call([]reflect.Value{reflect.ValueOf(i)})[0].Int())
		out := div.Call([]reflect.Value{reflect.ValueOf(i), reflect.ValueOf(i % 3)})
		if out[1].IsNil() {
			total += int(out[0].Int())
		}
		total += int(variadic.Call([]reflect.Value{reflect.ValueOf("ab"), reflect.ValueOf(1), reflect.ValueOf(i)})[0].Int())
		total += int(swap.Call([]reflect.Value{reflect.ValueOf(i), reflect.ValueOf("x")})[1].Int())
	}
	fmt.Println(total, c.sum)
}
