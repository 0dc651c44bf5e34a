// What cannot declare the variable of a type switch.
package main

func main() {
	switch main() := any(nil).(type) { // ERROR "cannot use main\(\) := any\(nil\).\(type\) as value"
	}
}
