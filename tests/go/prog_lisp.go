// A small Lisp: reader, environments with closures, tail positions, errors by panic and recover.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

type symbol string
type pair struct{ car, cdr value }
type value interface{}
type builtin func([]value) value
type lambda struct {
	params []symbol
	body   value
	env    *env
}
type env struct {
	vars  map[symbol]value
	outer *env
}
type lispError struct{ msg string }

func (e lispError) Error() string { return "lisp: " + e.msg }

func fail(format string, args ...interface{}) value {
	panic(lispError{fmt.Sprintf(format, args...)})
}

func (e *env) find(s symbol) *env {
	for ; e != nil; e = e.outer {
		if _, ok := e.vars[s]; ok {
			return e
		}
	}
	fail("unbound %s", s)
	return nil
}

func tokens(src string) []string {
	src = strings.ReplaceAll(strings.ReplaceAll(src, "(", " ( "), ")", " ) ")
	return strings.Fields(src)
}

func read(ts []string) (value, []string) {
	if len(ts) == 0 {
		fail("unexpected end")
	}
	t, ts := ts[0], ts[1:]
	switch {
	case t == "(":
		var list []value
		for {
			if len(ts) == 0 {
				fail("missing )")
			}
			if ts[0] == ")" {
				return list, ts[1:]
			}
			var v value
			v, ts = read(ts)
			list = append(list, v)
		}
	case t == ")":
		fail("unexpected )")
	}
	if n, err := strconv.Atoi(t); err == nil {
		return n, ts
	}
	return symbol(t), ts
}

func eval(x value, e *env) value {
	for {
		switch v := x.(type) {
		case symbol:
			return e.find(v).vars[v]
		case []value:
			if len(v) == 0 {
				return nil
			}
			if s, ok := v[0].(symbol); ok {
				switch s {
				case "quote":
					return v[1]
				case "if":
					if eval(v[1], e) != false {
						x = v[2]
					} else {
						x = v[3]
					}
					continue
				case "define":
					e.vars[v[1].(symbol)] = eval(v[2], e)
					return v[1]
				case "set!":
					name := v[1].(symbol)
					e.find(name).vars[name] = eval(v[2], e)
					return nil
				case "lambda":
					var params []symbol
					for _, p := range v[1].([]value) {
						params = append(params, p.(symbol))
					}
					return &lambda{params, v[2], e}
				case "begin":
					for _, b := range v[1 : len(v)-1] {
						eval(b, e)
					}
					x = v[len(v)-1]
					continue
				}
			}
			f := eval(v[0], e)
			args := make([]value, len(v)-1)
			for i := range args {
				args[i] = eval(v[i+1], e)
			}
			switch f := f.(type) {
			case builtin:
				return f(args)
			case *lambda:
				if len(args) != len(f.params) {
					fail("want %d arguments, have %d", len(f.params), len(args))
				}
				inner := &env{map[symbol]value{}, f.env}
				for i, p := range f.params {
					inner.vars[p] = args[i]
				}
				x, e = f.body, inner
				continue
			default:
				return fail("not a function: %v", show(f))
			}
		default:
			return x
		}
	}
}

func show(v value) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case []value:
		parts := []string{}
		for _, x := range v {
			parts = append(parts, show(x))
		}
		return "(" + strings.Join(parts, " ") + ")"
	case *pair:
		return "(" + show(v.car) + " . " + show(v.cdr) + ")"
	case *lambda, builtin:
		return "#function"
	}
	return fmt.Sprint(v)
}

func arith(f func(a, b int) int) builtin {
	return func(a []value) value {
		acc := a[0].(int)
		for _, x := range a[1:] {
			acc = f(acc, x.(int))
		}
		return acc
	}
}

func global() *env {
	return &env{vars: map[symbol]value{
		"+": arith(func(a, b int) int { return a + b }), "-": arith(func(a, b int) int { return a - b }),
		"*": arith(func(a, b int) int { return a * b }), "/": arith(func(a, b int) int { return a / b }),
		"<":    builtin(func(a []value) value { return a[0].(int) < a[1].(int) }),
		"=":    builtin(func(a []value) value { return a[0] == a[1] }),
		"cons": builtin(func(a []value) value { return &pair{a[0], a[1]} }),
		"car":  builtin(func(a []value) value { return a[0].(*pair).car }),
		"cdr":  builtin(func(a []value) value { return a[0].(*pair).cdr }),
		"nil":  nil, "true": true, "false": false,
	}}
}

func run(src string, e *env) (out string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case lispError:
			out = r.Error()
		case error:
			out = "error: " + r.Error()
		}
	}()
	ts := tokens(src)
	var v value
	for len(ts) > 0 {
		var form value
		form, ts = read(ts)
		v = eval(form, e)
	}
	return show(v)
}

func main() {
	e := global()
	for _, src := range []string{
		"(+ 1 2 (* 3 4))",
		"(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1)))))) (fact 20)",
		"(define loop (lambda (n acc) (if (= n 0) acc (loop (- n 1) (+ acc n))))) (loop 20000 0)",
		"(define counter (lambda () (begin (define n 0) (lambda () (begin (set! n (+ n 1)) n))))) (define c (counter)) (c) (c)",
		"(define map (lambda (f l) (if (= l nil) nil (cons (f (car l)) (map f (cdr l)))))) (map (lambda (x) (* x x)) (cons 1 (cons 2 (cons 3 nil))))",
		"(define compose (lambda (f g) (lambda (x) (f (g x))))) ((compose fact (lambda (x) (+ x 2))) 3)",
		"(quote (a b (c 1)))", "fact", "(undefined)", "(fact 1 2)", "(1 2)", "(+ 1 (quote a))", "(/ 1 0)", "(car nil)", "(", ")", "(begin 1 2",
		"(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))) (fib 18)",
	} {
		fmt.Println(run(src, e))
	}
}

// Output:
// 15
// 2432902008176640000
// 200010000
// 2
// (1 . (4 . (9 . nil)))
// 120
// (a b (c 1))
// #function
// lisp: unbound undefined
// lisp: want 1 arguments, have 2
// lisp: not a function: 1
// error: interface conversion: main.value is main.symbol, not int
// error: runtime error: integer divide by zero
// error: interface conversion: main.value is nil, not *main.pair
// lisp: missing )
// lisp: unexpected )
// lisp: missing )
// 2584
