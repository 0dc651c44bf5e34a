// fmt prints maps in key order, whatever the order of the map.
package main

import "fmt"

type key struct {
	a int
	b string
}

func main() {
	fmt.Println(map[int]string{3: "c", 1: "a", 2: "b", -5: "z"})
	fmt.Println(map[string]int{"b": 1, "a": 2, "": 3, "ab": 4})
	fmt.Println(map[bool]int{true: 1, false: 0})
	fmt.Println(map[float64]string{2.5: "x", -1: "y", 1e10: "z"})
	fmt.Println(map[key]int{{2, "a"}: 1, {1, "z"}: 2, {1, "b"}: 3})
	fmt.Println(map[[2]int]bool{{2, 1}: true, {1, 9}: false})
	fmt.Println(map[rune]int{'b': 1, 'a': 2}, map[uint8]int8{200: -1, 100: 1})
	fmt.Printf("%v %d %+v %#v\n", map[string]int{"x": 1}, map[string]int{"x": 1}, map[string]key{"k": {1, "b"}}, map[string]int{"q": 2})
	fmt.Printf("%s %q %x\n", map[string]string{"k": "v"}, map[string]string{"k": "v"}, map[string]int{"k": 255})
	fmt.Println(map[string][]int{"l": {1, 2}, "e": nil}, map[string]map[int]int{"m": {2: 1, 1: 2}})
	fmt.Println(map[interface{}]int{2: 2, 1: 3, -1: 4})
	fmt.Println(map[string]interface{}{"n": nil, "i": 1, "s": "x", "l": []interface{}{1, "a", nil}})
	var nilMap map[string]int
	fmt.Println(nilMap, len(fmt.Sprint(nilMap)))
	fmt.Printf("%v %#v %d\n", nilMap, nilMap, map[int]int{})
}

// Output:
// map[-5:z 1:a 2:b 3:c]
// map[:3 a:2 ab:4 b:1]
// map[false:0 true:1]
// map[-1:y 2.5:x 1e+10:z]
// map[{1 b}:3 {1 z}:2 {2 a}:1]
// map[[1 9]:false [2 1]:true]
// map[97:2 98:1] map[100:1 200:-1]
// map[x:1] map[%!d(string=x):1] map[k:{a:1 b:b}] map[string]int{"q":2}
// map[k:v] map["k":"v"] map[6b:ff]
// map[e:[] l:[1 2]] map[m:map[1:2 2:1]]
// map[-1:4 1:3 2:2]
// map[i:1 l:[1 a <nil>] n:<nil> s:x]
// map[] 5
// map[] map[string]int(nil) map[]
