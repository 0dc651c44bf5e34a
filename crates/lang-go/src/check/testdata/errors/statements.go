// Assignments, control flow, returns.

package main

func noReturn() int {
	for i := 0; i < 3; i++ {
		return i
	}
} // ERROR "missing return"

func ifReturn(b bool) int {
	if b {
		return 1
	}
} // ERROR "missing return"

func loopBreak() int {
	for {
		break
	}
} // ERROR "missing return"

func few() (int, string) {
	return 1 // ERROR "not enough return values\n\thave \(number\)\n\twant \(int, string\)"
}

func many() int {
	return 1, "a" // ERROR "too many return values\n\thave \(number, string\)\n\twant \(int\)"
}

func bare() int {
	return // ERROR "not enough return values\n\thave \(\)\n\twant \(int\)"
}

func nothing() {
	return 1 // ERROR "too many return values"
}

func wrong() string {
	return 1 // ERROR "cannot use 1 \(untyped int constant\) as string value in return statement"
}

func shadowed() (err error) {
	if true {
		err := error(nil)
		_ = err
		return // ERROR "result parameter err not in scope at return"
	}
	return
}

func two() (int, int) { return 1, 2 }

func main() {
	var x int
	var s string
	x = "a" // ERROR "cannot use .a. \(untyped string constant\) as int value in assignment"
	x = 1.5 // ERROR "cannot use 1.5 \(untyped float constant\) as int value in assignment \(truncated\)"
	x = nil // ERROR "cannot use nil as int value in assignment"
	x, s = 1 // ERROR "assignment mismatch: 2 variables but 1 value"
	x = two() // ERROR "assignment mismatch: 1 variable but two(\(\))? returns 2 values"
	x := 1 // ERROR "no new variables on left side of :="
	y, y := 1, 2 // ERROR "y repeated on left side of :="
	_ = y
	z := nil // ERROR "use of untyped nil in assignment"
	if x { // ERROR "non-boolean condition in if statement"
	}
	for x { // ERROR "non-boolean condition in for statement"
	}
	for i := range 1.5 { // ERROR "cannot range over 1.5 \(untyped float constant\)"
		_ = i
	}
	for i, j := range 10 { // ERROR "range over 10 \(untyped int constant\) permits only one iteration variable"
		_, _ = i, j
	}
	switch x {
	case 1:
	case 1: // ERROR "duplicate case 1 \(constant of type int\) in expression switch"
	case "a": // ERROR "cannot convert .a. \(untyped string constant\) to type int|mismatched types"
	}
	switch {
	case x: // ERROR "invalid case x in switch on true \(mismatched types int and bool\)"
	}
	switch any(x).(type) {
	case int:
	case int: // ERROR "duplicate case int in type switch"
	}
	switch x.(type) { // ERROR "x \(variable of type int\) is not an interface"
	}
	go x // ERROR "expression in go must be function call"
	defer int(x) // ERROR "defer requires function call, not conversion"
	defer len(s) // ERROR "defer discards result of len\(s\) \(value of type int\)"
	break // ERROR "break is not in a loop, switch, or select"
L: // ERROR "label L defined and not used"
	select {
	case x > 1: // ERROR "select case must be send or receive \(possibly with assignment\)"
	}
	const c = 10
	c = 20 // ERROR "cannot assign to c \(neither addressable nor a map index expression\)|cannot assign to c"
	_, _, _ = x, s, z
}
