//! Selects, locks, timers and contexts in patterns whose outcome no scheduler and no clock can change: one
//! case is ready, or the results are combined so that the order of choices does not show; timers either go
//! off while nothing else can happen, or are stopped long before. The templates' holes are those of
//! `patterns`.

use super::Generator;

/// Packages that only these patterns use.
const PACKAGES: &[&str] = &[
    "bytes",
    "cmp",
    "context",
    "errors",
    "iter",
    "maps",
    "math/bits",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "sync",
    "sync/atomic",
    "time",
    "unicode/utf8",
];

const WAITS: &[(&str, u64, &str)] = &[
    ("select_merge", 900, "\
$make := func(n int, k #T) <-chan #T {
	c := make(chan #T, n%3)
	go func() { defer close(c); for $i := range n { c <- #T($i) #P k } }()
	return c
}
$a, $b := $make(#N, #E), $make(#N, #C)
$sum, $xor, $n := #T(0), #T(0), 0
for $a != nil || $b != nil {
	select {
	case $x, $ok := <-$a:
		if !$ok { $a = nil; continue }
		$sum, $xor = $sum+$x, $xor^$x*3
	case $x, $ok := <-$b:
		if !$ok { $b = nil; break }
		$sum, $xor = $sum+$x, $xor^$x*3
	}
	$n++
}
#H = mix(mix(mix(#H, uint64($sum)), uint64($xor)), uint64($n))"),
    ("select_default", 300, "\
$c := make(chan #T, #N)
$sent, $kept := 0, 0
for $i := range 14 {
	select {
	case $c <- #T($i) #P #E: $sent++
	default: $kept += $i
	}
}
$loop:
for {
	select {
	case $x := <-$c: #H = mix(#H, uint64($x))
	default: break $loop
	}
}
#H = mix(mix(#H, uint64($sent)), uint64($kept))"),
    ("select_order", 300, "\
var $trace []int
$of := func(n int, c chan #T) chan #T { $trace = append($trace, n); return c }
$v := func(n int, x #T) #T { $trace = append($trace, n); return x }
$c, $never := make(chan #T, 2), make(chan #T)
var $nil chan #T
$c <- #E
$at, $list := 0, []#T{0, 0, 0}
$index := func() int { $trace = append($trace, 9); $at++; return $at }
select {
case $list[$index()] = <-$of(1, $c):
case $of(2, $nil) <- $v(3, #C):
case $of(4, $never) <- $v(5, #E):
case <-$of(6, $never):
}
for _, $t := range $trace { #H = mix(#H, uint64($t)) }
for _, $x := range $list { #H = mix(#H, uint64($x)) }"),
    ("select_closed", 300, "\
$c, $never := make(chan #T, 1), make(chan #T)
if #B { $c <- #E }
close($c)
for range 3 {
	select {
	case $x, $ok := <-$c: #H = mixB(mix(#H, uint64($x)), $ok)
	case <-$never: #H = 0
	}
}
#H = mix(#H, mixAny(3, func() (r any) {
	defer func() { r = recover() }()
	select {
	case $c <- #C:
	case $never <- 1:
	}
	return nil
}()))"),
    ("select_quit", 1200, "\
$jobs, $out, $quit := make(chan #T), make(chan #T), make(chan struct{})
for range 3 {
	go func() {
		for {
			select {
			case x := <-$jobs:
				select {
				case $out <- x #P 3:
				case <-$quit: return
				}
			case <-$quit: return
			}
		}
	}()
}
go func() { for $i := range 20 { $jobs <- #T($i) + #C } }()
$sum := #T(0)
for range 20 { $sum += <-$out }
close($quit)
#H = mix(#H, uint64($sum))"),
    ("select_both_ways", 600, "\
type $pair struct { a #T; s string }
$c, $done := make(chan $pair), make(chan #T)
for $k := range 4 {
	go func() {
		got := #T(0)
		for range 5 {
			select {
			case $c <- $pair{#T($k) + 1, \"x\"}:
			case p := <-$c: got += p.a + #T(len(p.s))
			}
		}
		$done <- got
	}()
}
$left, $sum, $n := 4, #T(0), 0
for $left > 0 {
	select {
	case $x := <-$done: $sum += $x; $left--
	case $p := <-$c: $n++; _ = $p
	case $c <- $pair{}: $n++
	}
}
#H = mix(#H, uint64($left))"),
    ("select_labels", 200, "\
$c := make(chan int, 12)
for $i := range 12 { $c <- $i }
close($c)
$outer:
for $n := 0; ; $n++ {
	select {
	case $x, $ok := <-$c:
		switch {
		case !$ok: break $outer
		case $x%3 == 0: continue $outer
		case $x == 7: break
		default: #H = mix(#H, uint64($x+$n))
		}
		#H = mix(#H, 5)
	}
}"),
    ("select_types", 300, "\
type $rec struct { a [40]#T; s string; e any }
$c, $never := make(chan $rec, 1), make(chan [3]string)
$r := $rec{s: #S, e: #E}
$r.a[#N] = #C
var $e any
select {
case $c <- $r: $r.s = \"changed\"
case $x := <-$never: $r.s = $x[0]
}
select {
case $x := <-$c: $x.a[0]++; $e = $x.e; #H = mixS(mix(#H, uint64($x.a[0])+uint64($x.a[#N])), $x.s)
case $never <- [3]string{#S}: #H = 0
}
#H = mixAny(#H, $e)
$p := make(chan *#T, 1)
select {
case $p <- nil:
case <-$never:
}
select {
case $e = <-$p: #H = mixB(#H, $e == nil)
case <-$never:
}"),
    ("select_timeout", 400, "\
$never := make(chan #T)
$began, $n := time.Now(), 0
for $n < 3 {
	select {
	case $x := <-$never: #H = mix(#H, uint64($x))
	case <-time.After(time.Duration(#N) * time.Microsecond): $n++
	}
}
#H = mixB(mix(#H, uint64($n)), time.Since($began) >= 3*time.Microsecond)"),
    ("wait_timers", 500, "\
$t := time.NewTimer(time.Hour)
#H = mixB(mixB(mixB(#H, $t.Stop()), $t.Stop()), $t.Reset(time.Microsecond))
<-$t.C
#H = mixB(#H, $t.Stop())
$done := make(chan #T)
$f := time.AfterFunc(time.Duration(#N)*time.Microsecond, func() { $done <- #E })
#H = mixB(mix(#H, uint64(<-$done)), $f.Stop())
$k, $n := time.NewTicker(20*time.Microsecond), 0
for range $k.C { $n++; if $n == 4 { break } }
$k.Stop()
time.Sleep(30 * time.Microsecond)
select {
case <-$k.C: #H = mix(#H, 1)
default: #H = mix(#H, 2)
}"),
    ("wait_mutex", 1500, "\
var $m sync.Mutex
var $wg sync.WaitGroup
$total, $most, $in := #T(0), 0, 0
for $w := range 6 {
	$wg.Add(1)
	go func(k #T) {
		defer $wg.Done()
		for range #N {
			$m.Lock()
			$in++
			$most = max($most, $in)
			$total += k
			$in--
			$m.Unlock()
		}
	}(#T($w) #P #C)
}
$wg.Wait()
#H = mixB(mix(mix(#H, uint64($total)), uint64($most)), $m.TryLock())"),
    ("wait_rwmutex", 1500, "\
var $m sync.RWMutex
var $wg sync.WaitGroup
$table, $bad := map[int]#T{}, 0
for $w := range 4 {
	$wg.Go(func() {
		for $i := range #N {
			$m.Lock()
			$table[$w*100+$i] = #T($w + $i)
			$m.Unlock()
			$m.RLock()
			if $table[$w*100+$i] != #T($w+$i) { $bad++ }
			$m.RUnlock()
		}
	})
}
$wg.Wait()
$sum := #T(0)
for $k, $v := range $table { $sum += #T($k) * $v }
#H = mix(mix(#H, uint64($sum)), uint64(len($table)+$bad*1000))"),
    ("wait_cond", 1500, "\
var $m sync.Mutex
$c, $queue, $sum := sync.NewCond(&$m), []#T{}, #T(0)
var $wg sync.WaitGroup
for range 3 {
	$wg.Go(func() {
		for range 4 {
			$m.Lock()
			for len($queue) == 0 { $c.Wait() }
			$sum += $queue[0]
			$queue = $queue[1:]
			$m.Unlock()
		}
	})
}
for $i := range 12 {
	$m.Lock()
	$queue = append($queue, #T($i) #P #E)
	$m.Unlock()
	if $i == 6 { $c.Broadcast() } else { $c.Signal() }
}
$wg.Wait()
#H = mix(mix(#H, uint64($sum)), uint64(len($queue)))"),
    ("wait_once", 600, "\
var $once sync.Once
var $wg sync.WaitGroup
$n, $x := 0, #E
for range 5 { $wg.Go(func() { $once.Do(func() { $n++; $x = $x*3 + #C }) }) }
$wg.Wait()
#H = mix(mix(#H, uint64($n)), uint64($x))"),
    ("wait_atomic", 900, "\
var $n atomic.Int64
var $bits atomic.Uint32
var $flag atomic.Bool
var $plain int32
var $wg sync.WaitGroup
for $w := range 5 {
	$wg.Go(func() {
		for {
			old := $n.Load()
			if $n.CompareAndSwap(old, old+int64($w)*#N) { break }
		}
		$bits.Or(1 << $w)
		atomic.AddInt32(&$plain, int32($w))
		if $w == 3 { $flag.Store(true) }
	})
}
$wg.Wait()
#H = mixB(mix(mix(mix(#H, uint64($n.Load())), uint64($bits.And(21))), uint64(atomic.SwapInt32(&$plain, 1))), $flag.Swap(false))
var $v atomic.Value
$v.Store(#E)
#H = mixAny(#H, $v.Swap(#E))
#H = mix(#H, mixAny(1, func() (r any) { defer func() { r = recover() }(); $v.Store(\"other\"); return }()))"),
    ("wait_map", 900, "\
var $m sync.Map
var $wg sync.WaitGroup
for $w := range 4 { $wg.Go(func() { for $i := range #N { $m.Store($w*20+$i, #T($i) + #C) } }) }
$wg.Wait()
$sum, $n := #T(0), 0
$m.Range(func(k, v any) bool { $sum += v.(#T) * #T(k.(int)); $n++; return true })
$old, $had := $m.LoadOrStore(0, #E)
$gone, $was := $m.LoadAndDelete(999)
#H = mixB(mixB(mixAny(mixAny(mix(mix(#H, uint64($sum)), uint64($n)), $old), $gone), $had), $was)"),
    ("wait_context", 1200, "\
type $key struct{}
$root, $stop := context.WithCancel(context.Background())
$ctx := context.WithValue($root, $key{}, #E)
$late, $end := context.WithTimeout($ctx, time.Hour)
var $wg sync.WaitGroup
var $sum atomic.Int64
for $w := range 3 {
	$wg.Go(func() {
		child, cancel := context.WithCancel($late)
		defer cancel()
		<-child.Done()
		if child.Err() == context.Canceled { $sum.Add(int64($w) + 1) }
	})
}
#H = mixB(mixAny(#H, $late.Value($key{})), $late.Err() == nil)
$stop()
$wg.Wait()
$end()
#H = mixS(mix(#H, uint64($sum.Load())), $late.Err().Error())
$short, $cancel := context.WithTimeout(context.Background(), time.Microsecond)
<-$short.Done()
$cancel()
#H = mixB(mixS(#H, $short.Err().Error()), context.Cause($short) == context.DeadlineExceeded)"),
    ("wait_goexit", 500, "\
$c := make(chan #T, 4)
go func() {
	defer close($c)
	defer func() { if recover() == nil { $c <- #C } }()
	func() {
		defer func() { $c <- #E }()
		runtime.Goexit()
	}()
	$c <- 1
}()
for $x := range $c { #H = mix(#H, uint64($x)) }"),
];

/// The packages that a program's text needs besides those of the prelude, as lines of an import declaration.
pub(super) fn imports(text: &str) -> String {
    let used = |path: &&&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let qualifier = format!("{name}.");
        let mut found = text.match_indices(&qualifier);
        found.any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
    };
    PACKAGES.iter().filter(used).map(|path| format!("\t{path:?}\n")).collect()
}

impl Generator {
    pub(super) fn wait(&mut self) {
        let (name, cost, text) = *self.rng.pick(WAITS);
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
