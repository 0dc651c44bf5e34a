// Insert, look up, delete, length, nil maps, and maps as references.
package main

import "fmt"

func fill(m map[string]int) { m["filled"] = 1 }

func main() {
	m := map[string]int{"a": 1, "b": 2}
	m["c"] = 3
	m["a"] += 10
	m["new"]++
	v, ok := m["zz"]
	fmt.Println(m["a"], m["new"], v, ok, len(m))
	delete(m, "a")
	delete(m, "not there")
	_, ok = m["a"]
	fmt.Println(ok, len(m))
	fill(m)
	n := m
	n["n"] = 5
	fmt.Println(m["filled"], m["n"], len(m))
	fmt.Println(m)
	var nilMap map[int]string
	fmt.Println(nilMap == nil, nilMap[3] == "", len(nilMap), nilMap)
	delete(nilMap, 3)
	for range nilMap {
		fmt.Println("never")
	}
	big := make(map[int]int, 100)
	for i := 0; i < 10000; i++ {
		big[i*7] = i
	}
	sum := 0
	for k, v := range big {
		sum += k - v
	}
	fmt.Println(len(big), sum, big[7*9999])
	for i := 0; i < 10000; i += 2 {
		delete(big, i*7)
	}
	fmt.Println(len(big), big[7], big[14])
	clear(big)
	fmt.Println(len(big))
	nested := map[string]map[string]int{}
	if nested["x"] == nil {
		nested["x"] = map[string]int{}
	}
	nested["x"]["y"]++
	nested["x"]["y"]++
	fmt.Println(nested)
	slices := map[int][]string{}
	slices[1] = append(slices[1], "a")
	slices[1] = append(slices[1], "b")
	fmt.Println(slices, len(slices[2]))
	if x, ok := slices[1]; ok && len(x) == 2 {
		fmt.Println("two")
	}
	funcs := map[string]func(int) int{"dbl": func(x int) int { return 2 * x }}
	fmt.Println(funcs["dbl"](21), funcs["none"] == nil)
	defer func() {
		fmt.Println(recover())
		defer func() { fmt.Println(recover()) }()
		funcs["none"](1)
	}()
	nilMap[1] = "x"
}

// Output:
// 11 1 0 false 4
// false 3
// 1 5 5
// map[b:2 c:3 filled:1 n:5 new:1]
// true true 0 map[]
// 10000 299970000 9999
// 5000 1 0
// 0
// map[x:map[y:2]]
// map[1:[a b]] 0
// two
// 42 true
// assignment to entry in nil map
// runtime error: invalid memory address or nil pointer dereference
