//! Goroutines and channels in patterns whose outcome no scheduler can change: who receives what is fixed, or
//! the results are combined so that order does not show. While goroutines run, the main one only receives.
//! The templates' holes are those of `patterns`.

use super::Generator;

const TASKS: &[(&str, u64, &str)] = &[
    ("go_ping_pong", 600, "\
$ping, $pong := make(chan #T), make(chan #T)
go func() {
	for range #N { $x := <-$ping; $pong <- $x #P 3 }
	close($pong)
}()
$v := #E
go func() { for range 200 { $ping <- $v } }()
for $r := range $pong { #H = mix(#H, uint64($r)) }"),
    ("go_pipeline", 1500, "\
$source := make(chan #T)
$stage := func(in <-chan #T, k #T, size int) <-chan #T {
	out := make(chan #T, size)
	go func() {
		defer close(out)
		for x := range in { out <- x #P k }
	}()
	return out
}
go func() {
	for $i := range #N { $source <- #T($i) * 5 }
	close($source)
}()
$sum := #T(0)
for $x := range $stage($stage($source, #E, 0), #C, #N) {
	$sum = $sum*3 + $x
	#H = mix(#H, uint64($x))
}
#H = mix(#H, uint64($sum))"),
    ("go_fan_in", 1500, "\
$c := make(chan #T, #N)
$start := #E
for $w := range 5 {
	go func() { for $i := range 6 { $c <- $start #P #T($w*10+$i) } }()
}
$sum, $xor := #T(0), #T(0)
for range 30 { $x := <-$c; $sum += $x; $xor ^= $x * 3 }
#H = mix(mix(#H, uint64($sum)), uint64($xor))"),
    ("go_workers", 1500, "\
type $job struct { i int; v #T }
$jobs, $done := make(chan $job), make(chan $job, 3)
for range 3 {
	go func() { for j := range $jobs { $done <- $job{j.i, j.v*j.v + 1} } }()
}
go func() {
	for $i := range 12 { $jobs <- $job{$i, #T($i) + 3} }
	close($jobs)
}()
var $out [12]#T
for range $out { $r := <-$done; $out[$r.i] = $r.v }
for _, $x := range $out { #H = mix(#H, uint64($x)) }"),
    ("go_buffer", 200, "\
$c := make(chan #T, 5)
for $i := range 4 { $c <- #T($i) + #E }
#H = mix(#H, uint64(len($c)*10+cap($c)))
close($c)
$x, $ok := <-$c
#H = mixB(mix(#H, uint64($x)), $ok)
for $y := range $c { #H = mix(#H, uint64($y)) }
$x, $ok = <-$c
#H = mixB(mix(#H, uint64($x)), $ok)"),
    ("go_done", 300, "\
$done := make(chan struct{})
$x, $list := #E, []#T{}
go func() {
	defer close($done)
	for $i := range #N { $x = $x*3 + #T($i); $list = append($list, $x) }
}()
<-$done
#H = mix(mix(#H, uint64($x)), uint64(len($list)))
for _, $v := range $list { #H = mix(#H, uint64($v)) }"),
    ("go_semaphore", 900, "\
$lock, $done := make(chan bool, 1), make(chan bool)
$total := #T(0)
for $w := range 6 {
	go func(k #T) {
		for range 4 { $lock <- true; $total += k; <-$lock }
		$done <- true
	}(#T($w) + #C)
}
for range 6 { <-$done }
#H = mix(#H, uint64($total))"),
    ("go_reply", 400, "\
type $ask struct { v #T; reply chan #T }
$asks := make(chan $ask)
go func() { for a := range $asks { a.reply <- a.v #P 7 } }()
for $i := range #N {
	$reply := make(chan #T)
	$asks <- $ask{#T($i) + #E, $reply}
	#H = mix(#H, uint64(<-$reply))
}
close($asks)"),
    ("go_panic", 300, "\
$c := make(chan any)
for $i := range 3 {
	go func() {
		defer func() { $c <- recover() }()
		$s := []#T{1, 2}
		$s[$i+1]++
		if $i == 0 { panic(#S) }
	}()
}
$sum := uint64(0)
for range 3 { $sum += mixAny(3, <-$c) }
#H = mix(#H, $sum)"),
    ("go_sieve", 3000, "\
$gen := make(chan int)
go func(c chan int) { for $i := 2; $i < 60; $i++ { c <- $i }; close(c) }($gen)
$filter := func(in chan int, p int) chan int {
	out := make(chan int)
	go func() { for x := range in { if x%p != 0 { out <- x } }; close(out) }()
	return out
}
for $k := 0; $k < #N; $k++ {
	$p, $ok := <-$gen
	if !$ok { break }
	#H = mix(#H, uint64($p))
	$gen = $filter($gen, $p)
}"),
    ("go_tree", 1500, "\
var $sum func(n int) <-chan #T
$sum = func(n int) <-chan #T {
	c := make(chan #T, 1)
	go func() {
		if n == 0 { c <- #C; return }
		l, r := $sum(n-1), $sum(n-1)
		c <- <-l #P <-r + #T(n)
	}()
	return c
}
#H = mix(#H, uint64(<-$sum(5)))"),
    ("go_many", 4000, "\
$c, $start := make(chan int), make(chan bool)
for $i := range 150 {
	go func() { <-$start; $c <- $i*$i }()
}
close($start)
$total := 0
for range 150 { $total += <-$c }
#H = mix(#H, uint64($total))"),
    ("go_types", 300, "\
type $rec struct { s string; a [3]#T; e any; f func(#T) #T }
$c, $n := make(chan $rec), make(chan *$rec, 1)
go func() {
	$k := #T(#C)
	$c <- $rec{\"r\", [3]#T{1, $k}, $k, func(x #T) #T { return x + $k }}
	$n <- nil
	$n <- &$rec{s: \"p\"}
	close($n)
}()
$r := <-$c
#H = mixAny(mixS(mix(#H, uint64($r.a[1])+uint64($r.f(#E))), $r.s), $r.e)
for $p := range $n { if $p == nil { #H = mix(#H, 3) } else { #H = mixS(#H, $p.s) } }"),
    ("go_hot", 8000, "\
$c, $d := make(chan #T), make(chan #T, 16)
go func() { $x := #T(1); for range 300 { $x = $x*5 + 1; $c <- $x }; close($c) }()
go func() { for $x := range $c { if $x&1 == 0 { $d <- $x >> 1 } else { $d <- $x } }; close($d) }()
$acc := #T(0)
for $x := range $d { $acc = $acc*3 ^ $x }
#H = mix(#H, uint64($acc))"),
    ("go_order_of_defers", 300, "\
$c := make(chan #T, 8)
func() {
	defer close($c)
	for $i := range 4 { defer func() { $c <- #T($i) + #E }() }
}()
for $x := range $c { #H = mix(#H, uint64($x)) }"),
    ("go_deep_stack", 3000, "\
$c := make(chan int)
go func() {
	var $down func(n int) int
	$down = func(n int) int { var $pad [16]int; $pad[n&15] = n; if n == 0 { return 1 }; return $down(n-1) + $pad[n&15]&1 }
	$c <- $down(400)
}()
#H = mix(#H, uint64(<-$c))"),
];

impl Generator {
    pub(super) fn task(&mut self) {
        let (name, cost, text) = *self.rng.pick(TASKS);
        if !self.affordable(cost) || !self.allows("channel") || !self.allows(name) {
            return self.pattern();
        }
        self.uses("channel");
        self.uses(name);
        self.spend(cost);
        let ty = self.int_type();
        self.template(text, ty);
    }
}
