// Missing and wrong returns.
package main

func a() int {
} // ERROR "missing return"

func b(x int) int {
	if x > 0 {
		return 1
	}
} // ERROR "missing return"

func c(x int) int {
	for {
		if x > 0 {
			break
		}
	}
} // ERROR "missing return"

func d(x int) int {
	switch x {
	case 1:
		return 1
	}
} // ERROR "missing return"

func e() int {
	return // ERROR "not enough return values"
}

func f() {
	return 1 // ERROR "too many return values"
}

func g() (int, string) {
	return 1 // ERROR "not enough return values"
}

func h() (int, string) {
	return "a", 1 // ERROR "cannot use .a. .*as int value" "cannot use 1 .*as string value"
}

func i() (x int) {
	{
		x := 2
		_ = x
		return // ERROR "result parameter x not in scope at return"
	}
}

func ok1(x int) int {
	for {
	}
}

func ok2(x int) int {
	if x > 0 {
		return 1
	} else {
		panic("no")
	}
}

func ok3(x int) int {
	switch {
	case x > 0:
		return 1
	default:
		panic(1)
	}
}

func ok4() int {
L:
	goto L
}

func main() {
	_ = func() string {
		println()
	} // ERROR "missing return"
}
