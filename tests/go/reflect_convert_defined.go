package main

import (
	"fmt"
	"reflect"
	"time"
)

type stamp time.Time

type own struct {
	a int
	b *own
}

type copied own

type other struct {
	a int
	c *own
}

func main() {
	now := time.Date(2020, 2, 29, 1, 2, 3, 4, time.UTC)
	v := reflect.ValueOf(stamp(now))
	fmt.Println(v.CanConvert(reflect.TypeFor[time.Time]()), v.Type().AssignableTo(reflect.TypeFor[time.Time]()))
	fmt.Println(v.Convert(reflect.TypeFor[time.Time]()).Interface().(time.Time).Equal(now))
	p := reflect.ValueOf((*stamp)(&now))
	fmt.Println(p.Convert(reflect.TypeFor[*time.Time]()).Interface() == any(&now))
	fmt.Println(reflect.TypeFor[own]().ConvertibleTo(reflect.TypeFor[copied]()))
	fmt.Println(reflect.TypeFor[other]().ConvertibleTo(reflect.TypeFor[own]()))
}

// Output:
// true false
// true
// true
// true
// false
