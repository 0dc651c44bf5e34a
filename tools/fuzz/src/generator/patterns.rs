//! Patterns that random statements would hardly form: aliasing, captured loop variables, order of calls,
//! panics of every kind, recursion through closures, hot loops. Each is a template with random holes.
//! Goroutines are in `tasks`.

use super::Generator;
use super::Var;
use super::types::{INT, Ty};

/// Construct, steps that it takes, text. In the text `$x` is a name of its own, `#H` the checksum, `#T` an
/// integer type, `#U` another one, `#K` a key type of integers or strings, `#N` a small and `#M` a larger
/// number of iterations, `#E` an expression of type `#T`, `#C` a literal of it, `#B` a condition, `#S` a
/// string expression, `#F` a float64 expression, `#P` operator of two integers.
type Pattern = (&'static str, u64, &'static str);

const PATTERNS: &[Pattern] = &[
    ("closure_list", 400, "\
var $fs []func(#T) #T
$acc := #E
for $i := 0; $i < #N; $i++ {
	$fs = append($fs, func(a #T) #T { $acc += #T($i); return a #P $acc })
}
for $j, $f := range $fs {
	#H = mix(#H, uint64($f(#T($j))))
}
#H = mix(#H, uint64($acc))"),
    ("closure_loop_variable", 300, "\
var $fs []func() int
for $i := 0; $i < #N; $i++ {
	$fs = append($fs, func() int { $i += 10; return $i })
	if $i%3 == 1 { $i++ }
}
for _, $f := range $fs {
	#H = mix(#H, uint64($f()*100+$f()))
}"),
    ("closure_counter", 100, "\
$mk := func(start #T) (func() #T, func(#T)) {
	c := start
	return func() #T { c = c*3 + 1; return c }, func(x #T) { c ^= x }
}
$get, $set := $mk(#E)
$get2, _ := $mk(#E)
$set(#E)
#H = mix(#H, uint64($get()))
$set($get2())
#H = mix(#H, uint64($get()-$get2()))"),
    ("closure_recursive", 1500, "\
var $fib func(n int) #T
$calls := 0
$fib = func(n int) #T {
	$calls++
	if n < 2 { return #C }
	return $fib(n-1) #P $fib(n-2)
}
#H = mix(#H, uint64($fib(8)))
#H = mix(#H, uint64($calls))"),
    ("closure_mutual", 400, "\
var $even, $odd func(n #T) bool
$even = func(n #T) bool { if n == 0 { return true }; return $odd(n-1) }
$odd = func(n #T) bool { if n == 0 { return false }; return $even(n-1) }
#H = mixB(#H, $even((#E)&31))
#H = mixB(#H, $odd((#E)&15))"),
    ("call_order", 80, "\
$tr := func(x #T) #T { #H = mix(#H, uint64(x)); return x }
$a := [4]#T{$tr(1), $tr(2), 3: $tr(4)}
$v := $tr(3) + $tr(5)*$tr(7) - $tr(#C)
$a[$tr(9)&3] = $tr(11)
$p, $q := $tr(12), $tr(13)
if $tr(14) < $tr(15) && $tr(16) > $tr(17) || $tr(18) == 18 { $p++ }
$w := func(a, b #T, c ...#T) #T { return a + b #P #T(len(c)) }($tr(19), $tr(20), $tr(21), $tr(22))
$st := struct{ a, b #T }{b: $tr(23), a: $tr(24)}
#H = mix(#H, uint64($v+$p+$q+$w+$a[1]+$st.a))"),
    ("assign_order", 60, "\
$i, $a := 0, [4]#T{#E, #E, #E, #E}
$i, $a[$i] = 2, #E
$a[$i], $i = $a[$i-1], 3
$a[0], $a[1], $a[2] = $a[2], $a[0], $a[1]
$p := &$a[1]
*$p, $a[1] = 5, 6
for $k, $x := range $a { #H = mix(#H, uint64($k)^uint64($x)) }"),
    ("linked_list", 300, "\
type $node struct { v #T; next *$node }
var $head *$node
for $i := range #N { $head = &$node{#T($i) #P #E, $head} }
var $rev *$node
for $n := $head; $n != nil; {
	$next := $n.next
	$n.next = $rev
	$rev, $n = $n, $next
}
for $n := $rev; $n != nil; $n = $n.next { #H = mix(#H, uint64($n.v)) }"),
    ("binary_tree", 3000, "\
type $tree struct { l, r *$tree; v #T }
var $insert func(t *$tree, v #T) *$tree
$insert = func(t *$tree, v #T) *$tree {
	if t == nil { return &$tree{v: v} }
	if v < t.v { t.l = $insert(t.l, v) } else { t.r = $insert(t.r, v) }
	return t
}
var $walk func(t *$tree, d int) int
$walk = func(t *$tree, d int) int {
	if t == nil { return 0 }
	$k := $walk(t.l, d+1)
	#H = mix(#H, uint64(t.v)+uint64(d))
	return $k + 1 + $walk(t.r, d+1)
}
var $root *$tree
$x := #E
for range #N { $x = $x*5 + 3; $root = $insert($root, $x) }
$n := $walk($root, 0)
#H = mix(#H, uint64($n))"),
    ("sort_slice", 2500, "\
$s := make([]#T, #N)
$x := #E
for $i := range $s { $x = $x*13 + 7; $s[$i] = $x }
for $i := 1; $i < len($s); $i++ {
	for $j := $i; $j > 0 && $s[$j-1] > $s[$j]; $j-- { $s[$j-1], $s[$j] = $s[$j], $s[$j-1] }
}
for _, $v := range $s { #H = mix(#H, uint64($v)) }"),
    ("sieve", 4000, "\
var $sieve [#M]bool
$count := 0
for $i := 2; $i < len($sieve); $i++ {
	if $sieve[$i] { continue }
	$count++
	for $j := $i * $i; $j < len($sieve); $j += $i { $sieve[$j] = true }
}
#H = mix(#H, uint64($count))"),
    ("matrix", 1500, "\
var $a, $b, $c [5][5]#T
for $i := range 5 { for $j := range 5 { $a[$i][$j] = #T($i) + #E; $b[$i][$j] = #T($i*$j) } }
for $i := range $a {
	for $j := range $b {
		var $s #T
		for $k := range $c { $s += $a[$i][$k] * $b[$k][$j] }
		$c[$i][$j] = $s
	}
}
$d := $c
$d[1][2]++
#H = mixB(#H, $d == $c)
for _, $row := range $d { for _, $x := range $row { #H = mix(#H, uint64($x)) } }"),
    ("memo_map", 1500, "\
$memo := map[int]#T{}
var $f func(n int) #T
$f = func(n int) #T {
	if v, ok := $memo[n]; ok { return v }
	if n < 2 { return #C }
	$r := $f(n-1) #P $f(n-2)
	$memo[n] = $r
	return $r
}
#H = mix(#H, uint64($f(#N + 10)))
#H = mix(#H, uint64(len($memo)))"),
    ("map_struct_key", 800, "\
type $key struct { a #T; b string; c [2]#U }
$m := make(map[$key]int)
for $i := 0; $i < #M/4; $i++ {
	$m[$key{#T($i % 5), \"k\", [2]#U{#U($i % 3), 1}}] += $i
	if $i%7 == 3 { delete($m, $key{#T($i % 4), \"k\", [2]#U{0, 1}}) }
}
$sum := uint64(0)
for $k, $v := range $m { $sum += mix(mixS(mix(7, uint64($k.a)), $k.b), uint64($v)^uint64($k.c[0])) }
#H = mix(#H, $sum)
for $k := range $m { if $k.a&1 == 0 { delete($m, $k) } }
#H = mix(#H, uint64(len($m)))"),
    ("map_any_key", 600, "\
$m := map[any]#T{1: #C, \"one\": 2, 2.5: 3, [2]int{1, 2}: 4, struct{ x #T }{#E}: 5, int8(1): 6, true: 7, nil: 8}
for $i, $k := range []any{1, \"one\", uint(1), 2.5, [2]int{1, 2}, [2]int8{1, 2}, #E, nil, #S, int8(1)} {
	$v, $ok := $m[$k]
	#H = mixB(mix(#H, uint64($v)+uint64($i)), $ok)
	$m[$k] += 3
}
#H = mix(#H, uint64(len($m)))"),
    ("map_of_slices", 600, "\
$m := map[#K][]#T{}
for $i := range #M/5 {
	$k := #K($i % 5 + 65)
	$m[$k] = append($m[$k], #T($i) #P 3)
}
$total := uint64(0)
for $k, $s := range $m {
	$e := uint64(len($s)) + uint64(len(string($k)))
	for _, $x := range $s { $e = mix($e, uint64($x)) }
	$total ^= $e
}
#H = mix(#H, $total)"),
    ("map_float_key", 100, "\
$m := map[float64]int{0: 1, 1.5: 2}
$zero := kFloat64(0)
$m[-$zero] += 5
$nan := $zero / $zero
$m[$nan] = 6
$m[$nan] = 7
_, $ok := $m[$nan]
#H = mixB(mix(#H, uint64(len($m)*10+$m[0])), $ok)"),
    ("defer_order", 200, "\
func() {
	for $i := 0; $i < #N; $i++ {
		defer func(n int) { #H = mix(#H, uint64(n+$i)) }($i * 2)
	}
	$x := #E
	defer func(v #T) { #H = mix(#H, uint64(v)^uint64($x)) }($x)
	$x = #E
}()"),
    ("defer_named_result", 100, "\
$f := func(a #T) (r #T, s string) {
	defer func() { r = r*2 + 1; s += \"!\" }()
	defer func() {
		if e := recover(); e != nil { #H = mixAny(#H, e); r += 7 }
	}()
	r = #E
	if #B { panic(a) }
	return r #P a, #S
}
$r, $s := $f(#E)
#H = mixS(mix(#H, uint64($r)), $s)"),
    ("panic_nested", 200, "\
func() {
	defer func() { #H = mixAny(#H, recover()) }()
	defer func() {
		defer func() { #H = mixAny(#H, recover()); panic(\"third\") }()
		panic(#S)
	}()
	$z := #E & 0
	#H = mix(#H, uint64(#E / $z))
}()"),
    ("panic_again", 150, "\
$f := func(n #T) (r #T) {
	defer func() {
		if e := recover(); e != nil {
			if v, ok := e.(#T); ok { r = v + 1; return }
			panic(e)
		}
	}()
	if #B { panic(n) }
	panic(#S)
}
func() {
	defer func() { #H = mixAny(#H, recover()) }()
	#H = mix(#H, uint64($f(#E)))
}()"),
    ("recover_elsewhere", 100, "\
$helper := func() any { return recover() }
func() {
	defer func() { #H = mixAny(#H, recover()) }()
	defer func() { #H = mixAny(#H, $helper()) }()
	#H = mixAny(#H, recover())
	panic(#E)
}()
#H = mixB(#H, recover() == nil)"),
    ("recover_direct", 60, "\
func() {
	defer func() { $r := recover(); #H = mixAny(#H, $r); $r = recover(); #H = mixB(#H, $r == nil) }()
	var $e error
	#H = mixB(#H, $e == nil)
	#H = mixS(#H, $e.Error())
}()"),
    ("panic_unwind_deep", 300, "\
var $down func(n int) int
$down = func(n int) int {
	defer func() { #H = mix(#H, uint64(n)) }()
	if n == 0 { panic(\"bottom\") }
	return $down(n-1) + 1
}
func() {
	defer func() { #H = mixAny(#H, recover()) }()
	#H = mix(#H, uint64($down(#N)))
}()"),
    ("panic_in_loop", 900, "\
for $i := -2; $i < #N; $i++ {
	func() {
		defer func() {
			if e := recover(); e != nil { #H = mixAny(#H, e) }
		}()
		$s := make([]#T, 3)
		$s[$i] = #T(12 / $i)
		#H = mix(#H, uint64($s[0]))
		if $i == 2 { return }
		#H = mix(#H, uint64($s[$i+1:][0]))
	}()
}"),
    ("rune_work", 400, "\
$rs := []rune(clip(#S + \"aé日\\xff\"))
for $i, $j := 0, len($rs)-1; $i < $j; $i, $j = $i+1, $j-1 { $rs[$i], $rs[$j] = $rs[$j], $rs[$i] }
$t := string($rs)
#H = mixS(#H, $t)
for $i, $r := range $t { #H = mix(#H, uint64($i)<<32|uint64($r)) }"),
    ("byte_work", 400, "\
$bs := []byte(clip(#S + \"xyz\"))
for $i := range $bs { $bs[$i] ^= byte($i) + 1 }
$t := string($bs)
$bs[0] = 'Q'
#H = mixS(mixS(#H, $t), string($bs[:1]))
#H = mixB(#H, $t < #S)
$m := map[string]int{$t: 1}
#H = mix(#H, uint64($m[string($bs)]))"),
    ("stack_machine", 1800, "\
$code := [...]uint8{0, 3, 0, 5, 1, 4, 2, 4, 3, 6, 0, 5}
var $stack [32]#T
$sp, $pc := 0, 0
for $fuel := #M; $fuel > 0 && $pc < len($code); $fuel-- {
	switch $code[$pc] {
	case 0:
		$stack[$sp&31] = #T($fuel) + #C
		$sp++
	case 1:
		if $sp >= 2 { $sp--; $stack[($sp-1)&31] += $stack[$sp&31] }
	case 2:
		if $sp >= 2 { $sp--; $stack[($sp-1)&31] ^= $stack[$sp&31] * 3 }
	case 3:
		if $sp > 0 { $stack[($sp-1)&31]++ }
		fallthrough
	case 4:
		#H = mix(#H, uint64($stack[$sp&31]))
	case 5:
		$pc = ($pc + int($stack[0]&3)) % len($code)
		continue
	default:
		if $sp > 20 { $sp = 0 }
	}
	$pc++
	if $pc == len($code) { $pc = 0 }
}
#H = mix(#H, uint64($sp))"),
    ("array_value", 80, "\
$a := [3]struct{ n #T; s [2]#U }{{n: #E}, {s: [2]#U{1, 2}}}
$b := $a
$b[1].s[0]++
$f := func(x [3]struct{ n #T; s [2]#U }) [3]struct{ n #T; s [2]#U } { x[0].n++; return x }
$c := $f($a)
#H = mixB(mixB(mixB(#H, $a == $b), $a == $c), $f($a) == $c)
#H = mix(#H, uint64($a[0].n)+uint64($b[1].s[0])+uint64($c[0].n))
for $i, $x := range $a { $a[2].n += $x.n + #T($i); #H = mix(#H, uint64($x.n)) }"),
    ("slice_alias", 80, "\
$a := make([]#T, 4, 8)
$b := append($a, #E)
$c := append($a, #E)
$d := append($a[:2], #E)
$b[0]++
#H = mix(#H, uint64($b[4])+uint64($c[4])+uint64($a[2])+uint64($d[0]))
$e := append($a[:2:2], #E)
$e[0] += 9
#H = mix(#H, uint64($a[0])^uint64(cap($a[1:3:6]))^uint64(len($e)))
$g := $a[:6]
#H = mix(#H, uint64($g[4])+uint64($g[5]))"),
    ("slice_copy", 100, "\
$a := []#T{1, 2, 3, #E, 5, 6, 7}
#H = mix(#H, uint64(copy($a[2:], $a)))
for _, $x := range $a { #H = mix(#H, uint64($x)) }
#H = mix(#H, uint64(copy($a, $a[3:])))
$bs := make([]byte, 4)
#H = mix(#H, uint64(copy($bs, #S)))
#H = mixS(#H, string($bs))
for _, $x := range $a { #H = mix(#H, uint64($x)) }"),
    ("slice_2d", 600, "\
$g := make([][]#T, #N)
for $i := range $g {
	$g[$i] = make([]#T, $i+1)
	for $j := range $g[$i] {
		$g[$i][$j] = 1
		if $j > 0 && $j < $i { $g[$i][$j] = $g[$i-1][$j-1] #P $g[$i-1][$j] }
	}
}
for _, $row := range $g { for _, $x := range $row { #H = mix(#H, uint64($x)) } }"),
    ("labels_nested", 900, "\
$n := 0
$outer:
for $i := 0; $i < #N; $i++ {
	$middle:
	for $j := 0; ; $j++ {
		for $k := range 6 {
			$n++
			switch {
			case $k == 5: continue $middle
			case $j > 4: continue $outer
			case $i*$j == 6: break $outer
			case #B && $k == 3: break $middle
			}
			#H = mix(#H, uint64($i*100+$j*10+$k))
		}
	}
}
#H = mix(#H, uint64($n))"),
    ("goto_forward", 60, "\
{
	$x := #E
	if $x&1 == 0 { goto $even }
	#H = mix(#H, 1)
	goto $done
$even:
	#H = mix(#H, 2)
$done:
	#H = mix(#H, uint64($x))
}"),
    ("goto_loop", 200, "\
{
	$i := 0
$again:
	$i++
	#H = mix(#H, uint64($i))
	if $i < #N { goto $again }
}"),
    ("hot_int_loop", 4500, "\
$x, $y := #E, #T(1)
for $i := #T(0); $i < 120; $i++ {
	for $j := range 8 {
		$x = $x*3 + $y ^ $i
		$y += #T($j) #P $x>>2
		if $x&15 == 3 { $y-- }
	}
}
#H = mix(#H, uint64($x)+uint64($y))"),
    ("hot_float_loop", 4000, "\
$x, $s := 0.25, #F
for $i := 0; $i < #M*5; $i++ {
	$x = 3.75 * $x * (1 - $x)
	if $x > 0.5 { $s += $x } else { $s -= float64(float32($x)) }
}
#H = mixF(mixF(#H, $x), $s)"),
    ("hot_slice_loop", 5000, "\
$s := make([]#T, #M)
for $i := range $s { $s[$i] = #T($i) * 7 }
$sum := #T(0)
for $round := 0; $round < 4; $round++ {
	for $i := 1; $i < len($s); $i++ {
		$s[$i] += $s[$i-1] #P #T($round)
		$sum ^= $s[$i]
	}
}
#H = mix(#H, uint64($sum))"),
    ("hot_call_loop", 5000, "\
$f := func(a, b #T) #T { if a&1 == 0 { return a #P b }; return b - a }
$x := #E
for $i := 0; $i < #M*4; $i++ { $x = $f($x, #T($i)) }
#H = mix(#H, uint64($x))"),
    ("dispatch_any", 900, "\
$xs := []any{#E, #S, #F, #B, nil, uint8(9), []int{1}, map[string]int{\"a\": 1}, struct{}{}, [2]#T{1, 2}, func() {}}
for $i, $x := range $xs {
	switch $v := $x.(type) {
	case #T: #H = mix(#H, uint64($v)+uint64($i))
	case string: #H = mixS(#H, $v)
	case float64: #H = mixF(#H, $v)
	case bool, nil: #H = mixAny(#H, $v)
	case []int: #H = mix(#H, uint64($v[0]))
	case map[string]int: #H = mix(#H, uint64($v[\"a\"]))
	case [2]#T: #H = mix(#H, uint64($v[1]))
	case func(): $v()
	default: #H = mix(#H, uint64($i)*31)
	}
}"),
    ("variadic_closure", 100, "\
$f := func(base #T, xs ...#T) #T {
	for $i, $x := range xs { base += $x * #T($i); xs[$i]++ }
	return base
}
$s := []#T{#E, 2, 3}
#H = mix(#H, uint64($f(#E))+uint64($f(1, 2, #E))+uint64($f(3, $s...))+uint64($f(4, $s[1:]...)))
#H = mix(#H, uint64($s[1]))"),
    ("func_table", 200, "\
$ops := map[string]func(a, b #T) #T{
	\"x\": func(a, b #T) #T { return a #P b },
	\"y\": func(a, b #T) #T { return a - b },
}
$st := struct{ f func(#T) #T; n #T }{f: func(a #T) #T { return a * 5 }, n: #E}
#H = mix(#H, uint64($ops[\"x\"](#E, #E))+uint64($ops[\"y\"](#E, $st.f($st.n))))
#H = mixB(#H, $ops[\"z\"] == nil)
$list := [...]func(#T) #T{$st.f, func(a #T) #T { return $st.f(a) + 1 }}
for $i := range $list { #H = mix(#H, uint64($list[$i](#T($i)))) }"),
    ("shift_table", 2500, "\
$x := #E
for $s := uint(0); $s < 70; $s += 3 {
	#H = mix(#H, uint64($x<<$s))
	#H = mix(#H, uint64($x>>$s))
	#H = mix(#H, uint64(#T(1)<<$s-1))
	$t := uint8($s)
	#H = mix(#H, uint64(-$x>>$t)+uint64(^$x<<$t))
}"),
    ("divide_table", 2500, "\
$xs := [...]#T{#MIN, #MIN + 1, #MAX, #MAX - 1, 0, 1, 2, 7, #E}
for _, $a := range $xs {
	for _, $b := range $xs {
		if $b == 0 { continue }
		#H = mix(mix(#H, uint64($a/$b)), uint64($a%$b))
	}
	#H = mix(mix(#H, uint64($a/8)+uint64($a%8)), uint64($a/10)+uint64($a%7))
}"),
    ("divide_minus_one", 200, "\
$m := #T(#MIN)
$n := #T(0)
$n--
#H = mix(mix(#H, uint64($m/$n)), uint64($m%$n))
#H = mix(#H, uint64($m*$n)+uint64(-$m)+uint64($m-1))"),
    ("convert_table", 2500, "\
for _, $x := range []#T{#MIN, #MAX, #E, 0, 1, 127} {
	#H = mix(#H, uint64(int8($x))+uint64(int16($x))*3+uint64(int32($x))*5+uint64(int64($x))*7)
	#H = mix(#H, uint64(uint8($x))+uint64(uint16($x))*3+uint64(uint32($x))*5+uint64($x)*7)
	#H = mixF(mixF(#H, float64($x)), float64(float32($x)))
	#H = mix(#H, uint64(#U(int8($x)))^uint64(#U(uint8($x))))
	#H = mixS(#H, string(rune($x)))
}"),
    ("float_table", 2500, "\
$zero := kFloat64(0)
for _, $x := range []float64{0, -$zero, 1 / $zero, -1 / $zero, $zero / $zero, 1e308, 5e-324, #F, 0.1} {
	for _, $y := range []float64{$zero, 2, -0.5, 1 / $zero, $zero / $zero} {
		#H = mixF(mixF(mixF(mixF(#H, $x+$y), $x-$y), $x*$y), $x/$y)
		#H = mixB(mixB(mixB(mixB(#H, $x < $y), $x <= $y), $x == $y), $x != $y)
		#H = mixB(mixB(#H, !($x < $y)), !($x >= $y))
		#H = mixF(#H, float64(float32($x)*float32($y)))
	}
}"),
    ("anonymous_struct", 60, "\
$x := struct { a #T; b string; c struct{ d [2]#U } }{#E, #S, struct{ d [2]#U }{}}
$p := &$x.c
$p.d[1] = #U(#C & 7)
$y := $x
$y.c.d[0]++
#H = mixB(mix(#H, uint64($x.c.d[1])+uint64($y.a)), $x == $y)"),
    ("pointer_web", 80, "\
$a, $b := #E, #E
$p, $q := &$a, &$b
$pp := &$p
**$pp += 3
*$pp = $q
**$pp ^= 5
$p, $q = $q, $p
*$q++
#H = mix(mix(#H, uint64($a)), uint64($b))
$ps := []*#T{$p, $q, &$a, &$b}
for $i, $x := range $ps { *$x += #T($i); #H = mixB(#H, $x == $ps[0]) }
#H = mix(mix(#H, uint64($a)), uint64($b))"),
    ("iota_days", 60, "\
const ( $c0 #T = iota + 1; $c1; _; $c3; $c4 = $c3 << 1 | 1 )
switch $x := #E & 7; $x {
case $c0, $c1: #H = mix(#H, 1)
case $c3: #H = mix(#H, 3); fallthrough
case $c4: #H = mix(#H, 4)
default: #H = mix(#H, uint64($x)+9)
}"),
    ("gcd_collatz", 1500, "\
$a, $b := #T(84), (#E)&63|1
for $b != 0 { $a, $b = $b, $a%$b }
#H = mix(#H, uint64($a))
$n, $steps := uint64(#E)&1023|1, 0
for $n != 1 && $steps < 150 { if $n%2 == 0 { $n /= 2 } else { $n = 3*$n + 1 }; $steps++ }
#H = mix(#H, uint64($steps))"),
    ("string_build", 500, "\
$s := \"\"
for $i := 0; $i < #N; $i++ {
	$s += string(rune('a'+$i%26)) + #S[:0]
	if len($s) > 3 { $s = $s[1:] + $s[:1] }
}
#H = mixS(#H, $s)
#H = mixB(mixB(#H, $s > \"m\"), $s+\"\" == $s)"),
    ("labels_switch", 200, "\
$loop:
for $i := 0; ; $i++ {
	switch {
	case $i > #N: break $loop
	case $i%3 == 0: continue $loop
	case $i%5 == 4: break
	default: #H = mix(#H, uint64($i))
	}
	#H = mix(#H, 5)
}"),
    ("wide_struct", 300, "\
type $w struct { a, b, c, d #T; e [6]#U; f string; g float64; h *#T; i []#U; j any }
$mk := func(n #T) $w { return $w{a: n, d: n + 1, e: [6]#U{1, 2}, f: \"w\", i: []#U{3}, j: n} }
$xs := [3]$w{$mk(1), $mk(#E)}
$xs[2] = $xs[1]
$xs[1].e[5]++
$xs[1].i[0]++
$m := map[int]$w{1: $xs[1]}
$y := $m[1]
$y.e[4] += 2
#H = mix(#H, uint64($y.e[4])+uint64($m[1].e[5])+uint64($m[2].d)+uint64($xs[2].i[0]))
#H = mixAny(mixS(#H, $m[1].f), $m[1].j)"),
    ("swap_results", 100, "\
$f := func(a, b #T) (#T, #T) { return b, a }
$g := func(a, b #T) #T { return a - b*2 }
$x, $y := $f(#E, #E)
$x, $y = $f($x, $y)
#H = mix(#H, uint64($g($f($x, $y)))+uint64($x))"),
    ("print", 200, "\
fmt.Println(#E, #S, #B, len(#S), []#T{1, 2}, [2]bool{true})
fmt.Printf(\"%d|%5d|%-4d|%x|%v|%t|%c|%08b\\n\", #E, (#E)&127, #E, uint64(#E), #E, #B, 'g', uint8(#E))
fmt.Printf(\"%s|%q|%v|%6.2f|%+d\\n\", #S, #S, struct{ a #T; b string }{#E, \"z\"}, 2.5, #E)"),
    ("slice_to_array", 60, "\
$s := []#T{1, 2, #E, 4}
$a := [3]#T($s)
$s[0] = 9
$p := (*[2]#T)($s)
$p[1] = 7
#H = mix(#H, uint64($a[0])+uint64($s[1])*3)"),
];

/// Operations that panic, each in its own function literal.
const PANICS: &[&str] = &[
    "var m map[string]#T; m[\"a\"] = #E",
    "var m map[#T]#T; #H = mix(#H, uint64(m[3])); delete(m, 3); m[#E]++",
    "var p *#T; #H = mix(#H, uint64(*p))",
    "var p *struct{ a, b #T }; p.b = #E",
    "var p *[3]#T; #H = mix(#H, uint64(len(p))); p[1] = 1",
    "var f func(#T) #T; #H = mix(#H, uint64(f(#E)))",
    "var e error; #H = mixS(#H, e.Error())",
    "s := []#T{1, 2, 3}; i := kInt(#N); #H = mix(#H, uint64(s[i]))",
    "s := []#T{1, 2, 3}; i := kInt(-1); s[i] = 4",
    "var a [3]#T; i := kUint64(18446744073709551615); a[i] = 4",
    "var a [3]#T; i := kInt8(-5); #H = mix(#H, uint64(a[i]))",
    "s := \"abc\"; i := kInt(#N); #H = mix(#H, uint64(s[i]))",
    "s := []#T{1, 2, 3}; i, j := kInt(2), kInt(1); #H = mix(#H, uint64(len(s[i:j])))",
    "s := []#T{1, 2, 3}; j := kInt(#N + 4); #H = mix(#H, uint64(len(s[:j])))",
    "s := []#T{1, 2, 3}; i := kInt(#N + 4); #H = mix(#H, uint64(len(s[i:])))",
    "s := []#T{1, 2, 3}; k := kInt(#N + 4); #H = mix(#H, uint64(len(s[1:2:k])))",
    "s := []#T{1, 2, 3}; j, k := kInt(3), kInt(2); #H = mix(#H, uint64(len(s[1:j:k])))",
    "s := []#T{1, 2, 3}; i, j, k := kInt(3), kInt(2), kInt(3); #H = mix(#H, uint64(len(s[i:j:k])))",
    "s := []#T{1, 2, 3}; i := kInt(-3); #H = mix(#H, uint64(len(s[i:])))",
    "var a [4]#T; j := kInt(#N + 5); #H = mix(#H, uint64(len(a[:j])))",
    "s := \"abc\"; i, j := kInt(3), kInt(2); #H = mixS(#H, s[i:j])",
    "s := \"abc\"; j := kInt(#N + 4); #H = mixS(#H, s[:j])",
    "s := \"abc\"; i := kInt(-2); #H = mixS(#H, s[i:])",
    "z := kInt(0); #H = mix(#H, uint64(7/z))",
    "z := #E; z = 0; #H = mix(#H, uint64(#E%z))",
    "n := kInt(-1); #H = mix(#H, uint64(1<<n))",
    "n := kInt8(-3); x := #E; x >>= n; #H = mix(#H, uint64(x))",
    "n := kInt(-1); s := make([]#T, n); #H = mix(#H, uint64(len(s)))",
    "n := kInt(2); s := make([]#T, 3, n); #H = mix(#H, uint64(len(s)))",
    "var x any = #S; #H = mix(#H, uint64(x.(#T)))",
    "var x any = #E; #H = mixS(#H, x.(string))",
    "var x any; #H = mix(#H, uint64(x.(#T)))",
    "var x any = #E; #H = mixS(#H, x.(error).Error())",
    "var x any; #H = mixS(#H, x.(error).Error())",
    "var x any = []int{1}; m := map[any]int{}; m[x] = 1",
    "var x any = []int{1}; m := map[any]int{1: 2}; #H = mix(#H, uint64(m[x]))",
    "var x, y any = []int{1}, []int{1}; #H = mixB(#H, x == y)",
    "var x, y any = func() {}, func() {}; #H = mixB(#H, x == y)",
    "x, y := [1]any{map[int]int{}}, [1]any{map[int]int{}}; #H = mixB(#H, x == y)",
    "panic(#E)",
    "panic(#S)",
    "panic(#F)",
    "panic(any(nil))",
    "panic(struct{ a #T }{1})",
    "x := #E; p := &x; defer func() { #H = mix(#H, uint64(*p)) }(); *p = 4; panic(p)",
    "var c chan int; close(c)",
    "c := make(chan int); close(c); close(c)",
    "c := make(chan int, 1); close(c); c <- 1",
    "s := []#T{1, 2}; #H = mix(#H, uint64([4]#T(s)[0]))",
];

impl Generator {
    pub(super) fn pattern(&mut self) {
        if self.rng.chance(15) && self.allows("panic_zoo") {
            return self.panic_zoo();
        }
        let (name, cost, text) = *self.rng.pick(PATTERNS);
        if !self.affordable(cost) || !self.allows(name) {
            return self.operate_on_scope();
        }
        // A table of minimums needs a signed type; a loop to 120 a type that reaches it.
        self.uses(name);
        self.spend(cost);
        let ty = if name == "divide_minus_one" { Ty::Int(self.rng.below(5)) } else { self.int_type() };
        self.template(text, ty);
    }

    fn operate_on_scope(&mut self) {
        let name = self.fresh("v");
        let e = self.expr(&INT, 3);
        self.line(format!("var {name} int = {}", e.text));
        self.declare(Var::new(&name, INT));
    }

    fn panic_zoo(&mut self) {
        self.uses("panic_zoo");
        self.spend(40);
        for _ in 0..1 + self.rng.below(3) {
            let text = *self.rng.pick(PANICS);
            if !self.allows("channel") && text.contains("chan")
                || !self.allows("slice_to_array") && text.contains("]#T(s)")
            {
                continue;
            }
            let body = text.replace("; ", "\n\t");
            let whole =
                format!("func() {{\n\tdefer func() {{ #H = mixAny(#H, recover()) }}()\n\t{body}\n}}()");
            let ty = self.int_type();
            self.template(&whole, ty);
        }
    }

    /// Fills a template's holes and writes its lines.
    pub(super) fn template(&mut self, text: &str, ty: Ty) {
        // A constant has no type parameter's type.
        let ty = if text.contains("const ") && self.types.is_parameter(&ty) { INT } else { ty };
        let prefix = self.fresh("q");
        let (_, lines) = self.filled("", text, ty, &prefix);
        for line in lines {
            self.line(line);
        }
    }

    /// The lines of a template's declarations and of its statements.
    pub(super) fn filled(
        &mut self,
        declarations: &str,
        statements: &str,
        ty: Ty,
        prefix: &str,
    ) -> (Vec<String>, Vec<String>) {
        self.panics_left = 0;
        let other = self.concrete_int_type();
        let key = *self.rng.pick(&["string", "rune", "int32"]);
        let key = if statements.contains("#K($i") && key == "string" { "rune" } else { key };
        let operator = *self.rng.pick(&["+", "-", "*", "^", "|", "&", "&^"]);
        let (min, max) = self.types.int_kind(&ty).map_or((0, 0), |k| (k.min(), k.max()));
        let words = [
            ("#MIN", format!("({min})")),
            ("#MAX", max.to_string()),
            ("#H", self.body.hash.clone()),
            ("#T", self.types.name(&ty)),
            ("#U", self.types.name(&other)),
            ("#K", key.to_string()),
            ("#P", operator.to_string()),
        ];
        let mut fill = |text: &str| {
            let fixed = words.iter().fold(text.to_string(), |text, (hole, word)| text.replace(hole, word));
            let mut filled = String::new();
            let mut rest = fixed.as_str();
            while let Some(at) = rest.find('#') {
                filled.push_str(&rest[..at]);
                let hole = self.hole(rest.as_bytes().get(at + 1).copied().unwrap_or(b' '), &ty);
                filled.push_str(&hole);
                rest = &rest[(at + 2).min(rest.len())..];
            }
            filled.push_str(rest);
            filled.replace('$', prefix).lines().map(str::to_string).collect::<Vec<String>>()
        };
        (fill(declarations), fill(statements))
    }

    fn hole(&mut self, kind: u8, ty: &Ty) -> String {
        match kind {
            b'N' => self.rng.range(1, 12).to_string(),
            b'M' => self.rng.range(40, 160).to_string(),
            b'C' => self.rng.range(1, 100).to_string(),
            b'E' => self.variable_expr(ty, 2).text,
            b'B' => {
                let e = self.bool_expr(2);
                self.nonconstant(&Ty::Bool, e).text
            }
            b'S' => {
                let e = self.expr(&Ty::Str, 1);
                format!("clip({})", e.text)
            }
            b'F' => self.variable_expr(&Ty::F64, 2).text,
            other => format!("#{}", char::from(other)),
        }
    }
}
