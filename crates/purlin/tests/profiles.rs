//! Profiles by gas: exact where all is counted, close to that where samples are taken, equal in all tiers,
//! and of programs that behave as if they were not looked at.

use std::collections::BTreeMap;
use std::sync::Arc;

use purlin::profile::{Measure, Profile, Profiling, Run};
use purlin::test::{Event, Options, Suite};
use purlin::{Config, Engine, HostPackage, Limits, MemoryTree, Module, SourceFile, Streams, Tier};

/// Straight-line callees, branches, natives, inlined and recursive calls, and a handler.
const PROGRAM: &str = r#"package main

import "sort"

type shape interface{ area() int }
type square struct{ side int }
type circle struct{ radius int }

func (s *square) area() int { return s.side * s.side }
func (c *circle) area() int {
	r := c.radius
	return 3*r*r + r/7 + r%5 + r/3
}

func leaf(x int) int {
	y := x*3 ^ x
	if y&1 == 0 {
		y += x / 7
	} else if y&2 == 0 {
		y -= 3
	}
	return y
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func guarded(n int) (r int) {
	defer func() {
		if recover() != nil {
			r = -1
		}
	}()
	return 100 / (n % 3)
}

func text(n int) int {
	m := map[string]int{}
	s := ""
	for i := 0; i < n; i++ {
		s += string(rune('a' + i%26))
		m[s[len(s)/2:]] += i
	}
	return len(m)
}

func main() {
	sum := 0
	shapes := []shape{&square{3}, &circle{4}, &square{5}}
	for i := 0; i < 6000; i++ {
		sum += leaf(i) + shapes[i%3].area()
		if i%50 == 0 {
			sum += guarded(i)
		}
	}
	list := make([]int, 3000)
	for i := range list {
		list[i] = (i * 7919) % 3001
	}
	sort.Slice(list, func(a, b int) bool { return list[a] < list[b] })
	done := make(chan int)
	go func() {
		for i := 0; i < 300; i++ {
			done <- leaf(i)
		}
		close(done)
	}()
	for v := range done {
		sum += v
	}
	println(sum, fib(17), text(300), list[5])
}
"#;

fn module(tier: Tier, disabled: &[&str]) -> Module {
    let disabled_passes = disabled.iter().map(|pass| (*pass).to_owned()).collect();
    let engine = Engine::new(Config { tier, disabled_passes, ..Config::default() });
    let source = SourceFile { name: "main.go".into(), text: PROGRAM.into() };
    engine.compile(&[source]).unwrap_or_else(|error| panic!("{error}"))
}

fn profile(module: &Module, profiling: Profiling) -> (Profile, u64) {
    let mut isolate = module.profiled_isolate(profiling, (), Limits::default(), Streams::default()).unwrap();
    isolate.run().unwrap_or_else(|trap| panic!("{}", trap.message));
    (isolate.profile().unwrap(), isolate.stats().gas)
}

fn plain_gas(module: &Module) -> u64 {
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    isolate.run().unwrap();
    isolate.stats().gas
}

fn every(units: u64) -> Profiling {
    Profiling { units, ..Profiling::default() }
}

fn lines(profile: &Profile) -> BTreeMap<(Arc<str>, u32), i64> {
    profile.lines().into_iter().filter(|(_, value)| *value != 0).collect()
}

#[test]
fn an_exact_profile_adds_up_and_does_not_depend_on_passes_or_tiers() {
    let reference = module(Tier::Interp, &["inline", "unroll", "licm", "gvn", "clean", "frames", "scalars"]);
    let (exact, gas) = profile(&reference, every(0));
    assert_eq!((exact.total(), gas), (gas as i64, plain_gas(&reference)));
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let module = module(tier, &[]);
        let (other, gas) = profile(&module, every(0));
        assert_eq!((other.total(), gas), (gas as i64, plain_gas(&module)), "{tier:?}");
        let own = |profile: &Profile| -> Vec<((Arc<str>, u32), i64)> {
            lines(profile).into_iter().filter(|(line, _)| &*line.0 == "main.go").collect()
        };
        assert_eq!(own(&exact), own(&other), "{tier:?}");
    }
}

#[test]
fn samples_tell_the_shares_of_functions_and_are_the_same_in_every_tier() {
    let (exact, gas) = profile(&module(Tier::Interp, &["inline"]), every(0));
    let exact: BTreeMap<Arc<str>, i64> = exact.functions().into_iter().collect();
    let sampled: Vec<Profile> = [Tier::Interp, Tier::Native, Tier::Auto, Tier::Native]
        .into_iter()
        .map(|tier| profile(&module(tier, &[]), every(500)).0)
        .collect();
    for other in &sampled[1..] {
        assert_eq!(sampled[0].folded(), other.folded());
        assert_eq!(sampled[0].pprof(), other.pprof());
    }
    let profile = &sampled[0];
    assert!(profile.attributed() > 0.95, "{}", profile.attributed());
    let shares: BTreeMap<Arc<str>, i64> = profile.functions().into_iter().collect();
    for (name, units) in &exact {
        let share = *units as f64 / gas as f64;
        let sampled = shares.get(name).copied().unwrap_or(0) as f64 / profile.total() as f64;
        assert!((share - sampled).abs() < 0.03, "{name}: {share} and {sampled}");
    }
    assert!(shares.len() > 5);
}

#[test]
fn a_profile_of_memory_blames_who_allocates() {
    let text = "package main
var kept [][]byte
func keeps() { for i := 0; i < 2000; i++ { kept = append(kept, make([]byte, 1000)) } }
func drops() (n int) { for i := 0; i < 6000; i++ { b := make([]byte, 1000+i%2); n += len(b) }; return }
func main() { keeps(); println(drops()) }";
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let engine = Engine::new(Config::default());
    let module = engine.compile(&[source]).unwrap();
    let profiling = Profiling { measure: Measure::Memory, bytes: 20_000, ..Profiling::default() };
    let mut isolate = module.profiled_isolate(profiling, (), Limits::default(), Streams::default()).unwrap();
    isolate.run().unwrap();
    let (profile, stats) = (isolate.profile().unwrap(), isolate.stats());
    let all = stats.alloc_bytes as f64;
    assert!((profile.total() as f64 / all - 1.0).abs() < 0.2, "{} of {all}", profile.total());
    let own: BTreeMap<Arc<str>, i64> = profile.functions().into_iter().collect();
    let share = |name: &str| own.get(name).copied().unwrap_or(0) as f64 / profile.total() as f64;
    assert!((0.15..0.4).contains(&share("main.keeps")), "{}", share("main.keeps"));
    assert!(share("main.drops") > 0.6, "{}", share("main.drops"));
}

#[test]
fn a_page_shows_the_figures_of_its_json() {
    let module = module(Tier::Native, &[]);
    let mut isolate =
        module.profiled_isolate(every(1000), (), Limits::default(), Streams::default()).unwrap();
    isolate.run().unwrap();
    let (profile, stats, compilation) = (isolate.profile().unwrap(), isolate.stats(), isolate.compilation());
    let run = Run {
        title: "a <page>",
        ending: "well",
        stats: &stats,
        cpu: 5,
        compilation: &compilation,
        timeline: None,
    };
    let page = profile.report(&run);
    let (_, rest) = page.split_once("id=\"figures\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    assert!(json.contains(&format!("\"gas\":{},", stats.gas)), "{json}");
    assert!(json.contains(&format!("\"total\":{},", profile.total())), "{json}");
    for (name, own) in profile.functions().iter().take(3) {
        let share = format!("{:.1}%", *own as f64 * 100.0 / profile.total() as f64);
        assert!(json.contains(&format!("{{\"name\":\"{name}\",\"own\":{own}}}")), "{json}");
        assert!(page.contains(&format!("<code>{name}</code>")) && page.contains(&share), "{name} {share}");
    }
    assert!(
        !page.contains("http://") || page.matches("http://").count() == page.matches("www.w3.org").count()
    );
    assert!(page.contains("a &lt;page&gt;") && page.contains("prefers-color-scheme:dark"));
}

/// What pprof itself reads; where Go is not installed there is nothing to ask.
#[test]
fn pprof_reads_what_is_written() {
    let (profile, _) = profile(&module(Tier::Native, &[]), every(500));
    let file = std::env::temp_dir().join(format!("purlin-profile-{}.pb.gz", std::process::id()));
    std::fs::write(&file, profile.pprof()).unwrap();
    let asked = std::process::Command::new("go").args(["tool", "pprof", "-top"]).arg(&file).output();
    std::fs::remove_file(&file).unwrap();
    let Ok(output) = asked else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Type: gas") && text.contains(" main.leaf\n"), "{text}");
    assert!(text.contains(&format!("{}units total", profile.total())), "{text}");
}

/// What a caller has charged before a call is its own, also where the callee is the first to look.
#[test]
fn what_is_charged_before_a_call_belongs_to_the_caller() {
    let text = "package main
type op interface{ do(x int) int }
type a struct{ n int }
type b struct{ n int }
func (o *a) do(x int) int { return x + o.n }
func (o *b) do(x int) int { return x - o.n }
func busy(x int) int {
	x = x*31 ^ x/3
	x = x*29 ^ x/5
	x = x*23 ^ x/7
	return call(x) + 1
}
func call(x int) int { return ops[x&1].do(x) }
var ops = []op{&a{1}, &b{2}}
func main() {
	s := 0
	for i := 0; i < 20000; i++ { s += busy(i) }
	println(s)
}";
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let module = |tier| {
        Engine::new(Config { tier, ..Config::default() }).compile(std::slice::from_ref(&source)).unwrap()
    };
    let (exact, gas) = profile(&module(Tier::Native), every(0));
    let (sampled, _) = profile(&module(Tier::Native), every(100));
    let share = |profile: &Profile, line: u32| {
        let of: i64 = profile.lines().iter().filter(|((_, l), _)| *l == line).map(|(_, n)| n).sum();
        of as f64 / gas as f64
    };
    for line in 1..=20 {
        let (is, should) = (share(&sampled, line), share(&exact, line));
        assert!((is - should).abs() < 0.02, "line {line}: {is} instead of {should}");
    }
    assert_eq!(sampled.folded(), profile(&module(Tier::Interp), every(100)).0.folded());
}

#[test]
fn the_programs_of_tests_are_profiled() {
    let tree = MemoryTree::new().with("go.mod", "module rules\n").with(
        "rules_test.go",
        "package rules\nimport \"testing\"\n\
         func work(n int) (s int) { for i := 0; i < n; i++ { s += i * i }; return }\n\
         func TestWork(t *testing.T) { if work(3000000) == 5 { t.Error(\"wrong\") } }",
    );
    let engine = Engine::new(Config::default());
    let suite = Suite::in_tree(&engine, &tree);
    let options = Options { profiling: Some(every(10_000)), timeline: true, ..Options::default() };
    let mut seen = 0;
    suite.run(&suite.packages("", &["."]).unwrap(), &options, |event| {
        if let Event::PackageDone(report) = event {
            let profile = report.profile.as_ref().expect("it was asked for");
            assert_eq!(&*profile.functions()[0].0, "rules.work");
            assert!(profile.totals().contains_key("rules.TestWork"), "{:?}", profile.totals());
            assert!(report.timeline.as_ref().is_some_and(|text| text.contains("\"fiber 1\"")));
            seen += 1;
        }
    });
    assert_eq!(seen, 1);
}

#[test]
fn a_timeline_has_compilations_and_calls_of_the_host() {
    let text = "package main
import \"host/sums\"
func main() { s := 0; for i := 0; i < 300; i++ { s = int(sums.Add(int64(s), int64(i))) }; println(s) }";
    let mut engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
    engine.host_package(HostPackage::new("host/sums").function("Add", |a: i64, b: i64| a + b));
    let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }]).unwrap();
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    isolate.keep_timeline();
    isolate.run().unwrap();
    let trace = isolate.timeline().unwrap();
    let calls = trace.lines().filter(|line| line.contains("host/sums") && line.contains("\"ph\":\"X\""));
    assert_eq!(calls.count(), 300, "{trace}");
    if !isolate.compilation().functions.is_empty() {
        assert!(
            trace.contains("\"compiles main.main\"") && trace.contains("\"waits for code of main.main\"")
        );
    }
}
